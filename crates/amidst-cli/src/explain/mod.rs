//! `amidst explain`: why this result, and what else could be had, for people and as JSON.

pub(crate) mod layout;
mod nearest;
mod render;

use std::process::ExitCode;

use amidst::{
    Job,
    explain::{Explanation, Reveal, explain},
};
use clap::Args;

use crate::{
    NOT_MET,
    advice::note,
    format, job_args,
    job_args::JobArgs,
    print,
    progress::{Progress, ShownTo},
};

/// What to explain, and how.
#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    pub job: JobArgs,
    /// Name the values in which rows stand out; without it they are only counted.
    #[arg(long, help_heading = "Output")]
    pub reveal: bool,
    /// Print the explanation as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Runs the command.
pub fn run(args: &Explain) -> anyhow::Result<ExitCode> {
    let memory = args.job.memory_limit.as_deref().map(format::bytes).transpose()?;
    let job = Job::new(job_args::spec(&args.job)?).with_memory(memory);
    let reveal = if args.reveal { Reveal::Names } else { Reveal::Counts };
    let progress = Progress::new(ShownTo::new(false, args.job.progress))?;
    let explanation = explain(&job, reveal, &progress)?;
    drop(progress);
    print(&match args.json {
        true => format!("{}\n", serde_json::to_string(&explanation)?),
        false => describe(&explanation),
    })?;
    Ok(if explanation.result.is_some() { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}

/// One part for each question that has an answer.
fn describe(explanation: &Explanation) -> String {
    let result = explanation.result.as_ref();
    let parts = [
        result.map(|result| render::released(explanation, result)),
        explanation.message.as_ref().map(|message| format!("{}.\n", note(message))),
        explanation.nearest.as_ref().map(|nearest| nearest::nearest(explanation, nearest)),
        Some(render::holds_back(explanation)),
        Some(render::values(explanation)),
        result.map(|result| render::one_level_more(explanation, result)),
        result.map(|result| render::more_suppression(explanation, result)),
        result.map(|result| render::dropped(explanation, result)),
        explanation.not_searched.as_ref().map(|why| format!("Not searched: {}.\n", note(why))),
    ];
    let warnings: String =
        explanation.warnings.iter().map(|warning| format!("Warning: {}.\n", note(warning))).collect();
    let parts = parts.into_iter().flatten().chain([warnings]).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}
