//! How many people of the population each row stands for: a known number, or a survey weight, which is an estimate.

use amidst_core::{Coded, hierarchy::builders::DecimalMark};

use crate::{Error, Result};

/// The number of each row.
///
/// # Errors
/// If a cell is missing or holds no number above 0.
pub(crate) fn of_rows(name: &str, column: &Coded, decimal: DecimalMark) -> Result<Vec<f64>> {
    let number = |text: &str| match decimal {
        DecimalMark::Comma => text.trim().replacen(',', ".", 1).parse(),
        DecimalMark::Point => text.trim().parse(),
    };
    let weight =
        |value: Option<&str>| number(value?).ok().filter(|weight: &f64| weight.is_finite() && *weight > 0.0);
    let weights: Vec<Option<f64>> = column.dictionary.iter().map(weight).collect();
    let of_rows = || column.codes.iter().map(|code| weights[code as usize]);
    match of_rows().filter(Option::is_none).count() {
        0 => Ok(of_rows().flatten().collect()),
        bad => Err(Error::Setting(format!(
            "column {name:?}: {bad} of its cells hold no number above 0; every row stands for somebody"
        ))),
    }
}
