//! What a sample may use, and the rule that derives it from the reference solution.

use std::time::Duration;

use assay_types::TrialTime;
use serde::{Deserialize, Serialize};

/// Limits of one trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of one process, in whole seconds (the kernel's unit).
    pub cpu_seconds: u64,
    /// CPU time of the tests' own work, in whole seconds.
    pub judge_cpu_seconds: u64,
    /// Time from the first line of the sample's code to the verdict, in milliseconds.
    pub wall_milliseconds: u64,
    /// Private memory of one process, in bytes.
    pub memory_bytes: u64,
    /// Processes and threads together.
    pub processes: u64,
    /// Open descriptors of one process.
    pub descriptors: u64,
    /// Size of the private `/tmp`, in bytes.
    pub disk_bytes: u64,
    /// Files and folders in the private `/tmp`.
    pub inodes: u64,
    /// Standard output and error together, in bytes.
    pub output_bytes: u64,
}

impl Limits {
    /// The wall limit as a duration.
    #[must_use]
    pub fn wall(&self) -> Duration {
        Duration::from_millis(self.wall_milliseconds)
    }
}

/// How limits follow from the reference solution's own time. Part of every result's key; the measured time is not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LimitRule {
    /// CPU limit ÷ the reference's CPU time.
    pub multiple: f64,
    /// Least CPU limit, in seconds.
    pub floor_seconds: f64,
    /// Wall limit ÷ CPU limit: a busy machine must not turn a correct answer into a late one.
    pub wall_multiple: f64,
    /// Everything that does not depend on the reference.
    pub memory_bytes: u64,
}

impl Default for LimitRule {
    fn default() -> Self {
        Self { multiple: 10.0, floor_seconds: 2.0, wall_multiple: 5.0, memory_bytes: 2 << 30 }
    }
}

impl LimitRule {
    /// The limits for a task whose reference solution took this long. Seconds of CPU are rounded up to whole ones.
    ///
    /// The tests' own work and a reference that waits have their share: a sample is not charged for either.
    #[must_use]
    pub fn limits(&self, reference: TrialTime) -> Limits {
        let times = |microseconds: u64| microseconds as f64 / 1e6 * self.multiple;
        let cpu = |microseconds: u64| times(microseconds).max(self.floor_seconds).ceil().max(1.0);
        let (seconds, judge_seconds) = (cpu(reference.cpu_microseconds), cpu(reference.judging_microseconds));
        let wall = (seconds * self.wall_multiple).max(times(reference.wall_microseconds)) + judge_seconds;
        Limits {
            cpu_seconds: to_whole(seconds),
            judge_cpu_seconds: to_whole(judge_seconds),
            wall_milliseconds: to_whole((wall * 1000.0).ceil()),
            memory_bytes: self.memory_bytes,
            processes: 64,
            descriptors: 256,
            disk_bytes: 64 << 20,
            inodes: 4096,
            output_bytes: 16 << 20,
        }
    }

    /// The limits under which a reference solution itself is timed: generous, since it is trusted to end.
    #[must_use]
    pub fn calibration(&self) -> Limits {
        let generous = Self { floor_seconds: self.floor_seconds.max(60.0), ..*self };
        generous.limits(TrialTime::default())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of u32 first"
)]
fn to_whole(value: f64) -> u64 {
    value.clamp(0.0, f64::from(u32::MAX)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpu(cpu_microseconds: u64) -> TrialTime {
        TrialTime { cpu_microseconds, ..TrialTime::default() }
    }

    #[test]
    fn neither_slow_tests_nor_a_reference_that_waits_are_charged_to_the_sample() {
        let slow_tests =
            TrialTime { judging_microseconds: 4_000_000, wall_microseconds: 4_000_000, ..cpu(0) };
        let limits = LimitRule::default().limits(slow_tests);
        assert_eq!((limits.cpu_seconds, limits.judge_cpu_seconds, limits.wall_milliseconds), (2, 40, 80_000));
        let waiting = TrialTime { wall_microseconds: 11_000_000, ..cpu(0) };
        assert_eq!(LimitRule::default().limits(waiting).wall_milliseconds, 112_000);
    }

    #[test]
    fn the_floor_holds_for_quick_references() {
        let limits = LimitRule::default().limits(cpu(3_000));
        assert_eq!((limits.cpu_seconds, limits.wall_milliseconds), (2, 12_000));
    }

    #[test]
    fn slow_references_get_their_multiple_rounded_up() {
        let limits = LimitRule::default().limits(cpu(1_230_000));
        assert_eq!((limits.cpu_seconds, limits.wall_milliseconds), (13, 67_000));
    }

    #[test]
    fn an_absurd_rule_does_not_overflow() {
        let rule = LimitRule { multiple: f64::INFINITY, ..LimitRule::default() };
        assert_eq!(rule.limits(cpu(1_000_000)).cpu_seconds, u64::from(u32::MAX));
    }
}
