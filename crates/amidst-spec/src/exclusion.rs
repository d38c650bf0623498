//! Rows that are set aside where people are counted, before anything else looks at them: those that name nobody, and those
//! of people whose profile too few share.

use std::sync::Arc;

use amidst_core::{Coded, Codes, Dictionary, Observer, hierarchy::builders::DecimalMark};
use amidst_table::{Column, Data, Table};
use arrow_array::{ArrayRef, BooleanArray};
use arrow_select::filter::filter;

use crate::{
    Error, Result,
    requirements::coded,
    spec::{OnNobody, Respondent},
    value::Nobody,
};

/// The rows of a table that name somebody.
pub struct RespondentRows {
    /// These rows.
    pub table: Table,
    /// How many rows name nobody.
    pub nobody: u64,
    /// Whether each row that was read names somebody; nothing if all do.
    pub is_somebody: Option<Vec<bool>>,
}

impl RespondentRows {
    /// A table of which nobody asks whose rows they are.
    pub fn all(table: Table) -> Self {
        Self { table, nobody: 0, is_somebody: None }
    }

    /// The rows of a table that name somebody: neither missing nor a code for it.
    ///
    /// # Errors
    /// If there are others, and the spec does not say that they are suppressed; or if there is nobody at all.
    pub fn of(
        table: Table,
        respondent: &Respondent,
        markers: &[String],
        mark: DecimalMark,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let (named, nobody, rows) = Self::split(table, respondent, markers, mark, observer)?;
        match rows > 0 && nobody.rows() == rows {
            true => Err(refused(respondent, &nobody, rows as usize)),
            false => Ok(named),
        }
    }

    /// [`RespondentRows::of`] a part of a table, which may have nobody.
    ///
    /// # Errors
    /// If a row names nobody, and the spec does not say that such rows are suppressed.
    pub fn of_part(
        table: Table,
        respondent: &Respondent,
        markers: &[String],
        mark: DecimalMark,
        observer: &dyn Observer,
    ) -> Result<Self> {
        Self::split(table, respondent, markers, mark, observer).map(|(named, ..)| named)
    }

    /// Also who names nobody, and how many rows there are.
    fn split(
        table: Table,
        respondent: &Respondent,
        markers: &[String],
        mark: DecimalMark,
        observer: &dyn Observer,
    ) -> Result<(Self, Nobody, u64)> {
        let column = table.column(&respondent.column).expect("the column of the respondent was read");
        let own = coded(column, markers, observer)?;
        let whose = own.as_ref().unwrap_or(column).coded().expect("columns looked at are coded");
        let nobody = match respondent.missing {
            OnNobody::Refuse | OnNobody::Suppress => Nobody::of(whose, mark),
            OnNobody::Declared => Nobody::declared(whose),
        };
        let rows: u64 = whose.histogram().iter().sum();
        if nobody.rows() == 0 {
            return Ok((Self::all(table), nobody, rows));
        }
        if respondent.missing != OnNobody::Suppress {
            return Err(refused(respondent, &nobody, rows as usize));
        }
        let is_somebody: Vec<bool> = whose.codes.iter().map(|code| nobody.is_somebody(code)).collect();
        let mask = BooleanArray::from(is_somebody.clone());
        let table = Table::new(kept(table.into_columns(), &mask));
        let named = Self { table, nobody: nobody.rows(), is_somebody: Some(is_somebody) };
        Ok((named, nobody, rows))
    }
}

/// Why a table is refused in which some rows name nobody.
fn refused(respondent: &Respondent, nobody: &Nobody, rows: usize) -> Error {
    let column = &respondent.column;
    let what = nobody.describe(rows);
    let expected = match (nobody.rows() == rows as u64, nobody.codes.is_empty()) {
        (true, _) => format!(
            "it {what}: nobody is left whose rows could be judged; complete the column, or name another one"
        ),
        (false, is_declared) => {
            let names = match is_declared {
                true => "",
                false => "; if it is the name of somebody, missing = \"declared\" counts it",
            };
            format!(
                "it {what}, and a row without a respondent is nobody's; complete the column, or suppress these rows with \
                 respondent = {{ column = {column:?}, missing = \"suppress\" }}{names}"
            )
        }
    };
    Error::unfit_column("respondent", column, format!("respondent = {column:?}: {expected}"))
}

/// A source without the rows of some people, as the audit takes it. Columns have the dictionaries that they had.
pub struct Remaining {
    /// Which rows are left.
    pub stays: Vec<bool>,
    /// The table.
    pub table: Table,
    /// Columns that are looked at.
    pub model_columns: Vec<Column>,
}

impl Remaining {
    /// Some rows of a table, and of columns beside it.
    pub fn of(table: &Table, model_columns: &[Column], stays: Vec<bool>) -> Self {
        let mask = BooleanArray::from(stays.clone());
        let some = |columns: &[Column]| columns.iter().map(|column| same_values(column, &mask)).collect();
        Self { table: Table::new(some(table.columns())), model_columns: some(model_columns), stays }
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
        Data::Coded(coded) => {
            let codes = left(&coded.codes, mask.values().iter());
            Data::Coded(Coded::new(Arc::clone(&coded.dictionary), codes).with_counts(counts(coded, mask)))
        }
        Data::Carried(chunks) => Data::Carried(filtered(chunks, mask)),
    };
    Column { data, ..column.clone() }
}

/// Columns in some of their rows.
fn kept(columns: Vec<Column>, mask: &BooleanArray) -> Vec<Column> {
    columns.into_iter().map(|column| of_rows(column, mask)).collect()
}

/// A column in some of its rows. What no row shows any more is not in its dictionary either; the order of values stays.
fn of_rows(column: Column, mask: &BooleanArray) -> Column {
    let data = match &column.data {
        Data::Coded(coded) => {
            let rows =
                || coded.codes.iter().zip(mask.values()).filter(|(_, keep)| *keep).map(|(code, _)| code);
            let mut is_shown = vec![false; coded.dictionary.len()];
            rows().for_each(|code| is_shown[code as usize] = true);
            let mut dictionary = Dictionary::default();
            let shown = coded.dictionary.iter().zip(&is_shown);
            let code_of: Vec<u32> = shown
                .map(|(value, is_shown)| if *is_shown { dictionary.intern(value) } else { u32::MAX })
                .collect();
            let codes = rows().map(|code| code_of[code as usize]).collect();
            let codes = Codes::narrow(codes, dictionary.len());
            Data::Coded(Coded::new(dictionary, codes).with_counts(counts(coded, mask)))
        }
        Data::Carried(chunks) => Data::Carried(filtered(chunks, mask)),
    };
    Column { data, ..column }
}

/// How many rows each of those that stay stands for, if it is said.
fn counts(coded: &Coded, mask: &BooleanArray) -> Option<Arc<[u32]>> {
    let counts = coded.counts()?.iter().zip(mask.values());
    Some(counts.filter(|(_, keep)| *keep).map(|(&count, _)| count).collect())
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
