//! Households: who lives together, how many they are, and how likely any of them is found.
//!
//! Whoever knows a household knows its size, so that the size is a quasi column beside the others. A household is found if
//! any of its members is: with the chances r of the members, 1 − ∏ (1 − r).

use std::sync::Arc;

use amidst_core::{Coded, Dictionary, hierarchy::builders::DecimalMark};

use crate::{
    Error, Result,
    value::{Nobody, folded_names},
};

/// What the size of households is called beside the quasi columns.
pub const SIZE: &str = "household size";

/// The households of a table.
pub struct Households<'a> {
    /// The household of each row, one code for each however it is spelled.
    column: Coded,
    /// Whose each row is, one code for each; otherwise every row is a member of its own.
    people: Option<&'a Coded>,
}

impl<'a> Households<'a> {
    /// The households that a column names.
    ///
    /// # Errors
    /// If a cell is missing, or holds a code for it.
    pub fn new(name: &str, column: &Coded, people: Option<&'a Coded>, mark: DecimalMark) -> Result<Self> {
        let nobody = Nobody::of(column, mark);
        match nobody.rows() {
            0 => Ok(Self { column: folded_names(column, mark), people }),
            _ => Err(Error::unfit_column(
                "household",
                name,
                format!(
                    "column {name:?} {}; every row must say which household it belongs to",
                    nobody.describe(column.codes.len())
                ),
            )),
        }
    }

    /// The same households, of some rows only.
    pub fn of_rows(&self, rows: &[usize], people: Option<&'a Coded>) -> Self {
        let codes = rows.iter().map(|&row| self.column.codes.at(row)).collect();
        let dictionary = Arc::clone(&self.column.dictionary);
        let column = Coded::narrow(dictionary, codes);
        Self { column, people }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        let rows = self.column.histogram();
        rows.iter().filter(|rows| **rows > 0).count() as u64
    }

    /// The household of a row.
    pub fn of_row(&self, row: usize) -> usize {
        self.column.codes.at(row) as usize
    }

    /// The size of each row's household, as a column.
    pub fn size(&self) -> Coded {
        let mut sizes = vec![0_u32; self.column.dictionary.len()];
        self.members().for_each(|(household, _)| sizes[household as usize] += 1);
        let mut dictionary = Dictionary::default();
        let codes: Vec<u32> = sizes.iter().map(|size| dictionary.intern(Some(&size.to_string()))).collect();
        let codes = self.column.codes.iter().map(|household| codes[household as usize]).collect();
        Coded::narrow(dictionary, codes)
    }

    /// The chance that any member of a household is found, for each household; 0 for one without rows. A person's chance is
    /// the highest of the person's rows.
    pub fn risks(&self, of_row: &[f64]) -> Vec<f64> {
        let mut none = vec![1.0; self.column.dictionary.len()];
        for (household, rows) in self.members() {
            let highest = rows.iter().map(|&row| of_row[row as usize]).fold(0.0, f64::max);
            none[household as usize] *= 1.0 - highest;
        }
        none.into_iter().map(|none| 1.0 - none).collect()
    }

    /// Every member of every household, with the rows that are his or hers.
    fn members(&self) -> impl Iterator<Item = (u32, Vec<u32>)> {
        let whose = |row: u32| self.people.map_or(row, |people| people.codes.at(row as usize));
        let rows = 0..self.column.codes.len() as u32;
        let mut keyed: Vec<(u32, u32, u32)> =
            rows.map(|row| (self.column.codes.at(row as usize), whose(row), row)).collect();
        keyed.sort_unstable();
        let members: Vec<(u32, Vec<u32>)> = keyed
            .chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
            .map(|rows| (rows[0].0, rows.iter().map(|&(_, _, row)| row).collect()))
            .collect();
        members.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use amidst_table::Table;

    use super::*;

    #[test]
    fn members_are_people_and_any_of_them_may_be_found() {
        let rows = [["1", "ann"], ["1", "bob"], ["2", "cid"], ["1", "ann"]];
        let table = Table::from_rows(&["hid", "who"], &rows);
        let coded = |name: &str| table.column(name).unwrap().coded().unwrap();
        let (risks, sizes) = ([0.5, 0.5, 0.25, 0.1], |of: &Households| {
            let size = of.size();
            (0..4)
                .map(|row| size.dictionary.value(size.codes.at(row)).unwrap().to_owned())
                .collect::<Vec<_>>()
        });
        let rows = Households::new("hid", coded("hid"), None, DecimalMark::Point).unwrap();
        assert_eq!(sizes(&rows), ["3", "3", "1", "3"]);
        assert_eq!(rows.risks(&risks), [1.0 - 0.5 * 0.5 * 0.9, 0.25]);
        let people = Households::new("hid", coded("hid"), Some(coded("who")), DecimalMark::Point).unwrap();
        assert_eq!(sizes(&people), ["2", "2", "1", "2"]);
        assert_eq!(people.risks(&risks), [0.75, 0.25]);
    }
}
