//! How a column writes its dates: told over all of its values together, because `03/04/2001` alone does not say whether day
//! or month comes first.

use super::day::{ISO, Read, has_short_years};

/// A way to write a date in digits: the form with four digits of the year, and the one with two if there is such.
type Form = (&'static str, Option<&'static str>);

/// Ways to write a date in digits. Those in one line share a shape; which of them is meant, all values of that shape tell,
/// whether they tell the century or not.
const SHAPES: [&[Form]; 7] = [
    &[(ISO, None)],
    &[("%d.%m.%Y", Some("%d.%m.%y"))],
    &[("%Y.%m.%d", None)],
    &[("%Y/%m/%d", None)],
    &[("%d/%m/%Y", Some("%d/%m/%y")), ("%m/%d/%Y", Some("%m/%d/%y"))],
    &[("%d-%m-%Y", Some("%d-%m-%y")), ("%m-%d-%Y", Some("%m-%d-%y"))],
    &[("%Y%m%d", None)],
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

/// The forms of a shape that all of its values fit so far, and how many digits of the year they have.
#[derive(Clone)]
struct Fitting {
    forms: Vec<Form>,
    has_long: bool,
    has_short: bool,
}

/// What values say about how they are written.
enum DateReading {
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
            DateReading::Dates(written) => Some(written),
            DateReading::NoDates | DateReading::Contradictory => None,
        }
    }

    /// Whether all values are dates, but some can only have the day first and others only the month.
    pub fn is_contradictory<'a>(values: impl IntoIterator<Item = &'a str>) -> bool {
        matches!(told(values), DateReading::Contradictory)
    }

    /// Whether some years have two digits, so that the century follows from a rule.
    pub fn has_short_years(&self) -> bool {
        self.format.as_deref().is_some_and(has_short_years)
    }

    /// The year of a date that is written so.
    pub fn year(&self, value: &str) -> Option<i16> {
        Read::new(value, self.format.as_deref()).map(|read| read.date.year())
    }
}

fn told<'a>(values: impl IntoIterator<Item = &'a str>) -> DateReading {
    let mut fitting: Vec<Option<Fitting>> = vec![None; SHAPES.len()];
    for value in values {
        let Some(shape) = SHAPES.iter().position(|forms| forms.iter().any(|form| fits(value, form))) else {
            return DateReading::NoDates;
        };
        let forms = SHAPES[shape].to_vec();
        fitting[shape].get_or_insert(Fitting { forms, has_long: false, has_short: false }).meet(value);
    }
    let used: Vec<Fitting> = fitting.into_iter().flatten().collect();
    if used.is_empty() {
        return DateReading::NoDates;
    }
    if used.iter().any(|shape| shape.forms.is_empty()) {
        return DateReading::Contradictory;
    }
    let is_ambiguous = used.iter().any(|shape| shape.forms.len() > 1);
    let formats: Vec<&str> = used.iter().flat_map(Fitting::formats).collect();
    let format = if formats == [ISO] { None } else { Some(formats.join("|")) };
    DateReading::Dates(Written { format, is_ambiguous })
}

impl Fitting {
    /// Keeps the forms that a value fits too.
    fn meet(&mut self, value: &str) {
        let is_long = self.forms.iter().any(|form| is_date(value, form.0));
        self.has_long |= is_long;
        self.has_short |= !is_long;
        self.forms.retain(|form| fits(value, form));
    }

    /// As a recipe takes them, of the first form that fits all.
    fn formats(&self) -> impl Iterator<Item = &'static str> {
        let (long, short) = self.forms[0];
        [Some(long).filter(|_| self.has_long), short.filter(|_| self.has_short)].into_iter().flatten()
    }
}

/// Whether a value is a date in that form, with or without its century.
fn fits(value: &str, (long, short): &Form) -> bool {
    is_date(value, long) || short.is_some_and(|short| is_date(value, short))
}

fn is_date(value: &str, format: &str) -> bool {
    let two_digits = |text: &str| {
        let year = text.split(|sign: char| !sign.is_ascii_digit()).nth(2);
        year.is_some_and(|year| year.len() == 2)
    };
    let has_length = match format {
        "%Y%m%d" => value.trim().len() == 8,
        short if short.ends_with("%y") => two_digits(value.trim()),
        _ => true,
    };
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
    fn two_digits_of_a_year_are_understood_beside_four() {
        check(&["12.03.84", "1.2.07"], Some((Some("%d.%m.%y"), false)));
        check(&["12.03.84", "12.03.1984"], Some((Some("%d.%m.%Y|%d.%m.%y"), false)));
        check(&["12/03/84", "31/03/1984"], Some((Some("%d/%m/%Y|%d/%m/%y"), false)));
        check(&["12-03-84", "03-31-84"], Some((Some("%m-%d-%y"), false)));
        check(&["12/03/84"], Some((Some("%d/%m/%y"), true)));
        check(&["31/12/84", "12/31/1999"], None);
        check(&["30.02.84"], None);
        check(&["1.2.3"], None);
        check(&["12.03.84 10:15", "1.2.07 8:05:59"], Some((Some("%d.%m.%y"), false)));
        check(&["12.03.1984 10:15", "1.2.2007"], Some((Some("%d.%m.%Y"), false)));
        check(&["12.03.1984 noon"], None);
        let written = Written::of(["12.03.84", "12.03.29", "12.03.30", "31.12.2001"]).expect("dates");
        assert_eq!(written.year("12.03.29"), Some(2029));
        assert_eq!(written.year("12.03.30"), Some(1930));
    }

    #[test]
    fn dates_that_contradict_each_other_are_told() {
        assert!(Written::is_contradictory(["31/12/1999", "12/31/1999"]));
        assert!(!Written::is_contradictory(["31/12/1999", "x"]));
        check(&["31/12/1999", "12/31/1999"], None);
    }
}
