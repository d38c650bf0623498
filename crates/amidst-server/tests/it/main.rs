//! The server as a browser, or somebody else, meets it.

mod api;
mod gate;
mod sessions;
mod support;
