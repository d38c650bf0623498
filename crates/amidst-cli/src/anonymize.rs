//! `amidst anonymize`: a spec or flags become a job, its answer becomes words.

use std::process::ExitCode;

use amidst::{
    Answer, Job, Released, Spec,
    release::{NOTHING_LEFT, is_nothing_left},
    reporting::Reporting,
    spec::{Audience, Order, Output},
    summary::{Alternative, Approximation, SearchOutcome, Summary},
};
use anyhow::bail;
use clap::{Args, ValueEnum};

use crate::{
    NOT_MET,
    advice::note,
    args::{PublicReportArgs, replace},
    complain, format,
    job_args::{self, JobArgs},
    print,
    progress::{Progress, ShownTo},
    report_args::ReportArgs,
    tell,
};

#[derive(Args)]
pub struct Anonymize {
    #[command(flatten)]
    pub job: JobArgs,
    /// Where to write the release; `-` is standard output.
    #[arg(short, long, value_name = "OUT", help_heading = "Output")]
    pub output: Option<String>,
    /// In a database (-o sqlite:FILE or postgres://...): the new table.
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub output_table: Option<String>,
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
    pub outside: PublicReportArgs,
    #[command(flatten)]
    pub papers: ReportArgs,
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

/// Runs the command.
pub fn run(args: &Anonymize) -> anyhow::Result<ExitCode> {
    let spec = spec(args)?;
    let mode = OutputMode::new(args.json, args.quiet, &spec)?;
    let memory = args.job.memory_limit.as_deref().map(format::bytes).transpose()?;
    let progress = Progress::new(ShownTo::new(args.quiet, args.job.progress))?;
    let job = Job::new(spec).with_overwrite(args.force).with_memory(memory);
    let found = job.with_alternative(args.json || !args.quiet).run(&progress)?;
    drop(progress);
    answer(found, mode)
}

/// How an answer is told.
pub struct OutputMode {
    json: bool,
    quiet: bool,
    to_stdout: bool,
    reporting: Reporting,
}

impl OutputMode {
    /// Refuses to mix the release and JSON.
    pub fn new(json: bool, quiet: bool, spec: &Spec) -> anyhow::Result<Self> {
        let to_stdout = spec.releases_to_stdout();
        if to_stdout && json {
            bail!(
                "the release and --json cannot both go to standard output; give the release a path with -o"
            );
        }
        Ok(Self { json, quiet, to_stdout, reporting: spec.output.reporting()? })
    }
}

/// Tells how a job ended.
pub fn answer(answer: Answer, mode: OutputMode) -> anyhow::Result<ExitCode> {
    match answer {
        Answer::Released(released) => {
            let text = match mode.json {
                true => format!("{}\n", released.to_json()),
                false => describe(&released),
            };
            match (mode.quiet && !mode.json, mode.to_stdout) {
                (true, _) => {}
                (false, true) => tell(&text),
                (false, false) => {
                    print(&text)?;
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Answer::Infeasible(answer) => {
            if mode.json {
                print(&format!("{}\n", answer.to_json(mode.reporting)))?;
            }
            complain(&note(&answer.describe(mode.reporting)));
            Ok(ExitCode::from(NOT_MET))
        }
    }
}

/// The spec that a file or the flags describe, with what is to be written.
fn spec(args: &Anonymize) -> anyhow::Result<Spec> {
    let mut spec = job_args::spec(&args.job)?;
    let output = &mut spec.output;
    replace(&mut output.path, &args.output);
    replace(&mut output.table, &args.output_table);
    replace(&mut output.report, &args.report);
    replace(&mut output.certificate, &args.certificate);
    replace(&mut output.plan, &args.plan);
    replace(&mut output.internal_certificate, &args.internal_certificate);
    external(output, &args.outside)?;
    output.spreadsheet |= args.spreadsheet;
    if let Some(order) = args.order {
        output.order = order.into();
    }
    args.papers.speak_over(&mut spec.report);
    Ok(spec)
}

/// Lets `--external`, if given, speak over what a spec says of readers.
pub fn external(output: &mut Output, outside: &PublicReportArgs) -> anyhow::Result<()> {
    if let Reporting::External { least } = outside.reporting()? {
        (output.audience, output.reporting_threshold) = (Some(Audience::External), Some(least));
    }
    Ok(())
}

/// Whose rows were released, where people are counted.
fn of_people(summary: &Summary) -> String {
    let (Some(people), Some(read), Some(out)) =
        (summary.people, summary.rows.people_in, summary.rows.people_out)
    else {
        return String::new();
    };
    let unique = people.profile.unique;
    format!(
        "They are of {} of {} people. One person has at most {} of the rows of a class; by all their rows together {} {} \
         unique.\n",
        format::count(out),
        format::count(read),
        format::percent(people.largest_share),
        format::count(unique),
        format::plural(unique, "person is", "people are"),
    )
}

/// What was done, in words: to readers outside no more than the papers tell them.
pub fn describe(released: &Released) -> String {
    let summary = &released.summary;
    let side_tables = summary.side_tables().map(|side_tables| &side_tables.path);
    let files = std::iter::once(&summary.output.path).chain(side_tables).chain(&released.beside);
    let outside = released.describe_outside().map(|words| note(&words).into_owned());
    let text = outside.unwrap_or_else(|| describe_inside(released));
    text + &format!("Written: {}\n", files.cloned().collect::<Vec<_>>().join(", "))
}

/// Everything there is to say.
fn describe_inside(released: &Released) -> String {
    let summary = &released.summary;
    let rows = summary.rows;
    let mut text = String::new();
    if is_nothing_left(&released.columns) {
        text += &format!("{}.\n", format::sentence(NOTHING_LEFT));
    }
    let width = released.columns.iter().map(|column| column.name.chars().count()).max().unwrap_or(0);
    for column in &released.columns {
        text += &format!("  {:width$}  {:10}  {}\n", column.name, column.role.name(), column.transformation);
    }
    for warning in summary.warnings.iter().filter(|warning| *warning != NOTHING_LEFT) {
        text += &format!("Warning: {}.\n", note(warning));
    }
    let reached = &summary.privacy.k;
    text += &format!(
        "\n{} of {} released in {} {}, {} suppressed ({}).\n",
        format::count(rows.out),
        format::counted(rows.r#in, "row", "rows"),
        format::count(summary.classes),
        match summary.is_fragmented() {
            true => format::plural(summary.classes, "group", "groups"),
            false => format::plural(summary.classes, "class", "classes"),
        },
        format::count(rows.suppressed),
        format::percent(rows.suppressed as f64 / rows.r#in as f64)
    );
    text += &summary.parts.map(describe_parts).unwrap_or_default();
    text += &of_people(summary);
    let of = summary.counted.of();
    let linking = summary.privacy.models.iter().find(|model| model.is_of_links());
    text += &match &reached.combined {
        None if summary.is_fragmented() => {
            format!("Asked groups of k = {}, the smallest has {}", reached.asked, reached.reached)
        }
        None if reached.asked <= 1 => match linking {
            Some(linking) => format!(
                "Asked k = {} of {}, classes reach k = {}{of}",
                linking.asked, linking.model, reached.reached
            ),
            None => format!("No k above 1 was asked, reached k = {}{of}", reached.reached),
        },
        None => format!("Asked k = {}{of}, reached k = {}{of}", reached.asked, reached.reached),
        Some(combined) => format::sentence(&combined.claim()),
    };
    text += &format!(
        ", verified on the bytes written. Highest risk of being singled out by the quasi columns: {} before, {} after.\n",
        format::percent(summary.risk.before.highest),
        format::percent(summary.risk.after.highest)
    );
    if let Some(other) = &summary.risk.other_reading {
        text += &format!(
            "That is with missing cells as {}; as {}: {} before, {} after.\n",
            summary.risk.missing,
            other.missing,
            format::percent(other.before.highest),
            format::percent(other.after.highest)
        );
    }
    if let Some(found) = &summary.households {
        text += &format!(
            "Households: {}; at least {} of one size in every class, {} alone. Any member is found with a chance of {} at most, \
             {} on average.\n",
            format::count(found.households),
            format::count(found.k),
            format::count(found.unique),
            format::percent(found.highest),
            format::percent(found.average)
        );
    }
    for model in &summary.privacy.models {
        text += &format!("{}.\n", format::sentence(&model.describe()));
    }
    for column in &summary.sensitive {
        let number = |it: Option<amidst::audit::Number>| it.map_or_else(|| "-".into(), |it| it.to_string());
        text += &format!(
            "Sensitive column {:?}{}: l = {} (fewest distinct values in a class), t = {} (farthest from the whole table).\n",
            column.column,
            if column.by.is_some() { " by single rows only" } else { "" },
            number(column.l),
            number(column.t)
        );
    }
    if let Some(prefer) = &summary.prefer {
        text += &format!(
            "Preferred under {} among {} minimal {}; {} {} best.\n",
            prefer.policy,
            format::count(prefer.minimal_nodes),
            format::plural(prefer.minimal_nodes, "node", "nodes"),
            format::count(prefer.ties),
            format::plural(prefer.ties, "is", "are equally")
        );
    }
    if let Some(union) = &summary.union {
        text += &format!("Earlier releases: {}.\n", union.describe());
    }
    text += &format!("{} = {:.6}", summary.objective.name, summary.objective.value);
    let state = match (&summary.prefer, summary.outcome) {
        (Some(prefer), _) => format!("of the node that {} prefers", prefer.policy),
        (None, SearchOutcome::Stopped) => "the best when stopped".to_owned(),
        (None, _) => "not proved optimal".to_owned(),
    };
    text += &match summary.optimal {
        true => ", the least possible (proved).\n".to_owned(),
        false if summary.plan.is_some() => ", with the levels of the plan.\n".to_owned(),
        false if summary.gap >= 1.0 => format!(", {state}; how much less is possible is not known.\n"),
        false => format!(", {state}; at most {} less is possible.\n", format::percent(summary.gap)),
    };
    if let Some(approximation) = summary.approximation.filter(|_| !summary.optimal) {
        text += &describe_approximation(approximation);
    }
    text + &summary.alternative.as_ref().map(describe_alternative).unwrap_or_default()
}

/// That the table was never held as a whole.
fn describe_parts(parts: u64) -> String {
    let parts = format::counted(parts, "part", "parts");
    format!("The table was not held in memory: it was read twice in {parts}, and rows were sorted on disk.\n")
}

/// What is proved of the answer of an approximation algorithm.
fn describe_approximation(proved: Approximation) -> String {
    match proved.ratio {
        Some(ratio) => {
            let ratio = (ratio * 100.0).ceil() / 100.0;
            format!(
                "At most {ratio} times the least possible, which is at least {:.6} (both proved).\n",
                proved.bound
            )
        }
        None => format!("The least possible is at least {:.6} (proved).\n", proved.bound),
    }
}

/// What recoding cell by cell would lose, and the flags that do it.
pub fn describe_alternative(found: &Alternative) -> String {
    let bounded = match found.without_levels.is_empty() {
        true => String::new(),
        false => {
            format!(
                " Cells keep to no levels: take those of {} out of the spec.",
                found.without_levels.join(", ")
            )
        }
    };
    format!(
        "Recoded cell by cell instead of by whole columns, which leaves no plan, loss would be at most {:.6} with --algorithm {};\n\
         --algorithm local takes longer and may lose less still.{bounded}\n",
        found.loss, found.algorithm
    )
}
