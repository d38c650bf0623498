//! Values of a column that its hierarchy does not hold, in numbers and words.

use std::{collections::HashSet, fmt};

use super::Decimal;
use crate::Dictionary;

/// Values of the data that a hierarchy does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmapped {
    /// Distinct values.
    pub values: usize,
    /// Rows that hold them.
    pub rows: u64,
    /// Those that nearly match.
    pub near: NearMisses,
}

/// How many uncovered values would match if something were overlooked; each value is counted once at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NearMisses {
    /// Upper and lower case.
    pub case: usize,
    /// Spaces at the ends.
    pub spaces: usize,
    /// Spelling of a number: `1`, `01` and `1.0`.
    pub number: usize,
}

impl NearMisses {
    /// Compares values with the leaves that they are not.
    pub(super) fn count<'a>(leaves: &Dictionary, values: impl Iterator<Item = &'a str>) -> Self {
        let known = || leaves.iter().flatten();
        let cases: HashSet<String> = known().map(str::to_lowercase).collect();
        let trimmed: HashSet<&str> = known().map(str::trim).collect();
        let numbers: HashSet<Decimal> = known().filter_map(|leaf| leaf.trim().parse().ok()).collect();
        let mut near = Self::default();
        for value in values {
            if cases.contains(&value.to_lowercase()) {
                near.case += 1;
            } else if trimmed.contains(value.trim()) {
                near.spaces += 1;
            } else if value.trim().parse().is_ok_and(|number: Decimal| numbers.contains(&number)) {
                near.number += 1;
            }
        }
        near
    }
}

impl Unmapped {
    /// How many there are and how many nearly match, without advice, which depends on who asks.
    pub fn found(&self) -> String {
        let Self { values, rows, near } = self;
        let (value, verb) = if *values == 1 { ("value", "is") } else { ("values", "are") };
        let row = if *rows == 1 { "row" } else { "rows" };
        let mut text = format!("{values} {value} in {rows} {row} {verb} not in its hierarchy");
        let ends = if near.spaces == 1 { "its ends" } else { "their ends" };
        let reasons = [
            (near.case, "if case were ignored".to_string()),
            (near.spaces, format!("without spaces at {ends}")),
            (near.number, "if numbers were spelled alike".to_string()),
        ];
        for (at, (count, reason)) in reasons.iter().filter(|(count, _)| *count > 0).enumerate() {
            let lead = if at == 0 { format!("; {count} would match") } else { format!(", {count}") };
            text += &format!("{lead} {reason}");
        }
        text
    }
}

impl fmt::Display for Unmapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let them = if self.values == 1 { "it" } else { "them" };
        write!(f, "{}; add {them}, or set on_unmapped = \"suppress\" or \"root\"", self.found())
    }
}
