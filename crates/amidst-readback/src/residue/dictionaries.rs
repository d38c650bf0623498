//! Dictionaries: every value is used by a cell, each stands there once, and their order tells nothing.

use std::cmp::Ordering;

use arrow_array::{Array, ArrayRef, cast::AsArray, make_array};
use arrow_cmp::make_comparator;
use arrow_schema::{DataType, SortOptions};
use hashbrown::HashMap;

use super::{Account, besides, columns::Column};

const UNKNOWN: &str = "there is a dictionary of no column";

/// The dictionaries of a file, and which of their values were used so far.
pub(super) struct Dictionaries(HashMap<i64, Dictionary>);

struct Dictionary {
    /// How its values are laid out; `None` while they are looked at.
    values: Option<Column>,
    /// One for each value; none before the values have come.
    used: Option<Vec<bool>>,
}

impl Dictionaries {
    /// None of their values has come yet.
    pub fn new(columns: Vec<(i64, Column)>) -> Self {
        let unseen = |(id, values)| (id, Dictionary { values: Some(values), used: None });
        Self(columns.into_iter().map(unseen).collect())
    }

    /// Notes that so many values come now, and tells their layout.
    pub fn begin(&mut self, id: i64, values: usize) -> Account<Column> {
        let dictionary = self.0.get_mut(&id).ok_or(UNKNOWN)?;
        if dictionary.used.replace(vec![false; values]).is_some() {
            return besides("a dictionary comes twice");
        }
        Ok(dictionary.values.take().ok_or(UNKNOWN)?)
    }

    /// Ends what [`Self::begin`] began.
    pub fn put_back(&mut self, id: i64, values: Column) {
        if let Some(dictionary) = self.0.get_mut(&id) {
            dictionary.values = Some(values);
        }
    }

    /// Notes that a cell uses a value.
    pub fn uses(&mut self, id: i64, value: usize) -> Account {
        let used = self.0.get_mut(&id).and_then(|dictionary| dictionary.used.as_mut()?.get_mut(value));
        *used.ok_or("a cell has a value that its dictionary lacks")? = true;
        Ok(())
    }

    /// Whether no value is left over.
    pub fn all_used(&self) -> Account {
        let unused =
            |dictionary: &Dictionary| dictionary.used.iter().flatten().filter(|&&used| !used).count();
        match self.0.values().map(unused).sum::<usize>() {
            0 => Ok(()),
            1 => besides("dictionaries hold 1 value that no cell has"),
            unused => besides(format!("dictionaries hold {unused} values that no cell has")),
        }
    }
}

/// Whether the dictionaries of a column, however deep, ascend.
pub(super) fn ascend(column: &str, array: &ArrayRef) -> Account {
    if let (DataType::Dictionary(..), Some(dictionary)) = (array.data_type(), array.as_any_dictionary_opt()) {
        let values = dictionary.values();
        let unknown = |_| "a dictionary holds values that have no order";
        let compare = make_comparator(values, values, SortOptions::default()).map_err(unknown)?;
        let ascends = |at: usize| compare(at - 1, at) == Ordering::Less;
        if values.null_count() > 0 || !(1..values.len()).all(ascends) {
            return besides(format!("the dictionary of column {column:?} is not in the order of its values"));
        }
    }
    let data = array.to_data();
    data.child_data().iter().try_for_each(|part| ascend(column, &make_array(part.clone())))
}
