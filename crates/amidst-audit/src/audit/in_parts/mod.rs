//! Audits of parts that add up: where source and file lie in parts, each is summed up where it is, and the sums are judged
//! together. Nothing relies on which part a row is in: the rows of a class may lie anywhere, in the source as in the file.

mod bytes;
mod file;
mod shape;
mod side;
mod source;
mod verdict;

use amidst_readback::{Medium, Reader};
use std::{collections::BTreeMap, fmt};

use amidst_core::Observer;

use self::{
    file::FileSums,
    shape::Shape,
    side::{Side, SideBuilder},
};
use super::{canons::Canons, file_types::FileTypes, source::Expected};
use crate::{AuditError, Claim, Report};

/// What an audit counts of parts of a source and of parts of a released file.
///
/// ```text
/// of_source(part 1) ┐
/// of_source(part 2) ├─ merge, in any order ─ verdict = audit of the whole
/// of_file(part 1)   │
/// of_file(part 2)   ┘
/// ```
///
/// Equal rows make equal sums: in whatever parts they lie, `merge` gives the same value in any order and grouping, and
/// [`PartAudit::verdict`] the report that [`audit`](crate::audit()) gives on the whole. Sums hold labels, and the cells that
/// requirements look at: they are data like the table. Their size grows with the distinct tuples of labels and such cells, not
/// with the rows; where people are counted, with the people of every class.
#[derive(Clone, PartialEq, Eq)]
pub struct PartAudit {
    /// Of what release they are sums.
    key: [u8; 32],
    canons: Canons,
    source: Side,
    file: Side,
    /// Rows of the source whose label does not cover their value.
    uncovered: u64,
    /// The files, by their place in the release.
    files: BTreeMap<u64, FileSums>,
}

impl PartAudit {
    /// Sums up a part of the source: the claim's. What the file is written as tells how cells are compared. Of columns that are
    /// recoded class by class, the claim tells the class of each row of this part, whose numbers mean nothing elsewhere.
    ///
    /// Columns have the same types in every part. One that is carried tells its type by its first chunk, so that of a part
    /// without rows it has a chunk too.
    ///
    /// # Errors
    /// [`AuditError::NotInParts`] if something is claimed of which sums do not tell: households, populations, links, averages,
    /// people who were taken out before. [`AuditError::Claim`] if the claim does not fit the source.
    pub fn of_source(claim: &Claim, types: &FileTypes, observer: &dyn Observer) -> Result<Self, AuditError> {
        let shape = Shape::new(claim)?;
        let canons = types.canons(claim);
        let expected = Expected::new(claim, &canons, observer)?;
        let source = source::summed_up(claim, &shape, &expected, observer)?;
        let file = SideBuilder::new(shape.file_columns(), &shape.file_looks).finish();
        let uncovered = expected.wrong.cells;
        Ok(Self { key: shape.key(claim, &canons), canons, source, file, uncovered, files: BTreeMap::new() })
    }

    /// Reads a file of a release and sums it up. Files are numbered; if rows are promised to be sorted, they ascend from each
    /// file to the one with the next higher number. Of the claim's source only the types of columns matter, not the rows; of
    /// classes it names, nothing.
    ///
    /// # Errors
    /// As [`PartAudit::of_source`], or if the file cannot be read.
    pub fn of_file<'a>(
        release: impl Into<Medium<'a>>,
        number: u64,
        claim: &Claim,
        observer: &dyn Observer,
    ) -> Result<Self, AuditError> {
        let release = release.into();
        let shape = Shape::new(claim)?;
        let mut reader = Reader::open(&release, &claim.layout)?;
        let canons = FileTypes::of(reader.header()).canons(claim);
        let (sums, file) = file::summed_up(&release, &mut reader, claim, (&shape, &canons), observer)?;
        let source = SideBuilder::new(shape.source_columns(), &shape.source_looks).finish();
        let (key, files) = (shape.key(claim, &canons), [(number, sums)].into());
        Ok(Self { key, canons, source, file, uncovered: 0, files })
    }

    /// The sums of both together, in whatever order.
    ///
    /// # Errors
    /// [`AuditError::Parts`] if they are not of one claim or their columns differ in type, or if both hold the same file.
    pub fn merge(mut self, other: Self) -> Result<Self, AuditError> {
        if self.key != other.key {
            return Err(AuditError::Parts("they are of different claims, or of columns of different types"));
        }
        if self.files.keys().any(|number| other.files.contains_key(number)) {
            return Err(AuditError::Parts("a file is in two of them"));
        }
        self.source = self.source.merge(&other.source);
        self.file = self.file.merge(&other.file);
        self.uncovered = self.uncovered.saturating_add(other.uncovered);
        self.files.extend(other.files);
        Ok(self)
    }

    /// Judges the sums of all parts: the report that [`audit`](crate::audit()) gives on the whole source and its rows in one
    /// file. Files after the first are told in [`Report::further`]. The rows of the claim's source are not looked at, nor the
    /// class of any row.
    ///
    /// # Errors
    /// As [`audit`](crate::audit()); [`AuditError::Parts`] if these are not sums of this claim, or no file is among them.
    pub fn verdict(&self, claim: &Claim, observer: &dyn Observer) -> Result<Report, AuditError> {
        verdict::verdict(self, claim, observer)
    }

    /// Rows of the source.
    pub fn source_rows(&self) -> u64 {
        self.source.rows()
    }

    /// Rows of files.
    pub fn file_rows(&self) -> u64 {
        self.files.values().map(|file| file.rows).sum()
    }

    /// As bytes, in a numbered form. Equal sums are equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes::written(self)
    }

    /// From what [`PartAudit::to_bytes`] wrote, with the same version of this program.
    ///
    /// # Errors
    /// [`AuditError::Parts`] if these are no such bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, AuditError> {
        bytes::read(bytes)
    }
}

/// No cell.
impl fmt::Debug for PartAudit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("PartAudit");
        shown.field("source_rows", &self.source_rows()).field("file_rows", &self.file_rows());
        shown.field("files", &self.files.len()).finish_non_exhaustive()
    }
}
