//! What recoders minimize.

/// What is minimized: the mean share of its domain that a cell stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// One value costs nothing, the whole domain 1, linear in the values between. Columns are joined by a shifted
    /// geometric mean.
    Loss,
    /// The certainty penalty: one value costs nothing, several their share of the domain. Columns are joined by the
    /// arithmetic mean.
    Gcp,
}
