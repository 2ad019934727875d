//! What can be measured of a sample in a trial.

use serde::Serialize;

/// What a trial is to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measuring {
    /// Whether calls may be repeated, and roughly how long they take.
    Probe {
        /// As for [`Measuring::Time`].
        transport: u64,
    },
    /// How long the sample's own calls take.
    Time {
        /// How often each call is repeated, on fresh arguments, beside the one that the tests see. With 1 that one is
        /// measured, else the others: then what a first call does once is not in it.
        copies: u32,
        /// Nanoseconds that a call of a function that does nothing takes, which are taken off.
        transport: u64,
    },
    /// The highest memory that the sample holds in a call.
    Memory,
}

impl Measuring {
    /// Whether memory is what is wanted.
    pub(crate) fn is_memory(self) -> bool {
        self == Self::Memory
    }
}

/// As the judge reads it.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct MeterOrder {
    what: &'static str,
    copies: u32,
    transport: u64,
}

impl From<Measuring> for MeterOrder {
    fn from(measuring: Measuring) -> Self {
        match measuring {
            Measuring::Probe { transport } => Self { what: "probe", copies: 1, transport },
            Measuring::Time { copies, transport } => Self { what: "time", copies, transport },
            Measuring::Memory => Self { what: "memory", copies: 1, transport: 0 },
        }
    }
}
