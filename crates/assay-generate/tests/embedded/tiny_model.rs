//! A model of half a megabyte that says what a test wants: GGUF files written here, so that no test needs weights.
//!
//! Its one layer adds nothing (or a little noise), so a token's embedding reaches the output as it is: each token is followed by
//! those that the test names, equally likely, all others being e¹⁷ times less likely.

use std::fs;
use std::path::{Path, PathBuf};

/// Tokens, and the width of everything: each token is a direction of its own.
const WIDTH: usize = 320;
const HEAD: usize = 32;
const UNKNOWN: (&str, i32) = ("<unk>", 2);
const CONTROL: i32 = 3;
const BYTE: i32 = 6;
const NORMAL: i32 = 1;

/// What the model says, before it is written to a file.
#[derive(Clone)]
pub(crate) struct TinyModel {
    tokens: Vec<(String, i32)>,
    successors: Vec<(usize, usize)>,
    noise: f32,
    template: Option<String>,
    context: u32,
    logit: f32,
}

impl TinyModel {
    /// A model with a token for each byte, and `<s>`, `</s>`, `<user>` and `<model>` as marks.
    pub(crate) fn new() -> Self {
        let marks = [UNKNOWN, ("<s>", CONTROL), ("</s>", CONTROL), ("<user>", CONTROL), ("<model>", CONTROL)];
        let bytes = (0..=255).map(|byte| (format!("<0x{byte:02X}>"), BYTE));
        let tokens = marks.into_iter().map(|(text, kind)| (text.to_owned(), kind)).chain(bytes).collect();
        Self { tokens, successors: Vec::new(), noise: 0.0, template: None, context: 4096, logit: 1.0 }
    }

    /// After a token comes one of these. A text of one byte is that byte's token; others are marks, or get a token of their own.
    pub(crate) fn after(mut self, token: &[u8], next: &[&[u8]]) -> Self {
        let token = self.token(token);
        for next in next {
            let next = self.token(next);
            self.successors.push((token, next));
        }
        self
    }

    /// Weights in the layer that make each answer hang a little on all that was read.
    pub(crate) fn with_noise(mut self, noise: f32) -> Self {
        self.noise = noise;
        self
    }

    pub(crate) fn with_template(mut self, template: &str) -> Self {
        self.template = Some(template.to_owned());
        self
    }

    pub(crate) fn trained_on(mut self, context: u32) -> Self {
        self.context = context;
        self
    }

    /// What successors have in the output's weights; NaN stands for damage.
    pub(crate) fn with_logit(mut self, logit: f32) -> Self {
        self.logit = logit;
        self
    }

    fn token(&mut self, text: &[u8]) -> usize {
        if let [byte] = text {
            return 5 + usize::from(*byte);
        }
        let text = std::str::from_utf8(text).expect("a text");
        self.tokens.iter().position(|(known, _)| known == text).unwrap_or_else(|| {
            self.tokens.push((text.to_owned(), NORMAL));
            self.tokens.len() - 1
        })
    }

    /// Writes the model into a folder.
    pub(crate) fn write(&self, folder: &Path) -> PathBuf {
        let path = folder.join("tiny.gguf");
        fs::write(&path, self.bytes()).expect("a folder to write to");
        path
    }

    /// The file: header, then tensors, each at a multiple of 32 bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let tensors = self.tensors();
        let keys = self.keys();
        let mut bytes = b"GGUF".to_vec();
        bytes.extend(3_u32.to_le_bytes());
        bytes.extend((tensors.len() as u64).to_le_bytes());
        bytes.extend((keys.len() as u64).to_le_bytes());
        bytes.extend(keys.concat());
        let mut offset = 0_u64;
        for (name, shape, values) in &tensors {
            bytes.extend(text(name));
            bytes.extend(short(shape.len()));
            bytes.extend(shape.iter().flat_map(|size| (*size as u64).to_le_bytes()));
            bytes.extend(0_u32.to_le_bytes());
            bytes.extend(offset.to_le_bytes());
            offset += (4 * values.len() as u64).next_multiple_of(32);
        }
        for (_, _, values) in &tensors {
            bytes.resize(bytes.len().next_multiple_of(32), 0);
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes
    }

    fn vocabulary(&self) -> Vec<(String, i32)> {
        let mut tokens = self.tokens.clone();
        assert!(tokens.len() <= WIDTH, "a tiny model has at most {WIDTH} tokens");
        // Private characters: no prompt holds them.
        for number in tokens.len()..WIDTH {
            tokens.push((format!("\u{e000}{number}"), NORMAL));
        }
        tokens
    }

    fn keys(&self) -> Vec<Vec<u8>> {
        let tokens = self.vocabulary();
        let number = |name: &str, value: usize| key(name, 4, &short(value));
        let texts: Vec<u8> = tokens.iter().flat_map(|(token, _)| text(token)).collect();
        let scores: Vec<u8> = (0..WIDTH).flat_map(|_| 0_f32.to_le_bytes()).collect();
        let kinds: Vec<u8> = tokens.iter().flat_map(|(_, kind)| kind.to_le_bytes()).collect();
        let mut keys = vec![
            key("general.architecture", 8, &text("llama")),
            number("general.file_type", 0),
            number("llama.context_length", self.context as usize),
            number("llama.embedding_length", WIDTH),
            number("llama.block_count", 1),
            number("llama.feed_forward_length", HEAD),
            number("llama.attention.head_count", 1),
            number("llama.attention.key_length", HEAD),
            number("llama.attention.value_length", HEAD),
            number("llama.rope.dimension_count", HEAD),
            key("llama.attention.layer_norm_rms_epsilon", 6, &1e-5_f32.to_le_bytes()),
            key("tokenizer.ggml.model", 8, &text("llama")),
            array("tokenizer.ggml.tokens", 8, &texts),
            array("tokenizer.ggml.scores", 6, &scores),
            array("tokenizer.ggml.token_type", 5, &kinds),
            number("tokenizer.ggml.unknown_token_id", 0),
            number("tokenizer.ggml.bos_token_id", 1),
            number("tokenizer.ggml.eos_token_id", 2),
            key("tokenizer.ggml.add_bos_token", 7, &[1]),
            key("tokenizer.ggml.add_space_prefix", 7, &[0]),
        ];
        keys.extend(self.template.iter().map(|template| key("tokenizer.chat_template", 8, &text(template))));
        keys
    }

    /// Names, shapes (the row's length first) and values.
    fn tensors(&self) -> Vec<(&'static str, Vec<usize>, Vec<f32>)> {
        let mut state = 1_u64;
        let mut noise =
            |count: usize| -> Vec<f32> { (0..count).map(|_| self.noise * uniform(&mut state)).collect() };
        let mut embedding = vec![0.0; WIDTH * WIDTH];
        for token in 0..WIDTH {
            embedding[token * WIDTH + token] = 1.0;
        }
        let mut output = vec![0.0; WIDTH * WIDTH];
        for ((token, next), noise) in self.successors.iter().zip(noise(self.successors.len())) {
            output[next * WIDTH + token] = self.logit + noise;
        }
        let ones = vec![1.0; WIDTH];
        vec![
            ("token_embd.weight", vec![WIDTH, WIDTH], embedding),
            ("output.weight", vec![WIDTH, WIDTH], output),
            ("output_norm.weight", vec![WIDTH], ones.clone()),
            ("blk.0.attn_norm.weight", vec![WIDTH], ones.clone()),
            ("blk.0.attn_q.weight", vec![WIDTH, HEAD], noise(WIDTH * HEAD)),
            ("blk.0.attn_k.weight", vec![WIDTH, HEAD], noise(WIDTH * HEAD)),
            ("blk.0.attn_v.weight", vec![WIDTH, HEAD], noise(WIDTH * HEAD)),
            ("blk.0.attn_output.weight", vec![HEAD, WIDTH], noise(WIDTH * HEAD)),
            ("blk.0.ffn_norm.weight", vec![WIDTH], ones),
            ("blk.0.ffn_gate.weight", vec![WIDTH, HEAD], noise(WIDTH * HEAD)),
            ("blk.0.ffn_up.weight", vec![WIDTH, HEAD], noise(WIDTH * HEAD)),
            ("blk.0.ffn_down.weight", vec![HEAD, WIDTH], noise(WIDTH * HEAD)),
        ]
    }
}

fn short(number: usize) -> [u8; 4] {
    u32::try_from(number).expect("a small number").to_le_bytes()
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
}

fn key(name: &str, kind: u32, value: &[u8]) -> Vec<u8> {
    [&text(name)[..], &kind.to_le_bytes(), value].concat()
}

fn array(name: &str, kind: u32, items: &[u8]) -> Vec<u8> {
    key(name, 9, &[&kind.to_le_bytes()[..], &(WIDTH as u64).to_le_bytes(), items].concat())
}

/// From -1 to 1; `SplitMix64` (Steele, Lea and Flood, 2014).
fn uniform(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
}
