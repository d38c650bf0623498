//! The spec: changed as JSON or as text, taken back, made again.

use std::sync::Arc;

use amidst::Spec;
use axum::{
    Json,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::sessions::SessionView;
use crate::{
    app::App,
    error::{Refused, Result},
    session::History,
};

/// A new spec, in one of its forms.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecChange {
    /// As JSON.
    pub spec: Option<Value>,
    /// As the text that the command line runs.
    pub toml: Option<String>,
}

/// Takes a new spec.
pub async fn change(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Json(change): Json<SpecChange>,
) -> Result<Json<SessionView>> {
    let session = app.sessions.find(&session)?;
    let spec = match (change.spec, change.toml) {
        (Some(json), None) => {
            let spec: Spec = serde_json::from_value(json).map_err(|error| {
                Refused::bad(&format!(
                    "the spec cannot be read: {}",
                    amidst::spec::describe(&error.to_string())
                ))
            })?;
            spec
        }
        (None, Some(toml)) => Spec::from_toml(&toml)?,
        _ => return Err(Refused::bad("give the spec as spec or as toml")),
    };
    session.change(&spec)?;
    SessionView::of(&session).map(Json)
}

/// Takes the last change back.
pub async fn undo(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
) -> Result<Json<SessionView>> {
    step(&app, &session, History::undo)
}

/// Makes a change again that was taken back.
pub async fn redo(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
) -> Result<Json<SessionView>> {
    step(&app, &session, History::redo)
}

fn step(app: &App, session: &str, step: fn(&mut History)) -> Result<Json<SessionView>> {
    let session = app.sessions.find(session)?;
    step(&mut session.state().history);
    SessionView::of(&session).map(Json)
}
