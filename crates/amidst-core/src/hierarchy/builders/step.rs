//! Stretches of the calendar that dates are generalized to.

use std::{fmt, str::FromStr};

use jiff::civil::Date;

/// A stretch of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `1999-12-31`
    Day,
    /// `1999-W52`, the ISO week.
    Week,
    /// `1999-12`
    Month,
    /// `1999-Q4`
    Quarter,
    /// So many years, the first of them a multiple of their number: `1999`, `1995-1999`, `1990-1999`.
    Years(u16),
}

impl Step {
    /// Whether every stretch of this step lies within one of the other, which is coarser.
    pub(super) fn nests_in(self, other: Self) -> bool {
        match (self, other) {
            (Self::Week, _) | (_, Self::Day) => false,
            (Self::Day, _) => true,
            (_, Self::Week | Self::Month) => false,
            (Self::Month, _) => true,
            (_, Self::Quarter) => false,
            (Self::Quarter, _) => true,
            (Self::Years(fine), Self::Years(coarse)) => coarse > fine && coarse % fine == 0,
        }
    }

    /// The stretch that a day lies in.
    pub(super) fn label(self, date: Date) -> String {
        let (year, month) = (date.year(), date.month());
        match self {
            Self::Day => format!("{year:04}-{month:02}-{:02}", date.day()),
            Self::Week => {
                let week = date.iso_week_date();
                format!("{:04}-W{:02}", week.year(), week.week())
            }
            Self::Month => format!("{year:04}-{month:02}"),
            Self::Quarter => format!("{year:04}-Q{}", (month + 2) / 3),
            Self::Years(1) => format!("{year:04}"),
            Self::Years(span) => {
                let (year, span) = (i32::from(year), i32::from(span));
                let first = year - year % span;
                format!("{first:04}-{:04}", first + span - 1)
            }
        }
    }
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let years =
            |text: &str| text.strip_suffix("years")?.trim_end().parse().ok().filter(|years| *years > 0);
        Ok(match text.trim() {
            "day" => Self::Day,
            "week" => Self::Week,
            "month" => Self::Month,
            "quarter" => Self::Quarter,
            "year" => Self::Years(1),
            "decade" => Self::Years(10),
            "century" => Self::Years(100),
            other => Self::Years(years(other).ok_or_else(|| {
                format!("unknown date step {text:?}; steps are day, week, month, quarter, year, \"5 years\", decade, century")
            })?),
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day => f.write_str("day"),
            Self::Week => f.write_str("week"),
            Self::Month => f.write_str("month"),
            Self::Quarter => f.write_str("quarter"),
            Self::Years(1) => f.write_str("year"),
            Self::Years(years) => write!(f, "{years} years"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_reads_back_from_its_name() {
        for step in [Step::Day, Step::Week, Step::Month, Step::Quarter, Step::Years(1), Step::Years(25)] {
            assert_eq!(step.to_string().parse(), Ok(step));
        }
        assert!("fortnight".parse::<Step>().is_err());
        assert!("0 years".parse::<Step>().is_err());
    }
}
