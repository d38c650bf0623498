//! Days, months and years as release and register write them.
//!
//! Every text is read by its own shape, so that a column may write its dates in several forms. Which of day and month stands
//! first the whole column tells, or the other one; where neither does, a text is read in every way, and excludes a label only
//! if none of them meets it. Two digits of a year fit any century. Digits are dates where the other column shows dates:
//! `19840517`, `17051984`, or a spreadsheet's days since the end of 1899.

mod calendar;
mod forms;
mod stretch;

pub(super) use calendar::{Calendar, Met};
pub(super) use forms::Forms;
use stretch::{Order, Stretch, day_number, is_masked, whole};

/// The stretches of days that a text may mean, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dated(Vec<Stretch>);

impl Dated {
    fn new(stretches: impl Iterator<Item = Stretch>) -> Option<Self> {
        let mut different: Vec<Stretch> = Vec::new();
        for stretch in stretches {
            if !different.contains(&stretch) {
                different.push(stretch);
            }
        }
        (!different.is_empty()).then_some(Self(different))
    }

    /// Whether it can be read in several ways.
    pub fn is_ambiguous(&self) -> bool {
        self.0.len() > 1
    }

    /// The days that it may be; `None` if it may be more than a day.
    fn days(&self) -> Option<impl Iterator<Item = u32>> {
        let is_day = self.0.iter().all(|stretch| stretch.day().is_some());
        is_day.then(|| self.0.iter().filter_map(|stretch| stretch.day()))
    }

    /// Whether some day is in both: however they are read, or only if they are read in one of several ways; `None` if in no
    /// way.
    fn meets(&self, other: &Self) -> Option<bool> {
        let pairs = || self.0.iter().flat_map(|one| other.0.iter().map(move |other| one.meets(*other)));
        pairs().any(|meets| meets).then(|| pairs().all(|meets| meets))
    }
}

/// How the dates of two columns are read; `None` if they are no dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub release: Forms,
    pub register: Forms,
}

impl Reading {
    /// Finds how labels of a release and values of a register are written.
    pub fn of(labels: &[&str], values: &[&str]) -> Option<Self> {
        let labels: Vec<&str> = labels.iter().copied().filter(|label| !is_masked(label.trim())).collect();
        let by_labels =
            show_days(&labels) || show_years(&labels) && values.iter().any(|text| is_no_year(text));
        let by_values = most(values, is_day);
        let are_numbers = most(&labels, |text| day_number(text).is_some());
        if !by_labels && !by_values {
            return None;
        }
        let (release, register) = (Forms::of(&labels), Forms::of(values));
        let (release, register) = (release.helped_by(register), register.helped_by(release));
        Some(Self {
            release: release.with_day_numbers(by_values && are_numbers),
            register: register.with_day_numbers(by_labels),
        })
    }
}

/// Whether a text tells day, month and year.
fn is_day(text: &str) -> bool {
    [Order::YearMonthDay, Order::MonthDayYear, Order::DayMonthYear]
        .into_iter()
        .any(|order| whole(text, order).is_some())
}

/// Whether some label is a day with marks between its parts, or nine of ten are days in digits.
fn show_days(labels: &[&str]) -> bool {
    let has_marks = |label: &&str| label.contains(['/', '.', '-']);
    labels.iter().filter(|label| has_marks(label)).any(|label| is_day(label)) || most(labels, is_day)
}

/// Whether all labels are years and the like, such as people live in.
fn show_years(labels: &[&str]) -> bool {
    let is_year = |label: &&str| Stretch::read(label, Order::YearMonthDay).is_some_and(Stretch::is_told);
    !labels.is_empty() && labels.iter().all(is_year)
}

/// Whether a text is neither a year nor a number that is too small for a date.
fn is_no_year(text: &str) -> bool {
    text.trim().parse::<f64>().map_or(true, |number| number >= 10_000.0)
}

/// Nine of ten.
fn most(texts: &[&str], is_so: impl Fn(&str) -> bool) -> bool {
    !texts.is_empty() && texts.iter().filter(|text| is_so(text)).count() >= texts.len() - texts.len() / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the first value may be the first label: surely, perhaps, or not at all; or is no date.
    #[track_caller]
    fn check(labels: &[&str], values: &[&str], expected: Result<Option<bool>, &str>) {
        let found = || {
            let reading = Reading::of(labels, values).ok_or("no dates")?;
            let label = reading.release.read(labels[0]).ok_or("no label")?;
            Ok(label.meets(&reading.register.read(values[0]).ok_or("no value")?))
        };
        assert_eq!(found(), expected, "{labels:?} {values:?}");
    }

    const SURELY: Result<Option<bool>, &str> = Ok(Some(true));
    const PERHAPS: Result<Option<bool>, &str> = Ok(Some(false));
    const NOT: Result<Option<bool>, &str> = Ok(None);

    #[test]
    fn the_order_is_that_of_the_column_or_of_the_other_one() {
        check(&["09/27/64"], &["27.9.1964"], SURELY);
        check(&["1964"], &["64/04/12"], SURELY);
        check(&["09/08/64", "09/27/64"], &["9/8/64"], SURELY);
        check(&["09/08/64", "09/27/64"], &["8/9/64"], NOT);
        check(&["34", "35"], &["36"], Err("no dates"));
    }

    #[test]
    fn where_nothing_tells_day_from_month_both_are_possible() {
        check(&["9/8/64"], &["8/9/64"], PERHAPS);
        check(&["9/8/64"], &["9/8/64"], PERHAPS);
        check(&["9/8/64"], &["7/6/64"], NOT);
        check(&["1964-09-08"], &["08/09/1964", "01/02/1999"], PERHAPS);
        check(&["1964-09-08"], &["09/09/1964", "01/02/1999"], NOT);
        check(&["1964-09-09"], &["09/09/1964", "01/02/1999"], SURELY);
        check(&["1964-09-08"], &["08/09/1964", "31/12/1999"], SURELY);
        // As many tell one way as the other.
        check(&["1964-09-08"], &["08/09/1964", "31/12/1999", "12/31/1999"], PERHAPS);
    }

    #[test]
    fn a_column_may_write_its_dates_in_several_forms() {
        let register = ["1955-05-27", "19550527", "27.05.1955", "27.5.55", "27051955", "20236", "20236.0"];
        for at in 0..register.len() {
            let mut values = register;
            values.swap(0, at);
            check(&["1955-05-27"], &values, SURELY);
            check(&["1955-05-28"], &values, NOT);
            check(&["1955", "1984"], &values, SURELY);
            check(&["1956", "1984"], &values, NOT);
        }
        check(&["1955-05-27"], &["1955", "1955-05-27"], SURELY);
        check(&["1955-05-27"], &["1955.0", "1955-05-27"], SURELY);
        check(&["1955-05-27"], &["27 May 1955", "1955-05-27"], Err("no value"));
        check(&["2018-11-23"], &["23.11.18", "26.08.10", "1998"], SURELY);
    }

    #[test]
    fn numbers_are_dates_where_the_other_column_shows_dates() {
        check(&["1955", "1970"], &["19550505", "19700505"], SURELY);
        check(&["5.5.1955", "27.5.1955"], &["19550505"], SURELY);
        check(&["19550505", "195511**"], &["5/5/1955"], SURELY);
        check(&["195505**", "19551105"], &["27/5/1955"], SURELY);
        check(&["1955", "*"], &["20214", "25693"], SURELY);
        check(&["1955-05-05"], &["20214"], SURELY);
        check(&["20214"], &["1955-05-05"], SURELY);
        check(&["1955"], &["20214", "1955"], SURELY);
        check(&["1955"], &["170555", "1955"], Err("no value"));
        check(&["1955"], &["12345678", "19559999"], Err("no value"));
        // Codes and amounts are not.
        check(&["94138", "94139"], &["94138", "20214"], Err("no dates"));
        check(&["20000-25000"], &["20214"], Err("no dates"));
        check(&["1955"], &["1955", "350"], Err("no dates"));
    }
}
