//! Dates that are not written the ISO way. Day and month are told apart over a whole column, not cell by cell.

/// Ways of writing a date in digits.
const FORMATS: [(&str, char, [Part; 3]); 8] = [
    ("%d.%m.%Y", '.', [Part::Day, Part::Month, Part::Year]),
    ("%d/%m/%Y", '/', [Part::Day, Part::Month, Part::Year]),
    ("%m/%d/%Y", '/', [Part::Month, Part::Day, Part::Year]),
    ("%d-%m-%Y", '-', [Part::Day, Part::Month, Part::Year]),
    ("%m-%d-%Y", '-', [Part::Month, Part::Day, Part::Year]),
    ("%Y/%m/%d", '/', [Part::Year, Part::Month, Part::Day]),
    ("%Y.%m.%d", '.', [Part::Year, Part::Month, Part::Day]),
    ("%Y%m%d", '\0', [Part::Year, Part::Month, Part::Day]),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Day,
    Month,
    Year,
}

/// How a column writes its dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::profile) struct DateStyle {
    /// As a spec spells it; none for ISO.
    pub format: Option<&'static str>,
    /// Day and month could be the other way round as well.
    pub ambiguous: bool,
}

/// The way that all of these texts are written in, if there is one.
pub(in crate::profile) fn date_style<'a>(texts: impl Iterator<Item = &'a str>) -> Option<DateStyle> {
    let mut candidates: Vec<_> = FORMATS.iter().collect();
    let mut any = false;
    for text in texts {
        any = true;
        candidates.retain(|(_, separator, parts)| read(text, *separator, parts).is_some());
        if candidates.is_empty() {
            return None;
        }
    }
    let first = candidates.first().filter(|_| any)?;
    Some(DateStyle { format: Some(first.0), ambiguous: candidates.len() > 1 })
}

/// The year of a date, ISO (a time may follow) or in that style.
pub(in crate::profile) fn year(text: &str, style: DateStyle) -> Option<i16> {
    match style.format.and_then(|format| FORMATS.iter().find(|(known, ..)| *known == format)) {
        Some((_, separator, parts)) => read(text, *separator, parts),
        None => text.get(..4)?.parse().ok(),
    }
}

/// The year, if the text is a date in that format.
fn read(text: &str, separator: char, parts: &[Part; 3]) -> Option<i16> {
    let cells: Vec<&str> = match separator {
        '\0' if text.len() == 8 && text.is_ascii() => vec![&text[..4], &text[4..6], &text[6..]],
        '\0' => return None,
        _ => text.split(separator).collect(),
    };
    if cells.len() != 3 {
        return None;
    }
    let value = |wanted: Part| {
        let at = parts.iter().position(|part| *part == wanted).expect("every format has the three");
        let widths = if wanted == Part::Year { 4..=4 } else { 1..=2 };
        let fits = widths.contains(&cells[at].len()) && cells[at].bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| cells[at].parse::<i16>().ok()).flatten()
    };
    let year = value(Part::Year).filter(|year| (1850..=2150).contains(year))?;
    let month = value(Part::Month)?;
    (1..=days(year, month)).contains(&value(Part::Day)?).then_some(year)
}

/// The days of a month; none if there is no such month.
fn days(year: i16, month: i16) -> i16 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i16::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str], expected: Option<(&'static str, bool)>) {
        let style = date_style(texts.iter().copied());
        assert_eq!(style, expected.map(|(format, ambiguous)| DateStyle { format: Some(format), ambiguous }));
    }

    #[test]
    fn the_whole_column_tells_day_from_month() {
        check(&["31.12.1999", "1.2.2000"], Some(("%d.%m.%Y", false)));
        check(&["01/02/2000", "31/12/1999"], Some(("%d/%m/%Y", false)));
        check(&["01/02/2000", "12/31/1999"], Some(("%m/%d/%Y", false)));
        check(&["01/02/2000", "03/04/1999"], Some(("%d/%m/%Y", true)));
        check(&["19991231"], Some(("%Y%m%d", false)));
        check(&["31/12/1999", "12/31/1999"], None);
        check(&["29/02/2000"], Some(("%d/%m/%Y", false)));
        check(&["29.02.2001"], None);
        check(&["1.2.3", "1999"], None);
        check(&[], None);
    }

    #[test]
    fn years_are_read_in_the_style_of_the_column() {
        assert_eq!(year("31.12.1999", DateStyle { format: Some("%d.%m.%Y"), ambiguous: false }), Some(1999));
        assert_eq!(year("1999-12-31T10:00:00", DateStyle { format: None, ambiguous: false }), Some(1999));
    }
}
