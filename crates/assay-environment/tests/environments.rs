//! Environments are built once, whole, whatever interrupts the building.

use std::fs;
use std::path::Path;

use assay_environment::{Environments, Interpreter};

#[test]
fn what_a_killed_run_left_half_built_is_removed_and_the_second_time_nothing_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let remains = folder.path().join("building-abc/opt");
    fs::create_dir_all(&remains).unwrap();
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let environments = Environments::at(folder.path().to_owned());
    let built = environments.standard_library(&interpreter).unwrap();
    assert!(!remains.exists());
    let modified = || fs::metadata(&built.root.path).unwrap().modified().unwrap();
    let before = modified();
    let again = environments.standard_library(&interpreter).unwrap();
    assert_eq!((built.digest.as_str(), before), (again.digest.as_str(), modified()));
}

#[test]
fn two_copies_of_one_interpreter_have_one_digest_and_hold_no_package_of_the_machine() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let build = |folder: &Path| Environments::at(folder.to_owned()).standard_library(&interpreter).unwrap();
    let (one, two) = (build(first.path()), build(second.path()));
    assert_eq!(one.digest, two.digest);
    let packages = one.root.path.join(format!("opt/python/lib/{}/site-packages", interpreter.short_name()));
    assert_eq!(fs::read_dir(packages).unwrap().count(), 0);
    assert!(one.root.path.join("opt/assay/zygote.py").is_file());
}
