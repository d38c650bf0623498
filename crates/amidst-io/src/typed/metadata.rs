//! What a Parquet or Arrow file says about itself beside its data.

use std::collections::BTreeMap;

use arrow_schema::Schema;

/// Key-value pairs of a schema and of its columns, carried from source to release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Of the table.
    pub table: BTreeMap<String, String>,
    /// Of columns, by name.
    pub columns: BTreeMap<String, BTreeMap<String, String>>,
}

impl Metadata {
    /// What is said of the named columns only: what is said of the whole table may speak of columns that are gone.
    pub fn of_columns<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Self {
        let kept = |name: &str| Some((name.to_owned(), self.columns.get(name)?.clone()));
        Self { table: BTreeMap::new(), columns: names.into_iter().filter_map(kept).collect() }
    }

    /// Reads it off a schema.
    pub(super) fn of(schema: &Schema) -> Self {
        let pairs = |metadata: &arrow_schema::Metadata| -> BTreeMap<String, String> {
            metadata.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
        };
        let column =
            |field: &std::sync::Arc<arrow_schema::Field>| (field.name().clone(), pairs(field.metadata()));
        let columns = schema.fields().iter().map(column).filter(|(_, pairs)| !pairs.is_empty()).collect();
        Self { table: pairs(schema.metadata()), columns }
    }
}
