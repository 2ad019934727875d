//! Models for tests to ask: commands of the user's, and a server on loopback that plays what a test tells it to.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use assay_model_server::Server;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use crate::support::{User, starter};

/// A model that notes each request before it answers. `good` answers with the reference solutions, `bad` with nothing that works.
pub(crate) const MODEL: &str = r#"
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
pub(crate) fn user() -> User {
    let user = User::new();
    user.write("model.py", MODEL);
    user.write("prompt.jinja", "{{ task_id }}\n{{ prompt }}");
    user.write("assay.toml", protocol(""));
    user
}

pub(crate) fn protocol(more: &str) -> String {
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

pub(crate) const GENERATE: [&str; 5] = ["generate", "--protocol", "assay.toml", "--model", "good"];

pub(crate) fn generate(more: &[&str]) -> Vec<String> {
    GENERATE.iter().chain(more).map(ToString::to_string).collect()
}

pub(crate) fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Every request that a model got, in order: which model, task and repetition.
pub(crate) fn asked(user: &User) -> Vec<String> {
    let log = fs::read_to_string(user.path("asked.txt")).unwrap_or_default();
    log.lines().map(str::to_owned).collect()
}

/// Task and repetition of every answer that is stored.
pub(crate) fn stored(user: &User) -> BTreeSet<String> {
    let read = || -> rusqlite::Result<BTreeSet<String>> {
        let path = user.store_folder().join("store.sqlite");
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

pub(crate) const KEY: &str = "sk-planted-9d41c7e0b2f84a6f";

/// A user with a protocol of one model at that server.
pub(crate) fn user_of(server: &Server, more: &str) -> User {
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

pub(crate) fn run_with_key(user: &User, arguments: &[&str]) -> (i32, String) {
    let output = user.command(arguments).env("KEY", KEY).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

/// Every file below a user's home that holds the key.
pub(crate) fn files_with_key(user: &User) -> Vec<PathBuf> {
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
