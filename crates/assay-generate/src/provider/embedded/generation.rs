//! One answer of a model in this process.

use std::sync::atomic::Ordering;
use std::time::Instant;

use llama_cpp_2::token::LlamaToken;

use super::evaluation::Evaluation;
use super::model::{BATCH, Model};
use super::sampling::Sampler;
use super::text::AnswerText;
use super::wire::{Counted, Ending, Question, Reply, Said};
use crate::provider::reading;
use crate::{Context, Fault, FaultKind};

/// Contexts are made for a multiple of so many tokens, as llama.cpp does itself.
const CONTEXT_STEP: u32 = 256;

/// Answers a question.
///
/// # Errors
/// At the deadline, on cancellation, and where the model cannot be evaluated.
pub(super) fn answer(model: &Model, question: &Question, context: &Context<'_>) -> Result<Reply, Fault> {
    check(context)?;
    let too_long = |input| {
        let usage = Counted { input, output: 0 };
        Ok(Reply::Answer(Said { text: String::new(), finish: Ending::ContextTooLong, usage }))
    };
    let prompt = question.prompt.as_deref().unwrap_or_default();
    let Some(tokens) = model.tokens(prompt, question.context) else {
        return too_long(None);
    };
    if tokens.is_empty() {
        let problem = "the prompt is empty, and the model has no token that begins a text";
        return Ok(Reply::Refused(problem.into()));
    }
    let input = tokens.len() as u64;
    let room = u64::from(question.context).saturating_sub(input);
    if room == 0 {
        return too_long(Some(input));
    }
    let most = room.min(u64::from(question.max_tokens));
    let size = (input + most).next_multiple_of(u64::from(CONTEXT_STEP));
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    let Some(fresh) = model.context(size, question.threads) else {
        let problem = format!(
            "there is no memory for a context of {size} tokens; ask fewer at once, or set `context` lower"
        );
        return Err(fault(FaultKind::Server, &problem));
    };
    let mut evaluation = Evaluation::new(fresh);
    read_prompt(&mut evaluation, &tokens, context)?;
    let (text, finish, output) = write_answer(model, question, &mut evaluation, most, context)?;
    Ok(Reply::Answer(Said { text, finish, usage: Counted { input: Some(input), output } }))
}

fn read_prompt(
    evaluation: &mut Evaluation<'_>,
    tokens: &[LlamaToken],
    context: &Context<'_>,
) -> Result<(), Fault> {
    let mut batches = tokens.chunks(BATCH as usize).peekable();
    while let Some(batch) = batches.next() {
        check(context)?;
        evaluation.read(batch, batches.peek().is_none()).map_err(|problem| not_evaluated(&problem))?;
    }
    Ok(())
}

fn write_answer(
    model: &Model,
    question: &Question,
    evaluation: &mut Evaluation<'_>,
    most: u64,
    context: &Context<'_>,
) -> Result<(String, Ending, u64), Fault> {
    let mut sampler = Sampler::new(&question.sampling());
    let mut text = AnswerText::ending_before(&question.stop);
    let mut piece = Vec::new();
    for drawn in 1..=most {
        check(context)?;
        let token =
            sampler.draw(evaluation.logits()).and_then(|token| i32::try_from(token).ok()).map(LlamaToken);
        let Some(token) = token else {
            let problem = "the model's logits are no numbers: its weights are damaged, or not for this version of llama.cpp";
            return Err(fault(FaultKind::BrokenAnswer, problem));
        };
        if model.ends(token) {
            return Ok((text.into_text(), Ending::Stop, drawn));
        }
        piece.clear();
        model.piece(token, &mut piece);
        if text.add(&piece) {
            return Ok((text.into_text(), Ending::Stop, drawn));
        }
        // Nothing follows the last one.
        if drawn < most {
            evaluation.read(&[token], true).map_err(|problem| not_evaluated(&problem))?;
        }
    }
    Ok((text.into_text(), Ending::MaxTokens, most))
}

fn check(context: &Context<'_>) -> Result<(), Fault> {
    if context.cancelled.load(Ordering::Relaxed) {
        return Err(fault(FaultKind::Cancelled, "nobody wants the answer any more"));
    }
    if Instant::now() >= context.deadline {
        let problem =
            "the model had not finished at the deadline; allow more time, fewer tokens or more threads";
        return Err(fault(FaultKind::Timeout, problem));
    }
    Ok(())
}

fn not_evaluated(problem: &str) -> Fault {
    fault(FaultKind::Server, &format!("llama.cpp could not evaluate the model: {problem}"))
}

fn fault(kind: FaultKind, problem: &str) -> Fault {
    reading::fault(kind, "embedded model", problem)
}
