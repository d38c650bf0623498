//! Texts as numbers and days.

/// A finite number, with a decimal point or comma.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_plain =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+' | b'e' | b'E');
    if !text.bytes().all(is_plain) {
        return None;
    }
    let parsed = match text.contains(',') && !text.contains('.') {
        true => text.replacen(',', ".", 1).parse::<f64>(),
        false => text.parse(),
    };
    parsed.ok().filter(|number| number.is_finite())
}

/// A day written `2024-02-29`, as days since some day.
pub(crate) fn day(text: &str) -> Option<f64> {
    let digits = |from: usize, to: usize| {
        let part = text.get(from..to).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        part.and_then(|part| part.parse::<i64>().ok())
    };
    let is_spelled = text.len() == 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
    let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let is_day = is_spelled && (1..=12).contains(&month) && (1..=lengths[month as usize - 1]).contains(&day);
    if !is_day {
        return None;
    }
    let before: i64 = lengths[..month as usize - 1].iter().sum();
    let past = year - 1;
    Some(
        (past * 365 + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400) + before + day) as f64,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_words_are_not() {
        let read = ["7", "-1.5", "1,5", " 2 ", "1e3", "007"].map(number);
        assert_eq!(read, [7.0, -1.5, 1.5, 2.0, 1000.0, 7.0].map(Some));
        assert_eq!(["", "NaN", "inf", "1-2", "1,000.5", "a", "[20, 40["].map(number), [None; 7]);
    }

    #[test]
    fn days_are_as_far_apart_as_the_calendar_says() {
        let between = |from, to| day(to).unwrap() - day(from).unwrap();
        assert_eq!(between("2024-02-28", "2024-03-01"), 2.0);
        assert_eq!(between("2023-02-28", "2023-03-01"), 1.0);
        assert_eq!(between("1999-12-31", "2000-01-01"), 1.0);
        assert_eq!(between("1600-01-01", "2000-01-01"), 146_097.0);
        assert_eq!(["2023-02-29", "2023-13-01", "2023-1-01", "20230101", "yyyy-mm-dd"].map(day), [None; 5]);
    }
}
