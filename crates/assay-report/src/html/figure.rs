//! What the figures share: positions in per cent of the width, so that a figure fits any screen and its text keeps
//! its size.

/// A scale from values to per cent of a figure's width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
}

/// Room at both sides for half a label, in per cent.
const SIDE: f64 = 5.0;

impl Scale {
    /// A scale that shows these values, and never less than `least` to both sides of zero.
    pub(super) fn around_zero(values: impl Iterator<Item = f64>, least: f64) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((-least, least), |(low, high), value| (low.min(value), high.max(value)));
        Self { low, high }
    }

    /// A scale from 0 to 1.
    pub(super) fn shares() -> Self {
        Self { low: 0.0, high: 1.0 }
    }

    /// The scale of the values with their signs changed.
    pub(super) fn mirrored(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Widened so that zero is where another scale has it. Both reach to both sides of zero.
    pub(super) fn with_zero_as_in(self, other: Self) -> Self {
        let times = (self.low / other.low).max(self.high / other.high);
        Self { low: times * other.low, high: times * other.high }
    }

    /// Whether a value lies within it, but for rounding.
    pub(super) fn holds(self, value: f64) -> bool {
        const ROUNDING: f64 = 1e-9;
        self.low - ROUNDING <= value && value <= self.high + ROUNDING
    }

    /// Where a value is.
    pub(super) fn at(self, value: f64) -> String {
        percent(self.place(value))
    }

    /// How wide the stretch between two values is.
    pub(super) fn width(self, from: f64, to: f64) -> String {
        percent((self.place(to) - self.place(from)).abs())
    }

    /// Round values to label, four to nine of them.
    pub(super) fn ticks(self) -> Vec<f64> {
        let span = self.high - self.low;
        let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
        let step = steps.into_iter().find(|step| span / step <= 8.0).unwrap_or(50.0);
        let first = (self.low / step).ceil();
        let count = ((self.high / step).floor() - first).max(0.0);
        let places = (0..=20u32).map(f64::from).take_while(|place| *place <= count);
        places.map(|place| (first + place) * step).collect()
    }

    fn place(self, value: f64) -> f64 {
        let clamped = value.clamp(self.low, self.high);
        SIDE + (100.0 - 2.0 * SIDE) * (clamped - self.low) / (self.high - self.low)
    }
}

/// A length in per cent.
pub(super) fn percent(value: f64) -> String {
    format!("{value:.2}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_its_values_and_zero() {
        let scale = Scale::around_zero([-57.7, -29.0].into_iter(), 6.0);
        assert_eq!((scale.at(-57.7), scale.at(6.0)), ("5.00%".into(), "95.00%".into()));
        assert_eq!(scale.ticks(), [-50.0, -40.0, -30.0, -20.0, -10.0, 0.0]);
    }

    #[test]
    fn the_widest_scale_still_has_few_ticks() {
        assert_eq!(
            Scale::around_zero([-100.0, 100.0].into_iter(), 6.0).ticks(),
            [-100.0, -50.0, 0.0, 50.0, 100.0]
        );
    }

    #[test]
    fn two_scales_can_have_zero_at_one_place() {
        let points = Scale::around_zero([-30.0].into_iter(), 6.0);
        let ratios = Scale::around_zero([0.5].into_iter(), 0.1).mirrored().with_zero_as_in(points);
        assert_eq!(ratios.at(0.0), points.at(0.0));
        assert!(ratios.holds(-0.5) && ratios.holds(0.1));
    }

    #[test]
    fn values_beyond_a_scale_stay_on_the_page() {
        assert_eq!(Scale::shares().at(7.0), "95.00%");
        assert_eq!(Scale::around_zero([f64::NAN].into_iter(), 6.0).at(0.0), "50.00%");
    }
}
