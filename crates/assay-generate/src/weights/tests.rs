use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;

/// A header with these keys, as their type and bytes.
fn header(keys: &[(&str, u32, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"GGUF".to_vec();
    bytes.extend(3_u32.to_le_bytes());
    bytes.extend(0_u64.to_le_bytes());
    bytes.extend((keys.len() as u64).to_le_bytes());
    for (key, kind, value) in keys {
        bytes.extend(text(key));
        bytes.extend(kind.to_le_bytes());
        bytes.extend(value);
    }
    bytes
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
}

fn array(kind: u32, items: &[Vec<u8>]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], &(items.len() as u64).to_le_bytes(), &items.concat()].concat()
}

fn usual() -> Vec<u8> {
    header(&[
        ("general.architecture", 8, text("llama")),
        ("general.alignment", 10, 32_u64.to_le_bytes().to_vec()),
        ("tokenizer.ggml.tokens", 9, array(8, &[text("a"), text(""), text("long enough")])),
        ("tokenizer.ggml.scores", 9, array(6, &[vec![0; 4], vec![1; 4]])),
        ("general.file_type", 4, 15_u32.to_le_bytes().to_vec()),
        ("tokenizer.chat_template", 8, text("{{ messages }}")),
        ("tokenizer.ggml.add_bos_token", 7, vec![1]),
    ])
}

fn file(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_header_gives_architecture_type_and_template_and_the_rest_is_passed_over() {
    let found = read_header(&usual()[..]).unwrap();
    assert_eq!(found.architecture.as_deref(), Some("llama"));
    assert_eq!(found.file_type, Some(15));
    assert_eq!(found.chat_template.as_deref(), Some("{{ messages }}"));
}

#[test]
fn nothing_behind_the_header_is_read() {
    struct Endless<'a>(&'a [u8], u64);
    impl io::Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = if self.0.is_empty() { buffer.len() } else { self.0.read(buffer)? };
            self.1 += count as u64;
            Ok(count)
        }
    }
    let bytes = usual();
    let mut reader = Endless(&bytes, 0);
    read_header(&mut reader).unwrap();
    assert!(reader.1 < 1 << 16, "{} bytes were read", reader.1);
}

#[test]
fn a_header_that_is_cut_anywhere_is_refused() {
    let whole = usual();
    for end in 0..whole.len() {
        assert!(read_header(&whole[..end]).is_err(), "{end} of {} bytes", whole.len());
    }
}

#[test]
fn lengths_beyond_the_limits_are_refused_and_allocate_nothing() {
    let huge = u64::MAX.to_le_bytes().to_vec();
    let cases = [
        header(&[("tokenizer.chat_template", 8, huge.clone())]),
        header(&[("other", 8, huge.clone())]),
        header(&[("other", 9, [&6_u32.to_le_bytes()[..], &huge].concat())]),
        [b"GGUF", &3_u32.to_le_bytes()[..], &0_u64.to_le_bytes(), &huge].concat(),
    ];
    for case in cases {
        assert!(matches!(read_header(&case[..]), Err(HeaderError::Limit { .. })), "{case:?}");
    }
    let texts = header(&[("other", 9, [&8_u32.to_le_bytes()[..], &huge].concat())]);
    assert!(matches!(read_header(&texts[..]), Err(HeaderError::Cut)));
}

#[test]
fn what_is_no_header_is_told_apart() {
    assert!(matches!(read_header(&b"PK\x03\x04"[..]), Err(HeaderError::Magic)));
    assert!(matches!(read_header(&b"GG"[..]), Err(HeaderError::Magic)));
    assert!(matches!(read_header(&b"GGUF\x01\0\0\0"[..]), Err(HeaderError::Version(1))));
    let wrong = header(&[("general.file_type", 8, text("Q4_1"))]);
    assert!(matches!(read_header(&wrong[..]), Err(HeaderError::Value("file type"))));
    let nested = header(&[("other", 9, array(9, &[]))]);
    assert!(matches!(read_header(&nested[..]), Err(HeaderError::Type(9))));
}

#[test]
fn a_gguf_file_is_identified_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "model.gguf", &usual());
    let weights = Weights::identify(&path, &mut Digests::without_cache()).unwrap();
    assert_eq!(weights.files, [WeightFile { name: "model.gguf".into(), digest: Digest::of(&usual()) }]);
    assert_eq!(weights.quantization.as_deref(), Some("Q4_K_M"));
    assert_eq!(weights.chat_template_digest(), Some(Digest::of(b"{{ messages }}")));
}

#[test]
fn all_parts_of_a_split_model_identify_it() {
    let folder = tempfile::tempdir().unwrap();
    let first = file(folder.path(), "model-00001-of-00002.gguf", &usual());
    let missing = Weights::identify(&first, &mut Digests::without_cache()).unwrap_err();
    assert!(missing.to_string().contains("model-00002-of-00002.gguf"), "{missing}");
    file(folder.path(), "model-00002-of-00002.gguf", b"second");
    let weights = Weights::identify(&first, &mut Digests::without_cache()).unwrap();
    assert_eq!(weights.files.len(), 2);
    assert_eq!(weights.files[1].digest, Digest::of(b"second"));
}

#[test]
fn a_folder_of_safetensors_is_identified_by_each_of_its_files() {
    let folder = tempfile::tempdir().unwrap();
    file(folder.path(), "model.safetensors", b"numbers");
    file(folder.path(), "config.json", br#"{"torch_dtype": "bfloat16"}"#);
    file(
        folder.path(),
        "tokenizer_config.json",
        br#"{"chat_template": [{"name": "default", "template": "T"}]}"#,
    );
    file(folder.path(), ".hidden", b"");
    let weights = Weights::identify(folder.path(), &mut Digests::without_cache()).unwrap();
    let names: Vec<_> = weights.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["config.json", "model.safetensors", "tokenizer_config.json"]);
    assert_eq!(weights.quantization.as_deref(), Some("bfloat16"));
    assert_eq!(weights.chat_template.as_deref(), Some("T"));
}

#[test]
fn a_folder_without_safetensors_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Weights::identify(folder.path(), &mut Digests::without_cache()).unwrap_err();
    assert!(refused.to_string().contains("*.safetensors"), "{refused}");
}

#[test]
fn a_digest_is_remembered_until_the_file_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "model.gguf", &usual());
    let kept = folder.path().join("cache");
    Weights::identify(&path, &mut Digests::cached_in(&kept)).unwrap();
    let remembered = fs::read_to_string(kept.join("weights.json")).unwrap();
    let planted = Digest::of(b"planted");
    fs::write(
        kept.join("weights.json"),
        remembered.replace(&Digest::of(&usual()).to_string(), &planted.to_string()),
    )
    .unwrap();
    let from_cache = Weights::identify(&path, &mut Digests::cached_in(&kept)).unwrap();
    assert_eq!(from_cache.files[0].digest, planted, "the file is not read again");
    let found_out = Weights::identify(&path, &mut Digests::cached_in(&kept).anew()).unwrap_err();
    assert!(matches!(found_out, WeightsError::Changed { .. }), "{found_out}");

    let other = [usual(), b"more".to_vec()].concat();
    file(folder.path(), "model.gguf", &other);
    let changed = Weights::identify(&path, &mut Digests::cached_in(&kept)).unwrap();
    assert_eq!(changed.files[0].digest, Digest::of(&other));
}

#[test]
fn a_cache_that_is_damaged_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "model.gguf", &usual());
    file(folder.path(), "weights.json", b"{\"format\": 1, \"files\": [{");
    Weights::identify(&path, &mut Digests::cached_in(folder.path())).unwrap();
    assert!(
        fs::read_to_string(folder.path().join("weights.json"))
            .unwrap()
            .contains(&Digest::of(&usual()).to_string())
    );
}

proptest! {
    #[test]
    fn any_bytes_end_in_a_header_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_header(&bytes[..]);
        let _ = read_header(&[b"GGUF\x03\0\0\0".to_vec(), bytes].concat()[..]);
    }

    #[test]
    fn a_header_with_changed_bytes_ends_in_a_header_or_an_error(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = usual();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = read_header(&bytes[..]);
    }

    #[test]
    fn keys_and_texts_come_back_as_they_were_written(template in ".{0,200}", file_type in any::<u32>()) {
        let bytes = header(&[
            ("tokenizer.chat_template", 8, text(&template)),
            ("general.file_type", 4, file_type.to_le_bytes().to_vec()),
        ]);
        let found = read_header(&bytes[..]).unwrap();
        prop_assert_eq!(found.chat_template, Some(template));
        prop_assert_eq!(found.file_type, Some(file_type));
    }
}
