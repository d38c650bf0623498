//! What the builders' tests share.

use super::Recipe;
use crate::{Dictionary, Hierarchy, HierarchyError};

/// Builds over values that occur in one row each.
pub(super) fn build(recipe: &Recipe, values: &[&str]) -> Result<Hierarchy, HierarchyError> {
    let values: Dictionary = values.iter().copied().map(Some).collect();
    recipe.build(&values, &vec![1; values.len()])
}

/// The hierarchy as the lines of its file.
pub(super) fn lines(hierarchy: &Hierarchy) -> Vec<String> {
    hierarchy.to_csv_rows().map(|row| row.join(";")).collect()
}

/// Builds over values that occur in one row each and compares the lines.
#[track_caller]
pub(super) fn check(recipe: &Recipe, values: &[&str], expected: &[&str]) {
    let hierarchy = build(recipe, values).expect("the recipe fits the values");
    assert_eq!(lines(&hierarchy), expected);
}
