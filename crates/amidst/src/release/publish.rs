//! The only way out of the house: write, read back, prove, and only then give the file its name.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use amidst_audit::{
    AuditError, Claim, FileReport, FragmentClaim, FragmentPaths, Report, View, audit_fragments, audit_views,
};
use amidst_io::{Access, AtomicFile, Format, Layout, Permit, WriteOptions, write_to};

use super::Release;
use crate::{
    Error, Result,
    files::{self, Target},
    job::Papers,
};

/// A release on disk, in one file or several, none of them under its name yet.
pub struct Staged {
    release: StagedTable,
    /// What stands beside it.
    beside: Vec<StagedTable>,
}

/// A table on disk, not yet under its name.
struct StagedTable {
    file: AtomicFile,
    path: PathBuf,
    /// Where it will be; `None` is standard output.
    target: Option<Target>,
}

/// What the files of a release promise.
pub enum Promised<'a> {
    /// One file.
    Whole(Claim<'a>),
    /// A quasi table, and a sensitive table for each column that the claim keeps apart.
    Fragments(FragmentClaim<'a>),
    /// One file, and views of its classes beside it.
    Views(Claim<'a>, Vec<Claim<'a>>),
}

impl Staged {
    /// Writes a release to a temporary file beside its target, or, for standard output, in the system's folder for
    /// such files.
    pub fn write(release: &Release, target: Option<&Target>, layout: &Layout, missing: &str) -> Result<Self> {
        let release = StagedTable::write(release, target, layout, missing)?;
        Ok(Self { release, beside: Vec::new() })
    }

    /// Writes a further table of the same release.
    pub fn and(mut self, table: &Release, target: &Target, layout: &Layout, missing: &str) -> Result<Self> {
        self.beside.push(StagedTable::write(table, Some(target), layout, missing)?);
        Ok(self)
    }

    /// Proves what is promised on the bytes written. Files that do not pass are removed.
    pub fn prove(self, promised: Promised<'_>) -> Result<(Proven, Report)> {
        let report = self.audit(promised).map_err(|error| Error::Audit(error.to_string()))?;
        Ok((Proven(self), report))
    }

    fn audit(&self, promised: Promised<'_>) -> std::result::Result<Report, AuditError> {
        let release = self.release.path.as_path();
        let beside = self.beside.iter().map(|table| table.path.as_path());
        match promised {
            Promised::Whole(claim) => amidst_audit::audit(release, &claim),
            Promised::Fragments(claim) => {
                audit_fragments(&FragmentPaths { quasi: release, sensitive: beside.collect() }, &claim)
            }
            Promised::Views(claim, views) => {
                let whole = amidst_audit::audit(release, &claim)?;
                let views: Vec<View<'_>> =
                    beside.zip(views).map(|(path, claim)| View { path, claim }).collect();
                Ok(together(whole, audit_views(&views)?))
            }
        }
    }
}

/// What was found in a release and in the views beside it.
fn together(mut whole: Report, views: Report) -> Report {
    whole.checks.extend(views.checks);
    whole.requirements.extend(views.requirements);
    whole.further.push(FileReport { bytes: views.bytes, sha256: views.sha256 });
    whole.further.extend(views.further);
    whole
}

impl StagedTable {
    fn write(table: &Release, target: Option<&Target>, layout: &Layout, missing: &str) -> Result<Self> {
        let name =
            target.map_or_else(|| "standard output".into(), |target| target.path().display().to_string());
        let options = WriteOptions { file: name, layout: layout.clone(), missing: missing.into() };
        let mut file = match target {
            Some(target) => target.create()?,
            None => {
                let permit = Permit { replaces: false, access: Access::private() };
                AtomicFile::create(
                    std::env::temp_dir().join(format!("amidst-{}", std::process::id())),
                    &permit,
                )?
            }
        };
        write_to(&table.table, &table.order, &options, &mut file)?;
        let path = file.finish_unnamed()?;
        Ok(Self { file, path, target: target.cloned() })
    }

    /// Passes the bytes to standard output.
    fn print(&self) -> Result<()> {
        let mut bytes = io::BufReader::new(fs::File::open(&self.path).map_err(Error::Stdout)?);
        let mut sink = io::stdout().lock();
        io::copy(&mut bytes, &mut sink).and_then(|_| sink.flush()).map_err(Error::Stdout)
    }
}

/// A release on disk that passed its audit. [`Staged::prove`] is the only way to get one.
pub struct Proven(Staged);

impl Proven {
    /// Where the bytes of the release can be read before it gets its name.
    pub fn path(&self) -> &Path {
        &self.0.release.path
    }

    /// Lets it go: gives the files their names, or passes the bytes to standard output. Plan and report come first and
    /// certificates last, so that a certificate stands only where everything stands that it speaks of. If one file does not
    /// get its name, those that did are removed again.
    pub(crate) fn publish(self, papers: Papers) -> Result<Vec<String>> {
        let Staged { release, beside } = self.0;
        let mut printed = None;
        let mut files = papers.first;
        for table in beside.into_iter().chain([release]) {
            match &table.target {
                Some(target) => files.push(files::Staged::new(table.file, target)),
                None => printed = Some(table),
            }
        }
        files.extend(papers.last);
        let named = files::Staged::commit_all(files)?;
        // What went to standard output cannot be taken back, so that it goes last.
        match printed.map_or(Ok(()), |table| table.print()) {
            Ok(()) => Ok(papers.names),
            Err(error) => {
                named.take_back();
                Err(error)
            }
        }
    }
}

/// The layout as the audit, which shares no code with the writer, wants it told.
pub fn audit_layout(layout: &Layout) -> amidst_audit::Layout {
    use amidst_audit::{Compression, Csv, Encoding, Newline};
    let format = match layout.format {
        Format::Csv => amidst_audit::Format::Csv(Csv {
            delimiter: layout.delimiter,
            quote: Some(layout.quote),
            encoding: match layout.encoding {
                amidst_io::Encoding::Utf8 => Encoding::Utf8 { bom: false },
                amidst_io::Encoding::Utf8Bom => Encoding::Utf8 { bom: true },
                amidst_io::Encoding::Latin1 => Encoding::Windows1252,
            },
            newline: match layout.newline {
                amidst_io::Newline::Lf => Newline::Lf,
                amidst_io::Newline::CrLf => Newline::CrLf,
            },
            spreadsheet: layout.spreadsheet,
        }),
        Format::Jsonl => amidst_audit::Format::JsonLines,
        Format::Parquet => amidst_audit::Format::Parquet,
        Format::Arrow | Format::ArrowStream => amidst_audit::Format::Arrow,
    };
    let compression = match layout.compression {
        amidst_io::Compression::None => Compression::None,
        amidst_io::Compression::Gzip => Compression::Gzip,
        amidst_io::Compression::Zstd => Compression::Zstd,
    };
    amidst_audit::Layout { format, compression }
}
