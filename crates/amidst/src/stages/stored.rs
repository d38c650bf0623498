//! Parts that are stored elsewhere before they are judged, as on a cluster: whoever recodes a part has no other, and whoever judges
//! has no rows at all. What is audited is what was read back from there.

use amidst_audit::{FileTypes, PartAudit, Report};
use amidst_core::Observer;
use amidst_io::Batches;
use amidst_profile::ContactCells;
use amidst_spec::{Error, Result, spec::Order};
use arrow_schema::SchemaRef;
use std::time::Instant;

use super::{BoundJob, Deal, Part, RecodedPart, Solution, Summary, summary::unfit};
use crate::{
    Answer, Released,
    job::{Concluding, OfSource},
    summary::Seconds,
};

/// The number of the part without rows, which no other has.
const HEAD: u64 = u64::MAX;

/// A release whose parts are stored elsewhere: what they have in common.
pub struct StoredRelease<'a> {
    job: &'a BoundJob,
    solution: &'a Solution,
    /// A part without rows.
    head: RecodedPart<'a>,
    schema: SchemaRef,
}

impl BoundJob {
    /// A release by a solution, whose parts will be stored elsewhere. It is laid out as a part without rows is.
    ///
    /// # Errors
    /// If the part has rows, or rows are asked for in another order than sorted, which is all that can be had of stored parts.
    pub fn stored<'a>(
        &'a self,
        empty: &'a Part,
        solution: &'a Solution,
        observer: &dyn Observer,
    ) -> Result<StoredRelease<'a>> {
        if self.validated.order != Order::Sorted {
            let words =
                "rows of parts that are stored elsewhere are sorted by what is released; leave order out";
            return Err(Error::bad_value("order", words));
        }
        if empty.0.table.rows() > 0 {
            return Err(unfit("a head has rows"));
        }
        let head = self.recode(empty, solution, (HEAD, &Deal::default()), observer)?;
        let schema = head.staged.batches()?.schema().clone();
        Ok(StoredRelease { job: self, solution, head, schema })
    }
}

impl StoredRelease<'_> {
    /// The columns that every part has.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Recodes a part, for a place from where nobody takes it before all parts were judged.
    ///
    /// # Errors
    /// As [`BoundJob::recode`].
    pub fn recode(&self, part: &Part, deal: &Deal, observer: &dyn Observer) -> Result<Batches> {
        self.job.recode(part, self.solution, (0, deal), observer)?.staged.batches()
    }

    /// Sums up a part of the source, for an audit of all parts together.
    ///
    /// # Errors
    /// As [`RecodedPart::audit`], or if part and deal do not belong together.
    pub fn audit_source(&self, part: &Part, deal: &Deal, observer: &dyn Observer) -> Result<PartAudit> {
        let recoded = self.job.on_part(part, self.solution, deal, observer)?;
        let claim = self.job.claim(&recoded, &part.0);
        Ok(PartAudit::of_source(&claim, &FileTypes::from(&*self.schema), observer)?)
    }

    /// Sums up what was read back of the release: parts are numbered, as they are read and not as they were written.
    ///
    /// # Errors
    /// As [`RecodedPart::audit`], or if it cannot be read.
    pub fn audit_stored(&self, number: u64, stored: &Batches, observer: &dyn Observer) -> Result<PartAudit> {
        Ok(PartAudit::of_file(stored.to_ipc()?, number, &self.head.claim(), observer)?)
    }

    /// Judges the audits of all parts together, and says of the release all that is said of one: it has no rows, which are where
    /// they were stored. Whoever stored them lets them go only now.
    ///
    /// # Errors
    /// If something does not hold, or they are not of this job.
    pub fn conclude(
        self,
        summary: &Summary,
        audit: PartAudit,
        seconds: Seconds,
        observer: &dyn Observer,
    ) -> Result<Box<Released>> {
        let begun = Instant::now();
        let own = self.head.audit(observer)?;
        let verdict = self.job.judge(&audit.merge(own)?, &self.head, observer)?;
        let BoundJob { job, validated, .. } = self.job;
        let mut read = self.job.dataset(summary, observer)?.with_people(validated, observer)?;
        let (names, head) = (self.job.names(), self.head.read);
        let counted = |name: &str| match names.iter().any(|known| known == name) {
            true => read.model_column(name),
            false => head.model_column(name),
        };
        let of_source = OfSource::with(&read, validated, ContactCells::default(), counted, observer)?;
        let audit: Report = verdict.report().clone();
        let audited = self.head.staged.judged(|sha256| verdict.is_of(sha256))?;
        let outputs = job.outputs(validated, true)?;
        let concluding = Concluding {
            read: &mut read,
            of_source,
            // All but the head.
            parts: Some(audit.further.len() as u64),
            solved: &self.solution.recoding,
            validated,
            outputs: &outputs,
            audited,
            audit,
            union: None,
            households: None,
            rows_beside: Vec::new(),
            formulas: 0,
            order_key_sha256: None,
            seconds,
            begun,
        };
        match job.conclude(concluding, observer)? {
            Answer::Released(released) => Ok(released),
            Answer::Infeasible(_) => Err(unfit("it was judged already")),
        }
    }
}
