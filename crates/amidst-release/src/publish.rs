//! The only way out of the house: write, read back, prove, and only then give the file its name.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use amidst_audit::{
    AuditError, Claim, FileReport, FragmentClaim, FragmentFiles, Medium, PartAudit, Report, View,
    audit_fragments, audit_views,
};
use amidst_core::Observer;
use amidst_database::Pending;
use amidst_io::{Access, AtomicFile, Batches, Layout, Permit, Source, WriteOptions, hex, write_to};
use amidst_spec::{Error, Result, files};
use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::{Destination, Release};

/// Bytes printed at a time.
const PRINTED_BYTES: usize = 1 << 18;

/// Why printing ended early.
const CUT_SHORT: &str = "stopped as asked; what was printed is not whole";

/// A release that was written, in one table or several, none of them let go yet.
pub struct Staged {
    release: StagedTable,
    /// What stands beside it.
    beside: Vec<StagedTable>,
}

/// A table that was written, not yet let go.
struct StagedTable {
    written: Written,
    destination: Destination,
}

/// The bytes of a table.
enum Written {
    /// On disk, not yet under a name.
    File(AtomicFile, PathBuf),
    /// In memory, as an Arrow file.
    Memory(Bytes),
    /// In a transaction of a database, and what was read back there, as an Arrow file.
    Database(Pending, Bytes),
}

/// What the files of a release promise.
pub enum ReleaseClaim<'a> {
    /// One file.
    Whole(Claim<'a>),
    /// A quasi table, and a sensitive table for each column that the claim keeps apart.
    Fragments(FragmentClaim<'a>),
    /// One file, and views of its classes beside it.
    Views(Claim<'a>, Vec<Claim<'a>>),
}

impl Staged {
    /// Writes a release: to a temporary file beside its target, for standard output to one in the system's folder for such
    /// files, and to memory for whoever calls.
    pub fn write(
        release: &Release,
        destination: &Destination,
        layout: &Layout,
        missing: &str,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let release = StagedTable::write(release, destination, layout, missing, observer)?;
        Ok(Self { release, beside: Vec::new() })
    }

    /// Writes a release of which somebody else has the rows.
    pub(crate) fn write_by(
        destination: &Destination,
        layout: &Layout,
        missing: &str,
        observer: &dyn Observer,
        write: impl FnOnce(&WriteOptions, &mut (dyn Write + Send)) -> amidst_io::Result<amidst_io::Written>,
    ) -> Result<Self> {
        let release = StagedTable::write_by(destination, layout, missing, observer, write)?;
        Ok(Self { release, beside: Vec::new() })
    }

    /// Writes a further table of the same release.
    pub fn and(
        mut self,
        table: &Release,
        destination: &Destination,
        layout: &Layout,
        missing: &str,
        observer: &dyn Observer,
    ) -> Result<Self> {
        self.beside.push(StagedTable::write(table, destination, layout, missing, observer)?);
        Ok(self)
    }

    /// The bytes of the release, for the audit.
    pub fn release(&self) -> Medium<'_> {
        self.release.medium()
    }

    /// The cells of a release that lies in memory, for a store from where nobody takes them before what was read back from there is judged.
    ///
    /// # Errors
    /// If it lies elsewhere.
    pub fn batches(&self) -> Result<Batches> {
        match &self.release.written {
            Written::Memory(bytes) => Ok(Batches::from_ipc(self.release.destination.name(), bytes.clone())?),
            _ => Err(Error::Audit(AuditError::Claim("this part is not in memory".into()))),
        }
    }

    /// A part of a release that was proved together with all others; `is_judged` knows the hashes of those.
    ///
    /// # Errors
    /// If it is not among them.
    pub fn judged(self, is_judged: impl FnOnce(&str) -> bool) -> Result<AuditedRelease> {
        match &self.release.written {
            Written::Memory(bytes) if is_judged(&hex(&Sha256::digest(bytes))) => Ok(AuditedRelease(self)),
            _ => {
                Err(Error::Audit(AuditError::Claim("this part was not among those that were judged".into())))
            }
        }
    }

    /// Proves what is promised on the bytes written, given the sums of all parts of the source. Files that do not pass are removed.
    pub fn audit_in_parts(
        self,
        source: PartAudit,
        claim: &Claim<'_>,
        observer: &dyn Observer,
    ) -> Result<(AuditedRelease, Report)> {
        let file = PartAudit::of_file(self.release(), 0, claim, observer)?;
        let report = source.merge(file)?.verdict(claim, observer)?;
        Ok((AuditedRelease(self), report))
    }

    /// Proves what is promised on the bytes written. Files that do not pass are removed.
    pub fn audit(
        self,
        release_claim: ReleaseClaim<'_>,
        observer: &dyn Observer,
    ) -> Result<(AuditedRelease, Report)> {
        let report = self.audit_report(release_claim, observer)?;
        Ok((AuditedRelease(self), report))
    }

    fn audit_report(
        &self,
        release_claim: ReleaseClaim<'_>,
        observer: &dyn Observer,
    ) -> std::result::Result<Report, AuditError> {
        let release = self.release.medium();
        let beside = self.beside.iter().map(StagedTable::medium);
        match release_claim {
            ReleaseClaim::Whole(claim) => amidst_audit::audit(release, &claim, observer),
            ReleaseClaim::Fragments(claim) => {
                let files = FragmentFiles { quasi: release, sensitive: beside.collect() };
                audit_fragments(&files, &claim, observer)
            }
            ReleaseClaim::Views(claim, views) => {
                let whole = amidst_audit::audit(release, &claim, observer)?;
                let views: Vec<View<'_>> =
                    beside.zip(views).map(|(bytes, claim)| View { bytes, claim }).collect();
                Ok(together(whole, audit_views(&views, observer)?))
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
    fn write(
        table: &Release,
        destination: &Destination,
        layout: &Layout,
        missing: &str,
        observer: &dyn Observer,
    ) -> Result<Self> {
        Self::write_by(destination, layout, missing, observer, |options, sink| {
            write_to(&table.table, &table.order, options, sink, observer)
        })
    }

    fn write_by(
        destination: &Destination,
        layout: &Layout,
        missing: &str,
        observer: &dyn Observer,
        write: impl FnOnce(&WriteOptions, &mut (dyn Write + Send)) -> amidst_io::Result<amidst_io::Written>,
    ) -> Result<Self> {
        let file = destination.describe();
        let options = WriteOptions { file, layout: layout.clone(), missing: missing.into() };
        let mut file = match destination {
            Destination::File(target) => target.create()?,
            Destination::Stdout => {
                let permit = Permit { replaces: false, access: Access::private() };
                let name = format!("amidst-{}", std::process::id());
                AtomicFile::create(std::env::temp_dir().join(name), &permit)?.called(&options.file)
            }
            Destination::Memory | Destination::Database { .. } => {
                let mut bytes = Vec::new();
                write(&options, &mut bytes)?;
                let written = match destination {
                    Destination::Database { address, table: name, replaces } => {
                        let table = Batches::from_ipc(destination.name(), bytes.into())?;
                        let pending = amidst_database::write(address, name, &table, *replaces, observer)?;
                        let readback = pending.readback_bytes()?;
                        Written::Database(pending, readback)
                    }
                    _ => Written::Memory(bytes.into()),
                };
                return Ok(Self { written, destination: destination.clone() });
            }
        };
        write(&options, &mut file.observed(observer))?;
        observer.go_on()?;
        let path = file.finish_unnamed(observer)?;
        Ok(Self { written: Written::File(file, path), destination: destination.clone() })
    }

    /// Its bytes, for the audit.
    fn medium(&self) -> Medium<'_> {
        match &self.written {
            Written::File(_, path) => Medium::File(path),
            Written::Memory(bytes) | Written::Database(_, bytes) => Medium::Memory(bytes.clone()),
        }
    }
}

/// Passes the bytes of a file to standard output.
fn print(path: &Path, observer: &dyn Observer) -> Result<()> {
    let mut bytes = fs::File::open(path).map_err(Error::Stdout)?;
    let mut sink = io::stdout().lock();
    let mut piece = vec![0; PRINTED_BYTES];
    let mut is_begun = false;
    loop {
        match observer.go_on() {
            Err(_) if is_begun => return Err(Error::Stdout(io::Error::other(CUT_SHORT))),
            asked => asked?,
        }
        match bytes.read(&mut piece).map_err(Error::Stdout)? {
            0 => return sink.flush().map_err(Error::Stdout),
            read => sink.write_all(&piece[..read]).map_err(Error::Stdout)?,
        }
        is_begun = true;
    }
}

/// A release that passed its audit. [`Staged::audit`] and [`Staged::audit_in_parts`] are the only ways to get one.
pub struct AuditedRelease(Staged);

impl AuditedRelease {
    /// What the bytes of the release can be read from before it is let go.
    pub fn source(&self) -> Source {
        match &self.0.release.written {
            Written::File(_, path) => Source::Path(path.clone()),
            Written::Memory(bytes) | Written::Database(_, bytes) => {
                Source::from_bytes("memory", bytes.clone())
            }
        }
    }

    /// Lets it go: gives the files their names, passes the bytes to standard output, or the batches to whoever called, those of
    /// the release first. Papers are named with it, some `first` and some `last`: a certificate stands only where everything
    /// stands that it speaks of. If one file does not get its name, those that did are removed again.
    /// Until the first of them has its name, the observer may say to abort.
    pub fn publish(
        self,
        first: Vec<files::Staged>,
        last: Vec<files::Staged>,
        observer: &dyn Observer,
    ) -> Result<Vec<Batches>> {
        let Staged { release, beside } = self.0;
        let (mut printed, mut pending) = (None, Vec::new());
        let mut tables = Vec::new();
        let mut files = first;
        for table in [release].into_iter().chain(beside) {
            match (table.written, &table.destination) {
                (Written::File(file, _), Destination::File(target)) => {
                    files.push(files::Staged::new(file, target));
                }
                // The file goes when it is dropped, which must not be before it is printed.
                (Written::File(file, path), _) => printed = Some((file, path)),
                (Written::Database(transaction, _), _) => pending.push(transaction),
                (Written::Memory(bytes), destination) => {
                    tables.push(Batches::from_ipc(destination.name(), bytes)?);
                }
            }
        }
        files.extend(last);
        observer.go_on()?;
        let named = files::Staged::commit_all(files)?;
        // What went to standard output or into a database cannot be taken back, so that it goes last.
        let committed =
            pending.into_iter().try_for_each(|transaction| transaction.commit().map_err(Error::from));
        match committed.and_then(|()| printed.map_or(Ok(()), |(_file, path)| print(&path, observer))) {
            Ok(()) => Ok(tables),
            Err(error) => {
                named.take_back();
                Err(error)
            }
        }
    }
}
