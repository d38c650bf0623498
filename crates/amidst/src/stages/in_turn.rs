//! A table that is read part by part: no more than one part is held beside what was counted so far.

use amidst_core::{Observer, Stage};
use amidst_io::{Quiet, ReadTable, Reader};
use amidst_spec::{Error, Result};
use amidst_table::Table;

use super::{BoundJob, Part, Summary, askable};
use crate::{Job, job::Dataset};

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
        let mut merging = Merging::default();
        let mut rows = 0;
        let count = bound.each_part(reader, PART_ROWS, observer, |table| {
            let part = bound.part_of(table, &name, &Quiet(observer))?;
            rows += part.rows();
            merging.add(bound.summarize(&Part(part), &Quiet(observer))?)?;
            observer.progress(Stage::Reading, rows, None);
            Ok(true)
        })?;
        match merging.finish()? {
            Some(summary) => Ok((bound, summary, count.unwrap_or(0) as usize)),
            None => Err(Error::NoRows { source_name: name, purpose: "released" }),
        }
    }

    /// Reads a table part by part, each of about so many rows, and tells of how many there were, those without rows left out; nothing if
    /// one of them was the last that was wanted.
    pub(super) fn each_part(
        &self,
        reader: Reader<'_>,
        part_rows: usize,
        observer: &dyn Observer,
        mut each: impl FnMut(Table) -> Result<bool>,
    ) -> Result<Option<u64>> {
        let mut parts = reader.into_parts(|name| self.binding.roles.want(name))?;
        let mut count = 0;
        while let Some(table) = parts.next_part(part_rows, &Quiet(observer))? {
            observer.go_on()?;
            if table.rows() == 0 {
                continue;
            }
            count += 1;
            if !each(table)? {
                return Ok(None);
            }
        }
        Ok(Some(count))
    }

    /// A part of the table that messages call by this name.
    pub(super) fn part_of(&self, table: Table, name: &str, observer: &dyn Observer) -> Result<Dataset> {
        // What hashes of parts would say, nobody asks.
        let read = ReadTable { table, sha256: String::new(), bytes: 0 };
        self.job.dataset_of(&self.validated, &self.binding, read, name.to_owned(), observer)
    }
}

/// Summaries that are merged as they come, those of as many parts with one another, so that none is merged often.
#[derive(Default)]
pub(super) struct Merging(Vec<(u32, Summary)>);

impl Merging {
    pub fn add(&mut self, mut summary: Summary) -> Result<()> {
        let mut merged = 0;
        while let Some((_, before)) = self.0.pop_if(|(times, _)| *times == merged) {
            summary = before.merge(summary)?;
            merged += 1;
        }
        self.0.push((merged, summary));
        Ok(())
    }

    pub fn finish(self) -> Result<Option<Summary>> {
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
