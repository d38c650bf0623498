//! A file that appears whole or not at all, and takes the place of another only where that is permitted.
//!
//! On Linux the bytes go into a file without a name, which the system forgets when the process ends, however it ends. Only
//! a finished file is given its name. Elsewhere, and on file systems that cannot do this, a hidden file beside the target
//! is used and removed when writing fails.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use amidst_core::Observer;

use crate::{Access, Error, Result, disk::DiskWriter};

/// What a new file may do.
#[derive(Clone, Debug, Default)]
pub struct Permit {
    /// Whether it takes the place of a file that has its name. If not, and one appears while it is written, that one stays.
    pub replaces: bool,
    /// Who may read it at most. Nobody gets to read it who could not read the file whose place it takes.
    pub access: Access,
}

/// A file being written. Dropped without [`commit`](Self::commit), it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    /// How messages call it.
    name: String,
    target: PathBuf,
    replaces: bool,
    writer: DiskWriter,
    /// Whether all bytes are on disk.
    is_synced: bool,
    place: Place,
}

/// A file being written, by somebody who asks the observer while the disk does not keep up.
struct ObservedFile<'a> {
    file: &'a mut AtomicFile,
    observer: &'a dyn Observer,
}

/// Where the bytes are until they get their name.
#[derive(Debug)]
enum Place {
    /// Nowhere that has a name; reached through this path.
    #[cfg(target_os = "linux")]
    Unnamed(PathBuf),
    /// Under a hidden name beside the target.
    Hidden(PathBuf),
    /// At the target.
    Committed,
}

impl AtomicFile {
    /// Starts a file that will be at `path`.
    pub fn create(path: impl AsRef<Path>, permit: &Permit) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        // Through a link, it is the file behind it that is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if let Ok(found) = fs::metadata(&target) {
            if found.is_dir() {
                return Err(Error::IsFolder { file: name });
            } else if !found.is_file() {
                return Err(Error::NotAFile { file: name });
            }
        }
        if target.file_name().is_none() {
            return Err(Error::IsFolder { file: name });
        }
        let access = permit.access.clone().within(&target);
        let begun = begin(&target, &access).and_then(|(file, place)| {
            let file = Self {
                name: name.clone(),
                target: target.clone(),
                replaces: permit.replaces,
                writer: DiskWriter::new(file),
                is_synced: false,
                place,
            };
            access.narrow(file.writer.file())?;
            Ok(file)
        });
        begun.map_err(|error| explain(&name, &target, error))
    }

    /// The same, called by another name in messages.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same, by somebody who asks the observer while the disk does not keep up.
    pub fn observed<'a>(&'a mut self, observer: &'a dyn Observer) -> impl Write + Send + 'a {
        ObservedFile { file: self, observer }
    }

    /// Makes sure that all bytes are on disk, and tells where they can be read before they get their name.
    pub fn finish_unnamed(&mut self, observer: &dyn Observer) -> Result<PathBuf> {
        if !self.is_synced {
            let synced = self.writer.finish(observer);
            if synced.is_err() {
                // Whoever said to abort says so from then on.
                observer.go_on()?;
            }
            synced.map_err(|error| Error::write(&self.name, error))?;
            self.is_synced = true;
        }
        Ok(match &self.place {
            #[cfg(target_os = "linux")]
            Place::Unnamed(path) => path.clone(),
            Place::Hidden(path) => path.clone(),
            Place::Committed => self.target.clone(),
        })
    }

    /// Gives the file its name. What has it already is replaced if that is permitted.
    ///
    /// # Errors
    /// [`Error::Appeared`] if it is not.
    pub fn commit(mut self) -> Result<()> {
        self.finish_unnamed(&())?;
        let named = self.name_it().and_then(|()| {
            self.place = Place::Committed;
            sync_folder(folder_of(&self.target))
        });
        named.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::Appeared { file: self.name.clone() },
            _ => explain(&self.name, &self.target, error),
        })
    }

    /// Lets somebody else close the file last. The system takes its time to give back what a large one holds, and whoever gave
    /// it up need not wait for that: it has no name any more.
    fn close_elsewhere(&mut self) {
        if let Ok(mut writer) = self.writer.take() {
            let close = move || {
                let _ = writer.end();
            };
            // Without a thread it is closed here.
            let _ = thread::Builder::new().name("close".into()).spawn(close);
        }
    }

    fn write_observed(&mut self, buffer: &[u8], observer: &dyn Observer) -> io::Result<usize> {
        self.is_synced = false;
        self.writer.write(buffer, observer)
    }

    fn name_it(&mut self) -> io::Result<()> {
        if self.replaces {
            // Its permissions may have been narrowed since this file was begun.
            Access::default().within(&self.target).narrow(self.writer.file())?;
        }
        match &self.place {
            #[cfg(target_os = "linux")]
            Place::Unnamed(path) => {
                let path = path.clone();
                match linux::link(&path, &self.target) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists && self.replaces => {}
                    done => return done,
                }
                let hidden = with_hidden_name(&self.target, |hidden| linux::link(&path, hidden))?.1;
                fs::rename(&hidden, &self.target).inspect_err(|_| remove(&hidden))
            }
            Place::Hidden(path) if self.replaces => fs::rename(path, &self.target),
            Place::Hidden(path) => rename_to_free(path, &self.target),
            Place::Committed => Ok(()),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.write_observed(buffer, &())
    }

    /// Nobody reads it before it is finished.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for ObservedFile<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.file.write_observed(buffer, self.observer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Place::Hidden(path) = &self.place {
            remove(path);
        }
        if !matches!(self.place, Place::Committed) {
            self.close_elsewhere();
        }
    }
}

#[cfg(target_os = "linux")]
fn begin(target: &Path, access: &Access) -> io::Result<(File, Place)> {
    match linux::unnamed(folder_of(target), access.mode(None)) {
        Some((file, path)) => Ok((file, Place::Unnamed(path))),
        None => begin_hidden(target, access),
    }
}

#[cfg(not(target_os = "linux"))]
use begin_hidden as begin;

fn begin_hidden(target: &Path, access: &Access) -> io::Result<(File, Place)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    access.limit(&mut options);
    let (file, hidden) = with_hidden_name(target, |hidden| options.open(hidden))?;
    Ok((file, Place::Hidden(hidden)))
}

/// Renames a file unless something has that name. Where a file system can neither rename so nor link, somebody who comes
/// between the last look and the renaming is not seen.
fn rename_to_free(hidden: &Path, target: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    match linux::rename_to_free(hidden, target) {
        Err(error) if linux::is_unsupported(&error) => {}
        done => return done,
    }
    match fs::hard_link(hidden, target) {
        Ok(()) => {
            remove(hidden);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) if fs::symlink_metadata(target).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(hidden, target),
    }
}

/// Tries hidden names beside the target until one is free.
fn with_hidden_name<T>(
    target: &Path,
    mut make: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    loop {
        let count = COUNTER.fetch_add(1, Ordering::Relaxed);
        let hidden = folder_of(target).join(format!(".{name}.amidst-{}-{count}", process::id()));
        match make(&hidden) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(made) => return Ok((made, hidden)),
        }
    }
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Nothing more can be done if this fails; the error that led here is the one to report.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// A name is safe only when its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

pub(crate) fn explain(name: &str, target: &Path, error: io::Error) -> Error {
    let (file, folder) = (name.to_owned(), folder_of(target).display().to_string());
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Error::MissingFolder { file, folder },
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Error::UnwritableFolder { file, folder }
        }
        _ => Error::write(name, error),
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::unnamed;

#[cfg(target_os = "linux")]
mod linux {
    //! Files without a name.

    use std::{
        fs::File,
        io,
        os::fd::AsRawFd,
        path::{Path, PathBuf},
    };

    use rustix::{
        fs::{AtFlags, CWD, Mode, OFlags, RenameFlags, linkat, open, renameat_with},
        io::Errno,
    };

    /// A file in `folder` that has no name, and a path by which this process can reach it. None if the file system or the
    /// lack of `/proc` does not allow it.
    pub(crate) fn unnamed(folder: &Path, mode: u32) -> Option<(File, PathBuf)> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(mode)).ok()?);
        let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        File::open(&path).is_ok().then_some((file, path))
    }

    /// Gives the file its first name.
    pub(super) fn link(unnamed: &Path, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, unnamed, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    /// Renames unless something has that name.
    pub(super) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
        Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
    }

    /// Whether the file system does not know how.
    pub(super) fn is_unsupported(error: &io::Error) -> bool {
        let unknown = [Errno::INVAL, Errno::NOSYS, Errno::OPNOTSUPP];
        error.raw_os_error().is_some_and(|code| unknown.iter().any(|errno| errno.raw_os_error() == code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLACING: Permit = Permit { replaces: true, access: Access::ANYBODY };

    fn names(folder: &Path) -> Vec<String> {
        let entries =
            fs::read_dir(folder).expect("it exists").map(|entry| entry.expect("readable").file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    /// Whoever opens the name while its file is replaced finds the old one or the new one.
    #[test]
    fn there_is_no_moment_without_a_file() {
        const TIMES: usize = 300;
        let folder = tempfile::tempdir().expect("a place for tests");
        let target = folder.path().join("release.csv");
        fs::write(&target, "first").expect("writable");
        let replaced = AtomicU64::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..TIMES {
                    let mut file = AtomicFile::create(&target, &REPLACING).expect("writable");
                    file.write_all(b"another").expect("writable");
                    file.commit().expect("writable");
                    replaced.fetch_add(1, Ordering::Relaxed);
                }
            });
            while replaced.load(Ordering::Relaxed) < TIMES as u64 {
                assert!(File::open(&target).is_ok(), "a moment without a file");
            }
        });
    }

    /// A pipe cannot be synced: a file whose bytes are not on disk for sure does not get its name.
    #[cfg(unix)]
    #[test]
    fn what_could_not_be_synced_gets_no_name() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let (target, hidden) = (folder.path().join("release.csv"), folder.path().join(".hidden"));
        fs::write(&hidden, "bytes").expect("writable");
        let (_reader, pipe) = io::pipe().expect("pipes");
        let pipe = File::from(std::os::fd::OwnedFd::from(pipe));
        for replaces in [true, false] {
            let file = AtomicFile {
                name: "release.csv".into(),
                target: target.clone(),
                replaces,
                writer: DiskWriter::new(pipe.try_clone().expect("a handle")),
                is_synced: false,
                place: Place::Hidden(hidden.clone()),
            };
            assert!(matches!(file.commit(), Err(Error::Write { .. })));
            assert!(!target.exists());
        }
    }

    #[test]
    fn a_committed_file_has_its_name_and_nothing_else_is_there() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let target = folder.path().join("release.csv");
        for text in ["first", "second, which replaces it"] {
            let mut file = AtomicFile::create(&target, &REPLACING).expect("writable");
            file.write_all(text.as_bytes()).expect("writable");
            let path = file.finish_unnamed(&()).expect("disk has space");
            assert_eq!(fs::read_to_string(path).expect("readable before it has a name"), text);
            file.commit().expect("writable");
            assert_eq!(fs::read_to_string(&target).expect("it is there"), text);
            assert_eq!(names(folder.path()), ["release.csv"]);
        }
    }

    #[test]
    fn a_dropped_file_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let mut file = AtomicFile::create(folder.path().join("release.csv"), &REPLACING).expect("writable");
        file.write_all(b"half").expect("writable");
        file.finish_unnamed(&()).expect("disk has space");
        drop(file);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_hidden_file_is_removed_or_renamed() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let target = folder.path().join("release.csv");
        let hidden = |replaces: bool| {
            let (file, place) = begin_hidden(&target, &Access::default()).expect("writable");
            AtomicFile {
                name: "x".into(),
                target: target.clone(),
                replaces,
                writer: DiskWriter::new(file),
                is_synced: false,
                place,
            }
        };
        let file = hidden(false);
        assert_eq!(names(folder.path()).len(), 1);
        drop(file);
        assert!(names(folder.path()).is_empty());
        let mut file = hidden(false);
        file.write_all(b"whole").expect("writable");
        file.commit().expect("writable");
        assert_eq!(names(folder.path()), ["release.csv"]);
        assert!(matches!(hidden(false).commit(), Err(Error::Appeared { .. })));
        assert_eq!(fs::read(&target).expect("it is there"), b"whole");
        hidden(true).commit().expect("permitted");
        assert_eq!((fs::read(&target).expect("it is there"), names(folder.path()).len()), (Vec::new(), 1));
    }

    #[test]
    fn what_appears_while_a_file_is_written_stays() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let target = folder.path().join("release.csv");
        let mut file = AtomicFile::create(&target, &Permit::default()).expect("writable");
        file.write_all(b"ours").expect("writable");
        fs::write(&target, "theirs").expect("writable");
        let error = file.commit().expect_err("the name is taken");
        assert_eq!(
            error.to_string(),
            format!(
                "{}: a file of this name appeared while this ran, and was left as it is; choose another path, \
                 or overwrite it",
                target.display()
            )
        );
        assert_eq!(fs::read_to_string(&target).expect("it is there"), "theirs");
        assert_eq!(names(folder.path()), ["release.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_gets_to_read_what_they_could_not_before() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a place for tests");
        let [source, target] = ["source.csv", "release.csv"].map(|name| folder.path().join(name));
        let set = |path: &Path, mode: u32| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
        };
        let written = |permit: &Permit| {
            AtomicFile::create(&target, permit).expect("writable").commit().expect("writable");
            fs::metadata(&target).expect("it is there").permissions().mode() & 0o777
        };
        fs::write(&source, "").expect("writable");
        set(&source, 0o600);
        let access = Access::default().within(&source);
        assert_eq!(written(&Permit { replaces: false, access }), 0o600);
        assert_eq!(written(&REPLACING), 0o600, "a file that only its owner could read");
        fs::remove_file(&target).expect("it is there");
        let usual = written(&REPLACING);
        set(&target, 0o640);
        assert_eq!(written(&REPLACING), usual & 0o640);
        // Narrowed after the new file was begun.
        let file = AtomicFile::create(&target, &REPLACING).expect("writable");
        set(&target, 0o600);
        file.commit().expect("writable");
        assert_eq!(fs::metadata(&target).expect("it is there").permissions().mode() & 0o777, 0o600);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn until_it_is_committed_the_file_has_no_name() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let file = AtomicFile::create(folder.path().join("release.csv"), &REPLACING).expect("writable");
        if matches!(file.place, Place::Unnamed(_)) {
            assert!(names(folder.path()).is_empty());
        }
    }

    #[cfg(unix)]
    #[test]
    fn behind_a_link_the_file_itself_is_replaced() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let (real, link) = (folder.path().join("real.csv"), folder.path().join("link.csv"));
        fs::write(&real, "old").expect("writable");
        std::os::unix::fs::symlink(&real, &link).expect("links are allowed");
        let mut file = AtomicFile::create(&link, &REPLACING).expect("writable");
        file.write_all(b"new").expect("writable");
        file.commit().expect("writable");
        assert_eq!(fs::read_to_string(&real).expect("it is there"), "new");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    }

    #[test]
    fn targets_that_cannot_be_are_refused_in_words() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let here = folder.path().display().to_string();
        let error = AtomicFile::create(folder.path(), &REPLACING).expect_err("a folder");
        assert_eq!(error.to_string(), format!("{here}: this is a folder; name a file in it"));
        let error =
            AtomicFile::create(folder.path().join("no/a.csv"), &REPLACING).expect_err("no such folder");
        assert_eq!(
            error.to_string(),
            format!("{here}/no/a.csv: the folder \"{here}/no\" does not exist; create it first")
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn folders_that_do_not_let_us_in_and_devices_are_refused_in_words() {
        let error = AtomicFile::create("/sys/a.csv", &REPLACING).expect_err("nobody may write there");
        assert_eq!(
            error.to_string(),
            "/sys/a.csv: no permission to write in the folder \"/sys\"; \
             choose another folder or change its permissions"
        );
        let error = AtomicFile::create("/dev/null", &REPLACING).expect_err("a device");
        assert_eq!(error.to_string(), "/dev/null: not a regular file; use - for standard output");
    }

    #[test]
    fn a_full_disk_is_named() {
        let error = Error::write("release.csv", io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(
            error.to_string(),
            "release.csv: the disk is full; nothing was written. Free some space and run again"
        );
    }
}
