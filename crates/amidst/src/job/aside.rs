//! Rows that are set aside where people are counted, before anything else looks at them: those that name nobody, and those
//! of people whose profile too few share.

use std::sync::Arc;

use amidst_core::{Coded, Codes, Column, Data, Dictionary, Error as CoreError, Table};
use arrow_array::{Array, BooleanArray};
use arrow_select::filter::filter;

use crate::{
    Result,
    requirements::coded,
    spec::{OnNobody, Respondent},
};

/// The rows of a table that name somebody, and how many do not.
///
/// # Errors
/// If there are such rows, and the spec does not say that they are suppressed.
pub fn set_aside(table: Table, respondent: &Respondent, markers: &[String]) -> Result<(Table, u64)> {
    let column = table.column(&respondent.column).expect("the column of the respondent was read");
    let own = coded(column, markers);
    let whose = own.as_ref().unwrap_or(column).coded().expect("columns looked at are coded");
    let Some(missing) = whose.dictionary.missing() else { return Ok((table, 0)) };
    let is_somebody: Vec<bool> = whose.codes.iter().map(|code| code != missing).collect();
    let nobody = is_somebody.iter().filter(|is| !**is).count() as u64;
    match respondent.missing {
        _ if nobody == 0 => Ok((table, 0)),
        OnNobody::Refuse => Err(CoreError::Parameter {
            name: "respondent",
            value: format!("{:?}", respondent.column),
            expected: format!(
                "it is missing in {nobody} of {} rows, and a row without a respondent is nobody's; complete the column, or \
                 suppress these rows with respondent = {{ column = {:?}, missing = \"suppress\" }} or \
                 --missing-respondent suppress",
                table.rows(),
                respondent.column
            ),
        }
        .into()),
        OnNobody::Suppress => {
            let mask = BooleanArray::from(is_somebody);
            Ok((Table::new(kept(table.into_columns(), &mask)), nobody))
        }
    }
}

/// What setting rows aside changes.
#[derive(Clone)]
pub struct Kept {
    /// The table.
    pub table: Table,
    /// Columns that are looked at.
    pub looked_at: Vec<Column>,
    /// Rows that are not in the table.
    pub aside: u64,
}

impl Kept {
    /// Only some rows of it.
    pub fn only(self, stays: Vec<bool>) -> Self {
        let mask = BooleanArray::from(stays);
        let table = Table::new(kept(self.table.into_columns(), &mask));
        Self { table, looked_at: kept(self.looked_at, &mask), ..self }
    }
}

/// Columns in some of their rows.
fn kept(columns: Vec<Column>, mask: &BooleanArray) -> Vec<Column> {
    columns.into_iter().map(|column| of_rows(column, mask)).collect()
}

/// A column in some of its rows. What no row shows any more is not in its dictionary either.
fn of_rows(column: Column, mask: &BooleanArray) -> Column {
    let data = match &column.data {
        Data::Coded(coded) => {
            let mut dictionary = Dictionary::default();
            let rows = coded.codes.iter().zip(mask.values()).filter(|(_, keep)| *keep);
            let codes: Vec<u32> =
                rows.map(|(code, _)| dictionary.intern(coded.dictionary.value(code))).collect();
            let codes = Codes::narrow(codes, dictionary.len());
            Data::Coded(Coded { dictionary: Arc::new(dictionary), codes })
        }
        Data::Carried(chunks) => {
            let mut start = 0;
            let chunk = |chunk: &Arc<dyn Array>| {
                let mask = mask.slice(start, chunk.len());
                start += chunk.len();
                filter(chunk, &mask).expect("every Arrow type can be filtered")
            };
            Data::Carried(chunks.iter().map(chunk).collect())
        }
    };
    Column { data, ..column }
}
