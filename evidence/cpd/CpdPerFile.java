import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import net.sourceforge.pmd.cpd.CPDReport;

/**
 * PMD's duplicate detector on many Python files at several minima, as assay's own program (`PmdPerFile`) asks it, and which
 * characters are letters to it.
 *
 * Arguments: minimum tokens, one or several. Standard input: paths, one a line. Standard output: for each path and
 * minimum one line of JSON, {"path", "minimum", "tokens", "duplicates": [{"tokens", "places": [[first, last]]}]};
 * tokens is null where the file has a lexical error. With the one argument `letters`: the ranges of characters from
 * U+0080 to U+FFFF that make a name, one [first, last] a line.
 */
public final class CpdPerFile {
    private CpdPerFile() {
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        if (arguments.length == 1 && arguments[0].equals("letters")) {
            letters(out);
        } else {
            BufferedReader paths = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String path = paths.readLine(); path != null; path = paths.readLine()) {
                for (String minimum : arguments) {
                    out.println(line(path, Integer.parseInt(minimum)));
                }
            }
        }
        out.flush();
    }

    private static String line(String path, int minimum) throws IOException {
        CPDReport report = PmdPerFile.report(Path.of(path), minimum);
        String tokens = report.getProcessingErrors().isEmpty()
            ? String.valueOf(report.getNumberOfTokensPerFile().values().iterator().next())
            : "null";
        return "{\"path\":\"" + path + "\",\"minimum\":" + minimum + ",\"tokens\":" + tokens
            + "," + PmdPerFile.duplicates(report) + "}";
    }

    private static void letters(PrintStream out) throws IOException {
        Path file = Files.createTempFile("letter", ".py");
        List<int[]> ranges = new ArrayList<>();
        for (int character = 0x80; character <= 0xFFFF; character++) {
            if (Character.isSurrogate((char) character)) {
                continue;
            }
            // After a letter, so that no first character of a file is special.
            Files.writeString(file, "a" + (char) character);
            CPDReport report = PmdPerFile.report(file, 10);
            if (!report.getProcessingErrors().isEmpty()) {
                continue;
            }
            int[] last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            if (last != null && last[1] == character - 1) {
                last[1] = character;
            } else {
                ranges.add(new int[] {character, character});
            }
        }
        Files.delete(file);
        for (int[] range : ranges) {
            out.println("[" + range[0] + "," + range[1] + "]");
        }
    }
}
