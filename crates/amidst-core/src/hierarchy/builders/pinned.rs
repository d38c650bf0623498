//! From a recipe to one that gives the next batch the same labels.
//!
//! Lengths, fractions, frequencies and neighbours are those of the values at hand; another batch has others. A pinned
//! recipe has everything written out that one level needs, so that a value's label there depends on that value alone.
//! What is written out are values of the data only where the labels shown on that level name them, and those name no value
//! that is not released.

use super::{Recipe, Shown};
use crate::Hierarchy;

impl Recipe {
    /// The recipe under which every batch is labelled on `level` as this one was, of which this recipe made `hierarchy`;
    /// `shown` holds what is released there, and is no secret.
    ///
    /// The height stays the same. A value that `shown` does not show, or that was not met before, goes where the recipe
    /// places it, and nowhere if only its neighbours could tell.
    pub fn pinned(&self, hierarchy: &Hierarchy, level: u8, shown: &Shown) -> Self {
        match self {
            Self::Prefix(recipe) => recipe.pinned(hierarchy),
            Self::Interval(recipe) => Self::Interval(recipe.pinned(hierarchy)),
            Self::Order(recipe) => recipe.pinned(hierarchy, level, shown),
            Self::Groups(recipe) => Self::Groups(recipe.pinned(hierarchy)),
            Self::Frequency(recipe) => recipe.pinned(hierarchy, level, shown),
            Self::Keep(recipe) => Self::Keep(recipe.pinned(hierarchy)),
            Self::Suppression(_) => Self::Suppression(super::Suppression::pinned(hierarchy)),
            // Nothing of these depends on the values at hand.
            Self::Date(_) | Self::Tree(_) => self.clone(),
        }
    }
}
