//! Two models, from the protocol to the report in one command.

use std::fs;

use serde_json::Value;

use crate::models::{MODEL, asked, generate, protocol, user, words};
use crate::support::{User, zipped};

/// A comparison of the protocol's two models on so many tasks.
fn compare<'a>(limit: &'a str, out: &'a str) -> Vec<&'a str> {
    let fixed = "compare --protocol assay.toml good bad --aspects logic";
    fixed.split(' ').chain(["--limit", limit, "--out", out]).collect()
}

/// What the last comparison wrote.
fn last_report(user: &User) -> Value {
    serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap()
}

#[test]
fn a_comparison_of_two_models_begins_with_nothing_and_says_how_they_were_asked() {
    let user = user();
    let compare = compare("5", "out");
    let said = user.run(&compare);
    assert_eq!(said.code, 0, "{}", said.errors);
    assert_eq!(asked(&user).len(), 20);
    let bytes = fs::read(user.path("out/report.json")).unwrap();
    let report: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(report["rows"][0]["baseline"]["rate"], 0.0);
    assert_eq!(report["rows"][0]["candidate"]["rate"], 1.0);
    let model = &report["protocol"]["baseline"];
    assert_eq!(
        (&model["model"], &model["answers"], &model["missing"]),
        (&"good-1".into(), &10.into(), &0.into())
    );
    assert!(model["first_asked"].as_str().unwrap().ends_with('Z'), "{model}");
    let shown = user.run(&["protocol", "show", "assay.toml"]);
    assert!(shown.output.contains(report["protocol"]["sha256"].as_str().unwrap()), "{}", shown.output);

    // The same again asks nobody, and says the same but for nothing.
    let again = user.run(&compare);
    assert_eq!((again.code, asked(&user).len()), (0, 20));
    assert!(fs::read(user.path("out/report.json")).unwrap() == bytes);

    let same = user.run(&["protocol", "diff", "out/report.json", "assay.toml"]);
    assert_eq!((same.code, same.output.as_str()), (0, "nothing differs\n"), "{}", same.errors);
    user.write("other.toml", protocol("system = \"Be brief.\""));
    let other = user.run(&["protocol", "diff", "assay.toml", "other.toml"]);
    assert_eq!(other.code, 1);
    assert!(
        other.output.contains("system: only one has it; can change answers\n  + \"Be brief.\""),
        "{}",
        other.output
    );
}

#[test]
fn two_runs_of_models_that_say_themselves_otherwise_differ() {
    let user = user();
    user.run(&compare("3", "one"));
    let reseeded = protocol("").replace("seed = 1", "seed = 7").replace("per_task = 2", "per_task = 3");
    user.write("assay.toml", reseeded.replace("bad-1", "bad-2"));
    user.run(&compare("3", "other"));
    let runs = ["protocol", "diff", "one/report.json", "other/report.json"];
    let said = user.run(&runs);
    assert_eq!(said.code, 1, "{}", said.errors);
    let expected = "models.candidate.model: from byte 4 on; can change answers\n  - \"bad-1\"\n  + \"bad-2\"\n\n\
                    samples_per_task: from byte 0 on; changes no answer\n  - \"2\"\n  + \"3\"\n\n\
                    seed: from byte 0 on; can change answers\n  - \"1\"\n  + \"7\"\n";
    assert_eq!(said.output, expected);
}

#[test]
fn a_model_can_be_compared_with_a_samples_file_of_it() {
    let user = user();
    user.run(&words(&generate(&["--limit", "3", "--out", "good.jsonl"])));
    let said = user.run(&[
        "compare",
        "--protocol",
        "assay.toml",
        "good.jsonl",
        "good",
        "--limit",
        "3",
        "--out",
        "out",
        "--aspects",
        "logic",
    ]);
    assert_eq!(said.code, 0, "{}", said.errors);
    let report = last_report(&user);
    assert_eq!(report["baseline"]["sha256"], report["candidate"]["sha256"]);
    assert!(report["protocol"].get("baseline").is_none() && report["protocol"].get("candidate").is_some());
}

#[test]
fn an_answer_that_never_came_is_infrastructure_in_a_comparison() {
    let user = user();
    user.run(&words(&generate(&["--limit", "2", "--out", "good.jsonl", "--log", "recording.jsonl"])));
    let recording = fs::read_to_string(user.path("recording.jsonl")).unwrap();
    let (_first, others) = recording.split_once('\n').unwrap();
    user.write("recording.jsonl", others);
    user.write(
        "replay.toml",
        "[protocol]\nprompt.chat = \"prompt.jinja\"\nsamples_per_task = 2\nseed = 1\n\
         [models.good]\nprovider = \"replay\"\nrecording = \"recording.jsonl\"\n",
    );
    let replay =
        ["--protocol", "replay.toml", "--benchmark", "starter", "--limit", "2", "--out", "replayed.jsonl"];
    let said = user.run(&[&["generate"][..], &replay, &["--store", "other"]].concat());
    assert_eq!(said.code, 3, "{}", said.output);
    let lines = fs::read_to_string(user.path("replayed.jsonl")).unwrap();
    assert!(lines.lines().count() == 4 && lines.lines().next().unwrap().contains("\"lost\":"), "{lines}");
    let compare = [
        "compare",
        "good.jsonl",
        "replayed.jsonl",
        "--benchmark",
        "starter",
        "--aspects",
        "logic",
        "--out",
        "out",
    ];
    let said = user.run(&compare);
    assert_eq!(said.code, 0, "{}", said.errors);
    let report = last_report(&user);
    let outcomes = &report["outcomes"]["candidate"];
    assert_eq!((&outcomes["infrastructure"], &outcomes["pass"]), (&1.into(), &3.into()), "{outcomes}");
}

#[test]
fn a_model_that_stops_halfway_is_compared_by_rows_that_say_they_cannot_tell() {
    let user = user();
    // The money of one of them is gone after its first answer.
    user.write(
        "model.py",
        MODEL.replace(
            "    if quality == \"good\":",
            "    if quality == \"good\" and asked[\"repetition\"] > 0:\n        fault = {\"kind\": \"quota\", \"message\": \"the money is gone\"}\n        \
             print(json.dumps({\"version\": 1, \"id\": asked[\"id\"], \"fault\": fault}), flush=True)\n        continue\n    if quality == \"good\":",
        ),
    );
    user.write("assay.toml", protocol("concurrency = 1"));
    let compare = |baseline: &str, candidate: &str| {
        let words = ["compare", "--protocol", "assay.toml", baseline, candidate, "--limit", "5"];
        user.run(&[&words[..], &["--out", "out", "--aspects", "logic,static"]].concat())
    };
    let said = compare("bad", "good");
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.errors.contains("good: 1 of 10 answers are there"), "{}", said.errors);
    let report = last_report(&user);
    for row in report["rows"].as_array().unwrap() {
        assert_eq!(row["verdict"], "inconclusive", "{row}");
        assert!(row["reason"].as_str().unwrap().contains("9 of the candidate's 10 samples"), "{row}");
    }
    let warnings = report["warnings"].as_array().unwrap();
    let warning = warnings.iter().find(|warning| warning["code"] == "answers_missing").unwrap();
    let message = warning["message"].as_str().unwrap();
    assert!(
        message.starts_with("9 of the 10 answers of good are missing: it was asked no more ("),
        "{message}"
    );
    assert!(message.contains("the money is gone"), "{message}");
    // What is missing is asked for by the same command.
    user.write("model.py", MODEL);
    let again = compare("bad", "good");
    assert!(again.errors.contains("good: 10 of 10 answers are there, 9 of them new"), "{}", again.errors);
    let report = last_report(&user);
    assert_eq!(report["rows"][0]["candidate"]["rate"], 0.0, "{}", report["rows"][0]);
    assert_eq!(report["protocol"]["candidate"]["missing"], 0);
}

#[test]
fn answers_without_prompts_are_compared_as_gzip_packs_them_to_the_report_of_the_whole_ones() {
    let user = user();
    for model in ["good", "bad"] {
        for (out, more) in
            [(format!("whole/{model}.jsonl"), None), ("parted.jsonl".to_owned(), Some("--without-prompts"))]
        {
            let mut arguments =
                vec!["generate", "--protocol", "assay.toml", "--model", model, "--limit", "3"];
            arguments.extend(["--out", &out].into_iter().chain(more));
            let said = user.run(&arguments);
            assert_eq!(said.code, 0, "{}", said.errors);
        }
        let parted = fs::read(user.path("parted.jsonl")).unwrap();
        user.write(&format!("packed/{model}.jsonl.gz"), zipped(&parted));
    }
    assert!(!fs::read_to_string(user.path("whole/good.jsonl")).unwrap().contains("_parts"));
    let compared = |folder: &str, end: &str| {
        let [good, bad] = ["good", "bad"].map(|model| format!("{folder}/{model}.{end}"));
        let said = user.run(&["compare", &good, &bad, "--benchmark", "starter", "--out", "out"]);
        assert_eq!(said.code, 0, "{}", said.errors);
        let mut report = last_report(&user);
        // The command line and the files' own digests are not the same; all that was found is.
        report["command"] = Value::Null;
        for side in ["baseline", "candidate"] {
            report[side]["sha256"] = Value::Null;
        }
        report
    };
    assert_eq!(compared("packed", "jsonl.gz"), compared("whole", "jsonl"));
}
