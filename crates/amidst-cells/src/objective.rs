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
    /// The level of a cell's label over the height of its hierarchy, added up over all cells; without a hierarchy the share
    /// of [`Objective::Loss`]. Where cells are kept or blanked it is the number of blanks.
    Levels,
}

impl Objective {
    /// Whether the score is a sum over the cells, or such a sum by their number.
    pub fn is_sum(self) -> bool {
        self != Self::Loss
    }
}
