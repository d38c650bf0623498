//! Tables whose rows were counted elsewhere, such as on a cluster.

use amidst_core::Observer;
use amidst_spec::{Error, Result};

use super::{CheckOptions, Finding, checked, needed};
use crate::counted::CountedTable;

/// [`check`](super::check()), of a table whose rows were counted elsewhere.
pub fn check_counted(
    options: &CheckOptions,
    table: CountedTable,
    observer: &dyn Observer,
) -> Result<Finding> {
    let options = &options.once();
    let needed = needed(options)?;
    options.check_asked(&needed)?;
    options.refuse_counted()?;
    checked(options, &needed, table, observer)
}

impl CheckOptions {
    /// Refuses what needs rows one by one.
    fn refuse_counted(&self) -> Result<()> {
        let refuse = |key, words: &str| {
            Err(Error::bad_value(
                key,
                format!("{words}, which is not known of rows that were counted: check the table as a whole"),
            ))
        };
        match () {
            () if self.is_by_profile() => {
                refuse("respondent", "semantics = \"profile\" compares all rows of a person")
            }
            () if self.household.is_some() => {
                refuse("household", "households are counted by all their members")
            }
            () if self.original.is_some() => refuse("original", "links are between all rows"),
            () => Ok(()),
        }
    }
}
