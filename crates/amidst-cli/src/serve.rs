//! `amidst serve`: the web app, from the same program.

use std::process::{Command, ExitCode, Stdio};

use amidst_server::{ServeOptions, Server};
use anyhow::anyhow;
use clap::Args;

use crate::{format, print};

#[derive(Args)]
pub struct Serve {
    /// The port on 127.0.0.1; any that is free if not given.
    #[arg(long, default_value_t = 0, hide_default_value = true, value_name = "N")]
    pub port: u16,
    /// Do not open a browser.
    #[arg(long)]
    pub no_open: bool,
    /// The largest file that is taken.
    #[arg(long, default_value = "8G", value_name = "SIZE")]
    pub max_upload: String,
}

/// Runs the command until it is interrupted.
pub fn run(args: &Serve) -> anyhow::Result<ExitCode> {
    let options = ServeOptions { port: args.port, max_upload: format::bytes(&args.max_upload)? as u64 };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime
        .block_on(async {
            let server = Server::bind(options).await.map_err(|error| {
                anyhow!(
                    "port {} of 127.0.0.1 cannot be served ({error}); choose another with --port",
                    args.port
                )
            })?;
            let address = server.address();
            print(&format!("{address}\n"))?;
            if !args.no_open {
                open(&address);
            }
            Ok(server.run(interrupted()).await?)
        })
        .map(|()| ExitCode::SUCCESS)
}

/// Ends when somebody presses Ctrl-C or the system asks the program to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a handler there is nothing to wait for, and the system ends the program.
    let _ = tokio::signal::ctrl_c().await;
}

/// Asks the system for a browser. The address is printed, so that nothing is lost where there is none.
fn open(address: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = Command::new(opener).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
