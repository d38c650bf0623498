//! Whether classes show the mean, the median, the most frequent value or the interval of their own rows.

use std::cmp::Ordering;

use amidst_core::Coded;
use rayon::prelude::*;

use super::numeral::Numeral;
use crate::{AggregateRule, AuditError};

/// What is said of a column.
pub struct Aggregates<'a> {
    /// Its cells in the source.
    pub source: &'a Coded,
    /// The class of every row of the source; [`Aggregates::SUPPRESSED`] if it has none.
    pub class_of_row: &'a [u32],
    /// What every class shows; `None` is a missing cell.
    pub labels: &'a [Option<&'a str>],
    /// What it must be.
    pub rule: AggregateRule,
    /// The values in ascending order, where they are neither numbers nor dates.
    pub order: Option<&'a [&'a str]>,
}

/// Rows of a class with one value.
type Cell = (u32, u64);

impl Aggregates<'_> {
    /// The class of a row that is not released.
    pub const SUPPRESSED: u32 = u32::MAX;

    /// How many classes show something else than the rule gives on their rows.
    ///
    /// # Errors
    /// If there is not one class for each row, or a class without a label, or no order where one is needed.
    pub fn wrong(&self) -> Result<u64, AuditError> {
        let broken = |what: &str| Err(AuditError::Claim(what.into()));
        if self.class_of_row.len() != self.source.codes.len() {
            return broken("aggregates need the class of every row");
        }
        let is_known = |&class: &u32| class == Self::SUPPRESSED || (class as usize) < self.labels.len();
        if !self.class_of_row.iter().all(is_known) {
            return broken("a row is in a class without a label");
        }
        let numerals: Vec<Option<Numeral>> =
            self.source.dictionary.iter().map(|text| text.and_then(Numeral::read)).collect();
        let judge = Judge { claim: self, numerals, ranks: self.ranks()? };
        let (starts, codes) = self.sorted();
        let is_wrong = |&class: &usize| {
            let rows = &codes[starts[class]..starts[class + 1]];
            !rows.is_empty() && !judge.is_right(rows, self.labels[class])
        };
        Ok((0..self.labels.len()).into_par_iter().with_min_len(256).filter(is_wrong).count() as u64)
    }

    /// The codes of all released rows, class after class, and where each class begins.
    fn sorted(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0; self.labels.len() + 1];
        let released =
            || self.class_of_row.iter().enumerate().filter(|(_, class)| **class != Self::SUPPRESSED);
        released().for_each(|(_, &class)| starts[class as usize + 1] += 1);
        (1..starts.len()).for_each(|class| starts[class] += starts[class - 1]);
        let mut codes = vec![0; starts[self.labels.len()]];
        let mut next = starts.clone();
        for (row, &class) in released() {
            codes[next[class as usize]] = self.source.codes.at(row);
            next[class as usize] += 1;
        }
        (starts, codes)
    }

    /// The place of every value in the order given.
    fn ranks(&self) -> Result<Option<Vec<usize>>, AuditError> {
        let Some(order) = self.order else { return Ok(None) };
        let rank = |text: Option<&str>| match text {
            None => Some(usize::MAX),
            Some(text) => order.iter().position(|it| *it == text),
        };
        let ranks: Option<Vec<usize>> = self.source.dictionary.iter().map(rank).collect();
        ranks
            .map(Some)
            .ok_or_else(|| AuditError::Claim("a value has no place in the order of its column".into()))
    }
}

struct Judge<'a> {
    claim: &'a Aggregates<'a>,
    numerals: Vec<Option<Numeral>>,
    ranks: Option<Vec<usize>>,
}

impl Judge<'_> {
    fn is_right(&self, rows: &[u32], label: Option<&str>) -> bool {
        let mut codes = rows.to_vec();
        codes.sort_unstable();
        let all = codes.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64));
        let known: Vec<Cell> = all.filter(|&(code, _)| self.text(code).is_some()).collect();
        let (Some(label), false) = (label, known.is_empty()) else {
            return label.is_none() && known.is_empty();
        };
        let has_missing = known.iter().map(|(_, rows)| rows).sum::<u64>() < rows.len() as u64;
        match self.claim.rule {
            AggregateRule::Mean => self.is_mean(&known, label),
            AggregateRule::Median => self.is_median(known, label),
            AggregateRule::Mode => {
                let most = known.iter().map(|(_, rows)| *rows).max();
                known.iter().any(|&(code, rows)| Some(rows) == most && self.text(code) == Some(label))
            }
            AggregateRule::Interval if has_missing => label == "*",
            AggregateRule::Interval => self.is_interval(&known, label),
        }
    }

    fn text(&self, code: u32) -> Option<&str> {
        self.claim.source.dictionary.value(code)
    }

    fn is_mean(&self, known: &[Cell], label: &str) -> bool {
        let decimals = self.numerals.iter().flatten().map(Numeral::decimals).max().unwrap_or(0);
        let cells = known.iter().map(|&(code, rows)| Some((self.numerals[code as usize]?, rows)));
        let cells: Option<Vec<(Numeral, u64)>> = cells.collect();
        let label = Numeral::read(label).filter(|_| is_shortest(label));
        cells.zip(label).is_some_and(|(cells, label)| label.is_mean_of(&cells, decimals))
    }

    fn is_median(&self, mut known: Vec<Cell>, label: &str) -> bool {
        known.sort_by(|a, b| self.compare(a.0, b.0));
        let mut before = known.iter().map(|(_, rows)| rows).sum::<u64>().div_ceil(2);
        let mut middle = known[0].0;
        for &(code, rows) in &known {
            middle = code;
            if rows >= before {
                break;
            }
            before -= rows;
        }
        // The same number may be spelled in several ways.
        known.iter().any(|&(code, _)| self.compare(code, middle).is_eq() && self.text(code) == Some(label))
    }

    fn is_interval(&self, known: &[Cell], label: &str) -> bool {
        if let [(only, _)] = known {
            return self.text(*only) == Some(label);
        }
        let end = |wanted: Ordering| {
            let codes = known.iter().map(|&(code, _)| code);
            let end =
                codes.reduce(|a, b| if self.compare(b, a) == wanted { b } else { a }).expect("it has values");
            let texts = known.iter().filter(move |&&(code, _)| self.compare(code, end).is_eq());
            texts.filter_map(|&(code, _)| self.text(code))
        };
        // Where a comma is the decimal mark, it cannot part the ends.
        let shows = |low: &str, high: &str| {
            [", ", "; "].iter().any(|between| label == format!("[{low}{between}{high}]"))
        };
        end(Ordering::Less).any(|low| end(Ordering::Greater).any(|high| shows(low, high)))
    }

    /// By the order given, as numbers, or as dates are spelled.
    fn compare(&self, a: u32, b: u32) -> Ordering {
        if let Some(ranks) = &self.ranks {
            return ranks[a as usize].cmp(&ranks[b as usize]);
        }
        match (self.numerals[a as usize], self.numerals[b as usize]) {
            (Some(a), Some(b)) => a.compare(b),
            _ => self.text(a).cmp(&self.text(b)),
        }
    }
}

/// Whether a number is spelled without zeros at the end that say nothing.
fn is_shortest(text: &str) -> bool {
    let has_mark = text.contains(['.', ',']);
    !(has_mark && text.ends_with(['0', '.', ',']))
}

#[cfg(test)]
mod tests {
    use amidst_table::Column;

    use super::*;

    const AGES: [Option<&str>; 9] = [
        Some("35"),
        Some("45"),
        Some("30"),
        Some("50"),
        Some("60"),
        Some("40"),
        Some("65"),
        Some("70"),
        Some("55"),
    ];
    const CLASSES: [u32; 9] = [0, 1, 0, 1, 2, 0, 2, 2, 1];

    fn wrong(cells: &[Option<&str>], classes: &[u32], labels: &[Option<&str>], rule: AggregateRule) -> u64 {
        let column = Column::from_texts("age", cells.iter().copied());
        let source = column.coded().unwrap();
        Aggregates { source, class_of_row: classes, labels, rule, order: None }.wrong().unwrap()
    }

    #[track_caller]
    fn check(cells: &[Option<&str>], label: Option<&str>, rule: AggregateRule, is_right: bool) {
        let found = wrong(cells, &vec![0; cells.len()], &[label], rule);
        assert_eq!(found, u64::from(!is_right), "{label:?}");
    }

    #[test]
    fn the_means_of_figure_9_are_right_and_others_are_not() {
        let labels = |texts: [&'static str; 3]| texts.map(Some);
        assert_eq!(wrong(&AGES, &CLASSES, &labels(["35", "50", "65"]), AggregateRule::Mean), 0);
        assert_eq!(wrong(&AGES, &CLASSES, &labels(["35", "50", "64"]), AggregateRule::Mean), 1);
        assert_eq!(wrong(&AGES, &CLASSES, &labels(["50", "35", "65"]), AggregateRule::Mean), 2);
        assert_eq!(wrong(&AGES, &CLASSES, &[None, Some("old"), Some("65.000001")], AggregateRule::Mean), 3);
    }

    #[test]
    fn suppressed_rows_do_not_count() {
        let mut classes = CLASSES;
        classes[7] = Aggregates::SUPPRESSED;
        let labels = ["35", "50", "62.5"].map(Some);
        assert_eq!(wrong(&AGES, &classes, &labels, AggregateRule::Mean), 0);
    }

    #[test]
    fn means_are_rounded_where_they_may_be_and_nowhere_else() {
        let thirds = [Some("1"), Some("1"), Some("2"), None];
        check(&thirds, Some("1.333333"), AggregateRule::Mean, true);
        for tampered in ["1.333334", "1.33333", "1.3333333", "1.3333330", "1"] {
            check(&thirds, Some(tampered), AggregateRule::Mean, false);
        }
        check(&[Some("-1"), Some("-1"), Some("0")], Some("-0.666667"), AggregateRule::Mean, true);
        check(&[Some("1,25"), Some("2,5")], Some("1,875"), AggregateRule::Mean, true);
        check(&[Some("1,25"), Some("2,5")], Some("1,88"), AggregateRule::Mean, false);
        check(&[Some("1e3"), Some("2e3")], Some("1500"), AggregateRule::Mean, true);
        check(&[None, None], None, AggregateRule::Mean, true);
        check(&[None, None], Some("0"), AggregateRule::Mean, false);
    }

    #[test]
    fn long_numbers_are_judged_as_closely_as_doubles_are() {
        let long = [Some("999999999999999999.000000000000000001"); 400];
        check(&long, Some("1000000000000000000"), AggregateRule::Mean, true);
        check(&long, Some("1000000000010000000"), AggregateRule::Mean, false);
    }

    #[test]
    fn medians_are_the_lower_middle_value() {
        let cells = [Some("9"), Some("10"), Some("100"), Some("11"), None];
        check(&cells, Some("10"), AggregateRule::Median, true);
        for tampered in ["9", "11", "10.0", "10.5"] {
            check(&cells, Some(tampered), AggregateRule::Median, false);
        }
        let days = [Some("2024-02-29"), Some("1999-12-31"), Some("2000-01-01")];
        check(&days, Some("2000-01-01"), AggregateRule::Median, true);
        check(&days, Some("1999-12-31"), AggregateRule::Median, false);
    }

    #[test]
    fn medians_follow_the_order_given() {
        let column = Column::from_texts("size", ["large", "small", "medium"].map(Some));
        let judge = |label, order: &[&str]| {
            let source = column.coded().unwrap();
            let labels = &[Some(label)];
            let rule = AggregateRule::Median;
            Aggregates { source, class_of_row: &[0; 3], labels, rule, order: Some(order) }.wrong()
        };
        assert_eq!(judge("medium", &["small", "medium", "large"]).unwrap(), 0);
        assert_eq!(judge("large", &["small", "medium", "large"]).unwrap(), 1);
        assert!(judge("large", &["small", "medium"]).is_err());
    }

    #[test]
    fn modes_are_most_frequent_and_ties_leave_a_choice() {
        let cells = [Some("b"), Some("a"), Some("b"), None, None, None];
        check(&cells, Some("b"), AggregateRule::Mode, true);
        check(&cells, Some("a"), AggregateRule::Mode, false);
        check(&cells, None, AggregateRule::Mode, false);
        check(&cells[..2], Some("a"), AggregateRule::Mode, true);
    }

    #[test]
    fn intervals_reach_from_the_lowest_to_the_highest() {
        let cells = [Some("9"), Some("10"), Some("9")];
        check(&cells, Some("[9, 10]"), AggregateRule::Interval, true);
        for tampered in ["[10, 9]", "[9, 11]", "9", "*"] {
            check(&cells, Some(tampered), AggregateRule::Interval, false);
        }
        check(&[Some("9"), Some("9")], Some("9"), AggregateRule::Interval, true);
        check(&[Some("9"), None], Some("*"), AggregateRule::Interval, true);
        check(&[Some("9"), None], Some("9"), AggregateRule::Interval, false);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let column = Column::from_texts("age", [Some("1")]);
        let source = column.coded().unwrap();
        let rule = AggregateRule::Mean;
        let judge = |class_of_row: &[u32]| {
            Aggregates { source, class_of_row, labels: &[], rule, order: None }.wrong()
        };
        assert!(judge(&[]).is_err());
        assert!(judge(&[0]).is_err());
        assert_eq!(judge(&[Aggregates::SUPPRESSED]).unwrap(), 0);
    }
}
