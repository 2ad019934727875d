//! What an attempt costs: an answer by its tokens, a fault by what may have been paid for it.

use serde_json::Value;

use crate::estimate::{estimated_tokens_of, most_tokens};
use crate::{Answer, Attempt, Fault, FaultKind, KnownCost, Price, Response};

/// Where providers state the tokens that were read; parts of one count stand together.
const READ: &[&[&str]] = &[
    &["/usage/prompt_tokens"],
    &["/usage/input_tokens", "/usage/cache_creation_input_tokens", "/usage/cache_read_input_tokens"],
    &["/usageMetadata/promptTokenCount"],
    &["/usage/input"],
];
/// And those that were written.
const WRITTEN: &[&[&str]] = &[
    &["/usage/completion_tokens"],
    &["/usage/output_tokens"],
    &["/usageMetadata/candidatesTokenCount", "/usageMetadata/thoughtsTokenCount"],
    &["/usage/output"],
];

/// No model reads or writes more: what says so is wrong, and sums stay in their range.
const MOST_STATED: u64 = 1 << 32;

/// What an attempt took.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Charge {
    /// Tokens read and written: as the provider counts them; of an answer else estimated.
    pub(super) tokens: Option<(u64, u64)>,
    /// What it costs, where there is a price and something to pay.
    pub(super) cost: Option<f64>,
    /// Whether it brought an answer.
    pub(super) is_answer: bool,
}

impl Charge {
    /// Of an attempt at a request of so many tokens, as estimated, whose answer can have so many.
    pub(super) fn of(attempt: &Attempt, input: u64, max_tokens: u32, price: Option<Price>) -> Self {
        let response = attempt.exchange.response.as_ref();
        let (tokens, paid) = match &attempt.outcome {
            Ok(answer) => {
                let tokens = of_answer(answer, input);
                (Some(tokens), Some(tokens))
            }
            Err(fault) if was_worked_on(fault, response) => {
                let [read, written] = stated(response);
                let most = (most_tokens(&attempt.exchange.body), u64::from(max_tokens));
                (read.zip(written), Some((read.unwrap_or(most.0), written.unwrap_or(most.1))))
            }
            Err(_) => (None, None),
        };
        let cost = paid.zip(price).map(|((input, output), price)| price.of(input, output));
        Self { tokens, cost, is_answer: attempt.outcome.is_ok() }
    }

    /// As a part of what is spent. Only an answer can lack a price.
    pub(super) fn spent(&self) -> KnownCost {
        if self.is_answer {
            return KnownCost::of(self.cost);
        }
        KnownCost { known: self.cost.unwrap_or(0.0), without_price: 0 }
    }
}

fn of_answer(answer: &Answer, input: u64) -> (u64, u64) {
    let Answer { text, reasoning, usage, .. } = answer;
    let written = || estimated_tokens_of(text) + reasoning.as_deref().map_or(0, estimated_tokens_of);
    let stated = |tokens: Option<u64>| tokens.map(|tokens| tokens.min(MOST_STATED));
    (stated(usage.input).unwrap_or(input), stated(usage.output).unwrap_or_else(written))
}

/// Whether the other side may have worked on the request, so that it may have to be paid.
fn was_worked_on(fault: &Fault, response: Option<&Response>) -> bool {
    match fault.kind {
        // Some statuses of refusals pass, as 408 and 425 do: nobody has worked on those, either.
        FaultKind::Server => response.is_none_or(|response| !(400..500).contains(&response.status)),
        FaultKind::Timeout | FaultKind::Cut | FaultKind::BrokenAnswer | FaultKind::Cancelled => true,
        FaultKind::RateLimited
        | FaultKind::NameResolution
        | FaultKind::Connection
        | FaultKind::Proxy
        | FaultKind::Authentication
        | FaultKind::NotAllowed
        | FaultKind::UnknownModel
        | FaultKind::BadRequest
        | FaultKind::Quota
        | FaultKind::NotRecorded
        | FaultKind::RecordedFault => false,
    }
}

/// Tokens that a response without an answer states, read and written. Gateways imitate each other: all names are looked for.
fn stated(response: Option<&Response>) -> [Option<u64>; 2] {
    let json = response.and_then(|response| serde_json::from_slice::<Value>(&response.body).ok());
    let Some(json) = json else { return [None; 2] };
    let number = |path: &&str| json.pointer(path).and_then(Value::as_u64);
    let sum = |paths: &&[&str]| paths.iter().filter_map(number).reduce(u64::saturating_add);
    [READ, WRITTEN].map(|places| places.iter().find_map(sum).map(|tokens| tokens.min(MOST_STATED)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::*;
    use crate::{Exchange, Finish, Usage};

    const PRICE: Price = Price { input: 1e6, output: 1e6 };

    fn charge(outcome: Result<Answer, Fault>, response: Option<(i32, &str)>) -> Charge {
        let response = response.map(|(status, body)| Response {
            status,
            headers: BTreeMap::new(),
            body: body.as_bytes().to_vec(),
        });
        let exchange = Exchange { body: vec![b'x'; 100], response, elapsed: Duration::ZERO };
        Charge::of(&Attempt { exchange, outcome }, 25, 1000, Some(PRICE))
    }

    fn cost_of(kind: FaultKind, response: Option<(i32, &str)>) -> Option<f64> {
        charge(Err(Fault { kind, message: String::new(), retry_after: None }), response).cost
    }

    #[test]
    fn a_fault_after_the_request_arrived_costs_the_most_unless_its_body_states_less() {
        // Fifty tokens to read at most, a thousand to write.
        for kind in [FaultKind::Server, FaultKind::Timeout, FaultKind::Cut, FaultKind::BrokenAnswer] {
            assert_eq!(cost_of(kind, None), Some(1050.0), "{kind:?}");
            assert_eq!(cost_of(kind, Some((200, "{\"usage\": {\"prompt_tok"))), Some(1050.0), "{kind:?}");
        }
        for body in [
            r#"{"usage": {"prompt_tokens": 9, "completion_tokens": 7}}"#,
            r#"{"usage": {"input_tokens": 2, "cache_read_input_tokens": 7, "output_tokens": 7}}"#,
            r#"{"usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 3, "thoughtsTokenCount": 4}}"#,
            r#"{"usage": {"input": 9, "output": 7}}"#,
        ] {
            assert_eq!(cost_of(FaultKind::BrokenAnswer, Some((200, body))), Some(16.0), "{body}");
        }
        let half = r#"{"usage": {"prompt_tokens": 9}}"#;
        assert_eq!(cost_of(FaultKind::Server, Some((500, half))), Some(1009.0));
    }

    #[test]
    fn what_was_refused_or_never_arrived_costs_nothing() {
        for kind in [
            FaultKind::RateLimited,
            FaultKind::NameResolution,
            FaultKind::Connection,
            FaultKind::Proxy,
            FaultKind::Authentication,
            FaultKind::UnknownModel,
            FaultKind::BadRequest,
            FaultKind::Quota,
            FaultKind::NotRecorded,
        ] {
            assert_eq!(cost_of(kind, None), None, "{kind:?}");
        }
        assert_eq!(cost_of(FaultKind::Server, Some((408, "{}"))), None);
        assert_eq!(cost_of(FaultKind::Server, Some((503, "{}"))), Some(1050.0));
    }

    #[test]
    fn an_answer_costs_its_tokens_as_counted_or_else_estimated() {
        let answer = |usage| Answer {
            text: "x".repeat(40),
            reasoning: None,
            finish: Finish::Stop,
            version: None,
            usage,
        };
        let counted = Usage { input: Some(3), output: Some(4), reasoning: None };
        assert_eq!(charge(Ok(answer(counted)), None).cost, Some(7.0));
        assert_eq!(charge(Ok(answer(Usage::default())), None).tokens, Some((25, 10)));
        let absurd = Usage { input: Some(u64::MAX), output: Some(u64::MAX), reasoning: None };
        assert_eq!(charge(Ok(answer(absurd)), None).tokens, Some((MOST_STATED, MOST_STATED)));
    }
}
