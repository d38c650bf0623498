//! `amidst solve`: a collapsed table becomes the plan that recodes the table where it lies.

use std::{path::PathBuf, process::ExitCode};

use amidst::{
    Plan, Spec,
    advanced::files::Guard,
    spec::Span,
    stages::{Collapsed, Solution, SolveOutcome},
};
use clap::Args;
use serde_json::json;

use crate::{
    NOT_MET,
    advice::note,
    args::replace,
    complain, format, print,
    progress::{Progress, ShownTo},
};

#[derive(Args)]
pub struct Solve {
    /// The collapsed table, as `collapse` or `merge` wrote it.
    #[arg(value_name = "COLLAPSED")]
    collapsed: PathBuf,
    /// The least number of rows in a class; as the spec says that the table was collapsed by, if not given.
    #[arg(short, value_name = "K", allow_negative_numbers = true, help_heading = "Privacy")]
    k: Option<String>,
    /// How many rows may be suppressed: 5%, 0.05 or "20 rows".
    #[arg(long, value_name = "LIMIT", allow_hyphen_values = true, help_heading = "Privacy")]
    suppression: Option<String>,
    #[arg(long, help_heading = "Search", help = crate::list::algorithms())]
    algorithm: Option<String>,
    #[arg(long, help_heading = "Search", help = crate::list::measures())]
    objective: Option<String>,
    /// For everything random.
    #[arg(long, help_heading = "Search")]
    seed: Option<u64>,
    /// Stop searching after this long with the best so far.
    #[arg(long, value_name = "SPAN", help_heading = "Search")]
    time_limit: Option<Span>,
    /// Where to write the plan; lay it beside the files of hierarchies, and `apply` it to the table.
    #[arg(long, value_name = "JSON", help_heading = "Output")]
    plan: Option<PathBuf>,
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
pub fn run(args: &Solve) -> anyhow::Result<ExitCode> {
    let mut guard = Guard::new([&args.collapsed], args.force);
    let target = args.plan.as_deref().map(|path| guard.target("plan", path)).transpose()?;
    let collapsed = Collapsed::read(&args.collapsed)?;
    let spec = asked(args, collapsed.spec().clone())?;
    let collapsed = collapsed.with_spec(spec);
    if target.is_some() {
        collapsed.needs_plan()?;
    }
    let progress = Progress::new(ShownTo::new(args.quiet, false))?;
    let solved = collapsed.solve(&progress)?;
    drop(progress);
    let solution = match solved {
        SolveOutcome::Found(solution) => solution,
        SolveOutcome::Infeasible(answer) => {
            if args.json {
                print(&format!("{}\n", serde_json::to_string(&answer)?))?;
            }
            complain(&note(&answer.message));
            return Ok(ExitCode::from(NOT_MET));
        }
    };
    let write = |target: &amidst::advanced::files::Target| -> anyhow::Result<String> {
        let plan: Plan = collapsed.plan(&solution)?;
        Ok(target.write(&plan.to_string())?)
    };
    let plan = target.as_ref().map(write).transpose()?;
    match (args.json, args.quiet) {
        (true, _) => print(&format!("{}\n", in_json(&solution, plan.as_deref()))),
        (false, true) => Ok(ExitCode::SUCCESS),
        (false, false) => print(&describe(&solution, plan.as_deref())),
    }
}

/// What flags ask, over what the table was collapsed by.
fn asked(args: &Solve, mut spec: Spec) -> anyhow::Result<Spec> {
    if let Some(k) = &args.k {
        spec.privacy.k = Some(format::k(k)?);
    }
    if let Some(limit) = &args.suppression {
        spec.solve.suppression = Some(limit.parse().map_err(anyhow::Error::msg)?);
    }
    replace(&mut spec.solve.algorithm, &args.algorithm);
    replace(&mut spec.solve.objective, &args.objective);
    replace(&mut spec.solve.seed, &args.seed);
    replace(&mut spec.solve.time_limit, &args.time_limit);
    Ok(spec)
}

fn in_json(solution: &Solution, plan: Option<&str>) -> serde_json::Value {
    let levels: serde_json::Map<_, _> =
        solution.levels().into_iter().map(|(name, level)| (name, level.into())).collect();
    let loss: serde_json::Map<_, _> =
        solution.loss().iter().map(|(name, value)| (name.clone(), (*value).into())).collect();
    let rows = solution.rows();
    let objective = solution.objective();
    json!({
        "version": 1,
        "outcome": "found",
        "algorithm": solution.algorithm(),
        "optimal": solution.is_optimal(),
        "gap": solution.gap(),
        "levels": levels,
        "rows": { "in": rows.r#in, "out": rows.out, "suppressed": rows.suppressed },
        "objective": { "name": objective.name, "value": objective.value },
        "loss": loss,
        "plan": plan.map(|path| json!({ "path": path })),
    })
}

fn describe(solution: &Solution, plan: Option<&str>) -> String {
    let mut text = String::new();
    let levels = solution.levels();
    let width = levels.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, level) in &levels {
        text += &format!("  {name:width$}  level {level}\n");
    }
    let rows = solution.rows();
    text += &format!(
        "{} of {} would be released, {} suppressed.\n",
        format::count(rows.out),
        format::counted(rows.r#in, "row", "rows"),
        format::count(rows.suppressed)
    );
    let objective = solution.objective();
    text += &format!("{} = {:.6}", objective.name, objective.value);
    text += &match solution.is_optimal() {
        true => ", the least possible (proved).\n".to_owned(),
        false if solution.gap() >= 1.0 => "; how much less is possible is not known.\n".to_owned(),
        false => format!("; at most {} less is possible.\n", format::percent(solution.gap())),
    };
    if let Some(path) = plan {
        text += &format!(
            "Written: {path}\nNothing is released yet: recode the table where it lies with `amidst apply {path} TABLE`.\n"
        );
    }
    text
}
