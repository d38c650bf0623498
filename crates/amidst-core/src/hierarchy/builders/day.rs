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
        let parsed = strtime::parse(format, value.trim()).ok()?;
        if let Ok(date) = parsed.to_date() {
            return Some(Self::day(date));
        }
        if parsed.day().is_some() {
            return None;
        }
        let (month, precision) =
            parsed.month().map_or((1, Precision::Year), |month| (month, Precision::Month));
        Some(Self { date: Date::new(parsed.year()?, month, 1).ok()?, precision })
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

/// The day of `1999-12-31`, `1999-12-31T10:00:00`, `1999-12-31 10:00:00.5Z` or `1999-12-31T10:00:00+01:00`.
fn iso_day(value: &str) -> Option<Date> {
    let value = value.trim();
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

/// Whether a format, and each if there are several, is one that dates can be written in.
pub(super) fn is_understood(format: &str) -> bool {
    let sample = DateTime::constant(1999, 12, 31, 23, 59, 58, 0).to_zoned(TimeZone::UTC);
    let is_understood = |format: &str| {
        !format.is_empty() && sample.as_ref().is_ok_and(|it| strtime::format(format, it).is_ok())
    };
    format.split(BETWEEN).all(is_understood)
}
