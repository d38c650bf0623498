//! What is counted: the distinct tuples of the quasi columns, or, where people have several rows, each person's own.

use amidst_core::{Aborted, Coded, Codes, Observer};

use super::keys::{self, Coding};

/// The distinct tuples of a table, each with its rows. If people are counted there is one item for each person and tuple,
/// and each counts once.
pub struct Items {
    /// The codes of each quasi column, item by item.
    pub columns: Vec<Codes>,
    /// How many codes each column has.
    pub widths: Vec<usize>,
    /// What each item counts for.
    pub counts: Vec<u32>,
    /// Whose each item is, ascending; `None`: every row is a person of its own.
    pub people: Option<Vec<u32>>,
    /// The people of the population that each item stands for, if rows say how many that is.
    pub stands_for: Option<Vec<f64>>,
    /// The item of each row.
    pub of_row: Vec<u32>,
}

/// Rows, or people, who share all quasi values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Class {
    /// One of its items.
    pub item: u32,
    /// Rows, or people.
    pub size: u64,
    /// People of the population who show the same values, if that is known or estimated.
    pub population: Option<f64>,
    /// The chance to find one of them, where survey weights estimate how many they are.
    pub estimated: Option<Estimated>,
}

/// The chance to find the person of a row in a population of which survey weights are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The one that is told: by a model of the sizes of all classes.
    pub risk: f64,
    /// The individual risk of Benedetti and Franconi, which looks at the class alone.
    pub individual: f64,
}

/// All classes of a table.
pub struct Classes {
    /// The classes.
    pub all: Vec<Class>,
    /// The class of each item.
    pub of_item: Vec<u32>,
}

impl Classes {
    /// The class of an item.
    pub fn of(&self, item: usize) -> &Class {
        &self.all[self.of_item[item] as usize]
    }
}

/// Whether a person has several rows. The dictionary may name people who have none.
fn is_somebody_twice(people: &Coded) -> bool {
    people.histogram().into_iter().any(|rows| rows > 1)
}

impl Items {
    /// Groups the rows of these columns, which may stand for several each. `people` says whose each row is, `stands_for` how many people it stands for, which
    /// is the same in all rows of a person.
    pub fn of(
        rows: usize,
        columns: &[&Coded],
        people: Option<&Coded>,
        stands_for: Option<&[f64]>,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let people = people.filter(|people| is_somebody_twice(people));
        let all = people.iter().chain(columns);
        let codings: Vec<Coding> = all.map(|column| (&column.codes, column.dictionary.len())).collect();
        let pairs = keys::sorted(&codings, &keys::all(rows), observer)?;
        let runs = || pairs.chunk_by(|a, b| a.0 == b.0);
        let first: Vec<u32> = runs().map(|run| run[0].1).collect();
        let counts = columns.first().and_then(|column| column.counts());
        let stand_for = |row: u32| counts.map_or(1, |counts| counts[row as usize]);
        let all_of =
            |run: &[(u64, u32)]| run.iter().map(|&(_, row)| stand_for(row)).fold(0, u32::saturating_add);
        let count = |run: &[(u64, u32)]| if people.is_some() { 1 } else { all_of(run) };
        let sum = |run: &[(u64, u32)], of: &[f64]| -> f64 {
            match people {
                Some(_) => of[run[0].1 as usize],
                None => run.iter().map(|&(_, row)| of[row as usize] * f64::from(stand_for(row))).sum(),
            }
        };
        let mut of_row = vec![0; rows];
        for (item, run) in (0..).zip(runs()) {
            run.iter().for_each(|&(_, row)| of_row[row as usize] = item);
        }
        Ok(Self {
            columns: columns
                .iter()
                .map(|column| picked(&column.codes, column.dictionary.len(), &first))
                .collect(),
            widths: columns.iter().map(|column| column.dictionary.len()).collect(),
            counts: runs().map(count).collect(),
            people: people.map(|people| first.iter().map(|&row| people.codes.at(row as usize)).collect()),
            stands_for: stands_for.map(|of| runs().map(|run| sum(run, of)).collect()),
            of_row,
        })
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// All that is counted: rows, or people.
    pub fn total(&self) -> u64 {
        match &self.people {
            None => self.counts.iter().map(|&count| u64::from(count)).sum(),
            Some(people) => people.chunk_by(|a, b| a == b).count() as u64,
        }
    }

    /// Rows, or people, of whom any item is meant.
    pub fn counted(&self, is_meant: impl Fn(usize) -> bool) -> u64 {
        match &self.people {
            None => {
                let meant = self.counts.iter().enumerate().filter(|(item, _)| is_meant(*item));
                meant.map(|(_, &count)| u64::from(count)).sum()
            }
            Some(_) => self.of_people().filter(|items| items.clone().any(&is_meant)).count() as u64,
        }
    }

    /// The items of each person, one person after another.
    pub fn of_people(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut start = 0;
        self.people.iter().flat_map(|people| people.chunk_by(|a, b| a == b)).map(move |run| {
            let items = start..start + run.len();
            start = items.end;
            items
        })
    }

    /// The columns with the number of their codes.
    pub fn codings(&self) -> Vec<Coding<'_>> {
        self.columns.iter().zip(self.widths.iter().copied()).collect()
    }

    /// The classes over all columns.
    pub fn classes(&self, observer: &dyn Observer) -> Result<Classes, Aborted> {
        let class = |items: &[(u64, u32)]| {
            let sum = |of: &[f64]| items.iter().map(|&(_, item)| of[item as usize]).sum::<f64>();
            Class {
                item: items[0].1,
                size: items.iter().map(|&(_, item)| u64::from(self.counts[item as usize])).sum(),
                population: self.stands_for.as_deref().map(sum),
                estimated: None,
            }
        };
        let items = keys::all(self.len());
        if self.people.is_none() {
            let all = items.iter().map(|&item| class(&[(0, item)])).collect();
            return Ok(Classes { all, of_item: items });
        }
        let pairs = keys::sorted(&self.codings(), &items, observer)?;
        let mut classes = Classes { all: Vec::new(), of_item: vec![0; items.len()] };
        for run in pairs.chunk_by(|a, b| a.0 == b.0) {
            let at = classes.all.len() as u32;
            run.iter().for_each(|&(_, item)| classes.of_item[item as usize] = at);
            classes.all.push(class(run));
        }
        Ok(classes)
    }

    /// How many people of a population show the values of each class. The population's columns have the same codes.
    pub fn matches(
        &self,
        classes: &[Class],
        population: &Self,
        observer: &dyn Observer,
    ) -> Result<Vec<u64>, Aborted> {
        let here: Vec<u32> = classes.iter().map(|class| class.item).collect();
        let joined = |at: usize| {
            let own = here.iter().map(|&item| self.columns[at].at(item as usize));
            Codes::narrow(own.chain(population.columns[at].iter()).collect(), population.widths[at])
        };
        let columns: Vec<Codes> = (0..self.columns.len()).map(joined).collect();
        let codings: Vec<Coding> = columns.iter().zip(population.widths.iter().copied()).collect();
        let pairs = keys::sorted(&codings, &keys::all(here.len() + population.len()), observer)?;
        let mut matches = vec![0; here.len()];
        for run in pairs.chunk_by(|a, b| a.0 == b.0) {
            let class = run[0].1 as usize;
            if class < here.len() {
                let others = run[1..].iter().map(|&(_, at)| population.counts[at as usize - here.len()]);
                matches[class] = others.map(u64::from).sum();
            }
        }
        Ok(matches)
    }
}

/// The codes of some rows.
fn picked(codes: &Codes, width: usize, rows: &[u32]) -> Codes {
    Codes::narrow(rows.iter().map(|&row| codes.at(row as usize)).collect(), width)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use amidst_table::Table;

    use super::*;

    const ROWS: [[&str; 4]; 6] = [
        ["ann", "f", "1", "2.5"],
        ["ann", "f", "1", "9"],
        ["bob", "m", "1", "1"],
        ["cid", "m", "1", "1"],
        ["ann", "m", "1", "4"],
        ["dan", "m", "2", "1"],
    ];

    fn sizes(items: &Items) -> Vec<(u64, Option<f64>)> {
        let classes = items.classes(&()).unwrap();
        let mut sizes: Vec<_> = classes.all.iter().map(|class| (class.size, class.population)).collect();
        sizes.sort_by(|a, b| a.partial_cmp(b).unwrap());
        sizes
    }

    #[test]
    fn people_are_counted_beside_names_that_have_no_row() {
        let table = Table::from_rows(&["who", "sex", "zip", "weight"], &ROWS);
        let coded = |name: &str| table.column(name).unwrap().coded().unwrap();
        let two = |name: &str| {
            let Coded { codes, dictionary, .. } = coded(name);
            let codes = (0..2).map(|row| codes.at(row)).collect();
            Coded::narrow(Arc::clone(dictionary), codes)
        };
        let (who, sex) = (two("who"), two("sex"));
        assert_eq!(sizes(&Items::of(2, &[&sex], Some(&who), None, &()).unwrap()), [(1, None)]);
    }

    #[test]
    fn rows_or_people_are_counted() {
        let table = Table::from_rows(&["who", "sex", "zip", "weight"], &ROWS);
        let coded = |name: &str| table.column(name).unwrap().coded().unwrap();
        let quasi = [coded("sex"), coded("zip")];
        let weights: Vec<f64> = ROWS.iter().map(|row| row[3].parse().unwrap()).collect();
        let rows = Items::of(6, &quasi, None, Some(&weights), &()).unwrap();
        assert_eq!((rows.len(), rows.total()), (3, 6));
        assert_eq!(sizes(&rows), [(1, Some(1.0)), (2, Some(11.5)), (3, Some(6.0))]);
        let people = Items::of(6, &quasi, Some(coded("who")), Some(&weights), &()).unwrap();
        assert_eq!((people.len(), people.total()), (5, 4));
        assert_eq!(people.of_people().collect::<Vec<_>>(), [0..2, 2..3, 3..4, 4..5]);
        // Ann and Bob have an item that is male and in 1; Dan has none.
        let classes = people.classes(&()).unwrap();
        let size = |item: usize| classes.all[classes.of_item[item] as usize].size;
        assert_eq!(people.counted(|item| size(item) == 3), 3);
        assert_eq!(people.counted(|item| size(item) == 1), 2);
        assert_eq!(
            (0..6).map(|row| size(people.of_row[row] as usize)).collect::<Vec<_>>(),
            [1, 1, 3, 3, 3, 1]
        );
        assert_eq!(sizes(&people), [(1, Some(1.0)), (1, Some(2.5)), (3, Some(6.0))]);
        assert!(people.people.as_ref().unwrap().is_sorted());
        assert_eq!(rows.matches(&rows.classes(&()).unwrap().all, &rows, &()).unwrap().iter().sum::<u64>(), 6);
        assert_eq!(
            people.matches(&people.classes(&()).unwrap().all, &rows, &()).unwrap().iter().sum::<u64>(),
            6
        );
    }

    #[test]
    fn people_with_one_row_each_are_rows() {
        let table = Table::from_rows(&["who", "sex"], &[["ann", "f"], ["bob", "m"], ["cid", "m"]]);
        let coded = |name: &str| table.column(name).unwrap().coded().unwrap();
        assert!(Items::of(3, &[coded("sex")], Some(coded("who")), None, &()).unwrap().people.is_none());
    }
}
