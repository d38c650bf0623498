//! `amidst solutions`: every minimal node, or the judged lattice, as a table, JSON, CSV or a drawing.

mod render;
mod working;

use std::{path::PathBuf, process::ExitCode};

use amidst::{
    Job,
    solutions::{Files, Solutions, SolutionsAnswer, SolutionsOptions},
};
use clap::Args;

use crate::{
    NOT_MET,
    advice::note,
    complain, format,
    job_args::{self, JobArgs},
    print,
    progress::{Progress, ShownTo},
};

/// The words of `amidst solutions`.
#[derive(Args)]
pub struct SolutionsArgs {
    #[command(flatten)]
    job: JobArgs,
    /// List every node that was judged, not only the minimal ones; those pruned too, in lattices of up to 100,000 nodes.
    #[arg(long, help_heading = "Output")]
    all: bool,
    /// Show the distance vectors between outliers and tuples, by row numbers; up to 200 outliers.
    #[arg(long, conflicts_with = "csv", help_heading = "Working")]
    matrix: bool,
    /// Show what these vectors say about where solutions lie.
    #[arg(long, conflicts_with = "csv", help_heading = "Working")]
    bounds: bool,
    /// Show the steps of the search: of samarati, samarati-matrix or incognito.
    #[arg(long, conflicts_with = "csv", help_heading = "Working")]
    trace: bool,
    /// Go up one way: these columns one after the other to their tops, or one step where named again later; then the rest.
    #[arg(
        long,
        value_name = "COLUMNS",
        value_delimiter = ',',
        conflicts_with = "csv",
        help_heading = "Working"
    )]
    path: Option<Vec<String>>,
    /// Print JSON.
    #[arg(long, conflicts_with = "csv", help_heading = "Output")]
    pub json: bool,
    /// Print CSV, one line per node.
    #[arg(long, help_heading = "Output")]
    csv: bool,
    /// Draw the lattice into this file; up to 200 nodes.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Write to this file instead of printing.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Overwrite files that exist.
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Runs the command.
pub fn run(args: &SolutionsArgs) -> anyhow::Result<ExitCode> {
    let spec = job_args::spec(&args.job)?;
    let memory = args.job.memory_limit.as_deref().map(format::bytes).transpose()?;
    let output = args.output.as_deref().filter(|path| path.as_os_str() != "-");
    let wanted_files = [("list of solutions", output), ("drawing", args.svg.as_deref())];
    let wanted_files: Vec<_> =
        wanted_files.into_iter().filter_map(|(what, path)| Some((what, path?))).collect();
    let files = Files::check(&wanted_files, &spec, args.force)?;
    let wanted = SolutionsOptions {
        nodes: args.all,
        all_satisfying: false,
        drawing: args.svg.is_some(),
        matrix: args.matrix,
        bounds: args.bounds,
        trace: args.trace,
        path: args.path.clone(),
    };
    let progress = Progress::new(ShownTo::new(false, args.job.progress))?;
    let answer = Job::new(spec).with_memory(memory).solutions(wanted, &progress)?;
    drop(progress);
    let solutions = match answer {
        SolutionsAnswer::Found(solutions) => solutions,
        SolutionsAnswer::Infeasible(answer) => {
            if args.json && output.is_none() {
                print(&format!("{}\n", serde_json::to_string(&answer)?))?;
            }
            complain(&note(&answer.message));
            return Ok(ExitCode::from(NOT_MET));
        }
    };
    let text = text(args, &solutions)?;
    let texts: Vec<&str> = output.map(|_| &*text).into_iter().chain(solutions.drawing.as_deref()).collect();
    let written = files.write(&texts)?;
    if output.is_none() {
        print(&text)?;
    }
    // What a program reads stays as it is.
    if !written.is_empty() && (output.is_some() || !(args.json || args.csv)) {
        print(&format!("Written: {}\n", written.join(", ")))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(args: &SolutionsArgs, solutions: &Solutions) -> anyhow::Result<String> {
    Ok(match (args.json, args.csv) {
        (true, _) => format!("{}\n", serde_json::to_string(solutions)?),
        (_, true) => {
            // CSV has no room for them.
            solutions.warnings.iter().for_each(|warning| complain(&format!("warning: {}", note(warning))));
            solutions.to_csv()
        }
        _ => render::describe(solutions) + &working::describe(solutions),
    })
}
