//! `amidst hierarchy`: make, validate and print hierarchies.

use std::{path::Path, process::ExitCode};

use amidst::{files::Guard, hierarchies, spec::HierarchySpec};
use anyhow::anyhow;

use crate::{
    NOT_MET,
    args::{Hierarchy, HierarchyBuild, LayoutArgs},
    complain, print, words,
};

/// Runs the command.
pub fn run(args: &Hierarchy) -> anyhow::Result<ExitCode> {
    match args {
        Hierarchy::Build(args) => build(args),
        Hierarchy::Check { file, table, column } => check(file, table.as_deref().zip(column.as_deref())),
        Hierarchy::Show { file, lines } => print(&hierarchies::read(file)?.0.tree(*lines)),
    }
}

fn build(args: &HierarchyBuild) -> anyhow::Result<ExitCode> {
    let using = match &args.using {
        None => None,
        Some(text) => {
            Some(hierarchies::from_toml(text).map_err(|error| anyhow!("--using {text:?}: {error}"))?)
        }
    };
    let target = match args.output.as_deref().filter(|path| path.as_os_str() != "-") {
        None => None,
        Some(path) => Some(Guard::new(inputs(args, using.as_ref()), args.force).target("hierarchy", path)?),
    };
    let built = hierarchies::build(&args.layout.input(&args.table), &args.column, using)?;
    let csv = hierarchies::to_csv(&built.hierarchy);
    let Some(target) = target else { return print(&csv) };
    let written = target.write(&csv)?;
    print(&format!("{}\n{}\nWritten: {written}\n", built.recipe, built.hierarchy.tree(20).trim_end()))
}

/// What building reads: the table, and the file that the hierarchy is to be made from if it is.
fn inputs(args: &HierarchyBuild, using: Option<&HierarchySpec>) -> Vec<String> {
    let file = using.and_then(|using| using.file.clone());
    [args.table.clone()].into_iter().chain(file).collect()
}

fn check(file: &Path, column: Option<(&str, &str)>) -> anyhow::Result<ExitCode> {
    let (hierarchy, misplaced) = hierarchies::read(file)?;
    let mut text = format!(
        "{} is a hierarchy of {} and {}",
        file.display(),
        words::counted(hierarchy.leaves() as u64, "value", "values"),
        words::counted(u64::from(hierarchy.height()) + 1, "level", "levels")
    );
    if let Some((table, column)) = column {
        hierarchies::covers(&hierarchy, &LayoutArgs::default().input(table), column)?;
        text += &format!(", and covers every value of column {column:?}");
    }
    print(&(text + ".\n"))?;
    let Some(misplaced) = misplaced else { return Ok(ExitCode::SUCCESS) };
    complain(&format!("{}: the hierarchy has {misplaced}; correct the bounds or the places", file.display()));
    Ok(ExitCode::from(NOT_MET))
}
