//! A first look at a table: every column profiled, the layout noted, nothing released.

use amidst_io::{Decimal, Encoding, Format, Want};

use crate::{
    Error, Result,
    profile::{ColumnProfile, profile},
    source::open,
    spec::Input,
};

/// What a first look found.
pub struct Survey {
    /// Where the table is and how it is laid out, guesses included.
    pub input: Input,
    /// Every column.
    pub columns: Vec<ColumnProfile>,
    /// The number of rows.
    pub rows: usize,
}

/// Looks at a table.
pub fn survey(input: &Input) -> Result<Survey> {
    let reader = open(input)?;
    let layout = reader.layout().clone();
    let file = reader.file().to_owned();
    let table = reader.read(|_| Want::Code)?.table;
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file });
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
    Ok(Survey { input, columns: profile(&table), rows: table.rows() })
}
