//! What is found out about the values of a source besides what a search looks at.

use amidst_audit::Classes;
use amidst_core::{Aborted, Coded, Observer};
use amidst_profile::ContactCells;
use amidst_spec::{quasi::ParseContext, validated::ValidatedSpec};
use amidst_table::Column;

use super::{Dataset, notices};

/// What is worth a word about the values of a source, and how alone its rows are.
pub(crate) struct OfSource {
    /// Codes for missing, spellings, dates, in words.
    pub notices: Vec<String>,
    /// Cells that look like a way to reach somebody.
    pub contacts: ContactCells,
    /// The classes of the source, and the average risk in them when a missing cell matches anything.
    pub classes: (Classes, f64),
}

impl OfSource {
    /// Looks at a table that is held as a whole.
    pub fn of(read: &Dataset, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Self, Aborted> {
        let (contacts, classes) =
            rayon::join(|| ContactCells::of(&read.table, &read.roles, observer), || classes(read, observer));
        let notices = notices(read, validated, |name| read.model_column(name), observer)?;
        Ok(Self { notices, contacts: contacts?, classes: classes? })
    }

    /// Looks at the summary of one, of which contacts were counted and the values of columns gathered part by part.
    pub fn with<'a>(
        read: &Dataset,
        validated: &ValidatedSpec,
        contacts: ContactCells,
        column: impl Fn(&str) -> &'a Column,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let notices = notices(read, validated, column, observer)?;
        Ok(Self { notices, contacts, classes: classes(read, observer)? })
    }
}

fn notices<'a>(
    read: &Dataset,
    validated: &ValidatedSpec,
    column: impl Fn(&str) -> &'a Column,
    observer: &dyn Observer,
) -> Result<Vec<String>, Aborted> {
    let context = ParseContext::new(&read.layout, validated.missing.clone());
    notices::of(&read.roles, validated, &context, column, observer)
}

fn classes(read: &Dataset, observer: &dyn Observer) -> Result<(Classes, f64), Aborted> {
    let coded = |name: &str| read.table.column(name).and_then(|column| column.coded());
    let quasi: Vec<&Coded> =
        read.roles.quasi().map(|(name, _)| coded(name).expect("quasi columns are coded")).collect();
    Classes::with_wildcard_risk(read.table.rows(), &quasi, observer)
}
