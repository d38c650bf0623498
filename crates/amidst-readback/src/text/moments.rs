//! Days, and moments without a zone or in UTC, as text: as Arrow displays them, but without asking it for every cell.

use std::fmt::Write;

use arrow_array::{
    Array, ArrayRef,
    cast::AsArray,
    types::{
        Date32Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
        TimestampSecondType,
    },
};
use arrow_schema::{DataType, TimeUnit};

use crate::calendar::{EPOCH, date_of};

const NANOSECONDS_A_DAY: i128 = 86_400_000_000_000;

/// The moment of a cell in nanoseconds since 1970, and whether its text names a clock time and a zone.
pub(super) struct Moments<'a> {
    nanoseconds: Box<dyn Fn(usize) -> i128 + 'a>,
    has_clock: bool,
    is_zoned: bool,
}

impl<'a> Moments<'a> {
    /// Those of an array, if it holds days or moments.
    pub fn of(array: &'a ArrayRef) -> Option<Self> {
        let (unit, is_zoned) = match array.data_type() {
            DataType::Date32 => {
                let days = array.as_primitive::<Date32Type>();
                let nanoseconds = Box::new(|row| i128::from(days.value(row)) * NANOSECONDS_A_DAY);
                return Some(Self { nanoseconds, has_clock: false, is_zoned: false });
            }
            DataType::Timestamp(unit, zone) => match zone.as_deref() {
                None => (unit, false),
                Some("UTC" | "+00:00") => (unit, true),
                Some(_) => return None,
            },
            _ => return None,
        };
        let (ticks, length) = match unit {
            TimeUnit::Second => (array.as_primitive::<TimestampSecondType>().values(), 1_000_000_000),
            TimeUnit::Millisecond => (array.as_primitive::<TimestampMillisecondType>().values(), 1_000_000),
            TimeUnit::Microsecond => (array.as_primitive::<TimestampMicrosecondType>().values(), 1_000),
            TimeUnit::Nanosecond => (array.as_primitive::<TimestampNanosecondType>().values(), 1),
        };
        let nanoseconds = Box::new(move |row: usize| i128::from(ticks[row]) * length);
        Some(Self { nanoseconds, has_clock: true, is_zoned })
    }

    /// The text of a cell, added to `text`; `None` if its year is not one of 1 to 9999.
    pub fn write(&self, row: usize, text: &mut String) -> Option<()> {
        let moment = (self.nanoseconds)(row);
        let day = i64::try_from(moment.div_euclid(NANOSECONDS_A_DAY)).ok()?;
        let (year, month, day) = date_of(day + EPOCH)?;
        write!(text, "{year:04}-{month:02}-{day:02}").ok()?;
        if !self.has_clock {
            return Some(());
        }
        let since_midnight = moment.rem_euclid(NANOSECONDS_A_DAY) as u64;
        let (seconds, fraction) = (since_midnight / 1_000_000_000, since_midnight % 1_000_000_000);
        write!(text, "T{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60).ok()?;
        if fraction > 0 {
            let digits = format!(".{fraction:09}");
            let idle = digits.len() - digits.trim_end_matches('0').len();
            text.push_str(&digits[..digits.len() - idle / 3 * 3]);
        }
        if self.is_zoned {
            text.push('Z');
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{
        Date32Array, TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray,
        TimestampSecondArray,
    };
    use arrow_cast::display::{ArrayFormatter, FormatOptions};

    use super::*;

    /// Every cell whose text is made here has the text that Arrow displays; so many have it.
    #[track_caller]
    fn check(array: ArrayRef, expected: usize) {
        let options = FormatOptions::default();
        let displayed = ArrayFormatter::try_new(&array, &options).unwrap();
        let moments = Moments::of(&array).expect("days or moments");
        let mut made = 0;
        for row in 0..array.len() {
            let mut text = String::new();
            if moments.write(row, &mut text).is_some() {
                assert_eq!(text, displayed.value(row).to_string());
                made += 1;
            }
        }
        assert_eq!(made, expected);
    }

    #[test]
    fn every_day_of_four_centuries_has_its_text() {
        check(Arc::new(Date32Array::from_iter_values(-100_000..100_000)), 200_000);
        check(Arc::new(Date32Array::from(vec![-719_162, -719_163, 2_932_896, 2_932_897, i32::MIN])), 2);
    }

    #[test]
    fn moments_have_their_text_to_the_last_digit() {
        let ticks = || [0, 1, -1, 500, 1_000, 1_500_000, 1_709_204_400_123_456_789, -7_000_000_001, i64::MAX];
        check(Arc::new(TimestampNanosecondArray::from_iter_values(ticks())), 9);
        check(Arc::new(TimestampMicrosecondArray::from_iter_values(ticks()).with_timezone("UTC")), 7);
        check(Arc::new(TimestampMillisecondArray::from_iter_values(ticks()).with_timezone("+00:00")), 7);
        check(Arc::new(TimestampSecondArray::from_iter_values(ticks())), 7);
    }

    #[test]
    fn other_zones_are_left_to_arrow() {
        let berlin: ArrayRef = Arc::new(TimestampSecondArray::from(vec![0]).with_timezone("Europe/Berlin"));
        assert!(Moments::of(&berlin).is_none());
    }
}
