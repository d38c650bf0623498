//! Numbers about a table as far as its readers may know them.

use crate::reporting::{Count, Reporting, Share};

/// Says numbers as far as they may be said.
#[derive(Clone, Copy, Debug)]
pub struct OutputControl {
    reporting: Reporting,
    rows: u64,
}

impl OutputControl {
    /// About a table of so many rows.
    pub fn new(reporting: Reporting, rows: u64) -> Self {
        Self { reporting, rows }
    }

    /// The least count that is told, if small ones are not.
    pub fn threshold(self) -> Option<u64> {
        match self.reporting {
            Reporting::Internal => None,
            Reporting::External { least } => Some(least),
        }
    }

    /// A count as far as it may be told.
    pub fn count(self, count: u64) -> Count {
        self.reporting.count(count)
    }

    /// A share as far as it may be told.
    pub fn share(self, part: u64, whole: u64) -> Share {
        self.reporting.share(part, whole)
    }

    /// A measure between 0 and about 1 that rows contribute to. Outside it is told in steps that as many rows as the
    /// threshold make: in a small table two decimals would give single rows away.
    pub fn measure(self, value: f64) -> f64 {
        self.in_steps(value, 0.01)
    }

    /// The same where readers take 0 for none: nothing if steps make 0 of a measure that is not.
    pub fn measure_if_seen(self, value: f64) -> Option<f64> {
        if_seen(value, self.measure(value))
    }

    /// A measure that rows contribute to, each at most this number; nothing if steps make 0 of one that is not.
    pub fn measure_up_to(self, value: f64, most: f64) -> Option<f64> {
        let told = match self.threshold() {
            Some(least) => self.in_steps(value, most * least as f64 / self.rows as f64),
            None => value,
        };
        if_seen(value, told)
    }

    /// An entropy; nothing if steps make 0 of one that is not. That of a column of distinct values is the logarithm of its
    /// rows, so outside one decimal must do; and that of a rare value is much more than its share, so a step is what as many
    /// rows as the threshold make.
    pub fn bits(self, value: f64) -> Option<f64> {
        let rare = (self.threshold().unwrap_or(0) as f64 / self.rows as f64).min(0.5);
        let entropy = |share: f64| if share > 0.0 { -share * share.log2() } else { 0.0 };
        if_seen(value, self.in_steps(value, (entropy(rare) + entropy(1.0 - rare)).max(0.1)))
    }

    /// The step that as many rows as the threshold make is that of the rows told, not of the rows there are, which could be
    /// worked out from it; and it is never more than the whole.
    fn in_steps(self, value: f64, step: f64) -> f64 {
        let Some(least) = self.threshold() else { return value };
        let told = self.rows / least * least;
        let step = step.max(0.01).max(least as f64 / told.max(least) as f64);
        let measure = self.reporting.measure((value / step).round() * step);
        if value <= 1.0 { measure.min(1.0) } else { measure }
    }
}

/// What is told of a value, unless that is 0 and the value is not.
fn if_seen(value: f64, told: f64) -> Option<f64> {
    (told != 0.0 || value == 0.0).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_a_step_of_a_measure_is_at_least_the_threshold_in_rows() {
        let control = |rows| OutputControl::new(Reporting::External { least: 11 }, rows);
        assert_eq!(control(1_000_000).measure(0.123_4), 0.12);
        // In 100 rows, 1 to 5 rows look like none, and the others like 11 or a multiple.
        assert_eq!([0.05, 0.06, 0.2].map(|value| control(100).measure(value)), [0.0, 0.11, 0.22]);
        // A table of fewer rows than the threshold tells nothing of how many they are.
        assert_eq!([7, 9, 12].map(|rows| control(rows).measure(0.9)), [1.0; 3]);
        assert_eq!(control(1_000_000).bits(10.966), Some(11.0));
        // 3 of 110 rows with a value, and 11.
        assert_eq!([0.181, 0.469].map(|value| control(110).bits(value)), [None, Some(0.47)]);
        assert_eq!(OutputControl::new(Reporting::Internal, 100).measure(0.05), 0.05);
    }

    #[test]
    fn outside_only_nothing_is_told_as_0() {
        let control = OutputControl::new(Reporting::External { least: 11 }, 100);
        let told = [0.0, 0.05, 0.06].map(|value| control.measure_if_seen(value));
        assert_eq!(told, [Some(0.0), None, Some(0.11)]);
        assert_eq!([0.0, 0.1, 2.0].map(|bits| control.bits(bits)), [Some(0.0), None, Some(2.0)]);
        let told = [0.0, 0.1, 0.44].map(|level| control.measure_up_to(level, 4.0));
        assert_eq!(told, [Some(0.0), None, Some(0.44)]);
    }
}
