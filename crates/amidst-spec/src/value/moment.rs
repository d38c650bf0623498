//! Days and moments as tables write them.

use jiff::{
    SignedDuration,
    civil::{Date, DateTime, Time},
};

/// A day, or a moment of it: `2024-02-29`, `29.02.2024`, `29/2/2024`, `2024-02-29 00:00`, `2024-02-29T00:00:00Z`. A day is its
/// first moment, and a moment with an offset is that of UTC.
///
/// Where day and month stand before the year and both could be either, the day comes first, as in most of the world. In a table
/// that means it the other way round, days stay as many as they are; only their order is another.
pub(super) fn moment(text: &str) -> Option<DateTime> {
    let (day, rest) = text.split_once([' ', 'T', 't']).map_or((text, None), |(day, rest)| (day, Some(rest)));
    let day = date(day)?;
    let Some(rest) = rest else { return Some(day.to_datetime(Time::midnight())) };
    let rest = rest.trim();
    let sign = rest.find(['+', '-', 'Z', 'z']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(sign);
    day.to_datetime(time(clock.trim_end())?).checked_sub(offset(zone)?).ok()
}

fn date(text: &str) -> Option<Date> {
    let mark = text.chars().find(|char| matches!(char, '-' | '.' | '/'))?;
    let parts: Vec<&str> = text.split(mark).collect();
    let [first, second, third] = parts[..] else { return None };
    let date = |year: &str, month: &str, day: &str| {
        Date::new(number(year, 4..=4)?, number(month, 1..=2)? as i8, number(day, 1..=2)? as i8).ok()
    };
    match mark {
        '.' => date(third, second, first),
        '-' if first.len() == 4 => {
            date(first, second, third).filter(|_| second.len() == 2 && third.len() == 2)
        }
        '/' if first.len() == 4 => date(first, second, third),
        _ => date(third, second, first).or_else(|| date(third, first, second)),
    }
}

/// `10:30`, `10:30:00` or `10:30:00.5`.
fn time(text: &str) -> Option<Time> {
    let parts: Vec<&str> = text.split(':').collect();
    let (hour, minute, second) = match parts[..] {
        [hour, minute] => (hour, minute, "00"),
        [hour, minute, second] => (hour, minute, second),
        _ => return None,
    };
    let (second, fraction) = second.split_once(['.', ',']).unwrap_or((second, "0"));
    let nanoseconds: String = fraction.chars().chain(std::iter::repeat('0')).take(9).collect();
    let is_fraction = (1..=9).contains(&fraction.len()) && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let part = |text: &str| Some(number(text, 2..=2)? as i8);
    let nanoseconds = nanoseconds.parse().ok().filter(|_| is_fraction)?;
    Time::new(part(hour)?, part(minute)?, part(second)?, nanoseconds).ok()
}

/// How far ahead of UTC a clock is: nothing, `Z`, `+02`, `+0200` or `+02:00`.
fn offset(text: &str) -> Option<SignedDuration> {
    let Some(digits) = text.strip_prefix(['+', '-']) else {
        return matches!(text, "" | "Z" | "z").then_some(SignedDuration::ZERO);
    };
    let digits = digits.replace(':', "");
    let (hours, minutes) =
        if digits.len() == 2 { (digits.as_str(), "00") } else { digits.split_at_checked(2)? };
    let minutes = i64::from(number(hours, 2..=2)?) * 60 + i64::from(number(minutes, 2..=2)?);
    let ahead = SignedDuration::from_mins(minutes);
    Some(if text.starts_with('-') { -ahead } else { ahead })
}

/// A number of so many digits.
fn number(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<i16> {
    let is_number = digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(moment(text), expected.map(|text| text.parse().expect("a moment")), "{text}");
    }

    #[test]
    fn a_day_is_its_midnight_however_it_is_written() {
        for text in ["2024-02-29", "29.2.2024", "29/02/2024", "02/29/2024", "2024/02/29", "29-02-2024"] {
            check(text, Some("2024-02-29T00:00:00"));
            check(&format!("{text} 00:00"), Some("2024-02-29T00:00:00"));
            check(&format!("{text}T00:00:00.000Z"), Some("2024-02-29T00:00:00"));
        }
        check("03/04/2024", Some("2024-04-03T00:00:00"));
    }

    #[test]
    fn moments_of_one_clock_are_those_of_utc() {
        check("2024-01-02T00:30:00+02:00", Some("2024-01-01T22:30:00"));
        check("2024-01-02 10:30 -0500", Some("2024-01-02T15:30:00"));
        check("2024-01-02 10:30:00,5", Some("2024-01-02T10:30:00.5"));
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "2023-02-29",
            "2024-1-2",
            "1.2.24",
            "29.02",
            "2024-01-02 noon",
            "2024-01-02 25:00",
            "2024-01-02 1:00",
            "a/b/2024",
            "2024-01-02T",
            "2024-01-02 10:00+x",
            "2024-01-02 10:00.5",
            "-2024-01-02",
        ] {
            check(text, None);
        }
    }
}
