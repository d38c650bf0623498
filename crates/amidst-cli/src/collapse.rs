//! `amidst collapse`: a table becomes a file that holds what a search needs of it, and nothing else.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use amidst::{
    Job,
    advanced::{files::Guard, quoted},
    stages::Collapsed,
};
use clap::Args;
use serde_json::json;

use crate::{
    format,
    job_args::{self, JobArgs},
    print,
    progress::{Progress, ShownTo},
};

#[derive(Args)]
pub struct Collapse {
    #[command(flatten)]
    job: JobArgs,
    /// Where to write the collapsed table. It is personal data, and nobody but you may read it.
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
pub fn run(args: &Collapse) -> anyhow::Result<ExitCode> {
    let spec = job_args::spec(&args.job)?;
    let memory = args.job.memory_limit.as_deref().map(format::bytes).transpose()?;
    let target = Guard::new(spec.inputs(), args.force)
        .with_secrets(spec.key_files())
        .target("collapsed table", &args.output)?;
    let progress = Progress::new(ShownTo::new(args.quiet, args.job.progress))?;
    let folder = args.output.parent().unwrap_or(Path::new(""));
    let collapsed = Job::new(spec).with_memory(memory).collapse(folder, &progress)?;
    drop(progress);
    let path = collapsed.write(&target)?;
    tell(&collapsed, &path, args.json, args.quiet)
}

/// Says what a collapsed table holds, and where it is.
pub fn tell(collapsed: &Collapsed, path: &str, is_json: bool, is_quiet: bool) -> anyhow::Result<ExitCode> {
    let columns = collapsed.held_columns()?;
    let (rows, tuples) = (collapsed.rows(), collapsed.tuples());
    if is_json {
        let output = json!({ "path": path });
        let mut told =
            json!({ "version": 1, "rows": rows, "tuples": tuples, "columns": columns, "output": output });
        if let Some(parts) = collapsed.parts() {
            told["parts"] = parts.into();
        }
        return print(&format!("{told}\n"));
    }
    if is_quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let parts = match collapsed.parts() {
        Some(parts) if parts > 1 => format!(", read in {parts} parts"),
        _ => String::new(),
    };
    print(&format!(
        "{} in {} of {}{parts}.\nWritten: {path}\nIt holds values of people and how often they occur together: it is personal data, like \
         the table.\n",
        format::counted(rows, "row", "rows"),
        format::counted(tuples as u64, "distinct tuple", "distinct tuples"),
        quoted(&columns)
    ))
}
