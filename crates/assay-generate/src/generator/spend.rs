//! What answers cost, and when to stop.

use crate::{KnownCost, Price};

/// What all work of a command costs. What is under way counts with the most that it can cost, so that the limit is kept
/// whatever comes back.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spend {
    limit: Option<f64>,
    spent: KnownCost,
    under_way: f64,
}

/// Whether a request may be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Payable {
    Yes,
    /// When what is under way has turned out cheaper, perhaps.
    Later,
    No,
}

impl Spend {
    /// Starts with what is spent already.
    #[must_use]
    pub fn new(limit: Option<f64>, spent: f64) -> Self {
        Self { limit, spent: KnownCost { known: spent, without_price: 0 }, under_way: 0.0 }
    }

    /// What was spent, as far as it is known. A limit is one of what is known.
    #[must_use]
    pub fn spent(&self) -> KnownCost {
        self.spent
    }

    /// Adds what was spent before.
    pub fn add(&mut self, cost: KnownCost) {
        self.spent.add_all(cost);
    }

    pub(super) fn payable(&self, most: f64) -> Payable {
        // Sums of costs are a little off; that must not stop an answer that is just within the limit.
        match self.limit.map(|limit| limit * (1.0 + 1e-9)) {
            Some(limit) if self.spent.known + most > limit => Payable::No,
            Some(limit) if self.spent.known + self.under_way + most > limit => Payable::Later,
            _ => Payable::Yes,
        }
    }

    pub(super) fn begin(&mut self, most: f64) {
        self.under_way += most;
    }

    /// An attempt has ended, at this cost: none where it brought no answer.
    pub(super) fn end(&mut self, most: f64, cost: KnownCost) {
        self.under_way = (self.under_way - most).max(0.0);
        self.spent.add_all(cost);
    }
}

/// The most that a request can cost: what it holds by the rule of [`crate::estimated_tokens`], and the longest answer.
pub(super) fn most(price: Option<Price>, input: u64, max_tokens: u32) -> f64 {
    price.map_or(0.0, |price| price.of(input, u64::from(max_tokens)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_even_if_all_that_is_under_way_costs_the_most() {
        let mut spend = Spend::new(Some(10.0), 4.0);
        assert_eq!(spend.payable(3.0), Payable::Yes);
        spend.begin(3.0);
        spend.begin(3.0);
        assert_eq!(spend.payable(1.0), Payable::Later);
        spend.end(3.0, KnownCost::of(Some(0.5)));
        assert_eq!(spend.payable(1.0), Payable::Yes);
        spend.end(3.0, KnownCost::of(Some(3.0)));
        assert_eq!((spend.payable(2.0), spend.payable(3.0)), (Payable::Yes, Payable::No));
        spend.end(0.0, KnownCost::default());
        assert!((spend.spent().known - 7.5).abs() < 1e-12 && spend.spent().without_price == 0);
        assert_eq!(Spend::default().payable(1e9), Payable::Yes);
    }
}
