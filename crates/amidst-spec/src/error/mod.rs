//! Why a job could not run. One message: what, where, what to do. Never a cell's value.

mod faults;
mod json;
mod setting;

use std::path::{Path, PathBuf};

use amidst_core::{
    ErrorCode, ErrorKind, Place, Stage,
    near::{did_you_mean, in_quotes},
};

pub use faults::Faults;
pub use json::json;
pub use setting::{SettingError, SettingProblem};

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
    /// A setting that cannot be as it is.
    #[error("{0}")]
    Setting(SettingError),
    /// Several faults that were found together: at least two, none of them of this kind.
    #[error("{}", in_lines(.0))]
    Several(Vec<Error>),
    /// Columns without a role.
    #[error(
        "columns without a role: {columns}; say of each whether it is an identifier, quasi, sensitive or other"
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
    /// A database that does not do what is asked.
    #[error(transparent)]
    Database(amidst_database::Error),
    /// A collapsed table that is none, or does not go with another.
    #[error("{name}: the collapsed table cannot be used: {problem}")]
    Collapsed {
        /// What it is called.
        name: String,
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
    /// A key of signatures, or a signature, that is none.
    #[error("{}: {problem}", path.display())]
    Signing {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A table that has other columns than the plan.
    #[error(
        "the table does not fit the plan: {problem}; give it the columns of the plan, or make a new plan"
    )]
    Misfit {
        /// Which columns it lacks or has in addition.
        problem: String,
    },
    /// Values that were not there when the plan was made, and no rule for them.
    #[error("column {column:?}: {found}; set on_unmapped to suppress or root, or make a new plan")]
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
    #[error(
        "no column is quasi; name those an outsider could know{}",
        if known.is_empty() { String::new() } else { format!(". The columns are {}", in_quotes(known)) }
    )]
    NoQuasi {
        /// The columns of the table, where they are not in a spec.
        known: Vec<String>,
    },
    /// Nothing asked for.
    #[error("no privacy is asked for; set k in [privacy] of the spec")]
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
         may be released with not_identifying = true in the spec"
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
         there is none with header = false, or that this is one with header = true"
    )]
    NoHeader {
        /// The table.
        source_name: String,
    },
    /// Nobody can be counted, because the column is not there that names them.
    #[error(
        "the table has no column {column:?}{near}: k and risk of {what} cannot be judged from this file. A release leaves such a \
         column out; what it promises of {what} was counted when it was made, and stands in its certificate. Name a column of \
         this table, or judge rows instead"
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
         with header = true, or that there is none with header = false",
        column.as_ref().map_or_else(String::new, |column| format!("there is no column {column:?}; "))
    )]
    UnsureHeader {
        /// The table.
        source_name: String,
        /// A column asked for that it does not have.
        column: Option<String>,
    },
    /// No rows.
    #[error("{source_name}: there is a header but no row; nothing can be {purpose}")]
    NoRows {
        /// The table.
        source_name: String,
        /// What was to be done with it: `released`, `compared`, `attacked`.
        purpose: &'static str,
    },
    /// Two tables that are compared and share no column.
    #[error(
        "{first} and {second} have no column in common; columns are matched by name: {} and {}", columns[0], columns[1]
    )]
    NothingInCommon {
        /// One table.
        first: String,
        /// The other.
        second: String,
        /// Their columns, joined for reading.
        columns: [String; 2],
    },
    /// A register that has no column of the name of a quasi column.
    #[error(
        "the register has no column of the name of a quasi column; say which belong together; it has {columns}"
    )]
    NotInRegister {
        /// A quasi column.
        column: String,
        /// The columns of the register, joined for reading.
        columns: String,
    },
    /// Writing over the source.
    #[error("the output {} is an input; choose another path", path.display())]
    OutputIsInput {
        /// The path.
        path: PathBuf,
    },
    /// A file would be written into a folder whose files are read as one table.
    #[error("{}: the files of this folder are read as one table, of which it would become a part; choose another folder", path.display())]
    OutputInLake {
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
    #[error("{} exists; choose another path, or overwrite it", path.display())]
    Exists {
        /// The path.
        path: PathBuf,
    },
    /// A file of the demo is in the way that the demo did not leave like this.
    #[error(
        "{} is not as the demo wrote it; choose another folder, or overwrite it",
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
    /// The run took more memory than it may.
    #[error(
        "{}: this took more than the {} of memory that the run may take, and nothing was written; raise the limit, or give it \
         fewer rows or columns",
        stage.words(),
        in_units(*limit)
    )]
    MemoryLimit {
        /// What was going on.
        stage: Stage,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The written file did not pass the audit: our bug, and nothing was released.
    #[error("internal error: the release did not pass its audit and was removed ({0}); please report it")]
    Audit(amidst_audit::AuditError),
    /// The table or its columns cannot become a problem.
    #[error(transparent)]
    Core(amidst_core::Error),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(amidst_io::Error),
    /// The observer said so: nothing was written.
    #[error(transparent)]
    Aborted(#[from] amidst_core::Aborted),
}

impl From<amidst_core::Error> for Error {
    fn from(error: amidst_core::Error) -> Self {
        match error {
            amidst_core::Error::Aborted(aborted) => Self::Aborted(aborted),
            other => Self::Core(other),
        }
    }
}

impl From<amidst_audit::AuditError> for Error {
    fn from(error: amidst_audit::AuditError) -> Self {
        match error {
            amidst_audit::AuditError::Aborted(aborted) => Self::Aborted(aborted),
            unfit @ (amidst_audit::AuditError::Parts(_) | amidst_audit::AuditError::NotInParts(_)) => {
                Self::bad_value("audit", unfit.to_string())
            }
            other => Self::Audit(other),
        }
    }
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

    /// A setting that has a value which it cannot have.
    pub fn bad_value(key: &'static str, message: impl Into<String>) -> Self {
        Self::setting(key, SettingProblem::BadValue, message)
    }

    /// A setting that is missing.
    pub fn missing(key: &'static str, message: impl Into<String>) -> Self {
        Self::setting(key, SettingProblem::Missing, message)
    }

    /// A setting that contradicts another, or has no meaning beside it.
    pub fn conflict(key: &'static str, with: &'static str, message: impl Into<String>) -> Self {
        Self::setting(key, SettingProblem::Conflict { with }, message)
    }

    /// A setting that asks for more than is ever worked on at once.
    pub fn too_large(key: &'static str, message: impl Into<String>) -> Self {
        Self::setting(key, SettingProblem::TooLarge, message)
    }

    /// A column whose cells are not what a setting says of them.
    pub fn unfit_column(key: &'static str, column: &str, message: impl Into<String>) -> Self {
        Self::setting(key, SettingProblem::UnfitColumn, message).of_column(column)
    }

    fn setting(key: &'static str, problem: SettingProblem, message: impl Into<String>) -> Self {
        Self::Setting(SettingError { key, column: None, problem, message: message.into() })
    }

    /// The same of a column, if it is of a setting.
    #[must_use]
    pub fn of_column(self, name: &str) -> Self {
        match self {
            Self::Setting(error) => Self::Setting(SettingError { column: Some(name.into()), ..error }),
            other => other,
        }
    }
    /// The same of a spec in a file, where it is about what the spec says.
    #[must_use]
    pub fn of_spec(self, file: &Path) -> Self {
        match self {
            Self::Spec { line, problem, .. } => Self::Spec { path: Some(file.into()), line, problem },
            Self::Several(faults) => {
                Self::Several(faults.into_iter().map(|fault| fault.of_spec(file)).collect())
            }
            other => other,
        }
    }

    /// Every fault by itself, in the order in which they are told.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        match self {
            Self::Several(faults) => faults.as_slice(),
            one => std::slice::from_ref(one),
        }
        .iter()
    }

    /// Whose matter it is: that of the first fault, if there are several.
    pub fn kind(&self) -> ErrorKind {
        self.code().kind()
    }

    /// What programs know it by.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Spec { .. } => ErrorCode::BadSpec,
            Self::File { problem, .. } => problem.code(),
            Self::Setting(error) => error.code(),
            Self::Several(faults) => faults.first().map_or(ErrorCode::Internal, Self::code),
            Self::Unclassified { .. } => ErrorCode::UnclassifiedColumns,
            Self::Plan { .. } => ErrorCode::BadPlan,
            Self::Database(error) => error.code(),
            Self::Collapsed { .. } => ErrorCode::BadCollapsedTable,
            Self::Certificate { .. } => ErrorCode::BadCertificate,
            Self::Signing { .. } => ErrorCode::BadSigningKey,
            Self::Misfit { .. } => ErrorCode::TableDoesNotFitPlan,
            Self::Unseen { .. } => ErrorCode::UnseenValues,
            Self::EarlierLacks { .. } => ErrorCode::EarlierReleaseLacksColumns,
            Self::SameRelease { .. } => ErrorCode::SameReleaseTwice,
            Self::TwoRoles { .. } => ErrorCode::TwoRoles,
            Self::Stray { .. } => ErrorCode::StrayKey,
            Self::NoQuasi { .. } => ErrorCode::NoQuasiColumn,
            Self::NoTarget => ErrorCode::NothingAsked,
            Self::Key { .. } => ErrorCode::BadPseudonymKey,
            Self::LooksIdentifying { .. } => ErrorCode::LooksIdentifying,
            Self::HierarchyFile { problem, .. } => problem.code(),
            Self::HierarchyChanged { .. } => ErrorCode::HierarchyChanged,
            Self::ReadsAsMissing { .. } => ErrorCode::LabelReadsAsMissing,
            Self::NoHeader { .. } | Self::UnsureHeader { column: None, .. } => ErrorCode::NoHeader,
            Self::UnsureHeader { column: Some(_), .. } => ErrorCode::UnknownColumn,
            Self::NotCounted { .. } => ErrorCode::NobodyToCount,
            Self::NoRows { .. } => ErrorCode::NoRows,
            Self::NothingInCommon { .. } | Self::NotInRegister { .. } => ErrorCode::NoCommonColumn,
            Self::OutputIsInput { .. } | Self::OutputInLake { .. } => ErrorCode::OutputIsInput,
            Self::Ending { .. } => ErrorCode::BadEnding,
            Self::OutputTwice { .. } => ErrorCode::OutputTwice,
            Self::NotToStdout { .. } => ErrorCode::NotToStandardOutput,
            Self::EmptyPath { .. } => ErrorCode::EmptyPath,
            Self::Exists { .. } => ErrorCode::FileExists,
            Self::Edited { .. } => ErrorCode::FileEdited,
            Self::Stdout(_) => ErrorCode::StandardOutput,
            Self::Threads(_) => ErrorCode::NoThreads,
            Self::Random(_) => ErrorCode::NoRandomness,
            Self::MemoryLimit { .. } => ErrorCode::MemoryLimit,
            Self::Audit(_) => ErrorCode::AuditFailed,
            Self::Aborted(_) => ErrorCode::Aborted,
            Self::Core(error) => error.code(),
            Self::Io(error) => error.code(),
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
            Self::Setting(error) => error.place(),
            Self::Several(faults) => faults.first().map_or_else(Place::default, Self::place),
            Self::EarlierLacks { file, .. } => Place { file: Some(file.clone()), ..Place::default() },
            Self::Stray { column, key, .. } => Place { key: Some((*key).into()), ..of_column(column) },
            Self::Unseen { column, .. }
            | Self::TwoRoles { column, .. }
            | Self::Key { column, .. }
            | Self::NotCounted { column, .. }
            | Self::NotInRegister { column, .. }
            | Self::LooksIdentifying { column, .. }
            | Self::ReadsAsMissing { column, .. } => of_column(column),
            Self::HierarchyFile { column, path, .. } => {
                Place { file: of_path(path), column: column.clone(), ..Place::default() }
            }
            Self::HierarchyChanged { column, path } => Place { file: of_path(path), ..of_column(column) },
            Self::UnsureHeader { source_name, column } => {
                Place { file: Some(source_name.clone()), column: column.clone(), ..Place::default() }
            }
            Self::NoHeader { source_name }
            | Self::NoRows { source_name, .. }
            | Self::Collapsed { name: source_name, .. } => {
                Place { file: Some(source_name.clone()), ..Place::default() }
            }
            Self::Plan { path, .. }
            | Self::Certificate { path, .. }
            | Self::Signing { path, .. }
            | Self::OutputIsInput { path }
            | Self::OutputInLake { path }
            | Self::Ending { path, .. }
            | Self::OutputTwice { path }
            | Self::Exists { path }
            | Self::Edited { path } => Place { file: of_path(path), ..Place::default() },
            Self::Core(error) => error.place(),
            Self::Io(error) => error.place(),
            Self::Database(error) => error.place(),
            _ => Place::default(),
        }
    }
}

impl From<amidst_database::Error> for Error {
    fn from(error: amidst_database::Error) -> Self {
        match error {
            amidst_database::Error::Table(error) => Self::Io(error),
            amidst_database::Error::Aborted(aborted) => Self::Aborted(aborted),
            error => Self::Database(error),
        }
    }
}

fn in_lines(faults: &[Error]) -> String {
    faults.iter().map(Error::to_string).collect::<Vec<_>>().join("\n")
}

/// A size of memory in the largest unit that leaves it whole.
fn in_units(bytes: usize) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB"), (0, "bytes")];
    let fits = |&&(shift, _): &&(u32, &str)| bytes.trailing_zeros() >= shift;
    let (shift, unit) = units.iter().find(fits).expect("bytes are whole");
    format!("{} {unit}", bytes >> shift)
}
