//! Building an environment: copying an interpreter's parts into a folder and naming it by its content.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assay_sandbox::{EnvironmentRoot, PYTHON_SOURCES, judge_version};
use assay_types::Digest;

use crate::interpreter::Interpreter;
use crate::{Environment, EnvironmentError, libraries};

/// Changes whenever the layout below changes, so that an older folder is not taken for a newer one.
const LAYOUT: &str = "1";
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

/// The environments kept in a folder of the store.
#[derive(Debug, Clone)]
pub struct Environments {
    folder: PathBuf,
}

impl Environments {
    /// Environments kept below this folder, which is made when needed.
    #[must_use]
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The environment of an interpreter with nothing but its standard library; built the first time.
    pub fn standard_library(&self, interpreter: &Interpreter) -> Result<Environment, EnvironmentError> {
        let identity = self.folder.join("by-interpreter").join(identity(interpreter)?.to_string());
        if let Ok(digest) = fs::read_to_string(&identity)
            && self.folder.join(&digest).is_dir()
        {
            return Ok(self.environment(interpreter, digest));
        }
        create_folder(&self.folder)?;
        let scratch = tempfile::Builder::new()
            .prefix("building-")
            .tempdir_in(&self.folder)
            .map_err(|source| EnvironmentError::Build { path: self.folder.clone(), source })?;
        let mut builder = Builder { root: scratch.path().to_owned(), content: BTreeMap::new() };
        builder.build(interpreter)?;
        let digest = builder.digest();
        let home = self.folder.join(&digest);
        fs::set_permissions(scratch.path(), Permissions::from_mode(0o755)).map_err(failed(scratch.path()))?;
        match fs::rename(scratch.path(), &home) {
            Ok(()) => drop(scratch.keep()),
            Err(_) if home.is_dir() => {} // another run was quicker; its content is the same
            Err(source) => return Err(EnvironmentError::Build { path: home, source }),
        }
        create_folder(&self.folder.join("by-interpreter"))?;
        write_whole(&identity, digest.as_bytes())?;
        Ok(self.environment(interpreter, digest))
    }

    fn environment(&self, interpreter: &Interpreter, digest: String) -> Environment {
        let root = EnvironmentRoot {
            path: self.folder.join(&digest),
            interpreter: format!("/opt/python/bin/{}", interpreter.short_name()),
            digest: digest.clone(),
        };
        Environment { digest, python: interpreter.version_text(), root }
    }
}

/// What tells two builds apart without reading every file: the program, its version, and our own half.
fn identity(interpreter: &Interpreter) -> Result<Digest, EnvironmentError> {
    let program = &interpreter.executable;
    let metadata = fs::metadata(program).map_err(failed(program))?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    Ok(Digest::of_parts(&[
        LAYOUT,
        &program.display().to_string(),
        &metadata.len().to_string(),
        &modified.unwrap_or_default().as_nanos().to_string(),
        &interpreter.version_text(),
        &judge_version(),
    ]))
}

fn failed(path: &Path) -> impl Fn(io::Error) -> EnvironmentError {
    let path = path.to_owned();
    move |source| EnvironmentError::Build { path: path.clone(), source }
}

fn create_folder(path: &Path) -> Result<(), EnvironmentError> {
    fs::create_dir_all(path).map_err(failed(path))
}

/// Writes a small file so that it is never seen half-written.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), EnvironmentError> {
    let scratch = path.with_extension("new");
    fs::write(&scratch, bytes).and_then(|()| fs::rename(&scratch, path)).map_err(failed(path))
}

/// A root under construction.
struct Builder {
    root: PathBuf,
    /// Digest of each file by its path inside the root.
    content: BTreeMap<String, Digest>,
}

impl Builder {
    fn build(&mut self, interpreter: &Interpreter) -> Result<(), EnvironmentError> {
        let name = interpreter.short_name();
        let library = format!("opt/python/lib/{name}");
        self.copy_file(&interpreter.executable, &format!("opt/python/bin/{name}"))?;
        self.copy_library(&interpreter.standard_library, &library)?;
        let platform = interpreter.platform_library.join("lib-dynload");
        if interpreter.platform_library != interpreter.standard_library && platform.is_dir() {
            self.copy_library(&platform, &format!("{library}/lib-dynload"))?;
        }
        // The interpreter looks for this folder; empty, so that no package of the machine reaches a sample.
        create_folder(&self.root.join(&library).join("site-packages"))?;
        self.copy_shared_libraries(interpreter)?;
        for (path, text) in PYTHON_SOURCES {
            self.write_file(&format!("opt/assay/{path}"), text.as_bytes())?;
        }
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

    fn digest(&self) -> String {
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

    fn copy_shared_libraries(&mut self, interpreter: &Interpreter) -> Result<(), EnvironmentError> {
        let modules = self.root.join("opt/python/lib").join(interpreter.short_name()).join("lib-dynload");
        let mut programs = vec![interpreter.executable.clone()];
        if let Ok(entries) = fs::read_dir(&modules) {
            programs.extend(entries.flatten().map(|entry| entry.path()));
        }
        programs.sort();
        for library in libraries::needed_by(&programs)? {
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

fn left_out(name: &str) -> bool {
    LEFT_OUT.contains(&name)
        || name.starts_with("config-")
        || name.starts_with("_tkinter.")
        || name.ends_with(".opt-1.pyc")
        || name.ends_with(".opt-2.pyc")
        || Path::new(name).extension().is_some_and(|extension| extension == "a")
}
