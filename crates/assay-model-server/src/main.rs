//! A model server for measurements: every request is answered alike, after the same time.
#![forbid(unsafe_code)]

use std::io::{self, Read as _, Write as _};
use std::thread;
use std::time::Duration;

use assay_model_server::{Ending, Play, Reply, Said, Server, answer};
use clap::Parser;

/// Answers every request of OpenAI's, Anthropic's, Gemini's and Mistral's interfaces with the same text, on loopback.
///
/// Prints its address and serves until its standard input ends.
#[derive(Parser)]
struct Arguments {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// How long each answer takes, in milliseconds
    #[arg(long, default_value_t = 0)]
    delay_ms: u64,
    /// What it says
    #[arg(long, default_value = "```python\npass\n```")]
    text: String,
    /// Every how many requests one is answered by --status instead; 0 for never
    #[arg(long, default_value_t = 0)]
    every: usize,
    /// The status of those
    #[arg(long, default_value_t = 429)]
    status: u16,
    /// How many seconds those ask to be left alone
    #[arg(long, default_value_t = 0)]
    retry_after: u64,
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let server = Server::listen(arguments.port, false, move |asked, before| {
        if arguments.every > 0 && (before + 1).is_multiple_of(arguments.every) {
            let wait = arguments.retry_after.to_string();
            return Play::Respond(Reply::json(arguments.status, "{}").with("retry-after", &wait));
        }
        thread::sleep(Duration::from_millis(arguments.delay_ms));
        Play::Respond(answer(asked, Said { text: &arguments.text, reasoning: None, ending: Ending::Stop }))
    })?;
    writeln!(io::stdout(), "{}", server.url("/v1"))?;
    io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
