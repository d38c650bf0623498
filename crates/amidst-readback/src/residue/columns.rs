//! The columns of an Arrow file as its schema describes them: types, dictionaries, and nothing else.

use arrow_schema::{DataType, Field, FieldRef, Schema};

use super::{Account, besides};

/// A column or a part of one, and the dictionaries in it.
pub(super) struct Column {
    pub data_type: DataType,
    /// The number of its dictionary, if it has one.
    pub dictionary: Option<i64>,
    /// Its parts; those of its values, if it has a dictionary.
    pub parts: Vec<Column>,
}

impl Column {
    pub fn of(field: arrow_ipc::Field<'_>) -> Self {
        let parts = field.children().map_or_else(Vec::new, |parts| parts.iter().map(Self::of).collect());
        Self {
            data_type: Field::from(field).data_type().clone(),
            dictionary: field.dictionary().map(|dictionary| dictionary.id()),
            parts,
        }
    }

    /// The values of its dictionary.
    pub fn values(self) -> Self {
        match self.data_type {
            DataType::Dictionary(_, values) => {
                Self { data_type: *values, dictionary: None, parts: self.parts }
            }
            data_type => Self { data_type, ..self },
        }
    }

    /// The columns whose values are dictionaries by their numbers, however deep.
    pub fn dictionaries(field: arrow_ipc::Field<'_>) -> Vec<(i64, Self)> {
        let below = field.children().into_iter().flat_map(|parts| parts.iter().flat_map(Self::dictionaries));
        let own = field.dictionary().map(|dictionary| (dictionary.id(), Self::of(field).values()));
        own.into_iter().chain(below).collect()
    }
}

/// Whether a schema says what columns are, and no more.
pub(super) fn bare(schema: &Schema) -> Account {
    if !schema.metadata().is_empty() {
        return besides("the schema has metadata");
    }
    schema.fields().iter().try_for_each(|field| bare_field(field.name(), field))
}

fn bare_field(column: &str, field: &Field) -> Account {
    if !field.metadata().is_empty() {
        return besides(format!("column {column:?} has metadata"));
    }
    if field.dict_is_ordered() == Some(true) {
        return besides(format!("column {column:?} gives an order to its values"));
    }
    let item = |item: &FieldRef, names: &[&str]| {
        if !names.contains(&item.name().as_str()) {
            return besides(format!("column {column:?} gives a name to what has none"));
        }
        bare_field(column, item)
    };
    match field.data_type() {
        DataType::List(part) | DataType::LargeList(part) | DataType::FixedSizeList(part, _) => {
            item(part, &["item", "element"])
        }
        DataType::Map(entries, _) => {
            item(entries, &["entries", "key_value"])?;
            match entries.data_type() {
                DataType::Struct(pair) if pair.len() == 2 => {
                    item(&pair[0], &["key", "keys"])?;
                    item(&pair[1], &["value", "values"])
                }
                _ => besides(format!("column {column:?} is a map without pairs")),
            }
        }
        DataType::Struct(parts) => parts.iter().try_for_each(|part| bare_field(column, part)),
        DataType::Dictionary(_, value) => {
            bare_field(column, &Field::new(column, value.as_ref().clone(), true))
        }
        _ => Ok(()),
    }
}
