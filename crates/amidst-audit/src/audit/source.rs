//! The source's side: every row recoded anew, and the cells that travel along counted into its class.

use amidst_core::{Aborted, Observer};
use rayon::prelude::*;

use super::{
    canons::Canons, carried::Carried, covering, covering::Wrong, fingerprint::Fingerprint, image::Image,
    ledger::Ledger, model_column::ModelColumn,
};
use crate::{AuditError, Claim, ColumnClaim, ColumnContent, classes::Field, models::Parts, text::Missing};

/// Rows that one task recodes.
const CHUNK: usize = 1 << 14;

/// What the file should hold.
pub(crate) struct Expected<'a> {
    pub images: Vec<Image<'a>>,
    pub carried: Vec<Carried<'a>>,
    /// Columns that requirements look at and that the file shows as the source does.
    pub model_columns: Vec<ModelColumn<'a>>,
    /// Whether there are requirements.
    pub is_required: bool,
    /// What is wrong with labels that the claim says.
    pub wrong: Wrong,
    pub missing: Missing,
    rows: usize,
}

impl<'a> Expected<'a> {
    /// Works out from a claim what the file should hold.
    pub fn new(claim: &Claim<'a>, canons: &Canons, observer: &dyn Observer) -> Result<Self, AuditError> {
        let missing = Missing::new(claim.missing);
        let (mut images, mut carried, mut model_columns) = (Vec::new(), Vec::new(), Vec::new());
        let mut wrong = Wrong::default();
        for (at, ColumnClaim { name, content }) in claim.columns.iter().enumerate() {
            if let ColumnContent::Pseudonym = content {
                continue;
            }
            observer.go_on()?;
            let column = claim.source.column(name);
            let column =
                column.ok_or_else(|| AuditError::Claim(format!("the source has no column {name:?}")))?;
            let canon = canons.of[at];
            match *content {
                ColumnContent::Quasi { paths, level } => {
                    let not_coded = || AuditError::Claim(format!("the quasi column {name:?} is not coded"));
                    let coded = column.coded().ok_or_else(not_coded)?;
                    images.push(Image::new((at, name), coded, (paths, level), &missing, canon)?);
                }
                ColumnContent::Cells(cells) => {
                    let not_coded = || AuditError::Claim(format!("the quasi column {name:?} is not coded"));
                    wrong +=
                        covering::wrong(column.coded().ok_or_else(not_coded)?, cells, &missing, observer)?;
                    images.push(Image::of_classes(at, cells, &missing, canon));
                }
                _ => {
                    carried.push(Carried::new(at, column, canon, &missing));
                    if let (true, Some(coded)) = (is_model_column(claim, name), claim.coded(name)) {
                        model_columns.push(ModelColumn::new((at, &column.name), coded, canon, &missing));
                    }
                }
            }
        }
        let (is_required, rows) = (claim.judged().next().is_some(), claim.source.rows());
        Ok(Self { images, carried, model_columns, is_required, wrong, missing, rows })
    }

    /// What sums of parts say that a file should hold.
    pub fn of_parts(
        images: Vec<Image<'a>>,
        model_columns: Vec<ModelColumn<'a>>,
        wrong: Wrong,
        missing: Missing,
    ) -> Self {
        let (carried, is_required, rows) = (Vec::new(), !model_columns.is_empty(), 0);
        Self { images, carried, model_columns, is_required, wrong, missing, rows }
    }

    /// Counts the source rows into classes.
    pub fn ledger(&self, observer: &dyn Observer) -> Result<Ledger, Aborted> {
        Ledger::new(&self.images, self.rows, observer)
    }

    /// The class of every source row.
    pub fn parts(&self, ledger: &Ledger, observer: &dyn Observer) -> Result<Parts, Aborted> {
        let fields: Vec<Field> = self.images.iter().map(Image::field).collect();
        ledger.parts(&fields, self.rows, observer)
    }

    /// Adds the fingerprints of all source rows.
    pub fn add_source(&self, ledger: &Ledger, observer: &dyn Observer) -> Result<(), AuditError> {
        if self.carried.is_empty() {
            return Ok(());
        }
        let fields: Vec<Field> = self.images.iter().map(Image::field).collect();
        (0..self.rows.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
            observer.go_on()?;
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

/// Whether a requirement looks at a column.
fn is_model_column(claim: &Claim, name: &String) -> bool {
    claim.judged().any(|one| one.column.as_ref() == Some(name) || one.within.contains(name))
}
