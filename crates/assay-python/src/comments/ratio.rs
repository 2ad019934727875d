//! The ratio of `difflib.SequenceMatcher`, exactly, by its definition in `CPython` 3.11's documentation and behaviour.
//!
//! The longest block of equal characters is taken (the earliest in the first text, then in the second), then the same
//! again left and right of it; the ratio is twice the characters in blocks by the characters in both. Where the second
//! text has 200 characters or more, characters that make up over a hundredth of it ("popular") start no block; a block only
//! grows over them.

use std::collections::HashMap;

/// From this length of the second text on, popular characters are set aside.
const LONG: usize = 200;
/// Classes of characters that a [`Sequence`] counts.
pub(super) const CLASSES: usize = 128;
/// The class of a character that starts no block.
const NONE: usize = usize::MAX;

/// `difflib.SequenceMatcher(None, first, second).ratio()`, however long it takes.
#[must_use]
pub fn ratio(first: &str, second: &str) -> f64 {
    let mut unlimited = u64::MAX;
    Matcher::new(&Sequence::of(second)).ratio(&Sequence::of(first), &mut unlimited).unwrap_or_default()
}

/// A text as characters, and how many there are of each class.
pub(super) struct Sequence {
    characters: Vec<char>,
    counts: [u32; CLASSES],
}

impl Sequence {
    pub(super) fn of(text: &str) -> Self {
        let characters: Vec<char> = text.chars().collect();
        let mut counts = [0; CLASSES];
        for character in &characters {
            counts[*character as usize % CLASSES] += 1;
        }
        Self { characters, counts }
    }

    /// An upper bound of the ratio with another text: as if order did not matter, nor which character of a class it is.
    pub(super) fn at_most(&self, other: &Self) -> f64 {
        let (length, others) = (self.characters.len(), other.characters.len());
        let shorter = share(length.min(others), length + others);
        let common: u32 = self.counts.iter().zip(&other.counts).map(|(one, another)| one.min(another)).sum();
        shorter.min(share(common as usize, length + others))
    }
}

/// The ratio of so many equal characters in texts that have so many together.
fn share(equal: usize, both: usize) -> f64 {
    if both == 0 { 1.0 } else { 2.0 * equal as f64 / both as f64 }
}

/// The second text of a comparison, prepared.
pub(super) struct Matcher<'a> {
    second: &'a Sequence,
    classes: HashMap<char, usize>,
    /// For each class where its character stands, ascending; empty for popular ones.
    places: Vec<Vec<usize>>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(second: &'a Sequence) -> Self {
        let mut classes = HashMap::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        for (place, character) in second.characters.iter().enumerate() {
            let class = *classes.entry(*character).or_insert(places.len());
            if class == places.len() {
                places.push(Vec::new());
            }
            places[class].push(place);
        }
        let length = second.characters.len();
        if length >= LONG {
            for places in places.iter_mut().filter(|places| places.len() > length / 100 + 1) {
                places.clear();
            }
        }
        Self { second, classes, places }
    }

    /// The ratio with a first text; `None` where the work is used up.
    pub(super) fn ratio(&self, first: &Sequence, work: &mut u64) -> Option<f64> {
        let (one, other) = (&first.characters, &self.second.characters);
        if one == other {
            return Some(1.0);
        }
        let class = |character: &char| self.classes.get(character).copied().unwrap_or(NONE);
        let classes: Vec<usize> = one.iter().map(class).collect();
        let mut search = Search {
            matcher: self,
            first: one,
            classes: &classes,
            before: vec![0; other.len() + 1],
            here: vec![0; other.len() + 1],
            work,
        };
        let mut open = vec![Area { first: (0, one.len()), second: (0, other.len()) }];
        let mut equal = 0;
        while let Some(area) = open.pop() {
            let block = search.longest(area)?;
            if block.length == 0 {
                continue;
            }
            equal += block.length;
            let (first_end, second_end) = (block.first + block.length, block.second + block.length);
            for part in [
                Area { first: (area.first.0, block.first), second: (area.second.0, block.second) },
                Area { first: (first_end, area.first.1), second: (second_end, area.second.1) },
            ] {
                if part.first.0 < part.first.1 && part.second.0 < part.second.1 {
                    open.push(part);
                }
            }
        }
        Some(share(equal, one.len() + other.len()))
    }
}

/// Parts of both texts, each from and up to a place.
#[derive(Clone, Copy)]
struct Area {
    first: (usize, usize),
    second: (usize, usize),
}

/// Equal characters at a place in each text.
struct Block {
    first: usize,
    second: usize,
    length: usize,
}

struct Search<'a> {
    matcher: &'a Matcher<'a>,
    first: &'a [char],
    /// Of each character of the first text its class in the second.
    classes: &'a [usize],
    /// Lengths of the blocks that end at the character before in the first text, by the place after their end in the
    /// second; all 0 between searches, as `here` is.
    before: Vec<usize>,
    here: Vec<usize>,
    work: &'a mut u64,
}

impl<'a> Search<'a> {
    /// The longest block of an area; of length 0 where there is none.
    fn longest(&mut self, area: Area) -> Option<Block> {
        let mut best = Block { first: area.first.0, second: area.second.0, length: 0 };
        let mut last: &[usize] = &[];
        for place in area.first.0..area.first.1 {
            let places = self.places(place, area);
            *self.work = self.work.checked_sub(1 + places.len() as u64)?;
            for second in places {
                let length = self.before[*second] + 1;
                self.here[second + 1] = length;
                if length > best.length {
                    best = Block { first: place + 1 - length, second: second + 1 - length, length };
                }
            }
            self.forget(last);
            std::mem::swap(&mut self.before, &mut self.here);
            last = places;
        }
        self.forget(last);
        Some(self.grown(best, area))
    }

    /// Where the character at a place of the first text stands in the second's part of an area.
    fn places(&self, place: usize, area: Area) -> &'a [usize] {
        let places = self.matcher.places.get(self.classes[place]).map_or(&[][..], Vec::as_slice);
        let from = places.partition_point(|second| *second < area.second.0);
        let to = places.partition_point(|second| *second < area.second.1);
        &places[from..to]
    }

    fn forget(&mut self, places: &[usize]) {
        for second in places {
            self.before[second + 1] = 0;
        }
    }

    /// A block and what equals around it, popular characters included.
    fn grown(&self, mut block: Block, area: Area) -> Block {
        let (one, other) = (self.first, &self.matcher.second.characters);
        while block.first > area.first.0
            && block.second > area.second.0
            && one[block.first - 1] == other[block.second - 1]
        {
            block = Block { first: block.first - 1, second: block.second - 1, length: block.length + 1 };
        }
        while block.first + block.length < area.first.1
            && block.second + block.length < area.second.1
            && one[block.first + block.length] == other[block.second + block.length]
        {
            block.length += 1;
        }
        block
    }
}
