//! The chance of finding a row is one over the rows of its class.

use super::{
    checker::Checker,
    class::{ClassMeasure, Standing},
};

/// In no class above what is asked.
pub(super) const CHECKER: Checker = Checker {
    id: "highest-risk",
    limit: |asked| asked.number("risk"),
    reached: |asked, class, _| {
        let reached = 1.0 / class.rows as f64;
        ClassMeasure::at_most(reached, Standing::at_most(reached, asked.number("risk")))
    },
};
