//! Open weights: the files that are a model, by digest, and what their headers say.
//!
//! A model whose files are at hand is identified by their content, whatever they are called and whoever runs them. Files are
//! untrusted: they are read within limits, and only what identifies them is taken from them.

mod cache;
mod folder;
mod gguf;
mod quantization;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use assay_types::Digest;

pub use cache::Digests;
pub use gguf::{Header, HeaderError, read_header};

use crate::WeightFile;

/// The files of a model, and what they say of themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// Every file that takes part in an answer, by name.
    pub files: Vec<WeightFile>,
    /// How the numbers are stored: llama.cpp's name of a GGUF's type, such as `Q4_1`; for a folder, what `config.json` calls it.
    pub quantization: Option<String>,
    /// The template that makes text of a conversation. Untrusted.
    pub chat_template: Option<String>,
}

/// Why weights are not identified. The fault is with the files or the disk, never the model's.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}\n  look whether the name is right, and whether you may read it", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// Not a form of weights that is known here.
    #[error(
        "{} holds no weights that are known here: {problem}\n  name a GGUF file, or a folder with *.safetensors in it",
        path.display()
    )]
    Unknown {
        /// The file or folder.
        path: PathBuf,
        /// What was found in place of weights.
        problem: String,
    },
    /// A header that breaks its format or its limits.
    #[error("{}: {problem}\n  the file is damaged or no GGUF file: fetch it again", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: HeaderError,
    },
    /// The file changed while it was read, or its content did without its times.
    #[error("{}: {problem}\n  fetch the file again, and let nobody write to it during a run", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// How that was seen.
        problem: String,
    },
    /// What was found out cannot be kept.
    #[error("cannot write {}: {source}\n  look whether you may write there, and whether there is room", path.display())]
    Write {
        /// The cache's file.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
}

impl WeightsError {
    fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Read { path, source }
    }
}

impl Weights {
    /// Identifies the weights at a path: a GGUF file (with its other parts, where its name says that it is one of many), or a
    /// folder of safetensors.
    ///
    /// # Errors
    /// Where a file cannot be read, is damaged, changes meanwhile, or is no weights; see [`WeightsError`].
    pub fn identify(path: &Path, digests: &mut Digests) -> Result<Self, WeightsError> {
        let metadata = path.metadata().map_err(WeightsError::read(path))?;
        if metadata.is_dir() { folder::identify(path, digests) } else { Self::of_gguf(path, digests) }
    }

    fn of_gguf(path: &Path, digests: &mut Digests) -> Result<Self, WeightsError> {
        let file = File::open(path).map_err(WeightsError::read(path))?;
        let header = read_header(file).map_err(|problem| match problem {
            HeaderError::Read(source) => WeightsError::Read { path: path.to_owned(), source },
            problem => WeightsError::Header { path: path.to_owned(), problem },
        })?;
        let files = parts(path).iter().map(|part| digests.weight_file(part)).collect::<Result<_, _>>()?;
        Ok(Self {
            files,
            quantization: header.file_type.map(quantization::name),
            chat_template: header.chat_template,
        })
    }

    /// The digest of the chat template, as it stands in an [`Identity`](crate::Identity).
    #[must_use]
    pub fn chat_template_digest(&self) -> Option<Digest> {
        self.chat_template.as_ref().map(|template| Digest::of(template.as_bytes()))
    }
}

/// The most parts that one model is looked for in.
const MOST_PARTS: u32 = 999;

/// All files of a model that is split as llama.cpp does it (`NAME-00001-of-00003.gguf`), or the one.
fn parts(path: &Path) -> Vec<PathBuf> {
    let split = || {
        let stem = path.file_name()?.to_str()?.strip_suffix(".gguf")?;
        let (rest, count) = stem.rsplit_once("-of-")?;
        let (name, number) = rest.rsplit_once('-')?;
        let all_digits = |text: &str| text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
        let count =
            count.parse().ok().filter(|number| all_digits(count) && (1..=MOST_PARTS).contains(number))?;
        let part = |number| path.with_file_name(format!("{name}-{number:05}-of-{count:05}.gguf"));
        all_digits(number).then(|| (1..=count).map(part).collect())
    };
    split().unwrap_or_else(|| vec![path.to_owned()])
}
