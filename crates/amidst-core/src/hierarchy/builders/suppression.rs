//! The plainest hierarchy: a value, or nothing.

use std::fmt;

use super::Domain;
use crate::{Hierarchy, HierarchyError};

/// Every value directly below the root `*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Suppression;

impl Suppression {
    pub(super) fn build(self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        let labelled = domain.values.iter().map(|value| (*value, Vec::new()));
        Hierarchy::from_paths(domain.paths(0, &domain.root(), labelled))
    }
}

impl fmt::Display for Suppression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{ suppression = true }")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::check};
    use super::*;

    #[test]
    fn values_stand_directly_below_the_root() {
        check(&Recipe::Suppression(Suppression), &["b", "a"], &["a;*", "b;*"]);
    }

    #[test]
    fn a_star_in_the_data_is_told_from_the_root() {
        check(&Recipe::Suppression(Suppression), &["*", "a"], &["*;**", "a;**"]);
    }
}
