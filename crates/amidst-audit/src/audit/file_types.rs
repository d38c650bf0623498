//! The types that the columns of a file have, where its format has types.

use amidst_readback::{Heading, Medium, Reader};
use arrow_schema::{DataType, Schema};

use super::canons::Canons;
use crate::{AuditError, Claim, Layout};

/// The types of the columns of a release, in their order. Cells of text in a source that become typed in a file are compared as
/// what they mean, so whoever sums up the source must know them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTypes(Vec<Option<DataType>>);

impl FileTypes {
    /// Of text, such as CSV and JSON Lines: no column has a type.
    pub fn text() -> Self {
        Self::default()
    }

    /// Reads the header of a file, and no row.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read<'a>(release: impl Into<Medium<'a>>, layout: &Layout) -> Result<Self, AuditError> {
        Ok(Self::of(Reader::open(&release.into(), layout)?.header()))
    }

    pub(crate) fn of(header: Option<&[Heading]>) -> Self {
        Self(header.unwrap_or_default().iter().map(|heading| heading.data_type.clone()).collect())
    }

    /// How the cells of each column are compared.
    pub(crate) fn canons(&self, claim: &Claim) -> Canons {
        Canons::new(claim, |at| self.0.get(at).and_then(Option::as_ref))
    }
}

impl From<&Schema> for FileTypes {
    fn from(schema: &Schema) -> Self {
        Self(schema.fields().iter().map(|field| Some(field.data_type().clone())).collect())
    }
}
