//! The households of a release, by what the rows of the source show in the file.
//!
//! Whoever knows a household knows its size, so classes are cut by it, members whose rows were suppressed included. A
//! household is found if any of its members is.

use amidst_core::{Coded, Observer};
use hashbrown::HashMap;

use super::{ledger::Ledger, source::Expected, verdict::result};
use crate::{AuditError, Check, CheckResult, Claim, HouseholdFigures, PersonOfRow};

/// How far apart two figures may be that were added up in different orders.
const ROUNDING: f64 = 1e-9;

/// A row of the file, by numbers: its class, the size of its household, the household, and the member that it is of.
struct Row {
    class: u32,
    size: u32,
    household: u32,
    member: u32,
}

/// What the file has, if a claim speaks of households.
pub(super) fn found(
    claim: &Claim,
    expected: &Expected,
    ledger: &Ledger,
    observer: &dyn Observer,
) -> Result<Option<HouseholdFigures>, AuditError> {
    let Some(household) = &claim.household else { return Ok(None) };
    let name = &household.column;
    let column = claim.coded(name);
    let column =
        column.ok_or_else(|| AuditError::Claim(format!("the source has no coded column {name:?}")))?;
    let homes = homes(claim, name, column)?;
    let members: Vec<u32> = match claim.person_of_row()? {
        Some(person_of_row) => person_of_row.of_rows().flatten().collect(),
        None => (0..homes.len() as u32).collect(),
    };
    let is_released: Vec<bool> = ledger.classes().map(|class| class.released > 0).collect();
    let sizes = match claim.before(name)? {
        None => sizes(&homes, &members),
        // People who were taken out of the source live in their households all the same.
        Some((before, person_of_row)) => {
            sizes(&self::homes(claim, name, before)?, &person_of_row.of_rows().flatten().collect::<Vec<_>>())
        }
    };
    let parts = expected.parts(ledger, observer)?;
    let rows = parts.field().codes.iter().zip(homes).zip(members);
    let rows = rows.filter(|((class, _), _)| is_released[*class as usize]);
    let row = |((class, household), member)| Row { class, size: sizes[&household], household, member };
    Ok(Some(figures(&rows.map(row).collect::<Vec<_>>())))
}

/// The household of each row, numbered alike for columns of one dictionary.
fn homes(claim: &Claim, name: &str, column: &Coded) -> Result<Vec<u32>, AuditError> {
    let homes: Option<Vec<u32>> = PersonOfRow::of(column, claim.reading).of_rows().collect();
    homes.ok_or_else(|| {
        AuditError::Claim(format!("the source has rows in which the household {name:?} is missing"))
    })
}

/// The different members of each household.
fn sizes(homes: &[u32], members: &[u32]) -> HashMap<u32, u32> {
    let mut pairs: Vec<(u32, u32)> = homes.iter().copied().zip(members.iter().copied()).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut sizes = HashMap::new();
    pairs.iter().for_each(|(home, _)| *sizes.entry(*home).or_default() += 1);
    sizes
}

fn figures(rows: &[Row]) -> HouseholdFigures {
    let members_of = counted(rows, |row| row.member);
    let households_of = counted(rows, |row| row.household);
    let of = |counts: &HashMap<(u32, u32), u64>, row: &Row| counts[&(row.class, row.size)];
    let mut alone: Vec<u32> =
        rows.iter().filter(|row| of(&households_of, row) == 1).map(|row| row.household).collect();
    alone.sort_unstable();
    alone.dedup();
    // Of a member with several rows the highest chance counts.
    let mut fewest: HashMap<(u32, u32), u64> = HashMap::new();
    for row in rows {
        let members = of(&members_of, row);
        let least = fewest.entry((row.household, row.member)).or_insert(members);
        *least = members.min(*least);
    }
    let mut nobody_found: HashMap<u32, f64> = HashMap::new();
    for ((household, _), members) in fewest {
        *nobody_found.entry(household).or_insert(1.0) *= 1.0 - 1.0 / members as f64;
    }
    let risks: Vec<f64> = nobody_found.into_values().map(|nobody| 1.0 - nobody).collect();
    HouseholdFigures {
        households: risks.len() as u64,
        k: households_of.values().copied().min().unwrap_or(0),
        unique: alone.len() as u64,
        highest: risks.iter().copied().fold(0.0, f64::max),
        average: risks.iter().sum::<f64>() / risks.len().max(1) as f64,
    }
}

/// How many different ones there are in each class of households of one size.
fn counted(rows: &[Row], of: impl Fn(&Row) -> u32) -> HashMap<(u32, u32), u64> {
    let mut all: Vec<((u32, u32), u32)> = rows.iter().map(|row| ((row.class, row.size), of(row))).collect();
    all.sort_unstable();
    all.dedup();
    let mut counts = HashMap::new();
    all.iter().for_each(|(class, _)| *counts.entry(*class).or_default() += 1);
    counts
}

/// Whether the figures of households are those of the file.
pub(super) fn verdict(claim: &Claim, found: Option<&HouseholdFigures>) -> Option<CheckResult> {
    let (claimed, found) = (claim.household.as_ref()?.figures, found?);
    let is_near = |a: f64, b: f64| (a - b).abs() <= ROUNDING;
    let is_right = (claimed.households, claimed.k, claimed.unique)
        == (found.households, found.k, found.unique)
        && is_near(claimed.highest, found.highest)
        && is_near(claimed.average, found.average);
    let words = |it: &HouseholdFigures| {
        format!(
            "{} households, at least {} in a class with their size, {} alone, found with a chance of {:.4} at most and {:.4} \
             on average",
            it.households, it.k, it.unique, it.highest, it.average
        )
    };
    let wrong = (!is_right).then(|| format!("{}, not {}", words(found), words(&claimed)));
    Some(result(Check::Households, wrong.into_iter().collect(), || words(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_is_found_if_any_member_is_and_is_counted_once_in_a_class() {
        let row = |class, size, household, member| Row { class, size, household, member };
        // Two households of two share a class; one of them has a member with two rows, alone in another class.
        let rows = [
            row(0, 2, 0, 0),
            row(0, 2, 0, 1),
            row(0, 2, 1, 2),
            row(0, 2, 1, 3),
            row(1, 2, 1, 3),
            row(0, 1, 2, 4),
        ];
        let found = figures(&rows);
        assert_eq!((found.households, found.k, found.unique, found.highest), (3, 1, 2, 1.0));
        let pair = 1.0 - 0.75 * 0.75;
        assert!((found.average - (pair + 1.0 + 1.0) / 3.0).abs() < 1e-12);
    }
}
