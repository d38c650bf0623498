//! `amidst init`: a commented spec, proposed from a look at the table.

use std::{path::Path, process::ExitCode};

use amidst::{
    profile::{ColumnProfile, commented_spec},
    survey::survey,
};
use anyhow::bail;

use crate::{args::Init, print, words};

/// Runs the command.
pub fn run(args: &Init) -> anyhow::Result<ExitCode> {
    let to_stdout = args.output.as_os_str() == "-";
    if !to_stdout && !args.force && args.output.exists() {
        bail!(amidst::Error::Exists { path: args.output.clone() });
    }
    let mut survey = survey(&args.layout.input(&args.table))?;
    if !to_stdout {
        survey.input.path = relative(&survey.input.path, &args.output);
    }
    let text = commented_spec(&survey.input, &survey.columns, survey.rows);
    if to_stdout {
        return print(&text);
    }
    amidst::io::write_atomic(&args.output, text.as_bytes())?;
    print(&in_words(&survey.columns, survey.rows, &args.output))
}

/// A path as a spec in another folder writes it: paths in a spec are relative to its folder.
fn relative(table: &str, spec: &Path) -> String {
    let folder = spec.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if table == "-" => table.into(),
        None => table.into(),
        Some(folder) => match Path::new(table).strip_prefix(folder) {
            Ok(inside) => inside.to_string_lossy().into_owned(),
            Err(_) => std::path::absolute(table)
                .map_or_else(|_| table.into(), |path| path.to_string_lossy().into_owned()),
        },
    }
}

fn in_words(columns: &[ColumnProfile], rows: usize, spec: &Path) -> String {
    let mut text = format!("{} rows, {} columns.\n\n", words::count(rows as u64), columns.len());
    let width = columns.iter().map(|column| column.name.chars().count()).max().unwrap_or(0);
    for column in columns {
        text += &format!(
            "  {:width$}  {:9}  {:>9} distinct  {:10}  {}\n",
            column.name,
            column.kind.name(),
            words::count(column.distinct as u64),
            if column.decided { column.role.name() } else { "decide" },
            column.reason
        );
    }
    text + &format!(
        "\nWritten: {}. Read it, correct the roles, then run `amidst anonymize {}`.\n",
        spec.display(),
        spec.display()
    )
}
