//! Where a run's time went, for a person.

use assay_run::Timing;

use crate::output;

/// One line always; the breakdown where asked for.
pub(crate) fn show(timing: &Timing, quiet: bool, breakdown: bool) {
    if !quiet {
        output::note(&format!(
            "{} trials on {} slots in {:.1} s ({:.0}/s); {} findings were known already or shared by equal samples",
            timing.trials,
            timing.slots,
            timing.seconds,
            timing.rate(),
            timing.reused
        ));
    }
    if breakdown && timing.trials > 0 {
        output::note(&"mean of a trial's parts, in microseconds of wall time (worker and judge overlap):");
        for (part, microseconds) in timing.breakdown() {
            output::note(&format!("  {part:<36} {microseconds:>8.0}"));
        }
    }
}
