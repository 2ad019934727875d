//! Which processor each slot runs on.

use std::sync::{Mutex, PoisonError};

use nix::sched::{CpuSet, sched_getaffinity};
use nix::unistd::Pid;

/// Slots of this process on each processor, by number.
static TAKEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// A slot's share of one processor; given back when dropped.
#[derive(Debug)]
pub(super) struct Seat {
    number: Option<usize>,
    processors: CpuSet,
}

impl Seat {
    /// The processor with the fewest slots among those that this process may use.
    ///
    /// Where the kernel does not say which those are, the slot is bound to none.
    pub(super) fn take() -> Self {
        let allowed = sched_getaffinity(Pid::from_raw(0)).unwrap_or_default();
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        taken.resize(CpuSet::count(), 0);
        let number = (0..CpuSet::count())
            .filter(|number| allowed.is_set(*number) == Ok(true))
            .min_by_key(|number| taken[*number]);
        let mut processors = allowed;
        if let Some(number) = number {
            taken[number] += 1;
            processors = CpuSet::new();
            // Cannot fail: the number came from a set of this size.
            let _ = processors.set(number);
        }
        Self { number, processors }
    }

    /// The processor as the kernel takes it.
    pub(super) fn processors(&self) -> CpuSet {
        self.processors
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = self.number.and_then(|number| taken.get_mut(number)) {
            *count -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_spread_over_the_processors_and_give_them_back() {
        let allowed = sched_getaffinity(Pid::from_raw(0)).unwrap();
        let count = (0..CpuSet::count()).filter(|number| allowed.is_set(*number) == Ok(true)).count();
        let seats: Vec<Seat> = (0..2 * count).map(|_| Seat::take()).collect();
        let mut numbers: Vec<_> = seats.iter().filter_map(|seat| seat.number).collect();
        numbers.sort_unstable();
        let places: Vec<_> = numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        assert!(places.iter().all(|(first, second)| first == second), "{places:?}");
        drop(seats);
        assert_eq!(TAKEN.lock().unwrap().iter().sum::<usize>(), 0);
    }
}
