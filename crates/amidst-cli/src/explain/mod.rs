//! `amidst explain`: why this result, and what else could be had, for people and as JSON.

mod answers;
pub(crate) mod layout;
mod nearest;

use std::process::ExitCode;

use amidst::{
    Job,
    explain::{Explanation, Reveal, explain},
};
use clap::Args;

use crate::{NOT_MET, ask, ask::AskArgs, print, progress::Progress, words};

/// What to explain, and how.
#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    pub ask: AskArgs,
    /// Name the values in which rows stand out; without it they are only counted.
    #[arg(long, help_heading = "Output")]
    pub reveal: bool,
    /// Print the explanation as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Runs the command.
pub fn run(args: &Explain) -> anyhow::Result<ExitCode> {
    let memory = args.ask.memory_limit.as_deref().map(words::bytes).transpose()?;
    let job = Job::new(ask::spec(&args.ask)?).with_memory(memory);
    let reveal = if args.reveal { Reveal::Names } else { Reveal::Counts };
    let progress = Progress::new(false)?;
    let explanation = explain(&job, reveal, &progress)?;
    drop(progress);
    print(&match args.json {
        true => format!("{}\n", serde_json::to_string(&explanation)?),
        false => in_words(&explanation),
    })?;
    Ok(if explanation.result.is_some() { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}

/// One part for each question that has an answer.
fn in_words(explanation: &Explanation) -> String {
    let result = explanation.result.as_ref();
    let parts = [
        result.map(|result| answers::released(explanation, result)),
        explanation.message.as_ref().map(|message| format!("{message}.\n")),
        explanation.nearest.as_ref().map(|nearest| nearest::nearest(explanation, nearest)),
        Some(answers::holds_back(explanation)),
        Some(answers::values(explanation)),
        result.map(|result| answers::one_level_more(explanation, result)),
        result.map(|result| answers::more_suppression(explanation, result)),
        result.map(|result| answers::dropped(explanation, result)),
        explanation.not_searched.as_ref().map(|why| format!("Not searched: {why}.\n")),
    ];
    let warnings: String =
        explanation.warnings.iter().map(|warning| format!("Warning: {warning}.\n")).collect();
    let parts = parts.into_iter().flatten().chain([warnings]).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}
