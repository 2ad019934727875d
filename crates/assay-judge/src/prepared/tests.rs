//! A judge that is asked for real, by threads and into a store; the model is a fake.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_analyse::TaskVerdict;
use assay_generate::{Answer, Fake, Finish, Play, Prompt, Request, Spend, Turn, Unwatched, Usage, ask};
use assay_store::Store;
use assay_types::Confidentiality;

use super::*;
use crate::fixtures::Run;
use crate::verdict::Discard;
use crate::{document, judge_markdown, judge_text, judgement_lines};

const PROTOCOL: &str = "[models.j]\nprovider = \"command\"\nmodel = \"j\"\ncommand = [\"j\"]\nprice = { input = 1.0, output = 2.0 }\n";

fn protocol(text: &str) -> Protocol {
    Protocol::of_text(text, Path::new("judge.toml")).unwrap()
}

fn settings(question: Question, repeats: u32) -> JudgeSettings {
    JudgeSettings {
        model: "j".to_owned(),
        questions: vec![question],
        repeats,
        selection: Selection::default(),
        seed: 1,
        template: None,
    }
}

fn says(text: &str) -> Play {
    let usage = Usage { input: Some(100), output: Some(10), reasoning: None };
    let version = Some("j-2026".to_owned());
    Play::Answer(Answer { text: text.to_owned(), reasoning: None, finish: Finish::Stop, version, usage })
}

fn shown(request: &Request) -> &str {
    match &request.prompt {
        Prompt::Chat { turns, .. } => match turns.last() {
            Some(Turn::User(text) | Turn::Model(text)) => text,
            None => "",
        },
        Prompt::Completion { text } => text,
    }
}

fn connected(fake: Fake) -> Connected {
    Connected { provider: Arc::new(fake), warnings: Vec::new() }
}

fn one(prepared: Vec<PreparedQuestion>) -> PreparedQuestion {
    prepared.into_iter().next().unwrap()
}

/// A run's document, made from what a fake answers, and how many answers were asked for.
fn judged(
    run: &Run,
    settings: &JudgeSettings,
    store: &Store,
    fake: Fake,
) -> (crate::JudgeDocument, Vec<Judgement>, u64) {
    let protocol = protocol(PROTOCOL);
    let prepared = one(prepare_with(&protocol, &run.facts(), settings, &connected(fake)).unwrap());
    let mut spend = Spend::default();
    let cancelled = AtomicBool::new(false);
    let outcome =
        ask(&prepared.questions, &protocol.limits, store, &mut spend, &Unwatched, &cancelled).unwrap();
    let answered = prepared.answered(store).unwrap();
    let judgements = answered.judgements.clone();
    let document = document(&run.facts(), settings, &[(prepared, answered)]).unwrap();
    (document, judgements, outcome.tally.attempts)
}

/// A question that is ready, of a model that is never asked.
fn unasked(run: &Run, settings: &JudgeSettings) -> Result<PreparedQuestion, JudgeError> {
    let never = Fake::new("j", |_, _| Play::Hang);
    prepare_with(&protocol(PROTOCOL), &run.facts(), settings, &connected(never)).map(one)
}

/// Sees what is wrong with the candidate's first sample of `a`, and says nothing of use about its second one of `b`.
fn knowing() -> Fake {
    Fake::new("j", |request, _| {
        let text = shown(request);
        if text.contains("# a candidate 0") {
            says("It fails.\n\nVERDICT: incorrect")
        } else if text.contains("# b candidate 1") {
            says("I cannot say.")
        } else {
            says("**VERDICT: correct**")
        }
    })
}

#[test]
fn a_judge_that_knows_is_right_and_what_it_does_not_say_is_discarded_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let run = Run::small();
    let settings = settings(Question::Correctness, 5);
    let (document, judgements, attempts) = judged(&run, &settings, &store, knowing());
    assert_eq!((attempts, judgements.len()), (40, 40));
    let result = &document.questions[0];
    assert_eq!((result.items, result.tasks, result.distinct_prompts), (8, 2, 8));
    assert_eq!(result.answers.discarded, BTreeMap::from([(Discard::NoVerdict, 5)]));
    let judge = result.judge.as_ref().unwrap();
    assert!((judge.figures.accuracy - 1.0).abs() < 1e-12 && judge.figures.f1 == Some(1.0));
    let stability = result.stability.as_ref().unwrap();
    assert_eq!((stability.items, stability.fleiss_kappa), (7, Some(1.0)));
    // 40 answers of 100 tokens read and 10 written.
    assert_eq!(
        (document.cost.answers, document.cost.input_tokens, document.cost.output_tokens),
        (40, 4000, 400)
    );
    assert!(document.cost.cost.is_some_and(|cost| (cost - 0.0048).abs() < 1e-12));
    assert_eq!(document.judge.versions, BTreeMap::from([("j-2026".to_owned(), 40)]));
    let (again, same, attempts) =
        judged(&run, &settings, &store, Fake::new("j", |_, _| panic!("asked again")));
    assert_eq!((again, same, attempts), (document, judgements, 0));
}

#[test]
fn all_questions_are_asked_of_one_provider() {
    let settings = JudgeSettings { questions: Question::ALL.to_vec(), ..settings(Question::Faster, 1) };
    let connected = connected(Fake::new("j", |_, _| Play::Hang));
    let run = Run::small();
    let prepared = prepare_with(&protocol(PROTOCOL), &run.facts(), &settings, &connected).unwrap();
    assert_eq!((prepared.len(), Arc::strong_count(&connected.provider)), (3, 4));
}

#[test]
fn answers_from_before_there_was_a_price_are_an_unknown_cost() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let run = Run::small();
    let free = protocol(&PROTOCOL.replace("price", "# price"));
    let first = settings(Question::Correctness, 1);
    let prepared = one(prepare_with(&free, &run.facts(), &first, &connected(knowing())).unwrap());
    let mut spend = Spend::default();
    ask(&prepared.questions, &free.limits, &store, &mut spend, &Unwatched, &AtomicBool::new(false)).unwrap();
    let (document, ..) = judged(&run, &settings(Question::Correctness, 2), &store, knowing());
    assert_eq!((document.cost.answers, document.cost.answers_without_price), (16, 8));
    let text = judge_text(&document);
    assert!(text.contains("at least 0.0010 spent; 8 answers without a price"), "{text}");
}

#[test]
fn a_run_of_another_version_of_assay_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut run = Run::small();
    let said =
        "this run was made by assay 0.0.1; what was asked about is what this version makes of its answers";
    let drawn = |run: &Run| {
        let (document, ..) = judged(run, &settings(Question::Correctness, 1), &store, knowing());
        [judge_text(&document), judge_markdown(&document)]
    };
    assert!(drawn(&run).iter().all(|text| !text.contains("this run was made by")));
    run.report.assay_version = "0.0.1".to_owned();
    for text in drawn(&run) {
        assert!(text.replace('`', "").contains(said), "{text}");
    }
}

#[test]
fn answers_that_belong_to_no_item_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut prepared = unasked(&Run::small(), &settings(Question::Correctness, 1)).unwrap();
    prepared.items.pop();
    let said = prepared.answered(&store).unwrap_err().to_string();
    assert!(said.contains("7 things were to be asked about, and 8 texts were asked with"), "{said}");
}

#[test]
fn samples_with_the_same_code_share_their_answers_and_are_paid_for_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut run = Run::small();
    for sample in &mut run.samples {
        sample.code = Some(std::sync::Arc::from("def f():\n    return 1\n"));
    }
    let fake = Fake::new("j", |_, _| says("VERDICT: correct"));
    let (document, judgements, attempts) = judged(&run, &settings(Question::Correctness, 2), &store, fake);
    // A text for each task, since the tasks' tests differ; two repeats of each.
    assert_eq!((attempts, judgements.len(), document.cost.answers), (4, 16, 4));
    assert_eq!(document.questions[0].distinct_prompts, 2);
    let judge = document.questions[0].judge.as_ref().unwrap();
    assert!((judge.figures.accuracy - 14.0 / 16.0).abs() < 1e-11 && judge.figures.recall == Some(0.0));
}

#[test]
fn a_judge_of_pairs_that_goes_by_the_place_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let run = Run::small().with_times(TaskVerdict::Regressed, [(2, 1.0, 2.0), (2, 2.2, 3.0)]);
    let fake = Fake::new("j", |_, _| says("VERDICT: first"));
    let (document, ..) = judged(&run, &settings(Question::Faster, 5), &store, fake);
    let orders = document.questions[0].orders.as_ref().unwrap();
    assert_eq!(
        (orders.pairs, orders.position_bias, orders.right_in_both, orders.right_each),
        (10, 1.0, 0.0, 0.5)
    );
    let text = judge_text(&document);
    assert!(text.contains("faster: which of two correct solutions takes less time?"), "{text}");
    assert!(text.contains("2 pairs in both orders of 1 tasks"), "{text}");
}

#[test]
fn the_seed_of_the_protocol_makes_each_repeat_a_draw_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let fake = Fake::new("j", |request, _| {
        says(if request.repetition % 2 == 0 { "VERDICT: correct" } else { "VERDICT: incorrect" })
    });
    let (document, ..) = judged(&Run::small(), &settings(Question::Correctness, 2), &store, fake);
    let stability = document.questions[0].stability.clone().unwrap();
    assert_eq!((stability.items, stability.one_label_share), (8, 0.0));
}

#[test]
fn tests_that_must_stay_here_are_shown_to_no_judge_elsewhere() {
    let mut run = Run::small();
    run.confidentiality = Confidentiality::LocalOnly;
    let far = protocol(
        "[models.j]\nprovider = \"openai\"\nmodel = \"j\"\nbase_url = \"https://models.example.com/v1\"\n",
    );
    for question in Question::ALL {
        let refused = prepare(&far, &run.facts(), &settings(question, 1), &mut Digests::without_cache())
            .err()
            .unwrap()
            .to_string();
        assert!(
            refused.contains("must not leave this machine") && refused.contains("nothing was asked"),
            "{refused}"
        );
    }
}

#[test]
fn a_protocol_of_several_models_must_be_told_who_judges() {
    let one = protocol(PROTOCOL);
    assert_eq!(model_of(&one, None).unwrap(), "j");
    assert_eq!(model_of(&one, Some("k")).unwrap(), "k");
    let two = protocol(&format!("{PROTOCOL}{}", PROTOCOL.replace("models.j", "models.k")));
    let said = model_of(&two, None).unwrap_err().to_string();
    assert!(said.contains("judge.toml has 2 models") && said.contains("(j, k)"), "{said}");
}

#[test]
fn a_template_of_ones_own_asks_anew_and_a_name_that_it_does_not_know_is_an_error() {
    let run = Run::small();
    let digest = |template: Option<&str>| {
        let template = template.map(|text| Template::of_text("own", text).unwrap());
        let settings = JudgeSettings { template, ..settings(Question::Correctness, 1) };
        unasked(&run, &settings).map(|prepared| prepared.questions.protocol())
    };
    let own = digest(Some("{{ code }} {{ tests }}")).unwrap();
    assert_ne!(own, digest(None).unwrap());
    let said = digest(Some("{{ first }}")).unwrap_err().to_string();
    assert!(said.contains("the template own, line 1: undefined value"), "{said}");
}

#[test]
fn what_is_too_long_is_left_out_and_the_rest_is_asked() {
    let mut run = Run::small().with_times(TaskVerdict::Regressed, [(2, 1.0, 2.0), (2, 2.2, 3.0)]);
    let long = std::sync::Arc::from("x = 1\n".repeat(300_000));
    run.samples.iter_mut().find(|sample| sample.task.as_str() == "b").unwrap().code = Some(long);
    for (question, items) in [(Question::Correctness, 7), (Question::Faster, 2)] {
        let prepared = unasked(&run, &settings(question, 1)).unwrap();
        assert_eq!(prepared.items.len(), items);
        assert_eq!(prepared.left_out.get(&LeftOut::TooLong), Some(&1));
    }
}

#[test]
fn names_of_models_act_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut run = Run::small();
    run.report.candidate.name = "t\u{1b}[2J`|<b>\u{202e}".to_owned();
    let (document, judgements, _) = judged(&run, &settings(Question::Correctness, 1), &store, knowing());
    for drawn in [judge_text(&document), judge_markdown(&document)] {
        assert!(!drawn.contains(['\u{1b}', '\u{202e}']), "{drawn}");
    }
    assert!(!judge_markdown(&document).contains("<b>"));
    let lines = judgement_lines(&judgements).unwrap();
    assert_eq!(lines.lines().count(), judgements.len());
}

#[test]
fn the_protocol_in_the_page_is_one() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/judge.md")).unwrap();
    let text = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let protocol = protocol(text);
    assert_eq!(model_of(&protocol, None).unwrap(), "judge");
    assert!(protocol.models["judge"].price.is_some() && protocol.limits.spend_limit.is_some());
}

#[test]
fn the_page_names_every_question_label_and_kind_of_discarded_answer() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/judge.md")).unwrap();
    for question in Question::ALL {
        assert!(page.contains(&format!("| `{}` |", question.name())));
        assert!(question.vocabulary().labels.iter().all(|label| page.contains(&format!("`{label}`"))));
    }
    let kinds = [
        Discard::Empty,
        Discard::Refusal,
        Discard::ContentFilter,
        Discard::ContextTooLong,
        Discard::CutAtMaxTokens,
        Discard::NoVerdict,
        Discard::UnknownLabel,
        Discard::Contradictory,
    ];
    for kind in kinds {
        let word = serde_json::to_value(kind).unwrap();
        assert!(page.contains(&format!("`{}`", word.as_str().unwrap())), "{word}");
    }
}
