//! The words of the command line.

use std::{convert::Infallible, path::PathBuf, str::FromStr};

use amidst::reporting::Reporting;
use amidst::spec::{Input, Order, split};
use anyhow::bail;
use clap::{Args, Parser, Subcommand, ValueEnum, builder::RangedU64ValueParser};

use crate::{
    apply::Apply, ask::AskArgs, attack::Attack, check::CheckArgs, compare::Compare, explain::Explain,
    risk::RiskArgs, solutions::SolutionsArgs, verify::VerifyArgs,
};

/// Release tables about people so that everyone in them stands amidst at least k-1 others.
#[derive(Parser)]
#[command(name = "amidst", version, max_term_width = 110)]
#[command(after_help = "Start with `amidst demo`, or with `amidst init TABLE` on a table of your own.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Use at most this many threads.
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<usize>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Profile every column, propose roles and hierarchies, write a commented spec.
    Init(Init),
    /// Solve, recode, write, verify what was written, report.
    Anonymize(Box<Anonymize>),
    /// Recode the next batch as a plan says; re-checks k, and refuses if it no longer holds.
    Apply(Box<Apply>),
    /// Whether a table, as it stands, meets k and any other privacy model; for people and for CI. Needs no hierarchies.
    Check(Box<CheckArgs>),
    /// How likely someone is found in a table, by whom, and which columns make that possible. Needs no hierarchies.
    Risk(Box<RiskArgs>),
    /// What an attacker learns from a release: linking with a register, what classes show, what can be undone.
    Attack(Box<Attack>),
    /// What was lost between a table and its release, column by column.
    Compare(Box<Compare>),
    /// Why this result: what holds k back, what a level or 1 % more suppression would buy, what could be had instead.
    Explain(Box<Explain>),
    /// Find every minimal solution, or list the judged lattice; release nothing.
    Solutions(Box<SolutionsArgs>),
    /// Whether a release is the one that a certificate speaks of, and what is claimed of it holds; exit 1 if not.
    Verify(Box<VerifyArgs>),
    /// Make, validate or print a hierarchy.
    #[command(subcommand)]
    Hierarchy(Hierarchy),
    /// The whole job on built-in data, no files needed.
    Demo(Demo),
    /// Print the JSON schema of a spec.
    Schema,
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
}

impl Command {
    /// Whether the answer is for programs.
    pub fn is_json(&self) -> bool {
        match self {
            Self::Anonymize(args) => args.json,
            Self::Apply(args) => args.json,
            Self::Check(args) => args.json,
            Self::Risk(args) => args.json,
            Self::Attack(args) => args.json,
            Self::Compare(args) => args.json,
            Self::Explain(args) => args.json,
            Self::Solutions(args) => args.json,
            Self::Verify(args) => args.json,
            Self::Init(args) => args.json,
            Self::Hierarchy(args) => args.is_json(),
            Self::Demo(_) => false,
            Self::Schema | Self::Completions { .. } | Self::Man => false,
        }
    }
}

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
    /// What counts as missing, comma separated; the empty cell if not given.
    #[arg(long, value_name = "LIST")]
    pub missing: Option<Names>,
}

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

#[derive(Args)]
pub struct Anonymize {
    #[command(flatten)]
    pub ask: AskArgs,
    /// Where to write the release; `-` is standard output.
    #[arg(short, long, value_name = "OUT", help_heading = "Output")]
    pub output: Option<String>,
    /// Put an apostrophe before cells that a spreadsheet would run as formulas; for CSV and TSV.
    #[arg(long, help_heading = "Output")]
    pub spreadsheet: bool,
    /// The order of rows.
    #[arg(long, value_enum, help_heading = "Output")]
    pub order: Option<OrderWord>,
    /// A report for people, in HTML.
    #[arg(long, value_name = "HTML", help_heading = "Output")]
    pub report: Option<String>,
    /// What was asked, reached and verified, in JSON.
    #[arg(long, value_name = "JSON", help_heading = "Output")]
    pub certificate: Option<String>,
    /// With --external, a certificate that stays inside and holds the key of the source's hash.
    #[arg(long, value_name = "JSON", help_heading = "Output")]
    pub internal_certificate: Option<String>,
    /// How to recode, in JSON; of quasi columns it names no label that the release does not show.
    #[arg(long, value_name = "JSON", help_heading = "Output")]
    pub plan: Option<String>,
    #[command(flatten)]
    pub outside: OutsideArgs,
    /// Print the result as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print nothing but errors.
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Overwrite files that exist.
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

/// The order of rows, on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum OrderWord {
    /// By the released values: tells nothing.
    Sorted,
    /// By a secret key drawn for this release.
    Shuffle,
    /// As it came: gives people away.
    Input,
}

impl From<OrderWord> for Order {
    fn from(word: OrderWord) -> Self {
        match word {
            OrderWord::Sorted => Self::Sorted,
            OrderWord::Shuffle => Self::Shuffle,
            OrderWord::Input => Self::Input,
        }
    }
}

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
    fn is_json(&self) -> bool {
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
    /// Overwrite files, also those that were changed since the demo wrote them.
    #[arg(long)]
    pub force: bool,
}

/// The usual folder of the demo, whose own files it may overwrite.
pub const DEMO_FOLDER: &str = "amidst-demo";

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
pub struct OutsideArgs {
    /// For readers outside: no count below N (11 if not given) is told or written, all others as multiples of it.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "11", help_heading = "Output")]
    external: Option<String>,
}

impl OutsideArgs {
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
