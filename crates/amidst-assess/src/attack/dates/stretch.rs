//! A date as a stretch of days: a day, a masked date, a month, a quarter, a week, a year or years. Two digits of a year tell
//! no century: they fit any.

use jiff::{
    ToSpan,
    civil::{Date, ISOWeekDate, Weekday, date},
};

/// The days of a year are numbered as if every month had 31.
const MONTH: u32 = 31;
const YEAR: u32 = 12 * MONTH;
const CENTURY: u32 = 100 * YEAR;

/// What stands first in a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    YearMonthDay,
    MonthDayYear,
    DayMonthYear,
}

/// The day before a spreadsheet's first, as its count goes from March 1900 on.
const SPREADSHEET: Date = date(1899, 12, 30);
/// Day numbers from 1927 to 2064: five digits.
const DAY_NUMBERS: std::ops::Range<i64> = 10_000..60_000;
/// Years that eight digits may hold.
const YEARS: std::ops::Range<u32> = 1800..2200;

/// From one day to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    first: u32,
    last: u32,
    /// The century is not told.
    short: bool,
}

/// A day that a spreadsheet numbers.
pub fn day_number(text: &str) -> Option<Stretch> {
    let number: i64 = text.trim().parse().ok()?;
    let day = DAY_NUMBERS.contains(&number).then(|| SPREADSHEET.checked_add(number.days()).ok()).flatten()?;
    let year = Years { first: day.year() as u32, last: day.year() as u32, short: false };
    year.of_day(day.month() as u32, day.day() as u32)
}

/// `19840517`, or `17051984` as the order says; what stands last may be masked.
fn digits(text: &str, order: Order) -> Option<Stretch> {
    let shown = text.trim_end_matches('*');
    let is_number = shown.bytes().all(|byte| byte.is_ascii_digit());
    if text.len() != 8 || !is_number || !matches!(shown.len(), 4 | 6 | 8) {
        return None;
    }
    let of_year = |text: &str| year(text).filter(|years| YEARS.contains(&years.first));
    let day =
        |years: &str, month: &str, day: &str| of_year(years)?.of_day(number(month, 12)?, number(day, 31)?);
    match (order, shown.len()) {
        (Order::YearMonthDay, 4) => Some(of_year(shown)?.of_year()),
        (Order::YearMonthDay, 6) => of_year(&shown[..4])?.of_month(number(&shown[4..], 12)?),
        (Order::YearMonthDay, _) => day(&shown[..4], &shown[4..6], &shown[6..]),
        (Order::DayMonthYear, 8) => day(&shown[4..], &shown[2..4], &shown[..2]),
        (Order::MonthDayYear, 8) => day(&shown[4..], &shown[..2], &shown[2..4]),
        _ => None,
    }
}

impl Stretch {
    /// Reads a date, a masked date, a month, a quarter, a week, a year or years.
    pub fn read(text: &str, order: Order) -> Option<Self> {
        let text = text.trim();
        whole(text, order)
            .or_else(|| year(text).map(|years| years.of_year()))
            .or_else(|| quarter_or_week(text))
            .or_else(|| bracketed(text, order))
            .or_else(|| two_parts(text, order))
    }

    /// Whether the century is told, and the years are such as people live in.
    pub fn is_told(self) -> bool {
        !self.short && YEARS.contains(&(self.first / YEAR)) && YEARS.contains(&(self.last / YEAR))
    }

    /// Whether some day is in both.
    pub fn meets(self, other: Self) -> bool {
        let overlap = |a: Self, b: Self| a.first <= b.last && b.first <= a.last;
        let (short, told) = match (self.short, other.short) {
            (true, false) => (self, other),
            (false, true) => (other, self),
            _ => return overlap(self, other),
        };
        let in_century = |century: u32| Self {
            first: short.first + century * CENTURY,
            last: short.last + century * CENTURY,
            short: false,
        };
        (told.first / CENTURY..=told.last / CENTURY).any(|century| overlap(in_century(century), told))
    }

    /// The same number for days that may be the same; `None` for more than a day.
    pub fn day(self) -> Option<u32> {
        (self.first == self.last).then_some(self.first % CENTURY)
    }
}

/// Years, both included, with or without their century.
#[derive(Clone, Copy)]
struct Years {
    first: u32,
    last: u32,
    short: bool,
}

impl Years {
    fn of_year(self) -> Stretch {
        Stretch { first: self.first * YEAR, last: (self.last + 1) * YEAR - 1, short: self.short }
    }

    fn of_month(self, month: u32) -> Option<Stretch> {
        let first = self.first * YEAR + (month - 1) * MONTH;
        (self.first == self.last).then_some(Stretch { first, last: first + MONTH - 1, short: self.short })
    }

    fn of_day(self, month: u32, day: u32) -> Option<Stretch> {
        // Of two digits it is not known whether the year is a leap year: let it be one.
        let year = if self.short { 2000 } else { self.first as i16 };
        Date::new(year, month as i8, day as i8).ok()?;
        let first = self.of_month(month)?.first + day - 1;
        Some(Stretch { first, last: first, short: self.short })
    }

    fn to(self, last: Self) -> Option<Stretch> {
        let is_range = self.short == last.short && self.first <= last.first;
        is_range.then(|| Self { last: last.last, ..self }.of_year())
    }
}

/// Day, month and year; the day, or day and month, may be masked.
pub fn whole(text: &str, order: Order) -> Option<Stretch> {
    let text = text.trim();
    let text = text.split_once(['T', 't', ' ']).map_or(text, |(date, _)| date);
    let Some(separator) = text.chars().find(|sign| matches!(sign, '/' | '.' | '-')) else {
        return digits(text, order);
    };
    if separator == '.' && order == Order::MonthDayYear {
        return None;
    }
    let mut parts = text.split(separator);
    let [a, b, c] = [parts.next()?, parts.next()?, parts.next()?];
    let (written, month, day) = match order {
        Order::YearMonthDay => (a, b, c),
        Order::MonthDayYear => (c, a, b),
        Order::DayMonthYear => (c, b, a),
    };
    let years = year(written).filter(|_| parts.next().is_none())?;
    match (number(month, 12), number(day, 31)) {
        (Some(month), Some(day)) => years.of_day(month, day),
        (Some(month), None) if is_masked(day) => years.of_month(month),
        (None, None) if is_masked(month) && is_masked(day) => Some(years.of_year()),
        _ => None,
    }
}

/// `1964`, `64`, `196*`.
fn year(text: &str) -> Option<Years> {
    let digits = text.trim_end_matches('*');
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || !matches!(text.len(), 2 | 4) || text.starts_with("0") && text.len() == 4 {
        return None;
    }
    let span = 10_u32.pow((text.len() - digits.len()) as u32);
    let first = digits.parse::<u32>().ok()? * span;
    Some(Years { first, last: first + span - 1, short: text.len() == 2 })
}

/// One or two digits from 1 to `most`.
fn number(text: &str, most: u32) -> Option<u32> {
    let is_number = matches!(text.len(), 1 | 2) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && (1..=most).contains(number))
}

pub fn is_masked(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b'*')
}

/// `1999-Q4`, `1999-W52`.
fn quarter_or_week(text: &str) -> Option<Stretch> {
    let (written, part) = text.split_once('-')?;
    let years = year(written).filter(|years| !years.short && years.first == years.last)?;
    if let Some(quarter) = part.strip_prefix('Q').and_then(|quarter| number(quarter, 4)) {
        let (first, last) = (years.of_month(3 * quarter - 2)?, years.of_month(3 * quarter)?);
        return Some(Stretch { last: last.last, ..first });
    }
    let week = number(part.strip_prefix('W')?, 53)?;
    let day = |weekday| {
        let date = ISOWeekDate::new(years.first as i16, week as i8, weekday).ok()?.date();
        let in_year = (date.month() as u32 - 1) * MONTH + date.day() as u32 - 1;
        Some(date.year() as u32 * YEAR + in_year)
    };
    Some(Stretch { first: day(Weekday::Monday)?, last: day(Weekday::Sunday)?, short: false })
}

/// `[60-64]`, `[1960, 1965)`, `[1960-01-31, 1960-02-15]`.
fn bracketed(text: &str, order: Order) -> Option<Stretch> {
    let inner = text.strip_prefix('[')?;
    let (inner, open) = match inner.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (inner.strip_suffix(']')?, false),
    };
    if let Some((first, last)) = inner.split_once([',', ';'])
        && let (Some(first), Some(last)) = (whole(first, order), whole(last, order))
    {
        let last = Stretch { last: if open { last.first.checked_sub(1)? } else { last.last }, ..last };
        return (first.short == last.short && first.first <= last.last)
            .then_some(Stretch { last: last.last, ..first });
    }
    let (first, last) = inner.split_once(['-', '–', ',', ';'])?;
    let mut last = year(last.trim())?;
    if open {
        last = Years { first: last.first.checked_sub(1)?, last: last.last.checked_sub(1)?, ..last };
    }
    year(first.trim())?.to(last)
}

/// `1960-1969`, `60-69`, `1964-04`, `04/64`, `64/04` or `04.1964`, as the order says. `09-12` may be anything.
fn two_parts(text: &str, order: Order) -> Option<Stretch> {
    let (first, last) = text.split_once(['-', '–', '/', '.'])?;
    let (first, last) = (first.trim(), last.trim());
    let year_first = || year(first)?.of_month(number(last, 12)?);
    let year_last = || year(last)?.of_month(number(first, 12)?);
    let is_dashed = text.contains(['-', '–']);
    match (first.len(), last.len()) {
        (4, 4) if is_dashed => year(first)?.to(year(last)?),
        (4, _) => year_first(),
        (_, 4) => year_last(),
        _ if is_dashed && number(first, 12).is_some() => None,
        _ if is_dashed && number(last, 12).is_none() => year(first)?.to(year(last)?),
        _ if order == Order::YearMonthDay => year_first(),
        _ => year_last(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Order::{DayMonthYear, MonthDayYear, YearMonthDay};

    #[track_caller]
    fn meet(label: &str, order: Order, inside: &[&str], outside: &[&str]) {
        let label = Stretch::read(label, order).expect("it is a date");
        for (values, expected) in [(inside, true), (outside, false)] {
            for value in values {
                let value = Stretch::read(value, YearMonthDay).expect("it is a date");
                assert_eq!((label.meets(value), value.meets(label)), (expected, expected));
            }
        }
    }

    #[test]
    fn one_day_is_one_day_however_it_is_written() {
        for (text, order) in
            [("12.4.1964", DayMonthYear), ("4/12/64", MonthDayYear), ("1964-04-12T10:00:00", YearMonthDay)]
        {
            meet(text, order, &["64/04/12", "1964/04/12"], &["64/04/13", "1963-04-12"]);
        }
        meet("4/12/64", MonthDayYear, &["1864-04-12", "2064-04-12"], &["1965-04-12"]);
    }

    #[test]
    fn labels_are_stretches_of_days() {
        meet("64", YearMonthDay, &["1964-12-31", "64/01/01"], &["1965-01-01"]);
        meet("[60-64]", YearMonthDay, &["1960-01-01", "64/12/31"], &["1965-01-01"]);
        meet("[1960, 1965)", YearMonthDay, &["1964-12-31"], &["1965-01-01"]);
        meet("[1960-01-31, 1960-02-15]", YearMonthDay, &["1960-01-31", "1960-02-15"], &["1960-02-16"]);
        meet("[31.1.1960; 15.2.1960)", DayMonthYear, &["1960-02-14"], &["1960-02-15", "1960-01-30"]);
        meet("1960-1969", YearMonthDay, &["1969-12-31"], &["1970-01-01"]);
        meet("1995-2004", YearMonthDay, &["96/01/01", "04/12/31"], &["05/01/01", "94/12/31"]);
        meet("194*", YearMonthDay, &["1949-12-31"], &["1950-01-01"]);
        meet("1940/08/**", YearMonthDay, &["1940-08-31"], &["1940-09-01"]);
        meet("1940/**/**", YearMonthDay, &["1940-01-01"], &["1941-01-01"]);
        meet("09/64", MonthDayYear, &["1964-09-30"], &["1964-10-01"]);
        meet("64/09", YearMonthDay, &["1964-09-30"], &["1964-10-01"]);
        meet("1964-09", DayMonthYear, &["1964-09-30"], &["1964-10-01"]);
        meet("1964-Q3", YearMonthDay, &["1964-07-01", "1964-09-30"], &["1964-10-01"]);
        meet("2020-W53", YearMonthDay, &["2020-12-28", "2021-01-03"], &["2021-01-04", "2020-12-27"]);
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in
            ["", "1", "123", "94138", "1964-13", "30.2.1964", "0123", "*", "10-12", "64/13", "a/b/c", "[x-y]"]
        {
            assert_eq!(Stretch::read(text, DayMonthYear), None, "{text}");
        }
    }

    #[test]
    fn digits_and_day_numbers_are_days() {
        let day = |text, order| Stretch::read(text, order).expect("a date");
        let expected = day("1955-05-06", YearMonthDay);
        assert_eq!(day("19550506", YearMonthDay), expected);
        assert_eq!([day("06051955", DayMonthYear), day("05061955", MonthDayYear)], [expected; 2]);
        assert_eq!(day_number("20215"), Some(expected));
        assert_eq!(day("195505**", YearMonthDay), day("1955-05", YearMonthDay));
        assert_eq!(day("1955****", YearMonthDay), day("1955", YearMonthDay));
        assert_eq!(Stretch::read("19550230", YearMonthDay), None);
        assert_eq!(Stretch::read("30021955", DayMonthYear), None);
    }
}
