//! `amidst hierarchy`: make, validate and print hierarchies.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use amidst::{
    advanced::{files::Guard, hierarchies},
    spec::HierarchySpec,
};
use anyhow::anyhow;
use clap::{Args, Subcommand};

use crate::{NOT_MET, args::LayoutArgs, complain, format, print};

#[derive(Subcommand)]
pub enum Hierarchy {
    /// Build a hierarchy for a column of a table, as a spec would, and write it as CSV.
    Build(HierarchyBuild),
    /// Validate a hierarchy file, and whether it covers a column.
    Check {
        /// The hierarchy.
        file: PathBuf,
        /// A table whose column it should cover.
        #[arg(long, requires = "column")]
        table: Option<String>,
        /// The column.
        #[arg(long, requires = "table")]
        column: Option<String>,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a hierarchy file as a tree.
    Show {
        /// The hierarchy.
        file: PathBuf,
        /// At most this many lines.
        #[arg(long, default_value_t = 60, value_name = "N")]
        lines: usize,
        /// Print every value with its labels as JSON.
        #[arg(long, conflicts_with = "lines")]
        json: bool,
    },
}

impl Hierarchy {
    /// Whether the answer is for programs.
    pub fn is_json(&self) -> bool {
        match self {
            Self::Build(args) => args.json,
            Self::Check { json, .. } | Self::Show { json, .. } => *json,
        }
    }
}

#[derive(Args)]
pub struct HierarchyBuild {
    /// The table.
    pub table: String,
    /// The column.
    #[arg(long)]
    pub column: String,
    /// How, as in a spec: 'interval = [5, 10], top = 90'. A sensible one if not given.
    #[arg(long, value_name = "TOML")]
    pub using: Option<String>,
    /// Where to write it; printed if not given, or if it is `-`.
    #[arg(short, long, value_name = "CSV")]
    pub output: Option<PathBuf>,
    /// Overwrite the file if it exists.
    #[arg(long)]
    pub force: bool,
    /// Print the recipe and the hierarchy as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub layout: LayoutArgs,
}

/// Runs the command.
pub fn run(args: &Hierarchy) -> anyhow::Result<ExitCode> {
    match args {
        Hierarchy::Build(args) => build(args),
        Hierarchy::Check { file, table, column, json } => {
            check(file, table.as_deref().zip(column.as_deref()), *json)
        }
        Hierarchy::Show { file, json: true, .. } => {
            let hierarchy = hierarchies::read(file)?.0;
            print(&format!("{}\n", hierarchies::in_json(&hierarchy)))
        }
        Hierarchy::Show { file, lines, .. } => print(&hierarchies::read(file)?.0.tree(*lines)),
    }
}

fn build(args: &HierarchyBuild) -> anyhow::Result<ExitCode> {
    let using = match &args.using {
        None => None,
        Some(text) => Some(
            amidst::spec::HierarchySpec::from_toml(text)
                .map_err(|error| anyhow!("--using {text:?}: {error}"))?,
        ),
    };
    let target = match args.output.as_deref().filter(|path| path.as_os_str() != "-") {
        None => None,
        Some(path) => Some(Guard::new(inputs(args, using.as_ref()), args.force).target("hierarchy", path)?),
    };
    let built = hierarchies::build(&args.layout.input(&args.table), &args.column, using)?;
    let csv = hierarchies::to_csv(&built.hierarchy);
    match target.map(|target| target.write(&csv)).transpose()? {
        written if args.json => print(&format!("{}\n", built.in_json(written.as_deref()))),
        None => print(&csv),
        Some(written) => {
            let tree = built.hierarchy.tree(20);
            print(&format!("{}\n{}\nWritten: {written}\n", built.recipe, tree.trim_end()))
        }
    }
}

/// What building reads: the table, and the file that the hierarchy is to be made from if it is.
fn inputs(args: &HierarchyBuild, using: Option<&HierarchySpec>) -> Vec<String> {
    let file = using.and_then(|using| using.file.clone());
    [args.table.clone()].into_iter().chain(file).collect()
}

fn check(file: &Path, column: Option<(&str, &str)>, json: bool) -> anyhow::Result<ExitCode> {
    let (hierarchy, misplaced) = hierarchies::read(file)?;
    if let Some((table, column)) = column {
        hierarchies::covers(&hierarchy, &LayoutArgs::default().input(table), column)?;
    }
    let column = column.map(|(_, column)| column);
    print(&match json {
        true => format!("{}\n", hierarchies::checked_in_json(&hierarchy, misplaced.as_ref(), column)),
        false => checked(file, hierarchy.leaves(), hierarchy.height(), column),
    })?;
    let Some(misplaced) = misplaced else { return Ok(ExitCode::SUCCESS) };
    complain(&format!("{}: the hierarchy has {misplaced}; correct the bounds or the places", file.display()));
    Ok(ExitCode::from(NOT_MET))
}

fn checked(file: &Path, values: usize, height: u8, column: Option<&str>) -> String {
    let covers = column.map(|column| format!(", and covers every value of column {column:?}"));
    format!(
        "{} is a hierarchy of {} and {}{}.\n",
        file.display(),
        format::counted(values as u64, "value", "values"),
        format::counted(u64::from(height) + 1, "level", "levels"),
        covers.unwrap_or_default()
    )
}
