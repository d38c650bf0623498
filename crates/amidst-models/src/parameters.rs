//! Parameters, checked once.

use std::ops::RangeBounds;

use amidst_core::{Error, Result, Threshold};

/// The least number of rows or people.
pub fn k(k: u64) -> Result<u64> {
    at_least_one(
        "k",
        k,
        "k must be a whole number of at least 1; 2 is the least that hides anyone, 5 is usual",
    )
}

/// The least number of values.
pub fn values(name: &'static str, values: u64) -> Result<u64> {
    at_least_one(name, values, "a whole number of values, at least 1; 2 is the least that hides one")
}

fn at_least_one(name: &'static str, value: u64, expected: &str) -> Result<u64> {
    if value == 0 { Err(wrong(name, value, expected)) } else { Ok(value) }
}

/// A number in a range, kept as it was written.
pub fn threshold(
    name: &'static str,
    value: f64,
    range: impl RangeBounds<f64>,
    expected: &str,
) -> Result<Threshold> {
    let threshold = Threshold::new(value).filter(|_| range.contains(&value));
    threshold.ok_or_else(|| wrong(name, value, expected))
}

/// A chance or share that is not 0, however its digits are cut.
pub fn above_zero(name: &'static str, value: f64, expected: &str) -> Result<Threshold> {
    let found = threshold(name, value, 0.0..=1.0, expected)?;
    if found.fraction().0 == 0 { Err(wrong(name, value, expected)) } else { Ok(found) }
}

/// A share from 0 to 1.
pub fn share(name: &'static str, value: f64) -> Result<Threshold> {
    threshold(name, value, 0.0..=1.0, "a share from 0 to 1, such as 0.05")
}

/// The chance that a row is found.
pub fn risk(risk: f64) -> Result<Threshold> {
    above_zero("risk", risk, "a chance above 0 and at most 1; 0.2 is one in five")
}

/// The rows of the table over the people of the population.
pub fn fraction(fraction: f64) -> Result<f64> {
    let expected = "the rows of the table over the people of the population, above 0 and at most 1";
    above_zero("fraction", fraction, expected).map(|_| fraction)
}

/// A refusal.
pub fn wrong(name: &'static str, value: impl ToString, expected: &str) -> Error {
    Error::Parameter { name, value: value.to_string(), expected: expected.into() }
}
