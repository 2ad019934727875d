//! What every format must keep to, whatever it draws. A new format is tested here as soon as it is registered.

use crate::fixtures;
use crate::format::formats;
use crate::text::{Piece, pieces};

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
            let text = String::from_utf8(format.render(&report).unwrap()).unwrap();
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{} of {name}", format.name());
        }
    }
}

#[test]
fn nothing_hidden_reaches_the_output() {
    for format in formats() {
        let text = String::from_utf8(format.render(&fixtures::hostile()).unwrap()).unwrap();
        let hidden = pieces(&text).find(|piece| matches!(piece, Piece::Hidden(_)));
        assert_eq!(hidden, None, "{}", format.name());
    }
}

#[test]
fn no_foreign_markup_reaches_what_a_browser_may_read() {
    for format in formats().iter().filter(|format| format.media_type() != "text/plain") {
        let text = String::from_utf8(format.render(&fixtures::hostile()).unwrap()).unwrap();
        for markup in ["<script", "</script", "<img", "<b>", "</pre></style>", "\" onmouseover=\"a"] {
            assert!(!text.contains(markup), "{}: {markup}", format.name());
        }
    }
}

#[test]
fn foreign_text_is_shown_not_dropped() {
    for format in formats() {
        let text = String::from_utf8(format.render(&fixtures::hostile()).unwrap()).unwrap();
        assert!(text.contains("owned") && text.contains("reversed"), "{}", format.name());
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
