//! The same request gives the same bytes, whatever else is asked.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::thread;

use assay_generate::{Embedded, Provider as _, Request};

use super::{TinyModel, asked, completion, loaded, loaded_with};

/// A walk among four letters, all equally likely but for some noise that hangs on all that was read.
fn walking() -> TinyModel {
    let letters: [&[u8]; 4] = [b"a", b"b", b"c", b"d"];
    letters.iter().fold(TinyModel::new().with_noise(0.05), |model, letter| model.after(letter, &letters))
}

fn drawn(seed: u64) -> Request {
    let mut request = completion("a");
    request.sampling.temperature = 1.0;
    request.sampling.top_p = 0.95;
    request.sampling.max_tokens = 200;
    request.sampling.seed = Some(seed);
    request
}

fn body(provider: &Embedded, request: &Request) -> Vec<u8> {
    asked(provider, request).exchange.response.expect("an answer").body
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    let provider = loaded(&walking());
    let answers: BTreeSet<_> = (0..20).map(|seed| body(&provider, &drawn(seed))).collect();
    assert_eq!(answers.len(), 20);
    let again: BTreeSet<_> = (0..20).map(|seed| body(&provider, &drawn(seed))).collect();
    assert_eq!(answers, again);
}

#[test]
fn requests_at_once_answer_as_one_after_the_other() {
    let provider = loaded(&walking());
    let alone: Vec<_> = (0..8).map(|seed| body(&provider, &drawn(seed))).collect();
    let at_once: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|seed| {
                scope.spawn({
                    let provider = &provider;
                    move || body(provider, &drawn(seed))
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(alone, at_once);
}

#[test]
fn the_likeliest_tokens_are_the_same_each_time_and_with_any_seed() {
    let provider = loaded(&walking());
    let greedy = |seed| {
        let mut request = drawn(seed);
        request.sampling.temperature = 0.0;
        body(&provider, &request)
    };
    assert_eq!(greedy(1), greedy(1));
    assert_eq!(greedy(1), greedy(2));
}

#[test]
fn without_a_seed_each_repetition_has_its_own() {
    let provider = loaded(&walking());
    let repetition = |repetition| {
        let mut request = drawn(0);
        request.sampling.seed = None;
        request.repetition = repetition;
        body(&provider, &request)
    };
    assert_eq!(repetition(3), repetition(3));
    assert_ne!(repetition(3), repetition(4));
}

#[test]
fn two_threads_are_repeatable_too_and_another_request() {
    let two = loaded_with(&walking(), |settings| settings.threads = NonZeroU32::new(2).unwrap());
    assert_eq!(body(&two, &drawn(1)), body(&two, &drawn(1)));
    assert_ne!(two.body(&drawn(1)), loaded(&walking()).body(&drawn(1)));
    let processors = thread::available_parallelism().unwrap().get();
    assert_eq!(two.most_at_once(), Some((processors / 2).max(1)));
}
