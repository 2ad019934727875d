use std::path::{Path, PathBuf};

use assay_types::{Digest, SampleSet};
use proptest::prelude::*;

use super::*;
use crate::expanded::tests::{gzipped, zstandard};
use crate::samples::OnBadSample;
use crate::samples::input::Content;
use crate::samples::tests::{found, read_as};

fn read(table: &[u8]) -> Result<SampleSet, String> {
    read_as(OnBadSample::Refuse, "model.csv", table)
}

/// As pandas' `to_csv` writes a table: its index first, cells with line feeds in quotation marks.
const TABLE: &str = ",task_id,prompt,exp_0,exp_1\n\
    0,split_amount,\"def f():\n    \"\"\"\"\"\"One.\"\"\"\"\"\"\n\",\"x = 1\nprint(\"\"a\"\")\n\",\n\
    1,build_order,p,é,x = 2\n";

#[test]
fn a_row_has_the_samples_of_a_task() {
    let expected = [
        "split_amount 0 Solution 2 \"x = 1\\nprint(\\\"a\\\")\\n\"",
        "split_amount 1 Solution 2 \"\"",
        "build_order 0 Solution 7 \"é\"",
        "build_order 1 Solution 7 \"x = 2\"",
    ];
    let marked = ["\u{feff}", TABLE].concat();
    for table in
        [TABLE.as_bytes().to_vec(), marked.into(), gzipped(TABLE.as_bytes()), zstandard(TABLE.as_bytes())]
    {
        let set = read(&table).unwrap();
        assert_eq!(found(&set), expected);
        assert_eq!(set.name, "model");
    }
    let set = read(TABLE.replace('\n', "\r\n").as_bytes()).unwrap();
    assert_eq!((set.samples.len(), &*set.samples[0].raw), (4, "x = 1\r\nprint(\"a\")\r\n"));
}

#[test]
fn ten_samples_are_in_the_order_of_their_numbers() {
    let names: Vec<String> = (0..11).rev().map(|number| format!("exp_{number}")).collect();
    let cells: Vec<String> = (0..11).rev().map(|number| number.to_string()).collect();
    let table = format!("task_id,{}\nsplit_amount,{}\n", names.join(","), cells.join(","));
    let set = read(table.as_bytes()).unwrap();
    let raw: Vec<&str> = set.samples.iter().map(|sample| &*sample.raw).collect();
    assert_eq!(raw, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
}

#[test]
fn what_is_wrong_with_a_table_is_said_with_its_line() {
    let cases: [(&[u8], &str); 9] = [
        (b"task,exp_0\n", "model.csv:1: these are no samples in a format that assay reads"),
        (b"task_id,exp_1\n", "recatcher: its first line must name the columns exp_0, exp_1"),
        (b"task_id,exp_0,exp_0\n", "recatcher: its first line must name the columns exp_0, exp_1"),
        (b"task_id,task_id,exp_0\n", "recatcher: its first line names the column `task_id` twice"),
        (b"task_id,exp_0\n", "model.csv: the file holds no sample"),
        (b"task_id,exp_0\nHumanEval/0,x\n", "model.csv:2: the benchmark starter has no task HumanEval/0"),
        (
            b"task_id,exp_0\nsplit_amount,x\nsplit_amount,y\n",
            "model.csv:3: the task split_amount stands here a second",
        ),
        (b"task_id,exp_0\nsplit_amount,\"x\ny\nz", "a quotation mark is not closed"),
        (
            b"task_id,exp_0\nsplit_amount\n",
            "model.csv:2: the row has 1 cells, and the first line names 2 columns",
        ),
    ];
    for (table, message) in cases {
        let said = read(table).unwrap_err();
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn a_table_that_breaks_off_inside_of_a_cell_is_no_shorter_table() {
    let quoted = TABLE.replace(",é,", ",\"é\",");
    let end = quoted.rfind("é").unwrap();
    let said = read_as(OnBadSample::KeepGoing, "model.csv", &quoted.as_bytes()[..end]).unwrap_err();
    assert!(said.contains("a quotation mark is not closed here or before"), "{said}");
}

#[test]
fn bad_rows_count_for_each_of_their_samples_when_keeping_going() {
    let table = "task_id,exp_0,exp_1\nsplit_amount,x\nHumanEval/0,x,y\nbuild_order,a,b\n";
    let set = read_as(OnBadSample::KeepGoing, "model.csv", table.as_bytes()).unwrap();
    let refused: Vec<_> = set.refused.iter().map(|s| (s.task.as_str(), s.repetition, s.line)).collect();
    assert_eq!(refused, [("split_amount", 0, 2), ("split_amount", 1, 2)]);
    assert_eq!((set.samples.len(), set.lines_not_judged.count), (2, 1));
}

#[test]
fn a_cell_that_is_no_utf_8_is_read_as_windows_1252_and_counted() {
    let set = read(b"task_id,exp_0\nsplit_amount,caf\xe9 \x80\n").unwrap();
    assert_eq!(found(&set), ["split_amount 0 Solution 2 \"café €\""]);
    assert_eq!(set.repaired[&Repair::NotUtf8].count, 1);
    assert!(
        read(b"task_id,exp_0\nsplit\xe9,x\n").unwrap_err().contains("model.csv:2: `task_id` is not UTF-8")
    );
}

fn read_within(limits: Limits, table: &[u8]) -> Result<SampleSet, String> {
    let benchmark = crate::load("starter", Path::new("/nowhere")).unwrap();
    let input = Input {
        path: PathBuf::from("model.csv"),
        name: String::new(),
        digest: Digest::of(b""),
        content: Content::File(table.to_vec()),
    };
    let mut collector = Collector::new(&input, &benchmark, OnBadSample::Refuse);
    let read = Table::new(&input, limits).and_then(|table| table.read(&mut collector));
    read.and_then(|()| collector.finish()).map_err(|error| error.to_string())
}

#[test]
fn a_table_is_read_within_its_limits() {
    let row = |bytes: usize| format!("split_amount,\"{}\"\n", "x".repeat(bytes));
    let table = |bytes| format!("task_id,exp_0\n{}", row(bytes)).into_bytes();
    let limits = Limits { file_bytes: 1 << 20, row_bytes: 1 << 18, rows: 3 };
    assert!(read_within(limits, &table(1 << 17)).is_ok());
    for packed in [table(1 << 19), gzipped(&table(1 << 19))] {
        let said = read_within(limits, &packed).unwrap_err();
        assert!(said.starts_with("model.csv:2: the row is longer than 262144 bytes"), "{said}");
    }
    let many = ["task_id,exp_0\n".to_owned(), row(1 << 17).repeat(10)].concat();
    let two_tasks = many.replacen("split_amount", "build_order", 1);
    let said = read_within(Limits { file_bytes: 1 << 17, ..limits }, two_tasks.as_bytes()).unwrap_err();
    assert!(said.contains("the file unpacks to more than 131072 bytes"), "{said}");
    let rows = "task_id,exp_0\nsplit_amount,\nbuild_order,\nlog_sessions,\nparse_duration,\n";
    let said = read_within(limits, rows.as_bytes()).unwrap_err();
    assert!(said.starts_with("model.csv: the file has more than 3 rows"), "{said}");
    let cut = gzipped(&table(1 << 17));
    let said = read_within(limits, &cut[..cut.len() - 9]).unwrap_err();
    assert!(said.contains(": the compressed file breaks off"), "{said}");
}

proptest! {
    #[test]
    fn cells_are_read_as_they_were_written(cells in prop::collection::vec("[\\PC\r\n\",]{0,20}", 1..6)) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = (0..cells.len()).map(|number| format!("exp_{number}"));
        writer.write_record(std::iter::once("task_id".to_owned()).chain(names)).unwrap();
        writer.write_record(std::iter::once("split_amount").chain(cells.iter().map(String::as_str))).unwrap();
        let set = read(&writer.into_inner().unwrap()).unwrap();
        let raw: Vec<&str> = set.samples.iter().map(|sample| &*sample.raw).collect();
        prop_assert_eq!(raw, cells);
    }

    #[test]
    fn any_bytes_are_samples_or_a_message(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(&b"\",\r\nsplit_amount"[..])], 0..200)
    ) {
        let table = [b"task_id,exp_0\nsplit_amount,".as_slice(), &bytes].concat();
        if let Err(said) = read(&table) {
            prop_assert!(said.starts_with("model.csv:"), "{}", said);
        }
    }
}
