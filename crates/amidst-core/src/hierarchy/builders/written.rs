//! How a column writes its dates: told over all of its values together, because `03/04/2001` alone does not say whether day
//! or month comes first.

use super::day::{ISO, Read};

/// Ways to write a date in digits. Those in one line share a shape; which of them is meant, all values of that shape tell.
const SHAPES: [&[&str]; 7] = [
    &[ISO],
    &["%d.%m.%Y"],
    &["%Y.%m.%d"],
    &["%Y/%m/%d"],
    &["%d/%m/%Y", "%m/%d/%Y"],
    &["%d-%m-%Y", "%m-%d-%Y"],
    &["%Y%m%d"],
];

/// The years of dates that columns about people hold.
const YEARS: std::ops::RangeInclusive<i16> = 1850..=2150;

/// How a column writes its dates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// As a recipe takes it: several forms have a `|` between them, none is ISO.
    pub format: Option<String>,
    /// Whether day and month could be the other way round as well.
    pub is_ambiguous: bool,
}

/// What values say about how they are written.
enum Told {
    /// Some are no dates.
    NoDates,
    /// Some can only have the day first and others of the same shape only the month.
    Contradictory,
    /// All are dates.
    Dates(Written),
}

impl Written {
    /// The ways that all of these values are written in; `None` if some are no dates, or contradict each other.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        match told(values) {
            Told::Dates(written) => Some(written),
            Told::NoDates | Told::Contradictory => None,
        }
    }

    /// Whether all values are dates, but some can only have the day first and others only the month.
    pub fn is_contradictory<'a>(values: impl IntoIterator<Item = &'a str>) -> bool {
        matches!(told(values), Told::Contradictory)
    }

    /// The year of a date that is written so.
    pub fn year(&self, value: &str) -> Option<i16> {
        Read::new(value, self.format.as_deref()).map(|read| read.date.year())
    }
}

fn told<'a>(values: impl IntoIterator<Item = &'a str>) -> Told {
    let mut fitting: Vec<Option<Vec<&str>>> = vec![None; SHAPES.len()];
    for value in values {
        let fits = |format: &&&str| is_date(value, format);
        let Some(shape) = SHAPES.iter().position(|shape| shape.iter().any(|format| fits(&format))) else {
            return Told::NoDates;
        };
        let formats = fitting[shape].get_or_insert_with(|| SHAPES[shape].to_vec());
        formats.retain(|format| fits(&format));
    }
    let used: Vec<Vec<&str>> = fitting.into_iter().flatten().collect();
    if used.is_empty() {
        return Told::NoDates;
    }
    if used.iter().any(Vec::is_empty) {
        return Told::Contradictory;
    }
    let is_ambiguous = used.iter().any(|formats| formats.len() > 1);
    let formats: Vec<&str> = used.iter().map(|formats| formats[0]).collect();
    let format = if formats == [ISO] { None } else { Some(formats.join("|")) };
    Told::Dates(Written { format, is_ambiguous })
}

fn is_date(value: &str, format: &str) -> bool {
    let has_length = !format.starts_with("%Y%m") || value.trim().len() == 8;
    has_length
        && Read::new(value, Some(format))
            .is_some_and(|read| read.is_day() && YEARS.contains(&read.date.year()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(values: &[&str], expected: Option<(Option<&str>, bool)>) {
        let expected =
            expected.map(|(format, is_ambiguous)| Written { format: format.map(String::from), is_ambiguous });
        assert_eq!(Written::of(values.iter().copied()), expected, "{values:?}");
    }

    #[test]
    fn the_whole_column_tells_day_from_month() {
        check(&["31.12.1999", "1.2.2000"], Some((Some("%d.%m.%Y"), false)));
        check(&["01/02/2000", "31/12/1999"], Some((Some("%d/%m/%Y"), false)));
        check(&["01/02/2000", "12/31/1999"], Some((Some("%m/%d/%Y"), false)));
        check(&["01/02/2000", "03/04/1999"], Some((Some("%d/%m/%Y"), true)));
        check(&["19991231"], Some((Some("%Y%m%d"), false)));
        check(&["1999-12-31", "2000-01-01T10:00:00"], Some((None, false)));
        check(&["29/02/2000"], Some((Some("%d/%m/%Y"), false)));
        check(&["29.02.2001"], None);
        check(&["1.2.3", "1999"], None);
        check(&["1999123"], None);
        check(&[], None);
    }

    #[test]
    fn several_forms_in_one_column_are_understood() {
        let values = ["1999-12-31", "31.12.1999", "12/31/1999"];
        check(&values, Some((Some("%Y-%m-%d|%d.%m.%Y|%m/%d/%Y"), false)));
        let written = Written::of(values).expect("dates");
        assert_eq!(values.map(|value| written.year(value)), [Some(1999); 3]);
        check(&["1999-12-31", "03/04/1999"], Some((Some("%Y-%m-%d|%d/%m/%Y"), true)));
    }

    #[test]
    fn dates_that_contradict_each_other_are_told() {
        assert!(Written::is_contradictory(["31/12/1999", "12/31/1999"]));
        assert!(!Written::is_contradictory(["31/12/1999", "x"]));
        check(&["31/12/1999", "12/31/1999"], None);
    }
}
