//! CPD's search for equal runs of tokens, as PMD 7.28.0 does it.
//!
//! Runs of the minimum length are grouped by a rolling hash; within a group every two are compared in full. Which of
//! several overlapping runs is reported depends on the order of the groups, which is that of a Java hash map, so that
//! order is kept here as well. (A bucket of more than eight groups, which Java keeps as a tree, is not imitated: in maps
//! that are never fuller than three quarters none is to be expected.)

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Comparisons after which a search is given up. Generated texts of some thousand lines need a thousandth of it.
const WORK: u64 = 1 << 27;

/// What hashes are multiplied by per token.
const FACTOR: i32 = 37;

/// A run that occurs at several starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Match {
    /// Length in tokens.
    pub(super) length: usize,
    /// Indices of first tokens.
    pub(super) starts: BTreeSet<usize>,
}

/// All matches among tokens, given as numbers from 1 that are the same where the tokens' texts are the same; `None` where
/// the work goes over its limit.
pub(super) fn matches(images: &[i32], minimum: usize) -> Option<Vec<Match>> {
    let mut collector =
        Collector { images, minimum, work: WORK, paired: HashMap::new(), found: BTreeMap::new() };
    for group in groups(images, minimum) {
        collector.collect(&group)?;
    }
    let mut found: Vec<Match> = collector.found.into_values().flatten().collect();
    found.sort_by_key(|found| (std::cmp::Reverse(found.length), found.starts.first().copied()));
    Some(found)
}

/// Starts of runs with the same hash, two or more, ascending; groups in a Java hash map's order.
fn groups(images: &[i32], minimum: usize) -> Vec<Vec<usize>> {
    let Some(last) = images.len().checked_sub(minimum) else { return Vec::new() };
    let add = |hash: i32, image: i32| hash.wrapping_mul(FACTOR).wrapping_add(image);
    let leaving = (0..minimum).fold(1_i32, |power, _| power.wrapping_mul(FACTOR));
    let mut hash = images[last + 1..].iter().rev().fold(0, |hash, image| add(hash, *image));
    let mut numbers: HashMap<i32, usize> = HashMap::with_capacity(last + 1);
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::with_capacity(last + 1);
    for start in (0..=last).rev() {
        // Behind the last token stands the end of the file, numbered 0.
        let left = images.get(start + minimum).copied().unwrap_or(0);
        hash = add(hash, images[start]).wrapping_sub(leaving.wrapping_mul(left));
        let number = *numbers.entry(hash).or_insert_with(|| {
            groups.push((hash.cast_unsigned(), Vec::new()));
            groups.len() - 1
        });
        groups[number].1.push(start);
    }
    // The map is made for the number of tokens, the end of the file included, and doubles when over three quarters full.
    let mut capacity = (images.len() + 1).next_power_of_two();
    while groups.len() > capacity / 4 * 3 + capacity % 4 * 3 / 4 {
        capacity *= 2;
    }
    let bucket = |hash: u32| (hash ^ (hash >> 16)) as usize & (capacity - 1);
    groups.retain(|(_, starts)| starts.len() > 1);
    groups.sort_by_key(|(hash, _)| bucket(*hash));
    groups.into_iter().map(|(_, starts)| starts.into_iter().rev().collect()).collect()
}

struct Collector<'a> {
    images: &'a [i32],
    minimum: usize,
    /// Comparisons that are left.
    work: u64,
    /// For each start the starts that a match already pairs it with.
    paired: HashMap<usize, BTreeSet<usize>>,
    /// Matches by the first of the starts that were paired when they were found.
    found: BTreeMap<usize, Vec<Match>>,
}

impl Collector<'_> {
    /// Compares every two starts of a group.
    fn collect(&mut self, starts: &[usize]) -> Option<()> {
        let mut place = 0;
        while place + 1 < starts.len() {
            let first = starts[place];
            let mut near = 0;
            for second in starts[place + 1..].iter().copied() {
                self.spend(1)?;
                if second - first < self.minimum {
                    // A run that repeats itself at once: the next start would only find the same again.
                    near += 1;
                    continue;
                }
                if first > 0 && self.images[first - 1] == self.images[second - 1] {
                    continue;
                }
                let equal = self.images[first..].iter().zip(&self.images[second..]);
                let length = equal.take_while(|(one, other)| one == other).count();
                self.spend(length as u64)?;
                // Halves that overlap are dropped, not shortened.
                if length >= self.minimum && first + length <= second {
                    self.record(first, second, length)?;
                }
            }
            place += 1 + near;
        }
        Some(())
    }

    /// Joins a pair with the matches that are known, or adds it.
    fn record(&mut self, first: usize, second: usize, length: usize) -> Option<()> {
        let paired = self.paired.entry(first).or_default();
        if paired.contains(&second) {
            return Some(());
        }
        let key = paired.first().map_or(first, |lowest| first.min(*lowest));
        let mut known = self.found.remove(&key).unwrap_or_default();
        let done = self.join(&mut known, first, second, length);
        if done == Some(false) {
            known.push(Match { length, starts: BTreeSet::from([first, second]) });
            self.pair(first, second);
        }
        self.found.insert(key, known);
        done.map(|_| ())
    }

    /// Whether a pair is part of a match that is known, or became so. Shorter ones that it covers are taken out.
    fn join(&mut self, known: &mut Vec<Match>, first: usize, second: usize, length: usize) -> Option<bool> {
        let mut place = 0;
        'matches: while place < known.len() {
            let whole = known[place].length;
            for other in known[place].starts.iter().copied() {
                self.spend(1)?;
                if other == first {
                    continue;
                }
                if other < second && other + whole >= second + length {
                    return Some(true);
                }
                if second < other && second + length >= other + whole {
                    known.remove(place);
                    continue 'matches;
                }
                if length == whole {
                    self.spend(known[place].starts.len() as u64)?;
                    for other in &known[place].starts {
                        self.pair(*other, second);
                    }
                    known[place].starts.insert(second);
                    return Some(true);
                }
            }
            place += 1;
        }
        Some(false)
    }

    fn pair(&mut self, first: usize, second: usize) {
        self.paired.entry(first).or_default().insert(second);
        self.paired.entry(second).or_default().insert(first);
    }

    fn spend(&mut self, work: u64) -> Option<()> {
        self.work = self.work.checked_sub(work)?;
        Some(())
    }
}
