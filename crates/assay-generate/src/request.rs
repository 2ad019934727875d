//! What is asked of a model.

/// One question, whole: what a provider is given is all that it sends.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// What the model reads.
    pub prompt: Prompt,
    /// How its answer is drawn.
    pub sampling: Sampling,
    /// The place of this answer among the model's samples of the task, from 0.
    pub repetition: u32,
}

/// What the model reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Prompt {
    /// A conversation; the model says what comes next.
    Chat {
        /// What the provider puts before the conversation.
        system: Option<String>,
        /// What was said, the user's turn last.
        turns: Vec<Turn>,
    },
    /// A text that the model continues.
    Completion {
        /// The text.
        text: String,
    },
}

/// One turn of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// What was asked.
    User(String),
    /// What the model is made to have said.
    Model(String),
}

/// How an answer is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// 0 takes the likeliest token each time.
    pub temperature: f64,
    /// Tokens are drawn from the likeliest that together have this probability.
    pub top_p: f64,
    /// The longest answer, in the model's tokens.
    pub max_tokens: u32,
    /// Texts that end an answer.
    pub stop: Vec<String>,
    /// The protocol's seed and the sample's number mixed; `None` where the protocol gives none.
    pub seed: Option<u64>,
}
