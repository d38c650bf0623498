//! The plainest hierarchy: a value, or nothing.

use std::fmt;

use super::{BuilderInfo, Domain, describe_root, info, refuse, root_of};
use crate::{Hierarchy, HierarchyError, hierarchy::stems::Stem};

/// Parameters of [`Suppression`], unchecked. The default has nothing between a value and the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuppressionParams {
    /// The label above everything; without it a star, or more if a value is one.
    pub root: Option<String>,
    /// The level of the root; values stay themselves below it.
    pub height: u8,
}

impl Default for SuppressionParams {
    fn default() -> Self {
        Self { root: None, height: 1 }
    }
}

impl SuppressionParams {
    /// Checks them.
    pub fn check(self) -> Result<Suppression, HierarchyError> {
        match self.height {
            0 => Err(refuse("height = 0: the root stands above the values, on level 1 or more")),
            _ => Ok(Suppression(self)),
        }
    }
}

/// Every value below the root `*`, with nothing between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppression(SuppressionParams);

impl Suppression {
    /// What it is and takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "suppression",
        takes: "`true`",
        doc: "the value or `*`, nothing between",
        parameters: &[info::ROOT, info::HEIGHT],
    };

    pub(super) fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        let between = usize::from(self.0.height) - 1;
        if between == 0 && self.0.root.is_none() && !domain.values.is_empty() {
            let all = Stem { labels: Vec::new(), values: domain.values.clone() };
            return domain.grown(between, &domain.root(), vec![all]);
        }
        let root = self.0.root.clone().unwrap_or_else(|| domain.root());
        let labelled = domain.values.iter().map(|value| (*value, vec![(*value).to_string(); between]));
        Hierarchy::from_paths(domain.paths(between, &root, labelled))
    }

    /// With the root and the height of the hierarchy at hand, whose levels between are not asked for.
    pub(super) fn pinned(hierarchy: &Hierarchy) -> Self {
        Self(SuppressionParams { root: Some(root_of(hierarchy)), height: hierarchy.height().max(1) })
    }
}

impl fmt::Display for Suppression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{ suppression = true{}", describe_root(&self.0.root))?;
        if self.0.height != 1 {
            write!(f, ", height = {}", self.0.height)?;
        }
        f.write_str(" }")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::check};
    use super::*;

    fn recipe(root: &str, height: u8) -> Recipe {
        let params = SuppressionParams { root: Some(root.into()), height };
        Recipe::Suppression(params.check().expect("valid parameters"))
    }

    #[test]
    fn values_stand_directly_below_the_root() {
        check(&Recipe::Suppression(Suppression::default()), &["b", "a"], &["a;*", "b;*"]);
    }

    #[test]
    fn a_star_in_the_data_is_told_from_the_root() {
        check(&Recipe::Suppression(Suppression::default()), &["*", "a"], &["*;**", "a;**"]);
    }

    #[test]
    fn root_and_height_may_be_given() {
        check(&recipe("*", 3), &["*", "a"], &["*;*;*;*", "a;a;a;*"]);
        assert!(SuppressionParams { root: None, height: 0 }.check().is_err());
    }

    #[test]
    fn it_prints_as_toml() {
        assert_eq!(Suppression::default().to_string(), "{ suppression = true }");
        assert_eq!(recipe("**", 3).to_string(), "{ suppression = true, root = \"**\", height = 3 }");
    }
}
