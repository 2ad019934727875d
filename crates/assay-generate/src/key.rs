//! What one answer is known by.

use assay_types::Digest;

use crate::Identity;

/// The key of an answer: who was asked, the whole request as it goes over the wire, and which repetition of it. Any other
/// byte is another answer.
#[must_use]
pub fn answer_key(identity: &Identity, body: &[u8], repetition: u32) -> Digest {
    let mut parts: Vec<Vec<u8>> = vec![b"assay answer 1".to_vec()];
    let mut text = |text: &str| parts.push(text.as_bytes().to_vec());
    text(&identity.provider);
    text(if identity.address.is_some() { "at" } else { "here" });
    text(identity.address.as_deref().unwrap_or_default());
    text(&identity.model);
    text(if identity.quantization.is_some() { "quantized" } else { "" });
    text(identity.quantization.as_deref().unwrap_or_default());
    parts.push(identity.chat_template.map(|digest| digest.as_bytes().to_vec()).unwrap_or_default());
    parts.push(identity.weights.len().to_string().into_bytes());
    for file in &identity.weights {
        parts.push(file.name.clone().into_bytes());
        parts.push(file.digest.as_bytes().to_vec());
    }
    parts.push(repetition.to_string().into_bytes());
    parts.push(body.to_vec());
    Digest::of_parts(&parts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::WeightFile;

    fn identity() -> Identity {
        Identity {
            provider: "openai".into(),
            address: None,
            model: "m".into(),
            weights: Vec::new(),
            chat_template: None,
            quantization: None,
        }
    }

    #[test]
    fn every_part_of_who_what_and_which_changes_the_key() {
        let digest = Digest::of(b"x");
        let weights = vec![WeightFile { name: "w".into(), digest }];
        let others = [
            identity(),
            Identity { provider: "mistral".into(), ..identity() },
            Identity { address: Some(String::new()), ..identity() },
            Identity { address: Some("m".into()), ..identity() },
            Identity { model: "n".into(), ..identity() },
            Identity { quantization: Some(String::new()), ..identity() },
            Identity { quantization: Some("Q4_1".into()), ..identity() },
            Identity { chat_template: Some(digest), ..identity() },
            Identity { weights, ..identity() },
        ];
        let keys: BTreeSet<_> = others
            .iter()
            .flat_map(|identity| {
                [(b"b", 0), (b"c", 0), (b"b", 1)].map(|(body, nth)| answer_key(identity, body, nth))
            })
            .collect();
        assert_eq!(keys.len(), 3 * others.len());
    }
}
