//! The source's side: every row recoded anew, and the cells that travel along counted into its class.

use amidst_core::{Column, Data};
use rayon::prelude::*;

use super::{carried::Carried, fingerprint::Fingerprint, image::Image, ledger::Ledger};
use crate::{
    AuditError, Claim, ColumnClaim, Promise,
    classes::Field,
    read::Heading,
    text::{Canon, Missing},
};

/// Rows that one task recodes.
const CHUNK: usize = 1 << 14;

/// What the file should hold.
pub(crate) struct Expected<'a> {
    pub images: Vec<Image<'a>>,
    pub carried: Vec<Carried<'a>>,
    /// Columns of text that the file holds typed, so that its order may follow spellings it does not show.
    pub respelled: Vec<usize>,
    pub missing: Missing,
    rows: usize,
}

impl<'a> Expected<'a> {
    /// Works out from a claim what the file should hold.
    pub fn new(claim: &Claim<'a>, header: Option<&[Heading]>) -> Result<Self, AuditError> {
        let missing = Missing::new(claim.missing);
        let (mut images, mut carried) = (Vec::new(), Vec::new());
        let mut respelled = Vec::new();
        for (at, ColumnClaim { name, promise }) in claim.columns.iter().enumerate() {
            if let Promise::Pseudonym = promise {
                continue;
            }
            let column = claim.source.column(name);
            let column =
                column.ok_or_else(|| AuditError::Claim(format!("the source has no column {name:?}")))?;
            let released =
                header.and_then(|header| header[at].data_type.as_ref()).map_or(Canon::Text, Canon::of);
            let canon = source_canon(column).or(released);
            if released.is_loose() && source_canon(column) == Canon::Text {
                respelled.push(at);
            }
            match *promise {
                Promise::Quasi { paths, level } => {
                    let not_coded = || AuditError::Claim(format!("the quasi column {name:?} is not coded"));
                    let coded = column.coded().ok_or_else(not_coded)?;
                    images.push(Image::new((at, name), coded, (paths, level), &missing, canon)?);
                }
                _ => carried.push(Carried::new(at, column, canon, &missing)),
            }
        }
        Ok(Self { images, carried, respelled, missing, rows: claim.source.rows() })
    }

    /// Counts the source rows into classes.
    pub fn ledger(&self) -> Ledger {
        Ledger::new(&self.images, self.rows)
    }

    /// Adds the fingerprints of all source rows.
    pub fn add_source(&self, ledger: &Ledger) -> Result<(), AuditError> {
        if self.carried.is_empty() {
            return Ok(());
        }
        let fields: Vec<Field> = self.images.iter().map(Image::field).collect();
        (0..self.rows.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
            let rows = chunk * CHUNK..self.rows.min((chunk + 1) * CHUNK);
            let mut sums = vec![Fingerprint::default(); rows.len()];
            for carried in &self.carried {
                carried.add_source(rows.clone(), &mut sums, &self.missing)?;
            }
            for (class, cells) in ledger.locate(&fields, rows).into_iter().zip(sums) {
                ledger.add_source(class, Fingerprint::of_row(cells));
            }
            Ok(())
        })
    }
}

/// How the source's cells are spelled: coded cells are text, carried ones may be typed.
fn source_canon(column: &Column) -> Canon {
    match &column.data {
        Data::Coded(_) => Canon::Text,
        Data::Carried(chunks) => chunks.first().map_or(Canon::Text, |chunk| Canon::of(chunk.data_type())),
    }
}
