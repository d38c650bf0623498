//! Days as data writes them.

use jiff::{
    civil::{Date, DateTime},
    fmt::strtime,
    tz::TimeZone,
};

use super::Step;

/// How ISO writes a date.
pub(super) const ISO: &str = "%Y-%m-%d";

/// What stands between formats, if data has several.
const BETWEEN: char = '|';

/// The first of the hundred years that two digits of a year stand for: `30` is 1930 and `29` is 2029, as spreadsheets have
/// it. The clock is not asked, so that a recipe reads the same in every year.
pub const CENTURY_FROM: i16 = 1930;

/// A date as far as it was told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Read {
    pub(super) date: Date,
    precision: Precision,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precision {
    Year,
    Month,
    Day,
}

impl Read {
    /// Reads a value in a declared format, the first that fits if there are several, or as an ISO date or time stamp.
    ///
    /// Years before 1000 are none: `%Y` reads two digits as the first century, which nobody means.
    pub(super) fn new(value: &str, format: Option<&str>) -> Option<Self> {
        let of_our_time = |read: &Self| read.date.year() >= 1000;
        let iso = || iso_day(value).map(Self::day).filter(of_our_time);
        let Some(formats) = format else { return iso() };
        formats.split(BETWEEN).find_map(|format| match format {
            ISO => iso().or_else(|| Self::formatted(format, value).filter(of_our_time)),
            format => Self::formatted(format, value).filter(of_our_time),
        })
    }

    /// Whether the day was told.
    pub(super) fn is_day(self) -> bool {
        self.precision == Precision::Day
    }

    fn day(date: Date) -> Self {
        Self { date, precision: Precision::Day }
    }

    /// A format may tell only the month or the year.
    fn formatted(format: &str, value: &str) -> Option<Self> {
        let value = value.trim();
        let parsed =
            strtime::parse(format, value).or_else(|_| strtime::parse(format, without_time(value))).ok()?;
        let is_short = has_short_years(format);
        let in_our_century = |year: i16| if is_short { in_century(year) } else { year };
        if let Ok(date) = parsed.to_date() {
            return Some(Self::day(date.with().year(in_our_century(date.year())).build().ok()?));
        }
        if parsed.day().is_some() {
            return None;
        }
        let (month, precision) =
            parsed.month().map_or((1, Precision::Year), |month| (month, Precision::Month));
        Some(Self { date: Date::new(in_our_century(parsed.year()?), month, 1).ok()?, precision })
    }

    /// Whether it was told where in such a step it lies.
    pub(super) fn tells(self, step: Step) -> bool {
        match step {
            Step::Day | Step::Week => self.precision >= Precision::Day,
            Step::Month | Step::Quarter => self.precision >= Precision::Month,
            Step::Years(_) => true,
        }
    }
}

/// A date without the time of day behind it, `31.12.1999 23:59`; as it is if there is none.
fn without_time(value: &str) -> &str {
    let is_time = |time: &str| {
        let parts: Vec<&str> = time.split(':').collect();
        let is_part =
            |part: &&str| matches!(part.len(), 1..=2) && part.bytes().all(|byte| byte.is_ascii_digit());
        matches!(parts.len(), 2 | 3) && parts.iter().all(is_part)
    };
    value.split_once([' ', 'T']).filter(|(_, time)| is_time(time.trim())).map_or(value, |(date, _)| date)
}

/// Whether a format has two digits for the year.
pub fn has_short_years(format: &str) -> bool {
    format.contains("%y")
}

/// The year with the same two last digits among the hundred from [`CENTURY_FROM`] on.
fn in_century(year: i16) -> i16 {
    CENTURY_FROM + (year - CENTURY_FROM).rem_euclid(100)
}

/// The day of `1999-12-31`, `1999-12-31T10:00:00`, `1999-12-31 10:00:00.5Z` or `1999-12-31T10:00:00+01:00`.
fn iso_day(value: &str) -> Option<Date> {
    let value = value.trim();
    if let Some(day) = usual_time_stamp(value.as_bytes()) {
        return Some(day);
    }
    let day = value.get(..10)?.parse().ok()?;
    match value.as_bytes().get(10) {
        None => Some(day),
        Some(b'T' | b't' | b' ') => {
            let time = value.strip_suffix(['Z', 'z']).unwrap_or(value);
            let offset =
                time.get(11..).and_then(|time| time.find(['+', '-'])).map_or(time.len(), |at| 11 + at);
            time.get(..offset)?.parse::<DateTime>().ok().map(|_| day)
        }
        Some(_) => None,
    }
}

/// The day of `1999-12-31T10:00:00`, if it is written just so: columns hold millions of these.
fn usual_time_stamp(value: &[u8]) -> Option<Date> {
    let &[.., b'-', _, _, b'-', _, _, b'T' | b' ', _, _, b':', _, _, b':', _, _] = value else { return None };
    let number = |at: std::ops::Range<usize>| {
        let digit = |number: Option<i16>, byte: &u8| {
            Some(number? * 10 + i16::from(byte.is_ascii_digit().then_some(byte - b'0')?))
        };
        value[at].iter().fold(Some(0), digit)
    };
    let is_usual = value.len() == 19 && number(11..13)? < 24 && number(14..16)? < 60 && number(17..19)? < 60;
    let (month, day) = (i8::try_from(number(5..7)?).ok()?, i8::try_from(number(8..10)?).ok()?);
    is_usual.then(|| Date::new(number(0..4)?, month, day).ok()).flatten()
}

/// Whether a format, and each if there are several, is one that dates can be written in.
pub(super) fn is_understood(format: &str) -> bool {
    let sample = DateTime::constant(1999, 12, 31, 23, 59, 58, 0).to_zoned(TimeZone::UTC);
    let is_understood = |format: &str| {
        !format.is_empty() && sample.as_ref().is_ok_and(|it| strtime::format(format, it).is_ok())
    };
    format.split(BETWEEN).all(is_understood)
}
