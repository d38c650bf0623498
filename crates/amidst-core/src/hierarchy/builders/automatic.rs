//! A recipe for a column nobody wrote one for.
//!
//! Only levels that merge something are proposed, at most five between a value and the root, and the recipe is written
//! out in full: what is shown is what is built, now and on the next batch.

use super::{
    DateParams, DecimalMark, Domain, FrequencyParams, IntervalParams, Lengths, OrderParams, PrefixParams,
    Rare, Recipe, Sort, Step, Suppression, Written, interval::Beyond,
};
use crate::{Dictionary, HierarchyError, Kind, hierarchy::Decimal};

/// With so few values, anything between them and the root would be hair-splitting.
const FEW_VALUES: usize = 3;
/// The finest intervals cut the bulk of the numbers into at most so many.
const FINEST_INTERVALS: i128 = 20;
/// Intervals this few are followed by the root.
const COARSEST_INTERVALS: i128 = 3;
/// More levels make the lattice large and help nobody.
const MAX_LEVELS: usize = 5;
/// Shares of the rows, in percent, below which a value is rare, level by level.
const RARE_PERCENT: [u64; 3] = [1, 5, 20];

/// Proposes a hierarchy for the values of a column; `histogram` holds the rows of each, by code, and `mark` is how
/// fractions are written.
///
/// Numbers get nested intervals, dates calendar steps, codes of one length prefixes; other texts have their rare values
/// joined. Where none of these merges anything, values are only suppressed.
pub fn automatic(kind: Kind, values: &Dictionary, histogram: &[u64], mark: DecimalMark) -> Recipe {
    let domain = Domain { has_missing: false, ..Domain::of(values, histogram) };
    if domain.values.len() <= FEW_VALUES {
        return Recipe::Suppression(Suppression::default());
    }
    let proposal = match kind {
        Kind::Boolean => None,
        Kind::Integer => {
            dates_of_digits(&domain).or_else(|| numeric_codes(&domain)).or_else(|| intervals(&domain, mark))
        }
        Kind::Decimal => intervals(&domain, mark),
        Kind::Date => dates(&domain, &Written::default(), &[]),
        Kind::Timestamp => dates(&domain, &Written::default(), &[Step::Day]),
        Kind::Text => dates_in_words(&domain)
            .or_else(|| grouped_numbers(&domain, mark))
            .or_else(|| codes(&domain))
            .or_else(|| rare_values(&domain)),
    };
    proposal.unwrap_or(Recipe::Suppression(Suppression::default()))
}

/// Keeps the levels that merge something but not everything, evenly thinned out to the most there may be.
///
/// `build` makes a hierarchy with one level per entry; leaving entries out must not change the other levels.
fn merging<T: Clone>(
    domain: &Domain<'_>,
    levels: &[T],
    build: impl Fn(Vec<T>) -> Result<Recipe, HierarchyError>,
) -> Option<Recipe> {
    let widths = build(levels.to_vec()).ok()?.widths_over(domain).ok()?;
    let mut width = widths[0];
    let merges = |at: &usize| {
        let narrower = widths[*at + 1];
        (1 < narrower && narrower < width).then(|| width = narrower).is_some()
    };
    let kept: Vec<usize> = (0..levels.len()).filter(merges).collect();
    let thinned = (0..kept.len().min(MAX_LEVELS)).map(|at| at * kept.len() / kept.len().min(MAX_LEVELS));
    let levels: Vec<T> = thinned.map(|at| levels[kept[at]].clone()).collect();
    if levels.is_empty() { None } else { build(levels).ok() }
}

/// Doubling widths from 1, 2 or 5 times a power of ten; long tails are coded as one.
fn intervals(domain: &Domain<'_>, mark: DecimalMark) -> Option<Recipe> {
    let (mut above, mut below) = (None::<Decimal>, None::<Decimal>);
    let mut read = |value: &&str| -> Option<Decimal> {
        let number = mark.read(value.trim());
        number.or_else(|| match Beyond::read(value.trim(), mark)? {
            Beyond::Above(number) => {
                above = Some(above.map_or(number, |least| least.min(number)));
                Some(number)
            }
            Beyond::Below { number, is_inclusive: false } => {
                below = Some(below.map_or(number, |most| most.max(number)));
                Some(number)
            }
            Beyond::Below { .. } => None,
        })
    };
    let numbers: Vec<Decimal> = domain.values.iter().map(&mut read).collect::<Option<_>>()?;
    let scale = numbers.iter().map(|number| number.scale()).max()?;
    let mut weighted: Vec<(i128, u64)> = numbers
        .iter()
        .zip(&domain.rows)
        .map(|(number, &rows)| (number.units_at(scale), rows.max(1)))
        .collect();
    weighted.sort_unstable();
    let (least, most) = (weighted.first()?.0, weighted.last()?.0);
    let (low, high) = match bulk(&weighted) {
        (low, high) if low == high => (least, most),
        bulk => bulk,
    };
    let span = high - low;
    let finest = round_numbers().find(|width| *width > 1 && span / width <= FINEST_INTERVALS)?;
    let doubled =
        std::iter::successors(Some(finest), |width| (span / width > COARSEST_INTERVALS).then_some(width * 2));
    let widths: Vec<i128> = doubled.collect();
    let decimal = |units: i128| Decimal::new(units, scale);
    // What is written as lying beyond a number may stand in one row only, that nobody gets to see: the bounds are those of
    // intervals, not the numbers written.
    let floor = |units: i128| units.div_euclid(finest) * finest;
    let top = match above {
        Some(number) => Some(floor(number.units_at(scale))),
        None => (most - high > span).then(|| floor(high) + finest),
    };
    let bottom = match below {
        Some(number) => Some(-floor(-number.units_at(scale))),
        None => (low - least > span).then(|| floor(low)),
    };
    let (top, bottom) = (top.map(decimal), bottom.map(decimal));
    let build = |widths: Vec<i128>| {
        let widths = widths.into_iter().map(decimal);
        IntervalParams { bottom, top, mark, ..IntervalParams::new(widths) }.check().map(Recipe::Interval)
    };
    merging(domain, &widths, build)
}

/// The numbers between which all but the lowest and the highest percent of the rows lie.
fn bulk(weighted: &[(i128, u64)]) -> (i128, i128) {
    let rows: u64 = weighted.iter().map(|(_, rows)| rows).sum();
    let at = |rank: u64| {
        let mut passed = 0;
        let reaches = |(_, rows): &&(i128, u64)| {
            passed += rows;
            passed > rank
        };
        weighted.iter().find(reaches).map_or(0, |(number, _)| *number)
    };
    (at(rows / 100), at(rows - 1 - rows / 100))
}

/// 1, 2, 5, 10, 20, 50 and so on.
fn round_numbers() -> impl Iterator<Item = i128> {
    (0..36).flat_map(|power| [1, 2, 5].map(|first| first * 10_i128.pow(power)))
}

/// Where day and month cannot be told apart, years only: they are right either way.
fn dates(domain: &Domain<'_>, written: &Written, finer: &[Step]) -> Option<Recipe> {
    let steps = [Step::Month, Step::Quarter, Step::Years(1), Step::Years(5), Step::Years(10)];
    let years = domain.values.iter().filter_map(|value| written.year(value)).map(|year| (year, year));
    let years = years.reduce(|(first, last), (year, _)| (first.min(year), last.max(year)));
    let is_short = years.is_some_and(|(first, last)| last - first < 5);
    let is_wanted = |step: &Step| match step {
        Step::Years(_) => true,
        Step::Quarter => is_short && !written.is_ambiguous,
        _ => !written.is_ambiguous,
    };
    let steps: Vec<Step> = finer.iter().copied().chain(steps.into_iter().filter(is_wanted)).collect();
    let format = written.format.clone();
    merging(domain, &steps, |steps| DateParams { steps, format: format.clone() }.check().map(Recipe::Date))
}

/// Dates in the forms that fit all values.
fn dates_in_words(domain: &Domain<'_>) -> Option<Recipe> {
    let written = Written::of(domain.values.iter().copied())?;
    dates(domain, &written, &[])
}

/// Numbers of which some have their thousands set apart, or lie beyond the others: `1.234,56`, `90+`.
fn grouped_numbers(domain: &Domain<'_>, mark: DecimalMark) -> Option<Recipe> {
    let is_signed = |value: &&str| value.contains([',', '.', ' ', '\'', '+', '<', '>', '≤', '≥']);
    domain.values.iter().any(is_signed).then(|| intervals(domain, mark)).flatten()
}

/// Eight digits may be a date, if all of them are one of our time.
fn dates_of_digits(domain: &Domain<'_>) -> Option<Recipe> {
    let of_our_time = |value: &&str| value.len() == 8 && (value.starts_with("19") || value.starts_with("20"));
    domain.values.iter().all(of_our_time).then(|| dates_in_words(domain)).flatten()
}

/// Whole numbers of five to nine digits that are seldom round are more likely postcodes than amounts.
fn numeric_codes(domain: &Domain<'_>) -> Option<Recipe> {
    let long = |value: &&str| (5..=9).contains(&value.len());
    let round = domain.values.iter().filter(|value| value.ends_with('0')).count();
    let likely =
        domain.values.len() >= 10 && domain.values.iter().all(long) && round * 10 < domain.values.len() * 3;
    likely.then(|| codes(domain)).flatten()
}

/// Prefixes of values that all have one length and a digit.
fn codes(domain: &Domain<'_>) -> Option<Recipe> {
    let length = domain.values.first()?.len();
    let is_code = |value: &&str| {
        value.len() == length && value.is_ascii() && value.bytes().any(|byte| byte.is_ascii_digit())
    };
    if length < 3 || !domain.values.iter().all(is_code) {
        return None;
    }
    let kept: Vec<usize> = (1..length).rev().collect();
    let prefix = |kept| PrefixParams { keep: Lengths::Kept(kept), ..PrefixParams::default() };
    merging(domain, &kept, |kept| prefix(kept).check().map(Recipe::Prefix))
}

/// Rare values joined; where none is rare, neighbours in natural order.
fn rare_values(domain: &Domain<'_>) -> Option<Recipe> {
    let rows: u64 = domain.rows.iter().sum();
    let limits: Vec<u64> = RARE_PERCENT.iter().map(|percent| (rows * percent).div_ceil(100)).collect();
    if !limits.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let percent = |limit: &u64| limits.iter().position(|known| known == limit).map(|at| RARE_PERCENT[at]);
    let frequency = |limits: Vec<u64>| {
        let percent = limits.iter().map(percent).collect();
        FrequencyParams { percent, ..FrequencyParams::new(Rare::Below(limits)) }
            .check()
            .map(Recipe::Frequency)
    };
    let none_rare = || domain.values.len() > 8 && domain.rows.iter().all(|&rows| rows >= limits[0]);
    let order = || OrderParams { sort: Sort::Natural, fanout: 4 }.check().map(Recipe::Order).ok();
    merging(domain, &limits, frequency).or_else(|| none_rare().then(order).flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Kind, values: impl IntoIterator<Item = (String, u64)>, expected: &str) {
        let (values, histogram): (Vec<String>, Vec<u64>) = values.into_iter().unzip();
        let dictionary: Dictionary = values.iter().map(|value| Some(value.as_str())).collect();
        let recipe = automatic(kind, &dictionary, &histogram, DecimalMark::Point);
        assert_eq!(recipe.to_string(), expected);
        recipe.build(&dictionary, &histogram).expect("what is proposed can be built");
    }

    fn each_once<T: ToString>(values: impl IntoIterator<Item = T>) -> Vec<(String, u64)> {
        values.into_iter().map(|value| (value.to_string(), 1)).collect()
    }

    #[test]
    fn ages_get_nested_intervals() {
        check(Kind::Integer, each_once(17..=90), "{ interval = [5, 10, 20], from = 0 }");
    }

    #[test]
    fn few_values_are_only_suppressed() {
        check(Kind::Text, each_once(["male", "female"]), "{ suppression = true }");
        check(Kind::Integer, each_once([0, 1, 2]), "{ suppression = true }");
        check(Kind::Boolean, each_once(["true", "false"]), "{ suppression = true }");
    }

    #[test]
    fn no_values_at_all_are_no_reason_to_fail() {
        assert_eq!(
            automatic(Kind::Integer, &Dictionary::default(), &[], DecimalMark::Point),
            Recipe::Suppression(Suppression::default())
        );
    }

    #[test]
    fn a_decimal_comma_is_read_where_it_is_written() {
        let values: Vec<String> = (0..100).map(|at| format!("{},5", at)).collect();
        let dictionary: Dictionary = values.iter().map(|value| Some(value.as_str())).collect();
        let recipe = automatic(Kind::Decimal, &dictionary, &[1; 100], DecimalMark::Comma);
        assert_eq!(recipe.to_string(), "{ interval = [5, 10, 20, 40], from = 0, decimal = \",\" }");
        recipe.build(&dictionary, &[1; 100]).expect("what is proposed can be built");
    }

    #[test]
    fn a_long_tail_is_coded_as_one() {
        let incomes = (0..200).map(|at| (at * 100).to_string()).chain(["9000000".into()]);
        check(
            Kind::Integer,
            incomes.map(|value| (value, 10)),
            "{ interval = [1000, 2000, 4000, 8000], from = 0, top = 20000 }",
        );
    }

    #[test]
    fn fractions_get_fractional_widths() {
        let values = (0..100).map(|at| format!("{}.{:02}", at / 100, at % 100));
        check(Kind::Decimal, each_once(values), "{ interval = [0.05, 0.1, 0.2, 0.4], from = 0 }");
    }

    #[test]
    fn levels_that_merge_nothing_are_left_out() {
        check(Kind::Integer, each_once([0, 30, 70, 100]), "{ interval = [40], from = 0 }");
    }

    #[test]
    fn birthdays_get_calendar_steps() {
        let days = (1930..2000)
            .flat_map(|year| [format!("{year}-03-01"), format!("{year}-03-02"), format!("{year}-08-01")]);
        check(Kind::Date, each_once(days), r#"{ date = ["month", "year", "5 years", "10 years"] }"#);
    }

    #[test]
    fn dates_of_a_few_years_get_quarters() {
        let days = (1..=12).flat_map(|month| {
            [
                format!("2020-{month:02}-01T08:00:00"),
                format!("2020-{month:02}-01T09:00:00"),
                format!("2021-{month:02}-05T09:00:00"),
            ]
        });
        check(Kind::Timestamp, each_once(days), r#"{ date = ["day", "quarter", "year"] }"#);
    }

    #[test]
    fn dates_are_recognised_in_the_one_format_that_fits() {
        let days = (1..=28).flat_map(|day| [format!("{day:02}.01.1950"), format!("{day:02}.05.1961")]);
        check(Kind::Text, each_once(days), r#"{ date = ["month"], format = "%d.%m.%Y" }"#);
    }

    #[test]
    fn dates_in_several_forms_are_understood_and_ambiguous_ones_get_years() {
        let days = (1..=28).flat_map(|day| [format!("{day:02}.01.1950"), format!("1961-05-{day:02}")]);
        check(Kind::Text, each_once(days), r#"{ date = ["month"], format = "%Y-%m-%d|%d.%m.%Y" }"#);
        let days = (0..60).map(|year| format!("03/04/{}", 1930 + year));
        check(Kind::Text, each_once(days), r#"{ date = ["5 years", "10 years"], format = "%d/%m/%Y" }"#);
    }

    #[test]
    fn numbers_with_their_thousands_set_apart_get_intervals() {
        let amounts = (0..50).map(|at| format!("1,{:03}.5", at * 20));
        check(Kind::Text, each_once(amounts), "{ interval = [50, 100, 200, 400], from = 0 }");
        let ages = (0..90).map(|age| age.to_string()).chain(["90+".to_owned()]);
        check(Kind::Text, each_once(ages), "{ interval = [5, 10, 20, 40], from = 0, top = 90 }");
    }

    #[test]
    fn what_lies_beyond_a_number_is_coded_from_the_bound_of_an_interval_on() {
        let ages = || (20..90).map(|age| age.to_string());
        let above = ages().chain(["97+".to_owned()]);
        check(Kind::Text, each_once(above), "{ interval = [5, 10, 20], from = 0, top = 95 }");
        let below = ages().chain(["<18".to_owned()]);
        check(Kind::Text, each_once(below), "{ interval = [5, 10, 20], from = 0, bottom = 20 }");
        let amounts = (0..100).map(|at| format!("{at}.5")).chain(["123.25+".to_owned()]);
        check(Kind::Text, each_once(amounts), "{ interval = [5, 10, 20, 40], from = 0, top = 120 }");
    }

    #[test]
    fn postcodes_get_prefixes() {
        let codes = (0..1000).step_by(7).map(|code| format!("{:05}", 1_000 + code));
        check(Kind::Text, each_once(codes), "{ prefix = [4, 3] }");
        let codes = (10_001..99_999).step_by(77).map(|code| code.to_string());
        check(Kind::Integer, each_once(codes), "{ prefix = [3, 2, 1] }");
    }

    #[test]
    fn rare_texts_are_joined() {
        let values = [("a", 900), ("b", 40), ("c", 40), ("d", 5), ("e", 5), ("f", 10)];
        let values = values.map(|(value, rows)| (value.to_string(), rows));
        check(Kind::Text, values, "{ frequency = [10, 50] }");
    }

    #[test]
    fn texts_of_which_none_is_rare_are_joined_with_their_neighbours() {
        let values = ('a'..='p').map(|letter| (letter.to_string(), 100));
        check(Kind::Text, values, "{ order = \"natural\", fanout = 4 }");
    }

    #[test]
    fn texts_that_hardly_repeat_are_not_named_in_labels() {
        check(Kind::Text, each_once((0..1000).map(|at| format!("person {at}x"))), "{ suppression = true }");
    }
}
