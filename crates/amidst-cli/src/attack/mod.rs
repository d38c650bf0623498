//! `amidst attack`: what an attacker would learn from a release.

mod render;

use std::{path::PathBuf, process::ExitCode};

use amidst::{
    attack::{AttackOptions, Register, Same, Source, attack},
    spec::{Input, split_pair},
};
use anyhow::{anyhow, bail};
use clap::Args;

use crate::{
    NOT_MET,
    args::{LayoutArgs, Names, PublicReportArgs},
    format, print,
    progress::{Progress, ShownTo},
};

#[derive(Args)]
pub struct Attack {
    /// The release; `-` is standard input.
    pub release: String,
    /// A register of people to link it with.
    #[arg(long, value_name = "REGISTER", help_heading = "Linking")]
    pub with: Option<String>,
    /// Columns that belong together, RELEASE=REGISTER, comma separated; those of the same name if not given.
    #[arg(long, value_name = "COLUMNS", requires = "with", help_heading = "Linking")]
    pub on: Vec<Names>,
    /// A word that the register spells in another way than the release, repeatable: Sex:F=female.
    #[arg(long, value_name = "COLUMN:REGISTER=RELEASE", requires = "with", help_heading = "Linking")]
    pub same: Vec<String>,
    /// Columns of the register that name a person, for --reveal.
    #[arg(long, value_name = "COLUMNS", requires = "reveal", help_heading = "Linking")]
    pub names: Vec<Names>,
    /// Tell who is found, and what is certain of them. Do not pass that on.
    #[arg(
        long,
        requires = "with",
        requires = "names",
        conflicts_with = "external",
        help_heading = "Linking"
    )]
    pub reveal: bool,

    /// Columns of the release an outsider could know; those of the plan or spec, or those linked, if not given.
    #[arg(long, value_name = "COLUMNS", help_heading = "What is known")]
    pub quasi: Vec<Names>,
    /// Columns that must not be learnt about a person; those of the plan or spec if not given.
    #[arg(long, value_name = "COLUMNS", help_heading = "What is known")]
    pub sensitive: Vec<Names>,
    /// The k of the release: persons in fewer rows are narrowed down. As the plan or spec says, or 5.
    #[arg(short, value_name = "K", allow_negative_numbers = true, help_heading = "What is known")]
    pub k: Option<String>,
    /// A hierarchy file for a column, sensitive ones too, repeatable.
    #[arg(long, value_name = "COLUMN=FILE", help_heading = "What is known")]
    pub hierarchy: Vec<String>,
    /// The spec of the release: roles, hierarchies, k.
    #[arg(long, value_name = "SPEC", conflicts_with = "plan", help_heading = "What is known")]
    pub spec: Option<PathBuf>,
    /// The plan of the release, which also tells its levels.
    #[arg(long, value_name = "PLAN", help_heading = "What is known")]
    pub plan: Option<PathBuf>,
    /// The table that was released: tells which labels were coarser than needed, and how frequent values really are.
    #[arg(long, value_name = "TABLE", help_heading = "What is known")]
    pub original: Option<String>,
    /// Sensitive numbers of a class are alike within this share of their whole range.
    #[arg(long, value_name = "SHARE", default_value = "20%", help_heading = "What is known")]
    pub close: String,

    /// Fail with exit code 1 if more people are found, or without a register more rows whose sensitive value is certain.
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub max_found: Option<u64>,
    #[command(flatten)]
    pub outside: PublicReportArgs,
    /// Print the result as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub layout: LayoutArgs,
}

/// Runs the command.
pub fn run(args: &Attack) -> anyhow::Result<ExitCode> {
    let options = options(args)?;
    let progress = Progress::new(ShownTo::Terminal)?;
    let finding = attack(&options, &progress)?;
    drop(progress);
    match args.json {
        true => print(&format!("{}\n", serde_json::to_string(&finding)?))?,
        false => print(&render::all(&finding, &options))?,
    };
    let exceeded = args.max_found.is_some_and(|most| finding.found_exactly > most);
    Ok(if exceeded { ExitCode::from(NOT_MET) } else { ExitCode::SUCCESS })
}

fn options(args: &Attack) -> anyhow::Result<AttackOptions> {
    let tables = [Some(&args.release), args.with.as_ref(), args.original.as_ref()];
    if tables.into_iter().flatten().filter(|table| *table == "-").count() > 1 {
        bail!("only one table can come from standard input; give the others a path");
    }
    let other =
        |table: &String| Input { path: table.clone(), missing: args.layout.missing(), ..Input::default() };
    let register = match &args.with {
        None => None,
        Some(table) => Some(Register {
            input: other(table),
            on: args.on.iter().flat_map(|pairs| &pairs.0).map(|pair| linked(pair)).collect(),
            same: args.same.iter().map(|same| word(same)).collect::<anyhow::Result<_>>()?,
            reveal: Names::all(&args.names),
        }),
    };
    let reporting = args.outside.reporting()?;
    Ok(AttackOptions {
        register,
        quasi: Names::all(&args.quasi),
        sensitive: Names::all(&args.sensitive),
        k: args.k.as_deref().map(format::k).transpose()?,
        source: source(args),
        hierarchies: args
            .hierarchy
            .iter()
            .map(|pair| format::column_and_file(pair))
            .collect::<anyhow::Result<_>>()?,
        original: args.original.as_ref().map(other),
        close: share(&args.close)?,
        reporting,
        ..AttackOptions::new(args.layout.input(&args.release))
    })
}

fn source(args: &Attack) -> Option<Source> {
    let plan = args.plan.clone().map(Source::Plan);
    plan.or_else(|| args.spec.clone().map(Source::Spec))
}

/// `DOB=born`, or a name that both have.
fn linked(pair: &str) -> (String, String) {
    let (release, register) = split_pair(pair, '=').unwrap_or_else(|| (pair.into(), pair));
    (release.trim().into(), register.trim().into())
}

/// `Sex:F=female`. What is said of cells is not told again.
fn word(same: &str) -> anyhow::Result<Same> {
    let parts = same.split_once(':').and_then(|(column, pair)| Some((column, pair.split_once('=')?)));
    let (column, (register, release)) =
        parts.ok_or_else(|| anyhow!("--same: write COLUMN:REGISTER=RELEASE, such as Sex:F=female"))?;
    Ok(Same { column: column.into(), register: register.into(), release: release.into() })
}

/// `20%` or `0.2`.
fn share(text: &str) -> anyhow::Result<f64> {
    let (number, unit) = text.trim().strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    match number.trim().parse::<f64>().map(|number| number / unit) {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => bail!("--close {text}: write a share such as 20% or 0.2"),
    }
}
