//! What follows from the levels being minimal: with one column one level lower, too many rows would have stood out.
//!
//! Whoever knows the hierarchies, k and that the algorithm stops at minimal levels knows for each column that, one level
//! lower, the classes would have split so that more rows than allowed were in parts below k. Where only some classes can
//! split that far, those are known to have.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use amidst_core::{Coded, Hierarchy};
use serde::Serialize;

use super::{groups::RowGroups, spelling::value};
use amidst_spec::{
    reporting::{Count, Reporting},
    value::Value,
};

/// What follows from minimal levels.
#[derive(Clone, Debug, Serialize)]
pub struct Minimality {
    /// The k of the release.
    pub k: u64,
    /// With any column one level lower, at least so many released rows would have been in classes below k.
    pub rows_at_least: Count,
    /// For each quasi column, which classes these are.
    pub columns: Vec<MinimalColumn>,
}

/// What follows for one column.
#[derive(Clone, Debug, Serialize)]
pub struct MinimalColumn {
    /// The column.
    pub column: String,
    /// The level it is released at, if that is known.
    pub level: Option<u8>,
    /// What can be said.
    pub verdict: Verdict,
    /// Classes that one level lower can have split; all if the values below labels are not listed.
    pub can_split: Count,
    /// Classes that are certain to have parts below k.
    pub must_split: Count,
    /// Rows that are certain to be in such parts.
    pub rows: Count,
}

/// What can be said of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Some classes have parts below k one level lower.
    Splits,
    /// It is released as it is.
    AsItIs,
    /// No class can have split far enough: the levels are not minimal, and nothing follows.
    NotMinimal,
    /// The level is not known, or its labels are of several levels.
    NoLevel,
}

/// A quasi column as the attacker sees it.
pub(super) struct Released<'a> {
    pub name: &'a str,
    pub column: &'a Coded,
    pub hierarchy: Option<&'a Hierarchy>,
    pub level: Option<u8>,
}

impl Released<'_> {
    /// The level it is released at: known, or the lowest that has all its labels.
    pub fn released_level(&self) -> Option<u8> {
        self.level.or_else(|| {
            let hierarchy = self.hierarchy?;
            (0..=hierarchy.height()).find(|&level| {
                let known = places(hierarchy, level);
                self.column.dictionary.iter().flatten().all(|label| known.contains_key(&value(label)))
            })
        })
    }

    /// How many labels one level lower each label may split into; `None`: any number.
    fn parts(&self, level: u8) -> Vec<Option<u64>> {
        let Some(hierarchy) = self.hierarchy.filter(|hierarchy| level <= hierarchy.height()) else {
            return vec![None; self.column.dictionary.len()];
        };
        let known = places(hierarchy, level);
        let mut children = vec![0; hierarchy.width(level)];
        hierarchy.parents(level - 1).iter().for_each(|&parent| children[parent as usize] += 1);
        let parts = |label: Option<&str>| match label {
            // A missing cell stays itself until the root.
            None => Some(1),
            Some(label) => known.get(&value(label)).map(|&place| children[place as usize]),
        };
        self.column.dictionary.iter().map(parts).collect()
    }

    /// The most rows of each class that can be in parts below k one level lower.
    fn supplies(&self, classes: &RowGroups, level: u8, k: u64) -> Vec<u64> {
        let parts = self.parts(level);
        let supply = |(&row, &rows): (&u32, &u64)| match parts[self.column.codes.at(row as usize) as usize] {
            Some(0 | 1) => 0,
            Some(parts) if rows > parts * (k - 1) => (parts - 1) * (k - 1),
            _ if k < 2 => 0,
            _ => rows,
        };
        classes.first_row.iter().zip(&classes.sizes).map(supply).collect()
    }

    fn attack(&self, classes: &RowGroups, k: u64, need: u64, reporting: Reporting) -> MinimalColumn {
        let level = self.released_level();
        let said = |verdict, can_split, must_split, rows| MinimalColumn {
            column: self.name.to_owned(),
            level,
            verdict,
            can_split: reporting.count(can_split),
            must_split: reporting.count(must_split),
            rows: reporting.count(rows),
        };
        let Some(above) = level.filter(|&level| level > 0) else {
            return said(if level.is_none() { Verdict::NoLevel } else { Verdict::AsItIs }, 0, 0, 0);
        };
        let supplies = self.supplies(classes, above, k);
        let all: u64 = supplies.iter().sum();
        if all < need {
            return said(Verdict::NotMinimal, 0, 0, 0);
        }
        // What the other classes cannot supply comes from this one.
        let musts = supplies.iter().map(|&supply| need.saturating_sub(all - supply)).filter(|&rows| rows > 0);
        let (must_split, rows) = musts.fold((0, 0), |(classes, rows), must| (classes + 1, rows + must));
        let can_split = supplies.iter().filter(|&&supply| supply > 0).count() as u64;
        said(Verdict::Splits, can_split, must_split, rows)
    }
}

/// Where the labels of a level stand.
fn places(hierarchy: &Hierarchy, level: u8) -> HashMap<Value, u32> {
    let labels = (0..).zip(hierarchy.labels(level));
    labels.filter_map(|(index, label)| Some((value(label?), index))).collect()
}

impl Minimality {
    /// What follows if at least `need` released rows would have stood out with any column one level lower.
    pub(super) fn new(
        columns: &[Released<'_>],
        classes: &RowGroups,
        k: u64,
        need: u64,
        reporting: Reporting,
    ) -> Self {
        Self {
            k,
            rows_at_least: reporting.count(need),
            columns: columns.iter().map(|column| column.attack(classes, k, need, reporting)).collect(),
        }
    }
}
