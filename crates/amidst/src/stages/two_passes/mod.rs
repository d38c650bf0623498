//! A table that does not fit into memory, released in two passes over it: the first sums it up and solves the summary, the second
//! recodes part by part, lays sorted parts on disk, and writes what is merged from there. The audit adds up over parts, too.
//!
//! What is released is byte for byte what a run in memory releases: it is the same solution of the same summary, in the same order,
//! through the same writers.

mod first;
mod second;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use amidst_core::{Observer, Stage};
use amidst_io::{Compression, Format, Source, files_of, sniff};
use amidst_release::Destination;
use amidst_spec::{Result, spec::Order, validated::ValidatedSpec};

use super::{BoundJob, refuse_whole};
use crate::{Answer, Job, outputs::Outputs};
use first::FirstPass;

/// Bytes of memory that each row of a part may take: what was read of it, its place in the order, and what is laid on disk.
const BYTES_PER_ROW: usize = 1 << 10;

/// Rows of a part, at least and at most.
const PART_ROWS: (usize, usize) = (1 << 14, 1 << 22);

/// What a run in memory takes for each byte of a file, about: of text, and of what is packed.
const BYTES_HELD: (u64, u64) = (2, 16);

/// How it ended.
pub(crate) enum Attempted {
    /// With an answer.
    Answered(Answer),
    /// The table has to be held as a whole, or may be.
    Whole(Box<Job>),
}

/// How a table is read that is not held as a whole.
pub(super) struct InParts {
    path: PathBuf,
    part_rows: usize,
}

/// Runs a job in two passes, if it must be and can be.
///
/// # Errors
/// As [`Job::run`].
pub(crate) fn run(job: Job, in_memory: bool, observer: &dyn Observer) -> Result<Attempted> {
    let begun = Instant::now();
    if job.memory().is_none() && job.part_rows().is_none() {
        return Ok(Attempted::Whole(Box::new(job)));
    }
    let validated = job.validated()?;
    let outputs = job.outputs(&validated, in_memory)?;
    let Some(way) = way_of(&job, &validated, &outputs)? else { return Ok(Attempted::Whole(Box::new(job))) };
    observer.progress(Stage::Reading, 0, None);
    let reader = job.open(None, observer)?;
    let bound = BoundJob::over(job, validated, &reader)?;
    match FirstPass::read(&bound, reader, &way, observer)? {
        Some(first) => second::run(bound, first, &way, &outputs, begun, observer).map(Attempted::Answered),
        None => Ok(Attempted::Whole(Box::new(bound.job))),
    }
}

/// How to read a table in parts, if it must be and can be.
fn way_of(job: &Job, validated: &ValidatedSpec, outputs: &Outputs) -> Result<Option<InParts>> {
    let Some(path) = job.path_of_table()?.filter(|_| may_be_in_parts(job, validated, outputs)) else {
        return Ok(None);
    };
    let part_rows = match (job.part_rows(), job.memory()) {
        (Some(rows), _) => Some(rows.get()),
        (None, Some(limit)) if held_bytes(job, &path)? > limit.bytes() as u64 => {
            Some((limit.bytes() / BYTES_PER_ROW).clamp(PART_ROWS.0, PART_ROWS.1))
        }
        (None, _) => None,
    };
    Ok(part_rows.map(|part_rows| InParts { path, part_rows }))
}

/// Whether what is asked can be said of parts and released row by row.
fn may_be_in_parts(job: &Job, validated: &ValidatedSpec, outputs: &Outputs) -> bool {
    let is_kept = job.spec().columns.values().any(|column| column.keep.is_some());
    let is_of_people = validated.respondent.is_some() || validated.stands_for.is_some();
    let is_simple =
        !validated.recoding.is_by_cells() && validated.order == Order::Sorted && !job.has_earlier();
    let is_written = matches!(outputs.release, Destination::File(_) | Destination::Stdout);
    refuse_whole(validated).is_ok() && !is_kept && !is_of_people && is_simple && is_written
}

/// What holding a table would take, about.
fn held_bytes(job: &Job, path: &Path) -> Result<u64> {
    let files = files_of(path)?;
    let stored: u64 = files.iter().filter_map(|file| fs::metadata(file).ok()).map(|found| found.len()).sum();
    let Some(first) = files.into_iter().next() else { return Ok(0) };
    let layout = sniff(&Source::Path(first), &job.spec().input.hints()?)?;
    let is_packed =
        !matches!(layout.format, Format::Csv | Format::Jsonl) || layout.compression != Compression::None;
    Ok(stored.saturating_mul(if is_packed { BYTES_HELD.1 } else { BYTES_HELD.0 }))
}
