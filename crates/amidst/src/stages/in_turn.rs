//! A table that is read part by part: no more than one part is held beside what was counted so far.

use amidst_core::{Observer, Stage};
use amidst_io::{Quiet, ReadTable};
use amidst_spec::{Error, Result};

use super::{BoundJob, Part, Summary, askable};
use crate::Job;

/// Rows of a part, about.
const PART_ROWS: usize = 1 << 18;

impl BoundJob {
    /// Lays a job over the header of its table, and sums the table up part by part. Tells in how many, those without rows left out.
    ///
    /// # Errors
    /// As [`BoundJob::new`], and if the table cannot be read.
    pub fn summed_up(job: Job, observer: &dyn Observer) -> Result<(Self, Summary, usize)> {
        observer.progress(Stage::Reading, 0, None);
        let validated = askable(&job)?;
        let reader = job.open(None, observer)?;
        let bound = Self::over(job, validated, &reader)?;
        let name = reader.file().to_owned();
        let quiet = Quiet(observer);
        let mut parts = reader.into_parts(|name| bound.binding.roles.want(name))?;
        let mut merging = Merging::default();
        let (mut rows, mut count) = (0, 0);
        while let Some(table) = parts.next_part(PART_ROWS, &quiet)? {
            if table.rows() == 0 {
                continue;
            }
            // What hashes of parts would say, nobody asks.
            let read = ReadTable { table, sha256: String::new(), bytes: 0 };
            let read = bound.job.dataset_of(&bound.validated, &bound.binding, read, name.clone(), &quiet)?;
            rows += read.rows();
            count += 1;
            merging.add(bound.summarize(&Part(read), &quiet)?)?;
            observer.progress(Stage::Reading, rows, None);
        }
        match merging.finish()? {
            Some(summary) => Ok((bound, summary, count)),
            None => Err(Error::NoRows { source_name: name, purpose: "released" }),
        }
    }
}

/// Summaries that are merged as they come, those of as many parts with one another, so that none is merged often.
#[derive(Default)]
struct Merging(Vec<(u32, Summary)>);

impl Merging {
    fn add(&mut self, mut summary: Summary) -> Result<()> {
        let mut merged = 0;
        while let Some((_, before)) = self.0.pop_if(|(times, _)| *times == merged) {
            summary = before.merge(summary)?;
            merged += 1;
        }
        self.0.push((merged, summary));
        Ok(())
    }

    fn finish(self) -> Result<Option<Summary>> {
        let mut all: Option<Summary> = None;
        for (_, before) in self.0.into_iter().rev() {
            all = Some(match all {
                Some(after) => before.merge(after)?,
                None => before,
            });
        }
        Ok(all)
    }
}
