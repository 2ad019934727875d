//! How many tasks have which share of passing samples, in two lines.

use assay_analyse::ShareBin;

use super::grid::{Grid, number, text};
use crate::{Report, words};

/// Nothing where no task was compared.
pub(super) fn part(report: &Report) -> String {
    let Ok(bins) = <&[ShareBin; 7]>::try_from(report.share_distribution.as_slice()) else {
        return String::new();
    };
    let [first, second, third, fourth, fifth, sixth, seventh] = bins.map(|bin| words::share_bin(&bin));
    let header = ["tasks by share passing", &first, &second, &third, &fourth, &fifth, &sixth, &seventh];
    let most = bins.iter().map(|bin| bin.baseline.max(bin.candidate)).max().unwrap_or(0);
    let mut grid = Grid::table(header);
    for (side, of) in
        [("baseline", (|bin| bin.baseline) as fn(&ShareBin) -> u64), ("candidate", |bin| bin.candidate)]
    {
        let [first, second, third, fourth, fifth, sixth, seventh] = bins.map(|bin| {
            let count = of(&bin);
            number(&format!("{}\u{a0}{}", words::grouped(count), bar(count, most)))
        });
        grid = grid.row([text(side), first, second, third, fourth, fifth, sixth, seventh]);
    }
    grid.draw()
}

/// A bar as high as a count, in eighths of the highest; a count above 0 is never without one.
fn bar(count: u64, most: u64) -> char {
    const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let eighth = (count * 8).div_ceil(most.max(1));
    usize::try_from(eighth)
        .ok()
        .and_then(|eighth| EIGHTHS.get(eighth.checked_sub(1)?))
        .copied()
        .unwrap_or('\u{a0}')
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_are_eighths_of_the_highest() {
        assert_eq!([0, 1, 50, 99, 100].map(|count| bar(count, 100)), ['\u{a0}', '▁', '▄', '█', '█']);
        assert_eq!(bar(0, 0), '\u{a0}');
    }
}
