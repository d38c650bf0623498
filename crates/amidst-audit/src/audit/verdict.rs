//! From counts to checks, in words.

use super::{
    combinations::Combinations,
    covering::Wrong,
    fingerprint::Fingerprint,
    ledger::{Class, Ledger},
    requirements::Requirements,
    source::Expected,
    types,
};
use crate::{
    Check, CheckResult, Claim, Classes, ColumnContent, CombinationReport, Order, Policy, RequirementReport,
    Respondents, classes::Share,
};
use amidst_core::{Aborted, Observer};
use amidst_readback::Heading;

/// The columns of a file whose header stands at its beginning.
pub(crate) fn header(claim: &Claim, header: &[Heading]) -> CheckResult {
    let left_in =
        claim.gone.iter().filter(|name| header.iter().any(|heading| heading.name == **name)).count();
    let promised = claim.columns.iter().map(|column| column.name.as_str());
    let as_promised = promised.eq(header.iter().map(|heading| heading.name.as_str()));
    let mut wrong = Vec::new();
    if left_in > 0 {
        wrong.push(format!("{} left in", count(left_in as u64, "identifier column")));
    }
    if !as_promised {
        let (found, promised) = (count(header.len() as u64, "column"), claim.columns.len());
        wrong.push(format!("the header has {found} that are not the {promised} promised in their order"));
    } else {
        wrong.extend(types::changed(claim, header));
    }
    columns(claim, wrong)
}

/// The columns of a file that names every cell.
pub(crate) fn names(claim: &Claim, strange: u64) -> CheckResult {
    let wrong = format!("{} under names that are not promised, or not in that order", count(strange, "cell"));
    columns(claim, if strange > 0 { vec![wrong] } else { Vec::new() })
}

pub(crate) fn columns(claim: &Claim, wrong: Vec<String>) -> CheckResult {
    let promised = count(claim.columns.len() as u64, "column");
    let gone = count(claim.gone.len() as u64, "identifier");
    result(Check::Columns, wrong, || format!("{promised} in the promised order, {gone} gone"))
}

/// Whether row counts add up.
pub(crate) fn rows(claim: &Claim, source: u64, rows: u64) -> CheckResult {
    let Claim { rows_in, rows_out, suppressed, .. } = *claim;
    let source = source + claim.aside();
    let mut wrong = Vec::new();
    if rows != rows_out {
        wrong.push(format!("the file holds {rows} rows, not {rows_out}"));
    }
    if source != rows_in {
        wrong.push(format!("the source holds {source} rows, not {rows_in}"));
    }
    if rows_out.checked_add(suppressed) != Some(rows_in) {
        wrong.push(format!("{rows_out} rows released and {suppressed} suppressed do not make {rows_in}"));
    }
    result(Check::Rows, wrong, || {
        format!("{} read = {rows_out} released + {suppressed} suppressed", count(rows_in, "row"))
    })
}

/// The classes of the file: those of the source, and any strangers.
pub(crate) fn released_classes(
    expected: &Expected,
    ledger: &Ledger,
    observer: &dyn Observer,
) -> Result<Classes, Aborted> {
    let missing: Vec<Option<u32>> = expected.images.iter().map(|image| image.missing()).collect();
    let released = ledger.watched(observer).filter(|class| class.released > 0);
    let (places, mut counts): (Vec<u32>, Vec<u64>) =
        released.map(|class| (class.place, class.released)).unzip();
    observer.go_on()?;
    let mut k_wildcard = ledger.k_wildcard(&places, &counts, &missing, observer)?;
    // What strangers match is not known, and the truth check has failed already: the strict reading will do for them.
    let unmatched = ledger.unmatched();
    k_wildcard = unmatched.iter().copied().fold(k_wildcard, u64::min);
    counts.extend(unmatched);
    Classes::summed_up(&counts, k_wildcard, observer)
}

/// The average risk of the file's rows when a missing cell matches anything.
pub(crate) fn wildcard_risk(
    expected: &Expected,
    ledger: &Ledger,
    observer: &dyn Observer,
) -> Result<f64, Aborted> {
    let missing: Vec<Option<u32>> = expected.images.iter().map(|image| image.missing()).collect();
    let released = ledger.watched(observer).filter(|class| class.released > 0);
    let (places, counts): (Vec<u32>, Vec<u64>) = released.map(|class| (class.place, class.released)).unzip();
    observer.go_on()?;
    let rows: u64 = counts.iter().sum();
    let found = ledger.found_wildcard(&places, &counts, &missing, observer)?;
    Ok(if rows == 0 { 0.0 } else { found / rows as f64 })
}

/// k under the stated policy. A file without rows singles nobody out.
pub(crate) fn k_anonymity(claim: &Claim, classes: &Classes, people: Option<&Respondents>) -> CheckResult {
    if let Some(people) = people {
        return k_of_people(claim, classes, people);
    }
    let k = claim.k;
    let Share { classes: small, rows } = classes.below(k);
    let (policy, holds) = match claim.policy {
        Policy::OwnValue => ("own-value", small == 0),
        Policy::Wildcard => ("wildcard", classes.rows == 0 || classes.k_wildcard >= k),
    };
    let reached = format!("k = {} (missing as own value), {} (as wildcard)", classes.k, classes.k_wildcard);
    let below = format!(
        "{} with {} below k = {k} under {policy}: {reached}",
        count(small, "class"),
        count(rows, "row")
    );
    result(Check::KAnonymity, if holds { Vec::new() } else { vec![below] }, || {
        format!("{reached}, {k} asked under {policy}, in {}", count(classes.classes, "class"))
    })
}

/// The same, counted in people.
fn k_of_people(claim: &Claim, classes: &Classes, people: &Respondents) -> CheckResult {
    let (policy, reached) = match claim.policy {
        Policy::OwnValue => ("own-value", people.k),
        Policy::Wildcard => ("wildcard", people.k_wildcard),
    };
    let k = claim.k;
    let of = format!("k = {} people (missing as own value), {} (as wildcard)", people.k, people.k_wildcard);
    let wrong =
        (people.people > 0 && reached < k).then(|| format!("below k = {k} people under {policy}: {of}"));
    // Rows of nobody are in no class.
    let wrong =
        wrong.or_else(|| (people.people == 0 && classes.rows > 0).then(|| "rows of nobody".to_owned()));
    result(Check::KAnonymity, wrong.into_iter().collect(), || {
        format!(
            "{of}, {k} asked under {policy}, {} in {}",
            count_people(people.people),
            count(classes.classes, "class")
        )
    })
}

/// k of people by all their rows together, if that is promised.
pub(crate) fn profile(claim: &Claim, people: &Respondents) -> Option<CheckResult> {
    claim.respondent.as_ref().filter(|respondent| respondent.by_profile)?;
    let (k, found) = (claim.k, people.profile);
    let wrong = (people.people > 0 && found.k < k).then(|| {
        format!(
            "by all rows of a person k = {} people, {k} asked, {} unique",
            found.k,
            count_people(found.unique)
        )
    });
    Some(result(Check::Profile, wrong.into_iter().collect(), || {
        format!("by all rows of a person k = {} people, {k} asked", found.k)
    }))
}

fn count_people(number: u64) -> String {
    format!("{number} {}", if number == 1 { "person" } else { "people" })
}

/// What each promised combination reaches in the file.
pub(crate) fn reached(combinations: Option<&Combinations>, ledger: &Ledger) -> Vec<CombinationReport> {
    let released: Vec<u64> = ledger.classes().map(|class| class.released).collect();
    combinations.map_or_else(Vec::new, |combinations| combinations.reached(&released, &ledger.unmatched()))
}

/// k of combinations, and what all quasi columns together have. A file without rows singles nobody out.
pub(crate) fn k_of_combinations(classes: &Classes, reached: &[CombinationReport]) -> CheckResult {
    let rare: Vec<&CombinationReport> =
        reached.iter().filter(|one| classes.rows > 0 && one.reached < one.asked).collect();
    let wrong = rare.first().map(|one| {
        format!(
            "{} of {} with values rarer than asked, among them {}: {}, {} asked",
            count(rare.len() as u64, "combination"),
            reached.len(),
            one.columns.join(" + "),
            count(one.reached, "row"),
            one.asked
        )
    });
    let least = reached.iter().map(|one| one.reached).min().unwrap_or(0);
    result(Check::KAnonymity, wrong.into_iter().collect(), || {
        format!(
            "the values of {} of quasi columns all occur as often as asked, the rarest in {}; all quasi columns \
             together have k = {} (missing as own value), {} (as wildcard), in {}",
            count(reached.len() as u64, "combination"),
            count(least, "row"),
            classes.k,
            classes.k_wildcard,
            count(classes.classes, "class")
        )
    })
}

/// Whether every class holds exactly the rows that generalize to it, and every label covers the value it stands for and
/// names no other than released ones; so many do not.
pub(crate) fn truth(
    expected: &Expected,
    ledger: &Ledger,
    misnamed: u64,
    observer: &dyn Observer,
) -> Result<CheckResult, Aborted> {
    let (mut lacking, mut surplus, mut whole) = (Share::default(), Share::default(), 0);
    for class in ledger.watched(observer).filter(|class| class.released > 0) {
        match class.source.abs_diff(class.released) {
            0 => whole += 1,
            rows => {
                let share = if class.released < class.source { &mut lacking } else { &mut surplus };
                *share = Share { classes: share.classes + 1, rows: share.rows + rows };
            }
        }
    }
    observer.go_on()?;
    let unmatched = ledger.unmatched();
    let unmatched = Share { classes: unmatched.len() as u64, rows: unmatched.iter().sum() };
    let wrong = [
        (unmatched, "that no source row generalizes to, holding", ""),
        (lacking, "that lack", " of their source"),
        (surplus, "with", " more than their source"),
    ];
    let wrong = wrong.into_iter().filter(|(share, ..)| share.classes > 0).map(|(share, with, of)| {
        format!("{} {with} {}{of}", count(share.classes, "released class"), count(share.rows, "row"))
    });
    let Wrong { cells, classes } = expected.wrong;
    let uncovered = [
        (cells, "cell", "that do not cover the value they stand for"),
        (classes, "class", "that show something else than their rule gives on their rows"),
        (misnamed, "label", "that name other values than the first and the last released under them"),
    ];
    let uncovered = uncovered.into_iter().filter(|(number, ..)| *number > 0);
    let uncovered = uncovered.map(|(number, noun, words)| format!("{} {words}", count(number, noun)));
    Ok(result(Check::Truth, wrong.chain(uncovered).collect(), || {
        format!("{}, each with exactly the rows that generalize to it", count(whole, "released class"))
    }))
}

/// The classes of the source that could have been released, all of them together.
pub(crate) fn releasable(
    claim: &Claim,
    expected: &Expected,
    ledger: &Ledger,
    combinations: Option<&Combinations>,
    requirements: &Requirements,
    people: Option<Vec<u64>>,
    observer: &dyn Observer,
) -> Result<Vec<bool>, Aborted> {
    let mut images = vec![0; expected.images.len()];
    // Where all classes together had to hold something, the smallest may be gone.
    let least = ledger.classes().map(|class| class.released).filter(|&rows| rows > 0).min();
    let is_small =
        |class: &Class| requirements.is_of_table && least.is_none_or(|least| class.source <= least);
    let mut may = |class: Class| {
        ledger.images(class.place, &mut images);
        let has_path = !expected.images.iter().zip(&images).any(|(image, &code)| image.is_pathless(code));
        has_path && requirements.holding[class.place as usize] && !is_small(&class)
    };
    let Some(combinations) = combinations else {
        // What is counted of a class: its people, or its rows.
        let size =
            |class: &Class| people.as_ref().map_or(class.source, |people| people[class.place as usize]);
        let may = ledger.watched(observer).map(|class| size(&class) >= claim.k && may(class)).collect();
        return observer.go_on().map(|()| may);
    };
    let may = ledger.watched(observer).map(may).collect();
    observer.go_on()?;
    let (source, released): (Vec<u64>, Vec<u64>) =
        ledger.classes().map(|class| (class.source, class.released)).unzip();
    Ok(combinations.releasable(may, &source, &released))
}

/// Whether every requirement holds; nothing if there are none.
pub(crate) fn models(reports: &[RequirementReport]) -> Option<CheckResult> {
    let of = |one: &RequirementReport| {
        let column = one.column.as_ref().map_or_else(String::new, |name| format!(" of {name:?}"));
        let reached = one.reached.map_or_else(|| "nothing".to_owned(), |reached| reached.to_string());
        format!(
            "{}{column} reaches {reached}, {} asked{}",
            one.model,
            one.asked,
            if one.estimated { " (estimated)" } else { "" }
        )
    };
    let failing = reports.iter().filter(|one| !one.holds).map(|one| match one.failing_rows {
        Some(rows) => format!("{}, {} fail", of(one), count(rows, "row")),
        None => of(one),
    });
    let right = || match reports {
        [one] => of(one),
        _ => reports.iter().map(of).collect::<Vec<_>>().join("; "),
    };
    (!reports.is_empty()).then(|| result(Check::Models, failing.collect(), right))
}

/// Whether nothing was suppressed that nothing asks for, and what was is what was said.
pub(crate) fn suppression(claim: &Claim, ledger: &Ledger, releasable: &[bool]) -> CheckResult {
    let (mut gone, mut needless) = (Share::default(), Share::default());
    for class in ledger.classes().filter(|class| class.released == 0) {
        gone = Share { classes: gone.classes + 1, rows: gone.rows + class.source };
        if releasable[class.place as usize] {
            needless = Share { classes: needless.classes + 1, rows: needless.rows + class.source };
        }
    }
    let mut wrong = Vec::new();
    let suppressed = gone.rows + claim.aside();
    if suppressed != claim.suppressed {
        wrong.push(format!(
            "{} of the source not released, but {} said to be suppressed",
            count(suppressed, "row"),
            claim.suppressed
        ));
    }
    wrong.extend(beyond(suppressed, claim.suppression_limit));
    if needless.classes > 0 {
        let (classes, rows) = (count(needless.classes, "class"), count(needless.rows, "row"));
        wrong.push(format!("{classes} that could have been released suppressed needlessly, {rows}"));
    }
    let is_by_cells = claim.columns.iter().any(|column| matches!(column.content, ColumnContent::Cells(_)));
    result(Check::Suppression, wrong, || match is_by_cells {
        false => {
            format!(
                "{} suppressed in {}, none needlessly",
                count(suppressed, "row"),
                count(gone.classes, "class")
            )
        }
        true => format!("{} suppressed", count(suppressed, "row")),
    })
}

/// That more rows are suppressed than may be, in words.
pub(crate) fn beyond(suppressed: u64, limit: u64) -> Option<String> {
    let rows = count(suppressed, "row");
    (suppressed > limit).then(|| format!("{rows} suppressed, at most {limit} may be"))
}

/// Whether the cells that travel along are those of the class's source rows.
pub(crate) fn integrity(carried: usize, ledger: &Ledger) -> CheckResult {
    let differs = |difference: Fingerprint| difference != Fingerprint::default();
    let released = ledger.classes().filter(|class| class.released > 0);
    let differing = released.filter(|class| differs(class.difference)).count() as u64;
    let wrong =
        format!("{} whose carried cells differ from their source's", count(differing, "released class"));
    let columns = count(carried as u64, "carried column");
    result(Check::Integrity, if differing > 0 { vec![wrong] } else { Vec::new() }, || {
        format!("{columns}: in every class the cells of its source rows")
    })
}

/// Whether the files hold nothing besides their cells.
pub(crate) fn residue(found: Vec<Option<String>>) -> CheckResult {
    let words = if found.len() == 1 { "the file holds" } else { "the files hold" };
    let wrong = found.into_iter().flatten().map(|what| format!("besides the cells, {what}")).collect();
    result(Check::Residue, wrong, || format!("{words} cells, and nothing besides"))
}

/// Whether the order of rows tells nothing, if that was promised, as far as columns could be compared.
pub(crate) fn order(claim: &Claim, descents: u64, compared: usize) -> Option<CheckResult> {
    if claim.order != Order::Sorted {
        return None;
    }
    let wrong = format!("{} below the row before, but rows were to be sorted", count(descents, "row"));
    let wrong = if descents > 0 { vec![wrong] } else { Vec::new() };
    let all = claim.columns.len();
    Some(result(Check::Order, wrong, || match compared {
        _ if compared == all => "rows are sorted by what is released".into(),
        _ => {
            format!("rows are sorted by the first {compared} of {all} columns; the others were not compared")
        }
    }))
}

pub(crate) fn result(name: Check, wrong: Vec<String>, right: impl FnOnce() -> String) -> CheckResult {
    let holds = wrong.is_empty();
    CheckResult { name, holds, words: if holds { right() } else { wrong.join(", ") } }
}

pub(crate) fn count(number: u64, noun: &str) -> String {
    match (number, noun.strip_suffix('s')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(_)) => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}
