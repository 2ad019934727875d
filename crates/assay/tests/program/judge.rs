//! Models as judges: commands of the user's, and a server on loopback that plays what a test tells it to.

use std::collections::BTreeMap;
use std::fs;

use assay_model_server::{Ending, Play, Reply, Said as Answered, Server, answer};
use serde_json::Value;

use crate::support::User;

/// A judge that notes each request. `careless` goes by the length of what it reads, in some repeats says something else, and in
/// others nothing of use; `seeing` names what is not written slowly; `first` always names the first.
const JUDGE: &str = r#"
import json, re, sys, zlib
kind = sys.argv[1]
for line in sys.stdin:
    asked = json.loads(line)
    text = asked["prompt"]["chat"]["turns"][-1]["text"]
    with open("asked.txt", "a") as log:
        log.write(f"{zlib.crc32(text.encode())} {asked['repetition']}\n")
    if kind == "careless":
        number = len(text) + (asked["repetition"] if len(text) % 5 == 0 else 0)
        verdict = ["correct", "incorrect", "correct", "perhaps", "correct", "incorrect", "incorrect"][number % 7]
    elif kind == "first":
        verdict = "first"
    else:
        verdict = "second" if text.index("slowly") < text.index("The second solution") else "first"
    said = "It is " + str(len(text)) + " long.\n\nVERDICT: " + verdict
    print(json.dumps({"version": 1, "id": asked["id"], "text": said, "usage": {"input": 100, "output": 10}}), flush=True)
"#;

fn protocol(stays_here: bool) -> String {
    let model = |kind: &str| {
        format!(
            "[models.{kind}]\nprovider = \"command\"\nmodel = \"{kind}-1\"\nprocesses = 2\nstays_here = {stays_here}\n\
             command = [\"python3\", \"judge.py\", \"{kind}\"]\nprice = {{ input = 1.0, output = 2.0 }}\n"
        )
    };
    ["careless", "seeing", "first"].map(model).concat()
}

/// A user with six of the starter's tasks compared and labelled, and a judge.
fn user() -> User {
    let user = User::with_samples_of_six_tasks();
    user.write("judge.py", JUDGE);
    user.write("judge.toml", protocol(false));
    let said = user.run(&[
        "compare",
        "baseline.jsonl",
        "candidate.jsonl",
        "--benchmark",
        "starter",
        "--aspects",
        "logic",
        "--out",
        "out",
        "--labelled",
    ]);
    assert_eq!(said.code, 0, "{}", said.errors);
    user
}

const CARELESS: [&str; 6] = ["judge", "out", "--protocol", "judge.toml", "--model", "careless"];

fn careless<'a>(more: &[&'a str]) -> Vec<&'a str> {
    CARELESS.iter().chain(more).copied().collect()
}

fn requests(user: &User) -> usize {
    fs::read_to_string(user.path("asked.txt")).unwrap_or_default().lines().count()
}

fn document(user: &User, folder: &str) -> Value {
    serde_json::from_slice(&fs::read(user.path(folder).join("judge.json")).unwrap()).unwrap()
}

fn lines(user: &User, path: &str) -> Vec<Value> {
    let text = fs::read_to_string(user.path(path)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether each sample passed, by side, task and repetition, as the labelled data set has it.
fn labels(user: &User) -> BTreeMap<(String, String, u64), bool> {
    let mut labels = BTreeMap::new();
    for side in ["baseline", "candidate"] {
        for row in lines(user, &format!("out/labelled.{side}.jsonl")) {
            let key = (
                side.to_owned(),
                row["task_id"].as_str().unwrap().to_owned(),
                row["repetition"].as_u64().unwrap(),
            );
            assert_eq!(labels.insert(key, row["outcome"] == "pass"), None);
        }
    }
    labels
}

#[test]
fn a_judges_figures_are_those_of_its_answers_beside_the_labelled_data_set() {
    let user = user();
    let said = user.run(&careless(&["--question", "correctness", "--repeats", "2", "--out", "judged"]));
    assert_eq!(said.code, 0, "{}", said.errors);
    let labels = labels(&user);
    let (mut table, mut discarded, mut seen) = ([[0_u64; 2]; 2], 0, 0);
    for row in lines(&user, "judged/judgements.jsonl") {
        let word = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let passed = labels[&(word("side"), word("task_id"), row["repetition"].as_u64().unwrap())];
        assert_eq!(word("truth"), if passed { "correct" } else { "incorrect" });
        seen += 1;
        match word("verdict").as_str() {
            "" => {
                assert_eq!(row["discarded"], "unknown_label");
                discarded += 1;
            }
            verdict => table[usize::from(!passed)][usize::from(verdict == "incorrect")] += 1,
        }
    }
    let document = document(&user, "judged");
    let result = &document["questions"][0];
    assert_eq!(seen, 2 * result["items"].as_u64().unwrap());
    assert!(discarded > 0 && table.iter().flatten().all(|count| *count > 0), "{table:?} {discarded}");
    assert_eq!(result["answers"]["discarded"]["unknown_label"], discarded);
    let [[tn, fp], [fn_, tp]] = table.map(|row| row.map(|count| count as f64));
    let all = tn + fp + fn_ + tp;
    let figures = &result["judge"]["figures"];
    let majority = (tn + fp).max(fn_ + tp) / all;
    for (found, expected) in [
        (&figures["accuracy"], (tp + tn) / all),
        (&figures["precision"], tp / (tp + fp)),
        (&figures["recall"], tp / (tp + fn_)),
        (&figures["f1"], 2.0 * tp / (2.0 * tp + fp + fn_)),
        (&figures["macro_recall"], f64::midpoint(tp / (tp + fn_), tn / (tn + fp))),
        (&result["always_majority"]["accuracy"], majority),
        (&result["accuracy_if_discarded_were_wrong"], (tp + tn) / (all + f64::from(discarded))),
    ] {
        assert!((found.as_f64().unwrap() - expected).abs() < 1e-10, "{found} {expected}: {result}");
    }
    assert_eq!(figures["positive_class"], "incorrect");
    // Samples without code have a label and no question.
    let asked = result["items"].as_u64().unwrap();
    let left_out: u64 =
        result["left_out"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(asked + left_out, labels.len() as u64);
    assert!(said.output.contains("recall of incorrect"), "{}", said.output);
    let markdown = fs::read_to_string(user.path("judged/judge.md")).unwrap();
    assert!(markdown.contains("| recall of incorrect |"), "{markdown}");
}

#[test]
fn what_was_answered_is_not_asked_for_again_and_more_repeats_ask_for_the_rest() {
    let user = user();
    let arguments =
        |repeats, folder| careless(&["--question", "correctness", "--repeats", repeats, "--out", folder]);
    let said = user.run(&arguments("2", "one"));
    assert_eq!(said.code, 0, "{}", said.errors);
    let first = requests(&user);
    let prompts = document(&user, "one")["questions"][0]["distinct_prompts"].as_u64().unwrap();
    assert_eq!(first as u64, 2 * prompts);
    assert_eq!(user.run(&arguments("2", "two")).code, 0);
    assert_eq!(requests(&user), first);
    for name in ["judge.json", "judge.md", "judgements.jsonl"] {
        let bytes = |folder: &str| fs::read(user.path(folder).join(name)).unwrap();
        assert!(bytes("one") == bytes("two"), "{name}");
    }
    assert_eq!(user.run(&arguments("3", "three")).code, 0);
    assert_eq!(requests(&user) as u64, 3 * prompts);
    let cost = &document(&user, "three")["cost"];
    assert_eq!(cost["answers"], 3 * prompts);
    let expected = (3 * prompts) as f64 * (100.0 + 2.0 * 10.0) / 1e6;
    assert!((cost["cost"].as_f64().unwrap() - expected).abs() < 1e-9, "{cost}");
}

#[test]
fn a_dry_run_says_what_would_be_asked_and_asks_nothing() {
    let user = user();
    // What SQLite's readers share in memory changes with each of them, and an empty log comes with the first.
    let store = || {
        let mut files = user.store();
        files.retain(|path, bytes| !path.to_string_lossy().ends_with("-shm") && !bytes.is_empty());
        files
    };
    let before = store();
    let said = user.run(&careless(&["--dry-run", "--limit", "2", "--samples-per-task", "3"]));
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.starts_with("correctness: "), "{}", said.output);
    assert!(
        said.output.contains("costs at most") && said.output.contains("faster: 0 requests"),
        "{}",
        said.output
    );
    assert!(said.output.contains("nothing was asked, and nothing was changed"), "{}", said.output);
    assert_eq!(requests(&user), 0);
    let after = store();
    let changed =
        after.iter().filter(|(path, bytes)| before.get(*path) != Some(*bytes)).map(|(path, _)| path);
    assert_eq!((changed.collect::<Vec<_>>(), after.len()), (Vec::new(), before.len()));
}

#[test]
fn without_measurements_there_are_no_pairs_to_ask_about_and_that_is_said() {
    let user = user();
    let said = user.run(&careless(&["--question", "faster", "--question", "leaner"]));
    assert_eq!(said.code, 0, "{}", said.errors);
    assert!(said.output.contains("There is nothing to ask about."), "{}", said.output);
    assert!(said.output.contains("the run did not compare their task by this measure"), "{}", said.output);
    assert_eq!(requests(&user), 0);
}

#[test]
fn wrong_words_are_told_before_anybody_is_asked() {
    let user = user();
    user.write("own.jinja", "{{ cod }}");
    for (arguments, expected) in [
        (
            vec!["judge", "out", "--protocol", "judge.toml"],
            "say by --model which of them judges (careless, first, seeing)",
        ),
        (vec!["judge", "out", "--protocol", "judge.toml", "--model", "carless"], "is `careless` meant?"),
        (careless(&["--prompt", "own.jinja"]), "name it with one --question"),
        (
            careless(&["--prompt", "own.jinja", "--question", "correctness"]),
            "own.jinja, line 1: undefined value",
        ),
        (vec!["judge", "nowhere", "--protocol", "judge.toml", "--model", "first"], "no run \"nowhere\""),
    ] {
        let said = user.run(&arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.errors);
        assert!(said.errors.contains(expected), "{arguments:?}: {}", said.errors);
    }
    assert_eq!(requests(&user), 0);
}

/// A benchmark of one task, and six samples of each side, all correct: the candidate's take a hundred times as long, and hold a
/// list of a million numbers.
fn write_own_benchmark(user: &User, confidentiality: &str) {
    user.write(
        "own/benchmark.toml",
        format!("format = 1\nname = \"own\"\nversion = \"1\"\nlicense = \"MIT\"\nconfidentiality = \"{confidentiality}\"\n"),
    );
    user.write("own/tasks/total/task.toml", "entry_point = \"total\"\n");
    user.write(
        "own/tasks/total/prompt.py",
        "def total(n):\n    \"\"\"Returns the sum of the numbers below n.\"\"\"\n",
    );
    user.write("own/tasks/total/reference.py", "def total(n):\n    return sum(range(n))\n");
    user.write(
        "own/tasks/total/tests.py",
        "def check(candidate):\n    assert candidate(300000) == 44999850000\n",
    );
    for (name, code) in [
        ("base", "def total(n):\n    return n * (n - 1) // 2\n"),
        ("tuned", "def total(n):\n    slowly = [number for number in range(n)]\n    return sum(slowly)\n"),
    ] {
        let line = |place: u32| {
            let solution = format!("{code}\n\nLABEL = {place}\n");
            serde_json::json!({"task_id": "total", "solution": solution}).to_string() + "\n"
        };
        user.write(&format!("{name}.jsonl"), (0..6).map(line).collect::<String>());
    }
}

#[test]
fn pairs_are_of_samples_that_were_measured_and_a_judge_that_goes_by_the_place_is_found_out() {
    let user = User::new();
    user.write("judge.py", JUDGE);
    user.write("judge.toml", protocol(true));
    write_own_benchmark(&user, "local_only");
    let compared = user.run(&[
        "compare",
        "base.jsonl",
        "tuned.jsonl",
        "--benchmark",
        "own",
        "--aspects",
        "logic,performance",
        "--out",
        "out",
    ]);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    for (model, right, bias) in [("seeing", 1.0, 0.0), ("first", 0.0, 1.0)] {
        let said = user.run(&[
            "judge",
            "out",
            "--protocol",
            "judge.toml",
            "--model",
            model,
            "--question",
            "faster",
            "--question",
            "leaner",
            "--repeats",
            "2",
            "--out",
            model,
        ]);
        assert_eq!(said.code, 0, "{}", said.errors);
        let document = document(&user, model);
        for result in document["questions"].as_array().unwrap() {
            let orders = &result["orders"];
            assert_eq!(
                (&orders["pairs"], &result["items"]),
                (&Value::from(12), &Value::from(12)),
                "{result}"
            );
            assert_eq!(orders["right_in_both"], right, "{result}");
            assert_eq!(orders["position_bias"], bias, "{result}");
            assert_eq!(result["positive_class"], "baseline");
        }
    }
    assert_eq!(document(&user, "seeing")["questions"][1]["question"], "leaner");
}

#[test]
fn tests_that_must_stay_here_are_shown_to_no_judge_elsewhere() {
    let user = User::new();
    user.write("judge.py", JUDGE);
    // A command whose user does not say that it sends nothing elsewhere, and a far server.
    let far =
        "[models.far]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"https://models.example.com/v1\"\n";
    user.write("judge.toml", protocol(false) + far);
    write_own_benchmark(&user, "local_only");
    let compared = user.run(&[
        "compare",
        "base.jsonl",
        "tuned.jsonl",
        "--benchmark",
        "own",
        "--aspects",
        "logic",
        "--out",
        "out",
    ]);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    for model in ["careless", "far"] {
        for more in [&[][..], &["--dry-run"]] {
            let arguments = [&["judge", "out", "--protocol", "judge.toml", "--model", model], more].concat();
            let said = user.run(&arguments);
            assert_eq!(said.code, 2, "{}", said.errors);
            assert!(said.errors.contains("must not leave this machine"), "{}", said.errors);
            assert!(said.errors.contains("nothing was asked"), "{}", said.errors);
        }
    }
    assert_eq!(requests(&user), 0);
}

#[test]
fn faults_lose_answers_which_count_for_nothing_and_are_asked_for_again() {
    // The third request is not understood; the others are answered, the second one is cut before its verdict.
    let server = Server::start(|asked, before| match before {
        1 => Play::Respond(answer(
            asked,
            Answered { text: "Well", reasoning: None, ending: Ending::MaxTokens },
        )),
        2 => Play::Respond(Reply::json(400, r#"{"error": {"message": "no"}}"#)),
        _ => {
            let text = "All pass.\n\nVERDICT: correct";
            Play::Respond(answer(
                asked,
                Answered { text, reasoning: Some("VERDICT: incorrect"), ending: Ending::Stop },
            ))
        }
    })
    .unwrap();
    let user = user();
    user.write(
        "hosted.toml",
        format!(
            "[protocol]\nconcurrency = 1\n[models.hosted]\nprovider = \"openai\"\nmodel = \"m-1\"\nbase_url = \"{}\"\n",
            server.url("/v1")
        ),
    );
    let arguments = [
        "judge",
        "out",
        "--protocol",
        "hosted.toml",
        "--question",
        "correctness",
        "--repeats",
        "1",
        "--limit",
        "2",
        "--out",
        "judged",
    ];
    let said = user.run(&arguments);
    assert_eq!(said.code, 3, "{}{}", said.output, said.errors);
    assert!(said.errors.contains("what is missing is asked for by the same command"), "{}", said.errors);
    let answers = document(&user, "judged")["questions"][0]["answers"].clone();
    assert!(answers["missing"].as_u64().unwrap() > 0, "{answers}");
    assert!(answers["discarded"]["cut_at_max_tokens"].as_u64().unwrap() > 0, "{answers}");
    let again = user.run(&arguments);
    assert_eq!(again.code, 0, "{}", again.errors);
    let result = document(&user, "judged")["questions"][0].clone();
    assert_eq!(result["answers"]["missing"], 0);
    let accuracy = result["judge"]["figures"]["accuracy"].as_f64().unwrap();
    // Who says the same of everything is as right as the always-majority baseline, or its opposite.
    let majority = result["always_majority"]["accuracy"].as_f64().unwrap();
    assert!((accuracy - majority).abs() < 1e-9 || (accuracy + majority - 1.0).abs() < 1e-9, "{result}");
    assert!(
        server.asked().iter().all(|asked| !String::from_utf8_lossy(&asked.body).contains("candidate.jsonl"))
    );
}
