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
        words::counted(values as u64, "value", "values"),
        words::counted(u64::from(height) + 1, "level", "levels"),
        covers.unwrap_or_default()
    )
}
