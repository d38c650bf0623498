//! Flags that several commands have.

use std::{convert::Infallible, str::FromStr};

use amidst::reporting::Reporting;
use amidst::spec::{Input, split};
use anyhow::bail;
use clap::Args;

/// Names, comma separated; a comma with a backslash before it is part of a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names(pub Vec<String>);

impl FromStr for Names {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(split(text, ',')))
    }
}

impl Names {
    /// Those of a flag that was given several times.
    pub fn all(given: &[Self]) -> Vec<String> {
        given.iter().flat_map(|names| names.0.iter().cloned()).collect()
    }
}

/// How a text file is laid out; what is left out is sniffed.
#[derive(Args, Default)]
#[command(next_help_heading = "Layout of the table")]
pub struct LayoutArgs {
    /// csv, tsv, jsonl, parquet or arrow.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// utf-8 or latin-1.
    #[arg(long)]
    pub encoding: Option<String>,
    /// The character between cells; tab is the tabulator.
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    pub delimiter: Option<char>,
    /// The decimal mark, . or ,
    #[arg(long, value_name = "CHAR")]
    pub decimal: Option<char>,
    /// The first line names the columns, whatever it looks like.
    #[arg(long, conflicts_with = "no_header")]
    pub header: bool,
    /// The first line is a row; columns are called column_1, column_2 and so on.
    #[arg(long)]
    pub no_header: bool,
    /// Of a database (sqlite:FILE or postgres://...): the table or view, perhaps with its schema before it.
    #[arg(long = "table", id = "of_database", value_name = "NAME", conflicts_with = "query")]
    pub table: Option<String>,
    /// Of a database: a query instead of a table.
    #[arg(long, value_name = "SQL")]
    pub query: Option<String>,
    /// The sheet of an Excel workbook; its first if not given.
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    /// What counts as missing, comma separated; the empty cell if not given.
    #[arg(long, value_name = "LIST")]
    pub missing: Option<Names>,
}

impl LayoutArgs {
    /// A table with what these flags say of it.
    pub fn input(&self, table: &str) -> Input {
        let mut input = Input { path: table.into(), ..Input::default() };
        self.apply(&mut input);
        input
    }

    /// What counts as missing, if that is said.
    pub fn missing(&self) -> Option<Vec<String>> {
        self.missing.as_ref().map(|names| names.0.clone())
    }

    /// Lets these flags speak over a spec.
    pub fn apply(&self, input: &mut Input) {
        replace(&mut input.format, &self.format);
        replace(&mut input.encoding, &self.encoding);
        replace(&mut input.delimiter, &self.delimiter);
        replace(&mut input.decimal, &self.decimal);
        replace(&mut input.sheet, &self.sheet);
        if self.table.is_some() || self.query.is_some() {
            (input.table, input.query) = (self.table.clone(), self.query.clone());
        }
        replace(&mut input.header, &self.header.then_some(true));
        replace(&mut input.header, &self.no_header.then_some(false));
        replace(&mut input.missing, &self.missing());
    }
}

/// A delimiter as people write it on a command line.
fn delimiter(text: &str) -> Result<char, String> {
    let mut signs = text.chars();
    match (text, signs.next(), signs.next()) {
        ("tab" | "\\t", ..) => Ok('\t'),
        (_, Some(sign), None) => Ok(sign),
        _ => Err("write one character, such as , or ; or the word tab".into()),
    }
}

/// Lets a flag, if given, speak over what a spec says.
pub fn replace<T: Clone>(value: &mut Option<T>, by: &Option<T>) {
    if by.is_some() {
        value.clone_from(by);
    }
}

/// Whether the answer is for readers outside the house.
#[derive(Args)]
pub struct PublicReportArgs {
    /// For readers outside: no count below N (11 if not given) is told or written, all others as multiples of it.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "11", help_heading = "Output")]
    external: Option<String>,
}

impl PublicReportArgs {
    /// How counts are told.
    pub fn reporting(&self) -> anyhow::Result<Reporting> {
        match self.external.as_deref().map(|text| (text, text.trim().parse::<u64>())) {
            None => Ok(Reporting::Internal),
            Some((_, Ok(least))) if least >= 2 => Ok(Reporting::External { least }),
            Some((text, _)) => {
                bail!(
                    "--external={text}: write the least count that may be told, 2 or more, such as --external=11"
                )
            }
        }
    }
}
