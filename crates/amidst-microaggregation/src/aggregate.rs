//! What a class shows of a column: one text in place of its rows' own.

use std::{borrow::Cow, str::FromStr};

use amidst_core::{Error, Kind, Result, hierarchy::Decimal};

use super::space::mode;
use amidst_cells::{Axis, Member, Points};

/// How the values of a class become one text. Missing cells are left out, unless all are missing: then the class shows a
/// missing cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// The mean of numbers, rounded to six decimals more than the column has, and at most 18; half is rounded away from
    /// zero, and zeros at the end are dropped.
    Mean,
    /// The middle value; of an even number, the lower one of the two. Always a value of the class.
    Median,
    /// The most frequent value; of equals the one with the smallest code.
    Mode,
    /// From the lowest to the highest value, `[low, high]`; everything, if some cells are missing and others not.
    Interval,
}

impl Aggregate {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Mean, Self::Median, Self::Mode, Self::Interval];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Mode => "mode",
            Self::Interval => "interval",
        }
    }

    /// What is shown of a column if nothing else is asked for.
    pub fn usual(kind: Kind) -> Self {
        match kind {
            Kind::Integer | Kind::Decimal => Self::Mean,
            Kind::Date | Kind::Timestamp => Self::Median,
            Kind::Text | Kind::Boolean => Self::Mode,
        }
    }

    fn refused(self, axis: &Axis, expected: &str) -> Error {
        let expected = format!("column {:?} {expected}", axis.name);
        Error::Parameter { name: "aggregate", value: self.name().into(), expected }
    }
}

impl FromStr for Aggregate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|it| it.name() == text).ok_or_else(|| Error::Parameter {
            name: "aggregate",
            value: text.into(),
            expected: "one of mean, median, mode, interval".into(),
        })
    }
}

/// What classes show of one column.
pub struct Summary<'a> {
    axis: &'a Axis,
    rule: Rule,
}

enum Rule {
    Mean(Numbers),
    /// The place of every code in the order of values.
    Median(Vec<u32>),
    Mode,
    Interval,
}

impl<'a> Summary<'a> {
    /// For a column and what to show of it.
    ///
    /// # Errors
    /// If the column has no such thing: no mean without numbers, and none of dates; no median and no interval without an
    /// order.
    pub fn new(axis: &'a Axis, aggregate: Aggregate, kind: Kind) -> Result<Self> {
        let rule = match aggregate {
            Aggregate::Mode => Rule::Mode,
            Aggregate::Interval if axis.places().is_some() => Rule::Interval,
            Aggregate::Interval => {
                return Err(aggregate.refused(axis, "is not shown as ranges; take mode"));
            }
            Aggregate::Mean if matches!(kind, Kind::Date | Kind::Timestamp) => {
                return Err(aggregate.refused(axis, "holds dates; take median"));
            }
            Aggregate::Mean => Rule::Mean(
                Numbers::of(axis)
                    .ok_or_else(|| aggregate.refused(axis, "does not hold numbers; take median or mode"))?,
            ),
            Aggregate::Median => Rule::Median(
                ranks(axis, kind)
                    .ok_or_else(|| aggregate.refused(axis, "has no order; take mode, or give it one"))?,
            ),
        };
        Ok(Self { axis, rule })
    }

    /// Writes means with a decimal comma, as the table does.
    pub fn with_comma(mut self) -> Self {
        if let Rule::Mean(numbers) = &mut self.rule {
            numbers.has_comma = true;
        }
        self
    }

    /// What a class shows of the column, which is at this place among the axes; `None` is a missing cell.
    pub fn of_class(&self, points: &Points, class: &[Member], at: usize) -> Option<Cow<'a, str>> {
        let cell = |member: &Member| (points.codes(member.point)[at], u64::from(member.rows));
        self.of(&class.iter().map(cell).collect::<Vec<_>>())
    }

    /// What rows show, given by their codes and how many there are of each; a code may come more than once.
    pub fn of(&self, rows_of_code: &[(u32, u64)]) -> Option<Cow<'a, str>> {
        let text = |code: u32| self.axis.label(self.axis.cover(code));
        let known: Vec<(u32, u64)> =
            rows_of_code.iter().copied().filter(|&(code, rows)| rows > 0 && text(code).is_some()).collect();
        if known.is_empty() {
            return None;
        }
        match &self.rule {
            Rule::Mean(numbers) => Some(numbers.mean(&known).into()),
            Rule::Median(ranks) => text(median(known, ranks)),
            Rule::Mode => text(mode(known)),
            Rule::Interval => {
                let covers = rows_of_code.iter().map(|&(code, _)| self.axis.cover(code));
                self.axis.label(covers.reduce(|a, b| self.axis.join(a, b))?)
            }
        }
    }
}

/// The lower one of the middle values.
fn median(mut known: Vec<(u32, u64)>, ranks: &[u32]) -> u32 {
    known.sort_unstable_by_key(|&(code, _)| ranks[code as usize]);
    let mut before = known.iter().map(|(_, rows)| rows).sum::<u64>().div_ceil(2);
    for (code, rows) in &known {
        if *rows >= before {
            return *code;
        }
        before -= rows;
    }
    unreachable!("half of the rows come before the end")
}

/// The texts of a column by code.
fn texts(axis: &Axis) -> impl Iterator<Item = Option<Cow<'_, str>>> {
    (0..axis.values()).map(|code| axis.label(axis.cover(code)))
}

/// The place of every code in the order of values, where they have one: ranges ascend, numbers and days have their own.
fn ranks(axis: &Axis, kind: Kind) -> Option<Vec<u32>> {
    let all = 0..axis.values();
    if axis.places().is_some() {
        return Some(all.collect());
    }
    let mut codes: Vec<u32> = all.collect();
    match kind {
        Kind::Integer | Kind::Decimal => {
            let numbers = decimals(axis)?.0;
            codes.sort_by(|&a, &b| numbers[a as usize].cmp(&numbers[b as usize]));
        }
        Kind::Date | Kind::Timestamp => {
            let texts: Vec<_> = texts(axis).collect();
            codes.sort_by(|&a, &b| texts[a as usize].cmp(&texts[b as usize]));
        }
        Kind::Text | Kind::Boolean => return None,
    }
    let mut ranks = vec![0; codes.len()];
    codes.into_iter().zip(0..).for_each(|(code, rank)| ranks[code as usize] = rank);
    Some(ranks)
}

/// The known values as exact numbers, and whether they have a decimal comma.
fn decimals(axis: &Axis) -> Option<(Vec<Option<Decimal>>, bool)> {
    let read = |parse: fn(&str) -> Option<Decimal>| {
        let number = |text: Option<Cow<'_, str>>| {
            text.map(|text| parse(text.trim())).map_or(Some(None), |it| it.map(Some))
        };
        texts(axis).map(number).collect::<Option<Vec<_>>>()
    };
    let plain = read(|text| text.parse().ok()).map(|numbers| (numbers, false));
    plain.or_else(|| read(|text| Decimal::from_comma(text).ok()).map(|numbers| (numbers, true)))
}

/// A column of numbers.
struct Numbers {
    /// By code, in units of the column's last decimal; a missing value is 0, and never asked for.
    units: Vec<i128>,
    scale: u32,
    has_comma: bool,
}

impl Numbers {
    /// Decimals of a mean beyond the column's own.
    const MORE: u32 = 6;

    /// Decimals of a number at most.
    const MOST: u32 = 18;

    fn of(axis: &Axis) -> Option<Self> {
        let (numbers, has_comma) = decimals(axis)?;
        let scale = numbers.iter().flatten().map(|number| number.scale()).max().unwrap_or(0);
        let units = numbers.iter().map(|number| number.map_or(0, |number| number.units_at(scale))).collect();
        Some(Self { units, scale, has_comma })
    }

    fn mean(&self, known: &[(u32, u64)]) -> String {
        let text = self.exact(known).map_or_else(|| self.close(known).to_string(), |mean| mean.to_string());
        if self.has_comma { text.replacen('.', ",", 1) } else { text }
    }

    /// `None` if sums of numbers this long do not fit.
    fn exact(&self, known: &[(u32, u64)]) -> Option<Decimal> {
        let (mut sum, mut rows) = (0_i128, 0_i128);
        for &(code, count) in known {
            sum = sum.checked_add(self.units[code as usize].checked_mul(count.into())?)?;
            rows += i128::from(count);
        }
        let scale = (self.scale + Self::MORE).min(Self::MOST);
        let sum = sum.checked_mul(10_i128.pow(scale - self.scale))?;
        let half = if sum < 0 { -rows / 2 } else { rows / 2 };
        Some(Decimal::new(sum.checked_add(half)? / rows, scale))
    }

    fn close(&self, known: &[(u32, u64)]) -> f64 {
        let number = |code: u32| self.units[code as usize] as f64 / 10_f64.powi(self.scale as i32);
        let rows: u64 = known.iter().map(|(_, rows)| rows).sum();
        known.iter().map(|&(code, count)| number(code) * (count as f64 / rows as f64)).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use amidst_core::Hierarchy;

    use super::*;

    fn numbers(texts: &[&str], missing: bool) -> Axis {
        let places = texts.iter().map(|text| text.replacen(',', ".", 1).parse().unwrap()).collect();
        let texts = texts.iter().map(|text| Some(Box::from(*text))).chain(missing.then_some(None)).collect();
        Axis::ranges("age", texts, places)
    }

    #[track_caller]
    fn check(axis: &Axis, aggregate: Aggregate, rows: &[(u32, u64)], expected: Option<&str>) {
        let summary = Summary::new(axis, aggregate, Kind::Integer).unwrap();
        assert_eq!(summary.of(rows).as_deref(), expected);
    }

    #[test]
    fn means_are_exact_to_six_decimals_more() {
        let axis = numbers(&["-2", "1", "2", "30", "35", "40"], true);
        check(&axis, Aggregate::Mean, &[(3, 1), (4, 1), (5, 1)], Some("35"));
        check(&axis, Aggregate::Mean, &[(1, 2), (2, 1)], Some("1.333333"));
        check(&axis, Aggregate::Mean, &[(1, 1), (2, 2)], Some("1.666667"));
        check(&axis, Aggregate::Mean, &[(0, 2), (1, 2), (6, 5)], Some("-0.5"));
        check(&axis, Aggregate::Mean, &[(6, 5)], None);
        check(&numbers(&["1,25", "2,5"], false), Aggregate::Mean, &[(0, 1), (1, 1)], Some("1,875"));
        check(&numbers(&["0", "1"], false), Aggregate::Mean, &[(0, 4), (1, 2)], Some("0.333333"));
        check(&numbers(&["-1", "0"], false), Aggregate::Mean, &[(0, 2), (1, 1)], Some("-0.666667"));
    }

    #[test]
    fn numbers_too_long_for_exact_sums_have_a_mean_all_the_same() {
        let axis = numbers(&["0.000000000000000001", "999999999999999999"], false);
        check(&axis, Aggregate::Mean, &[(1, 1000)], Some("1000000000000000000"));
    }

    #[test]
    fn medians_are_values() {
        let axis = numbers(&["1", "2", "30"], true);
        check(&axis, Aggregate::Median, &[(0, 1), (1, 1), (2, 1), (3, 9)], Some("2"));
        check(&axis, Aggregate::Median, &[(2, 2), (0, 2)], Some("1"));
        check(&axis, Aggregate::Median, &[(2, 3), (0, 2)], Some("30"));
        check(&axis, Aggregate::Median, &[(3, 3)], None);
    }

    #[test]
    fn modes_are_most_frequent() {
        let axis = numbers(&["1", "2", "30"], true);
        check(&axis, Aggregate::Mode, &[(2, 1), (1, 1), (2, 1), (3, 9)], Some("30"));
        check(&axis, Aggregate::Mode, &[(2, 2), (1, 2)], Some("2"));
    }

    #[test]
    fn intervals_are_those_of_the_axis() {
        let axis = numbers(&["1", "2", "30"], true);
        check(&axis, Aggregate::Interval, &[(2, 1), (0, 1)], Some("[1, 30]"));
        check(&axis, Aggregate::Interval, &[(1, 2)], Some("2"));
        check(&axis, Aggregate::Interval, &[(1, 2), (3, 1)], Some("*"));
        check(&axis, Aggregate::Interval, &[(3, 1)], None);
    }

    #[test]
    fn numbers_below_a_hierarchy_keep_their_order() {
        let path = |leaf: &str| vec![Some(Box::from(leaf)), Some(Box::from("*"))];
        let paths = ["10", "9", "100"].map(path).to_vec();
        let axis = Axis::labels("age", Arc::new(Hierarchy::from_paths(paths).unwrap()));
        check(&axis, Aggregate::Median, &[(0, 1), (1, 1), (2, 1)], Some("10"));
        check(&axis, Aggregate::Mean, &[(0, 1), (1, 1)], Some("9.5"));
    }

    #[test]
    fn a_leaf_that_missing_cells_stand_at_is_left_out_whatever_it_is_called() {
        let path = |leaf: &str| vec![Some(Box::from(leaf)), Some(Box::from("*"))];
        let paths = ["", "9", "11"].map(path).to_vec();
        let hierarchy = Arc::new(Hierarchy::from_paths(paths).unwrap());
        let missing = hierarchy.leaf(Some(""));
        let code = |text: &str| hierarchy.leaf(Some(text)).unwrap();
        let axis = Axis::labels("age", Arc::clone(&hierarchy)).with_missing_leaf(missing);
        for aggregate in [Aggregate::Mean, Aggregate::Median, Aggregate::Mode] {
            check(&axis, aggregate, &[(code(""), 5), (code("9"), 1)], Some("9"));
            check(&axis, aggregate, &[(code(""), 5)], None);
        }
        check(&axis, Aggregate::Mean, &[(code(""), 5), (code("9"), 1), (code("11"), 1)], Some("10"));
    }

    #[test]
    fn what_a_column_does_not_have_is_refused() {
        let texts = || ["a", "b"].map(|text| Some(Box::from(text))).to_vec();
        let refused = |axis: &Axis, aggregate, kind| {
            Summary::new(axis, aggregate, kind).map(|_| ()).unwrap_err().to_string()
        };
        let sets = Axis::sets("job", texts());
        assert_eq!(
            refused(&sets, Aggregate::Mean, Kind::Text),
            "aggregate = mean: column \"job\" does not hold numbers; take median or mode"
        );
        assert!(refused(&sets, Aggregate::Median, Kind::Text).contains("has no order"));
        assert!(refused(&sets, Aggregate::Interval, Kind::Text).contains("not shown as ranges"));
        let days = Axis::ranges("born", texts(), vec![0.0, 1.0]);
        assert!(refused(&days, Aggregate::Mean, Kind::Date).contains("holds dates; take median"));
    }

    #[test]
    fn words_are_read() {
        for aggregate in Aggregate::ALL {
            assert_eq!(aggregate.name().parse::<Aggregate>().unwrap(), aggregate);
        }
        assert!("average".parse::<Aggregate>().is_err());
        assert_eq!(Aggregate::usual(Kind::Date), Aggregate::Median);
    }
}
