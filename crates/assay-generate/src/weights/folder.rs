//! A folder of safetensors, as Hugging Face's libraries write it.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Digests, Weights, WeightsError};

/// The most files of a folder.
const FILES: usize = 4096;
/// The largest small file that is read for what it says.
const TEXT_BYTES: u64 = 32 << 20;

/// Identifies a folder: each file directly in it, for tokenizer and configuration shape an answer as the weights do.
pub(super) fn identify(folder: &Path, digests: &mut Digests) -> Result<Weights, WeightsError> {
    let unknown =
        |problem: &str| WeightsError::Unknown { path: folder.to_owned(), problem: problem.to_owned() };
    let paths = files(folder)?;
    if !paths.iter().any(|path| path.extension().is_some_and(|end| end == "safetensors")) {
        return Err(unknown("the folder has no *.safetensors directly in it"));
    }
    if paths.len() > FILES {
        return Err(unknown("the folder has over 4,096 files"));
    }
    let weight_files = paths.iter().map(|path| digests.weight_file(path)).collect::<Result<_, _>>()?;
    Ok(Weights {
        files: weight_files,
        quantization: read(&folder.join("config.json")).and_then(|text| storage(&text)),
        chat_template: read(&folder.join("chat_template.jinja"))
            .or_else(|| template(&read(&folder.join("tokenizer_config.json"))?)),
    })
}

/// The files directly in a folder, by name; links are followed, as caches of models are made of links. Hidden ones are left out.
fn files(folder: &Path) -> Result<Vec<PathBuf>, WeightsError> {
    let mut paths = Vec::new();
    for entry in folder.read_dir().map_err(WeightsError::read(folder))? {
        let path = entry.map_err(WeightsError::read(folder))?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if !hidden && path.metadata().map_err(WeightsError::read(&path))?.is_file() && paths.len() <= FILES {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The text of a small file; `None` where it is absent, too large or no text.
fn read(path: &Path) -> Option<String> {
    let mut text = String::new();
    std::fs::File::open(path).ok()?.take(TEXT_BYTES).read_to_string(&mut text).ok()?;
    ((text.len() as u64) < TEXT_BYTES).then_some(text)
}

/// How the numbers are stored, by `config.json`: the method of quantization, or the type.
fn storage(config: &str) -> Option<String> {
    let config: Value = serde_json::from_str(config).ok()?;
    let method = &config["quantization_config"]["quant_method"];
    let named = [method, &config["dtype"], &config["torch_dtype"]].into_iter().find_map(Value::as_str)?;
    Some(named.chars().take(80).collect())
}

/// The template in `tokenizer_config.json`: a text, or the one that is called `default` of many.
fn template(config: &str) -> Option<String> {
    let config: Value = serde_json::from_str(config).ok()?;
    let found = match &config["chat_template"] {
        Value::Array(named) => &named.iter().find(|one| one["name"] == "default")?["template"],
        one => one,
    };
    found.as_str().map(str::to_owned)
}
