//! All tasks in one figure: a column each, or a histogram where columns would be too many.

use maud::{Markup, html};

use super::super::figure::{Scale, percent};
use super::{Task, class};
use crate::text::one_line;
use crate::words;

/// More tasks than this become a histogram.
const MOST_COLUMNS: usize = 200;

/// Height of the drawing, in pixels.
const HEIGHT: f64 = 150.0;

/// The figure for tasks that are sorted by change.
pub(super) fn figure(tasks: &[Task]) -> Markup {
    if tasks.len() > MOST_COLUMNS { histogram(tasks) } else { columns(tasks) }
}

/// A column per task, from the baseline's share to the candidate's.
fn columns(tasks: &[Task]) -> Markup {
    let x = |place: usize| percent(6.0 + 93.0 * (place as f64 + 0.5) / tasks.len() as f64);
    let y = |share: f64| format!("{:.1}", 8.0 + HEIGHT * (1.0 - share));
    html! {
        figure.overview {
            svg role="img" aria-labelledby="overview" width="100%" height="168" {
                title id="overview" { "Every task’s change, from the worst on the left to the best on the right; the tables hold the numbers." }
                @for (share, label) in [(0.0, "0"), (0.5, "50"), (1.0, "100 %")] {
                    line.grid x1="5%" x2="100%" y1=(y(share)) y2=(y(share)) {}
                    text.tick x="4.4%" y=(y(share)) dy="4" text-anchor="end" { (label) }
                }
                @for (place, task) in tasks.iter().enumerate() {
                    g.(class(task)) {
                        title { (describe(task)) }
                        line.between x1=(x(place)) x2=(x(place)) y1=(y(task.baseline)) y2=(y(task.candidate)) {}
                        circle.candidate cx=(x(place)) cy=(y(task.candidate)) r="2" {}
                    }
                }
            }
            figcaption {
                "A column per task, from the worst change to the best. A line starts at the baseline’s share of passing "
                "samples and ends, with a dot, at the candidate’s."
            }
        }
    }
}

/// How many tasks changed by how much, in steps of ten points.
fn histogram(tasks: &[Task]) -> Markup {
    let mut bins = [0usize; 21];
    for task in tasks {
        let nearest = (-10i32..=10)
            .min_by_key(|step| ((task.change() * 10.0 - f64::from(*step)).abs() * 1e6).round().to_bits());
        let place = usize::try_from(nearest.unwrap_or(0) + 10).unwrap_or(10);
        bins[place] += 1;
    }
    let most = bins.iter().copied().max().unwrap_or(1).max(1) as f64;
    let scale = Scale::around_zero([-105.0, 105.0].into_iter(), 6.0);
    html! {
        figure.overview {
            svg role="img" aria-labelledby="overview" width="100%" height="190" {
                title id="overview" { "How many tasks changed by how much, in steps of ten points." }
                @for (place, count) in bins.iter().enumerate() {
                    @let middle = 10.0 * (place as f64 - 10.0);
                    @let height = HEIGHT * *count as f64 / most;
                    @let class = match place { 0..=9 => "regression", 10 => "no-difference", _ => "improvement" };
                    rect.bar.(class) x=(scale.at(middle - 4.2)) width=(scale.width(middle - 4.2, middle + 4.2))
                        y=(format!("{:.1}", 16.0 + HEIGHT - height)) height=(format!("{height:.1}")) {}
                    @if *count > 0 {
                        text.tick x=(scale.at(middle)) y=(format!("{:.1}", 12.0 + HEIGHT - height)) text-anchor="middle" { (count) }
                    }
                    @if place % 5 == 0 {
                        text.tick x=(scale.at(middle)) y="184" text-anchor="middle" { (words::signed(middle).trim_end_matches(".0")) }
                    }
                }
                line.base x1="5%" x2="95%" y1="166" y2="166" {}
            }
            figcaption { "How many tasks changed by how many points: worse to the left of 0, better to the right." }
        }
    }
}

fn describe(task: &Task) -> String {
    format!(
        "{}: {:.0} % → {:.0} %",
        one_line(task.id.as_str(), 200),
        100.0 * task.baseline,
        100.0 * task.candidate
    )
}
