//! The people of classes: whose rows are in each, however many rows a person has.
//!
//! A person may be in several classes. What is said of a person is said of the smallest of them.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};
use serde::Serialize;

use crate::{
    PersonOfRow,
    classes::{Share, Tuples},
};

/// What is known of the people of a table, or of a release.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Respondents {
    /// Respondents.
    pub people: u64,
    /// The fewest people in a class, a missing cell being a value like any other; 0 without people.
    pub k: u64,
    /// The fewest people that the rows of a class match when a missing cell matches anything.
    pub k_wildcard: u64,
    /// Respondents who are alone in some class.
    pub unique: u64,
    /// The mean over all people of one over the people of the smallest class that they are in.
    pub average_risk: f64,
    /// The same when a missing cell matches anything: one over the fewest people that any of their rows matches.
    pub wildcard_risk: f64,
    /// The most that one person has of the rows of a class.
    pub largest_share: f64,
    /// All rows of a person taken together.
    pub profile: Profile,
}

/// Respondents by their profiles: the classes of all their rows, and how many rows they have in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Profile {
    /// The fewest people who share a profile; 0 without people.
    pub k: u64,
    /// Respondents whose profile nobody shares.
    pub unique: u64,
    /// Different profiles.
    pub profiles: u64,
}

impl Respondents {
    /// The highest risk: one over the people of the smallest class.
    pub fn highest_risk(&self) -> f64 {
        if self.k == 0 { 0.0 } else { 1.0 / self.k as f64 }
    }

    /// The same people as somebody sees them who knows all rows of a person: a class is those who share a profile. A missing
    /// cell is a value of its own under either reading, which never makes more people alike.
    pub fn by_profile(self) -> Self {
        let Profile { k, unique, profiles } = self.profile;
        let average_risk = if self.people == 0 { 0.0 } else { profiles as f64 / self.people as f64 };
        Self { k, k_wildcard: k, unique, average_risk, wildcard_risk: average_risk, ..self }
    }
}

/// Classes with the people in each.
pub struct Crowd {
    /// Where each class begins; one more at the end.
    starts: Vec<usize>,
    /// The people of a class, ascending, class after class.
    people: Vec<u32>,
    /// The rows that each has in the class.
    rows: Vec<u64>,
}

impl Crowd {
    /// From the class of each row and whose row it is. A row that names nobody is nobody's, and classes that are left out
    /// have no people.
    pub(crate) fn of(
        classes: usize,
        class_of_row: impl Iterator<Item = u32>,
        person_of_row: &PersonOfRow,
        is_in: impl Fn(u32) -> bool,
    ) -> Self {
        let rows =
            class_of_row.zip(person_of_row.of_rows()).filter_map(|(class, person)| Some((class, person?)));
        let rows = rows.filter(|(class, _)| is_in(*class));
        let mut pairs: Vec<(u32, u32)> = rows.collect();
        pairs.sort_unstable();
        let (mut starts, mut people, mut rows) = (Vec::with_capacity(classes + 1), Vec::new(), Vec::new());
        for run in pairs.chunk_by(PartialEq::eq) {
            let (class, person) = run[0];
            starts.resize(starts.len().max(class as usize + 1), people.len());
            people.push(person);
            rows.push(run.len() as u64);
        }
        starts.resize(classes + 1, people.len());
        Self { starts, people, rows }
    }

    /// The same people, where each of the rows that this was made of stands for so many.
    pub(crate) fn weighted(
        mut self,
        rows: impl Iterator<Item = (u32, Option<u32>)>,
        weights: &[u64],
    ) -> Self {
        for ((class, person), weight) in rows.zip(weights) {
            let here = self.starts[class as usize]..self.starts[class as usize + 1];
            let place = person.and_then(|person| self.people[here.clone()].binary_search(&person).ok());
            if let Some(place) = place {
                // It was counted once already.
                self.rows[here.start + place] += weight - 1;
            }
        }
        self
    }

    /// The people of a class, and the rows of each.
    fn class(&self, class: usize) -> (&[u32], &[u64]) {
        let here = self.starts[class]..self.starts[class + 1];
        (&self.people[here.clone()], &self.rows[here])
    }

    /// The people of each class.
    pub fn sizes(&self) -> Vec<u64> {
        self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as u64).collect()
    }

    /// The classes of fewer than k people, and the rows in them.
    pub fn below(&self, k: u64) -> Share {
        let rows = self.small(k).map(|class| self.class(class).1.iter().sum::<u64>());
        rows.fold(Share::default(), |all, rows| Share { classes: all.classes + 1, rows: all.rows + rows })
    }

    /// The people who are in a class of fewer than k people.
    pub fn people_below(&self, k: u64) -> u64 {
        self.people_in(self.small(k))
    }

    /// The people who are in any of these classes, each counted once.
    pub(crate) fn people_in(&self, classes: impl Iterator<Item = usize>) -> u64 {
        let people = classes.flat_map(|class| self.class(class).0.iter().copied());
        people.collect::<HashSet<u32>>().len() as u64
    }

    fn small(&self, k: u64) -> impl Iterator<Item = usize> {
        let is_small = move |class: &usize| (1..k).contains(&(self.class(*class).0.len() as u64));
        (0..self.starts.len() - 1).filter(is_small)
    }

    /// Everything that is known of them. Tuples say what each class shows, and `missing` which code of a column does not.
    pub(crate) fn people(&self, tuples: &Tuples, missing: &[Option<u32>]) -> Respondents {
        let sizes = self.sizes();
        let matched = self.matched(tuples, missing).unwrap_or_else(|| sizes.clone());
        let least = |sizes: &[u64]| sizes.iter().copied().filter(|&size| size > 0).min().unwrap_or(0);
        let (people_of_size, average_risk) = self.risk(&sizes);
        Respondents {
            people: people_of_size.values().sum(),
            k: least(&sizes),
            k_wildcard: least(&matched),
            unique: people_of_size.get(&1).copied().unwrap_or(0),
            average_risk,
            wildcard_risk: self.risk(&matched).1,
            largest_share: self.largest_share(),
            profile: self.profile(),
        }
    }

    /// How many people are in a smallest class of each size, and the mean of one over that size, if classes have these sizes.
    fn risk(&self, sizes: &[u64]) -> (BTreeMap<u64, u64>, f64) {
        let mut smallest: HashMap<u32, u64> = HashMap::new();
        for (class, &size) in sizes.iter().enumerate() {
            for &person in self.class(class).0 {
                let least = smallest.entry(person).or_insert(size);
                *least = size.min(*least);
            }
        }
        // Added up by size, so that the sum does not depend on the order of people.
        let mut people_of_size: BTreeMap<u64, u64> = BTreeMap::new();
        smallest.values().for_each(|&size| *people_of_size.entry(size).or_default() += 1);
        let risk: f64 = people_of_size.iter().map(|(&size, &people)| people as f64 / size as f64).sum();
        let average = if smallest.is_empty() { 0.0 } else { risk / smallest.len() as f64 };
        (people_of_size, average)
    }

    /// The most that one person has of the rows of a class.
    fn largest_share(&self) -> f64 {
        let share = |class: usize| {
            let rows = self.class(class).1;
            let most = rows.iter().copied().max().unwrap_or(0);
            if most == 0 { 0.0 } else { most as f64 / rows.iter().sum::<u64>() as f64 }
        };
        (0..self.starts.len() - 1).map(share).fold(0.0, f64::max)
    }

    fn profile(&self) -> Profile {
        let alike = self.profile_sizes();
        Profile {
            k: alike.iter().copied().min().unwrap_or(0),
            unique: alike.iter().filter(|&&people| people == 1).count() as u64,
            profiles: alike.len() as u64,
        }
    }

    /// How many people share each profile.
    pub fn profile_sizes(&self) -> Vec<u64> {
        let mut of_person: HashMap<u32, Vec<(u32, u64)>> = HashMap::new();
        for class in 0..self.starts.len() - 1 {
            let (people, rows) = self.class(class);
            for (&person, &rows) in people.iter().zip(rows) {
                of_person.entry(person).or_default().push((class as u32, rows));
            }
        }
        let mut alike: HashMap<Vec<(u32, u64)>, u64> = HashMap::new();
        of_person.into_values().for_each(|profile| *alike.entry(profile).or_default() += 1);
        alike.into_values().collect()
    }

    /// The people that the rows of each class match when a missing cell matches anything; nothing if no cell is missing.
    ///
    /// Classes are grouped by the columns that they have. Two match if they agree on the columns that both have, so for every
    /// pair of such groups one is looked up in the other by those columns.
    fn matched(&self, tuples: &Tuples, missing: &[Option<u32>]) -> Option<Vec<u64>> {
        let classes = (0..self.starts.len() - 1).filter(|&class| !self.class(class).0.is_empty());
        let mut groups: BTreeMap<Vec<bool>, Vec<(usize, Vec<u32>)>> = BTreeMap::new();
        for class in classes {
            let mut codes = vec![0; missing.len()];
            tuples.unpack(class, &mut codes);
            let has = codes.iter().zip(missing).map(|(code, missing)| *missing != Some(*code)).collect();
            groups.entry(has).or_default().push((class, codes));
        }
        if groups.keys().flatten().all(|has| *has) {
            return None;
        }
        let mut matched = vec![0; self.starts.len() - 1];
        for (has, own) in &groups {
            let lookups: Vec<Lookup> =
                groups.iter().map(|(other, classes)| Lookup::new(has, other, classes)).collect();
            for (class, codes) in own {
                let people = lookups.iter().flat_map(|lookup| lookup.classes(codes));
                let people = people.flat_map(|&class| self.class(class).0.iter().copied());
                matched[*class] = people.collect::<HashSet<u32>>().len() as u64;
            }
        }
        Some(matched)
    }
}

/// Classes by the columns that they have in common with others.
struct Lookup {
    common: Vec<usize>,
    classes: HashMap<Vec<u32>, Vec<usize>>,
}

impl Lookup {
    fn new(has: &[bool], other: &[bool], classes: &[(usize, Vec<u32>)]) -> Self {
        let common = (0..has.len()).filter(|&column| has[column] && other[column]).collect();
        let mut lookup = Self { common, classes: HashMap::new() };
        for (class, codes) in classes {
            let key = lookup.key(codes);
            lookup.classes.entry(key).or_default().push(*class);
        }
        lookup
    }

    fn key(&self, codes: &[u32]) -> Vec<u32> {
        self.common.iter().map(|&column| codes[column]).collect()
    }

    /// Those that match.
    fn classes(&self, codes: &[u32]) -> impl Iterator<Item = &usize> {
        self.classes.get(&self.key(codes)).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use amidst_table::{Column, Table};

    use super::*;
    use crate::{Grouping, Reading};

    fn people(rows: &[[&str; 2]]) -> Respondents {
        let column = |name: &str, at: usize| {
            Column::from_texts(name, rows.iter().map(|row| Some(row[at]).filter(|text| !text.is_empty())))
        };
        let table = Table::new(vec![column("id", 0), column("quasi", 1)]);
        let coded = |name: &str| table.column(name).and_then(Column::coded).unwrap();
        Grouping::of(table.rows(), &[coded("quasi")])
            .people(&PersonOfRow::of(coded("id"), Reading::default()))
    }

    #[test]
    fn who_has_both_tuples_is_one_of_two_in_each_and_alone_with_both() {
        let found = people(&[["1", "foo"], ["2", "bar"], ["3", "foo"], ["3", "bar"]]);
        assert_eq!((found.people, found.k, found.profile), (3, 2, Profile { k: 1, unique: 3, profiles: 3 }));
    }

    #[test]
    fn a_hundred_rows_of_two_people_are_two() {
        let rows: Vec<[&str; 2]> = (0..100).map(|row| [if row < 90 { "a" } else { "b" }, "same"]).collect();
        let found = people(&rows);
        assert_eq!((found.people, found.k, found.unique), (2, 2, 0));
        assert_eq!((found.highest_risk(), found.average_risk, found.largest_share), (0.5, 0.5, 0.9));
        assert_eq!(found.profile, Profile { k: 1, unique: 2, profiles: 2 });
    }

    #[test]
    fn a_row_without_a_name_is_nobody() {
        let found = people(&[["p1", "9"], ["p1", "9"], ["", "9"]]);
        assert_eq!((found.people, found.k, found.largest_share), (1, 1, 1.0));
    }

    #[test]
    fn a_missing_cell_matches_the_people_of_every_class() {
        let found = people(&[["1", "foo"], ["2", "bar"], ["1", ""], ["3", ""]]);
        assert_eq!((found.k, found.k_wildcard), (1, 2));
    }
}
