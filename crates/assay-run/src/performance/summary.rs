//! What a report says of how time and memory were measured.

use assay_analyse::MeasureInput;
use assay_check::performance::Calibration;
use assay_report::{InputsSummary, Instruments, MeasuringSummary, NotMeasured, Warning};

use super::{Comparison, MeasuredComparison, PerformanceSettings, measure};
use crate::error::RunError;
use crate::progress::Progress;
use crate::session::Session;
use crate::timing::Timing;

/// What was measured for a comparison, as its analysis and its report take it.
#[derive(Debug, Default)]
pub(crate) struct ReportedMeasurements {
    pub(crate) measures: Vec<MeasureInput>,
    pub(crate) summary: Option<MeasuringSummary>,
    pub(crate) warnings: Vec<Warning>,
}

/// Share of a side's correct samples without a value from which on a reader is warned.
const MANY_NOT_MEASURED: f64 = 0.05;
/// Noise of a machine from which on a reader is warned: a tenth from one process to the next.
const MUCH_NOISE: f64 = 0.1;

/// Measures where the session's checks say so.
pub(crate) fn measured(
    session: &Session,
    comparison: &Comparison<'_>,
    progress: &dyn Progress,
    timing: &mut Timing,
) -> Result<ReportedMeasurements, RunError> {
    let Some(settings) = session.checks.performance.as_ref().filter(|_| session.checks.logic) else {
        return Ok(ReportedMeasurements::default());
    };
    let measured = measure(session, settings, comparison, progress, timing)?;
    Ok(ReportedMeasurements {
        warnings: warnings(&measured),
        summary: Some(summary(settings, &measured)),
        measures: measured.measures,
    })
}

fn summary(settings: &PerformanceSettings, measured: &MeasuredComparison) -> MeasuringSummary {
    MeasuringSummary {
        repetitions: settings.check.repetitions,
        samples: settings.check.samples,
        measure_equal: settings.measure_equal,
        instruments: measured.calibration.map(|calibration| Instruments {
            transport_microseconds: calibration.transport_nanoseconds as f64 / 1e3,
            call_resolution_microseconds: calibration.call_resolution_nanoseconds / 1e3,
            resolution_bytes: Calibration::RESOLUTION_BYTES,
            noise: calibration.noise,
        }),
        inputs: settings.inputs.as_ref().map(|inputs| InputsSummary {
            sha256: inputs.digest(),
            tasks: inputs.tasks() as u64,
            limit_seconds: inputs.limit_seconds(),
        }),
        not_measured: measured
            .refused
            .iter()
            .map(|(side, reason, samples)| NotMeasured {
                side: name(*side).to_owned(),
                reason: reason.to_string(),
                samples: *samples,
            })
            .collect(),
    }
}

fn name(side: usize) -> &'static str {
    if side == 0 { "baseline" } else { "candidate" }
}

fn warnings(measured: &MeasuredComparison) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for side in [0, 1] {
        let of_side = measured.refused.iter().filter(|(of, _, _)| *of == side);
        let refused: u64 = of_side.clone().map(|(_, _, samples)| samples).sum();
        let tried = measured.tried[side];
        if tried > 0 && refused as f64 > MANY_NOT_MEASURED * tried as f64 {
            let reasons: Vec<String> =
                of_side.map(|(_, reason, samples)| format!("{samples}: {reason}")).collect();
            warnings.push(Warning {
                code: "not_measured".to_owned(),
                message: format!(
                    "{refused} of {tried} correct samples of the {} have no time or no memory ({}); performance rows rest on the others",
                    name(side),
                    reasons.join("; ")
                ),
            });
        }
    }
    if measured.below_resolution > 0 {
        warnings.push(Warning {
            code: "below_resolution".to_owned(),
            message: format!(
                "the samples of {} tasks take less time than can be told from none on this machine; they are not compared by time (and counted with those that have too few samples): larger inputs (--performance-inputs) tell more",
                measured.below_resolution
            ),
        });
    }
    if let Some(noise) =
        measured.calibration.map(|calibration| calibration.noise).filter(|noise| *noise > MUCH_NOISE)
    {
        warnings.push(Warning {
            code: "noisy_machine".to_owned(),
            message: format!(
                "one fixed piece of work took times that deviate by {:.0} % from one process to the next: something else kept this machine busy, and small differences of time cannot be told",
                100.0 * noise
            ),
        });
    }
    warnings
}
