//! Which job a slot takes next.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use super::Job;

/// Jobs by group. A slot stays with its group while there is something left of it, then takes one that nobody has
/// begun, then helps where most is left.
pub(super) struct Queue {
    state: Mutex<QueueState>,
}

struct QueueState {
    fresh: VecDeque<usize>,
    groups: BTreeMap<usize, VecDeque<Job>>,
}

impl Queue {
    pub(super) fn new(jobs: Vec<Job>) -> Self {
        let mut groups: BTreeMap<usize, VecDeque<Job>> = BTreeMap::new();
        for job in jobs {
            groups.entry(job.group).or_default().push_back(job);
        }
        let fresh = groups.keys().copied().collect();
        Self { state: Mutex::new(QueueState { fresh, groups }) }
    }

    pub(super) fn next(&self, current: Option<usize>) -> Option<Job> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        let group = current
            .filter(|group| state.groups.contains_key(group))
            .or_else(|| state.fresh.pop_front())
            .or_else(|| state.groups.iter().max_by_key(|(_, jobs)| jobs.len()).map(|(group, _)| *group))?;
        let jobs = state.groups.get_mut(&group)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            state.groups.remove(&group);
        }
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::tests::job;

    #[test]
    fn slots_stay_with_a_task_and_then_help_where_most_is_left() {
        let queue = Queue::new(vec![job(0, 0), job(1, 0), job(2, 0), job(3, 1), job(4, 2), job(5, 2)]);
        let mut order = Vec::new();
        let mut group = None;
        let first = queue.next(None).unwrap();
        while let Some(job) = queue.next(group) {
            group = Some(job.group);
            order.push(job.number);
        }
        assert_eq!((first.number, order), (0, vec![3, 4, 5, 1, 2]));
    }
}
