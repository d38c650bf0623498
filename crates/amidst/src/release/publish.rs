//! The only way out of the house: write, read back, prove, and only then give the file its name.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use amidst_audit::{Claim, Report};
use amidst_io::{AtomicFile, Format, Layout, Metadata, WriteOptions, write_to};

use super::Release;
use crate::{Error, Result};

/// A release on disk, not yet under its name.
pub struct Staged {
    file: AtomicFile,
    path: PathBuf,
    to_stdout: bool,
}

impl Staged {
    /// Writes a release to a temporary file beside its target, or, for standard output, in the system's folder for
    /// such files.
    pub fn write(
        release: &Release,
        target: Option<&Path>,
        layout: &Layout,
        missing: &str,
        metadata: Metadata,
    ) -> Result<Self> {
        let name = target.map_or_else(|| "standard output".into(), |path| path.display().to_string());
        let options = WriteOptions { file: name, layout: layout.clone(), missing: missing.into(), metadata };
        let mut file = match target {
            Some(path) => AtomicFile::create(path)?,
            None => AtomicFile::create(std::env::temp_dir().join(format!("amidst-{}", std::process::id())))?,
        };
        write_to(&release.table, &release.order, &options, &mut file)?;
        let path = file.finish_unnamed()?;
        Ok(Self { file, path, to_stdout: target.is_none() })
    }

    /// Proves the claim on the bytes written. A file that does not pass is removed.
    pub fn prove(self, claim: &Claim<'_>) -> Result<(Proven, Report)> {
        let report =
            amidst_audit::audit(&self.path, claim).map_err(|error| Error::Audit(error.to_string()))?;
        Ok((Proven(self), report))
    }
}

/// A release on disk that passed its audit. [`Staged::prove`] is the only way to get one.
pub struct Proven(Staged);

impl Proven {
    /// Where its bytes can be read before it gets its name.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Lets it go: gives the file its name, or passes its bytes to standard output.
    pub fn publish(self) -> Result<()> {
        let Staged { file, path, to_stdout } = self.0;
        if !to_stdout {
            return Ok(file.commit()?);
        }
        let mut bytes = io::BufReader::new(std::fs::File::open(&path).map_err(Error::Stdout)?);
        let mut sink = io::stdout().lock();
        io::copy(&mut bytes, &mut sink).and_then(|_| sink.flush()).map_err(Error::Stdout)
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
