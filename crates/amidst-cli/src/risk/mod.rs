//! `amidst risk`: who could find someone in a table, and which columns make that possible.

mod render;

use std::{path::PathBuf, process::ExitCode};

use amidst::{
    Role, Threshold,
    risk::{Limit, MAX_SIZE, Papers, Population, RiskOptions, risk},
    spec::{Input, Privacy},
};
use anyhow::{bail, ensure};
use clap::Args;

use crate::{
    NOT_MET,
    args::{LayoutArgs, Names, PublicReportArgs},
    format, print,
    progress::{Progress, ShownTo},
    respondent::RespondentArgs,
    spec_defaults::SpecDefaults,
};

/// The risk from above which a row is at risk, unless another is asked for.
const USUAL_RISK: &str = "0.2";

/// The words of `amidst risk`.
#[derive(Args)]
pub struct RiskArgs {
    /// The table; that of the spec if not given.
    #[arg(required_unless_present = "spec")]
    table: Option<String>,
    /// A spec: its table, roles, k, respondent and what counts as missing. Flags speak over it.
    #[arg(long, value_name = "TOML")]
    spec: Option<PathBuf>,
    /// The quasi columns.
    #[arg(long, value_name = "COLUMNS")]
    quasi: Vec<Names>,
    /// Columns whose values must not be learnt: shows l and t.
    #[arg(long, value_name = "COLUMNS")]
    sensitive: Vec<Names>,
    /// Rows in classes of fewer rows are at risk. 3, 5, 11, 15 and 20 are what guidance asks for.
    #[arg(short = 'k', long, value_name = "K", allow_negative_numbers = true, conflicts_with = "threshold")]
    cell_size: Option<String>,
    /// Rows that are found with a chance above this are at risk; 0.2 if nothing is said.
    #[arg(long, value_name = "RISK")]
    threshold: Option<String>,
    #[command(flatten)]
    respondent: RespondentArgs,
    /// Judge rows, whoever they are of: as if no respondent and no household was named, by a spec or at all.
    #[arg(long, conflicts_with_all = ["respondent", "semantics", "missing_respondent", "household"])]
    rows: bool,
    /// The column that says which household a row belongs to: household risk, and their size joins the quasi columns.
    #[arg(long, value_name = "COLUMN")]
    household: Option<String>,
    /// Look at combinations of at most so many columns.
    #[arg(long, value_name = "N", default_value_t = MAX_SIZE)]
    max_size: usize,
    #[command(flatten)]
    population: PopulationArgs,
    /// Exit with 1 if the highest risk of the prosecutor is above this.
    #[arg(long, value_name = "RISK", help_heading = "Output")]
    max_risk: Option<String>,
    /// Print the result as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write a report for people, in HTML.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
    /// Write the risk of every row, in the order of the table, to a file that stays inside: .csv or .parquet. Only its owner
    /// may read it.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    records: Option<PathBuf>,
    #[command(flatten)]
    outside: PublicReportArgs,
    /// Overwrite files that exist.
    #[arg(long, help_heading = "Output")]
    force: bool,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// What is known of the population; one of them at most.
#[derive(Args)]
#[group(multiple = false)]
#[command(next_help_heading = "The population that the table is a sample of")]
struct PopulationArgs {
    /// It has so many people.
    #[arg(long, value_name = "N")]
    population_size: Option<u64>,
    /// The table holds this share of it.
    #[arg(long, value_name = "SHARE")]
    fraction: Option<String>,
    /// It is in this table, which has all quasi columns.
    #[arg(long, value_name = "TABLE")]
    population: Option<String>,
    /// This column holds survey weights: how many people each row is estimated to stand for.
    #[arg(long, value_name = "COLUMN")]
    weight: Option<String>,
    /// This column says how many people each row stands for, where that is known.
    #[arg(long, value_name = "COLUMN")]
    population_count: Option<String>,
}

/// Runs the command.
pub fn run(args: &RiskArgs) -> anyhow::Result<ExitCode> {
    let known = SpecDefaults::read(args.spec.as_deref())?;
    let options = options(args, &known)?;
    let papers =
        Papers::check(args.html.as_deref(), args.records.as_deref(), &options, known.spec(), args.force)?;
    let progress = Progress::new(ShownTo::Terminal)?;
    let risk = risk(&options, &progress)?;
    drop(progress);
    let written = papers.write(&risk)?;
    match args.json {
        true => print(&format!("{}\n", serde_json::to_string(&risk)?))?,
        false => print(&render::describe(&risk))?,
    };
    if !written.is_empty() && !args.json {
        print(&format!("Written: {}\n", written.join(", ")))?;
    }
    Ok(if risk.holds { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}

fn options(args: &RiskArgs, known: &SpecDefaults) -> anyhow::Result<RiskOptions> {
    ensure!(args.max_size > 0, "max-size = 0: a combination has at least 1 column; ask for 1 or more");
    let privacy = known.privacy();
    let limit = match (&args.cell_size, &args.threshold, privacy.k) {
        (Some(k), ..) => Limit::CellSize(format::k(k)?),
        (None, None, Some(k)) => Limit::CellSize(k),
        (None, ..) => Limit::Risk(threshold("threshold", args.threshold.as_deref().unwrap_or(USUAL_RISK))?),
    };
    let reporting = args.outside.reporting()?;
    Ok(RiskOptions {
        input: known.input(args.table.as_deref(), &args.layout),
        quasi: known.columns(Role::Quasi, &args.quasi),
        sensitive: known.columns(Role::Sensitive, &args.sensitive),
        limit,
        population: match population(&args.population, &args.layout)? {
            Population::Unknown => of_spec(&privacy),
            population => population,
        },
        respondent: args.respondent.over(privacy.respondent.filter(|_| !args.rows))?,
        household: args.household.clone().or(privacy.household.filter(|_| !args.rows)),
        records: args.records.is_some(),
        max_size: args.max_size,
        max_risk: args.max_risk.as_deref().map(|risk| threshold("max-risk", risk)).transpose()?,
        reporting,
    })
}

fn population(args: &PopulationArgs, layout: &LayoutArgs) -> anyhow::Result<Population> {
    if let Some(people) = args.population_size {
        return Ok(Population::Size(people));
    }
    if let Some(fraction) = &args.fraction {
        return Ok(Population::Fraction(share("fraction", fraction)?));
    }
    if let Some(table) = &args.population {
        // It may be laid out in another way; what counts as missing is the same.
        let input = Input { path: table.clone(), missing: layout.missing(), ..Input::default() };
        return Ok(Population::Table(Box::new(input)));
    }
    let counted = args.population_count.clone().map(Population::Count);
    Ok(counted.or(args.weight.clone().map(Population::Weight)).unwrap_or_default())
}

/// What a spec says of the population, row by row.
fn of_spec(privacy: &Privacy) -> Population {
    let counted = privacy.population_count.clone().map(Population::Count);
    counted.or(privacy.weight.clone().map(Population::Weight)).unwrap_or_default()
}

fn threshold(name: &str, text: &str) -> anyhow::Result<Threshold> {
    match Threshold::new(share(name, text)?) {
        Some(threshold) => Ok(threshold),
        None => bail!("{name} = {text}: write a share between 0 and 1, such as 0.2 or 20%"),
    }
}

/// A share as people write it: `0.2` or `20%`.
fn share(name: &str, text: &str) -> anyhow::Result<f64> {
    let (digits, whole) =
        text.trim().strip_suffix('%').map_or((text.trim(), 1.0), |digits| (digits.trim(), 100.0));
    match digits.parse::<f64>() {
        Ok(share) if (0.0..=whole).contains(&share) => Ok(share / whole),
        _ => bail!("{name} = {text}: write a share between 0 and 1, such as 0.2 or 20%"),
    }
}
