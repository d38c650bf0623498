//! `amidst compare`: what was lost between a table and its release, for people, as JSON and as a page.

mod render;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use amidst::{
    Apply, Role, Spec,
    compare::{CompareOptions, Hierarchies, Page, Queries, compare},
    spec::{ColumnSpec, HierarchySpec, Output},
};
use anyhow::bail;
use clap::Args;

use crate::{
    args::{LayoutArgs, Names, PublicReportArgs},
    format, print,
    progress::{Progress, ShownTo},
};

/// The words of `amidst compare`.
#[derive(Args)]
pub struct Compare {
    /// The table before.
    original: String,
    /// The table after, whoever made it; columns are matched by name, rows may be in any order.
    release: String,
    /// The quasi columns; without them, a spec or a plan, those that were generalized.
    #[arg(long, value_name = "COLUMNS")]
    quasi: Vec<Names>,
    /// The spec of the release: roles and hierarchies.
    #[arg(long, value_name = "TOML", conflicts_with = "plan")]
    spec: Option<PathBuf>,
    /// The plan of the release: roles, hierarchies and levels.
    #[arg(long, value_name = "JSON")]
    plan: Option<PathBuf>,
    /// A hierarchy file for a column, repeatable.
    #[arg(long, value_name = "COLUMN=FILE")]
    hierarchy: Vec<String>,
    /// How many random counting queries to ask of both tables.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    queries: u32,
    /// For the queries.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub outside: PublicReportArgs,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Draw a page into this file; it shows no cell value.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite the page if it exists.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// Runs the command.
pub fn run(args: &Compare) -> anyhow::Result<ExitCode> {
    if args.original == "-" && args.release == "-" {
        bail!("only one of the two tables can come from standard input; name the other");
    }
    let known = known(args)?;
    let further: Vec<&Path> = args.plan.as_deref().into_iter().collect();
    let options = options(args, known.clone())?;
    let page = args.html.as_deref();
    let page = page.map(|path| Page::check(path, &options, &known, &further, args.force)).transpose()?;
    let progress = Progress::new(ShownTo::Terminal)?;
    let comparison = compare(&options, &progress)?;
    drop(progress);
    let written = page.map(|page| page.write(&comparison)).transpose()?;
    match args.json {
        true => print(&format!("{}\n", serde_json::to_string(&comparison)?)),
        false => {
            let written = written.map(|path| format!("Written: {path}\n")).unwrap_or_default();
            print(&(render::describe(&comparison) + &written))
        }
    }
}

fn options(args: &Compare, known: Spec) -> anyhow::Result<CompareOptions> {
    let hierarchies =
        if args.spec.is_some() || args.plan.is_some() { Hierarchies::AsReleased } else { Hierarchies::Named };
    let mut original = known.input;
    original.path.clone_from(&args.original);
    args.layout.apply(&mut original);
    let mut release = args.layout.input(&args.release);
    release.missing.clone_from(&original.missing);
    let mut columns = known.columns;
    for name in args.quasi.iter().flat_map(|names| &names.0) {
        columns.entry(name.clone()).or_insert_with(|| ColumnSpec::new(Role::Quasi)).role.0 = Role::Quasi;
    }
    for assignment in &args.hierarchy {
        let (column, file) = format::column_and_file(assignment)?;
        let column = columns.entry(column).or_insert_with(|| ColumnSpec::new(Role::Quasi));
        column.hierarchy =
            Some(HierarchySpec { file: Some(file.display().to_string()), ..HierarchySpec::default() });
    }
    Ok(CompareOptions {
        original,
        release,
        columns,
        hierarchies,
        queries: Queries { number: args.queries, seed: args.seed },
        reporting: args.outside.reporting()?,
    })
}

/// What a spec or a plan says.
fn known(args: &Compare) -> anyhow::Result<Spec> {
    match (&args.spec, &args.plan) {
        (Some(spec), _) => Ok(Spec::read(spec)?),
        (None, Some(plan)) => {
            let job = Apply::read(plan)?.job(args.layout.input(&args.original), Output::default())?;
            Ok(job.spec().clone())
        }
        (None, None) => Ok(Spec::of_table(&args.original)),
    }
}
