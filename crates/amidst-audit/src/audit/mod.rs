//! The audit: source and file brought side by side, class by class.
//!
//! The source is recoded anew by looking up texts, its classes counted, and the cells that travel along summed up class
//! by class. Then the file is read, and every row taken off again. What is left over is what went wrong.

mod aggregates;
pub(crate) mod carried;
mod combinations;
mod covering;
pub(crate) mod digest;
pub(crate) mod fingerprint;
mod households;
mod image;
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

use crate::{
    AuditError, CheckResult, Claim, ColumnContent, Layout, Order, Report,
    read::{Medium, Parser, Reader, besides_cells},
};
pub use aggregates::Aggregates;
use combinations::Combinations;
use judge::{Judge, PageTotals};
use people::Ground;
use requirements::Requirements;
use source::Expected;

/// Whether a file holds nothing besides its cells: no value in a dictionary or a statistic that no row has, no note in the
/// metadata, no byte that no cell explains. Needs neither source nor claim. The file was read before, as this layout says.
///
/// # Errors
/// If it cannot be read.
pub fn audit_residue<'a>(release: impl Into<Medium<'a>>, layout: &Layout) -> Result<CheckResult, AuditError> {
    Ok(verdict::residue(vec![besides_cells(&release.into(), layout, &())?]))
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
    let expected = Expected::new(claim, reader.header(), observer)?;
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
    let judge = Judge { expected: &expected, ledger: &ledger, order: order(claim, &expected) };
    let mut tally = read(&mut reader, &judge, &release, claim, observer)?;
    if reader.header().is_none() {
        checks.push(verdict::names(claim, tally.strange));
    }
    observer.go_on()?;
    let classes = verdict::released_classes(&expected, &ledger);
    let ground = Ground::new(claim, &expected, &ledger, observer)?;
    let people = ground.as_ref().map(|ground| ground.people(&expected, &ledger));
    let sizes = ground.as_ref().map(Ground::sizes);
    let reached = verdict::reached(combinations.as_ref(), &ledger);
    observer.go_on()?;
    let shown = std::mem::take(&mut tally.shown);
    let requirements = Requirements::of(claim, &expected, &ledger, shown, observer)?;
    observer.go_on()?;
    let releasable =
        verdict::releasable(claim, &expected, &ledger, combinations.as_ref(), &requirements, sizes);
    checks.push(verdict::rows(claim, tally.rows));
    checks.push(match combinations {
        None => verdict::k_anonymity(claim, &classes, people.as_ref()),
        Some(_) => verdict::k_of_combinations(&classes, &reached),
    });
    checks.extend(people.as_ref().and_then(|people| verdict::profile(claim, people)));
    let households = households::found(claim, &expected, &ledger, observer)?;
    checks.extend(households::verdict(claim, households.as_ref()));
    checks.extend(verdict::models(&requirements.reports));
    let misnamed = neighbours::misnamed(claim, &expected, &ledger, observer)?;
    observer.go_on()?;
    checks.push(verdict::truth(&expected, &ledger, misnamed));
    checks.push(verdict::suppression(claim, &ledger, &releasable));
    checks.push(verdict::integrity(&expected, &ledger));
    checks.push(verdict::residue(vec![residue?]));
    checks.extend(verdict::order(claim, &tally, judge.order.len()));
    passed(&checks)?;
    let rows = tally.rows;
    let (k, k_wildcard) =
        people.map_or((classes.k, classes.k_wildcard), |people| (people.k, people.k_wildcard));
    let (combinations, informational, requirements) =
        (reached, requirements.informational, requirements.reports);
    let classes = classes.classes;
    let further = Vec::new();
    Ok(Report {
        checks,
        rows,
        classes,
        k,
        k_wildcard,
        wildcard_risk: verdict::wildcard_risk(&expected, &ledger),
        people,
        households,
        combinations,
        requirements,
        informational,
        bytes,
        sha256,
        further,
    })
}

/// Whether nothing failed so far.
pub(crate) fn passed(checks: &[CheckResult]) -> Result<(), AuditError> {
    if checks.iter().all(|check| check.holds) { Ok(()) } else { Err(AuditError::Failed(checks.to_vec())) }
}

/// The columns that sorted rows ascend by: quasi columns first, and none from the first on that was respelled.
fn order(claim: &Claim, expected: &Expected) -> Vec<usize> {
    let is_quasi = |&column: &usize| {
        matches!(claim.columns[column].content, ColumnContent::Quasi { .. } | ColumnContent::Cells(_))
    };
    let (quasi, others): (Vec<usize>, Vec<usize>) = (0..claim.columns.len()).partition(is_quasi);
    let shown = |column: &usize| !expected.respelled.contains(column);
    match claim.order {
        Order::Sorted => quasi.into_iter().chain(others).take_while(shown).collect(),
        Order::Any => Vec::new(),
    }
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
