//! How many requests are under way, and when the next may begin.

use std::collections::VecDeque;
use std::time::Duration;

const MINUTE: Duration = Duration::from_mins(1);

/// The pace of one model. Times are since the work began.
#[derive(Debug)]
pub(super) struct Pace {
    /// What the protocol and the provider allow.
    most: usize,
    /// What the provider bears, as far as that has been found out.
    limit: usize,
    /// Answers in a row since the limit last changed.
    in_a_row: usize,
    /// When the limit was last lowered.
    lowered: Option<Duration>,
    /// Nothing begins before.
    paused: Duration,
    requests: Option<usize>,
    tokens: Option<u64>,
    /// What began within the last minute: when, and its tokens. The first has the number `first`.
    begun: VecDeque<(Duration, u64)>,
    first: u64,
    under_way: usize,
}

impl Pace {
    pub(super) fn new(most: usize, requests: Option<u32>, tokens: Option<u64>) -> Self {
        Self {
            most,
            limit: most,
            in_a_row: 0,
            lowered: None,
            paused: Duration::ZERO,
            requests: requests.map(|requests| requests as usize),
            tokens,
            begun: VecDeque::new(),
            first: 0,
            under_way: 0,
        }
    }

    pub(super) fn under_way(&self) -> usize {
        self.under_way
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Whether another request may be under way.
    pub(super) fn has_room(&self) -> bool {
        self.under_way < self.limit
    }

    /// From when on a request of so many tokens may begin.
    pub(super) fn earliest(&mut self, now: Duration, tokens: u64) -> Duration {
        while self.begun.front().is_some_and(|(at, _)| *at + MINUTE <= now) {
            self.begun.pop_front();
            self.first += 1;
        }
        let mut earliest = self.paused.max(now);
        if let Some(most) = self.requests
            && self.begun.len() >= most
        {
            earliest = earliest.max(self.begun[self.begun.len() - most].0 + MINUTE);
        }
        if let Some(most) = self.tokens {
            // A request larger than the limit waits until it would be alone.
            let mut left: u64 = self.begun.iter().map(|(_, tokens)| tokens).sum();
            for (at, gone) in &self.begun {
                if left + tokens <= most {
                    break;
                }
                left -= gone;
                earliest = earliest.max(*at + MINUTE);
            }
        }
        earliest
    }

    /// A request begins; the number says which it was.
    pub(super) fn begin(&mut self, now: Duration, tokens: u64) -> u64 {
        self.under_way += 1;
        self.begun.push_back((now, tokens));
        self.first + self.begun.len() as u64 - 1
    }

    /// It has ended, and took so many tokens.
    pub(super) fn end(&mut self, number: u64, tokens: Option<u64>) {
        self.under_way -= 1;
        let place = number.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        let entry = place.and_then(|place| self.begun.get_mut(place));
        if let (Some(entry), Some(tokens)) = (entry, tokens) {
            entry.1 = tokens;
        }
    }

    /// The provider answered: after as many answers as may be under way, it is asked for one more at once.
    pub(super) fn went_well(&mut self) {
        self.in_a_row += 1;
        if self.in_a_row >= self.limit && self.limit < self.most {
            self.limit += 1;
            self.in_a_row = 0;
        }
    }

    /// The provider said that it is too much: half as many from now on, and none before the time that it names. Requests that
    /// began before the last lowering say nothing new.
    pub(super) fn too_much(&mut self, begun: Duration, now: Duration, asked: Option<Duration>) {
        self.in_a_row = 0;
        if self.lowered.is_none_or(|lowered| begun >= lowered) {
            self.limit = (self.limit / 2).max(1);
            self.lowered = Some(now);
        }
        self.pause(now, asked);
    }

    /// Nothing begins before the time that the provider asks for has passed.
    pub(super) fn pause(&mut self, now: Duration, asked: Option<Duration>) {
        if let Some(asked) = asked {
            self.paused = self.paused.max(now + asked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn no_minute_has_more_requests_than_allowed() {
        let mut pace = Pace::new(100, Some(3), None);
        let mut now = seconds(0);
        let mut begun = Vec::new();
        for step in 0..20 {
            now = pace.earliest(now + Duration::from_millis(step * 37), 0);
            begun.push(now);
            let number = pace.begin(now, 0);
            pace.end(number, None);
        }
        for window in begun.windows(4) {
            assert!(window[3] >= window[0] + MINUTE, "{window:?}");
        }
        assert!(begun[19] < seconds(6 * 60 + 60), "{:?}", begun[19]);
    }

    #[test]
    fn tokens_are_held_back_by_estimates_and_released_by_counts() {
        let mut pace = Pace::new(100, None, Some(1000));
        let first = pace.begin(seconds(0), 600);
        assert_eq!(pace.earliest(seconds(1), 600), seconds(60));
        pace.end(first, Some(100));
        assert_eq!(pace.earliest(seconds(1), 600), seconds(1));
        pace.begin(seconds(1), 600);
        // More than is ever allowed: alone, after a minute.
        assert_eq!(pace.earliest(seconds(2), 5000), seconds(61));
        assert_eq!(pace.earliest(seconds(61), 5000), seconds(61));
    }

    #[test]
    fn a_refusal_halves_what_is_under_way_once_and_answers_raise_it_slowly() {
        let mut pace = Pace::new(16, None, None);
        for _ in 0..5 {
            // Five requests that had all begun before the first of them was refused.
            pace.too_much(seconds(1), seconds(2), None);
        }
        assert_eq!(pace.limit(), 8);
        pace.too_much(seconds(3), seconds(4), Some(seconds(30)));
        assert_eq!((pace.limit(), pace.earliest(seconds(5), 0)), (4, seconds(34)));
        for _ in 0..4 {
            pace.went_well();
        }
        assert_eq!(pace.limit(), 5);
        for _ in 0..1000 {
            pace.went_well();
        }
        assert_eq!(pace.limit(), 16);
        for begun in 40..50 {
            pace.too_much(seconds(begun), seconds(begun), None);
        }
        assert_eq!(pace.limit(), 1);
    }
}
