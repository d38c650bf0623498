//! Rows that are set aside where people are counted, before anything else looks at them: those that name nobody, and those
//! of people whose profile too few share.

use std::sync::Arc;

use amidst_core::{Coded, Codes, Column, Data, Dictionary, Error as CoreError, Table};
use arrow_array::{ArrayRef, BooleanArray};
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

/// A source without the rows of some people, as the audit takes it. Columns have the dictionaries that they had.
pub struct Remaining {
    /// Which rows are left.
    pub stays: Vec<bool>,
    /// The table.
    pub table: Table,
    /// Columns that are looked at.
    pub looked_at: Vec<Column>,
}

impl Remaining {
    /// Some rows of a table, and of columns beside it.
    pub fn of(table: &Table, looked_at: &[Column], stays: Vec<bool>) -> Self {
        let mask = BooleanArray::from(stays.clone());
        let some = |columns: &[Column]| columns.iter().map(|column| same_values(column, &mask)).collect();
        Self { table: Table::new(some(table.columns())), looked_at: some(looked_at), stays }
    }

    /// Of codes by row those that are left.
    pub fn codes(&self, codes: &Codes) -> Codes {
        left(codes, self.stays.iter().copied())
    }
}

/// Codes of the rows that stay.
fn left(codes: &Codes, stays: impl Iterator<Item = bool>) -> Codes {
    Codes::U32(codes.iter().zip(stays).filter_map(|(code, stays)| stays.then_some(code)).collect())
}

/// A column in some of its rows, over the dictionary that it has.
fn same_values(column: &Column, mask: &BooleanArray) -> Column {
    let data = match &column.data {
        Data::Coded(coded) => Data::Coded(Coded {
            dictionary: Arc::clone(&coded.dictionary),
            codes: left(&coded.codes, mask.values().iter()),
        }),
        Data::Carried(chunks) => Data::Carried(filtered(chunks, mask)),
    };
    Column { data, ..column.clone() }
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
        Data::Carried(chunks) => Data::Carried(filtered(chunks, mask)),
    };
    Column { data, ..column }
}

/// Chunks in some of their rows.
fn filtered(chunks: &[ArrayRef], mask: &BooleanArray) -> Vec<ArrayRef> {
    let mut start = 0;
    let chunk = |chunk: &ArrayRef| {
        let mask = mask.slice(start, chunk.len());
        start += chunk.len();
        filter(chunk, &mask).expect("every Arrow type can be filtered")
    };
    chunks.iter().map(chunk).collect()
}
