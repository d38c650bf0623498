//! The chance that an attacker finds the right row, from the sizes of classes.
//!
//! Of a person in several classes the smallest counts: whoever knows one of the rows may be lucky in which.

use super::{
    cell_size::Limit,
    items::{Class, Classes, Items},
};

/// How an attacker fares over all rows, or people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The fewest people that an attacker chooses from, one over the chance where that is an estimate: the highest risk is
    /// one over them.
    pub least: f64,
    /// The people of the smallest class.
    pub smallest: f64,
    /// The rows that face the highest risk.
    pub rows_at_least: u64,
    /// The largest class that an attacker chooses from.
    pub most: f64,
    /// The rows that face the lowest risk.
    pub rows_at_most: u64,
    /// The average risk: the larger of classes over the people that are chosen from, and the share of rows that are found.
    /// Of people and of estimates it is the latter.
    pub average: f64,
    /// The share of rows that are found on average: (1/n) Σ n/N.
    pub success: f64,
    /// The rows that are at risk.
    pub at_risk: u64,
}

impl Odds {
    /// Of classes, each with the people that an attacker chooses from. There is at least one class.
    fn new(items: &Items, classes: &Classes, chosen_from: impl Fn(&Class) -> f64, limit: Limit) -> Self {
        let units: Vec<(u64, f64)> = match items.people {
            None => classes.all.iter().map(|class| (class.size, chosen_from(class))).collect(),
            Some(_) => {
                let of_class: Vec<f64> = classes.all.iter().map(chosen_from).collect();
                let of_item = |item: usize| of_class[classes.of_item[item] as usize];
                items.of_people().map(|items| (1, items.map(of_item).fold(f64::INFINITY, f64::min))).collect()
            }
        };
        Self::of_units(&units, limit)
    }

    /// Someone who knows all rows of a person and that the person is in the table: so many people share each profile.
    pub fn of_profiles(sizes: &[u64], limit: Limit) -> Self {
        let units: Vec<(u64, f64)> = sizes.iter().map(|&people| (people, people as f64)).collect();
        Self::of_units(&units, limit)
    }

    /// Of rows, or people, with the people that an attacker chooses from.
    fn of_units(units: &[(u64, f64)], limit: Limit) -> Self {
        let least = units.iter().map(|(_, people)| *people).fold(f64::INFINITY, f64::min);
        let most = units.iter().map(|(_, people)| *people).fold(0.0, f64::max);
        let rows = |counts: &dyn Fn(f64) -> bool| {
            units.iter().filter(|(_, people)| counts(*people)).map(|(rows, _)| rows).sum::<u64>()
        };
        let all = rows(&|_| true);
        let found: f64 = units.iter().map(|&(rows, people)| rows as f64 / people).sum();
        Self {
            least,
            smallest: least,
            rows_at_least: rows(&|people| people == least),
            most,
            rows_at_most: rows(&|people| people == most),
            average: found / all as f64,
            success: found / all as f64,
            at_risk: rows(&|people| limit.is_exceeded(people)),
        }
    }

    /// Someone who knows that the person is in the table.
    pub fn of_prosecutor(items: &Items, classes: &Classes, limit: Limit) -> Self {
        Self::new(items, classes, |class| class.size as f64, limit)
    }

    /// Someone who knows the population, but not who of it is in the table. Where the population is not known, or has
    /// fewer people than the table, the table's own count stands in.
    pub fn of_journalist(items: &Items, classes: &Classes, limit: Limit, by_people: bool) -> Self {
        let smallest = classes.all.iter().map(Class::people).fold(f64::INFINITY, f64::min);
        let odds = Self { smallest, ..Self::new(items, classes, Class::chosen_from, limit) };
        if by_people || classes.all.iter().any(|class| class.estimated.is_some()) {
            return odds;
        }
        let people: f64 = classes.all.iter().map(Class::people).sum();
        Self { average: odds.success.max(classes.all.len() as f64 / people), ..odds }
    }

    /// The same by the individual risk of each class alone, where survey weights are known.
    pub fn of_individuals(items: &Items, classes: &Classes, limit: Limit) -> Self {
        let chosen_from = |class: &Class| class.estimated.map_or(class.people(), |it| 1.0 / it.individual);
        Self::new(items, classes, chosen_from, limit)
    }
}

impl Class {
    /// The people of the population who show the same values, as far as is known: those of the table at least.
    pub fn people(&self) -> f64 {
        self.population.unwrap_or(0.0).max(self.size as f64)
    }

    /// The people that someone chooses from who does not know who is in the table: one over the chance to be right.
    pub fn chosen_from(&self) -> f64 {
        self.estimated.map_or(self.people(), |estimated| 1.0 / estimated.risk)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::items::Estimated, *};

    /// Classes of rows, each with its people in the population.
    fn classes(all: &[(u64, Option<f64>)]) -> (Items, Classes) {
        let items = Items {
            columns: Vec::new(),
            widths: Vec::new(),
            counts: all.iter().map(|(size, _)| *size as u32).collect(),
            people: None,
            stands_for: None,
            of_row: Vec::new(),
        };
        let class = |(item, &(size, population)): (u32, &(u64, Option<f64>))| Class {
            item,
            size,
            population,
            estimated: None,
        };
        let classes = (0..).zip(all).map(class).collect();
        (items, Classes { all: classes, of_item: (0..all.len() as u32).collect() })
    }

    /// Classes of 1, 2, 2 and 5 rows.
    #[test]
    fn the_prosecutor_chooses_from_a_class() {
        let (items, classes) = classes(&[1, 2, 2, 5].map(|size| (size, None)));
        let odds = Odds::of_prosecutor(&items, &classes, Limit::CellSize(3));
        let expected = Odds {
            least: 1.0,
            smallest: 1.0,
            rows_at_least: 1,
            most: 5.0,
            rows_at_most: 5,
            average: 0.4,
            success: 0.4,
            at_risk: 5,
        };
        assert_eq!(odds, expected);
        assert_eq!(Odds::of_journalist(&items, &classes, Limit::CellSize(3), false), expected);
    }

    #[test]
    fn the_journalist_chooses_from_the_population() {
        let (items, classes) = classes(&[(1, Some(40.0)), (2, Some(8.0)), (5, Some(3.0))]);
        let odds = Odds::of_journalist(&items, &classes, Limit::CellSize(8), false);
        assert_eq!((odds.least, odds.rows_at_least, odds.most, odds.rows_at_most), (5.0, 5, 40.0, 1));
        assert_eq!(odds.average, (1.0 / 40.0 + 2.0 / 8.0 + 1.0) / 8.0);
        assert_eq!(odds.at_risk, 5);
    }

    /// 9 rows of 9 people and 1 row of 2: ten rows are found 0.15 of the time, but two classes are of eleven people.
    #[test]
    fn the_journalists_average_is_the_larger_of_two() {
        let (items, classes) = classes(&[(9, Some(9.0)), (1, Some(2.0))]);
        let odds = Odds::of_journalist(&items, &classes, Limit::CellSize(2), false);
        assert_eq!((odds.average, odds.success), (2.0 / 11.0, (9.0 / 9.0 + 1.0 / 2.0) / 10.0));
    }

    #[test]
    fn survey_weights_give_a_chance_for_each_class_and_an_individual_risk_beside_it() {
        let (items, mut classes) = classes(&[(1, Some(10.0)), (1, Some(10.0)), (5, Some(3.0))]);
        let estimates = [(0.5, 0.25), (0.5, 0.25), (0.2, 0.2)];
        for (class, (risk, individual)) in classes.all.iter_mut().zip(estimates) {
            class.estimated = Some(Estimated { risk, individual });
        }
        let odds = Odds::of_journalist(&items, &classes, Limit::CellSize(5), false);
        assert_eq!((odds.least, odds.average), (2.0, 2.0 / 7.0));
        assert_eq!((odds.rows_at_least, odds.smallest, odds.most, odds.at_risk), (2, 5.0, 5.0, 2));
        let individuals = Odds::of_individuals(&items, &classes, Limit::CellSize(5));
        assert_eq!((individuals.least, individuals.average), (4.0, 1.5 / 7.0));
    }
}
