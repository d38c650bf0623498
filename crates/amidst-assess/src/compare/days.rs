//! Days as numbers, and labels that stand for stretches of the calendar.

use jiff::civil::{Date, DateTime, ISOWeekDate, Weekday, date};

/// A day, or a day and a time, as days since 1970.
pub(super) fn of_value(text: &str) -> Option<f64> {
    let time: DateTime = match text.len() {
        0..10 => return None,
        10 => text.parse::<Date>().ok()?.to_datetime(jiff::civil::Time::midnight()),
        _ => text.parse().ok()?,
    };
    let seconds = time.time().duration_since(jiff::civil::Time::midnight()).as_secs_f64();
    Some(number(time.date())? + seconds / 86_400.0)
}

/// The first and the last day of a stretch: `1999-12-31`, `1999-12`, `1999-Q4`, `1999-W52`, `1999`, `1990-1999`,
/// `[1999-01-31, 1999-02-15]`.
pub(super) fn of_label(label: &str) -> Option<(f64, f64)> {
    let label = label.trim();
    if let Some(inner) = label.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        let (first, last) = inner.split_once(',')?;
        return Some((of_value(first.trim())?, of_value(last.trim())?)).filter(|(first, last)| first <= last);
    }
    let (first, last) = match label.len() {
        10 => label.parse::<Date>().ok().map(|day| (day, day))?,
        4 => years(label, label)?,
        9 => years(label.get(..4)?, label.get(5..).filter(|_| label.as_bytes()[4] == b'-')?)?,
        7 | 8 => within_year(label.get(..4)?.parse().ok()?, label.get(4..)?.strip_prefix('-')?)?,
        _ => return None,
    };
    Some((number(first)?, number(last)?)).filter(|(first, last)| first <= last)
}

fn years(first: &str, last: &str) -> Option<(Date, Date)> {
    let is_year = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (first, last) = (first.parse().ok().filter(|_| is_year(first))?, last.parse().ok()?);
    Some((Date::new(first, 1, 1).ok()?, Date::new(last, 12, 31).ok()?))
}

/// A month, a quarter or an ISO week.
fn within_year(year: i16, rest: &str) -> Option<(Date, Date)> {
    if let Some(week) = rest.strip_prefix('W') {
        let day = |weekday| Some(ISOWeekDate::new(year, week.parse().ok()?, weekday).ok()?.date());
        return Some((day(Weekday::Monday)?, day(Weekday::Sunday)?));
    }
    let (first, last) = match rest.strip_prefix('Q') {
        Some(quarter) => {
            let quarter: i8 = quarter.parse().ok().filter(|quarter| (1..=4).contains(quarter))?;
            (3 * quarter - 2, 3 * quarter)
        }
        None if rest.len() == 2 => (rest.parse().ok()?, rest.parse().ok()?),
        None => return None,
    };
    Some((Date::new(year, first, 1).ok()?, Date::new(year, last, 1).ok()?.last_of_month()))
}

fn number(day: Date) -> Option<f64> {
    Some(f64::from(day.since(date(1970, 1, 1)).ok()?.get_days()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(label: &str, first: &str, last: &str) {
        assert_eq!(of_label(label), Some((of_value(first).unwrap(), of_value(last).unwrap())), "{label}");
    }

    #[test]
    fn every_step_of_the_calendar_is_read() {
        check("1999-12-31", "1999-12-31", "1999-12-31");
        check("2024-02", "2024-02-01", "2024-02-29");
        check("1999-Q4", "1999-10-01", "1999-12-31");
        check("1999-W52", "1999-12-27", "2000-01-02");
        check("[1999-01-31, 1999-02-15]", "1999-01-31", "1999-02-15");
        check("1999", "1999-01-01", "1999-12-31");
        check("1990-1999", "1990-01-01", "1999-12-31");
    }

    #[test]
    fn what_is_no_stretch_of_time_is_not_read() {
        for label in
            ["", "*", "199*", "1999-13", "1999-Q5", "1999-W60", "1999-1990", "20-24", "1999-1", "1999/2000"]
        {
            assert_eq!(of_label(label), None, "{label}");
        }
    }

    #[test]
    fn times_are_parts_of_days() {
        assert_eq!(of_value("1970-01-02"), Some(1.0));
        assert_eq!(of_value("1970-01-02T12:00:00"), Some(1.5));
        assert_eq!(of_value("1969-12-31"), Some(-1.0));
        assert_eq!(of_value("1970-01"), None);
    }
}
