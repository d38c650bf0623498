//! Calendar steps: days to weeks, months, quarters and years.

use std::{collections::HashSet, fmt};

use jiff::civil::Date;

use super::{
    BuilderInfo, Domain, Step, array,
    day::{Read, is_understood},
    describe_values, in_a_row, quoted, refuse,
};
use crate::{
    Hierarchy, HierarchyError,
    hierarchy::stems::Stem,
    parameter::{ParamInfo, ParamKind},
};

/// Parameters of [`DateSteps`], unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DateParams {
    /// One level each, finest first.
    pub steps: Vec<Step>,
    /// How the data writes dates, in the manner of `strftime`: `%m/%d/%Y`; several ways with a `|` between them, of which the
    /// first that fits is taken. Without it: ISO dates and time stamps.
    pub format: Option<String>,
}

impl DateParams {
    /// These steps over ISO dates and time stamps.
    pub fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self { steps: steps.into_iter().collect(), format: None }
    }

    /// Checks them.
    pub fn check(self) -> Result<DateSteps, HierarchyError> {
        if self.steps.is_empty() {
            return Err(refuse("date needs at least one step, such as [\"month\", \"year\", \"10 years\"]"));
        }
        if self.steps.contains(&Step::Years(0)) {
            return Err(refuse("a date step needs at least 1 year"));
        }
        for pair in self.steps.windows(2) {
            if pair[0] == Step::Week {
                let why = "a week may lie in two months or years, so nothing but the root can follow it";
                return Err(refuse(format!("date steps must nest: {why}; leave out week or {}", pair[1])));
            }
            if !pair[0].nests_in(pair[1]) {
                let why = format!("{} does not lie within {}", pair[0], pair[1]);
                return Err(refuse(format!("date steps must nest, finest first: {why}")));
            }
        }
        if let Some(format) = self.format.as_deref().filter(|format| !is_understood(format)) {
            return Err(refuse(format!(
                "date format {format:?} is not understood; write it like \"%d.%m.%Y\", or several like \"%Y-%m-%d|%d.%m.%Y\""
            )));
        }
        Ok(DateSteps(self))
    }
}

/// A date becomes the stretch of the calendar it lies in, step by step; the root is `*`.
///
/// Time stamps count as the day they are written with, whatever their offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateSteps(DateParams);

const FORMAT: ParamInfo = ParamInfo::optional(
    "format",
    ParamKind::Text,
    "how dates are written, such as `%d.%m.%Y`; ISO if left out",
);

impl DateSteps {
    /// What it is and takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "date",
        takes: "steps such as `[\"month\", \"year\", \"decade\"]`",
        doc: "steps in time",
        parameters: &[FORMAT],
    };

    /// `month, year, 5 years`.
    pub(super) fn describe(&self) -> String {
        in_a_row(&self.0.steps)
    }

    pub(super) fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        // Dates written as plain digits would read as numbers, which no month contains.
        domain.grown(self.0.steps.len(), &domain.root(), self.stems(domain)?)
    }

    /// How many values there are, and stretches of each step that hold some.
    pub(super) fn widths(&self, domain: &Domain<'_>) -> Result<Vec<usize>, HierarchyError> {
        let stems = self.stems(domain)?;
        let labels =
            |level: usize| stems.iter().map(|stem| &*stem.labels[level]).collect::<HashSet<_>>().len();
        Ok(std::iter::once(domain.values.len()).chain((0..self.0.steps.len()).map(labels)).collect())
    }

    /// The values day by day.
    fn stems<'v>(&self, domain: &Domain<'v>) -> Result<Vec<Stem<'v>>, HierarchyError> {
        let read = |value: &&'v str| Read::new(value, self.0.format.as_deref()).map(|date| (date, *value));
        let mut dates: Vec<(Read, &str)> = domain.values.iter().filter_map(read).collect();
        let unreadable = domain.values.len() - dates.len();
        if unreadable > 0 {
            let form = self
                .0
                .format
                .as_ref()
                .map_or("ISO form (1999-12-31)".into(), |format| format!("form {format:?}"));
            let them = describe_values(unreadable);
            return Err(HierarchyError::Unplaceable(format!(
                "date cannot place {them}: no date in {form}; set format (several like \"%Y-%m-%d|%d.%m.%Y\"), or declare such values \
                 missing"
            )));
        }
        let vague = dates.iter().filter(|(date, _)| !date.tells(self.0.steps[0])).count();
        if vague > 0 {
            let (them, step) = (describe_values(vague), self.0.steps[0]);
            return Err(HierarchyError::Unplaceable(format!(
                "date cannot place {them}: the {step} is not told; begin with a coarser step"
            )));
        }
        dates.sort();
        let labels = |date: Date| self.0.steps.iter().map(|step| step.label(date)).collect();
        let days = dates.chunk_by(|(a, _), (b, _)| a.date == b.date);
        let stem = |day: &[(Read, &'v str)]| Stem {
            labels: labels(day[0].0.date),
            values: day.iter().map(|(_, value)| *value).collect(),
        };
        Ok(days.map(stem).collect())
    }

    /// Whether a value has a place, whatever the others are.
    pub(super) fn places(&self, value: &str) -> bool {
        Read::new(value, self.0.format.as_deref()).is_some_and(|read| read.tells(self.0.steps[0]))
    }
}

impl fmt::Display for DateSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{ date = {}", array(self.0.steps.iter().map(|step| quoted(&step.to_string()))))?;
        if let Some(format) = &self.0.format {
            write!(f, ", format = {}", quoted(format))?;
        }
        f.write_str(" }")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Recipe,
        check::{build, check},
    };
    use super::*;

    fn params(steps: &[&str]) -> DateParams {
        DateParams::new(steps.iter().map(|step| step.parse().expect("a step")))
    }

    fn recipe(params: DateParams) -> Recipe {
        Recipe::Date(params.check().expect("valid parameters"))
    }

    #[track_caller]
    fn check_refused(steps: &[&str], expected: &str) {
        assert_eq!(params(steps).check().unwrap_err().to_string(), expected);
    }

    #[test]
    fn days_go_to_months_quarters_and_years() {
        let steps = params(&["month", "quarter", "year", "5 years", "decade", "century"]);
        let expected = [
            "1999-12-31;1999-12;1999-Q4;1999;1995-1999;1990-1999;1900-1999;*",
            "2000-01-01;2000-01;2000-Q1;2000;2000-2004;2000-2009;2000-2099;*",
        ];
        check(&recipe(steps), &["2000-01-01", "1999-12-31"], &expected);
    }

    #[test]
    fn weeks_are_those_of_the_iso_calendar() {
        check(
            &recipe(params(&["week"])),
            &["2000-01-01", "2000-01-03"],
            &["2000-01-01;1999-W52;*", "2000-01-03;2000-W01;*"],
        );
    }

    #[test]
    fn time_stamps_go_to_their_day() {
        let values =
            ["1999-12-31T23:00:00+01:00", "1999-12-31 10:00:00.5", "1999-12-31T10:00:00Z", "1999-12-31"];
        let hierarchy = build(&recipe(params(&["day"])), &values).unwrap();
        assert_eq!(hierarchy.width(1), 1);
        assert_eq!(hierarchy.label(1, 0), Some("1999-12-31"));
    }

    #[test]
    fn declared_formats_are_read() {
        let params = |format: &str, steps| DateParams { format: Some(format.into()), ..params(steps) };
        check(&recipe(params("%m/%d/%Y", &["year"])), &["09/27/1964"], &["09/27/1964;1964;*"]);
        check(&recipe(params("%d%m%Y", &["5 years"])), &["27091964"], &["27091964;1960-1964;*"]);
        check(&recipe(params("%Y-%m", &["quarter"])), &["1964-09"], &["1964-09;1964-Q3;*"]);
        check(&recipe(params("%Y", &["10 years"])), &["1964"], &["1964;1960-1969;*"]);
    }

    #[test]
    fn two_digits_of_a_year_are_those_from_1930_to_2029() {
        let params = |format: &str| DateParams { format: Some(format.into()), ..params(&["year"]) };
        let expected = ["12.03.30;1930;*", "29.02.60;1960;*", "01.01.00;2000;*", "31.12.29;2029;*"];
        check(&recipe(params("%d.%m.%y")), &["31.12.29", "12.03.30", "29.02.60", "01.01.00"], &expected);
        check(&recipe(params("%m/%y")), &["03/48"], &["03/48;1948;*"]);
        check(&recipe(params("%d.%m.%Y|%d.%m.%y")), &["1.2.48"], &["1.2.48;1948;*"]);
    }

    #[test]
    fn a_month_has_no_days() {
        let params = DateParams { format: Some("%Y-%m".into()), ..params(&["week"]) };
        let error = build(&recipe(params), &["1964-09"]).unwrap_err();
        let expected = "date cannot place 1 value: the week is not told; begin with a coarser step";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn what_is_no_date_is_counted_and_not_shown() {
        let error = build(&recipe(params(&["year"])), &["1999-12-31", "secret", "1999-02-30"]).unwrap_err();
        let expected = "date cannot place 2 values: no date in ISO form (1999-12-31); set format (several like \"%Y-%m-%d|%d.%m.%Y\"), or declare such values missing";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn steps_that_do_not_nest_are_refused() {
        check_refused(&[], "date needs at least one step, such as [\"month\", \"year\", \"10 years\"]");
        check_refused(
            &["year", "month"],
            "date steps must nest, finest first: year does not lie within month",
        );
        check_refused(
            &["5 years", "12 years"],
            "date steps must nest, finest first: 5 years does not lie within 12 years",
        );
        check_refused(&["year", "year"], "date steps must nest, finest first: year does not lie within year");
        check_refused(
            &["quarter", "week"],
            "date steps must nest, finest first: quarter does not lie within week",
        );
        let why = "a week may lie in two months or years, so nothing but the root can follow it";
        check_refused(&["week", "year"], &format!("date steps must nest: {why}; leave out week or year"));
    }

    #[test]
    fn a_format_that_makes_no_sense_is_refused() {
        let params = DateParams { format: Some("%!".into()), ..params(&["year"]) };
        let expected = "date format \"%!\" is not understood; write it like \"%d.%m.%Y\", or several like \"%Y-%m-%d|%d.%m.%Y\"";
        assert_eq!(params.check().unwrap_err().to_string(), expected);
    }

    #[test]
    fn it_prints_as_toml() {
        let params = DateParams { format: Some("%d.%m.%Y".into()), ..params(&["month", "decade"]) };
        assert_eq!(recipe(params).to_string(), r#"{ date = ["month", "10 years"], format = "%d.%m.%Y" }"#);
    }
}
