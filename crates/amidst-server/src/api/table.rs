//! The table and its release as screens show them: handed over, profiled, page by page, value by value.

use std::sync::Arc;

use amidst::spec::Input;
use amidst_core::Coded;
use amidst_table::Table;
use axum::{
    Json,
    body::Body,
    extract::{Path, Query, State},
    http::HeaderMap,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{files::store, sessions::SessionView};
use crate::{
    app::App,
    error::{Refused, Result},
    job::Kind,
    session::{self, CrossTable, FileName, Page, Session, ValueCounts},
    work,
};

/// The most rows of a page, and the most values of a column, that are told at once.
const MOST_ROWS: usize = 500;
const MOST_VALUES: usize = 200;

/// The file that is handed over.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Named {
    /// Its name, such as `patients.csv`.
    name: String,
}

/// Which of the two tables is meant.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The table that was handed over.
    #[default]
    Table,
    /// The last release.
    Release,
}

/// Some rows of a table.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Rows {
    /// Of which.
    #[serde(default)]
    of: Which,
    /// Rows before the first.
    #[serde(default)]
    offset: usize,
    /// How many.
    limit: usize,
}

/// A column of a table.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OfColumn {
    /// Of which.
    #[serde(default)]
    of: Which,
    /// Its name.
    column: String,
    /// How many values.
    most: usize,
}

/// Two columns of a table.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OfColumns {
    /// Of which.
    #[serde(default)]
    of: Which,
    /// The first.
    first: String,
    /// The second.
    second: String,
    /// How many values of each.
    most: usize,
}

/// Takes a table; another spec begins, and a first look at it.
pub async fn upload(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Query(Named { name }): Query<Named>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<SessionView>> {
    let session = app.sessions.find(&session)?;
    let name = FileName::parse(&name)?;
    store(&session.files().join(name.as_str()), &headers, body, app.options.max_upload).await?;
    {
        let mut state = session.state();
        state.jobs.clear();
        state.history.clear();
        state.laid.clear();
        (state.source, state.profile, state.released) = (None, None, None);
        state.files.insert(name.clone());
        state.table = Some(name);
    }
    work::begin(&session, Kind::Profile)?;
    SessionView::of(&session).map(Json)
}

/// What a first look found.
pub async fn profile(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
) -> Result<Json<Value>> {
    let profile = app.sessions.find(&session)?.state().profile.clone();
    profile.map(Json).ok_or_else(|| Refused::too_early("the table is being read"))
}

/// A page of rows. The first is there before the table was read.
pub async fn rows(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Query(Rows { of, offset, limit }): Query<Rows>,
) -> Result<Json<Page>> {
    let session = app.sessions.find(&session)?;
    let limit = limit.min(MOST_ROWS);
    aside(move || match (table(&session, of), of) {
        (Err(_), Which::Table) if offset == 0 => {
            let name = session.state().table.clone();
            let name = name.ok_or_else(|| Refused::too_early("hand a table over first"))?;
            let path = session.files().join(name.as_str()).display().to_string();
            Ok(session::first_page(&Input { path, ..Input::default() }, limit)?)
        }
        (table, _) => Ok(session::page(&*table?, offset, limit)),
    })
    .await
}

/// The values of a column.
pub async fn values(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Query(OfColumn { of, column, most }): Query<OfColumn>,
) -> Result<Json<ValueCounts>> {
    let session = app.sessions.find(&session)?;
    aside(move || {
        let table = table(&session, of)?;
        Ok(session::counts(coded(&table, &column)?, most.min(MOST_VALUES)))
    })
    .await
}

/// Two columns against each other.
pub async fn cross(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Query(OfColumns { of, first, second, most }): Query<OfColumns>,
) -> Result<Json<CrossTable>> {
    let session = app.sessions.find(&session)?;
    aside(move || {
        let table = table(&session, of)?;
        Ok(session::cross(coded(&table, &first)?, coded(&table, &second)?, most.min(MOST_VALUES)))
    })
    .await
}

fn table(session: &Session, of: Which) -> Result<Arc<Table>> {
    match of {
        Which::Table => session.source(),
        Which::Release => Ok(Arc::clone(&session.released()?.table)),
    }
}

/// A column in codes.
pub fn coded<'a>(table: &'a Table, name: &str) -> Result<&'a Coded> {
    let column = table.column(name).and_then(|column| column.coded());
    column.ok_or_else(|| Refused::not_found("the table has no such column"))
}

/// Counts beside the requests, so that none waits for another.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<Json<T>> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refused::bad("the request could not be answered"))).map(Json)
}
