//! `amidst check`: true or false, for people and for CI.

use std::process::ExitCode;

use amidst::{
    check::{Finding, ModelFinding, MuArgusFinding, Question, Tested, check},
    spec::MissingPolicy,
};

use crate::{NOT_MET, args::Check, print, words};

/// Of long lists so many entries are told in words; JSON has all.
const TOLD: usize = 12;

/// Runs the command.
pub fn run(args: &Check) -> anyhow::Result<ExitCode> {
    let question = Question {
        input: args.layout.input(&args.table),
        quasi: once(&args.quasi),
        k: words::k(&args.k)?,
        combinations: args.combinations.as_deref().map(str::parse).transpose().map_err(anyhow::Error::msg)?,
        missing_policy: if args.wildcard { MissingPolicy::Wildcard } else { MissingPolicy::OwnValue },
        mu_argus: args.mu_argus.as_deref().map(str::parse).transpose().map_err(anyhow::Error::msg)?,
    };
    let finding = check(&question)?;
    match (args.json, args.quiet) {
        (true, _) => print(&format!("{}\n", serde_json::to_string(&finding)?))?,
        (false, true) => ExitCode::SUCCESS,
        (false, false) => print(&in_words(&finding, &question))?,
    };
    Ok(if finding.holds { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}

/// Each name once, in the order of their first mention.
fn once(names: &[String]) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    names.iter().for_each(|name| {
        if !seen.contains(name) {
            seen.push(name.clone())
        }
    });
    seen
}

fn in_words(finding: &Finding, question: &Question) -> String {
    let verdict = match question.combinations {
        None => of_all_columns(finding, question),
        Some(_) => of_combinations(finding, question),
    };
    let mu_argus = finding.mu_argus.as_ref().map(|found| of_mu_argus(found, finding, question));
    verdict
        + &format!(
            "{} rows, {} classes; k = {} if a missing cell is a value of its own, {} if it matches everything.\n",
            words::count(finding.rows),
            words::count(finding.classes),
            finding.k,
            finding.k_wildcard
        )
        + &mu_argus.unwrap_or_default()
}

fn of_all_columns(finding: &Finding, question: &Question) -> String {
    let model = &finding.models[0];
    let (verdict, sign) = if finding.holds { ("holds", "≥") } else { ("fails", "<") };
    let mut text = format!(
        "{}-anonymity over {} {verdict}: {} {} {} ({} {sign} {}).\n",
        question.k,
        question.quasi.join(", "),
        match question.missing_policy {
            MissingPolicy::OwnValue => "the smallest class has",
            MissingPolicy::Wildcard => "the fewest rows that any row matches are",
        },
        words::count(model.reached),
        words::plural(model.reached, "row", "rows"),
        model.reached,
        question.k
    );
    if let (false, Some(failing_rows), Some(failing_classes)) =
        (finding.holds, model.failing_rows, model.failing_classes)
    {
        text += &format!(
            "{} of {} rows, in {} of {} classes, stand amidst fewer than {} others; {} {} alone.\n",
            words::count(failing_rows),
            words::count(finding.rows),
            words::count(failing_classes),
            words::count(finding.classes),
            question.k - 1,
            words::count(finding.uniques),
            words::plural(finding.uniques, "is", "are"),
        );
    }
    text
}

fn of_combinations(finding: &Finding, question: &Question) -> String {
    let (models, k) = (&finding.models, question.k);
    let failing: Vec<&ModelFinding> = models.iter().filter(|model| !model.holds).collect();
    let least = models.iter().map(|model| model.reached).min().unwrap_or(0);
    let (verdict, sign) = if finding.holds { ("holds", "≥") } else { ("fails", "<") };
    let mut text = format!(
        "{k}-anonymity {verdict} in {} of {} of columns: the rarest values are in {} {} ({least} {sign} {k}).\n",
        words::count((if finding.holds { models.len() } else { failing.len() }) as u64),
        counted(models.len() as u64, "combination", "combinations"),
        words::count(least),
        words::plural(least, "row", "rows"),
    );
    let rare = |model: &&ModelFinding| Tested {
        columns: model.columns.clone().unwrap_or_default(),
        rare: model.failing_classes.unwrap_or(0),
        rows: model.failing_rows.unwrap_or(0),
    };
    text += &list(&failing.iter().map(rare).collect::<Vec<_>>(), k);
    text + &format!(
        "This is weaker than k over all quasi columns: {} together may single people out, k = {}.\n",
        question.quasi.join(", "),
        finding.k
    )
}

/// What mu-argus would say, and what it would not.
fn of_mu_argus(found: &MuArgusFinding, finding: &Finding, question: &Question) -> String {
    let k = question.k;
    if found.tested.is_empty() {
        return "\nmu-argus has no combination to test here: it takes two or three columns of different identification \
                levels from 1 to 3. It says nothing about this table.\n"
            .to_owned();
    }
    let rare: Vec<Tested> = found.tested.iter().filter(|one| one.rare > 0).cloned().collect();
    let mut text = format!(
        "\nmu-argus tests {} of two or three columns{} and would call this table {} at k = {k}:\n",
        counted(found.tested.len() as u64, "combination", "combinations"),
        match question.mu_argus {
            Some(amidst::check::MuArgus::Levels(_)) => ", of different identification levels,",
            _ => "",
        },
        if found.passes { "safe" } else { "unsafe" },
    );
    text += &list(&rare, k);
    text += &list(&found.tested.iter().filter(|one| one.rare == 0).cloned().collect::<Vec<_>>(), k);
    text += match (found.missed.is_empty(), found.passes && found.k < k) {
        (false, _) => {
            "It misses, because it tests no more than three columns and none of one level together:\n"
        }
        (true, true) => {
            "It misses rows with missing cells, because it lets such a cell stand for anything.\n"
        }
        (true, false) => "It misses nothing here.\n",
    };
    text += &list(&found.missed, k);
    let verdict = if finding.holds { "holds" } else { "fails" };
    text + &format!(
        "It is a diagnostic, no guarantee: over all quasi columns k = {}. What was asked {verdict}, and that decides.\n",
        found.k
    )
}

/// Combinations of columns, one a line, the first of many.
fn list(combinations: &[Tested], k: u64) -> String {
    let line = |one: &Tested| match one.rare {
        0 => format!("  {}: no values in fewer than {k} rows\n", one.columns.join(" + ")),
        rare => format!(
            "  {}: {} in fewer than {k} rows, {}\n",
            one.columns.join(" + "),
            counted(rare, "combination of values", "combinations of values"),
            counted(one.rows, "row", "rows")
        ),
    };
    let mut text: String = combinations.iter().take(TOLD).map(line).collect();
    if let Some(more) = combinations.len().checked_sub(TOLD).filter(|&more| more > 0) {
        text += &format!("  and {more} more: see --json\n");
    }
    text
}

fn counted(number: u64, one: &'static str, many: &'static str) -> String {
    format!("{} {}", words::count(number), words::plural(number, one, many))
}
