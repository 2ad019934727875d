//! Against `git apply`: where a patch applies here, git makes the same files of it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use assay_patch::{Change, MemoryTree, Mode, RepositoryPath, Side, apply, parse, write as write_patch};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

type Files = BTreeMap<String, (Mode, Vec<u8>)>;

fn git(folder: &Path, arguments: &[&str], input: &[u8]) -> (bool, Vec<u8>) {
    use std::io::Write as _;
    let mut child = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("these tests need git");
    child.stdin.take().unwrap().write_all(input).unwrap();
    let done = child.wait_with_output().unwrap();
    (done.status.success(), done.stdout)
}

fn write(folder: &Path, files: &Files) {
    for (path, (mode, content)) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if *mode == Mode::Link {
            symlink(std::str::from_utf8(content).unwrap(), &path).unwrap();
            continue;
        }
        fs::write(&path, content).unwrap();
        let bits = if *mode == Mode::Executable { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
    }
}

fn read(folder: &Path, below: &str, files: &mut Files) {
    for entry in fs::read_dir(folder.join(below)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            if name != ".git" {
                read(folder, &path, files);
            }
        } else if kind.is_symlink() {
            let target = fs::read_link(entry.path()).unwrap();
            files.insert(path, (Mode::Link, target.to_str().unwrap().as_bytes().to_vec()));
        } else {
            let bits = entry.metadata().unwrap().permissions().mode();
            let mode = if bits & 0o100 == 0 { Mode::File } else { Mode::Executable };
            files.insert(path, (mode, fs::read(entry.path()).unwrap()));
        }
    }
}

fn with(files: &Files, changes: &BTreeMap<RepositoryPath, Change>) -> Files {
    let mut files = files.clone();
    for (path, change) in changes {
        match change {
            Change::Remove => files.remove(path.as_str()),
            Change::Write { mode, content } => files.insert(path.to_string(), (*mode, content.clone())),
        };
    }
    files
}

/// git's own patch from one set of files to the other, with moves found.
fn diff(old: &Files, new: &Files, options: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(git(path, &["init", "--quiet"], b"").0);
    let mut trees = Vec::new();
    for files in [old, new] {
        assert!(git(path, &["rm", "-r", "--quiet", "--force", "--ignore-unmatch", "."], b"").0);
        write(path, files);
        assert!(git(path, &["add", "--all", "--force"], b"").0);
        let tree = git(path, &["write-tree"], b"").1;
        trees.push(String::from_utf8(tree).unwrap().trim().to_owned());
    }
    let arguments =
        [&["diff", "-M", "-C", "--find-copies-harder", "-B"][..], options, &[&trees[0], &trees[1]]].concat();
    git(path, &arguments, b"").1
}

/// What git makes of a patch; nothing if it refuses.
fn applied_by_git(files: &Files, patch: &[u8], options: &[&str]) -> Option<Files> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), files);
    let (done, _) = git(folder.path(), &[&["apply", "-"][..], options].concat(), patch);
    let mut result = Files::new();
    read(folder.path(), "", &mut result);
    done.then_some(result)
}

fn line() -> impl Strategy<Value = &'static str> {
    prop_oneof![4 => Just("same"), 2 => Just("x = 1"), 2 => Just(""), 1 => Just("-- a"), 1 => Just("++ b"), 1 => Just("ä\r"), 1 => Just("@@ -1 +1 @@")]
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let lines = prop::collection::vec(line(), 0..24);
    (lines, any::<bool>()).prop_map(|(lines, ends)| {
        let mut text = lines.join("\n").into_bytes();
        if ends && !lines.is_empty() {
            text.push(b'\n');
        }
        text
    })
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![8 => text(), 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

fn files() -> impl Strategy<Value = Files> {
    let name = prop_oneof![
        Just("a"),
        Just("b"),
        Just("a b"),
        Just("d/c"),
        Just("d/e.py"),
        Just("ä\""),
        Just("d/f/g"),
        Just("b/x")
    ];
    let plain = (prop_oneof![4 => Just(Mode::File), 1 => Just(Mode::Executable)], content());
    let link = Just((Mode::Link, b"elsewhere".to_vec()));
    prop::collection::btree_map(name.prop_map(str::to_owned), prop_oneof![12 => plain, 1 => link], 0..5)
        .prop_map(|mut files| {
            // `b` cannot be a file and a folder.
            if files.contains_key("b/x") {
                files.remove("b");
            }
            files
        })
}

/// The same files, some changed, moved or gone: what comes next in a history.
fn pairs() -> impl Strategy<Value = (Files, Files)> {
    (files(), files(), prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, content()), 0..4))
        .prop_map(|(old, other, edits)| {
            let mut new = old.clone();
            for (place, what, fresh) in edits {
                let Some(path) = old.keys().nth(place.index(old.len().max(1))).cloned() else { continue };
                match what {
                    0 => drop(new.remove(&path)),
                    1 => {
                        if let Some(file) = new.remove(&path) {
                            new.insert(format!("moved/{}", path.replace('/', "_")), file);
                        }
                    }
                    2 => {
                        if let Some((mode, content)) =
                            new.get_mut(&path).filter(|(mode, _)| *mode != Mode::Link)
                        {
                            *mode = Mode::Executable;
                            let middle = content.len() / 2;
                            content.splice(middle..middle, *b"\nput between\n");
                        }
                    }
                    _ => {
                        if let Some((_, content)) = new.get_mut(&path).filter(|(mode, _)| *mode != Mode::Link)
                        {
                            *content = fresh;
                        }
                    }
                }
            }
            if edits_nothing(&old, &new) {
                new = other;
            }
            (old, new)
        })
}

fn edits_nothing(old: &Files, new: &Files) -> bool {
    old == new
}

/// Always the same cases; `ASSAY_PATCH_CASES=40` tries forty times as many.
fn runner(cases: u32) -> TestRunner {
    let more = std::env::var("ASSAY_PATCH_CASES").ok().and_then(|times| times.parse().ok());
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let cases = cases * more.unwrap_or(1);
    TestRunner::new_with_rng(Config { cases, failure_persistence: None, ..Config::default() }, seed)
}

#[test]
fn every_patch_that_git_writes_applies_and_gives_gits_files() {
    runner(48)
        .run(&pairs(), |(old, new)| {
            let patch = diff(&old, &new, &["--binary", "--full-index"]);
            if patch.is_empty() {
                return Ok(());
            }
            let parsed = parse(&patch).map_err(|fault| {
                TestCaseError::fail(format!("{fault}\n{}", String::from_utf8_lossy(&patch)))
            })?;
            let applied = apply(&parsed, &MemoryTree(old.clone())).map_err(|fault| {
                TestCaseError::fail(format!("{fault}\n{}", String::from_utf8_lossy(&patch)))
            })?;
            prop_assert_eq!(with(&old, &applied.changes), new.clone());
            prop_assert_eq!(applied.repairs, vec![]);
            Ok(())
        })
        .unwrap();
}

/// A patch on files that it was not made for, or with a line changed: whatever is taken here, git takes to the same end.
#[test]
fn a_patch_that_applies_elsewhere_gives_what_git_gives() {
    let cases = (
        pairs(),
        files(),
        prop::bool::weighted(0.8),
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        line(),
        0..4_usize,
    );
    let mut taken = 0;
    let counted = std::cell::RefCell::new(&mut taken);
    runner(120)
        .run(&cases, |((old, new), others, same, line, place, text, context)| {
            let mut patch = diff(&old, &new, &["--binary", "--full-index", &format!("-U{context}")]);
            let mut lines: Vec<&[u8]> = patch.split_inclusive(|byte| *byte == b'\n').collect();
            let put = [text.as_bytes(), b"\n"].concat();
            if !lines.is_empty() && line.index(4) < 2 {
                let place = place.index(lines.len());
                match line.index(4) {
                    1 => drop(lines.remove(place)),
                    _ => lines[place] = &put,
                }
                patch = lines.concat();
            }
            let files = if same { &old } else { &others };
            let Ok(parsed) = parse(&patch) else { return Ok(()) };
            let Ok(applied) = apply(&parsed, &MemoryTree(files.clone())) else { return Ok(()) };
            if !applied.repairs.is_empty() {
                return Ok(());
            }
            **counted.borrow_mut() += 1;
            let by_git = applied_by_git(files, &patch, &[]);
            prop_assert_eq!(
                Some(with(files, &applied.changes)),
                by_git,
                "{}",
                String::from_utf8_lossy(&patch)
            );
            Ok(())
        })
        .unwrap();
    assert!(taken > 30, "only {taken} patches were taken: the test says too little");
}

/// Our own patch from one set of files to the other, without moves.
fn written(old: &Files, new: &Files) -> Vec<u8> {
    let paths: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let paths: Vec<RepositoryPath> =
        paths.iter().map(|path| RepositoryPath::new(path.as_bytes()).unwrap()).collect();
    write_patch(paths.iter().map(|path| {
        let old = old.get(path.as_str()).map(|(mode, content)| Side { path, mode: *mode, content });
        (old, new.get(path.as_str()).map(|(mode, content)| Side { path, mode: *mode, content }))
    }))
}

#[test]
fn what_is_written_here_is_taken_by_git_and_by_us_and_makes_the_same_files() {
    runner(48)
        .run(&pairs(), |(old, new)| {
            let patch = written(&old, &new);
            if old == new {
                prop_assert!(patch.is_empty());
                return Ok(());
            }
            let shown = String::from_utf8_lossy(&patch).into_owned();
            let parsed = parse(&patch).map_err(|fault| TestCaseError::fail(format!("{fault}\n{shown}")))?;
            let applied = apply(&parsed, &MemoryTree(old.clone()))
                .map_err(|fault| TestCaseError::fail(format!("{fault}\n{shown}")))?;
            prop_assert_eq!(with(&old, &applied.changes), new.clone(), "{}", shown);
            prop_assert_eq!(applied_by_git(&old, &patch, &[]), Some(new), "{}", shown);
            Ok(())
        })
        .unwrap();
}
