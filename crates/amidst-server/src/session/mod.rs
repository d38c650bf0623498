//! Sessions: what one browser works on, apart from every other. Each has a name that cannot be guessed and a folder of its own.

mod confined;
mod file_name;
mod history;
mod jobs;
mod laid;
mod released;
mod tables;

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use amidst::Spec;
use amidst_table::Table;
use axum::http::StatusCode;
use serde_json::Value;

use crate::{
    error::{Refused, Result},
    job::{JobHandle, Kind},
    token::Token,
};

pub use confined::{check as check_confined, resolved};
pub use file_name::FileName;
pub use history::History;
pub use jobs::Jobs;
pub use laid::{ClassSizes, LaidColumn, class_sizes};
pub use released::Released;
pub use tables::{CrossTable, Page, ValueCounts, counts, cross, first_page, page, read};

/// So many browsers work at once.
const MOST_SESSIONS: usize = 64;

/// All sessions of a server.
pub struct Sessions {
    folder: PathBuf,
    all: Mutex<HashMap<String, Arc<Session>>>,
}

/// What one browser works on.
pub struct Session {
    /// Its name.
    pub id: String,
    /// Where its files are.
    folder: PathBuf,
    state: Mutex<State>,
}

/// What changes about a session.
#[derive(Default)]
pub struct State {
    /// The spec and what it was.
    pub history: History,
    /// The table, once it was handed over.
    pub table: Option<FileName>,
    /// Everything that was handed over.
    pub files: BTreeSet<FileName>,
    /// What runs and what ran.
    pub jobs: Jobs,
    /// The table in codes, once it was read.
    pub source: Option<Arc<Table>>,
    /// What a first look at it found.
    pub profile: Option<Value>,
    /// Columns under hierarchies, by name and by what the spec says of them.
    pub laid: HashMap<(String, String), Arc<LaidColumn>>,
    /// The last release.
    pub released: Option<Arc<Released>>,
}

impl Sessions {
    /// None yet; their folders will lie in this one.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), all: Mutex::default() }
    }

    /// Begins a session.
    pub fn begin(&self) -> Result<Arc<Session>> {
        let mut all = lock(&self.all);
        if all.len() >= MOST_SESSIONS {
            return Err(Refused::new(StatusCode::TOO_MANY_REQUESTS, "too many sessions; end one of them"));
        }
        let id = Token::draw()?.text().to_owned();
        let folder = self.folder.join(&id);
        for part in [folder.clone(), folder.join("files"), folder.join("released")] {
            fs::create_dir(part)?;
        }
        let session = Arc::new(Session { id: id.clone(), folder, state: Mutex::default() });
        all.insert(id, Arc::clone(&session));
        Ok(session)
    }

    /// A session by its name.
    pub fn find(&self, id: &str) -> Result<Arc<Session>> {
        lock(&self.all).get(id).cloned().ok_or_else(|| Refused::not_found("there is no such session"))
    }

    /// Ends a session: its jobs are cancelled and its files removed.
    pub fn end(&self, id: &str) -> Result<()> {
        let session = self.find(id)?;
        lock(&self.all).remove(id);
        session.state().jobs.cancel_all();
        Ok(fs::remove_dir_all(&session.folder)?)
    }

    /// Cancels whatever runs.
    pub fn cancel_all(&self) {
        lock(&self.all).values().for_each(|session| session.state().jobs.cancel_all());
    }
}

impl State {
    /// A job that is about to begin, with the spec as it is now.
    pub fn new_job(&mut self, kind: Kind) -> Arc<JobHandle> {
        let job = Arc::new(JobHandle::new(self.jobs.next_id(), kind, self.history.revision()));
        self.jobs.add(Arc::clone(&job));
        job
    }
}

impl Session {
    /// What changes about it. Held for a moment only: never while something is read or computed.
    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Where files are that the browser handed over.
    pub fn files(&self) -> PathBuf {
        self.folder.join("files")
    }

    /// A new folder for a release.
    pub fn release_folder(&self) -> Result<PathBuf> {
        let folder = self.folder.join("released").join(&Token::draw()?.text()[..16]);
        fs::create_dir(&folder)?;
        Ok(folder)
    }

    /// The spec as the program runs it: confined to the session, reading its files, writing into a folder.
    pub fn runnable(&self, written: &Path) -> Result<Spec> {
        let spec = self.state().history.spec()?;
        let spec = spec.ok_or_else(|| Refused::too_early("there is no spec yet; hand a table over first"))?;
        check_confined(&spec, &self.files())?;
        Ok(resolved(&spec, &self.files(), written))
    }

    /// Takes a spec that is confined to the session.
    pub fn change(&self, spec: &Spec) -> Result<()> {
        check_confined(spec, &self.files())?;
        let toml = spec.to_toml();
        Spec::from_toml(&toml)?;
        self.state().history.push(toml);
        Ok(())
    }

    /// The table in codes.
    pub fn source(&self) -> Result<Arc<Table>> {
        let unread = || Refused::too_early("the table is being read");
        self.state().source.clone().ok_or_else(unread)
    }

    /// The last release.
    pub fn released(&self) -> Result<Arc<Released>> {
        let none = || Refused::too_early("nothing was released yet");
        self.state().released.clone().ok_or_else(none)
    }
}

/// A lock that a panic elsewhere does not close: what it guards is changed in single steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
