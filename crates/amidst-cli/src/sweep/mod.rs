//! `amidst sweep`: a grid over k, suppression and algorithms, as a table, JSON, CSV or curves of risk and loss.

mod lists;
mod render;

use std::{path::PathBuf, process::ExitCode};

use amidst::{Job, solutions::Files};
use clap::Args;

use crate::{
    NOT_MET, complain, format,
    job_args::{self, JobArgs},
    print,
    progress::{Progress, ShownTo},
};

/// The words of `amidst sweep`.
#[derive(Args)]
#[command(
    after_help = "-k, --suppression and --algorithm take lists: -k 2..100, -k 2..100:7 (in steps of 7), -k 2,5,10; \
                  --suppression 0%,5%; --algorithm optimal,mondrian. Every k is solved with every limit and every algorithm."
)]
pub struct SweepArgs {
    #[command(flatten)]
    job: JobArgs,
    /// Print JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write every point to this file, as CSV.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
    /// Draw the curves of risk and loss into this file.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Write the curves and every point to this file, as a page.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
    /// Overwrite files that exist.
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Runs the command.
pub fn run(mut args: SweepArgs) -> anyhow::Result<ExitCode> {
    let asked = &mut args.job;
    let [k, suppression, algorithm] = [asked.k.take(), asked.suppression.take(), asked.algorithm.take()];
    let grid = lists::grid(k.as_deref(), suppression.as_deref(), algorithm.as_deref())?;
    let spec = job_args::spec(&args.job)?;
    let memory = args.job.memory_limit.as_deref().map(format::bytes).transpose()?;
    let wanted = [("list of points", &args.csv), ("drawing", &args.svg), ("page", &args.html)];
    let wanted: Vec<_> =
        wanted.into_iter().filter_map(|(what, path)| Some((what, path.as_deref()?))).collect();
    let files = Files::check(&wanted, &spec, args.force)?;
    let progress = Progress::new(ShownTo::new(false, args.job.progress))?;
    let sweep = Job::new(spec).with_memory(memory).sweep(&grid, &progress)?;
    drop(progress);
    let texts = [
        args.csv.as_ref().map(|_| sweep.to_csv()),
        args.svg.as_ref().map(|_| sweep.to_svg()),
        args.html.as_ref().map(|_| sweep.to_html()),
    ];
    let texts: Vec<&str> = texts.iter().filter_map(Option::as_deref).collect();
    let written = files.write(&texts)?;
    match args.json {
        true => print(&format!("{}\n", serde_json::to_string(&sweep)?))?,
        false => print(&render::describe(&sweep))?,
    };
    // What a program reads stays as it is.
    if !written.is_empty() && !args.json {
        print(&format!("Written: {}\n", written.join(", ")))?;
    }
    let is_any = sweep.points.iter().any(|point| point.result.is_some());
    if !is_any {
        complain("no point of the grid has a solution; ask for a smaller k, or allow more suppression");
    }
    Ok(if is_any { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}
