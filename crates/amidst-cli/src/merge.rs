//! `amidst merge`: collapsed tables of parts become that of the whole.

use std::{path::PathBuf, process::ExitCode};

use amidst::{advanced::files::Guard, stages::Collapsed};
use clap::Args;

use crate::collapse::tell;

#[derive(Args)]
pub struct Merge {
    /// Collapsed tables, made by one spec; their order does not matter.
    #[arg(required = true, value_name = "COLLAPSED")]
    parts: Vec<PathBuf>,
    /// Where to write the merged one. It is personal data, and nobody but you may read it.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: PathBuf,
    /// Print the result as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print nothing but errors.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
    /// Overwrite a file that exists.
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Runs the command.
pub fn run(args: &Merge) -> anyhow::Result<ExitCode> {
    let target = Guard::new(&args.parts, args.force).target("collapsed table", &args.output)?;
    let mut parts = args.parts.iter();
    let first = Collapsed::read(parts.next().expect("one at least is required"))?;
    let merged = parts.try_fold(first, |merged, part| merged.merge(Collapsed::read(part)?))?;
    let path = merged.write(&target)?;
    tell(&merged, &path, args.json, args.quiet)
}
