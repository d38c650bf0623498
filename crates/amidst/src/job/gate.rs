//! The gate: a column that looks like a direct identifier, free text or dates of birth is not released by mistake.

use amidst_core::{Column, Data, Role, Table};
use arrow_array::Array;
use arrow_cast::display::{ArrayFormatter, FormatOptions};

use super::Roles;
use crate::{
    Error, Result,
    profile::{points_at_people, tells_rows_apart},
};

/// How many cells of a column are looked at.
const SAMPLE: usize = 2_000;

/// Refuses a sensitive, other or confidential column that points at people, unless the spec says it may be released.
pub fn refuse_identifiers(table: &Table, roles: &Roles) -> Result<()> {
    for (name, spec) in roles.columns() {
        let is_shown = spec.confidential || matches!(spec.role.0, Role::Sensitive | Role::Other);
        if spec.not_identifying || !is_shown {
            continue;
        }
        let column = table.column(name).expect("released columns were read");
        let cells = sample(column);
        // Of a sample more cells stand alone than of the whole column.
        let share = if column.data.len() > SAMPLE { 0.99 } else { 0.9 };
        let (what, evidence) = match points_at_people(name, &cells) {
            Some(found) => (found.what.words(), found.evidence),
            None if tells_rows_apart(&cells, share) => {
                ("a key to the rows", "nearly every text stands alone".into())
            }
            None => continue,
        };
        return Err(Error::LooksIdentifying { column: name.into(), role: spec.role.0, what, evidence });
    }
    Ok(())
}

/// Some cells as text, spread over the table.
fn sample(column: &Column) -> Vec<String> {
    let rows = column.data.len();
    let step = rows.div_ceil(SAMPLE).max(1);
    match &column.data {
        Data::Coded(coded) => {
            let cell = |row| coded.dictionary.value(coded.codes.at(row)).map(String::from);
            (0..rows).step_by(step).filter_map(cell).collect()
        }
        Data::Carried(chunks) => {
            let options = FormatOptions::default();
            let cells = chunks.iter().flat_map(|chunk| {
                let formatter =
                    ArrayFormatter::try_new(chunk, &options).expect("every Arrow type can be displayed");
                let text = |row| chunk.is_valid(row).then(|| formatter.value(row).to_string());
                (0..chunk.len()).step_by(step).filter_map(text).collect::<Vec<_>>()
            });
            cells.collect()
        }
    }
}
