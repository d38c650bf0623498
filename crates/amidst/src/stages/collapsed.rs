//! A table collapsed to what a search needs, as a file that travels: counts are made where the data is, merged, and solved elsewhere.
//!
//! It holds the summary of a table or of a part of it, the spec that it was made by, the names of the columns, and the files of its
//! hierarchies, so that whoever has it needs nothing else. It holds no column that a search does not look at and no row numbers;
//! but it holds values and how often they occur together, so it is personal data like the table, and its first line says so.
//!
//! The form, version 1; lengths are of eight bytes, low ones first:
//!
//! ```text
//! notice, a line of text
//! length and bytes of: the head in JSON, each file of a hierarchy, the summary
//! SHA-256 of all before it
//! ```

use std::{path::Path, sync::Arc};

use amidst_core::Observer;
use amidst_io::{Decimal, Format, Layout};
use amidst_report::plan::Planned;
use amidst_spec::{
    Error, Plan, Result, Spec,
    files::Target,
    roles::Roles,
    spec::{Input, Output, relative},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{BoundJob, Solution, SolveOutcome, Summary, askable};
use crate::{
    Job,
    job::{Binding, within},
};

/// The first line of every collapsed table.
const NOTICE: &[u8] = b"amidst collapsed table: personal data, handle it like the table it was made of\n";
const CHECKSUM_BYTES: usize = 32;

/// A table, or a part of one, collapsed by a spec to its distinct quasi tuples and what is counted beside them.
pub struct Collapsed {
    /// What is asked. Of the table it knows what counts as missing, of outputs the order of rows.
    spec: Spec,
    /// All columns of the table, in its order.
    columns: Vec<String>,
    format: Format,
    decimal: Decimal,
    summary: Summary,
    /// In how many parts the table was read, if it was read here.
    parts: Option<usize>,
}

/// What stands before the summary.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    version: u32,
    spec: String,
    columns: Vec<String>,
    format: String,
    decimal: String,
    /// The columns whose hierarchies are files, which follow in this order.
    hierarchies: Vec<String>,
}

impl Job {
    /// Collapses the table to what a search needs, for a file in a folder. Where memory is limited, it is read part by
    /// part, and no more than one of them is held beside what was counted so far; what comes out is the same.
    ///
    /// # Errors
    /// If the spec asks for what cannot be said of parts, the table cannot be read or the observer aborts.
    pub fn collapse(self, folder: &Path, observer: &dyn Observer) -> Result<Collapsed> {
        within(self.memory(), observer, |observer| {
            let (job, summary, parts) = match self.memory() {
                Some(_) => BoundJob::summed_up(self, observer)?,
                None => {
                    let (job, table) = BoundJob::with_table(self, observer)?;
                    let summary = job.summarize(&table, observer)?;
                    (job, summary, 1)
                }
            };
            Ok(Collapsed { parts: Some(parts), ..job.collapsed(summary, folder)? })
        })
    }
}

impl BoundJob {
    /// A summary with all that is needed to solve it elsewhere, for a file in a folder.
    ///
    /// # Errors
    /// If the file of a hierarchy cannot be read.
    pub fn collapsed(&self, summary: Summary, folder: &Path) -> Result<Collapsed> {
        let mut spec = self.job.spec().clone();
        spec.input = Input { missing: spec.input.missing, ..Input::default() };
        spec.output = Output { order: spec.output.order, ..Output::default() };
        spec.source = None;
        for hierarchy in spec.columns.values_mut().filter_map(|column| column.hierarchy.as_mut()) {
            if let Some(path) = hierarchy.file.as_mut() {
                hierarchy.held = Some(amidst_io::bytes_of(path.as_ref())?.into());
                *path = relative(path, folder);
            }
        }
        let Binding { roles, layout, .. } = &self.binding;
        let columns = roles.columns().map(|(name, _)| name.to_owned()).collect();
        Ok(Collapsed { spec, columns, format: layout.format, decimal: layout.decimal, summary, parts: None })
    }

    /// A job for a table that is not here.
    fn elsewhere(spec: Spec, columns: &[String], layout: Layout) -> Result<Self> {
        let job = Job::new(spec);
        let validated = askable(&job)?;
        let roles = Roles::new(job.spec(), columns)?.under(validated.recoding);
        let binding = Binding { roles, keys: Arc::new([]), layout };
        Ok(Self { job, validated, binding })
    }
}

impl Collapsed {
    /// The version of the form.
    pub const VERSION: u32 = 1;

    /// What it was made by.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The same table, of which something else is asked. It must look at no column that the first spec did not look at.
    pub fn with_spec(self, spec: Spec) -> Self {
        Self { spec, ..self }
    }

    /// The rows that it stands for.
    pub fn rows(&self) -> u64 {
        self.summary.rows()
    }

    /// In how many parts the table was read, if it was collapsed by this value's own making and not read from a file or merged.
    pub fn parts(&self) -> Option<usize> {
        self.parts
    }

    /// How many distinct rows it holds, as far as a search looks at them.
    pub fn tuples(&self) -> usize {
        self.summary.tuples().len()
    }

    /// The columns whose values it holds: quasi columns first, then those that requirements look at.
    ///
    /// # Errors
    /// If what is asked cannot be said of parts.
    pub fn held_columns(&self) -> Result<Vec<String>> {
        Ok(self.job()?.names())
    }

    /// The collapsed table of the rows of both.
    ///
    /// # Errors
    /// If they were not made by one spec, of tables with the same columns.
    pub fn merge(self, other: Self) -> Result<Self> {
        let unlike = |problem: &str| Err(unusable("merging", problem));
        let (own, theirs) = (self.head(), other.head());
        if own.spec != theirs.spec || self.files() != other.files() {
            return unlike("they were made by different specs; collapse all parts by one");
        }
        if own.columns != theirs.columns {
            return unlike("their tables have other columns, or in another order");
        }
        if own != theirs {
            return unlike(
                "their tables differ in format or decimal mark; say decimal in [input] for all of them, and take files of one \
                 format",
            );
        }
        Ok(Self { summary: self.summary.merge(other.summary)?, parts: None, ..self })
    }

    /// Looks for a solution: the one that the table has.
    ///
    /// # Errors
    /// If what is asked looks at columns that are not there, or the observer aborts.
    pub fn solve(&self, observer: &dyn Observer) -> Result<SolveOutcome> {
        self.job()?.solve(&self.summary, observer)
    }

    /// Refuses what has no plan, before anything is solved.
    ///
    /// # Errors
    /// If columns are recoded cell by cell.
    pub fn needs_plan(&self) -> Result<()> {
        self.job()?.validated.needs_levels()
    }

    /// The plan of a solution, which recodes the table, or every part of it, where it lies. It is to be laid beside the files of
    /// hierarchies, as the spec was.
    ///
    /// # Errors
    /// If columns are recoded cell by cell, which has no plan.
    pub fn plan(&self, solution: &Solution) -> Result<Plan> {
        let job = self.job()?;
        job.validated.needs_levels()?;
        let planned = Planned {
            spec: &self.spec,
            columns: &solution.recoding.fates(&job.binding.roles, |_| None),
            missing_policy: job.validated.missing_policy,
            order: job.validated.order,
            release_sha256: None,
        };
        Ok(planned.plan(Path::new("")))
    }

    fn job(&self) -> Result<BoundJob> {
        let layout = Layout { format: self.format, decimal: self.decimal, ..Layout::default() };
        BoundJob::elsewhere(self.spec.clone(), &self.columns, layout)
    }

    fn head(&self) -> Head {
        Head {
            version: Self::VERSION,
            spec: self.spec.to_toml(),
            columns: self.columns.clone(),
            format: self.format.to_string(),
            decimal: self.decimal.to_string(),
            hierarchies: self.files().into_iter().map(|(name, _)| name.to_owned()).collect(),
        }
    }

    /// The files of hierarchies, by the columns that have them.
    fn files(&self) -> Vec<(&str, &[u8])> {
        let files =
            self.spec.columns.iter().filter_map(|(name, column)| {
                Some((name.as_str(), column.hierarchy.as_ref()?.held.as_deref()?))
            });
        files.collect()
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = serde_json::to_vec(&self.head()).expect("words");
        let summary = self.summary.to_bytes();
        let files = self.files();
        let sections =
            [&head[..]].into_iter().chain(files.into_iter().map(|(_, file)| file)).chain([&summary[..]]);
        let mut bytes = NOTICE.to_vec();
        for section in sections {
            bytes.extend_from_slice(&(section.len() as u64).to_le_bytes());
            bytes.extend_from_slice(section);
        }
        let checksum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }

    /// From bytes, and what messages call them.
    ///
    /// # Errors
    /// If they are not those of a collapsed table of this version, or not as they were written.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self> {
        Self::parsed(bytes).map_err(|problem| unusable(name, problem))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`Collapsed::from_bytes`], or if there is none.
    pub fn read(path: &Path) -> Result<Self> {
        Self::from_bytes(&path.display().to_string(), &amidst_io::bytes_of(path)?)
    }

    /// Writes it, for nobody but its owner to read, and says where.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, target: &Target) -> Result<String> {
        target.clone().private().write_bytes(&self.to_bytes())
    }

    fn parsed(bytes: &[u8]) -> std::result::Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let rest = bytes.strip_prefix(NOTICE).ok_or("it does not begin as collapsed tables do")?;
        let (body, checksum) = rest.split_last_chunk::<CHECKSUM_BYTES>().ok_or(CUT_OFF)?;
        if Sha256::digest(&bytes[..bytes.len() - CHECKSUM_BYTES])[..] != checksum[..] {
            return Err("its checksum does not fit its bytes; copy it again".into());
        }
        let mut sections = Sections(body);
        let head = sections.next().ok_or(CUT_OFF)?;
        let Versioned { version } = serde_json::from_slice(head).map_err(|_| NO_HEAD)?;
        if version != Self::VERSION {
            return Err(format!("it has version {version}, and this program knows {}", Self::VERSION));
        }
        let head: Head = serde_json::from_slice(head).map_err(|_| NO_HEAD)?;
        let mut spec = Spec::from_toml(&head.spec).map_err(|error| told(&error))?;
        for name in &head.hierarchies {
            let hierarchy = spec.columns.get_mut(name).and_then(|column| column.hierarchy.as_mut());
            hierarchy.ok_or(NO_HEAD)?.held = Some(sections.next().ok_or(CUT_OFF)?.into());
        }
        let summary = Summary::from_bytes(sections.next().ok_or(CUT_OFF)?).map_err(|error| told(&error))?;
        Ok(Self {
            spec,
            columns: head.columns,
            format: head.format.parse()?,
            decimal: head.decimal.parse()?,
            summary,
            parts: None,
        })
    }
}

const CUT_OFF: &str = "it ends early";
const NO_HEAD: &str = "its head is not as this program writes it";

/// Read first: a later version may hold anything else.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// What is left of bytes that each have their length before them.
struct Sections<'a>(&'a [u8]);

impl<'a> Iterator for Sections<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk::<8>()?;
        let (section, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        self.0 = rest;
        Some(section)
    }
}

fn unusable(name: &str, problem: impl Into<String>) -> Error {
    Error::Collapsed { name: name.into(), problem: problem.into() }
}
