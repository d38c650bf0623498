//! What classes give away of sensitive columns without finding anyone.

use amidst_audit::{Attribute, Grouping, Looks, Policy, Reading, Share};
use amidst_core::{Asked, Coded};

/// A sensitive column in the classes over all quasi columns.
pub struct Given {
    /// Its name.
    pub column: String,
    /// What it reaches.
    pub attribute: Attribute,
    /// Classes whose rows all share one value.
    pub homogeneous: Share,
}

impl Given {
    /// Looks at a column; a missing cell is no value.
    pub fn new(name: &str, column: &Coded, grouping: &Grouping) -> Self {
        let looks = Looks { column: Some(column), ..Looks::default() };
        let verdict = grouping.judge(&Asked::DistinctL { l: 2 }, &looks, Policy::OwnValue);
        let failing = verdict.ok().and_then(|verdict| verdict.failing);
        Self {
            column: name.to_owned(),
            attribute: grouping.attribute(column, &[], Policy::OwnValue, Reading::default()),
            homogeneous: failing.expect("every column can be judged by its distinct values, class by class"),
        }
    }
}
