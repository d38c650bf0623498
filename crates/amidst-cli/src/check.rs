//! `amidst check`: true or false, for people and for CI.

use std::process::ExitCode;

use amidst::{
    check::{Finding, Question, check},
    spec::MissingPolicy,
};

use crate::{NOT_MET, args::Check, print, words};

/// Runs the command.
pub fn run(args: &Check) -> anyhow::Result<ExitCode> {
    let question = Question {
        input: args.layout.input(&args.table),
        quasi: args.quasi.clone(),
        k: words::k(&args.k)?,
        missing_policy: if args.wildcard { MissingPolicy::Wildcard } else { MissingPolicy::OwnValue },
    };
    let finding = check(&question)?;
    match (args.json, args.quiet) {
        (true, _) => print(&format!("{}\n", serde_json::to_string(&finding)?))?,
        (false, true) => ExitCode::SUCCESS,
        (false, false) => print(&in_words(&finding, &question))?,
    };
    Ok(if finding.holds { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}

fn in_words(finding: &Finding, question: &Question) -> String {
    let model = &finding.models[0];
    let (verdict, sign) = if finding.holds { ("holds", "≥") } else { ("fails", "<") };
    let mut text = format!(
        "{}-anonymity over {} {verdict}: {} {} {} ({} {sign} {}).\n",
        question.k,
        question.quasi.join(", "),
        match question.missing_policy {
            MissingPolicy::OwnValue => "the smallest class has",
            MissingPolicy::Wildcard => "the fewest rows that any row matches are",
        },
        words::count(model.reached),
        words::plural(model.reached, "row", "rows"),
        model.reached,
        question.k
    );
    if let (false, Some(failing_rows), Some(failing_classes)) =
        (finding.holds, model.failing_rows, model.failing_classes)
    {
        text += &format!(
            "{} of {} rows, in {} of {} classes, stand amidst fewer than {} others; {} are alone.\n",
            words::count(failing_rows),
            words::count(finding.rows),
            words::count(failing_classes),
            words::count(finding.classes),
            question.k - 1,
            words::count(finding.uniques),
        );
    }
    text + &format!(
        "{} rows, {} classes; k = {} if a missing cell is a value of its own, {} if it matches everything.\n",
        words::count(finding.rows),
        words::count(finding.classes),
        finding.k,
        finding.k_wildcard
    )
}
