//! Building an environment: copying an interpreter's parts into a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};

use assay_sandbox::{COMMAND_SOURCE, NATIVE_LIBRARY, PYTHON_SOURCES, judge_version};
use assay_types::{Digest, Requirements};
use tempfile::TempDir;

use crate::commands;
use crate::environments::UNFINISHED;
use crate::interpreter::Interpreter;
use crate::{EnvironmentError, libraries, packages};

/// Changes whenever the layout below changes, so that an older folder is not taken for a newer one.
pub(crate) const LAYOUT: &str = "1";
/// Parts of a standard library that no sample needs: tests, graphics, installers, other programs' packages.
const LEFT_OUT: &[&str] = &[
    "site-packages",
    "dist-packages",
    "test",
    "idlelib",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "sitecustomize.py",
    "usercustomize.py",
    "EXTERNALLY-MANAGED",
];
/// Folders that the dynamic loader searches by itself.
const LOADER_FOLDERS: &[&str] = &["/lib", "/lib64", "/usr/lib", "/usr/lib64"];
const MOUNT_POINTS: &[&str] = &["proc", "tmp", "dev"];
const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

pub(crate) fn failed(path: &Path) -> impl Fn(io::Error) -> EnvironmentError {
    let path = path.to_owned();
    move |source| EnvironmentError::Build { path: path.clone(), source }
}

fn create_folder(path: &Path) -> Result<(), EnvironmentError> {
    fs::create_dir_all(path).map_err(failed(path))
}

/// A root under construction.
pub(crate) struct Builder {
    root: PathBuf,
    /// Digest of each file by its path inside the root.
    content: BTreeMap<String, Digest>,
}

impl Builder {
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), content: BTreeMap::new() }
    }

    pub(crate) fn build(
        &mut self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<(), EnvironmentError> {
        let packages = self.packages(interpreter, requirements)?;
        std::thread::scope(|scope| {
            // The loader is asked about each compiled module, which takes as long as copying the rest.
            let libraries = scope.spawn(|| libraries::needed_by(&programs(interpreter, packages.path())));
            self.copy_interpreter(interpreter)?;
            if requirements.is_some() {
                self.copy_packages(interpreter, packages.path())?;
            }
            self.write_own_files()?;
            self.copy_shared_libraries(libraries.join().unwrap_or_else(|panic| resume_unwind(panic))?)
        })
    }

    /// Packages, installed into a folder that goes with the value that names it.
    fn packages(
        &mut self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<TempDir, EnvironmentError> {
        // Beside the root, where the next start removes what a killed one leaves.
        let beside = self.root.parent().unwrap_or(&self.root);
        let packages = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(beside);
        let packages = packages.map_err(failed(beside))?;
        if let Some(requirements) = requirements {
            if !requirements.lock.trim().is_empty() {
                packages::install(interpreter, &requirements.lock, packages.path())?;
            }
            // What is loaded before a sample is part of what it meets.
            let warm = Digest::of_parts(&requirements.warm);
            self.content.insert("modules loaded beforehand".to_owned(), warm);
        }
        Ok(packages)
    }

    /// The root of commands: an interpreter under its usual name, and a shell with what belongs to it; with packages, if any.
    pub(crate) fn build_for_commands(
        &mut self,
        interpreter: &Interpreter,
        requirements: Option<&Requirements>,
    ) -> Result<(), EnvironmentError> {
        let packages = self.packages(interpreter, requirements)?;
        let tools = commands::programs();
        let mut loaded = programs(interpreter, packages.path());
        loaded.extend(tools.iter().map(|program| program.file.clone()));
        self.copy_interpreter(interpreter)?;
        if requirements.is_some() {
            self.copy_packages(interpreter, packages.path())?;
        }
        for program in &tools {
            self.copy_file(&program.file, &program.place)?;
        }
        self.write_own_files()?;
        let (path, text) = COMMAND_SOURCE;
        self.write_file(&format!("opt/assay/{path}"), text.as_bytes())?;
        let folder = self.root.join("usr/bin");
        create_folder(&folder)?;
        for name in ["python3", "python"] {
            let (link, target) =
                (folder.join(name), format!("../../opt/python/bin/{}", interpreter.short_name()));
            std::os::unix::fs::symlink(target, &link).map_err(failed(&link))?;
        }
        self.copy_shared_libraries(libraries::needed_by(&loaded)?)
    }

    fn copy_packages(&mut self, interpreter: &Interpreter, from: &Path) -> Result<(), EnvironmentError> {
        let target = Path::new("opt/python/lib").join(interpreter.short_name()).join("site-packages");
        for path in files_below(from)? {
            let Ok(inside) = path.strip_prefix(from) else { continue };
            self.copy_file(&path, &target.join(inside).to_string_lossy())?;
        }
        // Debian's interpreters look for packages there, and for nothing in site-packages.
        let debian = self.root.join("opt/python/lib/python3");
        create_folder(&debian)?;
        let link = debian.join("dist-packages");
        let target = Path::new("..").join(interpreter.short_name()).join("site-packages");
        std::os::unix::fs::symlink(target, &link).map_err(failed(&link))
    }

    fn copy_interpreter(&mut self, interpreter: &Interpreter) -> Result<(), EnvironmentError> {
        let name = interpreter.short_name();
        let library = format!("opt/python/lib/{name}");
        self.copy_file(&interpreter.executable, &format!("opt/python/bin/{name}"))?;
        self.copy_library(&interpreter.standard_library, &library)?;
        let platform = interpreter.platform_library.join("lib-dynload");
        if interpreter.platform_library != interpreter.standard_library && platform.is_dir() {
            self.copy_library(&platform, &format!("{library}/lib-dynload"))?;
        }
        // The interpreter looks for this folder; empty, so that no package of the machine reaches a sample.
        create_folder(&self.root.join(&library).join("site-packages"))
    }

    /// assay's own part, the users' names, and the places for what is mounted.
    fn write_own_files(&mut self) -> Result<(), EnvironmentError> {
        for (path, text) in PYTHON_SOURCES {
            self.write_file(&format!("opt/assay/{path}"), text.as_bytes())?;
        }
        let (path, library) = NATIVE_LIBRARY;
        let path = format!("opt/assay/{path}");
        self.write_file(&path, library)?;
        // Its bytes depend on the compiler; what it does follows from its sources.
        self.content.insert(path, Digest::of_parts(&[judge_version()]));
        self.write_file("etc/passwd", b"sample:x:1000:1000:sample:/tmp:/bin/false\n")?;
        self.write_file("etc/group", b"sample:x:1000:\n")?;
        for folder in MOUNT_POINTS {
            create_folder(&self.root.join(folder))?;
        }
        for device in DEVICES {
            self.write_file(&format!("dev/{device}"), b"")?;
        }
        let shared_memory = self.root.join("dev/shm");
        std::os::unix::fs::symlink("/tmp", &shared_memory).map_err(failed(&shared_memory))
    }

    /// The digest of all that was placed, the mount points aside.
    pub(crate) fn digest(&self) -> String {
        let mut parts = vec![LAYOUT.to_owned()];
        for (path, digest) in &self.content {
            parts.extend([path.clone(), digest.to_string()]);
        }
        Digest::of_parts(&parts).to_string()
    }

    fn copy_library(&mut self, from: &Path, to: &str) -> Result<(), EnvironmentError> {
        let mut entries: Vec<_> =
            fs::read_dir(from).map_err(failed(from))?.collect::<Result<_, _>>().map_err(failed(from))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, name) = (entry.path(), entry.file_name());
            let Some(name) = name.to_str().filter(|name| !left_out(name)) else { continue };
            let target = format!("{to}/{name}");
            // Links are followed: the root must not point outside itself. A dangling one is left out.
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => self.copy_library(&path, &target)?,
                Ok(metadata) if metadata.is_file() => self.copy_file(&path, &target)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn copy_shared_libraries(&mut self, needed: BTreeSet<PathBuf>) -> Result<(), EnvironmentError> {
        for library in needed {
            let known = LOADER_FOLDERS.iter().any(|folder| library.starts_with(folder));
            let target = match library.file_name().and_then(OsStr::to_str) {
                Some(name) if !known => format!("opt/python/lib/{name}"),
                _ => library.display().to_string().trim_start_matches('/').to_owned(),
            };
            self.copy_file(&library, &target)?;
        }
        Ok(())
    }

    /// Copies a file with its time (compiled modules name their source's) but with plain permissions.
    fn copy_file(&mut self, from: &Path, to: &str) -> Result<(), EnvironmentError> {
        let bytes = fs::read(from).map_err(failed(from))?;
        let metadata = fs::metadata(from).map_err(failed(from))?;
        let mode = if metadata.permissions().mode() & 0o111 == 0 { 0o644 } else { 0o755 };
        let target = self.place(to, &bytes, mode)?;
        let modified = metadata.modified().map_err(failed(from))?;
        File::options()
            .append(true)
            .open(&target)
            .and_then(|file| file.set_modified(modified))
            .map_err(failed(&target))
    }

    fn write_file(&mut self, to: &str, bytes: &[u8]) -> Result<(), EnvironmentError> {
        self.place(to, bytes, 0o644).map(drop)
    }

    fn place(&mut self, to: &str, bytes: &[u8], mode: u32) -> Result<PathBuf, EnvironmentError> {
        let target = self.root.join(to);
        if let Some(folder) = target.parent() {
            create_folder(folder)?;
        }
        fs::write(&target, bytes).map_err(failed(&target))?;
        fs::set_permissions(&target, Permissions::from_mode(mode)).map_err(failed(&target))?;
        // Compiled modules hold times of this machine's installation; they follow from the sources.
        if !to.contains("/__pycache__/") {
            self.content.insert(to.to_owned(), Digest::of_parts(&[bytes, mode.to_string().as_bytes()]));
        }
        Ok(target)
    }
}

/// The interpreter and all compiled modules.
fn programs(interpreter: &Interpreter, packages: &Path) -> Vec<PathBuf> {
    let folders = BTreeSet::from([&interpreter.standard_library, &interpreter.platform_library]);
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder.join("lib-dynload")).ok()).flatten();
    let mut programs: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| !entry.file_name().to_str().is_none_or(left_out))
        .map(|entry| entry.path())
        .collect();
    programs.push(interpreter.executable.clone());
    let compiled = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "so");
    programs.extend(files_below(packages).unwrap_or_default().into_iter().filter(compiled));
    programs.sort();
    programs
}

/// Every file below a folder, in order.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, EnvironmentError> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(failed(&folder))? {
            let entry = entry.map_err(failed(&folder))?;
            if entry.file_type().map_err(failed(&folder))?.is_dir() {
                waiting.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

fn left_out(name: &str) -> bool {
    LEFT_OUT.contains(&name)
        || name.starts_with("config-")
        || name.starts_with("_tkinter.")
        || name.ends_with(".opt-1.pyc")
        || name.ends_with(".opt-2.pyc")
        || Path::new(name).extension().is_some_and(|extension| extension == "a")
}
