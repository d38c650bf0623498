//! The pages: the front end of `web/`, which the build script put together, or a page that says how to.

use axum::{
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};

use crate::error::{Refused, Result};

/// Every file of the front end: its path, and what it holds.
const PAGES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The first page.
pub async fn index() -> Result<Response> {
    page("index.html")
}

/// A script, a style or a picture of it.
pub async fn asset(Path((_, path)): Path<(String, String)>) -> Result<Response> {
    page(&format!("assets/{path}"))
}

fn page(path: &str) -> Result<Response> {
    let found = PAGES.iter().find(|(name, _)| *name == path);
    let (_, bytes) = found.ok_or_else(|| Refused::not_found("there is no such page"))?;
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    Ok(([(header::CONTENT_TYPE, kind)], *bytes).into_response())
}
