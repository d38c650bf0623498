//! The chance that an attacker finds the right row, from the sizes of classes.

use super::{cell_size::Limit, items::Class};

/// How an attacker fares over all rows, or people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The smallest class that an attacker chooses from: the highest risk is one over it.
    pub least: f64,
    /// The rows that face the highest risk.
    pub rows_at_least: u64,
    /// The largest class that an attacker chooses from.
    pub most: f64,
    /// The rows that face the lowest risk.
    pub rows_at_most: u64,
    /// The average risk: the larger of classes over the people that are chosen from, and the share of rows that are found.
    pub average: f64,
    /// The share of rows that are found on average: (1/n) Σ n/N.
    pub success: f64,
    /// The rows that are at risk.
    pub at_risk: u64,
}

impl Odds {
    /// Of classes, given by their rows and by the people that an attacker chooses from, which are not fewer. There is
    /// at least one class.
    pub fn new(classes: impl Iterator<Item = (u64, f64)> + Clone, limit: Limit) -> Self {
        let least = classes.clone().map(|(_, people)| people).fold(f64::INFINITY, f64::min);
        let most = classes.clone().map(|(_, people)| people).fold(0.0, f64::max);
        let rows = |counts: &dyn Fn(f64) -> bool| {
            classes.clone().filter(|&(_, people)| counts(people)).map(|(rows, _)| rows).sum::<u64>()
        };
        let all = rows(&|_| true);
        let found: f64 = classes.clone().map(|(rows, people)| rows as f64 / people).sum();
        let success = found / all as f64;
        let people: f64 = classes.clone().map(|(_, people)| people).sum();
        Self {
            least,
            rows_at_least: rows(&|people| people == least),
            most,
            rows_at_most: rows(&|people| people == most),
            average: success.max(classes.clone().count() as f64 / people),
            success,
            at_risk: rows(&|people| limit.is_exceeded(people)),
        }
    }

    /// Someone who knows that the person is in the table.
    pub fn of_prosecutor(classes: &[Class], limit: Limit) -> Self {
        Self::new(classes.iter().map(|class| (class.size, class.size as f64)), limit)
    }

    /// Someone who knows the population, but not who of it is in the table. Where the population is not known, or has
    /// fewer people than the table, the table's own count stands in.
    pub fn of_journalist(classes: &[Class], limit: Limit) -> Self {
        Self::new(classes.iter().map(|class| (class.size, class.people())), limit)
    }
}

impl Class {
    /// The people that someone chooses from who does not know who is in the table.
    fn people(&self) -> f64 {
        self.population.unwrap_or(0.0).max(self.size as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(size: u64, population: Option<f64>) -> Class {
        Class { item: 0, size, population }
    }

    /// Classes of 1, 2, 2 and 5 rows.
    #[test]
    fn the_prosecutor_chooses_from_a_class() {
        let classes = [1, 2, 2, 5].map(|size| class(size, None));
        let odds = Odds::of_prosecutor(&classes, Limit::CellSize(3));
        let expected = Odds {
            least: 1.0,
            rows_at_least: 1,
            most: 5.0,
            rows_at_most: 5,
            average: 0.4,
            success: 0.4,
            at_risk: 5,
        };
        assert_eq!(odds, expected);
        assert_eq!(Odds::of_journalist(&classes, Limit::CellSize(3)), expected);
    }

    #[test]
    fn the_journalist_chooses_from_the_population() {
        let classes = [class(1, Some(40.0)), class(2, Some(8.0)), class(5, Some(3.0))];
        let odds = Odds::of_journalist(&classes, Limit::CellSize(8));
        assert_eq!((odds.least, odds.rows_at_least, odds.most, odds.rows_at_most), (5.0, 5, 40.0, 1));
        assert_eq!(odds.average, (1.0 / 40.0 + 2.0 / 8.0 + 1.0) / 8.0);
        assert_eq!(odds.at_risk, 5);
    }

    /// 9 rows of 9 people and 1 row of 2: ten rows are found 0.15 of the time, but two classes are of eleven people.
    #[test]
    fn the_journalists_average_is_the_larger_of_two() {
        let classes = [class(9, Some(9.0)), class(1, Some(2.0))];
        let odds = Odds::of_journalist(&classes, Limit::CellSize(2));
        assert_eq!((odds.average, odds.success), (2.0 / 11.0, (9.0 / 9.0 + 1.0 / 2.0) / 10.0));
    }
}
