//! What every request may look at.

use std::net::SocketAddr;

use crate::{session::Sessions, token::Token};

/// How the web app is served.
#[derive(Clone, Copy, Debug)]
pub struct ServeOptions {
    /// The port on loopback; 0 takes any that is free.
    pub port: u16,
    /// The most bytes of one file that a browser may hand over.
    pub max_upload: u64,
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self { port: 0, max_upload: 8 << 30 }
    }
}

/// What every request may look at.
pub struct App {
    /// What every address lies below.
    pub token: Token,
    /// Where the server listens.
    pub address: SocketAddr,
    /// One for every browser.
    pub sessions: Sessions,
    /// How it is served.
    pub options: ServeOptions,
}
