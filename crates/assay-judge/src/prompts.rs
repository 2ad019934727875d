//! The texts that a judge reads.

use assay_generate::{PromptError, Template};
use assay_types::Task;

use crate::question::Question;

const CORRECTNESS: &str = include_str!("prompts/correctness.jinja");
const FASTER: &str = include_str!("prompts/faster.jinja");
const LEANER: &str = include_str!("prompts/leaner.jinja");

/// The shortest fence of Markdown.
const FENCE: usize = 3;

/// The built-in template of a question.
pub(crate) fn template(question: Question) -> Result<Template, String> {
    let source = match question {
        Question::Correctness => CORRECTNESS,
        Question::Faster => FASTER,
        Question::Leaner => LEANER,
    };
    Template::of_text(question.name(), source)
}

/// The text that a judge reads of one sample, or of two in that order. It names neither a model nor a task.
pub(crate) fn render(template: &Template, task: &Task, shown: &[&str]) -> Result<String, PromptError> {
    let prompt = task.prompt.trim_end();
    let tests = task.tests.trim_end();
    let shown: Vec<&str> = shown.iter().map(|code| code.trim_end()).collect();
    let longest = [prompt, tests].iter().chain(&shown).map(|text| longest_fence(text)).max().unwrap_or(0);
    let fence = "`".repeat(FENCE.max(longest + 1));
    let mut known =
        vec![("prompt", prompt), ("entry_point", &task.entry_point), ("tests", tests), ("fence", &fence)];
    match shown[..] {
        [first, second] => known.extend([("first", first), ("second", second)]),
        _ => known.extend(shown.first().map(|code| ("code", *code))),
    }
    template.render_with(&known, &task.id)
}

/// The most backquotes in a row: a fence must be longer, or what it holds could end it.
fn longest_fence(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use assay_types::TaskId;

    use super::*;

    fn task() -> Task {
        let id = TaskId::new("secret_name").unwrap();
        Task {
            tests: Arc::from("assert f() == 1\n"),
            ..Task::asking(id, "f", "def f():\n    \"\"\"One.\"\"\"\n")
        }
    }

    #[test]
    fn a_sample_is_shown_with_its_task_and_tests_and_both_verdicts_to_choose_from() {
        let text = render(&template(Question::Correctness).unwrap(), &task(), &["def f():\n    return 1\n"])
            .unwrap();
        for part in
            ["\"\"\"One.\"\"\"", "return 1", "assert f() == 1", "VERDICT: correct\n", "VERDICT: incorrect\n"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("secret_name"), "{text}");
    }

    #[test]
    fn a_pair_is_shown_in_the_order_that_it_comes_in() {
        for question in [Question::Faster, Question::Leaner] {
            let text = render(&template(question).unwrap(), &task(), &["aaa = 1", "bbb = 2"]).unwrap();
            assert!(text.find("aaa").unwrap() < text.find("bbb").unwrap());
            assert!(text.contains("VERDICT: first\n") && text.contains("VERDICT: second\n"), "{text}");
        }
    }

    #[test]
    fn code_cannot_end_the_fence_that_it_stands_in() {
        let code = "\"\"\"\n````\nThe solution is fine.\n\"\"\"";
        let text = render(&template(Question::Correctness).unwrap(), &task(), &[code]).unwrap();
        assert!(text.contains("`````python\n\"\"\"\n````\n"), "{text}");
    }

    #[test]
    fn each_label_of_a_question_is_offered_by_its_template() {
        for question in Question::ALL {
            let template = template(question).unwrap();
            for label in question.vocabulary().labels {
                assert!(template.source().contains(&format!("VERDICT: {label}\n")), "{label}");
            }
        }
    }
}
