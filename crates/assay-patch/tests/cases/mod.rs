//! The patches, and what they are for. All are written for these tests and for those of grading.

use assay_patch::{MemoryTree, Mode};

/// A patch and what must come of it.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) patch: &'static str,
    pub(crate) expected: Expected,
}

#[derive(Debug)]
pub(crate) enum Expected {
    /// It applies: every changed path with mode and content, then the repairs.
    Files(&'static [&'static str]),
    /// It does not: the outcome, and a part of the message.
    Refusal(&'static str, &'static str),
}

/// What all of these patches are for.
pub(crate) fn tree() -> MemoryTree {
    let file = |mode, text: &str| (mode, text.as_bytes().to_vec());
    let numbers = (1..=40).fold(String::new(), |text, number| text + &format!("line {number}\n"));
    let files = [
        (
            "src/shop.py",
            file(
                Mode::File,
                "import math\n\n\ndef total(prices):\n    return sum(prices)\n\n\ndef mean(prices):\n    return total(prices) / len(prices)\n",
            ),
        ),
        ("src/numbers.txt", file(Mode::File, &numbers)),
        ("src/crlf.py", file(Mode::File, "a = 1\r\nb = 2\r\nc = 3\r\n")),
        ("src/open_end.py", file(Mode::File, "a = 1\nb = 2")),
        ("tools/run.sh", file(Mode::Executable, "#!/bin/sh\necho run\n")),
        ("docs/ä b.md", file(Mode::File, "one\ntwo\n")),
        ("empty.txt", file(Mode::File, "")),
        ("link", file(Mode::Link, "src")),
        ("data.bin", (Mode::File, vec![0, 1, 2])),
        ("twice.txt", file(Mode::File, "x\ny\nz\nx\ny\nz\n")),
    ];
    MemoryTree(files.into_iter().map(|(path, file)| (path.to_owned(), file)).collect())
}

use Expected::{Files, Refusal};

const NOT_APPLYING: &str = "fail(does_not_apply)";

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "a plain change with prefixes",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk\n",
        expected: Files(&["100755 tools/run.sh \"#!/bin/sh\\necho walk\\n\""]),
    },
    Case {
        name: "no prefixes, times after tabs, prose around",
        patch: "I changed it:\n\n--- tools/run.sh\t2024-01-02 10:00:00.0 +0000\n+++ tools/run.sh\t2024-01-03 10:00:00.0 +0000\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk\n\nThat is all.\n",
        expected: Files(&["100755 tools/run.sh \"#!/bin/sh\\necho walk\\n\""]),
    },
    Case {
        name: "a mail with its signature",
        patch: "From 1 Mon Sep 17 00:00:00 2001\nSubject: walk\n---\n tools/run.sh | 2 +-\n\ndiff --git a/tools/run.sh b/tools/run.sh\nindex 1..2 100755\n--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk\n-- \n2.47.3\n\n",
        expected: Files(&["100755 tools/run.sh \"#!/bin/sh\\necho walk\\n\""]),
    },
    Case {
        name: "CRLF patch for a file with LF",
        patch: "diff --git a/tools/run.sh b/tools/run.sh\r\n--- a/tools/run.sh\r\n+++ b/tools/run.sh\r\n@@ -1,2 +1,2 @@\r\n #!/bin/sh\r\n-echo run\r\n+echo walk\r\n",
        expected: Files(&["100755 tools/run.sh \"#!/bin/sh\\necho walk\\n\"", "mended: CRLF"]),
    },
    Case {
        name: "patch for a file with CRLF",
        patch: "--- a/src/crlf.py\n+++ b/src/crlf.py\n@@ -1,3 +1,3 @@\n a = 1\r\n-b = 2\r\n+b = 3\r\n c = 3\r\n",
        expected: Files(&["100644 src/crlf.py \"a = 1\\r\\nb = 3\\r\\nc = 3\\r\\n\""]),
    },
    Case {
        name: "LF patch for a file with CRLF",
        patch: "--- a/src/crlf.py\n+++ b/src/crlf.py\n@@ -1,3 +1,3 @@\n a = 1\n-b = 2\n+b = 3\n c = 3\n",
        expected: Refusal(NOT_APPLYING, "line 1 of the file"),
    },
    Case {
        name: "CRLF patch that makes a file",
        patch: "diff --git a/new.py b/new.py\r\nnew file mode 100644\r\n--- /dev/null\r\n+++ b/new.py\r\n@@ -0,0 +1 @@\r\n+x\r\n",
        expected: Files(&["100644 new.py \"x\\n\"", "mended: CRLF"]),
    },
    Case {
        name: "the patch's own last line has no end",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk",
        expected: Files(&["100755 tools/run.sh \"#!/bin/sh\\necho walk\\n\"", "mended: last line"]),
    },
    Case {
        name: "a file without an end gets one",
        patch: "--- a/src/open_end.py\n+++ b/src/open_end.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n\\ No newline at end of file\n+b = 2\n",
        expected: Files(&["100644 src/open_end.py \"a = 1\\nb = 2\\n\""]),
    },
    Case {
        name: "a file loses its end",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo run\n\\ No newline at end of file\n",
        expected: Files(&["100755 tools/run.sh \"#!/bin/sh\\necho run\""]),
    },
    Case {
        name: "a missing end that the patch does not know of",
        patch: "--- a/src/open_end.py\n+++ b/src/open_end.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3\n",
        expected: Refusal(NOT_APPLYING, "line 2 of the file"),
    },
    Case {
        name: "moved and changed",
        patch: "diff --git a/tools/run.sh b/bin/run.sh\nsimilarity index 50%\nrename from tools/run.sh\nrename to bin/run.sh\nindex 1..2 100755\n--- a/tools/run.sh\n+++ b/bin/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk\n",
        expected: Files(&["100755 bin/run.sh \"#!/bin/sh\\necho walk\\n\"", "- tools/run.sh"]),
    },
    Case {
        name: "two files change places",
        patch: "diff --git a/empty.txt b/tools/run.sh\nsimilarity index 100%\nrename from empty.txt\nrename to tools/run.sh\ndiff --git a/tools/run.sh b/empty.txt\nsimilarity index 100%\nrename from tools/run.sh\nrename to empty.txt\n",
        expected: Files(&["100755 empty.txt \"#!/bin/sh\\necho run\\n\"", "100644 tools/run.sh \"\""]),
    },
    Case {
        name: "copied",
        patch: "diff --git a/tools/run.sh b/tools/walk.sh\nsimilarity index 100%\ncopy from tools/run.sh\ncopy to tools/walk.sh\n",
        expected: Files(&["100755 tools/walk.sh \"#!/bin/sh\\necho run\\n\""]),
    },
    Case {
        name: "only the mode",
        patch: "diff --git a/tools/run.sh b/tools/run.sh\nold mode 100755\nnew mode 100644\n",
        expected: Files(&["100644 tools/run.sh \"#!/bin/sh\\necho run\\n\""]),
    },
    Case {
        name: "a mode that the file does not have",
        patch: "diff --git a/empty.txt b/empty.txt\nold mode 100755\nnew mode 100644\n",
        expected: Refusal(NOT_APPLYING, "has mode 100644, not 100755"),
    },
    Case {
        name: "a new empty file",
        patch: "diff --git a/pkg/__init__.py b/pkg/__init__.py\nnew file mode 100644\nindex 0000000..e69de29\n",
        expected: Files(&["100644 pkg/__init__.py \"\""]),
    },
    Case {
        name: "an empty file is deleted",
        patch: "diff --git a/empty.txt b/empty.txt\ndeleted file mode 100644\nindex e69de29..0000000\n",
        expected: Files(&["- empty.txt"]),
    },
    Case {
        name: "a file is deleted of which lines would be left",
        patch: "diff --git a/tools/run.sh b/tools/run.sh\ndeleted file mode 100755\n--- a/tools/run.sh\n+++ /dev/null\n@@ -1 +0,0 @@\n-#!/bin/sh\n",
        expected: Refusal(NOT_APPLYING, "the file goes on"),
    },
    Case {
        name: "a quoted name",
        patch: "diff --git \"a/docs/\\303\\244 b.md\" \"b/docs/\\303\\244 b.md\"\n--- \"a/docs/\\303\\244 b.md\"\n+++ \"b/docs/\\303\\244 b.md\"\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n",
        expected: Files(&["100644 docs/ä b.md \"1\\ntwo\\n\""]),
    },
    Case {
        name: "binary content",
        patch: "diff --git a/data.bin b/data.bin\nindex 8352675d67aed6625ece79af41c27fdb4ee2e867..eaf36c1daccfdf325514461cd1a2ffbc139b5464 100644\nGIT binary patch\nliteral 4\nLcmZQzWMT#Y01f~L\n\nliteral 3\nKcmZQzWC8#H2LJ>B\n\n",
        expected: Files(&["100644 data.bin \"\\0\\u{1}\\u{2}\\u{3}\""]),
    },
    Case {
        name: "binary content for another file",
        patch: "diff --git a/data.bin b/data.bin\nindex 0000005d67aed6625ece79af41c27fdb4ee2e867..eaf36c1daccfdf325514461cd1a2ffbc139b5464 100644\nGIT binary patch\nliteral 4\nLcmZQzWMT#Y01f~L\n\nliteral 3\nKcmZQzWC8#H2LJ>B\n\n",
        expected: Refusal(NOT_APPLYING, "the file is not the one that the index line names"),
    },
    Case {
        name: "binary content with short ids",
        patch: "diff --git a/data.bin b/data.bin\nindex 57fd93c..cb84a2f 100644\nGIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\n",
        expected: Refusal(NOT_APPLYING, "object ids in full"),
    },
    Case {
        name: "a binary file without content",
        patch: "diff --git a/data.bin b/data.bin\nindex 57fd93c..cb84a2f 100644\nBinary files a/data.bin and b/data.bin differ\n",
        expected: Refusal("refused(missing_content)", "without its content"),
    },
    Case {
        name: "attack 49: fuzz needed, for a context line is another one",
        patch: "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -9,3 +9,3 @@\n line nine\n-line 10\n+line ten\n line 11\n",
        expected: Refusal(
            NOT_APPLYING,
            "hunk 1, line 4 of the patch: line 9 of the file is not as the hunk says",
        ),
    },
    Case {
        name: "attack 49: an offset needed",
        patch: "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -12,3 +12,3 @@\n line 9\n-line 10\n+line ten\n line 11\n",
        expected: Refusal(NOT_APPLYING, "from line 9"),
    },
    Case {
        name: "attack 49: the second hunk does not apply, so the first one is not applied either",
        patch: "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -1,2 +1,2 @@\n-line 1\n+line one\n line 2\n@@ -39,2 +39,2 @@\n line 39\n-line 41\n+line forty\n",
        expected: Refusal(NOT_APPLYING, "hunk 2"),
    },
    Case {
        name: "reversed",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo walk\n+echo run\n",
        expected: Refusal(NOT_APPLYING, "line 2 of the file is not as the hunk says"),
    },
    Case {
        name: "applied already: the file that it makes is there",
        patch: "diff --git a/empty.txt b/empty.txt\nnew file mode 100644\n",
        expected: Refusal(NOT_APPLYING, "is there already"),
    },
    Case {
        name: "a file that is not there",
        patch: "--- a/src/absent.py\n+++ b/src/absent.py\n@@ -1 +1 @@\n-x\n+y\n",
        expected: Refusal(NOT_APPLYING, "no such file"),
    },
    Case {
        name: "the counts are too small, so git would apply a part",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,3 @@\n #!/bin/sh\n+echo walk\n echo run\n+echo fly\n",
        expected: Refusal(NOT_APPLYING, "more lines than its header counts"),
    },
    Case {
        name: "cut off in a hunk",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n",
        expected: Refusal(NOT_APPLYING, "the patch ends before"),
    },
    Case {
        name: "a hunk without numbers",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1 @@\n-echo run\n+echo walk\n",
        expected: Refusal(NOT_APPLYING, "line 3 of the patch"),
    },
    Case {
        name: "prose alone",
        patch: "The bug is in total(): it should round.\n",
        expected: Refusal("no_answer(extraction)", "there is no patch"),
    },
    Case { name: "nothing", patch: " \n\n", expected: Refusal("no_answer(empty)", "empty") },
    Case {
        name: "attack 48: a submodule",
        patch: "diff --git a/vendor b/vendor\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/vendor\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n",
        expected: Refusal("refused(forbidden_mode)", "line 2 of the patch: submodules"),
    },
    Case {
        name: "attack 48: a link to outside",
        patch: "diff --git a/src/out b/src/out\nnew file mode 120000\n--- /dev/null\n+++ b/src/out\n@@ -0,0 +1 @@\n+../../etc/passwd\n\\ No newline at end of file\n",
        expected: Refusal("refused(forbidden_link)", "\"src/out\""),
    },
    Case {
        name: "a link to inside",
        patch: "diff --git a/src/in b/src/in\nnew file mode 120000\n--- /dev/null\n+++ b/src/in\n@@ -0,0 +1 @@\n+../tools/run.sh\n\\ No newline at end of file\n",
        expected: Files(&["120000 src/in \"../tools/run.sh\""]),
    },
    Case {
        name: "attack 48: written through a link of the repository",
        patch: "diff --git a/link/new.py b/link/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/link/new.py\n@@ -0,0 +1 @@\n+x\n",
        expected: Refusal("refused(forbidden_link)", "\"link\" is a link"),
    },
    Case {
        name: "attack 48: written through a link of the same patch",
        patch: "diff --git a/hole b/hole\nnew file mode 120000\n--- /dev/null\n+++ b/hole\n@@ -0,0 +1 @@\n+src\n\\ No newline at end of file\ndiff --git a/hole/x b/hole/x\nnew file mode 100644\n--- /dev/null\n+++ b/hole/x\n@@ -0,0 +1 @@\n+x\n",
        expected: Refusal("refused(forbidden_link)", "\"hole\" is a link"),
    },
    Case {
        name: "attack 48: out of the repository",
        patch: "--- a/../../etc/cron.d/x\n+++ b/../../etc/cron.d/x\n@@ -0,0 +1 @@\n+x\n",
        expected: Refusal("refused(forbidden_path)", "`..`"),
    },
    Case {
        name: "attack 48: an absolute path behind a harmless one",
        patch: "diff --git a/empty.txt b/empty.txt\n--- a/empty.txt\n+++ /etc/passwd\n@@ -0,0 +1 @@\n+x\n",
        expected: Refusal("refused(forbidden_path)", "absolute"),
    },
    Case {
        name: "attack 48: a filter in .gitattributes",
        patch: "diff --git a/.gitattributes b/.gitattributes\nnew file mode 100644\n--- /dev/null\n+++ b/.gitattributes\n@@ -0,0 +1 @@\n+*.py filter=run\n",
        expected: Refusal("refused(forbidden_attribute)", ".gitattributes"),
    },
    Case {
        name: "attack 47: a hook, by another spelling of git's folder",
        patch: "diff --git a/.GIT/hooks/post-checkout b/.GIT/hooks/post-checkout\nnew file mode 100755\n--- /dev/null\n+++ b/.GIT/hooks/post-checkout\n@@ -0,0 +1 @@\n+touch /tmp/x\n",
        expected: Refusal("refused(forbidden_path)", "git's own folder"),
    },
    Case {
        name: "attack 47: a hook by a move",
        patch: "diff --git a/tools/run.sh b/.git/hooks/post-checkout\nsimilarity index 100%\nrename from tools/run.sh\nrename to .git/hooks/post-checkout\n",
        expected: Refusal("refused(forbidden_path)", "git's own folder"),
    },
    Case {
        name: "a mode with the bit of another user",
        patch: "diff --git a/tools/run.sh b/tools/run.sh\nold mode 100755\nnew mode 104755\n",
        expected: Refusal("refused(forbidden_mode)", "\"104755\""),
    },
    Case {
        name: "a path twice",
        patch: "--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk\n--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo walk\n+echo fly\n",
        expected: Refusal("refused(duplicate_path)", "\"tools/run.sh\""),
    },
    Case {
        name: "build/ junk beside the change: it applies, and grading counts its files",
        patch: "diff --git a/build/lib/shop.py b/build/lib/shop.py\nnew file mode 100644\n--- /dev/null\n+++ b/build/lib/shop.py\n@@ -0,0 +1 @@\n+x\ndiff --git a/empty.txt b/empty.txt\n--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+y\n",
        expected: Files(&["100644 build/lib/shop.py \"x\\n\"", "100644 empty.txt \"y\\n\""]),
    },
    Case {
        name: "a folder becomes a file",
        patch: "diff --git a/src b/src\nnew file mode 100644\n--- /dev/null\n+++ b/src\n@@ -0,0 +1 @@\n+x\n",
        expected: Refusal(NOT_APPLYING, "a folder of that name"),
    },
    Case {
        name: "a file below a file",
        patch: "diff --git a/empty.txt/x b/empty.txt/x\nnew file mode 100644\n--- /dev/null\n+++ b/empty.txt/x\n@@ -0,0 +1 @@\n+x\n",
        expected: Refusal(NOT_APPLYING, "is a file"),
    },
    Case {
        name: "headers that name two files",
        patch: "diff --git a/empty.txt b/empty.txt\n--- a/tools/run.sh\n+++ b/tools/run.sh\n@@ -1,2 +1,2 @@\n #!/bin/sh\n-echo run\n+echo walk\n",
        expected: Refusal(NOT_APPLYING, "different files"),
    },
    Case {
        name: "the diff of a merge",
        patch: "diff --cc tools/run.sh\nindex 1,2..3\n--- a/tools/run.sh\n+++ b/tools/run.sh\n@@@ -1,1 -1,1 +1,1 @@@\n- x\n -y\n++z\n",
        expected: Refusal(NOT_APPLYING, "combined diff"),
    },
    Case {
        name: "an untold second place: the new line numbers contradict the old ones",
        patch: "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -9,3 +19,3 @@\n line 9\n-line 10\n+line ten\n line 11\n",
        expected: Refusal(NOT_APPLYING, "begins at line 19 of the new file, but that is line 9"),
    },
];
