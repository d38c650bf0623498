//! `amidst apply`: a plan and the next batch become a job, its answer becomes words.

use std::{path::PathBuf, process::ExitCode};

use amidst::spec::{OnUnmapped, Output};
use clap::{Args, ValueEnum};

use crate::{
    anonymize::{OutputMode, answer, external},
    args::{LayoutArgs, Names, PublicReportArgs},
    format,
    progress::{Progress, ShownTo},
    report_args::ReportArgs,
};

#[derive(Args)]
pub struct Apply {
    /// The plan, as `anonymize --plan` wrote it.
    pub plan: PathBuf,
    /// The table, with the columns that the plan knows; `-` is standard input.
    pub table: String,
    /// An earlier release, repeatable: k must also hold on it and this one together.
    #[arg(long, value_name = "RELEASE")]
    pub with: Vec<String>,
    /// What to do with values that a hierarchy does not hold; as the plan says if not given.
    #[arg(long, value_enum, value_name = "RULE")]
    pub on_unmapped: Option<RuleWord>,
    /// Columns that look like direct identifiers in this table but may be released.
    #[arg(long, value_name = "COLUMNS")]
    pub not_identifying: Vec<Names>,
    /// Memory that the run may take at most: 512M, 2G.
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// Where to write the release; `-` is standard output.
    #[arg(short, long, value_name = "OUT", help_heading = "Output")]
    pub output: Option<String>,
    /// In a database (-o sqlite:FILE or postgres://...): the new table.
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub output_table: Option<String>,
    /// Put an apostrophe before cells that a spreadsheet would run as formulas; for CSV and TSV.
    #[arg(long, help_heading = "Output")]
    pub spreadsheet: bool,
    /// A report for people, in HTML.
    #[arg(long, value_name = "HTML", help_heading = "Output")]
    pub report: Option<String>,
    /// What was asked, reached and verified, in JSON.
    #[arg(long, value_name = "JSON", help_heading = "Output")]
    pub certificate: Option<String>,
    /// With --external, a certificate that stays inside and holds the key of the source's hash.
    #[arg(long, value_name = "JSON", help_heading = "Output")]
    pub internal_certificate: Option<String>,
    #[command(flatten)]
    pub outside: PublicReportArgs,
    #[command(flatten)]
    pub papers: ReportArgs,
    /// Print the result as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print nothing but errors.
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Tell every second on standard error how far the run is. On a terminal that is so anyway.
    #[arg(long, help_heading = "Output")]
    pub progress: bool,
    /// Overwrite files that exist.
    #[arg(long, help_heading = "Output")]
    pub force: bool,
    #[command(flatten)]
    pub layout: LayoutArgs,
}

/// What to do with values a hierarchy does not hold, on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum RuleWord {
    /// Refuse to run and say how many there are.
    Error,
    /// Suppress their rows; they count against the plan's limit.
    Suppress,
    /// Give them the root's label on every level but the lowest.
    Root,
}

impl From<RuleWord> for OnUnmapped {
    fn from(word: RuleWord) -> Self {
        match word {
            RuleWord::Error => Self::Error,
            RuleWord::Suppress => Self::Suppress,
            RuleWord::Root => Self::Root,
        }
    }
}

/// Runs the command.
pub fn run(args: &Apply) -> anyhow::Result<ExitCode> {
    let mut output = Output {
        path: args.output.clone(),
        table: args.output_table.clone(),
        report: args.report.clone(),
        certificate: args.certificate.clone(),
        spreadsheet: args.spreadsheet,
        internal_certificate: args.internal_certificate.clone(),
        ..Output::default()
    };
    external(&mut output, &args.outside)?;
    let memory = args.memory_limit.as_deref().map(format::bytes).transpose()?;
    let job = amidst::Apply::read(&args.plan)?
        .with_earlier(args.with.clone())
        .with_on_unmapped(args.on_unmapped.map(OnUnmapped::from))
        .with_not_identifying(Names::all(&args.not_identifying))
        .with_report(args.papers.spec())
        .job(args.layout.input(&args.table), output)?
        .with_overwrite(args.force)
        .with_memory(memory);
    let mode = OutputMode::new(args.json, args.quiet, job.spec())?;
    let progress = Progress::new(ShownTo::new(args.quiet, args.progress))?;
    let found = job.run(&progress)?;
    drop(progress);
    answer(found, mode)
}
