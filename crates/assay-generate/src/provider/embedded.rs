//! Models in this process: GGUF files by llama.cpp, on processors alone.
//!
//! A model is loaded once and shared; each request has a context of its own, which begins empty and is dropped with the answer. So
//! an answer hangs on nothing but its request: whatever else runs, the same body gives the same bytes from the same build on the
//! same kind of processor (docs/embedded.md says what changes them).
//!
//! The exchange of such a model is what its wire would carry: the text that its template made, how it is sampled, and what is fixed
//! of the evaluation; and the text that came of it ([`wire`]).

pub(super) mod wire;

#[cfg(feature = "embedded")]
mod evaluation;
#[cfg(feature = "embedded")]
mod generation;
#[cfg(feature = "embedded")]
mod model;
#[cfg(feature = "embedded")]
mod provider;
#[cfg(feature = "embedded")]
mod sampling;
#[cfg(feature = "embedded")]
mod template;
#[cfg(feature = "embedded")]
mod text;

#[cfg(feature = "embedded")]
pub use model::LoadError;
#[cfg(feature = "embedded")]
pub use provider::Embedded;
