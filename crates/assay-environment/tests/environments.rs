//! Environments are built once, whole, whatever interrupts the building.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_environment::{
    Environments, Interpreter, LockError, METADATA_LIMITS, ProjectRequirements, Resolver,
    project_requirements,
};
use assay_sandbox::{Command, CommandEnd, CommandFile, EmbeddedEngine, Engine as _};

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
fn an_environment_that_a_killed_run_did_not_put_on_the_disk_is_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let environments = Environments::at(folder.path().to_owned());
    let built = environments.standard_library(&interpreter).unwrap();
    // What a loss of power leaves of one that was in use but had no name yet.
    fs::remove_dir_all(folder.path().join("by-interpreter")).unwrap();
    let zygote = built.root.path.join("opt/assay/zygote.py");
    fs::write(&zygote, "").unwrap();
    assert_eq!(environments.known(&interpreter, None).unwrap(), None);
    let again = environments.standard_library(&interpreter).unwrap();
    assert_eq!(built.digest, again.digest);
    assert_ne!(fs::read_to_string(&zygote).unwrap(), "");
}

#[test]
fn a_name_that_outlived_its_environment_does_not_vouch_for_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let environments = Environments::at(folder.path().to_owned());
    let built = environments.standard_library(&interpreter).unwrap();
    let stale = folder.path().join("by-interpreter/of-another-interpreter");
    fs::write(&stale, &built.digest).unwrap();
    fs::remove_dir_all(&built.root.path).unwrap();
    let (_, settling) = environments.begin(&interpreter, None).unwrap();
    assert!(!stale.exists());
    settling.wait().unwrap();
    assert_eq!(environments.known(&interpreter, None).unwrap(), Some(built.digest.clone()));
    environments.remove(&built.digest).unwrap();
    assert_eq!(fs::read_dir(folder.path().join("by-interpreter")).unwrap().count(), 0);
}

#[test]
fn nobody_removes_an_environment_that_is_in_use_before_it_has_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let environments = Environments::at(folder.path().to_owned());
    // A file in the place of the names' folder: the environment cannot be named.
    fs::write(folder.path().join("by-interpreter"), "").unwrap();
    let (environment, settling) = environments.begin(&interpreter, None).unwrap();
    environments.remove_leftovers().unwrap();
    assert!(environment.root.path.is_dir());
    settling.wait().unwrap_err();
    environments.remove_leftovers().unwrap();
    assert!(!environment.root.path.exists());
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

#[test]
fn commands_have_an_environment_of_their_own_with_a_shell_and_no_way_out_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let environments = Environments::at(folder.path().to_owned());
    let trials = environments.standard_library(&interpreter).unwrap();
    assert_eq!(environments.known_for_commands(&interpreter).unwrap(), None);
    let commands = environments.for_commands(&interpreter).unwrap();
    assert_eq!(environments.known_for_commands(&interpreter).unwrap(), Some(commands.digest.clone()));
    assert_eq!(environments.known(&interpreter, None).unwrap(), Some(trials.digest));
    let root = fs::canonicalize(&commands.root.path).unwrap();
    for program in ["bin/sh", "usr/bin/awk", "usr/bin/grep", "usr/bin/python3"] {
        let file = fs::canonicalize(root.join(program)).unwrap();
        assert!(file.starts_with(&root) && file.is_file(), "{program}");
    }
    for program in ["bin/sh", "usr/bin/python3", "opt/assay/assay_trial/command.py"] {
        assert!(!trials.root.path.join(program).exists(), "{program} in a trial");
    }
}

/// What a repository would have run when it is installed: a build script, a back end of its own, and a setup script.
fn hooks(canary: &Path) -> [(&'static str, String); 3] {
    let plant = format!(
        "import os, pathlib\npathlib.Path({:?}).write_text('ran')\nprint('{{\"requirements\": [\"planted\"]}}')\nos._exit(7)\n",
        canary.display().to_string()
    );
    let project = "[build-system]\nrequires = ['back_end']\nbuild-backend = 'back_end'\nbackend-path = ['.']\n[project]\nname = 'a'\ndynamic = ['dependencies']\n";
    [
        ("pyproject.toml", project.to_owned()),
        (
            "back_end.py",
            format!("{plant}def build_wheel(*_):\n    pass\nget_requires_for_build_wheel = build_wheel\n"),
        ),
        ("setup.py", format!("{plant}from setuptools import setup\nsetup(install_requires=['six'])\n")),
    ]
}

/// Nothing is built of a repository and none of it is run: it is read as text, in the sandbox.
#[test]
fn attack_50_build_hooks_of_a_repository_are_not_run_to_learn_what_it_needs() {
    let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let commands = Environments::at(folder.path().to_owned()).for_commands(&interpreter).unwrap();
    let canary = outside.path().join("canary");
    let files = hooks(&canary).map(|(path, text)| (path.to_owned(), text.into_bytes())).into();
    let found = project_requirements(&EmbeddedEngine::new(), &commands.root, &files).unwrap();
    assert_eq!(found.requirements, ["six", "pytest"]);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

/// Where foreign files are read, even a hook that did run would reach nobody, could do nothing, and would leave nothing.
#[test]
fn attack_50_a_build_hook_where_metadata_are_read_is_offline_unprivileged_and_leaves_nothing() {
    const HOOK: &str = r"
import json, os, pathlib, socket, tempfile
found = {}
def attempt(name, act):
    try:
        found[name] = repr(act())
    except OSError:
        found[name] = 'refused'
attempt('network', lambda: socket.create_connection(('1.1.1.1', 443), timeout=5))
attempt('loopback', lambda: socket.create_connection(('127.0.0.1', 80), timeout=5))
attempt('root', lambda: os.chroot('/tmp'))
attempt('interpreter', lambda: pathlib.Path('/opt/python/planted').write_text('x'))
attempt('system', lambda: pathlib.Path('/etc/planted').write_text('x'))
folders = [os.getcwd(), tempfile.gettempdir(), '/dev/shm']
found['before'] = any(os.path.exists(folder + '/planted') for folder in folders)
for folder in folders:
    attempt('left in ' + folder, lambda: pathlib.Path(folder, 'planted').write_text('x'))
left = [found.pop(name) for name in list(found) if name.startswith('left in ')]
found['left'] = any(word != 'refused' for word in left)
print(json.dumps(found, sort_keys=True))
";
    let folder = tempfile::tempdir().unwrap();
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let environments = Environments::at(folder.path().to_owned());
    let commands = environments.for_commands(&interpreter).unwrap();
    let command = Command {
        arguments: ["python3", "setup.py", "bdist_wheel"].map(str::to_owned).to_vec(),
        files: vec![CommandFile { path: "setup.py".to_owned(), content: Arc::from(HOOK.as_bytes()) }],
        input: Arc::from(&b""[..]),
        limits: METADATA_LIMITS,
    };
    let expected = r#"{"before": false, "interpreter": "refused", "left": true, "loopback": "refused", "network": "refused", "root": "refused", "system": "refused"}"#;
    // The second one would find what the first one left.
    for _ in 0..2 {
        let report =
            EmbeddedEngine::new().command(&commands.root, &command, &AtomicBool::new(false)).unwrap();
        assert_eq!(report.end, CommandEnd::Exited { exit: 0 });
        assert_eq!(String::from_utf8_lossy(&report.output).trim_end(), expected);
    }
    assert!(!commands.root.path.join("opt/python/planted").exists());
    assert!(!Path::new("/etc/planted").exists() && !Path::new("/dev/shm/planted").exists());
}

/// Needs the package index.
#[test]
fn what_a_project_needs_is_read_in_the_sandbox_and_locked_as_it_was_on_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let interpreter = Interpreter::find(Path::new("python3")).unwrap();
    let commands = Environments::at(folder.path().join("environments")).for_commands(&interpreter).unwrap();
    let read = |files: &[(&str, &str)]| {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        project_requirements(&EmbeddedEngine::new(), &commands.root, &files)
    };
    let project = "[project]\nname = 'Toy.Ledger'\n[project.optional-dependencies]\ntest = ['iniconfig<2', 'toy_ledger[more]']\nmore = ['packaging']\n";
    let found = read(&[("pyproject.toml", project), ("tox.ini", "[testenv]\ndeps = nose\n")]).unwrap();
    assert_eq!(found.requirements, ["iniconfig<2", "packaging", "pytest"]);
    let resolver = Resolver::at(&folder.path().join("tools"), &interpreter).unwrap();
    let lock = resolver.lock(&found, "2024-01-05T12:00:00Z").unwrap();
    assert!(lock.contains("pytest==7.4.4 ") && lock.contains("iniconfig==1.1.1 "), "{lock}");
    assert_eq!(lock, resolver.lock(&found, "2024-01-05T12:00:00Z").unwrap());
    let later = resolver.lock(&found, "2023-03-10T00:00:00Z").unwrap();
    assert!(later.contains("pytest==7.2.2 "), "{later}");
    let error = |requirement: &str| {
        let requirements = vec![requirement.to_owned()];
        resolver
            .lock(&ProjectRequirements { requirements, ..found.clone() }, "2024-01-05T12:00:00Z")
            .unwrap_err()
    };
    assert!(matches!(error("docopt==0.6.2"), LockError::NoWheel { .. }));
    assert!(matches!(error("pytest>=99"), LockError::Conflict { .. }));
    let itself = ProjectRequirements { name: "Pluggy".to_owned(), ..found.clone() };
    let error = resolver.lock(&itself, "2024-01-05T12:00:00Z").unwrap_err();
    assert!(matches!(error, LockError::BringsItself { .. }), "{error}");
    let address = "[project]\nname = 'a'\ndependencies = ['b @ https://example.org/b.whl']\n";
    assert!(matches!(read(&[("pyproject.toml", address)]), Err(LockError::Refused { .. })));
    assert!(matches!(read(&[("pyproject.toml", "[")]), Err(LockError::Metadata { .. })));
    let hostile = "import os\nos.system('touch ran')\nsetup = print\nsetup(install_requires=['six'])\n";
    assert_eq!(read(&[("setup.py", hostile)]).unwrap().requirements, ["six", "pytest"]);
}
