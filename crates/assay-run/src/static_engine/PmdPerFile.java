import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

import net.sourceforge.pmd.PMDVersion;
import net.sourceforge.pmd.cpd.CPDConfiguration;
import net.sourceforge.pmd.cpd.CPDReport;
import net.sourceforge.pmd.cpd.CpdAnalysis;
import net.sourceforge.pmd.cpd.Mark;
import net.sourceforge.pmd.cpd.Match;
import net.sourceforge.pmd.lang.LanguageRegistry;
import net.sourceforge.pmd.lang.ast.LexException;
import net.sourceforge.pmd.lang.document.FileLocation;
import net.sourceforge.pmd.reporting.Report;
import net.sourceforge.pmd.util.log.PmdReporter;

/**
 * PMD's duplicate detector on many Python files, each by itself, in one virtual machine: what `pmd cpd --language python
 * --files FILE --minimum-tokens N` finds. The command itself compares all its files with each other.
 *
 * Arguments: minimum tokens, and a file of lines with a number, a tab and a path. Standard output: one line of JSON that
 * names the version, then one for each file: `number`, and `lexical_error` true, `failed` with a reason, or `duplicates`:
 * [{tokens, places: [[first line, last line]]}]. Nothing of a file is run.
 */
public final class PmdPerFile {
    /** More places than this of a file say nothing more. */
    private static final int MOST_PLACES = 20_000;

    private PmdPerFile() {
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        out.println("{\"versions\":{\"pmd\":\"" + PMDVersion.VERSION + "\"}}");
        out.flush();
        int minimum = Integer.parseInt(arguments[0]);
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] parts = line.split("\t", 2);
            out.println("{\"number\":" + parts[0] + "," + answer(Path.of(parts[1]), minimum) + "}");
            out.flush();
            if (out.checkError()) {
                return;
            }
        }
    }

    private static String answer(Path path, int minimum) {
        try {
            CPDReport report = report(path, minimum);
            for (Report.ProcessingError error : report.getProcessingErrors()) {
                if (!(error.getError() instanceof LexException)) {
                    return failed(error.getError());
                }
            }
            return report.getProcessingErrors().isEmpty() ? duplicates(report) : "\"lexical_error\":true";
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            return failed(failure);
        }
    }

    private static String failed(Throwable failure) {
        return "\"failed\":\"PMD failed: " + failure.getClass().getName() + "\"";
    }

    static CPDReport report(Path path, int minimum) throws IOException {
        CPDConfiguration configuration = new CPDConfiguration(LanguageRegistry.CPD);
        configuration.setOnlyRecognizeLanguage(LanguageRegistry.CPD.getLanguageById("python"));
        configuration.setSourceEncoding(StandardCharsets.UTF_8);
        configuration.setMinimumTileSize(minimum);
        configuration.setSkipLexicalErrors(true);
        configuration.setReporter(PmdReporter.quiet());
        CPDReport[] found = new CPDReport[1];
        try (CpdAnalysis analysis = CpdAnalysis.create(configuration)) {
            if (!analysis.files().addFile(path)) {
                throw new IOException("not taken");
            }
            analysis.performAnalysis(report -> found[0] = report);
        }
        return found[0];
    }

    static String duplicates(CPDReport report) {
        int count = 0;
        StringJoiner duplicates = new StringJoiner(",", "[", "]");
        for (Match match : report.getMatches()) {
            StringJoiner places = new StringJoiner(",", "[", "]");
            for (Mark mark : match) {
                FileLocation location = mark.getLocation();
                places.add("[" + location.getStartLine() + "," + location.getEndLine() + "]");
                count++;
            }
            if (count > MOST_PLACES) {
                return "\"failed\":\"PMD finds too many duplicates\"";
            }
            duplicates.add("{\"tokens\":" + match.getTokenCount() + ",\"places\":" + places + "}");
        }
        return "\"duplicates\":" + duplicates;
    }
}
