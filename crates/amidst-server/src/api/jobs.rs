//! Jobs: begun, watched, ended.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    app::App,
    error::Result,
    job::{JobHandle, JobView, Kind},
    work,
};

/// A job to begin.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// What it does. One of the same kind that still runs is cancelled.
    kind: Kind,
}

/// Begins a job.
pub async fn begin(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Json(Begin { kind }): Json<Begin>,
) -> Result<Json<JobView>> {
    let session = app.sessions.find(&session)?;
    Ok(Json(work::begin(&session, kind)?.view()))
}

/// Shows a job, with its answer once it has one.
pub async fn show(
    State(app): State<Arc<App>>,
    Path((_, session, job)): Path<(String, String, u64)>,
) -> Result<Json<JobView>> {
    Ok(Json(find(&app, &session, job)?.answered()))
}

/// Ends a job and leaves nothing.
pub async fn cancel(
    State(app): State<Arc<App>>,
    Path((_, session, job)): Path<(String, String, u64)>,
) -> Result<Json<JobView>> {
    let job = find(&app, &session, job)?;
    job.cancel();
    Ok(Json(job.view()))
}

/// Ends a search with the best so far.
pub async fn finish(
    State(app): State<Arc<App>>,
    Path((_, session, job)): Path<(String, String, u64)>,
) -> Result<Json<JobView>> {
    let job = find(&app, &session, job)?;
    job.finish();
    Ok(Json(job.view()))
}

fn find(app: &App, session: &str, job: u64) -> Result<Arc<JobHandle>> {
    app.sessions.find(session)?.state().jobs.find(job)
}
