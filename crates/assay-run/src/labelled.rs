//! The labelled data set as a file: JSON Lines, one row a sample.

use std::io::{self, Write};

use schemars::schema_for;

use crate::check::LabelledSample;

/// Writes the rows, in their order.
pub fn write_labelled(samples: &[LabelledSample], writer: &mut dyn Write) -> io::Result<()> {
    let mut writer = io::BufWriter::new(writer);
    for sample in samples {
        serde_json::to_writer(&mut writer, sample)?;
        writer.write_all(b"\n")?;
    }
    writer.flush()
}

/// The JSON Schema of one row, as text with a final newline. Published as `docs/schema/labelled.schema.json`.
#[must_use]
pub fn labelled_schema() -> String {
    format!("{:#}\n", schema_for!(LabelledSample).to_value())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the file again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-run labelled`.
    #[test]
    fn the_schema_of_a_labelled_row_matches_the_published_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/labelled.schema.json");
        if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
            fs::write(&path, labelled_schema()).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == labelled_schema(),
            "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-run labelled",
            path.display()
        );
    }
}
