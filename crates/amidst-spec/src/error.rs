//! Why a job could not run. One message: what, where, what to do. Never a cell's value.

use std::path::PathBuf;

use amidst_core::{ErrorKind, Place, near::did_you_mean};
use serde_json::{Value, json};

/// The result of most functions here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a job could not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The spec cannot be read.
    #[error(
        "{}the spec cannot be read: {}{problem}",
        path.as_ref().map_or_else(String::new, |path| format!("{}: ", path.display())),
        line.map_or_else(String::new, |line| format!("line {line}: "))
    )]
    Spec {
        /// Its file, if it came from one.
        path: Option<PathBuf>,
        /// The line, if it is one line's.
        line: Option<u64>,
        /// What is wrong.
        problem: String,
    },
    /// Something is wrong with a file beside the table.
    #[error("{file}: {problem}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        problem: Box<Error>,
    },
    /// A setting, from a spec or a flag, that is none of its choices or lacks something.
    #[error("{0}")]
    Setting(String),
    /// Columns without a role.
    #[error(
        "columns without a role: {columns}; say of each whether it is an identifier, quasi, sensitive or other, in the \
         spec or with --identifier, --quasi, --sensitive, --other"
    )]
    Unclassified {
        /// Their names, joined for reading.
        columns: String,
    },
    /// A plan that is none, or is not in order.
    #[error("{}: the plan cannot be used: {problem}", path.display())]
    Plan {
        /// The plan.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A certificate that is none.
    #[error("{}: the certificate cannot be used: {problem}", path.display())]
    Certificate {
        /// The certificate.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A table that has other columns than the plan.
    #[error(
        "the table does not fit the plan: {problem}; give it the columns of the plan, or make a new plan with `amidst \
         anonymize --plan`"
    )]
    Misfit {
        /// Which columns it lacks or has in addition.
        problem: String,
    },
    /// Values that were not there when the plan was made, and no rule for them.
    #[error(
        "column {column:?}: {found}; pass --on-unmapped suppress or root, or make a new plan with `amidst anonymize --plan`"
    )]
    Unseen {
        /// The column.
        column: String,
        /// How many.
        found: String,
    },
    /// An earlier release that cannot be judged together with a new one.
    #[error(
        "{file}: the earlier release lacks the quasi columns {columns}; name releases that were made with this plan"
    )]
    EarlierLacks {
        /// The release.
        file: String,
        /// The columns, joined for reading.
        columns: String,
    },
    /// One release that would be counted twice.
    #[error("{first} and {second} hold the same bytes; name each earlier release once")]
    SameRelease {
        /// One name.
        first: String,
        /// The other.
        second: String,
    },
    /// One column with two roles.
    #[error("column {column:?} has two roles, {first} and {second}; keep one")]
    TwoRoles {
        /// The column.
        column: String,
        /// One role.
        first: amidst_core::Role,
        /// The other.
        second: amidst_core::Role,
    },
    /// A key that says something about recoding a column that is not recoded.
    #[error(
        "column {column:?} has {key}, which is for quasi columns, but its role is {role}; take {key} away, or change the role"
    )]
    Stray {
        /// The column.
        column: String,
        /// The key.
        key: &'static str,
        /// Its role.
        role: amidst_core::Role,
    },
    /// Nothing to generalize.
    #[error("no column is quasi; name those an outsider could know, in the spec or with --quasi")]
    NoQuasi,
    /// Nothing asked for.
    #[error("no privacy is asked for; set k in [privacy] of the spec, or pass -k 5")]
    NoTarget,
    /// A pseudonym's key is missing or weak, or out of place.
    #[error("column {column:?}: {problem}")]
    Key {
        /// The column.
        column: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A column that looks like a direct identifier would be released.
    #[error(
        "column {column:?} has the role {role} but looks like {what} ({evidence}); make it an identifier, or say that it \
         may be released with not_identifying = true in the spec or --not-identifying {column:?}"
    )]
    LooksIdentifying {
        /// The column.
        column: String,
        /// The role it was given.
        role: amidst_core::Role,
        /// What it looks like.
        what: &'static str,
        /// Why.
        evidence: String,
    },
    /// A hierarchy file that is none, or does not fit its column.
    #[error("{}{}: {problem}", column.as_ref().map_or_else(String::new, |column| format!("column {column:?}, ")), path.display())]
    HierarchyFile {
        /// The column it was meant for, if any.
        column: Option<String>,
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: amidst_core::HierarchyError,
    },
    /// A hierarchy file that is not what it was when its hash was noted.
    #[error(
        "column {column:?}, {}: the file has changed since its SHA-256 was noted, so the same values may get other labels \
         than before; bring back the file as it was, or anonymize anew with the new one",
        path.display()
    )]
    HierarchyChanged {
        /// The column.
        column: String,
        /// The file.
        path: PathBuf,
    },
    /// A label that would be read back as a missing cell.
    #[error(
        "column {column:?}: its hierarchy has a label on level {level} that counts as missing; rename the label, or \
         change what counts as missing"
    )]
    ReadsAsMissing {
        /// The column.
        column: String,
        /// The level.
        level: u8,
    },
    /// The first line is data.
    #[error(
        "{source_name}: its first line reads like data, not like the names of columns; put a line with names above it, or say that \
         there is none with --no-header or header = false, or that this is one with --header or header = true"
    )]
    NoHeader {
        /// The table.
        source_name: String,
    },
    /// Nobody can be counted, because the column is not there that names them.
    #[error(
        "the table has no column {column:?}{near}: k and risk of {what} cannot be judged from this file. A release leaves such a \
         column out; what it promises of {what} was counted when it was made, and stands in its certificate. Name a column of \
         this table, or judge rows instead with --rows"
    )]
    NotCounted {
        /// The column.
        column: String,
        /// What may have been meant.
        near: String,
        /// What it names.
        what: &'static str,
    },
    /// The first line may be data, and is not told.
    #[error(
        "{source_name}: {}its first line may be the names of columns or data, so that it is not shown; say that it is a header \
         with --header or header = true, or that there is none with --no-header or header = false",
        column.as_ref().map_or_else(String::new, |column| format!("there is no column {column:?}; "))
    )]
    UnsureHeader {
        /// The table.
        source_name: String,
        /// A column asked for that it does not have.
        column: Option<String>,
    },
    /// No rows.
    #[error("{source_name}: there is a header but no row; nothing can be released")]
    NoRows {
        /// The table.
        source_name: String,
    },
    /// Writing over the source.
    #[error("the output {} is an input; choose another path", path.display())]
    OutputIsInput {
        /// The path.
        path: PathBuf,
    },
    /// The name of the release says what it would not be.
    #[error("{}: no release can be written under this ending; {advice}", path.display())]
    Ending {
        /// The path.
        path: PathBuf,
        /// What to do.
        advice: &'static str,
    },
    /// Two outputs share a path.
    #[error("{} is named twice as an output; give each its own path", path.display())]
    OutputTwice {
        /// The path.
        path: PathBuf,
    },
    /// Something beside the release would go to standard output.
    #[error("only the release can go to standard output; give the {what} a path of its own")]
    NotToStdout {
        /// What would.
        what: &'static str,
    },
    /// An output whose path is the empty text.
    #[error("the path of the {what} is empty; name a file")]
    EmptyPath {
        /// Whose path.
        what: &'static str,
    },
    /// A file is in the way.
    #[error("{} exists; pass --force to overwrite it, or choose another path", path.display())]
    Exists {
        /// The path.
        path: PathBuf,
    },
    /// A file of the demo is in the way that the demo did not leave like this.
    #[error(
        "{} is not as the demo wrote it; pass --force to overwrite it, or choose another folder with -o",
        path.display()
    )]
    Edited {
        /// The path.
        path: PathBuf,
    },
    /// Standard output cannot be written to.
    #[error("standard output cannot be written to: {0}")]
    Stdout(std::io::Error),
    /// No randomness to be had.
    #[error("the system gave no random key to shuffle by: {0}")]
    Random(String),
    /// The system gave no threads.
    #[error("the system gave no threads to work on: {0}; ask for fewer")]
    Threads(String),
    /// The written file did not pass the audit: our bug, and nothing was released.
    #[error("internal error: the release did not pass its audit and was removed ({0}); please report it")]
    Audit(String),
    /// The table or its columns cannot become a problem.
    #[error(transparent)]
    Core(#[from] amidst_core::Error),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(amidst_io::Error),
    /// The observer said so: nothing was written.
    #[error(transparent)]
    Aborted(#[from] amidst_core::Aborted),
}

impl From<amidst_io::Error> for Error {
    fn from(error: amidst_io::Error) -> Self {
        match error {
            amidst_io::Error::Aborted(aborted) => Self::Aborted(aborted),
            other => Self::Io(other),
        }
    }
}

impl Error {
    /// A column of people or households that is not among those of a table.
    pub fn not_counted(column: &str, what: &'static str, header: &[String]) -> Self {
        Self::NotCounted { column: column.into(), near: did_you_mean(column, header), what }
    }

    /// Something that is wrong with a file beside the table.
    pub fn of_file(file: &str, problem: impl Into<Self>) -> Self {
        Self::File { file: file.into(), problem: Box::new(problem.into()) }
    }

    /// Whose matter it is.
    pub fn kind(&self) -> ErrorKind {
        self.sort().0
    }

    /// A word for programs; it stays the same from version to version.
    pub fn code(&self) -> &'static str {
        self.sort().1
    }

    fn sort(&self) -> (ErrorKind, &'static str) {
        use ErrorKind::{Data, Environment, Internal, Spec};
        match self {
            Self::Spec { .. } => (Spec, "bad-spec"),
            Self::File { problem, .. } => problem.sort(),
            Self::Setting(_) => (Spec, "bad-setting"),
            Self::Unclassified { .. } => (Spec, "unclassified-columns"),
            Self::Plan { .. } => (Spec, "bad-plan"),
            Self::Certificate { .. } => (Spec, "bad-certificate"),
            Self::Misfit { .. } => (Data, "table-does-not-fit-plan"),
            Self::Unseen { .. } => (Data, "unseen-values"),
            Self::EarlierLacks { .. } => (Data, "earlier-release-lacks-columns"),
            Self::SameRelease { .. } => (Spec, "same-release-twice"),
            Self::TwoRoles { .. } => (Spec, "two-roles"),
            Self::Stray { .. } => (Spec, "stray-key"),
            Self::NoQuasi => (Spec, "no-quasi-column"),
            Self::NoTarget => (Spec, "nothing-asked"),
            Self::Key { .. } => (Spec, "bad-pseudonym-key"),
            Self::LooksIdentifying { .. } => (Data, "looks-identifying"),
            Self::HierarchyFile { problem, .. } => (problem.kind(), problem.code()),
            Self::HierarchyChanged { .. } => (Data, "hierarchy-changed"),
            Self::ReadsAsMissing { .. } => (Spec, "label-reads-as-missing"),
            Self::NoHeader { .. } | Self::UnsureHeader { column: None, .. } => (Data, "no-header"),
            Self::UnsureHeader { column: Some(_), .. } => (Spec, "unknown-column"),
            Self::NotCounted { .. } => (Data, "nobody-to-count"),
            Self::NoRows { .. } => (Data, "no-rows"),
            Self::OutputIsInput { .. } => (Spec, "output-is-input"),
            Self::Ending { .. } => (Spec, "bad-ending"),
            Self::OutputTwice { .. } => (Spec, "output-twice"),
            Self::NotToStdout { .. } => (Spec, "not-to-standard-output"),
            Self::EmptyPath { .. } => (Spec, "empty-path"),
            Self::Exists { .. } => (Environment, "file-exists"),
            Self::Edited { .. } => (Environment, "file-edited"),
            Self::Stdout(_) => (Environment, "standard-output"),
            Self::Threads(_) => (Environment, "no-threads"),
            Self::Random(_) => (Environment, "no-randomness"),
            Self::Audit(_) => (Internal, "audit-failed"),
            Self::Aborted(_) => (Environment, "aborted"),
            Self::Core(error) => (error.kind(), error.code()),
            Self::Io(error) => (error.kind(), error.code()),
        }
    }

    /// Where it is, as far as that is known.
    pub fn place(&self) -> Place {
        let of_path = |path: &PathBuf| Some(path.display().to_string());
        let of_column = |column: &String| Place { column: Some(column.clone()), ..Place::default() };
        match self {
            Self::Spec { path, line, .. } => {
                Place { file: path.as_ref().and_then(of_path), line: *line, ..Place::default() }
            }
            Self::File { file, problem } => Place { file: Some(file.clone()), ..problem.place() },
            Self::EarlierLacks { file, .. } => Place { file: Some(file.clone()), ..Place::default() },
            Self::Stray { column, key, .. } => Place { key: Some((*key).into()), ..of_column(column) },
            Self::Unseen { column, .. }
            | Self::TwoRoles { column, .. }
            | Self::Key { column, .. }
            | Self::NotCounted { column, .. }
            | Self::LooksIdentifying { column, .. }
            | Self::ReadsAsMissing { column, .. } => of_column(column),
            Self::HierarchyFile { column, path, .. } => {
                Place { file: of_path(path), column: column.clone(), ..Place::default() }
            }
            Self::HierarchyChanged { column, path } => Place { file: of_path(path), ..of_column(column) },
            Self::UnsureHeader { source_name, column } => {
                Place { file: Some(source_name.clone()), column: column.clone(), ..Place::default() }
            }
            Self::NoHeader { source_name } | Self::NoRows { source_name } => {
                Place { file: Some(source_name.clone()), ..Place::default() }
            }
            Self::Plan { path, .. }
            | Self::Certificate { path, .. }
            | Self::OutputIsInput { path }
            | Self::Ending { path, .. }
            | Self::OutputTwice { path }
            | Self::Exists { path }
            | Self::Edited { path } => Place { file: of_path(path), ..Place::default() },
            Self::Core(error) => error.place(),
            Self::Io(error) => error.place(),
            _ => Place::default(),
        }
    }

    /// All of it as JSON.
    pub fn to_json(&self) -> String {
        json(self.kind(), self.code(), &self.to_string(), &self.place())
    }
}

/// Why something could not run, as every command says it with `--json`.
pub fn json(kind: ErrorKind, code: &str, message: &str, place: &Place) -> String {
    let Place { file, line, column, key } = place;
    let told = [
        ("file", file.clone().map(Value::from)),
        ("line", line.map(Value::from)),
        ("column", column.clone().map(Value::from)),
        ("key", key.clone().map(Value::from)),
    ];
    let told = told.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let place: serde_json::Map<String, Value> = told.collect();
    let error = json!({ "kind": kind.name(), "code": code, "message": message, "where": place });
    json!({ "version": 1, "outcome": "error", "error": error }).to_string()
}
