//! Asks one provider one request and prints what came of it: a line of a recording, and a line with the answer or the fault.
//!
//!     ask SETTINGS.toml PROMPT [--repetition N] [--max-tokens N] [--seed N] [--seconds N]
//!
//! SETTINGS.toml is what a protocol says in `[models.NAME]`. Exit code 1: there is no answer.
#![forbid(unsafe_code)]

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assay_generate::{
    Context, KINDS, Prompt, Prompts, ProviderSettings, Recorded, Request, Sampling, Turn, connect,
};
use clap::Parser;
use serde_json::json;

#[derive(Parser)]
struct Arguments {
    /// What a protocol says in `[models.NAME]`
    settings: PathBuf,
    /// What is asked
    prompt: String,
    #[arg(long, default_value_t = 0)]
    repetition: u32,
    #[arg(long, default_value_t = 64)]
    max_tokens: u32,
    #[arg(long, default_value_t = 0.1)]
    temperature: f64,
    #[arg(long)]
    seed: Option<u64>,
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let settings: ProviderSettings = toml::from_str(&fs::read_to_string(&arguments.settings)?)?;
    let folder = arguments.settings.parent().unwrap_or(Path::new(""));
    let connected = connect(&settings, folder)?;
    for warning in connected.warnings {
        writeln!(io::stderr(), "warning: {warning}")?;
    }
    let provider = connected.provider;
    let takes = KINDS.iter().find(|kind| kind.name == provider.identity().provider).map(|kind| kind.prompts);
    let prompt = if takes == Some(Prompts::Completion) {
        Prompt::Completion { text: arguments.prompt }
    } else {
        Prompt::Chat { system: None, turns: vec![Turn::User(arguments.prompt)] }
    };
    let sampling = Sampling {
        temperature: arguments.temperature,
        top_p: 0.95,
        max_tokens: arguments.max_tokens,
        stop: Vec::new(),
        seed: arguments.seed,
    };
    let request = Request { prompt, sampling, repetition: arguments.repetition };
    let cancelled = AtomicBool::new(false);
    let deadline = Instant::now() + Duration::from_secs(arguments.seconds);
    let attempt = provider.ask(&request, &Context { deadline, cancelled: &cancelled });
    let code = ExitCode::from(u8::from(attempt.outcome.is_err()));
    let outcome = match &attempt.outcome {
        Ok(answer) => json!({"answer": {
            "text": answer.text, "reasoning": answer.reasoning, "finish": answer.finish, "version": answer.version,
            "usage": answer.usage,
        }}),
        Err(fault) => json!({"fault": {"kind": fault.kind, "message": fault.message}}),
    };
    let recorded = Recorded::of(provider.identity(), &request, &provider.body(&request), &[attempt]);
    writeln!(io::stdout(), "{}\n{outcome}", recorded.line())?;
    Ok(code)
}
