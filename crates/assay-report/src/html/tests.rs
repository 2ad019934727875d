use super::*;
use crate::{FlaggedRow, fixtures};

fn page(report: &Report) -> String {
    String::from_utf8(Html.render(report).unwrap()).unwrap()
}

#[test]
fn a_small_page_in_full() {
    let mut report = fixtures::regression();
    report.tasks_lost.truncate(1);
    for task in &mut report.tasks_lost {
        task.prompt = "def f(x):\n    \"\"\"Doubles.\"\"\"\n".into();
        for example in [&mut task.baseline_example, &mut task.candidate_example].into_iter().flatten() {
            example.code = "def f(x):\n    return 2 * x  # twice\n".into();
            example.line = example.line.map(|_| 2);
        }
    }
    let style = page::page(&report).into_string();
    let (before, rest) = style.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    // A line per element, so that a change shows where it is.
    insta::assert_snapshot!(format!("{before}{after}").replace("><", ">\n<"));
}

#[test]
fn the_page_says_of_asked_models_what_every_format_says() {
    let report = fixtures::asked();
    let page = page(&report);
    for (side, facts) in crate::asked::sides(&report) {
        for (words, fact) in facts {
            assert!(page.contains(&format!("{words} {fact}")), "{side}: {words} {fact}");
        }
    }
    assert!(page.contains("cost at least 0.5000; 2 answers without a price"));
}

#[test]
fn the_page_loads_and_runs_nothing() {
    for (name, report) in fixtures::all() {
        let page = page(&report);
        for tag in ["<script", "<link", "<img", "<iframe", "<object", "<form", " style=", " src="] {
            let foreign = name == "hostile" && tag == " src=";
            assert!(foreign || !page.contains(tag), "{name}: {tag}");
        }
        assert!(!page.contains("url(") && !page.contains("@import"), "{name}");
    }
}

#[test]
fn lines_of_the_tests_are_not_marked_in_the_code() {
    let mut report = fixtures::regression();
    report.tasks_lost.retain(|task| task.id.as_str() == "parse_duration");
    report.tasks_lost[0].candidate_example.as_mut().unwrap().line = Some(3);
    let page = page(&report);
    assert!(page.contains("line 3 of the tests") && !page.contains("<mark"));
}

#[test]
fn lost_tasks_are_open_and_gained_ones_closed() {
    assert_eq!(page(&fixtures::regression()).matches("<details class=\"case\" open>").count(), 3);
    assert_eq!(page(&fixtures::improvement()).matches("<details class=\"case\" open>").count(), 0);
}

#[test]
fn many_tasks_are_summed_up() {
    let page = page(&fixtures::big());
    assert!(page.contains("How many tasks changed by how many points"));
    assert!(page.contains("judged sample on one side: 1."));
}

#[test]
fn a_breakdown_and_the_distribution_are_drawn_where_there_are_any() {
    let broken_down = page(&fixtures::broken_down());
    assert_eq!(broken_down.matches("<section id=\"breakdown\">").count(), 1);
    assert!(
        broken_down.contains("tag: nested data") && broken_down.contains("6 rows of this breakdown alone")
    );
    assert!(broken_down.contains("to\u{a0}60\u{a0}%: 17 and 7"));
    assert!(!page(&fixtures::improvement()).contains("id=\"breakdown\""));
    assert!(!page(&fixtures::empty()).contains("id=\"distribution\""));
}

#[test]
fn time_and_memory_are_drawn_with_their_numbers_beside_them() {
    let page = page(&fixtures::performance());
    assert_eq!(page.matches("<section id=\"performance\">").count(), 1);
    assert!(page.contains("id=\"performance-0\"") && page.contains("href=\"#performance-1\""));
    assert!(page.contains("The candidate is slower: its correct samples take "));
    // A compared task has its two boxes, its numbers in words, and its ratio.
    assert!(page.contains("class=\"whisker\"") && page.contains("title=\"8 samples: "));
    assert!(page.contains("whole\u{a0}test") && page.contains("equal without measuring"));
    assert!(!self::page(&fixtures::regression()).contains("id=\"performance"));
    // A thousand measured tasks, ten times as many samples a side.
    assert!(self::page(&fixtures::big()).len() < 3_000_000);
}

#[test]
fn a_self_check_is_drawn_where_there_is_one() {
    let drawn = page(&fixtures::self_check());
    assert_eq!(drawn.matches("<section id=\"self-check\">").count(), 1);
    for said in [
        "tells the candidate from itself more often than chance allows",
        "1,402 (too many)",
        "at most 1,000 on average",
        "40,000 comparisons of a row could not be made",
    ] {
        assert!(drawn.contains(said), "{said}");
    }
    assert!(!page(&fixtures::many_rows()).contains("id=\"self-check\""));
}

#[test]
fn the_papers_figures_stand_beside_the_verdicts() {
    let drawn = page(&fixtures::paper());
    assert_eq!(drawn.matches("<section id=\"paper\">").count(), 1);
    assert!(drawn.contains("Execution Time: Improvement") && drawn.contains("33.33%"), "{drawn}");
    assert!(drawn.contains("5 tasks compared, 2 improved, 1 regressed (33.33% and 16.67% of the benchmark)"));
    assert!(!page(&fixtures::many_rows()).contains("id=\"paper\""));
}

#[test]
fn correctness_beside_the_row_is_drawn_with_what_is_missing() {
    let drawn = page(&fixtures::regression());
    assert!(drawn.contains("pass, of runnable") && drawn.contains("−43.1 (−58.3 to −28.1)"), "{drawn}");
    assert!(drawn.contains("No pass@10 of the candidate: pass@10 takes 10 judged samples of every task"));
    assert!(!page(&fixtures::improvement()).contains("id=\"correctness\""));
}

#[test]
fn complexity_is_shown_where_it_was_asked_for_and_as_no_verdict() {
    let with = page(&fixtures::complexity());
    assert!(with.contains("not part of the verdict") && with.contains("href=\"#complexity\""));
    assert!(with.contains("−1.00 (−9.1\u{a0}%)"), "the difference of medians");
    assert!(!page(&fixtures::regression()).contains("complexity\""));
}

#[test]
fn every_id_is_unique_and_every_link_leads_somewhere() {
    let mut twice = fixtures::many_rows();
    twice.flagged.extend(twice.flagged.clone());
    twice.flagged.insert(0, FlaggedRow { tasks: Vec::new(), ..twice.flagged[0].clone() });
    assert!(page(&twice).contains("href=\"#flagged-1\"") && page(&twice).contains(" id=\"flagged-2\""));
    for (name, report) in fixtures::all().into_iter().chain([("a check twice", twice)]) {
        let page = page(&report);
        let mut ids: Vec<&str> =
            page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name}");
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(ids.contains(&link), "{name}: {link}");
        }
    }
}

#[test]
fn what_could_not_be_read_is_counted_on_the_page() {
    let mut report = fixtures::regression();
    assert!(!page(&report).contains("refused unread"));
    (report.candidate.refused, report.candidate.lines_not_judged) = (3, 1_200);
    let said = "3 of them refused unread; besides, 1,200 lines of the file belong to no known task";
    assert_eq!(page(&report).matches(said).count(), 1);
}
