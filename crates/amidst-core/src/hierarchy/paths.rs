//! From paths to a tree: the one validator.

use super::{Hierarchy, HierarchyError};

/// The labels of one leaf from level 0 to the root; `None` is the missing value.
pub type Path = Vec<Option<Box<str>>>;

impl Hierarchy {
    /// Builds and validates a hierarchy from one path per leaf, in any order.
    ///
    /// Leaves keep the order in which their labels first appear, level by level from the root, so that the leaves below
    /// any label stand together.
    pub fn from_paths(_paths: Vec<Path>) -> Result<Self, HierarchyError> {
        Err(HierarchyError::Empty)
    }
}
