//! The people of the source, in its classes and in those that the file holds.
//!
//! A file does not say whose row each is. That a class of it holds exactly the rows of the source that generalize to it is
//! checked by itself, so their people are its people.

use amidst_core::Observer;

use super::{ledger::Ledger, source::Expected};
use crate::{AuditError, Claim, Crowd, PersonOfRow, Respondents, models::Parts};

/// The people of every class.
pub(crate) struct Ground {
    /// Of the source.
    source: Crowd,
    /// Of the file.
    released: Crowd,
}

impl Ground {
    /// The people that a claim counts, if it counts people.
    pub fn new(
        claim: &Claim,
        expected: &Expected,
        ledger: &Ledger,
        observer: &dyn Observer,
    ) -> Result<Option<Self>, AuditError> {
        let Some(person_of_row) = claim.person_of_row()? else { return Ok(None) };
        Ok(Some(Self::of(&expected.parts(ledger, observer)?, &person_of_row, ledger)))
    }

    /// The people of rows in classes.
    pub fn of(parts: &Parts, person_of_row: &PersonOfRow, ledger: &Ledger) -> Self {
        let released = parts.only(ledger.classes().map(|class| class.released).collect());
        Self { source: parts.crowd(person_of_row), released: released.crowd(person_of_row) }
    }

    /// The people of each class of the source.
    pub fn sizes(&self) -> Vec<u64> {
        self.source.sizes()
    }

    /// What is known of the people of the file.
    pub fn people(&self, expected: &Expected, ledger: &Ledger) -> Respondents {
        let missing: Vec<Option<u32>> = expected.images.iter().map(|image| image.missing()).collect();
        ledger.people(&self.released, &missing)
    }
}

/// Classes as a claim counts them.
pub(crate) fn counted(parts: Parts, person_of_row: Option<PersonOfRow>) -> Parts {
    match person_of_row {
        None => parts,
        Some(person_of_row) => parts.of_people(person_of_row),
    }
}
