//! Views: the same classes again and again, each time with one label more: that of another confidential column.
//!
//! Every view is audited as a release of its own, over all its columns, which establishes that it shows the labels that the
//! witness says and that k holds on its bytes. What is left is that all views have the same witness, and that its classes,
//! which is all that putting views together could tell, are large and diverse enough.

use amidst_core::{Codes, Observer};
use amidst_readback::Medium;

use crate::{
    AuditError, Check, CheckResult, Claim, ColumnContent, FileReport, RecodedContent, Report,
    RequirementReport,
    audit::{
        audit, passed,
        requirements::report,
        verdict::{count, models, result},
    },
    models::{Column, ModelInput, Parts},
};

/// One of several files that show the same classes.
pub struct View<'a> {
    /// Its bytes.
    pub bytes: Medium<'a>,
    /// What it promises: all columns recoded class by class, one of which, the confidential one, is in no other view. A
    /// requirement is judged on the classes of the witness. Nothing links confidential columns, so none of them cuts
    /// classes further, and nobody counts a population in classes.
    pub claim: Claim<'a>,
}

/// Reads all views of a release back and re-establishes everything they claim, each by itself and together.
///
/// # Errors
/// [`AuditError::Failed`] with all checks if any does not hold; the others if a file or a claim cannot be read.
pub fn audit_views(views: &[View], observer: &dyn Observer) -> Result<Report, AuditError> {
    let witness = Witness::of(views)?;
    let mut checks = Vec::new();
    let mut reports = Vec::new();
    for (at, view) in views.iter().enumerate() {
        let of_view =
            |check: CheckResult| CheckResult { words: format!("view {}: {}", at + 1, check.words), ..check };
        match audit(view.bytes.clone(), &view.claim, observer) {
            Ok(report) => {
                checks.extend(report.checks.iter().cloned().map(of_view));
                reports.push(report);
            }
            Err(AuditError::Failed(failed)) => checks.extend(failed.into_iter().map(of_view)),
            Err(other) => return Err(other),
        }
    }
    let (k, classes) = witness.k();
    checks.push(witness.k_anonymity(views[0].claim.k));
    let (mut requirements, mut informational) = (Vec::new(), Vec::new());
    for view in views {
        requirements.extend(witness.reports(&view.claim, &view.claim.requirements, observer)?);
        informational.extend(witness.reports(&view.claim, &view.claim.informational, observer)?);
    }
    checks.extend(models(&requirements));
    checks.push(same_classes(views.len(), classes));
    passed(&checks)?;
    let further = reports.split_off(1).into_iter();
    let further = further.map(|one| FileReport { bytes: one.bytes, sha256: one.sha256 }).collect();
    let first = reports.pop().expect("every view passed, and there is one");
    Ok(Report { checks, classes, k, k_wildcard: k, requirements, informational, further, ..first })
}

/// That views differ in their confidential column only; otherwise they were refused.
fn same_classes(views: usize, classes: u64) -> CheckResult {
    result(Check::Truth, Vec::new(), || {
        format!("{}: all show the same {}", count(views as u64, "view"), count(classes, "class"))
    })
}

/// The classes of the source's rows that all views show.
struct Witness {
    parts: Parts,
}

impl Witness {
    /// Refuses views that do not show the same classes of the same rows.
    fn of(views: &[View]) -> Result<Self, AuditError> {
        let refuse = |what: &str| Err(AuditError::Claim(what.into()));
        let Some(first) = views.first() else { return refuse("there is no view") };
        let Some((_, witness)) = cells(&first.claim).next() else { return refuse("a view shows no class") };
        if witness.classes.len() != first.claim.source.rows() {
            return refuse("not every source row has a class");
        }
        let suppressed: Vec<bool> =
            witness.of_class.iter().map(|&label| label == RecodedContent::SUPPRESSED).collect();
        for (at, View { claim, .. }) in views.iter().enumerate() {
            if cells(claim).count() != claim.columns.len() {
                return refuse("a view shows a column that is not recoded class by class");
            }
            let others = views.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, view)| view);
            if !has_one_of_its_own(claim, others) {
                return refuse(
                    "a view shows other than one confidential column beside those that all views show",
                );
            }
            if !std::ptr::eq(claim.source, first.claim.source) || claim.k != first.claim.k {
                return refuse("views are of different tables, or promise another k");
            }
            if claim.respondent.is_some() {
                return refuse("views count rows, not people");
            }
            if claim.judged().any(|one| !one.within.is_empty() || one.population.is_some()) {
                return refuse("classes are neither cut by further columns nor counted in a population");
            }
            for (name, content) in cells(claim) {
                let is_suppressed = content.of_class.iter().map(|&label| label == RecodedContent::SUPPRESSED);
                let is_same =
                    std::ptr::eq(content.classes, witness.classes) || content.classes == witness.classes;
                if !is_same || !is_suppressed.eq(suppressed.iter().copied()) {
                    return refuse("views do not have the same classes");
                }
                let mut others = views.iter().flat_map(|view| cells(&view.claim));
                if !others.all(|(other, shown)| other != name || shows_the_same(content, shown)) {
                    return refuse("classes do not show the same in all views");
                }
            }
        }
        Ok(Self { parts: parts(witness.classes, &suppressed) })
    }

    /// The smallest class, and how many there are.
    fn k(&self) -> (u64, u64) {
        let sizes = || self.parts.sizes.iter().copied().filter(|&rows| rows > 0);
        (sizes().min().unwrap_or(0), sizes().count() as u64)
    }

    fn k_anonymity(&self, asked: u64) -> CheckResult {
        let (reached, classes) = self.k();
        let small = self.parts.sizes.iter().filter(|&&rows| rows > 0 && rows < asked).count() as u64;
        let wrong =
            format!("{} below k = {asked} if views are put together: k = {reached}", count(small, "class"));
        result(Check::KAnonymity, if small > 0 { vec![wrong] } else { Vec::new() }, || {
            format!(
                "k = {reached} with all views put together, {asked} asked, in {}",
                count(classes, "class")
            )
        })
    }

    fn reports(
        &self,
        claim: &Claim,
        requirements: &[crate::RequirementClaim],
        observer: &dyn Observer,
    ) -> Result<Vec<RequirementReport>, AuditError> {
        let judge = |one: &crate::RequirementClaim| {
            let column = match &one.column {
                None => None,
                Some(name) => {
                    let not_coded = || AuditError::Claim(format!("the source has no coded column {name:?}"));
                    let coded = claim.coded(name).ok_or_else(not_coded)?;
                    Some((Column::of(coded, claim.policy, claim.reading), &coded.codes))
                }
            };
            let place = ModelInput { parts: &self.parts, within: Vec::new(), column, observer };
            report(one, place.judge(&one.params, one.hierarchy, None).map(|(judgement, _)| judgement))
        };
        requirements.iter().map(judge).collect()
    }
}

/// The columns of a view that are recoded class by class.
fn cells<'a>(claim: &'a Claim) -> impl Iterator<Item = (&'a str, RecodedContent<'a>)> {
    claim.columns.iter().filter_map(|column| match column.content {
        ColumnContent::Cells(cells) => Some((column.name.as_str(), cells)),
        _ => None,
    })
}

/// Whether a view shows one column that no other does, and all its others are in every view. A single view is its own.
fn has_one_of_its_own<'a>(claim: &Claim, others: impl Iterator<Item = &'a View<'a>> + Clone) -> bool {
    let shows = |view: &View, name: &str| view.claim.columns.iter().any(|column| column.name == name);
    let names = claim.columns.iter().map(|column| column.name.as_str());
    let own = names.clone().filter(|name| !others.clone().any(|view| shows(view, name))).count();
    let common = names.filter(|name| others.clone().all(|view| shows(view, name))).count();
    others.clone().next().is_none() || (own == 1 && own + common == claim.columns.len())
}

/// Whether every class shows the same text.
fn shows_the_same(one: RecodedContent, other: RecodedContent) -> bool {
    let same = |(&a, &b): (&u32, &u32)| text(one, a) == text(other, b);
    one.of_class.len() == other.of_class.len() && one.of_class.iter().zip(other.of_class).all(same)
}

fn text(content: RecodedContent<'_>, label: u32) -> Option<&str> {
    if label == RecodedContent::SUPPRESSED { None } else { content.labels.value(label) }
}

/// The classes of rows; one without rows is none.
fn parts(classes: &Codes, suppressed: &[bool]) -> Parts {
    let mut sizes = classes.histogram(suppressed.len());
    sizes.iter_mut().zip(suppressed).filter(|(_, gone)| **gone).for_each(|(rows, _)| *rows = 0);
    Parts::new(classes.iter().collect(), sizes)
}
