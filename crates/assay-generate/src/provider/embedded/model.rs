//! A model in memory.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;

use crate::WeightsError;

/// Tokens of a prompt that are evaluated at once. Always the same, for the sums of an evaluation are made in another order with
/// another number; and small, for between two batches the clock is looked at, and each position of one costs memory.
pub(super) const BATCH: u32 = 64;

/// Why a model cannot be asked here.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Its files are not identified.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Weights that llama.cpp does not read.
    #[error(
        "{}: llama.cpp does not load it (architecture {architecture})\n  \
         name a GGUF file of an architecture that this version of llama.cpp knows; a folder of safetensors is converted first",
        path.display()
    )]
    Engine {
        /// The file or folder.
        path: PathBuf,
        /// What its header says.
        architecture: String,
    },
    /// Another part of the process uses llama.cpp.
    #[error(
        "llama.cpp is already in use in this process, in another way\n  this is a fault of assay: please report it"
    )]
    InUse,
}

/// Weights in memory, shared by all requests.
pub(super) struct Model {
    weights: LlamaModel,
    /// Making a context writes to the model in some cases, so only one is made at a time.
    making_a_context: Mutex<()>,
    /// Bytes of the vocabulary's longest token.
    longest_token: usize,
}

impl Model {
    /// Loads a GGUF file.
    pub(super) fn load(path: &Path, architecture: Option<String>) -> Result<Self, LoadError> {
        let backend = backend().ok_or(LoadError::InUse)?;
        let model =
            LlamaModel::load_from_file(backend, path, &LlamaModelParams::default()).map_err(|_| {
                let architecture = architecture.unwrap_or_else(|| "unknown".into());
                let architecture = architecture.escape_default().take(80).collect();
                LoadError::Engine { path: path.to_owned(), architecture }
            })?;
        let vocabulary = model.vocab();
        let mut piece = Vec::new();
        let lengths = vocabulary.tokens().map(|token| {
            piece.clear();
            vocabulary.token_to_piece_into(token, &mut piece, true, None);
            piece.len()
        });
        let longest_token = lengths.max().unwrap_or(0);
        Ok(Self { weights: model, making_a_context: Mutex::new(()), longest_token })
    }

    /// The most tokens that it was trained on.
    pub(super) fn trained_context(&self) -> u32 {
        self.weights.n_ctx_train()
    }

    /// An empty context for so many tokens. `None` where there is no memory for it.
    pub(super) fn context(&self, tokens: u32, threads: u32) -> Option<LlamaContext<'_>> {
        let threads = i32::try_from(threads).ok()?;
        let parameters = LlamaContextParams::default()
            .with_n_ctx(std::num::NonZeroU32::new(tokens))
            .with_n_batch(BATCH)
            .with_n_ubatch(BATCH)
            .with_n_seq_max(1)
            .with_n_threads(threads)
            .with_n_threads_batch(threads)
            .with_no_perf(true);
        let _one_at_a_time = self.making_a_context.lock().unwrap_or_else(PoisonError::into_inner);
        self.weights.new_context(backend()?, parameters).ok()
    }

    /// The tokens of a text, with what the model wants before it unless it is there. Marks such as `<|im_end|>` are one token each,
    /// wherever they stand. `None` where there are surely more than `most`.
    pub(super) fn tokens(&self, text: &str, most: u32) -> Option<Vec<LlamaToken>> {
        if text.len() > self.longest_token.saturating_mul(most as usize) {
            return None;
        }
        let begin = self.text_of(self.weights.vocab().bos());
        let has_it = !begin.is_empty() && text.starts_with(&begin);
        Some(self.weights.vocab().tokenize(text.as_bytes(), !has_it, true))
    }

    /// Adds the bytes of a token to a buffer; marks have none.
    pub(super) fn piece(&self, token: LlamaToken, buffer: &mut Vec<u8>) {
        self.weights.vocab().token_to_piece_into(token, buffer, false, None);
    }

    /// Whether a token ends a text or a turn.
    pub(super) fn ends(&self, token: LlamaToken) -> bool {
        self.weights.vocab().is_eog(token)
    }

    /// The texts of the tokens that begin and end a text.
    pub(super) fn marks(&self) -> (String, String) {
        (self.text_of(self.weights.vocab().bos()), self.text_of(self.weights.vocab().eos()))
    }

    fn text_of(&self, token: LlamaToken) -> String {
        // Vocabularies without such a token say -1, which llama.cpp must not be asked about.
        let vocabulary = self.weights.vocab();
        let there = (0..vocabulary.n_tokens()).contains(&token.0);
        let text = there.then(|| vocabulary.text(token)).flatten();
        text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// llama.cpp, begun once for the process and silent.
fn backend() -> Option<&'static LlamaBackend> {
    static BACKEND: OnceLock<Option<LlamaBackend>> = OnceLock::new();
    let begin = || {
        let mut backend = LlamaBackend::init().ok()?;
        backend.void_logs();
        Some(backend)
    };
    BACKEND.get_or_init(begin).as_ref()
}
