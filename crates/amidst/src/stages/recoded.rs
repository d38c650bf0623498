//! What becomes of a part: recoded and written, audited, and let go once all parts were judged.

use amidst_audit::{Claim, FileTypes, Order, PartAudit, Report};
use amidst_core::{Observer, Stage};
use amidst_io::{Batches, Format, Layout};
use amidst_kernel::SUPPRESSED;
use amidst_release::{Arrangement, Destination, Release, Staged};
use amidst_spec::{Result, source::audit_layout};

use amidst_table::{Column, Table};

use super::{BoundJob, Deal, Part, Solution, summary::unfit};
use crate::job::{Dataset, RecodingSolution};

/// A part, recoded and written to memory. Nothing of it can be had before all parts were judged together.
pub struct RecodedPart<'a> {
    pub(super) job: &'a BoundJob,
    pub(super) read: &'a Dataset,
    solution: RecodingSolution,
    pub(super) staged: Staged,
    number: u64,
}

/// That all parts together hold what was asked. [`BoundJob::judge`] is the only way to get one.
pub struct Verdict(Report);

impl Verdict {
    /// What was found.
    pub fn report(&self) -> &Report {
        &self.0
    }

    /// Whether a file was among those that were judged.
    pub(super) fn is_of(&self, sha256: &str) -> bool {
        let further = self.0.further.iter().map(|file| &file.sha256);
        further.chain([&self.0.sha256]).any(|it| it == sha256)
    }
}

impl BoundJob {
    /// Recodes a part by a solution and its deal, and writes what is released of it to memory, sorted. Parts are numbered, each
    /// by a number of its own.
    ///
    /// # Errors
    /// If part, solution and deal do not belong together, or the observer aborts.
    pub fn recode<'a>(
        &'a self,
        part: &'a Part,
        solution: &Solution,
        (number, deal): (u64, &Deal),
        observer: &dyn Observer,
    ) -> Result<RecodedPart<'a>> {
        observer.progress(Stage::Recoding, 0, None);
        let read = self.own(part)?;
        let recoded = self.on_part(part, solution, deal, observer)?;
        let recoding = recoded.recoding();
        let ways = (&Arrangement::Sorted, None);
        let release = Release::new(&read.table, &read.roles, &read.keys, &recoding, ways, observer)?;
        let typed = release.table.into_columns().into_iter();
        let typed = typed.map(|column| match solution.released_type(&column.name) {
            Some(source_type) => Column { source_type, ..column },
            None => column,
        });
        let release = Release { table: Table::new(typed.collect()), order: release.order };
        let staged =
            Staged::write(&release, &Destination::Memory, &layout(), self.validated.marker(), observer)?;
        Ok(RecodedPart { job: self, read, solution: recoded, staged, number })
    }

    /// What is claimed of all parts together. Whose rows stand where is not known before they are put together, so that nothing is
    /// claimed of their order from part to part.
    pub(super) fn claim<'a>(&'a self, solution: &'a RecodingSolution, read: &'a Dataset) -> Claim<'a> {
        let claim = solution.claim(read, &self.validated, audit_layout(&layout()));
        Claim { order: Order::Any, ..claim }
    }

    /// The solution of the rows of a part.
    pub(super) fn on_part(
        &self,
        part: &Part,
        solution: &Solution,
        deal: &Deal,
        observer: &dyn Observer,
    ) -> Result<RecodingSolution> {
        self.own_solution(solution)?;
        let foreign = || Err(unfit("a deal is of another part"));
        if let Some(class_of_row) = solution.class_of_row(self.own(part)?, observer)? {
            return if deal.0.is_empty() { Ok(solution.recoding.on_rows(class_of_row)) } else { foreign() };
        }
        let undealt = self.undealt(part, solution, observer)?;
        let classes = solution.recoding.recoded.first().map_or(0, |column| column.of_class.len());
        let is_known = |&class: &u32| class == SUPPRESSED || (class as usize) < classes;
        if undealt.keyed.len() != deal.0.len() || !deal.0.iter().all(is_known) {
            return foreign();
        }
        let mut class_of_row = vec![SUPPRESSED; part.0.table.rows()];
        let set = |(&row, &class): (&u32, &u32)| class_of_row[row as usize] = class;
        undealt.rows.iter().zip(&undealt.classes).for_each(set);
        for ((_, at), &class) in undealt.keyed.iter().zip(&deal.0) {
            class_of_row[undealt.rows[*at as usize] as usize] = class;
        }
        Ok(solution.recoding.on_rows(class_of_row))
    }

    /// Judges the audits of all parts together.
    ///
    /// # Errors
    /// If something does not hold, or they are not of this job.
    pub fn judge(
        &self,
        audit: &PartAudit,
        part: &RecodedPart<'_>,
        observer: &dyn Observer,
    ) -> Result<Verdict> {
        Ok(Verdict(audit.verdict(&part.claim(), observer)?))
    }
}

impl RecodedPart<'_> {
    /// What is claimed of all parts together.
    pub(super) fn claim(&self) -> Claim<'_> {
        self.job.claim(&self.solution, self.read)
    }

    /// Sums up the part and what was written of it, for an audit of all parts together.
    ///
    /// # Errors
    /// If something is asked that only a whole can be audited for, or the observer aborts.
    pub fn audit(&self, observer: &dyn Observer) -> Result<PartAudit> {
        let claim = self.claim();
        let medium = self.staged.release();
        let file = PartAudit::of_file(medium.clone(), self.number, &claim, observer)?;
        let types = FileTypes::read(medium, &claim.layout)?;
        let source = PartAudit::of_source(&claim, &types, observer)?;
        Ok(source.merge(file)?)
    }

    /// Lets go of what was released of the part.
    ///
    /// # Errors
    /// If the verdict is not about it.
    pub fn release(self, verdict: &Verdict) -> Result<Batches> {
        let audited = self.staged.judged(|sha256| verdict.is_of(sha256))?;
        Ok(audited.publish(Vec::new(), Vec::new(), &())?.remove(0))
    }
}

/// How what is released of parts is laid out.
fn layout() -> Layout {
    Layout { format: Format::Arrow, ..Layout::default() }
}
