//! A plug-in's table of the configuration file.

use std::io::Read as _;
use std::path::{Component, Path};
use std::sync::Arc;

use assay_analyse::INCORRECT_CODE;
use assay_check::static_checks::STATIC_CHECKS;
use assay_types::Aspect;
use serde::Deserialize;

use super::Plugin;
use crate::configuration::of_words;

/// The longest name, in characters.
const LONGEST_NAME: usize = 40;
/// The longest file of a plug-in, in bytes, and the most of them.
const LONGEST_FILE: u64 = 4 << 20;
const MOST_FILES: usize = 32;
/// The wall limit of a run where the table names none, and the greatest, in seconds.
const SECONDS: u64 = 60;
const MOST_SECONDS: u64 = 3600;

const ASPECTS: [(&str, Aspect); 3] = [
    ("errors", Aspect::Errors),
    ("maintainability", Aspect::Maintainability),
    ("readability", Aspect::Readability),
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PluginTable {
    command: Vec<String>,
    aspect: String,
    pub(crate) margin: Option<f64>,
    seconds: Option<u64>,
    files: Option<Vec<String>>,
}

/// The plug-in of a table; its files are read from the configuration's folder.
pub(crate) fn plugin(name: &str, table: &PluginTable, folder: &Path) -> Result<Plugin, String> {
    check_name(name)?;
    let of = |key: &str| format!("plugins.{name}.{key}");
    let aspect = of_words(&of("aspect"), &table.aspect, &ASPECTS)?;
    if table.command.first().is_none_or(String::is_empty) {
        return Err(format!("{} names no program", of("command")));
    }
    if table.command.iter().any(|word| word.contains('\0')) {
        return Err(format!("{} holds a nul character", of("command")));
    }
    let seconds = table.seconds.unwrap_or(SECONDS);
    if seconds == 0 || seconds > MOST_SECONDS {
        return Err(format!("{} is {seconds}; it must be 1 to {MOST_SECONDS}", of("seconds")));
    }
    let mut paths = match &table.files {
        Some(files) => files.clone(),
        None => of_command(&table.command, folder),
    };
    paths.sort();
    paths.dedup();
    if paths.len() > MOST_FILES {
        return Err(format!("{} names {} files; {MOST_FILES} are the most", of("files"), paths.len()));
    }
    let file = |path: String| {
        let content =
            read(&path, folder).map_err(|problem| format!("{}: {path:?}: {problem}", of("files")))?;
        Ok((path, content))
    };
    let files = paths.into_iter().map(file).collect::<Result<_, String>>()?;
    Ok(Plugin { name: name.to_owned(), aspect, command: table.command.clone(), seconds, files })
}

fn check_name(name: &str) -> Result<(), String> {
    let is_snake = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
        && name.len() <= LONGEST_NAME;
    if !is_snake {
        return Err(format!(
            "plugins.{name:?}: a plug-in's name is at most {LONGEST_NAME} small letters, digits and underscores, and begins with a letter"
        ));
    }
    if name == INCORRECT_CODE || STATIC_CHECKS.iter().any(|check| check.name == name) {
        return Err(format!("plugins.{name}: a check of assay's own has that name"));
    }
    if assay_report::Gate::reserves(name) {
        return Err(format!("plugins.{name}: in a gate that name means something else; choose another"));
    }
    Ok(())
}

/// The words of a command that are files beside the configuration.
fn of_command(command: &[String], folder: &Path) -> Vec<String> {
    command.iter().filter(|word| is_inside(word) && folder.join(word).is_file()).cloned().collect()
}

/// Whether a path leads nowhere but into the folder that it starts from.
fn is_inside(path: &str) -> bool {
    let path = Path::new(path);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    plain && path.file_name().is_some() && !path.as_os_str().is_empty()
}

fn read(path: &str, folder: &Path) -> Result<Arc<[u8]>, String> {
    if !is_inside(path) || path.contains('\0') {
        return Err("a plug-in's file is named by its path below the configuration's folder".to_owned());
    }
    let place = folder.join(path);
    let metadata = std::fs::metadata(&place).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut content = Vec::new();
    let file = std::fs::File::open(&place).map_err(|error| error.to_string())?;
    file.take(LONGEST_FILE + 1).read_to_end(&mut content).map_err(|error| error.to_string())?;
    if content.len() as u64 > LONGEST_FILE {
        return Err(format!("it is longer than {} MiB", LONGEST_FILE >> 20));
    }
    Ok(content.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(folder: &Path, name: &str, table: &str) -> Result<Plugin, String> {
        plugin(name, &toml::from_str(table).map_err(|error| error.to_string())?, folder)
    }

    const TODO: &str = "command = [\"python3\", \"todo.py\"]\naspect = \"maintainability\"\n";

    #[test]
    fn the_files_of_the_command_come_along_by_themselves() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("todo.py"), "print()").unwrap();
        std::fs::write(folder.path().join("words.txt"), "TODO").unwrap();
        let files = |table: &str| {
            let plugin = of(folder.path(), "todo", table).unwrap();
            plugin.files.into_iter().map(|(path, content)| (path, content.len())).collect::<Vec<_>>()
        };
        assert_eq!(files(TODO), [("todo.py".to_owned(), 7)]);
        let named = format!("{TODO}files = [\"words.txt\", \"todo.py\", \"todo.py\"]");
        assert_eq!(files(&named), [("todo.py".to_owned(), 7), ("words.txt".to_owned(), 4)]);
        assert_eq!(of(folder.path(), "todo", TODO).unwrap().seconds, 60);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("inner")).unwrap();
        std::fs::write(folder.path().join("long"), vec![b'x'; (4 << 20) + 1]).unwrap();
        for (name, table, said) in [
            ("Todo", TODO.to_owned(), "small letters"),
            ("to-do", TODO.to_owned(), "small letters"),
            ("", TODO.to_owned(), "small letters"),
            ("syntax_error", TODO.to_owned(), "of assay's own"),
            ("incorrect_code", TODO.to_owned(), "of assay's own"),
            ("all", TODO.to_owned(), "in a gate that name means something else"),
            ("logic", TODO.to_owned(), "in a gate that name means something else"),
            ("errors", TODO.to_owned(), "in a gate that name means something else"),
            ("warnings", TODO.to_owned(), "in a gate that name means something else"),
            ("candidate", TODO.to_owned(), "in a gate that name means something else"),
            ("todo", TODO.replace("maintainability", "logic"), "errors, maintainability, readability"),
            ("todo", "command = []\naspect = \"errors\"".to_owned(), "names no program"),
            ("todo", format!("{TODO}seconds = 0"), "1 to 3600"),
            ("todo", format!("{TODO}files = [\"../todo.py\"]"), "below the configuration's folder"),
            ("todo", format!("{TODO}files = [\"/etc/passwd\"]"), "below the configuration's folder"),
            ("todo", format!("{TODO}files = [\"todo.py\"]"), "No such file"),
            ("todo", format!("{TODO}files = [\"inner\"]"), "no file"),
            ("todo", format!("{TODO}files = [\"long\"]"), "longer than 4 MiB"),
            ("todo", format!("{TODO}shell = true"), "unknown field"),
        ] {
            let problem = of(folder.path(), name, &table).unwrap_err();
            assert!(problem.contains(said), "{name} {table}: {problem}");
        }
    }
}
