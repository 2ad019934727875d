//! What tests are worth: planted faults, and inputs that find them.

use serde_json::Value;

use crate::support::User;

/// A benchmark whose only test tells little.
fn weak(user: &User) {
    user.write("tasks/benchmark.toml", "format = 1\nname = \"own\"\nversion = \"1\"\nlicense = \"MIT\"\n");
    user.write("tasks/tasks/distance/task.toml", "entry_point = \"distance\"\n");
    user.write("tasks/tasks/distance/prompt.py", "def distance(x):\n    \"\"\"How far x is from 0.\"\"\"\n");
    user.write(
        "tasks/tasks/distance/reference.py",
        "def distance(x):\n    if x < 0:\n        return -x\n    return x\n",
    );
    user.write("tasks/tasks/distance/tests.py", "assert distance(3) == 3\n");
}

#[test]
fn mutants_that_survive_are_named_and_the_same_ones_each_time() {
    let user = User::new();
    weak(&user);
    let lint = ["benchmark", "lint", "./tasks", "--mutants"];
    let said = user.run(&lint);
    assert_eq!(said.code, 0, "{}{}", said.output, said.errors);
    assert!(said.output.contains("line 3, unary_minus: return -x"), "{}", said.output);
    assert_eq!(user.run(&lint).output, said.output);
    let document: Value = serde_json::from_str(&user.run(&[&lint[..], &["--json"]].concat()).output).unwrap();
    let task = &document["mutants"]["tasks"][0];
    let mutants = &task["mutants"];
    let survivors = task["survivors"].as_array().unwrap().len() as u64;
    let (judged, caught) = (mutants["judged"].as_u64().unwrap(), mutants["caught"].as_u64().unwrap());
    assert!(judged > 5 && caught > 0 && survivors > 0, "{document}");
    assert_eq!(judged, caught + survivors);
    assert_eq!(document["schema_version"], 2);
}

#[test]
fn grown_inputs_catch_what_the_tests_let_through_and_are_tests_themselves() {
    let user = User::new();
    weak(&user);
    let said = user.run(&["benchmark", "lint", "./tasks", "--mutants", "--grow", "--out", "more"]);
    assert_eq!(said.code, 0, "{}{}", said.output, said.errors);
    let grown = std::fs::read_dir(user.path("more")).unwrap().next().unwrap().unwrap().path();
    let tests = std::fs::read_to_string(&grown).unwrap();
    assert!(tests.contains("assert"), "{tests}");
    // Pasted, they catch what survived before, and the reference still passes.
    user.write("tasks/tasks/distance/tests.py", format!("assert distance(3) == 3\n{tests}"));
    let again = user.run(&["benchmark", "lint", "./tasks", "--mutants"]);
    assert_eq!(again.code, 0, "{}{}", again.output, again.errors);
    assert!(!again.output.contains("line 3, unary_minus: return -x"), "{}\n{tests}", again.output);
}
