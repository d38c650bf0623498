//! Days and moments, whichever way tables write them, on one line of time.

/// Nanoseconds of a day.
pub const DAY: i128 = 24 * 60 * MINUTE;

const MINUTE: i128 = 60 * SECOND;
const SECOND: i128 = 1_000_000_000;

/// When a day begins, or when a moment of it is: `2024-02-29`, `29.02.2024`, `29/2/2024`, each with a clock time behind it or
/// not. A moment with an offset is that of UTC. If either of two parts could be the month, the first is the day.
pub fn moment(text: &str) -> Option<i128> {
    let end = text.find(['T', 't', ' ']).unwrap_or(text.len());
    let start = DAY * i128::from(day(&text[..end])?);
    match text[end..].chars().next() {
        None => Some(start),
        Some(_) => Some(start + since_midnight(text[end + 1..].trim())?),
    }
}

fn day(text: &str) -> Option<i64> {
    let mark = text.chars().find(|char| !char.is_ascii_digit())?;
    let parts: Vec<&str> = text.split(mark).collect();
    let [a, b, c] = parts[..] else { return None };
    if !parts.iter().all(|part| is_digits(part, 1, 4)) {
        return None;
    }
    let short = |part: &str| part.len() <= 2;
    let is_year_first = a.len() == 4 && short(b) && short(c);
    let is_year_last = c.len() == 4 && short(a) && short(b);
    match mark {
        '.' if is_year_last => days(c, b, a),
        '-' if is_year_first && b.len() == 2 && c.len() == 2 => days(a, b, c),
        '/' if is_year_first => days(a, b, c),
        '/' | '-' if is_year_last => days(c, b, a).or_else(|| days(c, a, b)),
        _ => None,
    }
}

/// The first of January 1970, as a number of days.
pub const EPOCH: i64 = 719_163;

/// Days since some day, if there is such a day.
fn days(year: &str, month: &str, day: &str) -> Option<i64> {
    let (year, month, day): (i64, usize, i64) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let lengths = months_of(year);
    let length = *lengths.get(month.checked_sub(1)?)?;
    let before: i64 = lengths[..month - 1].iter().sum();
    (1..=length).contains(&day).then_some(before_year(year) + before + day)
}

/// The year, month and day of a number of days, if the year is one of 1 to 9999.
pub fn date_of(days: i64) -> Option<(i64, i64, i64)> {
    // At most one off: 400 years have 146,097 days.
    let guess = days.checked_mul(400)?.div_euclid(146_097) + 2;
    let year = (guess - 3..=guess).rev().find(|&year| before_year(year) < days)?;
    let mut day = days - before_year(year);
    let mut month = 1;
    for length in months_of(year) {
        if day <= length {
            break;
        }
        (day, month) = (day - length, month + 1);
    }
    (1..=9999).contains(&year).then_some((year, month, day))
}

/// The days before a year.
fn before_year(year: i64) -> i64 {
    let past = year - 1;
    past * 365 + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400)
}

fn months_of(year: i64) -> [i64; 12] {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// Nanoseconds since midnight UTC at a clock time such as `10:30`, `10:30:00.5Z` or `10:30+02:00`.
fn since_midnight(text: &str) -> Option<i128> {
    let at = text.find(['Z', 'z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = (text[..at].trim_end(), &text[at..]);
    let parts: Vec<&str> = clock.split(':').collect();
    let (hour, minute, second) = match parts[..] {
        [hour, minute] => (hour, minute, "00"),
        [hour, minute, second] => (hour, minute, second),
        _ => return None,
    };
    let (second, fraction) = match second.find(['.', ',']) {
        Some(mark) => (&second[..mark], &second[mark + 1..]),
        None => (second, "0"),
    };
    if !is_digits(fraction, 1, 9) {
        return None;
    }
    let fraction: i128 = format!("{fraction:0<9}").parse().ok()?;
    let seconds = (two(hour, 24)? * 60 + two(minute, 60)?) * 60 + two(second, 60)?;
    Some(seconds * SECOND + fraction - ahead(zone)?)
}

/// How far a clock is ahead of UTC.
fn ahead(zone: &str) -> Option<i128> {
    if matches!(zone, "" | "Z" | "z") {
        return Some(0);
    }
    let plain = zone[1..].replace(':', "");
    let (hours, minutes) = match plain.len() {
        2 => (&plain[..], "00"),
        4 if plain.is_ascii() => plain.split_at(2),
        _ => return None,
    };
    let ahead = (two(hours, 100)? * 60 + two(minutes, 100)?) * MINUTE;
    match &zone[..1] {
        "+" => Some(ahead),
        "-" => Some(-ahead),
        _ => None,
    }
}

/// Two digits, below a limit.
fn two(text: &str, limit: i128) -> Option<i128> {
    let number: i128 = text.parse().ok().filter(|_| is_digits(text, 2, 2))?;
    (number < limit).then_some(number)
}

fn is_digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}
