//! Models that are asked: commands of the user's, and a server on loopback that plays what a test tells it to.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use assay_model_server::{Ending, Play, Reply, Said, Server, answer, too_long};
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use crate::support::{User, starter, zipped};

/// A model that notes each request before it answers. `good` answers with the reference solutions, `bad` with nothing that works.
const MODEL: &str = r#"
import json, os, sys
quality, tasks = sys.argv[1], sys.argv[2]
for line in sys.stdin:
    asked = json.loads(line)
    text = asked["prompt"]["chat"]["turns"][-1]["text"]
    task = text.split("\n", 1)[0]
    with open("asked.txt", "a") as log:
        log.write(f"{quality} {task} {asked['repetition']}\n")
    if quality == "good":
        code = open(os.path.join(tasks, task, "reference.py")).read()
    else:
        code = "def nothing():\n    return None\n"
    answer = f"```python\n{code}# {asked['repetition']}\n```"
    print(json.dumps({"version": 1, "id": asked["id"], "text": answer, "usage": {"input": 20, "output": 10}}), flush=True)
"#;

/// A user with a protocol of two commands, both asked with the task's name before its prompt.
fn user() -> User {
    let user = User::new();
    user.write("model.py", MODEL);
    user.write("prompt.jinja", "{{ task_id }}\n{{ prompt }}");
    user.write("assay.toml", protocol(""));
    user
}

fn protocol(more: &str) -> String {
    let model = |quality: &str| {
        format!(
            "[models.{quality}]\nprovider = \"command\"\nmodel = \"{quality}-1\"\nprocesses = 2\n\
             command = [\"python3\", \"model.py\", \"{quality}\", \"{}\"]\nprice = {{ input = 1.0, output = 2.0 }}\n",
            starter("tasks")
        )
    };
    format!(
        "[protocol]\nbenchmark = \"starter\"\nprompt.chat = \"prompt.jinja\"\nsamples_per_task = 2\nseed = 1\n{more}\n{}{}",
        model("good"),
        model("bad")
    )
}

const GENERATE: [&str; 5] = ["generate", "--protocol", "assay.toml", "--model", "good"];

fn generate(more: &[&str]) -> Vec<String> {
    GENERATE.iter().chain(more).map(ToString::to_string).collect()
}

fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// A comparison of the protocol's two models on so many tasks.
fn compare<'a>(limit: &'a str, out: &'a str) -> Vec<&'a str> {
    let fixed = "compare --protocol assay.toml good bad --aspects logic";
    fixed.split(' ').chain(["--limit", limit, "--out", out]).collect()
}

/// Every request that a model got, in order: which model, task and repetition.
fn asked(user: &User) -> Vec<String> {
    let log = fs::read_to_string(user.path("asked.txt")).unwrap_or_default();
    log.lines().map(str::to_owned).collect()
}

fn store(user: &User) -> PathBuf {
    user.path(".local/share/assay")
}

/// Task and repetition of every answer that is stored.
fn stored(user: &User) -> BTreeSet<String> {
    let read = || -> rusqlite::Result<BTreeSet<String>> {
        let path = store(user).join("store.sqlite");
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut statement = connection.prepare("SELECT text FROM attempts WHERE answered")?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        let said = |text: String| {
            let record: Value = serde_json::from_str(&text).unwrap();
            let word = |name: &str| record[name].to_string().replace('"', "");
            format!("{} {} {}", word("model"), word("task"), word("repetition"))
        };
        rows.map(|row| row.map(said)).collect()
    };
    read().unwrap_or_default() // not made yet
}

#[test]
fn what_is_stored_is_not_asked_for_again_and_more_samples_ask_for_the_rest() {
    let user = user();
    let first = user.run(&words(&generate(&["--limit", "3", "--out", "good.jsonl"])));
    assert_eq!(first.code, 0, "{}", first.errors);
    assert!(first.output.contains("good: 6 of 6 answers are there, 6 of them new"), "{}", first.output);
    assert_eq!(asked(&user).len(), 6);
    let again = user.run(&words(&generate(&["--limit", "3", "--out", "again.jsonl"])));
    assert!(again.output.contains("6 of 6 answers are there, 0 of them new"), "{}", again.output);
    assert_eq!(asked(&user).len(), 6);
    let bytes = |name: &str| fs::read(user.path(name)).unwrap();
    assert_eq!(bytes("good.jsonl"), bytes("again.jsonl"));
    let more = user.run(&words(&generate(&["--limit", "3", "--samples-per-task", "4"])));
    assert!(more.output.contains("12 of 12 answers are there, 6 of them new"), "{}", more.output);
    let requests = asked(&user);
    assert_eq!(requests.iter().collect::<BTreeSet<_>>().len(), requests.len(), "{requests:?}");
    let listed = user.run(&["store", "ls", "--json"]);
    let listed: Value = serde_json::from_str(&listed.output).unwrap();
    assert_eq!(listed["holds"]["answers"]["count"], 12);
    user.run(&["store", "gc", "--keep-runs", "0", "--findings"]);
    assert_eq!(stored(&user).len(), 12);
    user.run(&["store", "gc", "--answers"]);
    assert_eq!(stored(&user).len(), 0);
}

#[test]
fn a_dry_run_says_what_would_be_asked_and_changes_nothing() {
    let user = user();
    let said = user.run(&words(&generate(&["--dry-run"])));
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.contains("good: 48 requests; 0 of 48 answers are stored"), "{}", said.output);
    assert!(said.output.contains("costs at most"), "{}", said.output);
    assert!(said.output.contains("nothing was asked, and nothing was changed"), "{}", said.output);
    assert!(asked(&user).is_empty() && !store(&user).exists());
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
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    assert_eq!(report["baseline"]["sha256"], report["candidate"]["sha256"]);
    assert!(report["protocol"].get("baseline").is_none() && report["protocol"].get("candidate").is_some());
}

#[test]
fn a_recording_answers_in_the_models_place() {
    let user = user();
    user.run(&words(&generate(&["--limit", "2", "--out", "good.jsonl", "--log", "recording.jsonl"])));
    let replay = "[protocol]\nbenchmark = \"starter\"\nprompt.chat = \"prompt.jinja\"\nsamples_per_task = 2\nseed = 1\n\
                  [models.good]\nprovider = \"replay\"\nrecording = \"recording.jsonl\"\n";
    user.write("replay.toml", replay);
    let said = user.run(&[
        "generate",
        "--protocol",
        "replay.toml",
        "--limit",
        "2",
        "--out",
        "replayed.jsonl",
        "--store",
        "other",
    ]);
    assert_eq!(said.code, 0, "{} {}", said.output, said.errors);
    assert_eq!(asked(&user).len(), 4);
    let bytes = |name: &str| fs::read(user.path(name)).unwrap();
    assert!(bytes("good.jsonl") == bytes("replayed.jsonl"));
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
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
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
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
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
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    assert_eq!(report["rows"][0]["candidate"]["rate"], 0.0, "{}", report["rows"][0]);
    assert_eq!(report["protocol"]["candidate"]["missing"], 0);
}

#[test]
fn answers_without_prompts_are_the_same_samples_where_the_benchmark_is_at_hand() {
    let user = user();
    let whole = user.run(&words(&generate(&["--limit", "3", "--out", "whole.jsonl"])));
    let parted = user.run(&words(&generate(&["--limit", "3", "--out", "parted.jsonl", "--without-prompts"])));
    assert_eq!((whole.code, parted.code), (0, 0), "{}", parted.errors);
    let text = fs::read_to_string(user.path("parted.jsonl")).unwrap();
    assert!(text.contains("\"answer_parts\":") && !text.contains("\"answer\":"), "{text}");
    let outcomes = |file: &str, out: &str| {
        let said = user.run(&["check", file, "--benchmark", "starter", "--aspects", "logic", "--out", out]);
        assert_eq!(said.code, 0, "{}", said.errors);
        fs::read_to_string(user.path(out)).unwrap()
    };
    assert_eq!(
        outcomes("whole.jsonl", "whole.labels.jsonl"),
        outcomes("parted.jsonl", "parted.labels.jsonl")
    );
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
    let report = |folder: &str, end: &str| {
        let [good, bad] = ["good", "bad"].map(|model| format!("{folder}/{model}.{end}"));
        let said = user.run(&["compare", &good, &bad, "--benchmark", "starter", "--out", "out"]);
        assert_eq!(said.code, 0, "{}", said.errors);
        let mut report: Value =
            serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
        // The command line and the files' own digests are not the same; all that was found is.
        report["command"] = Value::Null;
        for side in ["baseline", "candidate"] {
            report[side]["sha256"] = Value::Null;
        }
        report
    };
    assert_eq!(report("packed", "jsonl.gz"), report("whole", "jsonl"));
}

#[test]
fn a_run_that_is_killed_loses_no_answer_that_it_stored_and_asks_for_none_of_them_again() {
    let user = user();
    let arguments = generate(&["--samples-per-task", "5"]);
    let all = 24 * 5;
    let mut before = BTreeSet::new();
    for moment in [0, all / 5, all / 2, all * 3 / 4] {
        let mut command = user.command(&words(&arguments));
        let mut run: Child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        let requests = asked(&user).len();
        while stored(&user).len() <= moment && run.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_mins(2), "the moment never came");
            std::thread::sleep(Duration::from_millis(1));
        }
        run.kill().unwrap();
        assert!(run.wait().unwrap().code().is_none(), "the kill came too late");
        let new: BTreeSet<String> = asked(&user).split_off(requests).into_iter().collect();
        assert!(new.is_disjoint(&before), "asked again");
        let after = stored(&user);
        assert!(after.is_superset(&before), "lost");
        before = after;
    }
    let requests = asked(&user).len();
    let said = user.run(&words(&arguments));
    assert_eq!(said.code, 0, "{}", said.errors);
    let new: BTreeSet<String> = asked(&user).split_off(requests).into_iter().collect();
    assert!(new.is_disjoint(&before) && new.len() == all - before.len());
    assert_eq!(stored(&user).len(), all);
}

#[test]
fn ctrl_c_stops_asking_and_keeps_what_came() {
    let user = user();
    // The model hangs at the second answer of each task: only the interruption ends the run.
    user.write(
        "model.py",
        MODEL.replace(
            "    answer =",
            "    if asked['repetition'] > 0:\n        import time; time.sleep(600)\n    answer =",
        ),
    );
    let arguments = generate(&["--limit", "4", "--out", "good.jsonl"]);
    let mut command = user.command(&words(&arguments));
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while stored(&user).is_empty() {
        assert!(begun.elapsed() < Duration::from_mins(2), "nothing was stored");
        std::thread::sleep(Duration::from_millis(1));
    }
    let told = std::process::Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let kept = stored(&user);
    let lines = fs::read_to_string(user.path("good.jsonl")).unwrap();
    assert!(!kept.is_empty() && lines.lines().count() == kept.len());
}

const KEY: &str = "sk-planted-9d41c7e0b2f84a6f";

/// A user with a protocol of one model at that server.
fn user_of(server: &Server, more: &str) -> User {
    let user = User::new();
    user.write(
        "assay.toml",
        format!(
            "[protocol]\nbenchmark = \"starter\"\nsamples_per_task = 1\nconcurrency = 2\n{more}\n\
             [models.hosted]\nprovider = \"openai\"\nmodel = \"latest\"\nbase_url = \"{}\"\nkey_env = \"KEY\"\n",
            server.url("/v1")
        ),
    );
    user
}

fn run_with_key(user: &User, arguments: &[&str]) -> (i32, String) {
    let output = user.command(arguments).env("KEY", KEY).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

/// Every file below a user's home that holds the key.
fn files_with_key(user: &User) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (Vec::new(), vec![user.path("")]);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap() {
                kind if kind.is_dir() => waiting.push(entry.path()),
                _ => {
                    let bytes = fs::read(entry.path()).unwrap_or_default();
                    if bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes()) {
                        found.push(entry.path());
                    }
                }
            }
        }
    }
    found
}

#[test]
fn a_key_is_nowhere_but_in_the_request() {
    // A server that says the key back wherever it can.
    let server = Server::start(|asked, before| {
        let key = asked.headers.get("authorization").cloned().unwrap_or_default();
        let text = format!("```python\nkey = '{key}'\n```");
        if before == 1 {
            return Play::Respond(
                Reply::json(500, format!("{{\"error\": \"{key} is ill\"}}")).with("x-request-id", &key),
            );
        }
        Play::Respond(answer(asked, Said { text: &text, reasoning: None, ending: Ending::Stop }))
    })
    .unwrap();
    let user = user_of(&server, "");
    let (code, said) = run_with_key(
        &user,
        &[
            "generate",
            "--protocol",
            "assay.toml",
            "--limit",
            "3",
            "--out",
            "hosted.jsonl",
            "--log",
            "log.jsonl",
        ],
    );
    assert_eq!(code, 0, "{said}");
    let (compared, report) = run_with_key(
        &user,
        &[
            "compare",
            "--protocol",
            "assay.toml",
            "hosted",
            "hosted.jsonl",
            "--limit",
            "3",
            "--out",
            "out",
            "--aspects",
            "logic",
        ],
    );
    assert_eq!(compared, 0, "{report}");
    assert!(report.contains("hosted was asked for as latest"), "{report}");
    assert!(server.asked().iter().all(|asked| asked.headers["authorization"].ends_with(KEY)));
    assert!(!said.contains(KEY) && !report.contains(KEY));
    assert_eq!(files_with_key(&user), Vec::<PathBuf>::new());
}

#[test]
fn a_bad_day_ends_well_and_each_attempt_is_in_the_log() {
    let server = Server::start(|asked, before| match before {
        0 => Play::Respond(Reply::json(429, "{}").with("retry-after", "1")),
        1 => Play::Reset,
        2 => Play::Respond(Reply::json(200, "{\"choices\": ")),
        _ => Play::Respond(answer(
            asked,
            Said { text: "```python\npass\n```", reasoning: None, ending: Ending::MaxTokens },
        )),
    })
    .unwrap();
    let user = user_of(&server, "deadline_seconds = 60");
    let (code, said) =
        run_with_key(&user, &["generate", "--protocol", "assay.toml", "--limit", "4", "--out", "a.jsonl"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("7 attempts"), "{said}");
    assert_eq!(server.asked().len(), 7);
    let lines = fs::read_to_string(user.path("a.jsonl")).unwrap();
    assert!(
        lines.lines().count() == 4 && lines.lines().all(|line| line.ends_with(r#""finish":"max_tokens"}"#)),
        "{lines}"
    );
    let listed: Value = serde_json::from_str(&user.run(&["store", "ls", "--json"]).output).unwrap();
    let count = |what: &str| listed["holds"][what]["count"].as_u64().unwrap();
    assert_eq!((count("answers"), count("failed_attempts")), (4, 3));
}

#[test]
fn answers_that_are_cut_are_paid_for_and_a_spend_limit_holds_over_all_runs() {
    // Two thousand tokens to write are 2.048 at most, and what is read is little beside them.
    let price = "price = { input = 1, output = 1000 }";
    let server = Server::start(|asked, _| {
        let said = Said { text: "```python\npass\n```", reasoning: None, ending: Ending::Stop };
        Play::Cut(answer(asked, said), 20)
    })
    .unwrap();
    let user = user_of(&server, "spend_limit = 5.0");
    let text = fs::read_to_string(user.path("assay.toml")).unwrap();
    user.write("assay.toml", format!("{text}{price}\n"));
    for _ in 0..2 {
        let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml"]);
        assert_eq!(code, 3, "{said}");
        assert!(
            said.contains("not asked: the next answer might cost more than spend_limit leaves"),
            "{said}"
        );
        assert_eq!(server.asked().len(), 2, "{said}");
    }
}

#[test]
fn a_spend_limit_that_cannot_be_kept_is_refused_before_anything_is_asked() {
    let server = Server::start(|_, _| Play::Close).unwrap();
    let user = user_of(&server, "spend_limit = 5.0");
    let text = fs::read_to_string(user.path("assay.toml")).unwrap();
    user.write("assay.toml", format!("{text}price = {{ input = 1, output = 1 }}\nomit = [\"max_tokens\"]\n"));
    for command in [
        &["generate", "--protocol", "assay.toml"][..],
        &["generate", "--protocol", "assay.toml", "--dry-run"],
        &["compare", "--protocol", "assay.toml", "hosted", "hosted"],
    ] {
        let (code, said) = run_with_key(&user, command);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("models.hosted.omit keeps"), "{said}");
        assert!(said.contains("protocol.spend_limit cannot be kept"), "{said}");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn answers_that_are_all_too_long_for_their_context_are_warned_of() {
    let server = Server::start(|asked, _| Play::Respond(too_long(asked))).unwrap();
    let user = user_of(&server, "");
    let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml", "--out", "a.jsonl"]);
    assert_eq!(code, 0, "{said}");
    let warning = "all 24 answers of hosted are that the prompt does not fit";
    assert!(said.contains(&format!("warning: {warning}")), "{said}");
    let compare =
        ["compare", "a.jsonl", "a.jsonl", "--benchmark", "starter", "--out", "out", "--aspects", "logic"];
    let compared = user.run(&compare);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    let report: Value = serde_json::from_slice(&fs::read(user.path("out/report.json")).unwrap()).unwrap();
    let codes: Vec<_> = report["warnings"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes.iter().filter(|code| **code == "all_context_too_long").count(), 2, "{codes:?}");
}

#[test]
fn a_question_that_is_not_allowed_costs_its_own_answer_and_the_run_goes_on() {
    let server = Server::start(|asked, before| {
        if before == 2 {
            return Play::Respond(Reply::json(403, r#"{"error": {"message": "not this one"}}"#));
        }
        Play::Respond(answer(asked, Said { text: "x = 1", reasoning: None, ending: Ending::Stop }))
    })
    .unwrap();
    let user = user_of(&server, "");
    let one_at_a_time = fs::read_to_string(user.path("assay.toml")).unwrap();
    user.write("assay.toml", one_at_a_time.replace("concurrency = 2", "concurrency = 1"));
    let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml", "--limit", "6"]);
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains("5 of 6 answers are there") && said.contains("1  lost: it is not allowed"),
        "{said}"
    );
    assert_eq!(server.asked().len(), 6);
}

#[test]
fn what_a_command_says_of_its_key_is_not_shown_and_not_stored() {
    let user = user();
    let program =
        "import os, sys\nsys.stderr.write('cannot log in with ' + os.environ['KEY'] + '\\n')\nsys.exit(3)\n";
    user.write("model.py", program);
    // Long enough for a program to begin on a busy machine, short enough for few attempts.
    user.write("assay.toml", protocol("deadline_seconds = 8"));
    let arguments = generate(&["--limit", "1", "--log", "log.jsonl"]);
    let (code, said) = run_with_key(&user, &words(&arguments));
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("cannot log in with [redacted]") && !said.contains(KEY), "{said}");
    assert_eq!(files_with_key(&user), Vec::<PathBuf>::new());
}

#[test]
fn a_command_without_its_models_files_is_warned_of_and_one_with_them_asks_anew_when_they_change() {
    let user = user();
    let said = user.run(&words(&generate(&["--limit", "1"])));
    assert!(
        said.errors.contains("warning: good: answers of good-1 are told apart by name alone"),
        "{}",
        said.errors
    );
    fs::create_dir(user.path("weights")).unwrap();
    user.write("weights/model.safetensors", "as it was");
    user.write("assay.toml", protocol("").replace("processes = 2", "processes = 2\nweights = \"weights\""));
    for (content, new) in [("as it was", 2), ("as it was", 0), ("trained again", 2)] {
        user.write("weights/model.safetensors", content);
        let said = user.run(&words(&generate(&["--limit", "1"])));
        assert!(
            said.output.contains(&format!("2 of 2 answers are there, {new} of them new")),
            "{}",
            said.output
        );
        assert!(!said.errors.contains("by name alone"), "{}", said.errors);
    }
}

#[test]
fn an_expired_key_stops_the_model_at_once_and_says_so() {
    let server = Server::start(|_, _| {
        Play::Respond(Reply::json(
            401,
            r#"{"error": {"message": "the key has expired", "code": "invalid_api_key"}}"#,
        ))
    })
    .unwrap();
    let user = user_of(&server, "");
    let (code, said) = run_with_key(&user, &["generate", "--protocol", "assay.toml"]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("not asked: ") && said.contains("the key has expired"), "{said}");
    assert!(server.asked().len() <= 2, "{}", server.asked().len());
    let (code, said) = run_with_key(&user, &["compare", "--protocol", "assay.toml", "hosted", "hosted"]);
    assert_eq!(code, 3, "{said}");
    assert!(!said.contains(KEY));
}

#[test]
fn a_benchmark_that_must_stay_here_is_shown_to_nobody_elsewhere() {
    let user = User::new();
    let task = r#"{"task_id": "T/1", "prompt": "def f():\n", "entry_point": "f", "canonical_solution": "    return 1\n", "test": "def check(candidate):\n    assert candidate() == 1\n"}"#;
    user.write("ours.jsonl", task);
    user.write(
        "assay.toml",
        "[models.far]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"https://models.example.com/v1\"\n",
    );
    for command in [
        &["generate", "--protocol", "assay.toml", "--benchmark", "ours.jsonl"][..],
        &["compare", "--protocol", "assay.toml", "--benchmark", "ours.jsonl", "far", "far"],
    ] {
        let said = user.run(command);
        assert_eq!(said.code, 2, "{}", said.errors);
        assert!(said.errors.contains("must not leave this machine"), "{}", said.errors);
        assert!(said.errors.contains("nothing was asked"), "{}", said.errors);
    }
}

#[test]
fn what_is_wrong_with_a_protocol_is_said_before_anything_is_asked() {
    let user = user();
    user.write("bad.toml", protocol("temprature = 1"));
    let said = user.run(&["generate", "--protocol", "bad.toml"]);
    assert_eq!(said.code, 2);
    assert!(
        said.errors.contains("bad.toml:6: there is no key `protocol.temprature`; is `temperature` meant?"),
        "{}",
        said.errors
    );
    let said = user.run(&["generate", "--protocol", "assay.toml", "--model", "god"]);
    assert_eq!(said.code, 2);
    assert!(said.errors.contains("has no model \"god\"; is `good` meant?"), "{}", said.errors);
    let said = user.run(&["generate", "--protocol", "assay.toml", "--tasks", "nothing"]);
    assert_eq!(said.code, 2);
    assert!(said.errors.contains("starter has no task nothing"), "{}", said.errors);
    assert!(asked(&user).is_empty());
}
