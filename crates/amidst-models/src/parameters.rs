//! Parameters that several models have, and how constructors check any of them: by what it is described as.

use std::ops::Bound;

use amidst_core::{
    Error, Result, Threshold,
    parameter::{ParamInfo, ParamValue},
};

/// The least number of rows.
pub const K: ParamInfo = ParamInfo::whole("k", "the least number of rows in a class")
    .expecting("k must be a whole number of at least 1; 2 is the least that hides anyone, 5 is usual")
    .such_as("5");

/// The least number of values.
pub const L: ParamInfo = ParamInfo::whole("l", "the least number of values in a class")
    .expecting("a whole number of values, at least 1; 2 is the least that hides one")
    .such_as("3");

/// A share of the rows.
pub const SHARE: ParamInfo = ParamInfo::share("share", "the largest share of rows")
    .expecting("a share from 0 to 1, such as 0.05")
    .such_as("0.2");

/// The chance that a row is found.
pub const RISK: ParamInfo = ParamInfo::number(
    "risk",
    Bound::Excluded(0.0),
    Bound::Included(1.0),
    "the largest chance of finding a row",
)
.expecting("a chance above 0 and at most 1; 0.2 is one in five")
.such_as("0.2");

/// The rows of the table over the people of the population.
pub const FRACTION: ParamInfo = ParamInfo::number(
    "fraction",
    Bound::Excluded(0.0),
    Bound::Included(1.0),
    "the rows of the table over the people of the population",
)
.expecting("the rows of the table over the people of the population, above 0 and at most 1")
.such_as("0.01");

/// A whole number.
pub fn whole(info: &ParamInfo, value: u64) -> Result<u64> {
    // Beyond what a number of a spec can say, every one is as good as another.
    check(info, value.min(1 << 53) as f64).map(|()| value)
}

/// A number.
pub fn number(info: &ParamInfo, value: f64) -> Result<f64> {
    check(info, value).map(|()| value)
}

/// A number of at least 0, kept as it was written. What must be above 0 is so however its digits are cut.
pub fn threshold(info: &ParamInfo, value: f64) -> Result<Threshold> {
    check(info, value)?;
    let is_above_zero = info.check(&ParamValue::Number(0.0)).is_err();
    let threshold = Threshold::new(value).filter(|it| !is_above_zero || it.fraction().0 > 0);
    threshold.ok_or_else(|| wrong(info.name, value, &info.expected()))
}

fn check(info: &ParamInfo, value: f64) -> Result<()> {
    info.check(&ParamValue::Number(value)).map_err(|expected| wrong(info.name, value, &expected))
}

/// A refusal.
pub fn wrong(name: &'static str, value: impl ToString, expected: &str) -> Error {
    Error::Parameter { name, value: value.to_string(), expected: expected.into() }
}
