//! Days, and moments without a zone or in UTC, as Arrow displays them: written here, because whole columns hold them and a
//! calendar of our own is many times as fast.

use std::fmt::Write;

use arrow_array::{
    Array,
    cast::AsArray,
    types::{
        Date32Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
        TimestampSecondType,
    },
};
use arrow_schema::{DataType, TimeUnit};

/// The days from the first of the year 0 and the last of the year 9999 to the first of 1970: all that four digits can name.
const NAMEABLE: std::ops::RangeInclusive<i64> = -719_528..=2_932_896;
const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// The cells of a column of days or moments.
pub(super) enum Moments<'a> {
    Days(&'a [i32]),
    /// Ticks since 1970, how many make a second, and what stands behind the time.
    Ticks(&'a [i64], i64, &'static str),
}

impl<'a> Moments<'a> {
    /// Those of an array, if it holds any.
    pub(super) fn of(array: &'a dyn Array) -> Option<Self> {
        let (unit, zone) = match array.data_type() {
            DataType::Date32 => return Some(Self::Days(array.as_primitive::<Date32Type>().values())),
            DataType::Timestamp(unit, None) => (unit, ""),
            DataType::Timestamp(unit, Some(zone)) if matches!(&**zone, "UTC" | "+00:00") => (unit, "Z"),
            _ => return None,
        };
        let (ticks, per_second): (&[i64], i64) = match unit {
            TimeUnit::Second => (array.as_primitive::<TimestampSecondType>().values(), 1),
            TimeUnit::Millisecond => (array.as_primitive::<TimestampMillisecondType>().values(), 1_000),
            TimeUnit::Microsecond => (array.as_primitive::<TimestampMicrosecondType>().values(), 1_000_000),
            TimeUnit::Nanosecond => (array.as_primitive::<TimestampNanosecondType>().values(), 1_000_000_000),
        };
        Some(Self::Ticks(ticks, per_second, zone))
    }

    /// Appends the text of a cell, unless its year has more than four digits or a sign.
    pub(super) fn write(&self, row: usize, text: &mut String) -> bool {
        match *self {
            Self::Days(days) => write_day(i64::from(days[row]), text),
            Self::Ticks(ticks, per_second, zone) => {
                let per_day = per_second * SECONDS_A_DAY;
                let (day, rest) = (ticks[row].div_euclid(per_day), ticks[row].rem_euclid(per_day));
                if !write_day(day, text) {
                    return false;
                }
                write_clock(rest / per_second, rest % per_second * (1_000_000_000 / per_second), text);
                text.push_str(zone);
                true
            }
        }
    }
}

/// Years are counted from March, so that a leap day is the last of its year, and in cycles of 400 years, which are equally long.
fn write_day(since_1970: i64, text: &mut String) -> bool {
    if !NAMEABLE.contains(&since_1970) {
        return false;
    }
    let since_march_0 = since_1970 + 719_468;
    let (cycle, in_cycle) = (since_march_0.div_euclid(146_097), since_march_0.rem_euclid(146_097));
    let year = (in_cycle - in_cycle / 1_460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let in_year = in_cycle - (365 * year + year / 4 - year / 100);
    // Five months from March, and again from August, have 153 days.
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let (month, later) = if from_march < 10 { (from_march + 3, 0) } else { (from_march - 9, 1) };
    let year = 400 * cycle + year + later;
    two_digits(year / 100, text);
    two_digits(year % 100, text);
    text.push('-');
    two_digits(month, text);
    text.push('-');
    two_digits(day, text);
    true
}

/// Fractions have three, six or nine digits.
fn write_clock(seconds: i64, nanoseconds: i64, text: &mut String) {
    for (mark, part) in [('T', seconds / 3_600), (':', seconds / 60 % 60), (':', seconds % 60)] {
        text.push(mark);
        two_digits(part, text);
    }
    let done = match nanoseconds {
        0 => Ok(()),
        whole if whole % 1_000_000 == 0 => write!(text, ".{:03}", whole / 1_000_000),
        whole if whole % 1_000 == 0 => write!(text, ".{:06}", whole / 1_000),
        whole => write!(text, ".{whole:09}"),
    };
    done.expect("strings take everything");
}

fn two_digits(number: i64, text: &mut String) {
    for digit in [number / 10, number % 10] {
        text.push(char::from(b'0' + digit as u8));
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::{ArrayRef, Date32Array, PrimitiveArray, types::ArrowTimestampType};
    use proptest::prelude::*;
    use std::sync::Arc;

    use super::super::display::formatter;
    use super::*;

    /// Whatever we write is what Arrow displays.
    fn check(array: &ArrayRef) {
        let (moments, displayed) = (Moments::of(array).expect("days or moments"), formatter(array).unwrap());
        for row in 0..array.len() {
            let mut text = String::new();
            if moments.write(row, &mut text) {
                assert_eq!(text, displayed.value(row).to_string());
            }
        }
    }

    fn check_ticks<T: ArrowTimestampType>(ticks: &[i64]) {
        for zone in [None, Some("UTC"), Some("+00:00")] {
            let array = PrimitiveArray::<T>::from_iter_values(ticks.iter().copied());
            check(&(Arc::new(array.with_timezone_opt(zone)) as ArrayRef));
        }
    }

    proptest! {
        #[test]
        fn days_are_written_as_arrow_displays_them(days in prop::collection::vec(-800_000..3_000_000_i32, 100)) {
            check(&(Arc::new(Date32Array::from(days)) as ArrayRef));
        }

        #[test]
        fn moments_are_written_as_arrow_displays_them(
            seconds in prop::collection::vec(-62_200_000_000..253_500_000_000_i64, 20),
            fraction in prop_oneof![Just(0), 0..1_000_000_000_i64, (0..1_000_i64).prop_map(|part| part * 1_000_000)],
        ) {
            let of = |unit: i64| -> Vec<i64> {
                seconds.iter().map(|second| second * unit + fraction * unit / 1_000_000_000).collect()
            };
            check_ticks::<TimestampSecondType>(&of(1));
            check_ticks::<TimestampMillisecondType>(&of(1_000));
            check_ticks::<TimestampMicrosecondType>(&of(1_000_000));
            let near: Vec<i64> = seconds.iter().map(|second| second % 9_000_000_000 * 1_000_000_000 + fraction).collect();
            check_ticks::<TimestampNanosecondType>(&near);
        }
    }

    #[test]
    fn only_years_of_four_digits_are_written_here() {
        let array = Date32Array::from(vec![-719_529, -719_528, 2_932_896, 2_932_897, 0, 19_782]);
        let moments = Moments::of(&array).expect("days");
        let text = |row| {
            let mut text = String::new();
            moments.write(row, &mut text).then_some(text)
        };
        let expected =
            [None, Some("0000-01-01"), Some("9999-12-31"), None, Some("1970-01-01"), Some("2024-02-29")];
        assert_eq!((0..6).map(text).collect::<Vec<_>>(), expected.map(|text| text.map(str::to_owned)));
    }
}
