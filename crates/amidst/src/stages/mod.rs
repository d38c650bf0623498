//! The road of a job as values, for tables that lie in parts: on several machines, in blocks larger than memory, in a database.
//!
//! [`Job::run`](crate::Job::run) goes the same way with one table, whose rows it solves as they are, without a summary: a spec is laid over a header ([`BoundJob::new`]), rows are read
//! ([`BoundJob::read`]) and summed up ([`BoundJob::summarize`]), summaries merge ([`Summary::merge`]) and are solved
//! ([`BoundJob::solve`]); the solution recodes every part ([`BoundJob::recode`]), every part is audited
//! ([`RecodedPart::audit`]), audits merge, and only their verdict ([`BoundJob::judge`]) lets the parts out
//! ([`RecodedPart::release`]). Every step is a function of its arguments alone: the same parts in any order, on any number of
//! machines, give the same release.
//!
//! ```
//! use amidst::{Job, Spec, io::Source, stages::{BoundJob, Deal, SolveOutcome}};
//!
//! let spec = Spec::from_toml(
//!     "columns.age.role = 'quasi'\ncolumns.age.hierarchy = { interval = [10], from = 0 }\nprivacy.k = 2",
//! )?;
//! let part = |text: &'static str| Source::from_bytes("part.csv", text.as_bytes());
//! let sources = [part("age\n31\n32\n"), part("age\n38\n44\n45\n")];
//! let job = BoundJob::new(Job::new(spec).with_source(sources[0].clone()), &())?;
//! let parts = sources.map(|source| job.read(source, &()).unwrap());
//! let [a, b] = parts.each_ref().map(|part| job.summarize(part, &()).unwrap());
//! let SolveOutcome::Found(solution) = job.solve(&a.merge(b)?, &())? else { panic!("k = 2 can be met") };
//! let keys = parts.each_ref().map(|part| job.deal_keys(part, &solution, &()).unwrap());
//! let deals = Deal::of(&solution, &keys)?;
//! let numbered = parts.iter().zip((0..).zip(&deals));
//! let recoded = numbered.map(|(part, deal)| job.recode(part, &solution, deal, &()).unwrap());
//! let recoded: Vec<_> = recoded.collect();
//! let audits = recoded.iter().map(|part| part.audit(&()).unwrap());
//! let audit = audits.reduce(|a, b| a.merge(b).unwrap()).unwrap();
//! let verdict = job.judge(&audit, &recoded[0], &())?;
//! assert_eq!(verdict.report().k, 2);
//! let rows: usize = recoded.into_iter().map(|part| part.release(&verdict).unwrap().rows()).sum();
//! assert_eq!(rows, 5);
//! # Ok::<(), amidst::Error>(())
//! ```

mod answers;
mod collapsed;
mod deal;
mod in_turn;
mod part;
mod recoded;
mod solution;
mod stored;
mod summary;
pub(crate) mod two_passes;

pub use amidst_assess::CountedTable;
pub use collapsed::Collapsed;
pub use deal::{Deal, DealKeys};
pub use part::Part;
pub use recoded::{RecodedPart, Verdict};
pub use solution::{Solution, SolveOutcome};
pub use stored::StoredRelease;
pub use summary::Summary;

use amidst_core::{Observer, Stage};
use amidst_io::{Reader, Source};
use amidst_spec::{Error, Result, Spec, scheme::RecodingScheme, validated::ValidatedSpec};

use crate::{
    Job,
    job::{Binding, Dataset},
};

/// A job that has seen the header of its table, ready for its parts.
pub struct BoundJob {
    job: Job,
    validated: ValidatedSpec,
    binding: Binding,
}

impl BoundJob {
    /// Lays a job over the header of its table: that of the source it was given, or of the path that its spec has. Parts need
    /// not be read from there.
    ///
    /// # Errors
    /// All that is wrong with the spec and its columns; and if it asks for what cannot be said of parts.
    pub fn new(job: Job, observer: &dyn Observer) -> Result<Self> {
        let validated = askable(&job)?;
        let reader = job.open(None, observer)?;
        Self::over(job, validated, &reader)
    }

    /// Lays a job over the header of its table, and reads the table as its only part so far.
    ///
    /// # Errors
    /// As [`BoundJob::new`], and if the table cannot be read.
    pub fn with_table(job: Job, observer: &dyn Observer) -> Result<(Self, Part)> {
        observer.progress(Stage::Reading, 0, None);
        let validated = askable(&job)?;
        let reader = job.open(None, observer)?;
        let bound = Self::over(job, validated, &reader)?;
        let part = Part(bound.job.dataset(&bound.validated, &bound.binding, reader, observer)?);
        Ok((bound, part))
    }

    /// What is asked.
    pub fn spec(&self) -> &Spec {
        self.job.spec()
    }

    fn over(job: Job, validated: ValidatedSpec, reader: &Reader<'_>) -> Result<Self> {
        let binding = job.bind(&validated, reader)?;
        Ok(Self { job, validated, binding })
    }

    /// Reads a part of the table.
    ///
    /// # Errors
    /// If it cannot be read, or has other columns; if it has no rows, or a column of it points at people.
    pub fn read(&self, source: impl Into<Source>, observer: &dyn Observer) -> Result<Part> {
        let reader = self.open(source.into(), observer)?;
        Ok(Part(self.job.dataset(&self.validated, &self.binding, reader, observer)?))
    }

    /// Reads a part of the table that may be small, or without rows: too few to tell whether a column points at people. Somebody
    /// else asks that of [`BoundJob::read`], with rows from everywhere.
    ///
    /// # Errors
    /// If it cannot be read, or has other columns.
    pub fn read_any(&self, source: impl Into<Source>, observer: &dyn Observer) -> Result<Part> {
        let read = self.open(source.into(), observer)?.read(|name| self.binding.roles.want(name))?;
        Ok(Part(self.job.dataset_of_any(&self.validated, &self.binding, read, observer)?))
    }

    /// The rows of a part that this job read: another may see other roles in its columns.
    fn own<'p>(&self, part: &'p Part) -> Result<&'p Dataset> {
        let is_own = part.0.roles == self.binding.roles;
        is_own.then_some(&part.0).ok_or_else(|| summary::unfit("a part was read by another job"))
    }

    /// Opens a part of the table.
    fn open<'o>(&self, source: Source, observer: &'o dyn Observer) -> Result<Reader<'o>> {
        observer.progress(Stage::Reading, 0, None);
        let reader = self.job.open(Some(source), observer)?;
        let names: Vec<&str> = self.binding.roles.columns().map(|(name, _)| name).collect();
        match reader.columns().iter().eq(names.iter()) {
            true => Ok(reader),
            false => Err(Error::bad_value(
                "input",
                format!("{}: a part must have the columns of the table, in its order", reader.file()),
            )),
        }
    }
}

/// What a job asks for, if it can be said of parts.
fn askable(job: &Job) -> Result<ValidatedSpec> {
    let validated = job.validated()?;
    refuse_whole(&validated)?;
    Ok(validated)
}

/// Refuses what is said of a whole table only.
fn refuse_whole(validated: &ValidatedSpec) -> Result<()> {
    let refuse = |key, words: &str| {
        Err(Error::bad_value(key, format!("{words}, which is not known of parts: run the table as a whole")))
    };
    match () {
        () if validated.is_by_profile() => {
            refuse("respondent", "semantics = \"profile\" compares all rows of a person")
        }
        () if validated.household.is_some() => {
            refuse("household", "households are counted by all their members")
        }
        () if validated.recoding == RecodingScheme::Fragments => {
            refuse("algorithm", "fragments are numbered by what all of them show")
        }
        () if !validated.side_tables.is_empty() => {
            refuse("confidential", "views share the classes of all rows")
        }
        () if validated.recoding == RecodingScheme::Averages => {
            refuse("algorithm", "averages are compared with those of all rows of a class")
        }
        () if validated.requirements.iter().any(|it| it.params.needs_population()) => {
            refuse("population", "the people behind a class are those of all of it")
        }
        () if validated.links.is_some() => refuse("require", "links are between all rows"),
        () => Ok(()),
    }
}
