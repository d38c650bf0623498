//! `amidst check`: true or false, for people and for CI.

mod render;
mod table;

pub use render::of_people;

use std::{path::PathBuf, process::ExitCode};

use amidst::{
    Role,
    check::{CheckOptions, Papers, check},
    spec::{MissingPolicy, MissingSensitive, Privacy, Requirement},
};
use clap::Args;

use crate::{
    NOT_MET,
    args::{LayoutArgs, Names, PublicReportArgs},
    format, print,
    progress::{Progress, ShownTo},
    respondent::RespondentArgs,
    spec_defaults::SpecDefaults,
};

/// The words of `amidst check`.
#[derive(Args)]
pub struct CheckArgs {
    /// The table; that of the spec if not given.
    #[arg(required_unless_present = "spec")]
    table: Option<String>,
    /// A spec: its table, roles, k and models, respondent, weight and what counts as missing. Flags speak over it.
    #[arg(long, value_name = "TOML")]
    spec: Option<PathBuf>,
    /// The quasi columns.
    #[arg(long, value_name = "COLUMNS", required_unless_present = "spec")]
    quasi: Vec<Names>,
    /// Columns that must not be learnt about a person: what can be is told, asked or not.
    #[arg(long, value_name = "COLUMNS")]
    sensitive: Vec<Names>,

    /// The least number of rows in a class, or of people if a respondent is named.
    #[arg(short, value_name = "K", allow_negative_numbers = true, help_heading = "Privacy")]
    k: Option<String>,
    /// Ask k of combinations of quasi columns instead of all together, which is weaker: age+region,sex+job, or 3 for all
    /// of at most 3 columns.
    #[arg(long, value_name = "COMBINATIONS", help_heading = "Privacy")]
    combinations: Option<String>,
    #[command(flatten)]
    respondent: RespondentArgs,
    /// Judge rows, whoever they are of: as if no respondent and no household was named, by a spec or at all.
    #[arg(long, conflicts_with_all = ["respondent", "semantics", "missing_respondent", "household"], help_heading = "Privacy")]
    rows: bool,
    /// The least number of distinct values of each sensitive column in a class: distinct l-diversity.
    #[arg(long, value_name = "L", allow_negative_numbers = true, help_heading = "Privacy")]
    l: Option<f64>,
    /// The farthest that each sensitive column's distribution in a class may be from that of the whole table: t-closeness.
    #[arg(long, value_name = "T", allow_negative_numbers = true, help_heading = "Privacy")]
    t: Option<f64>,
    /// A further requirement, repeatable: a model and its parameters, such as "entropy-l-diversity column=disease l=3".
    /// Without a column it is asked of each sensitive one. docs/check.md lists them all.
    #[arg(long, value_name = "MODEL ...", help_heading = "Privacy")]
    require: Vec<String>,
    /// Let the other sensitive columns join the quasi columns when one is looked at.
    #[arg(long, help_heading = "Privacy")]
    joint: bool,
    /// A table of the whole population with the same quasi columns, for k-map and delta-presence.
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["weight", "population_count"], help_heading = "Privacy")]
    population: Option<String>,
    /// The table that the release was made from, with the same quasi columns, for one-k-anonymity, k-one-anonymity,
    /// k-k-anonymity and global-one-k-anonymity. Those take their k from -k, which then asks nothing of classes.
    #[arg(long, value_name = "TABLE", help_heading = "Privacy")]
    original: Option<String>,
    /// The column of survey weights: how many people of the population each row is estimated to stand for.
    #[arg(long, value_name = "COLUMN", conflicts_with = "population_count", help_heading = "Privacy")]
    weight: Option<String>,
    /// The column that says how many people of the population each row stands for, where that is known.
    #[arg(long, value_name = "COLUMN", help_heading = "Privacy")]
    population_count: Option<String>,
    /// The column that says which household a row belongs to: k also counts households, and their size joins the quasi
    /// columns.
    #[arg(long, value_name = "COLUMN", help_heading = "Privacy")]
    household: Option<String>,
    /// A hierarchy file for a sensitive column, for t-closeness-hierarchical, or for a quasi column that is compared with the
    /// original; repeatable.
    #[arg(long, value_name = "COLUMN=FILE", help_heading = "Privacy")]
    hierarchy: Vec<String>,
    /// Let a missing cell match everything; otherwise it is a value like any other.
    #[arg(long, help_heading = "Privacy")]
    wildcard: bool,
    /// Count a missing sensitive cell as a value of its own; otherwise it is none, because no diagnosis is no diagnosis.
    #[arg(long, help_heading = "Privacy")]
    count_missing: bool,
    /// Tell what mu-argus would find and what it misses; it never decides. It counts combinations of two and three
    /// columns; with identification levels (race=1,zip=3: 1 or most, 2 or more, 3 or identifying, 0 or not) only those that
    /// take one from each of two or three levels, where a column of a level belongs to the later ones too.
    #[arg(
        long,
        value_name = "LEVELS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        help_heading = "Privacy"
    )]
    mu_argus: Option<String>,

    /// Show of every sensitive column what it reaches in the numbers of all models, even if nothing is asked.
    #[arg(long, help_heading = "Output")]
    all: bool,
    #[command(flatten)]
    pub outside: PublicReportArgs,
    /// Print the result as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write the result as JUnit's XML too, a test case for each model.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    junit: Option<PathBuf>,
    /// Write the result as SARIF 2.1.0 too, a result for each model that fails.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    sarif: Option<PathBuf>,
    /// Overwrite files that exist.
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Print nothing; the exit code tells.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let known = SpecDefaults::read(args.spec.as_deref())?;
    let options = options(args, &known)?;
    let (junit, sarif) = (args.junit.as_deref(), args.sarif.as_deref());
    let papers = Papers::check(junit, sarif, &options, known.spec(), args.force)?;
    let progress = Progress::new(ShownTo::new(args.quiet, false))?;
    let finding = check(&options, &progress)?;
    drop(progress);
    papers.write(&finding, &options)?;
    match (args.json, args.quiet) {
        (true, _) => print(&format!("{}\n", serde_json::to_string(&finding)?))?,
        (false, true) => ExitCode::SUCCESS,
        (false, false) => print(&render::describe(&finding, &options, args.all))?,
    };
    Ok(if finding.holds { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}

fn options(args: &CheckArgs, known: &SpecDefaults) -> anyhow::Result<CheckOptions> {
    let privacy = known.privacy();
    let combinations =
        args.combinations.as_deref().map(str::parse).transpose().map_err(anyhow::Error::msg)?;
    let hierarchies: Vec<_> =
        args.hierarchy.iter().map(|text| format::column_and_file(text)).collect::<anyhow::Result<_>>()?;
    let is_wildcard = args.wildcard || privacy.missing == MissingPolicy::Wildcard;
    Ok(CheckOptions {
        input: known.input(args.table.as_deref(), &args.layout),
        quasi: known.columns(Role::Quasi, &args.quasi),
        k: args.k.as_deref().map(format::k).transpose()?.or(privacy.k),
        combinations: combinations.or(privacy.combinations.clone()),
        sensitive: known.columns(Role::Sensitive, &args.sensitive),
        respondent: args.respondent.over(privacy.respondent.clone().filter(|_| !args.rows))?,
        population: args.population.clone(),
        original: args.original.clone(),
        weight: args.weight.clone().or(privacy.weight.clone().filter(|_| args.population_count.is_none())),
        population_count: args
            .population_count
            .clone()
            .or(privacy.population_count.clone().filter(|_| args.weight.is_none())),
        household: args.household.clone().or(privacy.household.clone().filter(|_| !args.rows)),
        joint: args.joint,
        hierarchies: hierarchies.into_iter().chain(known.hierarchies()).collect(),
        missing_policy: if is_wildcard { MissingPolicy::Wildcard } else { MissingPolicy::OwnValue },
        missing_sensitive: match args.count_missing {
            true => MissingSensitive::OwnValue,
            false => privacy.missing_sensitive,
        },
        require: require(args, privacy)?,
        mu_argus: args.mu_argus.as_deref().map(str::parse).transpose().map_err(anyhow::Error::msg)?,
        may_ask_nothing: args.all,
        reporting: args.outside.reporting()?,
    })
}

/// What is asked besides k: what the spec asks, and what flags do.
fn require(args: &CheckArgs, mut privacy: Privacy) -> anyhow::Result<Vec<Requirement>> {
    let l = args.l.map(|l| Requirement::new("distinct-l-diversity").with("l", l));
    let t = args.t.map(|t| Requirement::new("t-closeness").with("t", t));
    privacy.l = privacy.l.filter(|_| l.is_none());
    privacy.t = privacy.t.filter(|_| t.is_none());
    let parsed: Result<Vec<Requirement>, String> = args.require.iter().map(|text| text.parse()).collect();
    let parsed = parsed.map_err(anyhow::Error::msg)?;
    Ok(privacy.requirements().into_iter().chain(l).chain(t).chain(parsed).collect())
}
