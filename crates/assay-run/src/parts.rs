//! Parts of a benchmark's tasks, to break a comparison down by.

use std::collections::BTreeMap;

use assay_analyse::Part;
use assay_benchmark::Benchmark;
use assay_types::{Task, TaskId};

/// What tasks are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartBy {
    /// The author's estimate of how hard a task is.
    Difficulty,
    /// What a task is about. A task with several tags is in several parts.
    Tag,
}

impl PartBy {
    /// Every way, by the word that chooses it.
    pub const ALL: [(&'static str, Self); 2] = [("difficulty", Self::Difficulty), ("tag", Self::Tag)];

    fn name(self) -> &'static str {
        match self {
            Self::Difficulty => "difficulty",
            Self::Tag => "tag",
        }
    }

    fn values(self, task: &Task) -> Vec<&str> {
        match self {
            Self::Difficulty => task.difficulty.as_deref().into_iter().collect(),
            Self::Tag => task.tags.iter().map(String::as_str).collect(),
        }
    }
}

/// The parts of a benchmark, by name; the tasks that state nothing are a part of their own at the end. `None` where no
/// task of it states anything.
#[must_use]
pub fn parts(benchmark: &Benchmark, by: PartBy) -> Option<Vec<Part>> {
    let mut stated: BTreeMap<&str, Vec<TaskId>> = BTreeMap::new();
    let mut unstated = Vec::new();
    for task in &benchmark.tasks {
        let values = by.values(task);
        if values.is_empty() {
            unstated.push(task.id.clone());
        }
        for value in values {
            let tasks = stated.entry(value).or_default();
            // A tag that is given twice counts once.
            if tasks.last() != Some(&task.id) {
                tasks.push(task.id.clone());
            }
        }
    }
    if stated.is_empty() {
        return None;
    }
    let mut parts: Vec<Part> = stated
        .into_iter()
        .map(|(value, tasks)| Part { name: format!("{}: {value}", by.name()), tasks })
        .collect();
    if !unstated.is_empty() {
        parts.push(Part { name: format!("no {}", by.name()), tasks: unstated });
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_starters_tasks_fall_into_their_difficulties_and_tags() {
        let mut benchmark = assay_benchmark::load("starter", Path::new("/nowhere")).unwrap();
        benchmark.tasks.truncate(3);
        for (task, difficulty, tags) in [
            (0, Some("easy"), vec!["text", "text"]),
            (1, None, vec![]),
            (2, Some("easy"), vec!["dates", "text"]),
        ] {
            benchmark.tasks[task].difficulty = difficulty.map(str::to_owned);
            benchmark.tasks[task].tags = tags.into_iter().map(str::to_owned).collect();
        }
        let found = |by| -> Vec<(String, usize)> {
            parts(&benchmark, by).unwrap().into_iter().map(|part| (part.name, part.tasks.len())).collect()
        };
        let expected = |parts: &[(&str, usize)]| {
            parts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect::<Vec<_>>()
        };
        assert_eq!(found(PartBy::Difficulty), expected(&[("difficulty: easy", 2), ("no difficulty", 1)]));
        assert_eq!(found(PartBy::Tag), expected(&[("tag: dates", 1), ("tag: text", 2), ("no tag", 1)]));
        for task in &mut benchmark.tasks {
            task.difficulty = None;
        }
        assert_eq!(parts(&benchmark, PartBy::Difficulty), None);
    }
}
