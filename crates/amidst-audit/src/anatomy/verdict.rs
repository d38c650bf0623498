//! From what was seen in fragments to checks, in words.

use super::{
    FragmentClaim,
    file::File,
    quasi::Quasi,
    sensitive::{Differing, Sensitive},
};
use crate::{
    Check, CheckResult, Order,
    audit::verdict::{beyond, count, result},
};

/// The columns of files whose header stands at their beginning. A sensitive column in the quasi table is not promised.
pub(super) fn headers(claim: &FragmentClaim, files: &[File]) -> CheckResult {
    let headers: Vec<Vec<&str>> = files.iter().filter_map(File::header).collect();
    let left_in = |header: &&Vec<&str>| claim.gone.iter().any(|name| header.contains(&name.as_str()));
    let left_in = headers.iter().filter(left_in).count() as u64;
    let open = |header: &Vec<&str>| claim.sensitive.iter().any(|name| header.contains(&name.as_str()));
    let differing = files.iter().filter(|file| file.header().is_some_and(|header| header != file.names()));
    let mut wrong = Vec::new();
    if left_in > 0 {
        wrong.push(format!("{} with an identifier left in", count(left_in, "file")));
    }
    if headers.first().is_some_and(open) {
        wrong.push("a sensitive column is in the quasi table".into());
    }
    match differing.count() as u64 {
        0 => {}
        files => wrong
            .push(format!("{} whose columns are not those promised in their order", count(files, "file"))),
    }
    columns(claim, wrong)
}

/// The columns of all files, once they were read.
pub(super) fn names(
    claim: &FragmentClaim,
    files: &[File],
    quasi: &Quasi,
    sensitive: &[Sensitive],
) -> CheckResult {
    let strange = quasi.seen.strange + sensitive.iter().map(|table| table.seen.strange).sum::<u64>();
    let wrong = format!("{} under names that are not promised, or not in that order", count(strange, "cell"));
    if strange > 0 { columns(claim, vec![wrong]) } else { headers(claim, files) }
}

fn columns(claim: &FragmentClaim, wrong: Vec<String>) -> CheckResult {
    let quasi = count(claim.columns.len() as u64, "column");
    let sensitive = count(claim.sensitive.len() as u64, "sensitive column");
    let gone = count(claim.gone.len() as u64, "identifier");
    result(Check::Columns, wrong, || {
        format!("{quasi} in the promised order beside the groups, {sensitive} apart from them, {gone} gone")
    })
}

/// Whether row counts add up.
pub(super) fn rows(claim: &FragmentClaim, quasi: &Quasi) -> CheckResult {
    let FragmentClaim { rows_in, rows_out, suppressed, .. } = *claim;
    let (rows, source) = (quasi.seen.rows, claim.source.rows() as u64);
    let mut wrong = Vec::new();
    if rows != rows_out {
        wrong.push(format!("the quasi table holds {rows} rows, not {rows_out}"));
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

/// Whether no group is too small. A release without rows singles nobody out.
pub(super) fn k_anonymity(claim: &FragmentClaim, quasi: &Quasi, reached: u64) -> CheckResult {
    let small = quasi.rows.iter().filter(|&&rows| rows > 0 && rows < claim.k).count() as u64;
    let wrong = format!("{} below k = {}: k = {reached}", count(small, "group"), claim.k);
    let groups = quasi.rows.iter().filter(|&&rows| rows > 0).count() as u64;
    result(Check::KAnonymity, if small > 0 { vec![wrong] } else { Vec::new() }, || {
        format!("k = {reached} in groups, {} asked, in {}", claim.k, count(groups, "group"))
    })
}

/// Whether every group has the sensitive values of its source rows.
pub(super) fn truth(groups: usize, sensitive: &[Sensitive], differing: &[Differing]) -> CheckResult {
    let mut wrong = Vec::new();
    for (table, differing) in sensitive.iter().zip(differing) {
        let of = format!("of column {:?}", table.name);
        if table.void > 0 {
            wrong.push(format!("{} {of} without a group or a number of rows", count(table.void, "row")));
        }
        if differing.groups > 0 {
            let groups = count(differing.groups, "group");
            wrong.push(format!("{groups} whose values {of} are not those of their source rows"));
        }
        if differing.sums > 0 {
            let groups = count(differing.sums, "group");
            wrong.push(format!("{groups} whose numbers {of} do not add up to their rows in the quasi table"));
        }
    }
    let columns = count(sensitive.len() as u64, "sensitive column");
    result(Check::Truth, wrong, || {
        format!("{columns}: in each of {} exactly the values of its rows", count(groups as u64, "group"))
    })
}

/// Whether what was suppressed is what was said.
pub(super) fn suppression(claim: &FragmentClaim) -> CheckResult {
    let gone = claim.group_of_row.iter().filter(|&&group| group == FragmentClaim::SUPPRESSED).count() as u64;
    let wrong =
        format!("{} without a group, but {} said to be suppressed", count(gone, "row"), claim.suppressed);
    let mut wrong = if gone == claim.suppressed { Vec::new() } else { vec![wrong] };
    wrong.extend(beyond(gone, claim.suppression_limit));
    result(Check::Suppression, wrong, || format!("{} suppressed", count(gone, "row")))
}

/// Whether the quasi table holds every source row once, in its group.
pub(super) fn integrity(claim: &FragmentClaim, groups: usize, quasi: &Quasi) -> CheckResult {
    let mut wrong = Vec::new();
    if quasi.unmatched > 0 {
        wrong.push(format!("{} of groups that there are none of", count(quasi.unmatched, "row")));
    }
    if quasi.differing > 0 {
        let groups = count(quasi.differing, "group");
        wrong.push(format!("{groups} whose rows in the quasi table are not those of the source"));
    }
    let columns = count(claim.columns.len() as u64, "column");
    result(Check::Integrity, wrong, || {
        format!("{columns}: in each of {} every source row once, as it was", count(groups as u64, "group"))
    })
}

/// Whether the order of rows tells nothing, if that was promised, as far as columns could be compared.
pub(super) fn order(claim: &FragmentClaim, quasi: &Quasi, sensitive: &[Sensitive]) -> Option<CheckResult> {
    if claim.order != Order::Sorted {
        return None;
    }
    let descents = quasi.seen.descents + sensitive.iter().map(|table| table.seen.descents).sum::<u64>();
    let wrong = format!("{} below the row before, but rows were to be sorted", count(descents, "row"));
    let wrong = if descents > 0 { vec![wrong] } else { Vec::new() };
    let is_whole =
        quasi.compared == claim.columns.len() + 1 && sensitive.iter().all(|table| table.compared == 2);
    Some(result(Check::Order, wrong, || match is_whole {
        true => "rows are sorted by their group and by what is released".into(),
        false => {
            "rows are sorted by their group and what is released, as far as columns were compared".into()
        }
    }))
}
