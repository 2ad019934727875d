//! What answers cost, as far as it is known.

/// What answers cost, as far as it is known: one that was asked for while the protocol had no price for its model has none.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct KnownCost {
    /// Those with a price together, in the currency of the protocol's prices.
    pub known: f64,
    /// How many have none. What they cost is unknown, and not nothing.
    pub without_price: u64,
}

impl KnownCost {
    /// That of one answer.
    #[must_use]
    pub fn of(answer: Option<f64>) -> Self {
        Self { known: answer.unwrap_or(0.0), without_price: u64::from(answer.is_none()) }
    }

    /// Adds an answer.
    pub fn add(&mut self, cost: Option<f64>) {
        self.add_all(Self::of(cost));
    }

    /// Adds other answers.
    pub fn add_all(&mut self, other: Self) {
        self.known += other.known;
        self.without_price += other.without_price;
    }

    /// What is said of it, such as `at least 0.1200 spent; 3 answers without a price`; `what` is the word behind the sum.
    #[must_use]
    pub fn said(&self, what: &str) -> String {
        let sum = format!("{:.4} {what}", self.known);
        match self.without_price {
            0 => sum.trim_end().to_owned(),
            1 => format!("at least {}; 1 answer without a price", sum.trim_end()),
            several => format!("at least {}; {several} answers without a price", sum.trim_end()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_cost_is_said_and_is_not_nothing() {
        let mut cost = KnownCost::default();
        cost.add(Some(0.12));
        assert_eq!(cost.said("spent"), "0.1200 spent");
        cost.add(None);
        assert_eq!(cost.said(""), "at least 0.1200; 1 answer without a price");
        cost.add_all(cost);
        assert_eq!(cost.said("spent"), "at least 0.2400 spent; 2 answers without a price");
    }
}
