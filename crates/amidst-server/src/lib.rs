//! The web app: what the command line does, in a browser on the same machine.
//!
//! One process listens on loopback only. Everything it serves lies below a random token in the address; `gate` refuses whoever
//! does not have it, and every request that another page or another host's name sent. A browser works in a session of its own
//! (`session`): a private folder, and a spec with its history. The spec is the whole state: screens edit it, and the command line
//! runs it. What takes long is a job (`job`, `work`) that is watched and can be cancelled. Nothing can be downloaded but what `amidst::Job`
//! released and audited. `api` is what the pages ask; it describes itself as OpenAPI.

mod api;
mod app;
mod assets;
mod error;
mod gate;
mod job;
mod session;
mod token;
mod work;

use std::{
    future::Future,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use tempfile::TempDir;
use tokio::net::TcpListener;

use app::App;
use session::Sessions;
use token::Token;

pub use app::ServeOptions;

/// A new folder for files that only its owner may see.
fn private_folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("amidst-serve-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder.tempdir()
}

/// A server that listens, and whose address is known.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: Token,
    /// Everything that browsers hand over lies below; it is removed when this is dropped.
    folder: TempDir,
    options: ServeOptions,
}

impl Server {
    /// Listens on loopback, with a new token and an empty private folder.
    ///
    /// # Errors
    /// If the port is taken, or there is no place for the folder.
    pub async fn bind(options: ServeOptions) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, token: Token::draw()?, folder: private_folder()?, options })
    }

    /// What to open in a browser. Whoever knows it may do everything.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.address, self.token.text())
    }

    /// Serves until `end` comes to its end; then cancels every job and removes what browsers handed over.
    ///
    /// # Errors
    /// If the listener fails.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Self { listener, address, token, folder, options } = self;
        let app = Arc::new(App { token, address, sessions: Sessions::new(folder.path()), options });
        let router = api::router(Arc::clone(&app));
        let served = tokio::select! {
            served = axum::serve(listener, router).into_future() => served,
            () = end => Ok(()),
        };
        app.sessions.cancel_all();
        folder.close().and(served)
    }
}
