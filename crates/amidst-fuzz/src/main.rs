//! `cargo xtask fuzz`: see the library.

use std::{env, process::ExitCode};

use amidst_fuzz::{doors, options::Options, parent};

fn main() -> ExitCode {
    let outcome = Options::read(env::args().skip(1)).and_then(|options| parent::run(&options));
    doors::clean_up();
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
