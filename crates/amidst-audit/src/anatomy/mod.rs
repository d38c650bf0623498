//! Releases that keep sensitive values apart: fragments linked by groups, and views of the same classes.
//!
//! A fragmented release is read back table by table. The rows of every group are summed up as fingerprints, from the source
//! and from the file; its sensitive values are counted from the source and compared with the numbers in the file.

mod claim;
mod file;
mod quasi;
mod sensitive;
mod verdict;
mod views;

use amidst_core::{Observer, Stage};

use crate::{
    AuditError, Report, RequirementClaim, RequirementReport,
    audit::{passed, requirements},
    models::{Column, ModelInput, Parts},
    text::Missing,
};
pub use claim::{FragmentClaim, FragmentFiles};
use file::File;
use quasi::Quasi;
use sensitive::Sensitive;
pub use views::{View, audit_views};

/// Reads the fragments of a release back and re-establishes everything it claims.
///
/// # Errors
/// [`AuditError::Failed`] with all checks if any does not hold; the others if a file or the claim cannot be read.
pub fn audit_fragments(
    written: &FragmentFiles,
    claim: &FragmentClaim,
    observer: &dyn Observer,
) -> Result<Report, AuditError> {
    observer.progress(Stage::Auditing, 0, None);
    let groups = claim.groups(written)?;
    let (group, count) = (claim.group.as_str(), claim.count.as_str());
    let columns = claim.columns.iter().map(|column| column.name.as_str());
    let mut files = vec![File::open(
        written.quasi.clone(),
        [group].into_iter().chain(columns).collect(),
        &claim.layout,
        observer,
    )?];
    for (table, name) in written.sensitive.iter().zip(&claim.sensitive) {
        files.push(File::open(table.clone(), vec![group, name, count], &claim.layout, observer)?);
    }
    // Cells under the wrong names would only fail everything else too.
    passed(&[verdict::headers(claim, &files)])?;

    let missing = Missing::new(claim.missing);
    let (first, others) = files.split_first_mut().expect("there is a quasi table");
    let quasi = Quasi::read(first, claim, &missing, groups)?;
    let mut sensitive = Vec::new();
    for (file, name) in others.iter_mut().zip(&claim.sensitive) {
        sensitive.push(Sensitive::read(file, claim, name, &missing, groups)?);
    }

    let source = parts(claim.group_of_row, groups);
    let differing = sensitive.iter().map(|one| one.differing(&source, &quasi.rows, observer));
    let differing: Vec<_> = differing.collect::<Result<_, _>>()?;
    let ground = Ground { claim, source: &source, rows: &quasi.rows, sensitive: &sensitive, observer };
    let reports = |claims: &[RequirementClaim]| -> Result<Vec<_>, _> {
        claims.iter().map(|one| ground.report(one)).collect()
    };
    let (requirements, informational) = (reports(&claim.requirements)?, reports(&claim.informational)?);
    let k = quasi.rows.iter().copied().filter(|&rows| rows > 0).min().unwrap_or(0);
    let classes = quasi.rows.iter().filter(|&&rows| rows > 0).count() as u64;
    let mut checks = vec![
        verdict::names(claim, &files, &quasi, &sensitive),
        verdict::rows(claim, &quasi),
        verdict::k_anonymity(claim, &quasi, k),
    ];
    checks.extend(crate::audit::verdict::models(&requirements));
    checks.push(verdict::truth(groups, &sensitive, &differing));
    checks.push(verdict::suppression(claim));
    checks.push(verdict::integrity(claim, groups, &quasi));
    let residue = files.iter().map(File::besides_cells).collect::<Result<_, _>>()?;
    checks.push(crate::audit::verdict::residue(residue));
    checks.extend(verdict::order(claim, &quasi, &sensitive));
    passed(&checks)?;
    let mut written = files.iter().map(File::report).collect::<Result<Vec<_>, _>>()?;
    let further = written.split_off(1);
    let file = written.pop().expect("there is a quasi table");
    observer.go_on()?;
    observer.progress(Stage::Auditing, quasi.seen.rows, Some(quasi.seen.rows));
    Ok(Report {
        checks,
        rows: quasi.seen.rows,
        classes,
        sizes: Vec::new(),
        k,
        k_wildcard: k,
        wildcard_risk: classes as f64 / quasi.seen.rows.max(1) as f64,
        people: None,
        households: None,
        combinations: Vec::new(),
        requirements,
        informational,
        bytes: file.bytes,
        sha256: file.sha256,
        further,
    })
}

/// The groups of the source's rows. The first is none.
fn parts(group_of_row: &[u32], groups: usize) -> Parts {
    let mut sizes = vec![0; groups + 1];
    group_of_row.iter().for_each(|&group| sizes[group as usize] += 1);
    sizes[FragmentClaim::SUPPRESSED as usize] = 0;
    Parts::new(group_of_row.to_vec(), sizes)
}

/// What models are judged on.
struct Ground<'a> {
    claim: &'a FragmentClaim<'a>,
    source: &'a Parts,
    /// The rows of each group in the quasi table.
    rows: &'a [u64],
    sensitive: &'a [Sensitive<'a>],
    observer: &'a dyn Observer,
}

impl Ground<'_> {
    fn report(&self, one: &RequirementClaim) -> Result<RequirementReport, AuditError> {
        let shown = self.sensitive.iter().find(|table| Some(table.name) == one.column.as_deref());
        let judged = match shown {
            Some(table) => table.judge(self.claim, &one.params, one.hierarchy, self.rows),
            None => {
                let coded = one.column.as_ref().map(|name| self.claim.coded(name)).transpose()?;
                let column = coded
                    .map(|coded| (Column::of(coded, self.claim.policy, self.claim.reading), &coded.codes));
                let parts = self.source.only(self.rows.to_vec());
                let place = ModelInput { parts: &parts, within: Vec::new(), column, observer: self.observer };
                place.judge(&one.params, one.hierarchy, None).map(|(judgement, _)| judgement)
            }
        };
        requirements::report(one, judged)
    }
}
