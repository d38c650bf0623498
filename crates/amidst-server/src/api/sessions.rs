//! Sessions: begun, shown and ended.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    app::App,
    error::Result,
    job::JobView,
    session::{Released, Session},
};

/// A session as a browser sees it: the spec, and all that goes with it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SessionView {
    /// Its name.
    pub id: String,
    /// The table that was handed over.
    pub table: Option<String>,
    /// Everything that was handed over.
    pub files: Vec<String>,
    /// The spec, as the JSON schema of specs has it.
    pub spec: Option<Value>,
    /// The same as the text that the command line runs.
    pub toml: Option<String>,
    /// Which change this is.
    pub revision: u64,
    /// Whether a change can be taken back.
    pub can_undo: bool,
    /// Whether one that was taken back can be made again.
    pub can_redo: bool,
    /// Whether the table was read.
    pub is_read: bool,
    /// What runs and what ran, oldest first, without answers.
    pub jobs: Vec<JobView>,
    /// The last release, if there is one.
    pub released: Option<ReleasedView>,
}

/// A release as a browser sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReleasedView {
    /// What the job found, in numbers, as the command line has it.
    pub summary: Value,
    /// What can be downloaded.
    pub files: Vec<Value>,
}

impl SessionView {
    /// How a session is now.
    pub fn of(session: &Session) -> Result<Self> {
        let state = session.state();
        let spec = state.history.spec()?;
        Ok(Self {
            id: session.id.clone(),
            table: state.table.as_ref().map(ToString::to_string),
            files: state.files.iter().map(ToString::to_string).collect(),
            spec: spec.map(|spec| serde_json::to_value(spec).expect("its keys are texts")),
            toml: state.history.toml().map(str::to_owned),
            revision: state.history.revision(),
            can_undo: state.history.can_undo(),
            can_redo: state.history.can_redo(),
            is_read: state.source.is_some(),
            jobs: state.jobs.iter().map(|job| job.view()).collect(),
            released: state.released.as_deref().map(released),
        })
    }
}

fn released(released: &Released) -> ReleasedView {
    let files = released.files().iter();
    ReleasedView {
        summary: released.summary().clone(),
        files: files.map(|file| serde_json::to_value(file).expect("its keys are texts")).collect(),
    }
}

/// Begins a session.
pub async fn begin(State(app): State<Arc<App>>) -> Result<Json<SessionView>> {
    SessionView::of(&*app.sessions.begin()?).map(Json)
}

/// Shows a session.
pub async fn show(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
) -> Result<Json<SessionView>> {
    SessionView::of(&*app.sessions.find(&session)?).map(Json)
}

/// Ends a session and removes its files.
pub async fn end(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
) -> Result<Json<Value>> {
    app.sessions.end(&session)?;
    Ok(Json(Value::Null))
}
