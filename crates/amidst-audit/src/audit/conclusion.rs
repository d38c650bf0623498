//! From what was found of a release, in one file or in parts, to its report.

use amidst_core::Observer;

use super::{
    combinations::Combinations, households, ledger::Ledger, passed, people::Ground,
    requirements::Requirements, source::Expected, verdict,
};
use crate::{AuditError, CheckResult, Claim, FileReport, HouseholdFigures, Report};

/// What was found.
pub(super) struct Findings<'a> {
    pub claim: &'a Claim<'a>,
    pub expected: &'a Expected<'a>,
    pub ledger: &'a Ledger,
    pub combinations: Option<Combinations<'a>>,
    /// What was found of columns.
    pub checks: Vec<CheckResult>,
    pub people: Option<Ground>,
    pub requirements: Requirements,
    pub households: Option<HouseholdFigures>,
    /// Labels that name other values than released ones.
    pub misnamed: u64,
    pub source_rows: u64,
    /// Rows in the file.
    pub rows: u64,
    /// Carried columns.
    pub carried: usize,
    /// Rows that stand below the row before them.
    pub descents: u64,
    /// Columns that rows were compared by.
    pub compared: usize,
    /// What each file holds besides its cells.
    pub residue: Vec<Option<String>>,
    /// The files, in order; at least one.
    pub files: Vec<FileReport>,
}

impl Findings<'_> {
    /// Every check, and if all hold, the report.
    pub fn report(self, observer: &dyn Observer) -> Result<Report, AuditError> {
        let Self { claim, expected, ledger, combinations, mut checks, requirements, households, .. } = self;
        let classes = verdict::released_classes(expected, ledger, observer)?;
        let people = self.people.as_ref().map(|ground| ground.people(expected, ledger));
        let sizes = self.people.as_ref().map(Ground::sizes);
        let reached = verdict::reached(combinations.as_ref(), ledger);
        observer.go_on()?;
        let releasable = verdict::releasable(
            claim,
            expected,
            ledger,
            combinations.as_ref(),
            &requirements,
            sizes,
            observer,
        )?;
        checks.push(verdict::rows(claim, self.source_rows, self.rows));
        checks.push(match combinations {
            None => verdict::k_anonymity(claim, &classes, people.as_ref()),
            Some(_) => verdict::k_of_combinations(&classes, &reached),
        });
        checks.extend(people.as_ref().and_then(|people| verdict::profile(claim, people)));
        checks.extend(households::verdict(claim, households.as_ref()));
        checks.extend(verdict::models(&requirements.reports));
        checks.push(verdict::truth(expected, ledger, self.misnamed, observer)?);
        checks.push(verdict::suppression(claim, ledger, &releasable));
        observer.go_on()?;
        checks.push(verdict::integrity(self.carried, ledger));
        observer.go_on()?;
        checks.push(verdict::residue(self.residue));
        checks.extend(verdict::order(claim, self.descents, self.compared));
        passed(&checks)?;
        let (k, k_wildcard) =
            people.map_or((classes.k, classes.k_wildcard), |people| (people.k, people.k_wildcard));
        let mut files = self.files.into_iter();
        let FileReport { bytes, sha256 } = files.next().expect("a release has a file");
        Ok(Report {
            checks,
            rows: self.rows,
            classes: classes.classes,
            sizes: classes.sizes,
            k,
            k_wildcard,
            wildcard_risk: verdict::wildcard_risk(expected, ledger, observer)?,
            people,
            households,
            combinations: reached,
            informational: requirements.informational,
            requirements: requirements.reports,
            bytes,
            sha256,
            further: files.collect(),
        })
    }
}
