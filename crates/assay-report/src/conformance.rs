//! What every format must keep to, whatever it draws. A new format is tested here as soon as it is registered.

use crate::format::{Format, formats};
use crate::gate::Gate;
use crate::text::{Piece, pieces};
use crate::{Report, fixtures, parquet};

/// The report in a format, and again with what a gate comes to. RFC 4180's ends of lines count as plain ones; what is no text
/// counts by the texts that are read from it.
fn drawn(format: &dyn Format, report: &Report) -> [String; 2] {
    let gate =
        "logic.interval.low > -2 accepting inconclusive\nwarnings.count == 0\nall.verdict != 'regression'";
    let gate = Gate::parse("gate.txt", gate).unwrap().evaluate(report).unwrap();
    let drawn = [format.render(report), format.render_with_gate(report, &gate)];
    drawn.map(|bytes| {
        if !format.is_text() {
            return parquet::tests::as_text(bytes.unwrap());
        }
        let text = String::from_utf8(bytes.unwrap()).unwrap();
        if format.media_type() == "text/csv" { text.replace("\r\n", "\n") } else { text }
    })
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    for format in formats() {
        for (name, report) in fixtures::all() {
            let [first, second] = [(); 2].map(|()| format.render(&report).unwrap());
            assert!(first == second, "{} of {name}", format.name());
        }
    }
}

#[test]
fn every_format_ends_its_last_line() {
    for format in formats() {
        for (name, report) in fixtures::all() {
            for text in drawn(*format, &report) {
                assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{} of {name}", format.name());
            }
        }
    }
}

#[test]
fn nothing_hidden_reaches_the_output() {
    for format in formats() {
        for text in drawn(*format, &fixtures::hostile()) {
            let hidden = pieces(&text).find(|piece| matches!(piece, Piece::Hidden(_)));
            assert_eq!(hidden, None, "{}", format.name());
        }
    }
}

#[test]
fn no_foreign_markup_reaches_what_a_browser_may_read() {
    for format in formats().iter().filter(|format| format.media_type() != "text/plain") {
        for text in drawn(*format, &fixtures::hostile()) {
            for markup in ["<script", "</script", "<img", "<b>", "</pre></style>"] {
                assert!(!text.contains(markup), "{}: {markup}", format.name());
            }
            // Markdown without tags has no attribute to break out of.
            let has_attributes = format.is_text() && format.media_type() != "text/markdown";
            assert!(!has_attributes || !text.contains("\" onmouseover=\"a"), "{}", format.name());
        }
    }
}

#[test]
fn foreign_text_is_shown_not_dropped() {
    for format in formats() {
        for text in drawn(*format, &fixtures::hostile()) {
            assert!(text.contains("owned") && text.contains("reversed"), "{}", format.name());
        }
    }
}

#[test]
fn a_big_report_stays_a_small_file() {
    for format in formats() {
        let bytes = format.render(&fixtures::big()).unwrap();
        assert!(bytes.len() < 8 << 20, "{}: {} bytes", format.name(), bytes.len());
    }
}

/// Writes every fixture in every format into the folder that `ASSAY_PREVIEW` names, to look at:
/// `ASSAY_PREVIEW=/tmp/preview cargo test -p assay-report preview`.
#[test]
fn preview() {
    let Some(folder) = std::env::var_os("ASSAY_PREVIEW").map(std::path::PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    for format in formats() {
        for (name, report) in fixtures::all() {
            let path = folder.join(format!("report-{name}.{}", format.name()));
            std::fs::write(path, format.render(&report).unwrap()).unwrap();
        }
    }
}
