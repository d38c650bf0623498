//! What takes long: jobs that run beside the requests, tell how far they are, can be cancelled, and keep their answer until the
//! browser asks for it. A page that is loaded anew finds them again. What they do is in `work`.

mod watch;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Refused, Result};

pub use watch::{Progress, Watch};

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A first look at the table.
    Profile,
    /// Every candidate: the judged lattice.
    Explore,
    /// A release, audited.
    Release,
    /// The risk of the table as it stands.
    RiskOfTable,
    /// The risk of the release.
    RiskOfRelease,
    /// What was lost between the two.
    Utility,
    /// What an attacker learns from the release.
    Attack,
}

/// A job and how it ended, if it did.
pub struct JobHandle {
    /// Its number in its session.
    pub id: u64,
    /// What it does.
    pub kind: Kind,
    /// The change of the spec that it works with.
    revision: u64,
    begun: Instant,
    watch: Watch,
    ended: Mutex<Option<Ended>>,
}

struct Ended {
    state: JobState,
    seconds: f64,
    answer: Value,
}

/// How a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    /// It runs.
    Running,
    /// It has an answer.
    Done,
    /// It could not run.
    Failed,
    /// Somebody ended it.
    Cancelled,
}

/// A job as a browser sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JobView {
    /// Its number.
    pub id: u64,
    /// What it does.
    pub kind: Kind,
    /// The change of the spec that it works with; older than the session's if the spec was changed since.
    pub revision: u64,
    /// How it is.
    pub state: JobState,
    /// How long it has run.
    pub seconds: f64,
    /// How far it is.
    pub progress: Progress,
    /// Its answer, or why it could not run; only where one job is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
}

impl JobHandle {
    /// A job that has not begun.
    pub fn new(id: u64, kind: Kind, revision: u64) -> Self {
        Self { id, kind, revision, begun: Instant::now(), watch: Watch::default(), ended: Mutex::default() }
    }

    /// Does its work, and keeps what comes of it. A panic ends the job, not the server.
    pub fn run(&self, work: impl FnOnce(&Watch) -> Result<Value>) {
        let broken = |_| Err(Refused::internal());
        let answer = catch_unwind(AssertUnwindSafe(|| work(&self.watch))).unwrap_or_else(broken);
        let (state, answer) = match answer {
            Ok(answer) => (JobState::Done, answer),
            Err(_) if self.watch.is_cancelled() => (JobState::Cancelled, Value::Null),
            Err(refused) => (JobState::Failed, refused.value()),
        };
        *self.lock() = Some(Ended { state, seconds: self.begun.elapsed().as_secs_f64(), answer });
    }

    /// Ends it and leaves nothing.
    pub fn cancel(&self) {
        self.watch.cancel();
    }

    /// Ends a search with the best so far.
    pub fn finish(&self) {
        self.watch.finish();
    }

    /// How it is, without its answer.
    pub fn view(&self) -> JobView {
        let ended = self.lock();
        let now = || self.begun.elapsed().as_secs_f64();
        JobView {
            id: self.id,
            kind: self.kind,
            revision: self.revision,
            state: ended.as_ref().map_or(JobState::Running, |ended| ended.state),
            seconds: ended.as_ref().map_or_else(now, |ended| ended.seconds),
            progress: self.watch.progress(),
            answer: None,
        }
    }

    /// The same with its answer.
    pub fn answered(&self) -> JobView {
        let view = self.view();
        JobView { answer: self.lock().as_ref().map(|ended| ended.answer.clone()), ..view }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Ended>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
