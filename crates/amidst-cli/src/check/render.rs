//! What a check found, in words.

use amidst::{
    PeopleFinding,
    check::{
        AttainedValue, CheckOptions, Finding, HouseholdFinding, LinksFinding, ModelFinding, MuArgusFinding,
        SensitiveFinding, Tested,
    },
    reporting::Count,
    spec::MissingPolicy,
};

use super::table;
use crate::{advice::note, format};

/// Of long lists so many entries are told in words; JSON has all.
const TOLD: usize = 12;

/// Everything, for people; of sensitive columns all numbers if they are asked for.
pub fn describe(finding: &Finding, options: &CheckOptions, all: bool) -> String {
    let respondent = options.respondent.as_ref().map(|respondent| &respondent.column);
    let is_of_k = |model: &&ModelFinding| model.model == "k-anonymity" && model.column.as_ref() == respondent;
    let (of_k, others): (Vec<&ModelFinding>, Vec<&ModelFinding>) =
        finding.models.iter().partition(|model| is_of_k(model) && options.k.is_some());
    let verdict = match &options.combinations {
        Some(_) => of_combinations(&of_k, finding, options),
        None => of_k.first().map_or_else(String::new, |model| of_all_columns(model, finding, options)),
    };
    let nothing = if finding.models.is_empty() { "Nothing is asked, so nothing can fail.\n" } else { "" };
    let others: String = others.into_iter().map(|model| of_model(model, finding, options)).collect();
    let is_untold = options.reporting.is_external() && !options.sensitive.is_empty();
    let not_told = if is_untold { "What sensitive columns reach is not told outside.\n" } else { "" };
    let mu_argus = finding.mu_argus.as_ref().map(|found| of_mu_argus(found, finding, options));
    verdict
        + nothing
        + &others
        + &finding.links.as_ref().map_or_else(String::new, of_links)
        + &finding.people.as_ref().map_or_else(String::new, of_people)
        + &format!(
            "{}, {}; k = {} if a missing cell is a value of its own, {} if it matches everything.\n",
            several(finding.rows, "row", "rows"),
            several(finding.classes, "class", "classes"),
            finding.k,
            finding.k_wildcard
        )
        + &finding.households.as_ref().map_or_else(String::new, of_households)
        + &of_sensitive(&finding.sensitive, all)
        + not_told
        + &mu_argus.unwrap_or_default()
        + &finding.warnings.iter().map(|warning| format!("Warning: {}.\n", note(warning))).collect::<String>()
}

fn of_all_columns(model: &ModelFinding, finding: &Finding, options: &CheckOptions) -> String {
    let (verdict, sign) = if model.holds { ("holds", "≥") } else { ("fails", "<") };
    let reached = match model.reached {
        Some(AttainedValue::Count(Count::Value(rows))) if !options.reporting.is_external() => {
            let (one, many) = unit(finding);
            let what = match options.missing_policy {
                MissingPolicy::OwnValue => "the smallest class has".into(),
                MissingPolicy::Wildcard => format!("the fewest {many} that any row matches are"),
            };
            format!(": {what} {} ({rows} {sign} {})", counted(rows, one, many), model.asked)
        }
        _ => String::new(),
    };
    let mut text =
        format!("{}-anonymity over {} {verdict}{reached}.\n", model.asked, options.quasi.join(", "));
    if let (false, Some(rows), Some(classes)) = (model.holds, model.failing_rows, model.failing_classes) {
        let alone = match finding.uniques {
            Count::Value(1) => "1 is alone".into(),
            uniques => format!("{} are alone", told(uniques)),
        };
        let amidst = match options.k.unwrap_or(1).saturating_sub(1) {
            1 => "nobody else".to_owned(),
            others => format!("fewer than {others} others"),
        };
        let (one, many) = unit(finding);
        let (failing, all) = match (model.failing_people, &finding.people) {
            (Some(failing), Some(people)) => (failing, people.people),
            _ => (rows, finding.rows),
        };
        text += &format!(
            "{} of {}, in {} of {}, {} amidst {amidst}; {alone}.\n",
            told(failing),
            several(all, one, many),
            told(classes),
            several(finding.classes, "class", "classes"),
            if failing == Count::Value(1) { "stands" } else { "stand" },
        );
    }
    text
}

/// How many households share what their members show.
fn of_households(found: &HouseholdFinding) -> String {
    format!(
        "{}; at least {} in every class, the size of the household being a quasi column.\n",
        several(found.households, "household", "households"),
        told(found.k)
    )
}

/// What is counted, one and several of them.
fn unit(finding: &Finding) -> (&'static str, &'static str) {
    match finding.people {
        None => ("row", "rows"),
        Some(_) => ("person", "people"),
    }
}

/// The people, where people are counted.
pub fn of_people(people: &PeopleFinding) -> String {
    let nobody = match people.nobody {
        Count::Value(0) => String::new(),
        rows => format!("{} without a respondent left out. ", several(rows, "row", "rows")),
    };
    let share = people.largest_share.map_or_else(String::new, |share| {
        format!("; one person has at most {} of the rows of a class", format::percent(share))
    });
    format!(
        "{nobody}{}{share}. By all their rows together k = {}, and {} unique.\n",
        several(people.people, "person", "people"),
        people.profile_k,
        several(people.profile_uniques, "person is", "people are"),
    )
}

/// How the release lies beside its original.
fn of_links(links: &LinksFinding) -> String {
    match (links.matched, links.left_out) {
        (false, _) => "The release does not follow from the original: not every row of it can be given a row of its own there. \
                       Labels of another spelling may be the reason, or cells that were blanked: see --wildcard.\n"
            .to_owned(),
        (true, Count::Value(0)) => String::new(),
        (true, rows) => {
            let are = if rows == Count::Value(1) { "is" } else { "are" };
            format!("{} of the original {are} left out of the release.\n", several(rows, "row", "rows"))
        }
    }
}

/// A model besides k.
fn of_model(model: &ModelFinding, finding: &Finding, options: &CheckOptions) -> String {
    let column = model.column.as_ref().map_or_else(String::new, |name| format!(" of {name}"));
    let within = match model.within.is_empty() {
        true => String::new(),
        false => format!(", {} among the quasi columns,", model.within.join(" and ")),
    };
    let by = if model.by.is_some() { " by single rows only" } else { "" };
    let verdict = match (model.estimated, model.holds) {
        (false, true) => "holds",
        (false, false) => "fails",
        (true, true) => "is estimated to hold",
        (true, false) => "is estimated to fail",
    };
    let significance =
        model.significance.map_or_else(String::new, |it| format!(" at a significance of {it}"));
    let reached = match model.reached {
        Some(AttainedValue::Count(count)) => format!("{} reached, ", told(count)),
        Some(AttainedValue::Number(number)) => format!("{number} reached, "),
        None if options.reporting.is_external() => "what is reached is not told outside, ".into(),
        None if model.holds => String::new(),
        None => "nothing like it reached, ".into(),
    };
    let failing = match (model.failing_rows, model.failing_classes) {
        (Some(rows), Some(classes)) if !model.holds => {
            let of = |part: Count, whole: Count, one, many| match model.within.is_empty() {
                true => format!("{} of {}", told(part), several(whole, one, many)),
                false => several(part, one, many),
            };
            format!(
                "; {}, in {}, {} short",
                of(rows, finding.rows, "row", "rows"),
                of(classes, finding.classes, "class", "classes"),
                if rows == Count::Value(1) { "falls" } else { "fall" }
            )
        }
        _ => String::new(),
    };
    format!(
        "{}{column}{within}{by} {verdict}{significance}: {reached}{} asked{failing}.\n",
        model.model, model.asked
    )
}

/// What can be learnt about sensitive columns.
fn of_sensitive(found: &[SensitiveFinding], all: bool) -> String {
    if found.is_empty() {
        return String::new();
    }
    let table = if all { table::all(found) } else { table::short(found) };
    let given_away = found.iter().filter(|one| one.reached.l <= 1).map(|one| {
        format!(
            "{}: l = {}: in {} with {} there is no second value, so whoever finds a person there knows it{}.\n",
            one.column,
            one.reached.l,
            several(one.single_classes, "class", "classes"),
            one.single_people.map_or_else(
                || several(one.single_rows, "row", "rows"),
                |people| several(people, "person", "people")
            ),
            if one.reached.l == 0 { ", or knows that it is missing" } else { "" }
        )
    });
    let by = if found.iter().any(|one| one.by.is_some()) { ", by single rows only" } else { "" };
    format!("\nSensitive columns, in their worst class{by}:\n{table}{}", given_away.collect::<String>())
}

fn of_combinations(models: &[&ModelFinding], finding: &Finding, options: &CheckOptions) -> String {
    let failing: Vec<&&ModelFinding> = models.iter().filter(|model| !model.holds).collect();
    let holds = failing.is_empty();
    let k = options.k.map_or_else(|| "k".to_owned(), |k| k.to_string());
    let (verdict, sign) = if holds { ("holds", "≥") } else { ("fails", "<") };
    let least = models.iter().filter_map(|model| match model.reached {
        Some(AttainedValue::Count(Count::Value(rows))) if !options.reporting.is_external() => Some(rows),
        _ => None,
    });
    let least = least.min().map_or_else(String::new, |least| {
        format!(": the rarest values are in {} ({least} {sign} {k})", counted(least, "row", "rows"))
    });
    let mut text = format!(
        "{k}-anonymity {verdict} in {} of {} of columns{least}.\n",
        format::count((if holds { models.len() } else { failing.len() }) as u64),
        counted(models.len() as u64, "combination", "combinations"),
    );
    let rare = |model: &&&ModelFinding| Rare {
        columns: model.columns.clone().unwrap_or_default(),
        values: model.failing_classes.unwrap_or(Count::Value(0)),
        rows: model.failing_rows.unwrap_or(Count::Value(0)),
    };
    text += &list(&failing.iter().map(rare).collect::<Vec<_>>(), &k);
    text + &format!(
        "This is weaker than k over all quasi columns: {} together may single people out, k = {}.\n",
        options.quasi.join(", "),
        finding.k
    )
}

/// What mu-argus would say, and what it would not.
fn of_mu_argus(found: &MuArgusFinding, finding: &Finding, options: &CheckOptions) -> String {
    let k = options.k.unwrap_or(2);
    if found.tested.is_empty() {
        return "\nmu-argus has no combination to test here: it takes two or three columns, one from each of as many \
                identification levels. It says nothing about this table.\n"
            .to_owned();
    }
    let (safe, rare): (Vec<&Tested>, Vec<&Tested>) = found.tested.iter().partition(|one| one.rare == 0);
    let rares = |tested: &[&Tested]| tested.iter().map(|one| Rare::of(one)).collect::<Vec<_>>();
    let mut text = format!(
        "\nmu-argus tests {} of two or three columns{} and would call this table {} at k = {k}:\n",
        counted(found.tested.len() as u64, "combination", "combinations"),
        match options.mu_argus {
            Some(amidst::check::MuArgus::Levels(_)) => ", one from each of as many identification levels,",
            _ => "",
        },
        if found.passes { "safe" } else { "unsafe" },
    );
    text += &list(&rares(&rare), &k.to_string());
    text += &list(&rares(&safe), &k.to_string());
    text += match (found.missed.is_empty(), found.passes && found.k < k) {
        (false, _) => "It misses, because it tests no more than three columns, one from each level:\n",
        (true, true) => {
            "It misses rows with missing cells, because it lets such a cell stand for anything.\n"
        }
        (true, false) => "It misses nothing here.\n",
    };
    text += &list(&found.missed.iter().map(Rare::of).collect::<Vec<_>>(), &k.to_string());
    let verdict = if finding.holds { "holds" } else { "fails" };
    text + &format!(
        "It is a diagnostic, no guarantee: over all quasi columns k = {}. What was asked {verdict}, and that decides.\n",
        found.k
    )
}

/// Some columns, and how many combinations of their values are rare.
struct Rare {
    columns: Vec<String>,
    values: Count,
    rows: Count,
}

impl Rare {
    fn of(tested: &Tested) -> Self {
        let (values, rows) = (Count::Value(tested.rare), Count::Value(tested.rows));
        Self { columns: tested.columns.clone(), values, rows }
    }
}

/// Combinations of columns, one a line, the first of many.
fn list(combinations: &[Rare], k: &str) -> String {
    let line = |one: &Rare| match one.values {
        Count::Value(0) => format!("  {}: no values in fewer than {k} rows\n", one.columns.join(" + ")),
        values => format!(
            "  {}: {} in fewer than {k} rows, {}\n",
            one.columns.join(" + "),
            several(values, "combination of values", "combinations of values"),
            several(one.rows, "row", "rows")
        ),
    };
    let mut text: String = combinations.iter().take(TOLD).map(line).collect();
    if let Some(more) = combinations.len().checked_sub(TOLD).filter(|&more| more > 0) {
        text += &format!("  and {more} more: see --json\n");
    }
    text
}

/// A count, as far as it may be told.
fn told(count: Count) -> String {
    match count {
        Count::Value(count) => format::count(count),
        Count::Below(least) => format!("fewer than {least}"),
    }
}

fn several(count: Count, one: &'static str, many: &'static str) -> String {
    format!("{} {}", told(count), if count == Count::Value(1) { one } else { many })
}

fn counted(number: u64, one: &'static str, many: &'static str) -> String {
    several(Count::Value(number), one, many)
}
