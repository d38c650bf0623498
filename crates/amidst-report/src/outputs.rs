//! Where a job writes: checked before it starts, so that a long search does not end at a closed door.

use std::path::{Path, PathBuf};

use amidst_io::{Format, Layout};
use amidst_release::Destination;
use amidst_spec::{
    Error, Result, Spec,
    endings::{refuse_ending, refuse_unknown_ending},
    files::{Guard, Target},
    reporting::Reporting,
    validated::ValidatedSpec,
};

use crate::source_key::LOST_KEY;

/// The files of a job.
pub struct Outputs {
    /// The release.
    pub release: Destination,
    /// The tables beside it that keep a column apart, and which.
    pub side_tables: Vec<(String, Destination)>,
    format: Option<Format>,
    /// `tsv` is CSV with this delimiter.
    delimiter: Option<u8>,
    /// Whether formulas are kept from being run.
    spreadsheet: bool,
    /// What is told about it.
    pub report: Option<Target>,
    /// The certificate, for whoever the papers are for.
    pub certificate: Option<Target>,
    /// The one that stays inside, if the papers are for readers outside.
    pub internal_certificate: Option<Target>,
    /// How to recode.
    pub plan: Option<Target>,
    /// How counts are told.
    pub reporting: Reporting,
}

impl Outputs {
    /// Whether a plan is written.
    pub fn writes_plan(&self) -> bool {
        self.plan.is_some()
    }

    /// Checks that no output is an input or another output, that none is in the way, and that every folder is there.
    /// `further` are files that are read besides those of the spec; `in_memory` says that tables go to no file.
    pub fn check(
        spec: &Spec,
        validated: &ValidatedSpec,
        further: &[&Path],
        overwrite: bool,
        in_memory: bool,
    ) -> Result<Self> {
        let output = &spec.output;
        let database = output.database()?;
        if database.is_some() && !validated.side_tables.is_empty() {
            return Err(Error::conflict(
                "path",
                "algorithm",
                "the release is several tables, which go into files only; give [output] a path of a file",
            ));
        }
        let release = match output.path.as_deref() {
            _ if in_memory || spec.releases_to_stdout() || database.is_some() => None,
            None if spec.input.database()?.is_some() => {
                return Err(Error::missing(
                    "path",
                    "the table comes from a database, which has no file that its release could stand beside: add path to [output]",
                ));
            }
            Some(path) => Some(PathBuf::from(path)),
            None if spec.input.path.is_empty() => {
                return Err(Error::missing(
                    "path",
                    "a table in memory has no name that its release could stand beside: add path to [output]",
                ));
            }
            None if amidst_io::lake_folder(Path::new(&spec.input.path)).is_some() => {
                return Err(Error::missing(
                    "path",
                    "the table is several files, beside none of which its release could stand: add path to [output]",
                ));
            }
            None => Some(beside(Path::new(&spec.input.path))),
        };
        let format = output
            .format
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|words: String| Error::bad_value("format", words))?;
        let reporting = output.reporting()?;
        if output.internal_certificate.is_some() && !reporting.is_external() {
            return Err(Error::conflict(
                "internal_certificate",
                "audience",
                "internal_certificate stays inside when the certificate goes outside; write audience = \"external\" beside \
                 it, or certificate instead of it",
            ));
        }
        let mut guard = Guard::new(spec.inputs().into_iter().chain(further.iter().copied()), overwrite)
            .with_secrets(spec.key_files());
        let mut paper = |what, path: &Option<String>| {
            path.as_ref().map(|path| guard.target(what, Path::new(path))).transpose()
        };
        let release_named = release.as_ref().map(|path| path.to_string_lossy().into_owned());
        let destination = match paper("release", &release_named)? {
            Some(target) => Destination::File(target),
            None if in_memory => Destination::Memory,
            None => match database {
                Some((address, table)) => Destination::Database { address, table, replaces: overwrite },
                None => Destination::Stdout,
            },
        };
        if let (Some(_), None, Some(release)) = (&output.path, &output.format, &release) {
            refuse_unknown_ending(release, Path::new(&spec.input.path))?;
        }
        Ok(Self {
            release: destination,
            report: paper("report", &output.report)?,
            certificate: paper("certificate", &output.certificate)?,
            internal_certificate: paper("internal certificate", &output.internal_certificate)?,
            plan: paper("plan", &output.plan)?,
            side_tables: match &release {
                None => {
                    validated.side_tables.iter().map(|column| (column.clone(), Destination::Memory)).collect()
                }
                Some(release) => {
                    let side_tables = |column: &String| {
                        let target = guard.target("release", &side_tables(release, column))?;
                        Ok((column.clone(), Destination::File(target)))
                    };
                    validated.side_tables.iter().map(side_tables).collect::<Result<_>>()?
                }
            },
            format,
            spreadsheet: output.spreadsheet,
            delimiter: (output.format.as_deref() == Some("tsv")).then_some(b'\t'),
            reporting,
        })
    }

    /// How the release is laid out: what its name says, or the spec, and for the rest as the source.
    pub fn layout(&self, source: &Layout) -> Result<Layout> {
        let mut layout = match self.release {
            Destination::Memory | Destination::Database { .. } => {
                Layout { format: Format::Arrow, ..Layout::default() }
            }
            _ => source.for_output(self.release.path()),
        };
        if let Some(format) = self.format {
            if matches!(self.release, Destination::Memory | Destination::Database { .. }) {
                return Err(Error::conflict(
                    "format",
                    "path",
                    "a release in memory or in a database has no format: leave format out of [output]",
                ));
            }
            layout.format = format;
        }
        layout.delimiter = self.delimiter.unwrap_or(layout.delimiter);
        if let Some(release) = self.release.path() {
            refuse_ending(release, &layout)?;
        }
        layout.spreadsheet = self.spreadsheet;
        match layout.format {
            format if self.spreadsheet && format != Format::Csv => Err(Error::conflict(
                "spreadsheet",
                "format",
                "spreadsheet is for cells of text: csv and tsv; choose one of them, or take it away",
            )),
            Format::ArrowStream => {
                Err(Error::bad_value("format", "a release is written as an Arrow file, not as a stream"))
            }
            _ => Ok(layout),
        }
    }

    /// What cannot be shown later, in words, if the papers go outside and none stays.
    pub fn lost_key(&self) -> Option<&'static str> {
        let goes_outside =
            self.reporting.is_external() && (self.certificate.is_some() || self.report.is_some());
        (goes_outside && self.internal_certificate.is_none()).then_some(LOST_KEY)
    }

    /// The name of the file that keeps a column apart, if one does.
    pub fn file_of(&self, column: &str) -> Option<String> {
        let (_, destination) = self.side_tables.iter().find(|(name, _)| name == column)?;
        match destination.path() {
            Some(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            None => Some("a table of its own".to_owned()),
        }
    }
}

/// `patients.csv.gz` becomes `patients.release.csv.gz`; what was read from a workbook is written as text.
fn beside(input: &Path) -> PathBuf {
    let name = input.file_name().map_or_else(|| "table".into(), |name| name.to_string_lossy().into_owned());
    let (stem, extensions) = name
        .split_once('.')
        .map_or((name.as_str(), String::new()), |(stem, rest)| (stem, format!(".{rest}")));
    let extensions = if extensions.eq_ignore_ascii_case(".xlsx") { ".csv".into() } else { extensions };
    input.with_file_name(format!("{stem}.release{extensions}"))
}

/// `release.csv.gz` becomes `release.disease.csv.gz` for the column disease.
fn side_tables(release: &Path, column: &str) -> PathBuf {
    let ending = |path: &Path| {
        path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()))
    };
    let is_wrapped = matches!(&*ending(release), ".gz" | ".gzip" | ".zst" | ".zstd");
    let wrapping = if is_wrapped { ending(release) } else { String::new() };
    let inner = if is_wrapped { release.with_extension("") } else { release.to_owned() };
    let stem = inner.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |letter: char| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' };
    let word: String = column.chars().map(plain).collect();
    release.with_file_name(format!("{stem}.{word}{}{wrapping}", ending(&inner)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_without_a_name_stands_beside_its_source() {
        assert_eq!(beside(Path::new("a/patients.csv")), Path::new("a/patients.release.csv"));
        assert_eq!(beside(Path::new("patients.csv.gz")), Path::new("patients.release.csv.gz"));
        assert_eq!(beside(Path::new("patients.xlsx")), Path::new("patients.release.csv"));
        assert_eq!(beside(Path::new("patients")), Path::new("patients.release"));
    }

    #[test]
    fn a_column_apart_stands_beside_its_release() {
        assert_eq!(side_tables(Path::new("a/release.csv"), "ill"), Path::new("a/release.ill.csv"));
        assert_eq!(side_tables(Path::new("a.release.csv.gz"), "ill"), Path::new("a.release.ill.csv.gz"));
        assert_eq!(side_tables(Path::new("release"), "../a b"), Path::new("release.___a_b"));
    }
}
