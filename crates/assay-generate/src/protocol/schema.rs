//! The published schema of the file.

use std::collections::BTreeMap;

use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

use super::Price;
use super::file::ProtocolTable;
use crate::ProviderSettings;

/// What `assay.toml` says of models. The file's other tables are described in docs/configuration.md.
#[derive(JsonSchema)]
#[schemars(title = "assay.toml")]
#[expect(dead_code, reason = "only its schema is used")]
struct ProtocolFile {
    /// What models are asked, and how.
    protocol: Option<ProtocolTable>,
    /// The models, by the names that the command line and reports know them by.
    models: Option<BTreeMap<String, ProviderSettings>>,
}

/// The JSON Schema of what `assay.toml` says of models, as text with a final newline. Published as
/// `docs/schema/protocol.schema.json`. The file's other tables are those of docs/configuration.md.
#[must_use]
pub fn protocol_schema() -> String {
    let mut schema = schema_for!(ProtocolFile).to_value();
    let kinds = schema.pointer_mut("/$defs/ProviderSettings/oneOf").and_then(Value::as_array_mut);
    for kind in kinds.into_iter().flatten() {
        // What every model can have besides its provider's keys.
        if let Some(properties) = kind.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert("interface".to_owned(), interface());
            properties.insert("price".to_owned(), price());
        }
    }
    format!("{schema:#}\n")
}

fn interface() -> Value {
    json!({
        "description": "What the model is asked by, where its provider can do both.",
        "enum": ["chat", "completion"],
    })
}

fn price() -> Value {
    let mut price = schema_for!(Price).to_value();
    if let Some(object) = price.as_object_mut() {
        object.remove("$schema");
        object.remove("title");
    }
    price
}
