//! What classes give away of sensitive columns without finding anyone.

use amidst_audit::{Attribute, Grouping, Policy, Reading};
use amidst_core::{Aborted, Coded};

/// A sensitive column in the classes over all quasi columns.
pub struct SensitiveColumn {
    /// Its name.
    pub column: String,
    /// What it reaches.
    pub attribute: Attribute,
}

impl SensitiveColumn {
    /// Looks at a column; a missing cell is no value.
    pub fn new(name: &str, column: &Coded, grouping: &Grouping, reading: Reading) -> Result<Self, Aborted> {
        let attribute = grouping.attribute(column, &[], Policy::OwnValue, reading)?;
        Ok(Self { column: name.to_owned(), attribute })
    }

    /// The rows, or people, in classes whose rows all share one value.
    pub fn given_away(&self) -> u64 {
        self.attribute.single_people.unwrap_or(self.attribute.single.rows)
    }
}
