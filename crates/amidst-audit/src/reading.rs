//! How cells are taken by models that look at their values.

/// How the cells of a column that models look at become values: spellings of one value count once, and a missing cell is
/// no value; so are spellings of one name one person. Models that tell rows apart by the column (strata, a row's own k) take
/// cells as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whether a missing cell is a value of its own all the same.
    pub counts_missing: bool,
    /// Whether the decimal mark is a comma.
    pub has_comma: bool,
}
