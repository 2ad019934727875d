//! The policy, moment by moment.

use super::*;
use crate::{Finish, Usage};

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn limits() -> AskingLimits {
    AskingLimits {
        concurrency: 2,
        requests_per_minute: None,
        tokens_per_minute: None,
        attempt: seconds(30),
        deadline: seconds(100),
        spend_limit: None,
    }
}

fn terms(limits: AskingLimits) -> Terms {
    Terms { limits, most_at_once: None, price: None, max_tokens: 100, seed: 1 }
}

fn schedule(wanted: usize, limits: AskingLimits) -> Schedule {
    Schedule::new(vec![Wanted::new(10, 20); wanted], terms(limits), Spend::default())
}

#[expect(clippy::unnecessary_wraps, reason = "what an attempt comes to")]
fn answer() -> Result<Answer, Fault> {
    Ok(Answer {
        text: "x".to_owned(),
        reasoning: None,
        finish: Finish::Stop,
        version: None,
        usage: Usage::default(),
    })
}

fn fault(kind: FaultKind, retry_after: Option<Duration>) -> Result<Answer, Fault> {
    Err(Fault { kind, message: format!("{kind:?} happened"), retry_after })
}

fn turn(schedule: &mut Schedule, now: Duration) -> Turn {
    match schedule.next(now) {
        Next::Ask(turn) => turn,
        other => panic!("{other:?} at {now:?}"),
    }
}

/// What an answer took.
fn took(tokens: Option<(u64, u64)>, cost: Option<f64>) -> Charge {
    Charge { tokens, cost, is_answer: true }
}

/// Nothing that anybody counted.
const NOTHING: &Charge = &Charge { tokens: None, cost: None, is_answer: false };

#[test]
fn answers_are_asked_for_in_order_and_no_more_at_once_than_allowed() {
    let mut schedule = schedule(3, limits());
    let first = turn(&mut schedule, seconds(0));
    let second = turn(&mut schedule, seconds(0));
    assert_eq!((first.wanted, second.wanted, first.deadline), (0, 1, seconds(30)));
    assert_eq!(schedule.next(seconds(0)), Next::Idle);
    assert_eq!(schedule.ended(&first, seconds(1), &answer(), NOTHING), Settled::Answered);
    assert_eq!(turn(&mut schedule, seconds(1)).wanted, 2);
    schedule.ended(&second, seconds(2), &answer(), NOTHING);
    // The last one is still under way, and may have to be asked for again.
    assert_eq!(schedule.next(seconds(2)), Next::Idle);
}

#[test]
fn the_provider_may_allow_less_than_the_protocol() {
    let terms = Terms { most_at_once: Some(1), ..terms(limits()) };
    let mut schedule = Schedule::new(vec![Wanted::new(10, 20); 3], terms, Spend::default());
    turn(&mut schedule, seconds(0));
    assert_eq!(schedule.next(seconds(0)), Next::Idle);
}

#[test]
fn a_fault_that_may_pass_is_tried_again_before_anything_new_until_the_deadline() {
    let mut schedule = schedule(2, AskingLimits { concurrency: 1, ..limits() });
    let (mut now, mut attempts) = (seconds(0), 0);
    let lost = loop {
        let turn = turn(&mut schedule, now);
        assert_eq!((turn.wanted, turn.retries), (0, attempts));
        assert!(turn.deadline <= seconds(100) && turn.deadline <= now + seconds(30));
        attempts += 1;
        now += seconds(5);
        match schedule.ended(&turn, now, &fault(FaultKind::Server, None), NOTHING) {
            Settled::Later => {}
            settled => break settled,
        }
        // Something new may be asked for meanwhile; this test has room for one only, and skips to the next try.
        let Reverse((ready, _)) = *schedule.again.peek().unwrap();
        assert!(ready > now);
        now = ready;
    };
    assert!(matches!(lost, Settled::Lost(Fault { kind: FaultKind::Server, .. })));
    assert!(now < seconds(100) && attempts >= 4, "{attempts} attempts until {now:?}");
    let lost = &schedule.lost()[&FaultKind::Server];
    assert_eq!((lost.count, lost.example.as_str()), (1, "Server happened"));
    // The run goes on.
    assert_eq!(turn(&mut schedule, now).wanted, 1);
}

#[test]
fn a_retry_whose_deadline_passes_while_it_waits_is_given_up() {
    let mut schedule = schedule(1, AskingLimits { requests_per_minute: Some(1), ..limits() });
    let first = turn(&mut schedule, seconds(0));
    schedule.ended(&first, seconds(1), &fault(FaultKind::Cut, None), NOTHING);
    let second = turn(&mut schedule, seconds(60));
    schedule.ended(&second, seconds(61), &fault(FaultKind::Cut, None), NOTHING);
    assert_eq!(schedule.next(seconds(70)), Next::Wait(seconds(120)));
    assert_eq!(schedule.next(seconds(120)), Next::GiveUp(0));
    assert_eq!(schedule.lost()[&FaultKind::Cut].count, 1);
    assert_eq!(schedule.next(seconds(120)), Next::Done);
}

#[test]
fn nobody_is_asked_before_the_time_that_the_provider_names() {
    let mut schedule = schedule(3, limits());
    let first = turn(&mut schedule, seconds(0));
    let limited = fault(FaultKind::RateLimited, Some(seconds(40)));
    assert_eq!(schedule.ended(&first, seconds(1), &limited, NOTHING), Settled::Later);
    assert_eq!(schedule.next(seconds(2)), Next::Wait(seconds(41)));
    let again = turn(&mut schedule, seconds(41));
    assert_eq!((again.wanted, again.retries), (0, 1));
    // Half as many at once as before.
    assert_eq!(schedule.next(seconds(41)), Next::Idle);
}

#[test]
fn a_provider_that_wants_to_be_left_alone_longer_than_the_deadline_is_asked_no_more() {
    let mut schedule = schedule(3, limits());
    let first = turn(&mut schedule, seconds(0));
    let limited = fault(FaultKind::RateLimited, Some(seconds(3600)));
    assert!(matches!(schedule.ended(&first, seconds(1), &limited, NOTHING), Settled::Lost(_)));
    assert_eq!(schedule.next(seconds(2)), Next::Done);
    assert!(matches!(schedule.stopped(), Some(Stop::LeftAlone(_))));
}

#[test]
fn a_fault_that_all_would_meet_stops_the_model_at_once() {
    for kind in [FaultKind::Authentication, FaultKind::UnknownModel, FaultKind::Quota] {
        let mut schedule = schedule(1640, limits());
        let first = turn(&mut schedule, seconds(0));
        schedule.ended(&first, seconds(1), &fault(kind, None), NOTHING);
        assert_eq!(schedule.next(seconds(1)), Next::Done);
        assert!(matches!(schedule.stopped(), Some(Stop::ForAll(fault)) if fault.kind == kind));
        assert_eq!(schedule.lost()[&kind].count, 1);
    }
}

#[test]
fn what_is_not_allowed_stops_a_model_that_never_answered_and_else_loses_one_answer() {
    let limits = AskingLimits { concurrency: 1, ..limits() };
    let mut shut = schedule(10, limits.clone());
    let first = turn(&mut shut, seconds(0));
    shut.ended(&first, seconds(1), &fault(FaultKind::NotAllowed, None), NOTHING);
    assert!(matches!(shut.stopped(), Some(Stop::ForAll(fault)) if fault.kind == FaultKind::NotAllowed));
    let mut open = schedule(10, limits);
    let first = turn(&mut open, seconds(0));
    open.ended(&first, seconds(1), &answer(), &took(Some((10, 20)), None));
    let second = turn(&mut open, seconds(1));
    let settled = open.ended(&second, seconds(2), &fault(FaultKind::NotAllowed, None), NOTHING);
    assert!(matches!(settled, Settled::Lost(_)));
    assert_eq!(open.stopped(), None);
    assert_eq!(turn(&mut open, seconds(2)).wanted, 2);
}

#[test]
fn what_a_recording_has_no_answer_for_says_nothing_of_the_rest() {
    for kind in [FaultKind::NotRecorded, FaultKind::RecordedFault] {
        let mut schedule = schedule(100, AskingLimits { concurrency: 1, ..limits() });
        let mut asked = 0;
        while let Next::Ask(turn) = schedule.next(seconds(asked)) {
            asked += 1;
            schedule.ended(&turn, seconds(asked), &fault(kind, None), NOTHING);
        }
        assert_eq!((asked, schedule.lost()[&kind].count, schedule.stopped()), (100, 100, None));
    }
}

#[test]
fn a_request_that_is_not_understood_is_lost_at_once_and_many_of_them_end_the_model() {
    let mut schedule = schedule(100, AskingLimits { concurrency: 1, ..limits() });
    let mut asked = 0;
    while let Next::Ask(turn) = schedule.next(seconds(asked)) {
        asked += 1;
        let settled = schedule.ended(&turn, seconds(asked), &fault(FaultKind::BadRequest, None), NOTHING);
        assert!(matches!(settled, Settled::Lost(_)));
    }
    assert_eq!(asked, HOPELESS as u64);
    assert!(matches!(schedule.stopped(), Some(Stop::Hopeless(_))));
}

#[test]
fn one_answer_among_many_losses_keeps_a_model_going() {
    let mut schedule = schedule(100, AskingLimits { concurrency: 1, ..limits() });
    let mut asked = 0;
    while let Next::Ask(turn) = schedule.next(seconds(asked)) {
        asked += 1;
        let outcome = if asked % 5 == 0 { answer() } else { fault(FaultKind::BadRequest, None) };
        schedule.ended(&turn, seconds(asked), &outcome, NOTHING);
    }
    assert_eq!((asked, schedule.lost()[&FaultKind::BadRequest].count), (100, 80));
    assert_eq!(schedule.stopped(), None);
}

#[test]
fn spending_stops_before_the_limit_and_waits_for_what_may_turn_out_cheaper() {
    let price = Some(Price { input: 0.0, output: 10_000.0 }); // an answer of 100 tokens costs at most 1
    let terms = Terms { price, ..terms(limits()) };
    let mut schedule = Schedule::new(vec![Wanted::new(10, 20); 9], terms, Spend::new(Some(1.5), 0.0));
    let first = turn(&mut schedule, seconds(0));
    assert_eq!(schedule.next(seconds(0)), Next::Idle);
    schedule.ended(&first, seconds(1), &answer(), &took(Some((10, 30)), Some(0.3)));
    let second = turn(&mut schedule, seconds(1));
    schedule.ended(&second, seconds(2), &answer(), &took(Some((10, 30)), Some(0.3)));
    assert_eq!(schedule.next(seconds(2)), Next::Done);
    assert_eq!(schedule.stopped(), Some(&Stop::SpendLimit));
    assert!((schedule.spend.spent().known - 0.6).abs() < 1e-12);
}

#[test]
fn the_longest_answer_is_expected_until_one_came() {
    let limits = AskingLimits { tokens_per_minute: Some(150), concurrency: 8, ..limits() };
    let mut schedule = schedule(9, limits);
    let first = turn(&mut schedule, seconds(0));
    assert_eq!(schedule.next(seconds(0)), Next::Wait(seconds(60)));
    schedule.ended(&first, seconds(1), &answer(), &took(Some((10, 20)), None));
    // Thirty tokens each from now on: four more fit beside the first.
    for _ in 0..4 {
        turn(&mut schedule, seconds(1));
    }
    assert_eq!(schedule.next(seconds(1)), Next::Wait(seconds(60)));
}

#[test]
fn the_same_faults_are_tried_again_at_the_same_times_by_the_same_seed() {
    let times = |seed| {
        let terms = Terms { seed, ..terms(limits()) };
        let mut schedule = Schedule::new(vec![Wanted::new(10, 20)], terms, Spend::default());
        let (mut now, mut times) = (seconds(0), Vec::new());
        while let Next::Ask(turn) = schedule.next(now) {
            schedule.ended(&turn, now, &fault(FaultKind::Connection, None), NOTHING);
            if let Next::Wait(until) = schedule.next(now) {
                now = until;
                times.push(now);
            }
        }
        times
    };
    assert_eq!(times(1), times(1));
    assert_ne!(times(1), times(2));
}
