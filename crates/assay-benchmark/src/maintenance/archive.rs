//! A repository's files as an uncompressed tar archive: the same files make the same bytes, and only those bytes are read.

use std::io::Read;

use assay_patch::{MemoryTree, Mode, RepositoryPath};
use tar::{Archive, Builder, EntryType, Header};

use super::rules::{InvalidTask, MaintenanceFile};
use super::{REPOSITORY_BYTES, REPOSITORY_FILES};

/// The longest target of a link, in bytes: what a tar archive's own field holds.
pub(super) const LINK_BYTES: usize = 100;

/// Writes files and links in the order of their paths, without owners or times. Longer paths are written as GNU tar does.
pub(super) fn write(tree: &MemoryTree) -> Result<Vec<u8>, InvalidTask> {
    let invalid = |path: &str, error: std::io::Error| {
        InvalidTask::of(MaintenanceFile::Repository, format_args!("{path:?} cannot be archived: {error}"))
    };
    let mut archive = Builder::new(Vec::new());
    for (path, (mode, content)) in &tree.0 {
        append(&mut archive, path, *mode, content).map_err(|error| invalid(path, error))?;
    }
    let bytes = archive.into_inner().map_err(|error| invalid("", error))?;
    if bytes.len() as u64 > REPOSITORY_BYTES {
        let problem = format_args!("it is larger than {} MiB", REPOSITORY_BYTES >> 20);
        return Err(InvalidTask::of(MaintenanceFile::Repository, problem));
    }
    Ok(bytes)
}

fn append(archive: &mut Builder<Vec<u8>>, path: &str, mode: Mode, content: &[u8]) -> std::io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_mode(if mode == Mode::Executable { 0o755 } else { 0o644 });
    if mode.is_link() {
        header.set_entry_type(EntryType::Symlink);
        header.set_size(0);
        // Not `set_link_name`, which would write the target another way.
        header.set_link_name_literal(content)?;
        return archive.append_data(&mut header, path, std::io::empty());
    }
    header.set_size(content.len() as u64);
    archive.append_data(&mut header, path, content)
}

/// Reads an archive. What is in it besides files and links, or is there in another way than [`write()`] has it, is refused.
pub(super) fn read(bytes: &[u8]) -> Result<MemoryTree, InvalidTask> {
    let invalid = |problem: String| InvalidTask::of(MaintenanceFile::Repository, problem);
    let mut tree = MemoryTree::default();
    let damaged = |error: std::io::Error| invalid(format!("the archive is damaged: {error}"));
    for entry in Archive::new(bytes).entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = entry.path_bytes().into_owned();
        let shown = || String::from_utf8_lossy(&name).chars().take(80).collect::<String>();
        let path = RepositoryPath::new(&name)
            .map_err(|problem| invalid(format!("{:?} is refused: {problem}", shown())))?;
        if tree.0.len() == REPOSITORY_FILES {
            return Err(invalid(format!("it has more than {REPOSITORY_FILES} files")));
        }
        let (mode, content) = match entry.header().entry_type() {
            EntryType::Symlink => {
                let target = entry.link_name_bytes().map(std::borrow::Cow::into_owned);
                (Mode::Link, target.unwrap_or_default())
            }
            EntryType::Regular => {
                let executable = entry.header().mode().map_err(damaged)? & 0o100 != 0;
                let mut content = Vec::new();
                entry.read_to_end(&mut content).map_err(damaged)?;
                (if executable { Mode::Executable } else { Mode::File }, content)
            }
            other => {
                return Err(invalid(format!("{:?} is neither a file nor a link, but {other:?}", shown())));
            }
        };
        if tree.0.insert(path.as_str().to_owned(), (mode, content)).is_some() {
            return Err(invalid(format!("{:?} is there twice", shown())));
        }
    }
    if write(&tree)? != bytes {
        let problem = "the archive holds something besides its files, or not in the order and form in which assay writes it";
        return Err(invalid(problem.to_owned()));
    }
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, Mode, &str)]) -> MemoryTree {
        let files =
            files.iter().map(|(path, mode, text)| ((*path).to_owned(), (*mode, text.as_bytes().to_vec())));
        MemoryTree(files.collect())
    }

    fn refusal(build: impl FnOnce(&mut Builder<Vec<u8>>)) -> String {
        let mut archive = Builder::new(Vec::new());
        build(&mut archive);
        read(&archive.into_inner().unwrap()).unwrap_err().to_string()
    }

    fn header(kind: EntryType, name: &[u8], link: &[u8]) -> Header {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        header.set_mode(0o644);
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name);
        header.set_link_name_literal(link).unwrap();
        header.set_cksum();
        header
    }

    #[test]
    fn files_links_modes_and_long_paths_come_back() {
        let long = format!("{}/{}.py", "folder".repeat(30), "ä".repeat(60));
        let tree = tree(&[
            ("a.py", Mode::File, "x\n"),
            ("bin/run", Mode::Executable, "#!/bin/sh\n"),
            ("empty", Mode::File, ""),
            ("here", Mode::Link, "./bin//run"),
            (&long, Mode::File, "y"),
        ]);
        let bytes = write(&tree).unwrap();
        assert_eq!(read(&bytes).unwrap(), tree);
        assert_eq!(write(&tree).unwrap(), bytes);
    }

    #[test]
    fn attack_53_paths_that_lead_elsewhere_are_refused() {
        for name in ["../x", "a/../../x", "/etc/passwd", ".git/hooks/post-checkout", "./x", "a//b", "C:/x"] {
            let said = refusal(|archive| {
                archive.append(&header(EntryType::Regular, name.as_bytes(), b""), std::io::empty()).unwrap();
            });
            assert!(said.starts_with(&format!("repository.tar: {name:?} is refused: ")), "{said}");
        }
    }

    #[test]
    fn attack_53_what_is_neither_a_file_nor_a_symbolic_link_is_refused() {
        for kind in
            [EntryType::Link, EntryType::Fifo, EntryType::Char, EntryType::Block, EntryType::Directory]
        {
            let said = refusal(|archive| {
                archive.append(&header(kind, b"x", b"a.py"), std::io::empty()).unwrap();
            });
            assert!(said.contains("neither a file nor a link"), "{said}");
        }
    }

    #[test]
    fn attack_53_a_path_twice_is_refused() {
        let said = refusal(|archive| {
            for _ in 0..2 {
                archive.append(&header(EntryType::Regular, b"x", b""), std::io::empty()).unwrap();
            }
        });
        assert!(said.ends_with("\"x\" is there twice"), "{said}");
    }

    #[test]
    fn what_hides_behind_the_end_or_in_a_header_is_refused() {
        let tree = tree(&[("a", Mode::File, "x"), ("b", Mode::File, "y")]);
        let bytes = write(&tree).unwrap();
        let behind = [bytes.clone(), b"more".to_vec()].concat();
        let mut header = Header::from_byte_slice(&bytes[..512]).clone();
        header.set_mtime(1);
        header.set_cksum();
        let another_time = [header.as_bytes().as_slice(), &bytes[512..]].concat();
        let other_order = [&bytes[1024..2048], &bytes[..1024], &bytes[2048..]].concat();
        for wrong in [behind, another_time, other_order] {
            let said = read(&wrong).unwrap_err().to_string();
            assert!(said.contains("something besides its files"), "{said}");
        }
    }

    #[test]
    fn no_damage_makes_it_panic_or_read_another_tree() {
        let tree = tree(&[("a/b.py", Mode::File, "x = 1\n"), ("l", Mode::Link, "a/b.py")]);
        let bytes = write(&tree).unwrap();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x15;
            assert_ne!(read(&damaged).ok().as_ref(), Some(&tree), "{place}");
        }
        for length in (0..bytes.len()).step_by(97) {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
    }
}
