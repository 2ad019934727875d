//! Evaluating a model, token after token.

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::token::LlamaToken;

use super::model::BATCH;

/// A text that the model has read, and what it says next.
pub(super) struct Evaluation<'model> {
    context: LlamaContext<'model>,
    batch: LlamaBatch<'static>,
    /// Tokens read.
    position: i32,
}

impl<'model> Evaluation<'model> {
    /// Nothing read yet.
    pub(super) fn new(context: LlamaContext<'model>) -> Self {
        Self { context, batch: LlamaBatch::new(BATCH as usize, 1), position: 0 }
    }

    /// Reads some tokens, at most [`BATCH`]. Only the last tokens of a text are worth logits.
    ///
    /// # Errors
    /// What llama.cpp says of it.
    pub(super) fn read(&mut self, tokens: &[LlamaToken], with_logits: bool) -> Result<(), String> {
        self.batch.clear();
        for (place, token) in tokens.iter().enumerate() {
            let logits = with_logits && place + 1 == tokens.len();
            self.batch.add(*token, self.position, &[0], logits).map_err(|error| error.to_string())?;
            self.position += 1;
        }
        self.context.decode(&mut self.batch).map_err(|error| error.to_string())
    }

    /// A number for each token of the vocabulary: how much the model expects it next, by the last read that asked for it.
    pub(super) fn logits(&self) -> &[f32] {
        self.context.get_logits_ith(self.batch.n_tokens() - 1)
    }
}
