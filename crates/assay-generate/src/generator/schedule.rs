//! Which answer is asked for next, and what becomes of one that failed: the policy, without threads and without a clock.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::fmt;
use std::time::Duration;

use super::back_off::BackOff;
use super::charge::Charge;
use super::pace::Pace;
use super::spend::{Payable, Spend, most};
use crate::protocol::AskingLimits;
use crate::{Answer, Fault, FaultKind, Price};

/// After so many answers in a row that came to nothing a model is given up, or after as many as may be under way.
const HOPELESS: usize = 10;

/// An answer to ask for.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    /// Tokens that the model reads, as estimated.
    pub(super) input: u64,
    /// The most that they can be.
    most_input: u64,
    /// Attempts that were made.
    attempts: u32,
    /// When the first attempt began.
    first: Option<Duration>,
    /// What came of the last one.
    fault: Option<Fault>,
}

impl Wanted {
    pub(super) fn new(input: u64, most_input: u64) -> Self {
        Self { input, most_input, attempts: 0, first: None, fault: None }
    }
}

/// What to do now.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Next {
    /// Make an attempt.
    Ask(Turn),
    /// Give up this one, whose deadline passed while it waited for its turn.
    GiveUp(usize),
    /// Nothing before then.
    Wait(Duration),
    /// Nothing until an attempt ends.
    Idle,
    /// Nothing any more.
    Done,
}

/// An attempt that is to be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Turn {
    /// The place of what is wanted.
    pub(super) wanted: usize,
    /// How many attempts came before.
    pub(super) retries: u32,
    /// Its latest end.
    pub(super) deadline: Duration,
    begun: Duration,
    number: u64,
    most: f64,
}

/// What became of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Settled {
    /// It is there.
    Answered,
    /// It will be asked for again.
    Later,
    /// It is lost to a fault that is not the model's.
    Lost(Fault),
    /// Nobody wants it any more.
    Cancelled,
}

/// Why a model is asked no more.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// Whatever else is asked would meet the same fault.
    ForAll(Fault),
    /// Nothing came of the last answers.
    Hopeless(Fault),
    /// It asks to be left alone longer than the deadline.
    LeftAlone(Fault),
    /// The next answer might cost more than is left.
    SpendLimit,
    /// The user stopped it.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForAll(fault) => write!(formatter, "{}", fault.message),
            Self::Hopeless(fault) => {
                write!(formatter, "nothing came of the last answers that were asked for; {}", fault.message)
            }
            Self::LeftAlone(fault) => write!(
                formatter,
                "it wants to be left alone for {} s, longer than deadline_seconds; {}",
                fault.retry_after.unwrap_or_default().as_secs(),
                fault.message
            ),
            Self::SpendLimit => {
                formatter.write_str("the next answer might cost more than spend_limit leaves")
            }
            Self::Cancelled => formatter.write_str("interrupted"),
        }
    }
}

/// What is left of one model's answers.
#[derive(Debug)]
pub(super) struct Schedule {
    limits: AskingLimits,
    price: Option<Price>,
    max_tokens: u32,
    wanted: Vec<Wanted>,
    /// What was not asked for yet, in order.
    fresh: VecDeque<usize>,
    /// What is asked for again: from when on, and which.
    again: BinaryHeap<Reverse<(Duration, usize)>>,
    pace: Pace,
    back_off: BackOff,
    /// Tokens written, and by how many answers.
    written: (u64, u64),
    lost_in_a_row: usize,
    stop: Option<Stop>,
    lost: BTreeMap<FaultKind, Lost>,
    pub(super) spend: Spend,
}

/// Answers that are lost to one kind of fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// How many.
    pub count: u64,
    /// What was said of the first.
    pub example: String,
}

/// What one model's answers may use.
#[derive(Debug, Clone)]
pub(super) struct Terms {
    pub(super) limits: AskingLimits,
    /// Requests that the provider can work on at once.
    pub(super) most_at_once: Option<usize>,
    pub(super) price: Option<Price>,
    pub(super) max_tokens: u32,
    pub(super) seed: u64,
}

impl Schedule {
    pub(super) fn new(wanted: Vec<Wanted>, terms: Terms, spend: Spend) -> Self {
        let concurrency = terms.limits.concurrency as usize;
        let most = terms.most_at_once.map_or(concurrency, |most| most.min(concurrency)).max(1);
        Self {
            fresh: (0..wanted.len()).collect(),
            again: BinaryHeap::new(),
            wanted,
            pace: Pace::new(most, terms.limits.requests_per_minute, terms.limits.tokens_per_minute),
            back_off: BackOff::new(terms.seed),
            limits: terms.limits,
            price: terms.price,
            max_tokens: terms.max_tokens,
            written: (0, 0),
            lost_in_a_row: 0,
            stop: None,
            lost: BTreeMap::new(),
            spend,
        }
    }

    /// The most that are ever under way.
    pub(super) fn most_under_way(&self) -> usize {
        self.pace.limit()
    }

    /// Asks for nothing more.
    pub(super) fn stop(&mut self, why: Stop) {
        self.stop.get_or_insert(why);
    }

    pub(super) fn stopped(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    pub(super) fn lost(&self) -> &BTreeMap<FaultKind, Lost> {
        &self.lost
    }

    /// What to do at this time.
    pub(super) fn next(&mut self, now: Duration) -> Next {
        if self.stop.is_some() {
            return Next::Done;
        }
        let ready = self.again.peek().map(|Reverse((ready, _))| *ready);
        // What was begun is ended first: its deadline runs.
        let is_again = ready.is_some_and(|ready| ready <= now);
        let place = match (is_again, self.again.peek(), self.fresh.front()) {
            (true, Some(Reverse((_, place))), _) | (_, _, Some(place)) => *place,
            (false, Some(_), None) => return ready.map_or(Next::Idle, Next::Wait),
            (_, None, None) => return if self.pace.under_way() == 0 { Next::Done } else { Next::Idle },
        };
        let wanted = &self.wanted[place];
        if let (Some(first), Some(fault)) = (wanted.first, wanted.fault.clone())
            && first + self.limits.deadline <= now
        {
            self.again.pop();
            self.lose(&fault);
            return Next::GiveUp(place);
        }
        if !self.pace.has_room() {
            return Next::Idle;
        }
        let Wanted { input, most_input, .. } = self.wanted[place];
        let tokens = input + self.expected_output();
        let earliest = self.pace.earliest(now, tokens);
        if earliest > now {
            return Next::Wait(earliest);
        }
        let most = most(self.price, most_input, self.max_tokens);
        match self.spend.payable(most) {
            Payable::Yes => {}
            Payable::Later => return Next::Idle,
            Payable::No => {
                self.stop(Stop::SpendLimit);
                return Next::Done;
            }
        }
        if is_again {
            self.again.pop();
        } else {
            self.fresh.pop_front();
        }
        self.spend.begin(most);
        let number = self.pace.begin(now, tokens);
        let wanted = &mut self.wanted[place];
        let first = *wanted.first.get_or_insert(now);
        let deadline = (first + self.limits.deadline).min(now + self.limits.attempt);
        Next::Ask(Turn { wanted: place, retries: wanted.attempts, deadline, begun: now, number, most })
    }

    /// What an answer is expected to take: what those before it took, or the longest where there is none.
    fn expected_output(&self) -> u64 {
        match self.written {
            (_, 0) => u64::from(self.max_tokens),
            (tokens, answers) => tokens.div_ceil(answers),
        }
    }

    /// An attempt has ended.
    pub(super) fn ended(
        &mut self,
        turn: &Turn,
        now: Duration,
        outcome: &Result<Answer, Fault>,
        charge: &Charge,
    ) -> Settled {
        self.pace.end(turn.number, charge.tokens.map(|(input, output)| input + output));
        self.spend.end(turn.most, charge.spent());
        self.wanted[turn.wanted].attempts += 1;
        match outcome {
            Ok(_) => {
                self.pace.went_well();
                self.lost_in_a_row = 0;
                if let Some((_, output)) = charge.tokens {
                    self.written = (self.written.0 + output, self.written.1 + 1);
                }
                Settled::Answered
            }
            Err(fault) if fault.kind == FaultKind::Cancelled => Settled::Cancelled,
            Err(fault) => self.failed(turn, now, fault),
        }
    }

    fn failed(&mut self, turn: &Turn, now: Duration, fault: &Fault) -> Settled {
        match fault.kind {
            FaultKind::RateLimited => self.pace.too_much(turn.begun, now, fault.retry_after),
            _ => self.pace.pause(now, fault.retry_after),
        }
        // What is not allowed where nothing was answered yet is not allowed to this key; else it is this one request.
        let is_shut = fault.kind == FaultKind::NotAllowed && self.written.1 == 0;
        if fault.kind.is_for_all() || is_shut {
            self.stop(Stop::ForAll(fault.clone()));
            return self.lose(fault);
        }
        if fault.retry_after.is_some_and(|asked| asked > self.limits.deadline) {
            self.stop(Stop::LeftAlone(fault.clone()));
            return self.lose(fault);
        }
        let wanted = &mut self.wanted[turn.wanted];
        wanted.fault = Some(fault.clone());
        let (attempts, first) = (wanted.attempts, wanted.first);
        if fault.kind.may_pass() {
            let again = now + self.back_off.after(attempts, fault.retry_after);
            if again < first.unwrap_or(now) + self.limits.deadline {
                self.again.push(Reverse((again, turn.wanted)));
                return Settled::Later;
            }
        }
        if fault.kind.is_of_a_recording() {
            return self.lose(fault);
        }
        self.lost_in_a_row += 1;
        if self.lost_in_a_row >= HOPELESS.max(self.pace.limit()) {
            self.stop(Stop::Hopeless(fault.clone()));
        }
        self.lose(fault)
    }

    fn lose(&mut self, fault: &Fault) -> Settled {
        let new = || Lost { count: 0, example: fault.message.clone() };
        self.lost.entry(fault.kind).or_insert_with(new).count += 1;
        Settled::Lost(fault.clone())
    }
}

#[cfg(test)]
mod tests;
