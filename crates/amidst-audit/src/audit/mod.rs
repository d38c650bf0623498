//! The audit: source and file brought side by side, class by class.
//!
//! The source is recoded anew by looking up texts, its classes counted, and the cells that travel along summed up class
//! by class. Then the file is read, and every row taken off again. What is left over is what went wrong.

mod aggregates;
pub(crate) mod canons;
pub(crate) mod carried;
mod combinations;
mod conclusion;
mod covering;
pub(crate) mod digest;
mod file_types;
pub(crate) mod fingerprint;
mod households;
mod image;
mod in_parts;
mod judge;
mod labels;
pub(crate) mod ledger;
pub(crate) mod model_column;
mod neighbours;
mod numeral;
mod people;
pub(crate) mod requirements;
pub(crate) mod source;
mod types;
pub(crate) mod verdict;

use amidst_core::{Observer, Stage};
use amidst_readback::{Medium, Parser, Reader, besides_cells};

use crate::{AuditError, CheckResult, Claim, FileReport, Layout, Report};
pub use aggregates::Aggregates;
use combinations::Combinations;
use conclusion::Findings;
pub use file_types::FileTypes;
pub use in_parts::PartAudit;
use judge::{Judge, PageTotals, SortColumns};
use requirements::Requirements;
use source::Expected;

/// Whether a file holds nothing besides its cells: no value in a dictionary or a statistic that no row has, no note in the
/// metadata, no byte that no cell explains. Needs neither source nor claim. The file was read before, as this layout says. An observer
/// is asked whether to go on.
///
/// # Errors
/// If it cannot be read.
pub fn audit_residue<'a>(
    release: impl Into<Medium<'a>>,
    layout: &Layout,
    observer: &dyn Observer,
) -> Result<CheckResult, AuditError> {
    Ok(verdict::residue(vec![besides_cells(&release.into(), layout, observer)?]))
}

/// Reads a release back and re-establishes everything it claims. The observer is asked block by block.
///
/// # Errors
/// [`AuditError::Failed`] with all checks if any does not hold; the others if the file or the claim cannot be read.
pub fn audit<'a>(
    release: impl Into<Medium<'a>>,
    claim: &Claim,
    observer: &dyn Observer,
) -> Result<Report, AuditError> {
    let release = release.into();
    observer.progress(Stage::Auditing, 0, Some(claim.rows_out));
    let mut reader = Reader::open(&release, &claim.layout)?;
    let mut checks = Vec::new();
    if let Some(header) = reader.header() {
        checks.push(verdict::header(claim, header));
        // Cells under the wrong names would only fail everything else too.
        passed(&checks)?;
    }
    let canons = FileTypes::of(reader.header()).canons(claim);
    let expected = Expected::new(claim, &canons, observer)?;
    let ledger = expected.ledger(observer)?;
    observer.go_on()?;
    let combinations = Combinations::new(claim, &expected, &ledger)?;
    let bytes = || {
        let digest = digest::of(&release, observer);
        observer.go_on()?;
        Ok::<_, AuditError>((digest?, besides_cells(&release, &claim.layout, observer)))
    };
    let (read_once, sourced) = rayon::join(bytes, || expected.add_source(&ledger, observer));
    let ((sha256, bytes), residue) = read_once?;
    sourced?;
    let judge = Judge { expected: &expected, ledger: &ledger, sorting: SortColumns(&canons.order) };
    let mut tally = read(&mut reader, &judge, &release, claim, observer)?;
    if reader.header().is_none() {
        checks.push(verdict::names(claim, tally.strange));
    }
    observer.go_on()?;
    let shown = std::mem::take(&mut tally.shown);
    let findings = Findings {
        claim,
        expected: &expected,
        ledger: &ledger,
        combinations,
        checks,
        people: people::Ground::new(claim, &expected, &ledger, observer)?,
        requirements: Requirements::of(claim, &expected, &ledger, shown, observer)?,
        households: households::found(claim, &expected, &ledger, observer)?,
        misnamed: neighbours::misnamed(claim, &expected, &ledger, observer)?,
        source_rows: claim.source.rows() as u64,
        rows: tally.rows,
        carried: expected.carried.len(),
        descents: tally.descents,
        compared: canons.order.len(),
        residue: vec![residue?],
        files: vec![FileReport { bytes, sha256 }],
    };
    findings.report(observer)
}

/// Whether nothing failed so far.
pub(crate) fn passed(checks: &[CheckResult]) -> Result<(), AuditError> {
    if checks.iter().all(|check| check.holds) { Ok(()) } else { Err(AuditError::Failed(checks.to_vec())) }
}

/// Reads the whole file.
fn read(
    reader: &mut Reader,
    judge: &Judge,
    release: &Medium,
    claim: &Claim,
    observer: &dyn Observer,
) -> Result<PageTotals, AuditError> {
    let names: Vec<&str> = claim.columns.iter().map(|column| column.name.as_str()).collect();
    let parser = Parser::new(&claim.layout, &names);
    let mut tally = PageTotals::new();
    reader.read(
        release,
        &parser,
        |page| judge.page(page),
        |page| {
            tally.add(page);
            observer.progress(Stage::Auditing, tally.rows.min(claim.rows_out), Some(claim.rows_out));
        },
        observer,
    )?;
    Ok(tally)
}
