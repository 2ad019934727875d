use std::fs;
use std::path::Path;

use assay_types::{Repair, SampleSet};

use crate::samples::tests::found;
use crate::samples::{OnBadSample, read_samples};

fn read_as(on_bad: OnBadSample, files: &[(&str, &[u8])]) -> Result<SampleSet, String> {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("model");
    for (file, bytes) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    read_folder(on_bad, &folder)
}

fn read_folder(on_bad: OnBadSample, folder: &Path) -> Result<SampleSet, String> {
    let benchmark = crate::load("starter", Path::new("/nowhere")).unwrap();
    let said = read_samples(folder, &benchmark, on_bad).map_err(|error| error.to_string());
    said.map_err(|said| said.replace(&folder.parent().unwrap().display().to_string(), "home"))
}

fn read(files: &[(&str, &[u8])]) -> Result<SampleSet, String> {
    read_as(OnBadSample::Refuse, files)
}

#[test]
fn numbered_files_are_the_samples_of_their_folders_task() {
    let set = read(&[
        ("split_amount/10.py", b"c"),
        ("split_amount/2.py", b"b"),
        ("split_amount/0.py", b"a"),
        ("split_amount/__pycache__/0.pyc", b""),
        ("split_amount/notes.txt", b""),
        ("build_order/0.py", "\u{feff}é".as_bytes()),
        ("eval_results.json", b"{}"),
    ])
    .unwrap();
    let expected = [
        "build_order 0 Solution 1 \"é\"",
        "split_amount 0 Solution 2 \"a\"",
        "split_amount 1 Solution 3 \"b\"",
        "split_amount 2 Solution 4 \"c\"",
    ];
    assert_eq!((found(&set), set.name.as_str()), (expected.map(str::to_owned).to_vec(), "model"));
}

#[test]
fn the_archive_depends_on_the_files_alone() {
    let one = read(&[("split_amount/0.py", b"a"), ("build_order/0.py", b"b")]).unwrap();
    let same = read(&[("build_order/0.py", b"b"), ("split_amount/0.py", b"a"), ("notes", b"")]).unwrap();
    let other = read(&[("build_order/0.py", b"a"), ("split_amount/0.py", b"b")]).unwrap();
    assert!(one.digest == same.digest && one.bytes == same.bytes && one.digest != other.digest);
    let mut archive = tar::Archive::new(one.bytes.as_slice());
    let names: Vec<_> =
        archive.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().into_owned()).collect();
    assert_eq!(names, [Path::new("build_order/0.py"), Path::new("split_amount/0.py")]);
}

#[test]
fn a_file_that_is_no_utf_8_is_read_as_windows_1252_and_counted() {
    let set =
        read(&[("split_amount/0.py", b"# caf\xe9"), ("split_amount/1.py", "# café".as_bytes())]).unwrap();
    assert_eq!(set.samples[0].raw, set.samples[1].raw);
    let repaired = &set.repaired[&Repair::NotUtf8];
    assert_eq!(repaired.count, 1);
    assert!(repaired.first.ends_with("model/split_amount/0.py"), "{}", repaired.first);
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_path() {
    let large = vec![b'x'; (16 << 20) + 1];
    let cases: [(&str, &[u8], &str); 6] = [
        (
            "HumanEval_0/0.py",
            b"",
            "HumanEval_0/0.py: the benchmark starter has no task whose folder would be",
        ),
        ("split_amount/first.py", b"", "split_amount/first.py: its name is no number"),
        ("split_amount/00.py", b"", "split_amount/00.py: another file of this folder has the same number"),
        ("0.py", b"", "0.py: it is in no folder of a task"),
        ("split_amount/more/0.py", b"", "split_amount/more: a folder inside of a task's folder"),
        (
            "split_amount/1.py",
            &large,
            "split_amount/1.py: the answer has 16777217 bytes, and more than 16 MiB",
        ),
    ];
    for (file, bytes, message) in cases {
        let said = read(&[("split_amount/0.py", b"x"), (file, bytes)]).unwrap_err();
        assert!(said.starts_with(&format!("home/model/{message}")), "{said}");
    }
    let good: (&str, &[u8]) = ("split_amount/0.py", b"x");
    let set =
        read_as(OnBadSample::KeepGoing, &[good, ("HumanEval_0/0.py", b""), ("split_amount/1.py", &large)]);
    let set = set.unwrap();
    assert_eq!((set.samples.len(), set.refused.len(), set.lines_not_judged.count), (1, 1, 1));
    assert!(set.refused[0].problem.contains("model/split_amount/1.py: the answer has"), "{:?}", set.refused);
}

#[test]
fn a_link_out_of_the_folder_is_refused() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("secret.py"), "secret").unwrap();
    fs::create_dir_all(home.path().join("model/split_amount")).unwrap();
    let folder = home.path().join("model");
    for link in ["split_amount/0.py", "build_order"] {
        std::os::unix::fs::symlink(home.path().join("secret.py"), folder.join(link)).unwrap();
        let said = read_folder(OnBadSample::KeepGoing, &folder).unwrap_err();
        assert!(said.contains(&format!("model/{link}: neither a file nor a folder")), "{said}");
        fs::remove_file(folder.join(link)).unwrap();
    }
}

#[test]
fn a_folder_of_something_else_names_the_formats() {
    let said = read(&[("model.jsonl", b"{}")]).unwrap_err();
    assert!(said.contains("evalplus-folder: there is no folder of a task in it"), "{said}");
    let said = read(&[("split_amount/model.jsonl", b"{}")]).unwrap_err();
    assert!(said.contains("evalplus-folder: there is no Python file in it"), "{said}");
}
