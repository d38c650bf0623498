//! What the pages ask: short handlers over sessions and jobs. [`operations`] lists them all, for the router's test and for OpenAPI.

mod catalog;
mod files;
mod hierarchy;
mod jobs;
mod openapi;
mod operations;
mod sessions;
mod spec;
mod table;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::from_fn_with_state,
    routing::{get, post, put},
};

use crate::{app::App, assets, gate};

/// The most bytes of a question in JSON: specs hold trees of values.
const LARGEST_QUESTION: usize = 16 << 20;

/// Everything that is served, below the token.
pub fn router(app: Arc<App>) -> Router {
    let of_session = Router::new()
        .route("/", get(sessions::show).delete(sessions::end))
        .route("/table", put(table::upload))
        .route("/profile", get(table::profile))
        .route("/rows", get(table::rows))
        .route("/values", get(table::values))
        .route("/cross", get(table::cross))
        .route("/files/{name}", put(files::upload))
        .route("/spec", put(spec::change))
        .route("/undo", post(spec::undo))
        .route("/redo", post(spec::redo))
        .route("/hierarchy", post(hierarchy::build))
        .route("/classes", post(hierarchy::classes))
        .route("/jobs", post(jobs::begin))
        .route("/jobs/{job}", get(jobs::show))
        .route("/jobs/{job}/cancel", post(jobs::cancel))
        .route("/jobs/{job}/finish", post(jobs::finish))
        .route("/released/{name}", get(files::download));
    let api = Router::new()
        .route("/openapi.json", get(openapi::show))
        .route("/catalog", get(catalog::show))
        .route("/sessions", post(sessions::begin))
        .nest("/sessions/{session}", of_session);
    let pages = Router::new().route("/assets/{*path}", get(assets::asset)).nest("/api", api);
    Router::new()
        .route("/{token}/", get(assets::index))
        .nest("/{token}", pages)
        .layer(DefaultBodyLimit::max(LARGEST_QUESTION))
        .layer(from_fn_with_state(Arc::clone(&app), gate::gate))
        .with_state(app)
}
