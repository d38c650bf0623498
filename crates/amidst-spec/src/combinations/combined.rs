//! What combinations reach, and what may and must be said of it.

use amidst_audit::CombinationReport;
use serde::{Deserialize, Serialize};

use super::binomial;
use crate::reporting::counted;

/// What k of combinations reaches in a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombinationResults {
    /// The smallest class over all quasi columns together, of which nothing was asked.
    pub k_all: u64,
    /// Each combination.
    pub combinations: Vec<Combination>,
}

/// What one combination reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combination {
    /// Its columns.
    pub columns: Vec<String>,
    /// The least number of rows asked for.
    pub asked: u64,
    /// The rows in which its rarest values appear.
    pub reached: u64,
    /// Whether that is enough.
    pub holds: bool,
}

impl CombinationResults {
    /// What an audit found.
    pub fn new(k_all: u64, reports: &[CombinationReport]) -> Self {
        let combination = |report: &CombinationReport| {
            let CombinationReport { columns, asked, reached } = report.clone();
            Combination { columns, asked, reached, holds: reached >= asked }
        };
        Self { k_all, combinations: reports.iter().map(combination).collect() }
    }

    /// The least that is asked of any combination.
    pub fn asked(&self) -> u64 {
        self.combinations.iter().map(|one| one.asked).min().unwrap_or(0)
    }

    /// The least that any combination reaches.
    pub fn reached(&self) -> u64 {
        self.combinations.iter().map(|one| one.reached).min().unwrap_or(0)
    }

    /// Whether every combination has its k.
    pub fn holds(&self) -> bool {
        self.combinations.iter().all(|one| one.holds)
    }

    /// What may be claimed: never more than this.
    pub fn claim(&self) -> String {
        let most = self.combinations.iter().map(|one| one.asked).max().unwrap_or(0);
        let sets = sets(&self.combinations.iter().map(|one| one.columns.as_slice()).collect::<Vec<_>>());
        let rows = match self.asked() == most {
            true => counted(self.reached(), "row", "rows"),
            false => format!("as many rows as asked for its size, {} to {most}", self.asked()),
        };
        format!("every combination of values in {sets} appears in at least {rows}")
    }

    /// What must be said besides.
    pub fn caveat(&self) -> String {
        format!("all quasi columns together may single people out: over all of them k = {}", self.k_all)
    }
}

/// Sets of columns in few words.
fn sets(sets: &[&[String]]) -> String {
    const LISTED: usize = 8;
    let mut columns: Vec<&str> = Vec::new();
    for column in sets.iter().copied().flatten() {
        if !columns.contains(&column.as_str()) {
            columns.push(column);
        }
    }
    let largest = sets.iter().map(|set| set.len()).max().unwrap_or(0);
    let all: u128 = (1..=largest).map(|size| binomial(columns.len(), size)).fold(0, u128::saturating_add);
    let names = columns.join(", ");
    match sets.len() {
        // Sets are distinct, so as many as there can be are all of them.
        number if number as u128 == all && largest == 1 => format!("any one of {names}"),
        number if number as u128 == all && number > 1 => format!("any {largest} or fewer of {names}"),
        number if number > LISTED => format!("{number} combinations of {names}"),
        _ => sets.iter().map(|set| set.join(" + ")).collect::<Vec<_>>().join(" or in "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combined(sets: &[&str], asked: &[u64]) -> CombinationResults {
        let report = |(set, &asked): (&&str, &u64)| CombinationReport {
            columns: set.split('+').map(String::from).collect(),
            asked,
            reached: asked + 1,
        };
        CombinationResults::new(1, &sets.iter().zip(asked).map(report).collect::<Vec<_>>())
    }

    #[track_caller]
    fn check(sets: &[&str], asked: &[u64], claim: &str) {
        assert_eq!(combined(sets, asked).claim(), format!("every combination of values in {claim}"));
    }

    #[test]
    fn what_may_be_claimed_is_told_in_few_words() {
        check(&["a+b", "c+d"], &[5, 5], "a + b or in c + d appears in at least 6 rows");
        check(&["a", "b", "c"], &[5; 3], "any one of a, b, c appears in at least 6 rows");
        let pairs = ["a", "b", "c", "a+b", "a+c", "b+c"];
        check(&pairs, &[5; 6], "any 2 or fewer of a, b, c appears in at least 6 rows");
        let varied = "appears in at least as many rows as asked for its size, 5 to 9";
        check(&pairs, &[9, 9, 9, 5, 5, 5], &format!("any 2 or fewer of a, b, c {varied}"));
        let many = ["a+b", "a+c", "a+d", "a+e", "b+c", "b+d", "b+e", "c+d", "c+e"];
        check(&many, &[2; 9], "9 combinations of a, b, c, d, e appears in at least 3 rows");
    }

    #[test]
    fn one_combination_that_falls_short_is_enough_to_fail() {
        let mut combined = combined(&["a+b", "c+d"], &[5, 8]);
        assert_eq!((combined.asked(), combined.reached(), combined.holds()), (5, 6, true));
        combined.combinations[1].holds = false;
        assert!(!combined.holds());
    }
}
