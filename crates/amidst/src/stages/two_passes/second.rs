//! The second pass: the summary is solved, and every part recoded, audited and laid on disk until all are written in order.

use std::{
    path::{Path, PathBuf},
    thread,
    time::Instant,
};

use amidst_audit::{FileTypes, Medium, PartAudit};
use amidst_core::{Coded, Observer, Stage};
use amidst_io::{Format, Layout, Quiet, WriteOptions, sha256_of_observed, write_chunks};
use amidst_release::{ClassLookup, Destination, ReleaseInParts};
use amidst_spec::{Error, Result, source::audit_layout};
use amidst_table::Table;

use super::{FirstPass, InParts};
use crate::{
    Answer,
    job::{Concluding, Dataset, Deadline, OfSource, RecodingSolution, SolveError},
    outputs::Outputs,
    stages::BoundJob,
    summary::Seconds,
};

/// Solves what the first pass summed up, and releases the table.
pub(super) fn run(
    bound: BoundJob,
    first: FirstPass,
    way: &InParts,
    outputs: &Outputs,
    begun: Instant,
    observer: &dyn Observer,
) -> Result<Answer> {
    let FirstPass { summary, parts, sha256, contacts, repeated, values } = first;
    let BoundJob { job, validated, binding } = &bound;
    let layout = outputs.layout(&binding.layout)?;
    let mut read = bound.dataset(&summary, observer)?.told(sha256, repeated);
    drop(summary);
    let laid = job.laid(&read, validated, observer)?;
    observer.rows(read.rows());
    let mut seconds = Seconds { read: begun.elapsed().as_secs_f64(), ..Seconds::default() };

    observer.progress(Stage::Solving, 0, None);
    let search_begun = Instant::now();
    let clock = Deadline::new(observer, validated);
    let solved = job.settled_over(Some(laid), &mut read, validated, &clock);
    observer.go_on()?;
    let solved = match solved {
        Ok(solved) => solved,
        Err(SolveError::Failed(error)) => return Err(error),
        Err(SolveError::Infeasible(infeasibility)) => {
            let infeasible = job.infeasible(infeasibility, validated, &read, observer)?;
            return Ok(Answer::Infeasible(Box::new(infeasible)));
        }
    };
    let searched = clock.searched();
    seconds.search = searched.as_secs_f64();
    let column = |name: &str| {
        let gathered = values.iter().find(|column| column.name == name);
        gathered.unwrap_or_else(|| read.model_column(name))
    };
    let of_source = OfSource::with(&read, validated, contacts, column, observer)?;

    let written = Recoding { bound: &bound, solved: &solved, read: &read, layout: &layout, way };
    let Recoded { release, source, of_types } = written.recode(outputs, observer)?;
    let formulas = match layout.format == Format::Csv && !layout.spreadsheet {
        true => release.formulas(),
        false => 0,
    };
    let staged = release.write(&outputs.release, &layout, validated.marker(), observer)?;
    seconds.write = (search_begun.elapsed() - searched).as_secs_f64();

    observer.go_on()?;
    let verify_begun = Instant::now();
    let claim = solved.claim(&of_types, validated, audit_layout(&layout));
    let (audited, audit) = staged.audit_in_parts(source, &claim, observer)?;
    seconds.verify = verify_begun.elapsed().as_secs_f64();
    seconds.total = begun.elapsed().as_secs_f64();
    let concluding = Concluding {
        read: &mut read,
        of_source,
        parts: Some(parts),
        solved: &solved,
        validated,
        outputs,
        audited,
        audit,
        union: None,
        households: None,
        rows_beside: Vec::new(),
        formulas,
        order_key_sha256: None,
        seconds,
        begun,
    };
    job.conclude(concluding, observer)
}

/// All that the second pass goes by.
struct Recoding<'a> {
    bound: &'a BoundJob,
    solved: &'a RecodingSolution,
    /// The summary.
    read: &'a Dataset,
    layout: &'a Layout,
    way: &'a InParts,
}

/// What comes of all parts.
struct Recoded<'a> {
    release: ReleaseInParts<'a>,
    /// The sums of the source.
    source: PartAudit,
    /// A part without rows: the types of the columns.
    of_types: Dataset,
}

impl<'a> Recoding<'a> {
    /// Reads the table again, recodes every part and sums it up for the audit.
    fn recode(&self, outputs: &Outputs, observer: &dyn Observer) -> Result<Recoded<'a>> {
        let BoundJob { job, validated, binding } = self.bound;
        observer.progress(Stage::Recoding, 0, None);
        let lookup = ClassLookup::new(&self.solved.recoding(), |name| coded(self.read, name));
        let missing = (self.layout.format == Format::Csv).then_some(validated.marker());
        let quasi = self.solved.recoded.iter().map(|recoded| {
            let column = self.read.table.column(&recoded.name).expect("every quasi column was summed up");
            (recoded, column.source_type.clone())
        });
        let mut release = ReleaseInParts::new(quasi.collect(), missing, &folder(&outputs.release))?;
        let (mut source, mut of_types): (Option<PartAudit>, Option<(FileTypes, Dataset)>) = (None, None);
        let quiet = Quiet(observer);
        let reader = job.open(None, &quiet)?;
        let name = reader.file().to_owned();
        let (read, sha256) = thread::scope(|scope| {
            let hash = scope.spawn(|| sha256_of_observed(&self.way.path, observer));
            let read = self.bound.each_part(reader, self.way.part_rows, observer, |table| {
                let part = self.bound.part_of(table, &name, &Quiet(observer))?;
                let class_of_row = lookup.class_of_row(|name| coded(&part, name), observer)?;
                release.add(&part.table, &binding.roles, &binding.keys, &class_of_row, observer)?;
                drop(class_of_row);
                if of_types.is_none() {
                    of_types = Some((self.types(release.head(), observer)?, part.without_rows()));
                }
                let types = of_types.as_ref().map(|(types, _)| types.clone()).unwrap_or_default();
                let claim = self.solved.claim(&part, validated, audit_layout(self.layout));
                let sums = PartAudit::of_source(&claim, &types, &Quiet(observer))?;
                source = Some(match source.take() {
                    Some(before) => before.merge(sums)?,
                    None => sums,
                });
                Ok(true)
            });
            (read, hash.join().expect("hashing does not panic"))
        });
        read?;
        let changed = || amidst_io::Error::Changed { file: name.clone() };
        if sha256? != self.read.source_sha256() {
            return Err(changed().into());
        }
        let (Some(source), Some((_, of_types))) = (source, of_types) else { return Err(changed().into()) };
        Ok(Recoded { release, source, of_types })
    }

    /// The types that the columns of the released file will have: those of one without rows.
    fn types(&self, head: Option<&Table>, observer: &dyn Observer) -> Result<FileTypes> {
        let (Some(head), false) = (head, matches!(self.layout.format, Format::Csv | Format::Jsonl)) else {
            return Ok(FileTypes::text());
        };
        let mut bytes = Vec::new();
        let options =
            WriteOptions { file: String::new(), layout: self.layout.clone(), missing: String::new() };
        write_chunks((head, 0), &mut || Ok(None), &options, &mut bytes, &Quiet(observer))?;
        FileTypes::read(Medium::Memory(bytes.into()), &audit_layout(self.layout)).map_err(Error::from)
    }
}

/// The codes of a quasi column.
fn coded<'a>(read: &'a Dataset, name: &str) -> &'a Coded {
    read.model_column(name).coded().expect("quasi columns are coded")
}

/// The folder on whose disk parts are laid: that of the release, or the system's for such files.
fn folder(release: &Destination) -> PathBuf {
    release.path().and_then(Path::parent).map_or_else(std::env::temp_dir, Path::to_owned)
}
