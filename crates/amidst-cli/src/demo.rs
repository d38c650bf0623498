//! `amidst demo`: the whole job on people who do not exist, told as a story.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use amidst::{
    Answer, Job, Released, Spec,
    advanced::demo::{self, HardInstance, HardTable, Overwrite},
    release::Transformation,
};
use anyhow::bail;
use clap::{Args, builder::RangedU64ValueParser};

use crate::{
    NOT_MET,
    advice::note,
    anonymize::describe_alternative,
    complain, format, print,
    progress::{Progress, ShownTo},
};

/// The register is made in memory, so that a slip of the finger would bring the machine down.
const MOST_PEOPLE: u64 = 10_000_000;

#[derive(Args)]
pub struct Demo {
    /// How many people, ten million at most.
    #[arg(long, default_value_t = 20_000, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_PEOPLE))]
    pub people: usize,
    /// For the made-up people.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The folder for the files.
    #[arg(short, long, default_value = DEMO_FOLDER, value_name = "FOLDER")]
    pub output: PathBuf,
    /// In place of the register, two tables that are hard to anonymize, from the proofs that the problem is: one row for each
    /// edge of a graph. k4, bow-tie, k3,3, c6, octahedron, or edges such as 1-2,2-3,1-3.
    #[arg(long, value_name = "GRAPH", value_parser = HardInstance::parse, conflicts_with_all = ["people", "seed"])]
    pub hard: Option<HardInstance>,
    /// Overwrite files, also those that were changed since the demo wrote them.
    #[arg(long)]
    pub force: bool,
}

/// The usual folder of the demo, whose own files it may overwrite.
const DEMO_FOLDER: &str = "amidst-demo";

/// Runs the command.
pub fn run(args: &Demo) -> anyhow::Result<ExitCode> {
    let folder = &args.output;
    if let Err(error) = std::fs::create_dir_all(folder) {
        bail!("{}: this folder cannot be made ({error}); choose another with -o", folder.display());
    }
    if let Some(instance) = &args.hard {
        return print(&tables(&instance.write(folder, args.force)?));
    }
    let overwrite = match args.force {
        true => Overwrite::All,
        false if folder == Path::new(DEMO_FOLDER) => Overwrite::Own,
        false => Overwrite::Nothing,
    };
    demo::write(folder, &demo::register(args.people, args.seed), overwrite)?;
    let mut spec = Spec::from_toml(demo::spec_toml())?;
    spec.resolve(folder);
    let progress = Progress::new(ShownTo::Terminal)?;
    let job = Job::new(spec).with_overwrite(overwrite != Overwrite::Nothing).with_alternative(true);
    let answer = job.run(&progress)?;
    drop(progress);
    match answer {
        Answer::Released(released) => print(&story(args, folder, &released)),
        Answer::Infeasible(answer) => {
            complain(&note(&answer.message));
            Ok(ExitCode::from(NOT_MET))
        }
    }
}

/// What was written, what it can cost, and how to try it.
fn tables(tables: &[HardTable; 2]) -> String {
    let mut text = String::new();
    let apart = ["triangles and stars of three edges", "triangles"];
    for (table, apart) in tables.iter().zip(apart) {
        text += &format!(
            "{}: {}, {}. With k = 3 ",
            table.path.display(),
            format::counted(table.rows as u64, "row", "rows"),
            format::counted(table.columns.len() as u64, "column", "columns"),
        );
        text += &match (table.target, table.optimum) {
            (None, _) => format!(
                "no number of blanks tells whether the edges fall into {apart}: they are no multiple of three.\n"
            ),
            (Some(target), None) => {
                format!("{target} blanks are enough just if the edges fall into {apart}.\n")
            }
            (Some(target), Some(least)) if least == target => {
                format!("{least} blanks are the least: the edges fall into {apart}.\n")
            }
            (Some(target), Some(least)) => {
                format!("{least} blanks are the least; {target} would be, if the edges fell into {apart}.\n")
            }
        };
    }
    let table = &tables[0];
    text + &format!(
        "Try: amidst anonymize {} --quasi {} -k 3 --algorithm triples --generalize none --suppress cell -o out.csv\n",
        table.path.display(),
        table.columns.join(",")
    )
}

fn story(args: &Demo, folder: &Path, released: &Released) -> String {
    let summary = &released.summary;
    let (rows, risk) = (summary.rows, summary.risk);
    let quasi: Vec<&str> = summary.quasi().collect();
    let mut text = format!(
        "A hospital keeps a register of {} patients, all of them invented, and wants to publish it.\n\n\
         BEFORE. Names and patient numbers are easily dropped. But whoever knows a patient's {} finds, for the most\n\
         exposed of them, the right row with a chance of {}; on average {}.\n\n\
         WHAT WAS DONE.\n",
        format::count(args.people as u64),
        quasi.join(", "),
        format::percent(risk.before.highest),
        format::percent(risk.before.average),
    );
    let width = released.columns.iter().map(|column| column.name.chars().count()).max().unwrap_or(0);
    for column in &released.columns {
        let transformation = match &column.transformation {
            Transformation::Generalized { level: 0, .. } => "kept as it is".to_owned(),
            Transformation::Generalized { level, height, .. } if level == height => {
                "suppressed: one value for all".to_owned()
            }
            Transformation::Generalized { level, height, labels, .. } => {
                let values = format::plural(*labels as u64, "value", "values");
                format!("generalized to level {level} of {height}, {labels} {values}")
            }
            transformation => transformation.to_string(),
        };
        text += &format!("  {:width$}  {:10}  {transformation}\n", column.name, column.role.name());
    }
    text += &format!(
        "  {} of {} rows ({}) were suppressed, because nobody was enough like them.\n  \
         Of the {} ways to generalize, this one loses least ({} = {:.4}){}.\n\n",
        format::count(rows.suppressed),
        format::count(rows.r#in),
        format::percent(rows.suppressed as f64 / rows.r#in as f64),
        format::count(summary.search.map_or(0, |search| search.lattice as u64)),
        summary.objective.name,
        summary.objective.value,
        if summary.optimal { ": proved" } else { "" },
    );
    if let Some(found) = &summary.alternative {
        text += &format!("BESIDES. {}\n", describe_alternative(found));
    }
    text += &format!(
        "AFTER. Every combination of those columns that is left appears in at least {} rows, so nobody stands amidst\n\
         fewer than {}: a chance of {} at most, {} on average. That was verified by reading back the file\n\
         that was written. It says nothing of what a whole class shares, or of columns that were not called quasi.\n\n",
        summary.privacy.k.reached,
        format::counted(summary.privacy.k.reached - 1, "other", "others"),
        format::percent(risk.after.highest),
        format::percent(risk.after.average),
    );
    text += &format!(
        "THE FILES, in {}:\n  patients.csv  the register\n  release.toml  the spec: read it, change it, run it again\n",
        folder.display()
    );
    let files = std::iter::once(&summary.output.path).chain(&released.beside);
    for file in files {
        let name = Path::new(file)
            .file_name()
            .map_or_else(|| file.clone(), |name| name.to_string_lossy().into_owned());
        text += &format!("  {name}\n");
    }
    text + &format!("\nTook {:.2} s. Next: amidst init YOUR-TABLE.csv\n", summary.seconds.total)
}
