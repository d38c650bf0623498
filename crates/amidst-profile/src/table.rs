//! A first look at a table: every column profiled, the layout noted, nothing released.

use std::collections::BTreeMap;

use amidst_core::hierarchy::builders::DecimalMark;
use amidst_io::{Decimal, Encoding, Format, Want};
use amidst_spec::{
    Error, Result,
    source::{check_header, open},
    spec::Input,
};
use serde_json::{Value, json};

use super::{ColumnProfile, profile, repeated};

/// What a first look found.
pub struct TableProfile {
    /// Where the table is and how it is laid out, guesses included.
    pub input: Input,
    /// Every column.
    pub columns: Vec<ColumnProfile>,
    /// The number of rows.
    pub rows: usize,
    /// Words that were taken for missing without being asked to, with their cells.
    pub missing_cells: BTreeMap<String, u64>,
}

/// Looks at a table. If missing cells were not declared, the words that hardly ever are values are taken for them, and the
/// table is looked at once more.
pub fn profile_table(input: &Input) -> Result<TableProfile> {
    let first = look(input)?;
    let codes = first.codes();
    if input.missing.is_some() || input.path == "-" || codes.is_empty() {
        return Ok(first);
    }
    let missing = std::iter::once(String::new()).chain(codes.into_keys()).collect();
    let again = look(&Input { missing: Some(missing), ..input.clone() })?;
    Ok(TableProfile { missing_cells: first.codes(), ..again })
}

impl TableProfile {
    /// What was found and proposed, for programs; `written` is the spec's file, if it was written. No value of the data is in
    /// it.
    pub fn in_json(&self, written: Option<&str>) -> Value {
        json!({
            "version": 1,
            "rows": self.rows,
            "columns": self.columns.iter().map(ColumnProfile::in_json).collect::<Vec<_>>(),
            "respondent": repeated(&self.columns).map(|it| &it.name),
            "output": written.map(|path| json!({ "path": path })),
        })
    }

    /// The words for missing in all columns, as they are spelled, with their cells.
    fn codes(&self) -> BTreeMap<String, u64> {
        let mut codes = BTreeMap::new();
        for (code, cells) in self.columns.iter().flat_map(|column| &column.notice.codes) {
            if code.is_word {
                *codes.entry(code.text.clone()).or_default() += cells;
            }
        }
        codes
    }
}

fn look(input: &Input) -> Result<TableProfile> {
    let reader = open(input)?;
    check_header(&reader, input, [""; 0])?;
    let layout = reader.layout().clone();
    let file = reader.file().to_owned();
    let table = reader.read(|_| Want::Code)?.table;
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file, purpose: "released" });
    }
    let mut input = input.clone();
    input.format = Some(layout.format.name().into());
    if layout.format == Format::Csv {
        input.delimiter = Some(char::from(layout.delimiter));
        input.encoding = Some(layout.encoding.name().into());
        input.decimal = Some(if layout.decimal == Decimal::Comma { ',' } else { '.' });
    }
    if layout.format == Format::Jsonl && layout.encoding != Encoding::Utf8 {
        input.encoding = Some(layout.encoding.name().into());
    }
    let mark = if layout.decimal == Decimal::Comma { DecimalMark::Comma } else { DecimalMark::Point };
    Ok(TableProfile {
        input,
        columns: profile(&table, mark),
        rows: table.rows(),
        missing_cells: BTreeMap::new(),
    })
}
