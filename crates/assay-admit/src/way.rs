//! The ways in which tests run.

use std::sync::Arc;

use assay_oracle::{Order, Selection, TestRun, default_limits};
use assay_patch::MemoryTree;
use assay_sandbox::Surroundings;
use assay_types::{Runner, TestId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way of running tests that must not change how they end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// As the runner has them: files by name, tests as they stand in them.
    FileOrder,
    /// Each target test in a run of its own.
    Alone,
    /// Mixed.
    Shuffled,
    /// In a time zone that has another day for half of it.
    TimeZone,
    /// With another order of sets.
    HashSeed,
}

impl Way {
    /// Those in which all tests run together.
    pub const TOGETHER: [Self; 4] = [Self::FileOrder, Self::Shuffled, Self::TimeZone, Self::HashSeed];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::FileOrder => "file order",
            Self::Alone => "alone",
            Self::Shuffled => "shuffled",
            Self::TimeZone => "another time zone",
            Self::HashSeed => "another hash seed",
        }
    }

    /// A run in this way. `seed` mixes the order.
    pub(crate) fn run(
        self,
        tree: &Arc<MemoryTree>,
        runner: Runner,
        selection: Selection,
        [seed, decoys]: [u64; 2],
    ) -> TestRun {
        let usual = Surroundings::default();
        let surroundings = match self {
            // Eleven hours west of UTC: what was dated there and is compared with local time is of the day before.
            Self::TimeZone => Surroundings { time_zone: "WEST11".to_owned(), ..usual },
            Self::HashSeed => Surroundings { hash_seed: 1, ..usual },
            Self::FileOrder | Self::Alone | Self::Shuffled => usual,
        };
        TestRun {
            tree: tree.clone(),
            runner,
            selection,
            order: if self == Self::Shuffled { Order::Shuffled(seed) } else { Order::File },
            surroundings,
            decoys: Some(decoys),
            limits: default_limits(),
        }
    }
}

/// One test.
pub(crate) fn alone(test: &TestId) -> Selection {
    Selection::Tests(vec![test.clone()])
}
