//! Nested intervals of numbers, with bottom and top coding.

use std::{fmt, ops::Bound};

use super::{BuilderInfo, Domain, array, describe_values, in_a_row, refuse};
use crate::{
    Hierarchy, HierarchyError,
    hierarchy::Decimal,
    parameter::{ParamDefault, ParamInfo, ParamKind},
};

/// Parameters of [`Interval`], unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntervalParams {
    /// The width of each level's intervals; each a multiple of the one before.
    pub widths: Vec<Decimal>,
    /// Where an interval starts on every level; they go on from there in both directions.
    pub from: Decimal,
    /// Everything below stays one interval, `<18`, from level 1 to the root.
    pub bottom: Option<Decimal>,
    /// This and everything above stays one interval, `>=90`, from level 1 to the root.
    pub top: Option<Decimal>,
    /// How the data writes fractions; labels do likewise.
    pub mark: DecimalMark,
    /// Whether labels are those of whole numbers, `20-24`; without it they are if no number has a fraction.
    pub whole: Option<bool>,
}

/// What stands before the fraction of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecimalMark {
    /// `2.5`
    #[default]
    Point,
    /// `2,5`
    Comma,
}

impl DecimalMark {
    /// Reads a number written with this mark; thousands may be set apart by the other one, a space or an apostrophe.
    pub fn read(self, number: &str) -> Option<Decimal> {
        let (mark, other) = match self {
            Self::Point => ('.', ','),
            Self::Comma => (',', '.'),
        };
        let ungrouped = ungrouped(number, mark, other);
        let number = ungrouped.as_deref().unwrap_or(number);
        match self {
            Self::Point => number.parse().ok(),
            Self::Comma => Decimal::from_comma(number).ok(),
        }
    }
}

/// A number without what sets its thousands apart, if something does: `1.234.567,8`, `1 234`.
fn ungrouped(number: &str, mark: char, other: char) -> Option<String> {
    let is_separator = |char: char| char == other || matches!(char, ' ' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    let (whole, rest) = number.split_at(number.find(mark).unwrap_or(number.len()));
    let (sign, digits) = whole.split_at(whole.len() - whole.trim_start_matches(['-', '+']).len());
    let separator = digits.chars().find(|&char| is_separator(char))?;
    let mut groups = digits.split(separator);
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let is_first = |group: &str| matches!(group.len(), 1..=3) && !group.starts_with('0') && is_digits(group);
    let is_grouped =
        groups.next().is_some_and(is_first) && groups.all(|group| group.len() == 3 && is_digits(group));
    is_grouped.then(|| format!("{sign}{}{rest}", digits.replace(separator, "")))
}

/// A value that is known only to lie beyond a number.
pub(super) enum Beyond {
    /// `90+`, `>=90`, `>90`.
    Above(Decimal),
    /// `<5`; or `<=5`, which 5 belongs to.
    Below { number: Decimal, is_inclusive: bool },
}

impl Beyond {
    pub(super) fn read(value: &str, mark: DecimalMark) -> Option<Self> {
        let after = |signs: &[&str]| {
            let rest = signs.iter().find_map(|sign| value.strip_prefix(sign))?;
            mark.read(rest.trim())
        };
        let above = || after(&[">=", "≥", ">"]).or_else(|| mark.read(value.strip_suffix('+')?.trim()));
        let at_most = || after(&["<=", "≤"]).map(|number| Self::Below { number, is_inclusive: true });
        let below = || after(&["<"]).map(|number| Self::Below { number, is_inclusive: false });
        above().map(Self::Above).or_else(at_most).or_else(below)
    }
}

impl IntervalParams {
    /// Intervals of these widths that start at 0.
    pub fn new(widths: impl IntoIterator<Item = Decimal>) -> Self {
        Self { widths: widths.into_iter().collect(), ..Self::default() }
    }

    /// Checks them.
    pub fn check(self) -> Result<Interval, HierarchyError> {
        if self.widths.is_empty() {
            return Err(refuse("interval needs at least one width, such as [5, 10, 20]"));
        }
        if let Some(width) = self.widths.iter().find(|width| **width <= Decimal::ZERO) {
            return Err(refuse(format!("interval widths must be above 0, but one is {width}")));
        }
        for pair in self.widths.windows(2) {
            let scale = pair[0].scale().max(pair[1].scale());
            if pair[1] <= pair[0] || pair[1].units_at(scale) % pair[0].units_at(scale) != 0 {
                let message = "interval widths must nest: each must be a multiple of the one before, but";
                return Err(refuse(format!("{message} {} is none of {}", pair[1], pair[0])));
            }
        }
        if self.whole == Some(true) && self.bounds().any(|bound| bound.scale() > 0) {
            return Err(refuse("whole = true, but a width, from, bottom or top has a fraction"));
        }
        match (self.bottom, self.top) {
            (Some(bottom), Some(top)) if bottom >= top => {
                Err(refuse(format!("bottom must be below top, but bottom = {bottom} and top = {top}")))
            }
            _ => Ok(Interval(self)),
        }
    }

    /// All numbers that are given.
    fn bounds(&self) -> impl Iterator<Item = Decimal> {
        self.widths.iter().chain([&self.from]).chain(&self.bottom).chain(&self.top).copied()
    }
}

/// Whole numbers become `20-24`, or `[-5, -1]` below zero; numbers with a fraction `[20, 25)`; the root is `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval(IntervalParams);

const ANY: ParamKind = ParamKind::Number { low: Bound::Unbounded, high: Bound::Unbounded };
const FROM: ParamInfo =
    ParamInfo::optional("from", ANY, "where intervals begin").or(ParamDefault::Number(0.0));
const BOTTOM: ParamInfo = ParamInfo::optional("bottom", ANY, "everything below is one value");
const TOP: ParamInfo = ParamInfo::optional("top", ANY, "everything from here on is one value");
const DECIMAL: ParamInfo = ParamInfo::optional(
    "decimal",
    ParamKind::Word(&[".", ","]),
    "the decimal mark of the data; that of the input if left out",
);
const WHOLE: ParamInfo = ParamInfo::optional(
    "whole",
    ParamKind::Flag,
    "whether labels are those of whole numbers, `20-24`, or of fractions, `[20, 25)`; as the data if left out",
);

impl Interval {
    /// What it is and takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "interval",
        takes: "widths such as `[5, 10, 20]`, each a multiple of the one before",
        doc: "intervals of numbers",
        parameters: &[FROM, BOTTOM, TOP, DECIMAL, WHOLE],
    };

    /// `5, 10, 20 wide`, and where everything becomes one value.
    pub(super) fn describe(&self) -> String {
        let IntervalParams { widths, bottom, top, .. } = &self.0;
        let bottom = bottom.as_ref().map_or_else(String::new, |bottom| format!(", one value below {bottom}"));
        let top = top.as_ref().map_or_else(String::new, |top| format!(", one value from {top} on"));
        format!("{} wide{bottom}{top}", in_a_row(widths))
    }

    pub(super) fn build<'v>(&self, domain: &Domain<'v>) -> Result<Hierarchy, HierarchyError> {
        let read = |value: &&'v str| self.read(value).map(|number| (number, *value));
        let mut numbers: Vec<(Decimal, &str)> = domain.values.iter().filter_map(read).collect();
        let unreadable = domain.values.len() - numbers.len();
        if unreadable > 0 {
            let is_beyond = |value: &&'v str| Beyond::read(value.trim(), self.0.mark).is_some();
            let advice = match domain.values.iter().any(is_beyond) {
                true => {
                    "what lies beyond a number (90+, <5) has a place from top on or below bottom only; set them to it, or \
                     declare such values missing"
                }
                false => "declare such values missing, or use another hierarchy",
            };
            let them = describe_values(unreadable);
            return Err(HierarchyError::Unplaceable(format!(
                "interval cannot place {them}: not a number of at most 18 digits; {advice}"
            )));
        }
        let fractions = numbers.iter().filter(|(number, _)| !self.fits(*number)).count();
        if fractions > 0 {
            let them = describe_values(fractions);
            return Err(HierarchyError::Unplaceable(format!(
                "interval cannot place {them}: with a fraction, where whole = true; declare such values missing"
            )));
        }
        numbers.sort();
        let scale = numbers.iter().map(|(number, _)| number.scale()).max().unwrap_or(0);
        let ruler = Ruler::new(&self.0, scale);
        // A reader who takes 1.234 for a fraction would miss it in its interval.
        let is_misread = |(number, value): &(Decimal, &str)| {
            value.trim().parse::<Decimal>().is_ok_and(|read| read != *number)
        };
        let is_trusted = numbers.iter().any(is_misread);
        let labelled = numbers.into_iter().map(|(number, value)| (value, ruler.labels(number)));
        let paths = domain.paths(self.0.widths.len(), &domain.root(), labelled);
        if is_trusted { Hierarchy::from_trusted_paths(paths) } else { Hierarchy::from_paths(paths) }
    }

    /// Whether a value has a place, whatever the others are.
    pub(super) fn places(&self, value: &str) -> bool {
        self.read(value).is_some_and(|number| self.fits(number))
    }

    /// With labels of whole numbers or of fractions as in the hierarchy at hand.
    pub(super) fn pinned(&self, hierarchy: &Hierarchy) -> Self {
        let numbers = hierarchy.labels(0).flatten().filter_map(|value| self.read(value));
        let found = numbers.chain(self.0.bounds()).all(|number| number.scale() == 0);
        Self(IntervalParams { whole: self.0.whole.or(Some(found)), ..self.0.clone() })
    }

    /// A number, or one that has the place of what lies beyond another.
    fn read(&self, value: &str) -> Option<Decimal> {
        let value = value.trim();
        self.0.mark.read(value).or_else(|| match Beyond::read(value, self.0.mark)? {
            Beyond::Above(number) => {
                Some(number).filter(|number| self.0.top.is_some_and(|top| *number >= top))
            }
            Beyond::Below { number, is_inclusive } => {
                let bottom = self.0.bottom?;
                let has_place = number < bottom || number == bottom && !is_inclusive;
                has_place.then(|| Decimal::new(number.units_at(number.scale()) - 1, number.scale()))
            }
        })
    }

    fn fits(&self, number: Decimal) -> bool {
        number.scale() == 0 || self.0.whole != Some(true)
    }
}

/// The parameters in whole units of the finest fraction that occurs, so that all arithmetic is exact.
struct Ruler {
    scale: u32,
    widths: Vec<i128>,
    from: i128,
    bottom: Option<i128>,
    top: Option<i128>,
    mark: DecimalMark,
    whole: bool,
}

impl Ruler {
    fn new(params: &IntervalParams, scale: u32) -> Self {
        let scale = params.bounds().map(Decimal::scale).max().unwrap_or(0).max(scale);
        let units = |number: Decimal| number.units_at(scale);
        Self {
            scale,
            widths: params.widths.iter().map(|width| units(*width)).collect(),
            from: units(params.from),
            bottom: params.bottom.map(units),
            top: params.top.map(units),
            mark: params.mark,
            whole: params.whole.unwrap_or(scale == 0),
        }
    }

    /// A number's label on each level between the leaf and the root.
    fn labels(&self, number: Decimal) -> Vec<String> {
        let number = number.units_at(self.scale);
        self.widths.iter().map(|&width| self.label(number, width)).collect()
    }

    fn label(&self, number: i128, width: i128) -> String {
        match (self.bottom, self.top) {
            (Some(bottom), _) if number < bottom => return format!("<{}", self.print(bottom)),
            (_, Some(top)) if number >= top => return format!(">={}", self.print(top)),
            _ => {}
        }
        let start = self.from + (number - self.from).div_euclid(width) * width;
        let low = self.bottom.map_or(start, |bottom| start.max(bottom));
        let high = self.top.map_or(start + width, |top| (start + width).min(top));
        self.range(low, high)
    }

    /// The label of everything from `low` to below `high`.
    fn range(&self, low: i128, high: i128) -> String {
        let (first, last) = (self.print(low), self.print(high - 1));
        match (self.whole, self.mark) {
            (true, _) if low < 0 => format!("[{first}, {last}]"),
            (true, _) if low == high - 1 => first,
            (true, _) => format!("{first}-{last}"),
            (_, DecimalMark::Point) => format!("[{first}, {})", self.print(high)),
            (_, DecimalMark::Comma) => format!("[{first}; {})", self.print(high)),
        }
    }

    fn print(&self, units: i128) -> String {
        let number = Decimal::new(units, self.scale);
        match self.mark {
            DecimalMark::Point => number.to_string(),
            DecimalMark::Comma => number.to_comma(),
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{ interval = {}, from = {}", array(&self.0.widths), self.0.from)?;
        if let Some(bottom) = self.0.bottom {
            write!(f, ", bottom = {bottom}")?;
        }
        if let Some(top) = self.0.top {
            write!(f, ", top = {top}")?;
        }
        if self.0.mark == DecimalMark::Comma {
            f.write_str(", decimal = \",\"")?;
        }
        if let Some(whole) = self.0.whole {
            write!(f, ", whole = {whole}")?;
        }
        f.write_str(" }")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Recipe,
        check::{build, check},
    };
    use super::*;

    fn params(widths: &[&str]) -> IntervalParams {
        IntervalParams::new(widths.iter().map(|width| number(width)))
    }

    fn number(text: &str) -> Decimal {
        text.parse().expect("a number")
    }

    fn recipe(params: IntervalParams) -> Recipe {
        Recipe::Interval(params.check().expect("valid parameters"))
    }

    #[track_caller]
    fn check_refused(params: IntervalParams, expected: &str) {
        assert_eq!(params.check().unwrap_err().to_string(), expected);
    }

    #[test]
    fn ages_go_to_nested_intervals() {
        let expected = ["20;20-24;20-29;*", "24;20-24;20-29;*", "25;25-29;20-29;*", "100;100-104;100-109;*"];
        check(&recipe(params(&["5", "10"])), &["100", "24", "25", "20"], &expected);
    }

    #[test]
    fn the_ends_are_coded_from_level_1_to_the_root_and_clip_their_neighbours() {
        let params =
            IntervalParams { bottom: Some(number("18")), top: Some(number("90")), ..params(&["5", "20"]) };
        let expected =
            ["3;<18;<18;*", "18;18-19;18-19;*", "89;85-89;80-89;*", "90;>=90;>=90;*", "101;>=90;>=90;*"];
        check(&recipe(params), &["101", "90", "89", "18", "3"], &expected);
    }

    #[test]
    fn thousands_may_be_set_apart() {
        let comma = IntervalParams { mark: DecimalMark::Comma, ..params(&["1000"]) };
        let expected = ["999,5;[0; 1000);*", "1.234,56;[1000; 2000);*", "1.500;[1000; 2000);*"];
        check(&recipe(comma), &["1.234,56", "1.500", "999,5"], &expected);
        check(&recipe(params(&["1000"])), &["1,234", "1 500"], &["1,234;1000-1999;*", "1 500;1000-1999;*"]);
    }

    #[test]
    fn what_lies_beyond_a_number_has_a_place_at_the_coded_ends() {
        let ends = IntervalParams { bottom: Some(number("5")), top: Some(number("90")), ..params(&["5"]) };
        let expected = ["<5;<5;*", "7;5-9;*", "90+;>=90;*", "93;>=90;*"];
        check(&recipe(ends), &["93", "90+", "7", "<5"], &expected);
        let error = build(&recipe(params(&["5"])), &["7", "90+"]).unwrap_err().to_string();
        assert!(error.contains("beyond a number"), "{error}");
    }

    #[test]
    fn an_interval_of_one_number_is_that_number() {
        let params = IntervalParams { top: Some(number("21")), ..params(&["5"]) };
        check(&recipe(params), &["20", "21"], &["20;20;*", "21;>=21;*"]);
    }

    #[test]
    fn intervals_below_zero_wear_brackets() {
        check(&recipe(params(&["5"])), &["-7", "-1", "3"], &["-7;[-10, -6];*", "-1;[-5, -1];*", "3;0-4;*"]);
    }

    #[test]
    fn fractions_are_placed_exactly() {
        let expected = ["0.29;[0.2, 0.3);*", "0.3;[0.3, 0.4);*", "1;[1, 1.1);*"];
        check(&recipe(params(&["0.1"])), &["0.3", "0.29", "1"], &expected);
    }

    #[test]
    fn decimal_commas_are_read_and_written() {
        let params = IntervalParams { mark: DecimalMark::Comma, ..params(&["2.5"]) };
        check(&recipe(params), &["2,4", "3"], &["2,4;[0; 2,5);*", "3;[2,5; 5);*"]);
    }

    #[test]
    fn labels_may_be_told_to_be_those_of_whole_numbers_or_not() {
        let whole = |whole| recipe(IntervalParams { whole: Some(whole), ..params(&["5"]) });
        check(&whole(false), &["3", "-2"], &["-2;[-5, 0);*", "3;[0, 5);*"]);
        check(&whole(true), &["3", "4.0"], &["3;0-4;*", "4.0;0-4;*"]);
        let error = build(&whole(true), &["3", "4.5"]).unwrap_err();
        let expected =
            "interval cannot place 1 value: with a fraction, where whole = true; declare such values missing";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn intervals_start_where_they_are_told_to() {
        let params = IntervalParams { from: number("18"), ..params(&["10"]) };
        check(&recipe(params), &["17", "18", "27"], &["17;8-17;*", "18;18-27;*", "27;18-27;*"]);
    }

    #[test]
    fn what_is_no_number_is_counted_and_not_shown() {
        let error = build(&recipe(params(&["5"])), &["1", "secret", "other"]).unwrap_err();
        let expected = "interval cannot place 2 values: not a number of at most 18 digits; declare such values missing, or use \
                        another hierarchy";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        check_refused(params(&[]), "interval needs at least one width, such as [5, 10, 20]");
        check_refused(params(&["0"]), "interval widths must be above 0, but one is 0");
        let message =
            "interval widths must nest: each must be a multiple of the one before, but 12 is none of 5";
        check_refused(params(&["5", "12"]), message);
        let message =
            "interval widths must nest: each must be a multiple of the one before, but 5 is none of 5";
        check_refused(params(&["5", "5"]), message);
        let crossed = IntervalParams { bottom: Some(number("9")), top: Some(number("9")), ..params(&["5"]) };
        check_refused(crossed, "bottom must be below top, but bottom = 9 and top = 9");
        let fractions = IntervalParams { whole: Some(true), ..params(&["2.5"]) };
        check_refused(fractions, "whole = true, but a width, from, bottom or top has a fraction");
    }

    #[test]
    fn it_prints_as_toml() {
        let params =
            IntervalParams { bottom: Some(number("-5")), top: Some(number("90")), ..params(&["2.5", "5"]) };
        assert_eq!(recipe(params).to_string(), "{ interval = [2.5, 5], from = 0, bottom = -5, top = 90 }");
    }
}
