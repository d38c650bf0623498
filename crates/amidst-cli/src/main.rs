//! The command line of amidst: arguments in, words and exit codes out. Every decision is the library's.

mod advice;
mod anonymize;
mod apply;
mod args;
mod attack;
mod check;
mod collapse;
mod command;
mod compare;
mod demo;
mod explain;
mod format;
mod hierarchy;
mod init;
mod job_args;
mod list;
mod merge;
mod progress;
mod report_args;
mod respondent;
mod risk;
#[cfg(feature = "serve")]
mod serve;
mod sign;
mod solutions;
mod solve;
mod spec_defaults;
mod sweep;
mod verify;

use std::{io::Write, process::ExitCode};

use amidst::{ErrorCode, advanced::error::json};
use clap::{CommandFactory, Parser};
use command::{Cli, Command};

/// The target is not met.
const NOT_MET: u8 = 1;
/// The program could not run.
const COULD_NOT_RUN: u8 = 2;
/// Somebody pressed Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let json = cli.command.is_json();
    match run(cli) {
        Ok(code) => code,
        Err(error) => refused(error, json),
    }
}

/// Says why a command could not run.
fn refused(error: anyhow::Error, is_json: bool) -> ExitCode {
    let of_io = |error: anyhow::Error| error.downcast::<amidst::io::Error>().map(amidst::Error::from);
    match error.downcast::<amidst::Error>().or_else(of_io) {
        Ok(error) => {
            if is_json {
                failed(&error.to_json_in(advice::describe));
            }
            error.all().for_each(|fault| complain(&advice::describe(fault)));
            ExitCode::from(if matches!(error, amidst::Error::Aborted(_)) {
                INTERRUPTED
            } else {
                COULD_NOT_RUN
            })
        }
        // What the command line says itself is about flags.
        Err(error) => {
            if is_json {
                failed(&json(ErrorCode::BadFlag, &error.to_string()));
            }
            complain(&error.to_string());
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

/// What the command line lacks or does not know. Help is no error.
fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && std::env::args_os().any(|word| word == "--json") {
        let message = error.render().to_string();
        let told = message.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
        failed(&json(ErrorCode::Usage, &format::in_one_line(told)));
    }
    error.exit()
}

/// Prints why a command could not run; if nobody reads it, the exit code speaks.
fn failed(json: &str) {
    let _ = std::io::stdout().write_all(format!("{json}\n").as_bytes());
}

/// Runs a command, on threads of its own if it is said how many.
fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let Some(threads) = cli.threads else { return command(cli.command) };
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads.min(amidst::advanced::MOST_THREADS)).build()?;
    pool.install(|| command(cli.command))
}

fn command(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Init(args) => init::run(&args),
        Command::Anonymize(args) => anonymize::run(&args),
        Command::Apply(args) => apply::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Risk(args) => risk::run(&args),
        Command::Attack(args) => attack::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Solutions(args) => solutions::run(&args),
        Command::Sweep(args) => sweep::run(*args),
        Command::Collapse(args) => collapse::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Sign(args) => sign::sign(&args),
        Command::Keygen(args) => sign::keygen(&args),
        Command::Hierarchy(args) => hierarchy::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::List(args) => list::run(&args),
        Command::Schema => print(&format!("{:#}\n", amidst::Spec::schema())),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "amidst", &mut script);
            print(&String::from_utf8(script)?)
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            print(&String::from_utf8(page)?)
        }
    }
}

/// Prints to standard output; a reader that went away is no error.
fn print(text: &str) -> anyhow::Result<ExitCode> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(amidst::Error::Stdout(error).into())
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Says on standard error what is wrong.
fn complain(message: &str) {
    tell(&format!("amidst: {message}\n"));
}

/// Writes to standard error. If that fails there is nobody left to tell; the exit code speaks.
fn tell(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
