//! How counts are told: as they are inside the house, blurred outside it.
//!
//! A small count is itself disclosive, and so are totals from which it can be derived. An external report therefore tells
//! every count as a multiple of a threshold, rounded down, and counts below it only as being below. Differences of such
//! counts tell nothing about single people.

use std::fmt;

use serde::{Serialize, Serializer};

/// Who reads a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reporting {
    /// People who may see the data: counts as they are.
    #[default]
    Internal,
    /// Anyone: no count below the threshold, all others as multiples of it.
    External {
        /// The least count that is told; at least 2.
        least: u64,
    },
}

impl Reporting {
    /// The threshold unless another is asked for: 1 to 10 are not told.
    pub const LEAST: u64 = 11;

    /// A count, as far as it may be told.
    pub fn count(self, count: u64) -> Count {
        match self {
            Self::Internal => Count::Value(count),
            Self::External { least } if count == 0 || count >= least => Count::Value(count / least * least),
            Self::External { least } => Count::Below(least),
        }
    }

    /// A number of rows that is at least what was asked: as it is, outside what was asked, or more where more may be told.
    pub fn at_least(self, asked: u64, reached: u64) -> u64 {
        match (self, self.count(reached)) {
            (Self::Internal, _) => reached,
            (_, Count::Value(told)) => told.max(asked),
            (_, Count::Below(_)) => asked,
        }
    }

    /// A part of a whole, from the counts as they are told.
    pub fn share(self, part: u64, whole: u64) -> Share {
        let of = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        match (self.count(part), self.count(whole)) {
            (Count::Value(part), Count::Value(whole)) => Share::Value(of(part, whole)),
            (Count::Below(least), Count::Value(whole)) => Share::Below(of(least, whole).min(1.0)),
            (Count::Value(0), _) => Share::Value(0.0),
            (_, Count::Below(_)) => Share::Withheld,
        }
    }

    /// A number that is no count, such as a measure of loss: outside with two decimals only. Of a small table that may
    /// still tell small counts.
    pub fn measure(self, value: f64) -> f64 {
        match self {
            Self::Internal => value,
            Self::External { .. } => (value * 100.0).round() / 100.0,
        }
    }

    /// Whether counts are blurred.
    pub fn is_external(self) -> bool {
        self != Self::Internal
    }
}

/// A count as it may be told. In JSON a number, or a text such as `<11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// This many; outside rounded down.
    Value(u64),
    /// At least one, but fewer than this.
    Below(u64),
}

/// A share as it may be told. In JSON a number, a text such as `<0.05`, or null.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    /// This much.
    Value(f64),
    /// Less than this.
    Below(f64),
    /// It may be any: the whole is too small, or the share would tell a small count.
    Withheld,
}

/// A risk of which one side is told. In JSON a text such as `<=0.2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// This much or less.
    AtMost(f64),
    /// More than this.
    Above(f64),
}

impl Bound {
    /// The highest risk where the smallest class has so many rows, as far as that is told.
    pub fn of(smallest: Count) -> Self {
        match smallest {
            Count::Value(0) => Self::AtMost(0.0),
            Count::Value(smallest) => Self::AtMost(1.0 / smallest as f64),
            Count::Below(least) => Self::Above(1.0 / least as f64),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(count) => count.fmt(f),
            Self::Below(least) => write!(f, "<{least}"),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(share) => share.fmt(f),
            Self::Below(share) => write!(f, "<{share}"),
            Self::Withheld => f.write_str("not told"),
        }
    }
}

/// Four digits, rounded so that what is said stays true.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |number: f64| (number * 1e4 * (1.0 - 1e-12)).ceil() / 1e4;
        match self {
            Self::AtMost(most) => write!(f, "<={}", digits(*most)),
            Self::Above(least) => write!(f, ">{}", (least * 1e4).floor() / 1e4),
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(count) => serializer.serialize_u64(*count),
            Self::Below(_) => serializer.collect_str(self),
        }
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(share) => serializer.serialize_f64(*share),
            Self::Below(_) => serializer.collect_str(self),
            Self::Withheld => serializer.serialize_none(),
        }
    }
}

impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// So many, with the word for them: `1 row`, `1,234 rows`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A share, a risk or a chance as per cent, the same wherever it is told: rounded to a tenth, below 1 % to a hundredth,
/// without zeros at the end. Only nothing is 0 %, and only all is 100 %.
pub fn percent(share: f64) -> String {
    let value = 100.0 * share;
    let (digits, unit) = if value < 1.0 { (2, 100.0) } else { (1, 10.0) };
    // What a binary fraction is off by is no reason to round up or down.
    let mut units = ((value * unit * 1e6).round() / 1e6).round();
    if share > 0.0 {
        units = units.max(1.0);
    }
    if share < 1.0 {
        units = units.min(100.0 * unit - 1.0);
    }
    let text = format!("{:.digits$}", units / unit);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A number with its digits in groups of three: `1,234`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| if at > 0 && (digits.len() - at).is_multiple_of(3) { "," } else { "" };
    digits.char_indices().map(|(at, digit)| format!("{}{digit}", comma(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_no_count_below_the_threshold_is_told_nor_can_be_subtracted() {
        let external = Reporting::External { least: 11 };
        let told = |count| external.count(count).to_string();
        assert_eq!([0, 1, 10, 11, 21, 22, 1000].map(told), ["0", "<11", "<11", "11", "11", "22", "990"]);
        // 100 rows read and 99 released: neither tells that one is missing.
        assert_eq!((told(100), told(99)), ("99".into(), "99".into()));
        assert_eq!(external.share(1, 100), Share::Below(11.0 / 99.0));
        assert_eq!(external.share(50, 100), Share::Value(44.0 / 99.0));
        // The whole of a few rows is a share of 1, which is not below 1.
        assert_eq!([external.share(3, 3), external.share(0, 3)], [Share::Withheld, Share::Value(0.0)]);
        assert_eq!(serde_json::to_string(&Share::Withheld).unwrap(), "null");
        assert_eq!(external.measure(0.123_45), 0.12);
    }

    #[test]
    fn a_third_is_the_same_everywhere() {
        let shares =
            [0.0, 0.000_01, 0.0012, 0.05, 1.0 / 11.0, 0.125, 0.2, 1.0 / 3.0, 0.9999, 1.0, 2.5].map(percent);
        let told = [
            "0 %", "0.01 %", "0.12 %", "5 %", "9.1 %", "12.5 %", "20 %", "33.3 %", "99.9 %", "100 %", "250 %",
        ];
        assert_eq!(shares, told);
    }

    #[test]
    fn inside_everything_is_told_as_it_is() {
        let internal = Reporting::Internal;
        assert_eq!((internal.count(3), internal.share(1, 4)), (Count::Value(3), Share::Value(0.25)));
        assert_eq!(serde_json::to_string(&internal.count(3)).unwrap(), "3");
        assert_eq!(serde_json::to_string(&Count::Below(11)).unwrap(), "\"<11\"");
    }

    #[test]
    fn bounds_stay_true_when_they_are_rounded() {
        let told =
            [Bound::AtMost(1.0 / 3.0), Bound::AtMost(0.2), Bound::AtMost(0.0), Bound::Above(1.0 / 11.0)];
        assert_eq!(told.map(|bound| bound.to_string()), ["<=0.3334", "<=0.2", "<=0", ">0.0909"]);
    }
}
