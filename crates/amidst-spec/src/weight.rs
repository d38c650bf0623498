//! How many people of the population each row stands for: a known number, or a survey weight, which is an estimate.

use std::collections::{HashMap, HashSet};

use amidst_core::{Coded, hierarchy::builders::DecimalMark};

use crate::{Error, Result, value::Number};

/// The number of each row.
///
/// # Errors
/// If a cell is missing or holds no number above 0.
pub fn of_rows(name: &str, column: &Coded, decimal: DecimalMark) -> Result<Vec<f64>> {
    let weight = |value: Option<&str>| {
        Number::read(value?, decimal).and_then(|number| number.to_f64()).filter(|weight| *weight > 0.0)
    };
    let weights: Vec<Option<f64>> = column.dictionary.iter().map(weight).collect();
    let of_rows = || column.codes.iter().map(|code| weights[code as usize]);
    match of_rows().filter(Option::is_none).count() {
        0 => Ok(of_rows().flatten().collect()),
        bad => Err(Error::unfit_column(
            "weight",
            name,
            format!(
                "column {name:?}: {bad} of its cells hold no number above 0; every row stands for somebody"
            ),
        )),
    }
}

/// Refuses people whose rows do not agree on how many they stand for: which row counted would depend on their order.
pub fn check_people(name: &str, of_rows: &[f64], whose: &Coded) -> Result<()> {
    let mut first: HashMap<u32, f64> = HashMap::new();
    let mut torn: HashSet<u32> = HashSet::new();
    for (person, &weight) in whose.codes.iter().zip(of_rows) {
        if *first.entry(person).or_insert(weight) != weight {
            torn.insert(person);
        }
    }
    match torn.len() {
        0 => Ok(()),
        people => Err(Error::unfit_column(
            "weight",
            name,
            format!(
                "column {name:?}: {} rows that hold different numbers; a person stands for as many people in every row, so \
             give all rows of a person the same number",
                if people == 1 { "1 person has".into() } else { format!("{people} people have") }
            ),
        )),
    }
}
