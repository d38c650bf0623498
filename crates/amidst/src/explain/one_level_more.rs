//! What one level more would buy.

use amidst_spec::Result;
use serde::Serialize;

use super::{Step, case::Case};

/// What one level more of a column alone would come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OneLevelMore {
    /// The column.
    pub column: String,
    /// The outcome; to be compared with what is released.
    #[serde(flatten)]
    pub step: Step,
}

/// For each column that is not on its highest level allowed, in the order of the table.
pub(super) fn one_level_more(case: &Case<'_>, levels: &[u8]) -> Result<Vec<OneLevelMore>> {
    let top = case.problem.lattice().top();
    let columns = case.instance.columns.iter().enumerate().filter(|&(at, _)| levels[at] < top[at]);
    columns
        .map(|(at, column)| {
            let step = case.step(levels, at, levels[at] + 1)?;
            Ok(OneLevelMore { column: column.name.clone(), step })
        })
        .collect()
}
