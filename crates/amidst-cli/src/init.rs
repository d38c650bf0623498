//! `amidst init`: a commented spec, proposed from a look at the table.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use amidst::{
    advanced::{
        files::Guard,
        profile::{ColumnProfile, commented_spec, profile_table, repeated},
    },
    spec::relative,
};
use clap::Args;

use crate::{args::LayoutArgs, format, print};

#[derive(Args)]
pub struct Init {
    /// The table.
    pub table: String,
    /// Where to write the spec; `-` prints it.
    #[arg(short, long, default_value = "release.toml", value_name = "SPEC")]
    pub output: PathBuf,
    /// Overwrite the spec if it exists.
    #[arg(long)]
    pub force: bool,
    /// Print what was found and proposed as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub layout: LayoutArgs,
}

/// Runs the command.
pub fn run(args: &Init) -> anyhow::Result<ExitCode> {
    let target = match args.output.as_os_str() == "-" {
        true => None,
        false => Some(Guard::new([&args.table], args.force).target("spec", &args.output)?),
    };
    let mut table = profile_table(&args.layout.input(&args.table))?;
    if target.is_some() {
        let folder = args.output.parent().unwrap_or(Path::new(""));
        if table.input.database()?.is_none() {
            table.input.path = relative(&table.input.path, folder);
        }
    }
    let text = commented_spec(&table.input, &table.columns, table.rows, &table.missing_cells);
    match target.map(|target| target.write(&text)).transpose()? {
        written if args.json => print(&format!("{}\n", table.in_json(written.as_deref()))),
        None => print(&text),
        Some(_) => print(&describe(&table.columns, table.rows, &args.output)),
    }
}

fn describe(columns: &[ColumnProfile], rows: usize, spec: &Path) -> String {
    let mut text = format!(
        "{}, {}.\n\n",
        format::counted(rows as u64, "row", "rows"),
        format::counted(columns.len() as u64, "column", "columns")
    );
    let width = columns.iter().map(|column| column.name.chars().count()).max().unwrap_or(0);
    for column in columns {
        text += &format!(
            "  {:width$}  {:9}  {:>9} distinct  {:10}  {}\n",
            column.name,
            column.kind.name(),
            format::count(column.distinct as u64),
            if column.decided { column.role.name() } else { "decide" },
            column.reason
        );
    }
    if let Some(it) = repeated(columns) {
        text += &format!(
            "\n{:?} has {} in {}: if it tells people apart, k and risks count people by it (respondent in the spec).\n",
            it.name,
            format::counted(it.distinct as u64, "value", "values"),
            format::counted(it.rows - it.missing, "row", "rows")
        );
    }
    text + &format!(
        "\nWritten: {}. Read it, correct the roles, then run `amidst anonymize {}`.\n",
        spec.display(),
        spec.display()
    )
}
