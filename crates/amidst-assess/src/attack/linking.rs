//! Linking: which rows of a release each person of a register may be.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicU64, Ordering},
};

use amidst_core::{Aborted, Coded, Observer};
use amidst_table::Table;
use rayon::prelude::*;
use serde::Serialize;

use super::{
    expected::Expected,
    groups::{Counts, Field, RowGroups},
    join::Index,
    relation::{Relation, Via},
};
use amidst_spec::{
    reporting::{Count, Reporting},
    requirements::Ordered,
};

/// Where ranges of numbers of matching rows begin.
const STARTS: [u64; 9] = [1, 2, 3, 5, 10, 20, 50, 100, 1000];

/// What a register tells about a release.
#[derive(Clone, Debug, Serialize)]
pub struct Linking {
    /// The columns compared.
    pub columns: Vec<LinkedColumn>,
    /// Rows of the register.
    pub persons: Count,
    /// Persons who may be in exactly one row.
    pub unique: Count,
    /// Persons who may be in fewer rows than k, but in one; those who are unique among them.
    pub narrowed: Count,
    /// The k meant.
    pub k: u64,
    /// Persons who are in no row.
    pub none: Count,
    /// Persons for whom some row could not be compared, and was not excluded.
    pub cannot_compare: Count,
    /// Persons who are unique, or of whom a sensitive value is certain.
    pub found: Count,
    /// For each sensitive column, the persons of whom its value is certain if they are in the release.
    pub certain: Vec<Certain>,
    /// How many rows they may be in.
    pub matches: Vec<Matches>,
    /// Who would be found by guessing, in the mean: the sum of 1 / matching rows.
    pub expected: Expected,
    /// Rows of the release that exactly one person may be in.
    pub rows_of_one: Count,
    /// Rows of the release that nobody may be in.
    pub rows_of_none: Count,
}

/// A column that links release and register.
#[derive(Clone, Debug, Serialize)]
pub struct LinkedColumn {
    /// Its name in the release.
    pub release: String,
    /// Its name in the register.
    pub register: String,
    /// How labels and values were compared.
    pub via: Via,
    /// Rows of the register with a value that some label could not be compared with.
    pub cannot_compare: Count,
}

/// Persons of whom a sensitive value is certain.
#[derive(Clone, Debug, Serialize)]
pub struct Certain {
    /// The sensitive column.
    pub column: String,
    /// How many.
    pub persons: Count,
}

/// Persons by the number of rows they may be in.
#[derive(Clone, Debug, Serialize)]
pub struct Matches {
    /// At least so many rows.
    pub from: u64,
    /// At most so many; without end if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// How many persons.
    pub persons: Count,
}

/// A person who was found.
#[derive(Clone, Debug, Serialize)]
pub struct Person {
    /// What the register calls them, by column.
    pub names: BTreeMap<String, Option<String>>,
    /// How many rows they may be in.
    pub matches: u64,
    /// The row of the release, counted from 1, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// The sensitive values that are certain.
    pub values: BTreeMap<String, Option<String>>,
}

/// A column of the release, one of the register, and which labels each value may stand behind.
pub(super) struct Pair<'a> {
    pub names: (String, String),
    pub released: &'a Coded,
    pub register: &'a Coded,
    pub relation: Relation,
}

/// All that is linked.
pub(super) struct Link<'a> {
    pub pairs: Vec<Pair<'a>>,
    pub release: &'a Table,
    pub register: &'a Table,
    pub sensitive: Vec<(&'a str, &'a Ordered)>,
    pub k: u64,
}

/// What was found out, of groups of persons who have the same labels.
pub(super) struct Linked<'a> {
    link: Link<'a>,
    persons: RowGroups,
    matched: Vec<Match>,
    /// Rows of the release by the persons who may be in them: one, none.
    rows_of_one: u64,
    rows_of_none: u64,
}

/// What is known of a person.
#[derive(Clone)]
struct Match {
    rows: u64,
    first_row: u32,
    is_sure: bool,
    /// What is known of each sensitive column.
    values: Vec<KnownValue>,
}

/// What rows say of a sensitive value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownValue {
    /// All of them are missing.
    Nothing,
    /// All that say anything say this.
    One(u32),
    Several,
}

impl KnownValue {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, known) | (known, Self::Nothing) => known,
            (one, other) if one == other => one,
            _ => Self::Several,
        }
    }

    fn one(self) -> Option<u32> {
        match self {
            Self::One(value) => Some(value),
            Self::Nothing | Self::Several => None,
        }
    }
}

impl Match {
    fn is_found(&self) -> bool {
        self.rows == 1 || self.values.iter().any(|known| known.one().is_some())
    }

    fn add(&mut self, rows: u64, first_row: u32, is_sure: bool, values: impl Iterator<Item = KnownValue>) {
        self.values.iter_mut().zip(values).for_each(|(known, here)| *known = known.and(here));
        self.rows += rows;
        self.is_sure &= is_sure;
        self.first_row = self.first_row.min(first_row);
    }
}

impl<'a> Link<'a> {
    /// Looks for everybody. An observer is asked whether to go on.
    pub fn run(self, observer: &dyn Observer) -> Result<Linked<'a>, Aborted> {
        let released: Vec<Field<'_>> =
            self.pairs.iter().map(|pair| Field::of(&pair.released.codes)).collect();
        let rows = RowGroups::of(self.release.rows(), &released, observer)?;
        let asked: Vec<Field<'_>> = self
            .pairs
            .iter()
            .map(|pair| Field { codes: &pair.register.codes, image: Some(&pair.relation.list_of) })
            .collect();
        let persons = RowGroups::of(self.register.rows(), &asked, observer)?;
        let index = Index::new(&rows, &released, self.order());
        let values: Vec<Vec<KnownValue>> =
            self.sensitive.iter().map(|(_, values)| known_values(&rows, values)).collect();
        let met: Vec<AtomicU64> = (0..rows.len()).map(|_| AtomicU64::new(0)).collect();
        let look = |person: usize| {
            observer.go_on()?;
            let row = persons.first_row[person] as usize;
            let fits: Vec<_> = self
                .pairs
                .iter()
                .zip(&asked)
                .map(|(pair, field)| pair.relation.lists[field.at(row) as usize].as_slice())
                .collect();
            let values_known = vec![KnownValue::Nothing; values.len()];
            let mut found = Match { rows: 0, first_row: u32::MAX, is_sure: true, values: values_known };
            index.find(&fits, &mut |group, is_sure| {
                let group = group as usize;
                let here = values.iter().map(|column| column[group]);
                found.add(rows.sizes[group], rows.first_row[group], is_sure, here);
                met[group].fetch_add(persons.sizes[person], Ordering::Relaxed);
            });
            Ok(found)
        };
        let matched = (0..persons.len()).into_par_iter().map(look).collect::<Result<_, _>>()?;
        let rows_met_by = |number: u64| {
            let groups = met.iter().zip(&rows.sizes).filter(|(met, _)| met.load(Ordering::Relaxed) == number);
            groups.map(|(_, rows)| rows).sum()
        };
        let (rows_of_one, rows_of_none) = (rows_met_by(1), rows_met_by(0));
        Ok(Linked { persons, matched, rows_of_one, rows_of_none, link: self })
    }

    /// The columns, those first whose values stand behind the smallest share of labels.
    fn order(&self) -> Vec<usize> {
        let share = |pair: &Pair<'_>| {
            let lists = &pair.relation.lists;
            let fits: usize = lists.iter().map(Vec::len).sum();
            fits as f64 / (lists.len() * pair.released.dictionary.len()).max(1) as f64
        };
        let shares: Vec<f64> = self.pairs.iter().map(share).collect();
        let mut order: Vec<usize> = (0..shares.len()).collect();
        order.sort_by(|&one, &other| shares[one].total_cmp(&shares[other]));
        order
    }
}

/// What each group says of a column.
fn known_values(groups: &RowGroups, column: &Ordered) -> Vec<KnownValue> {
    let mut known = vec![KnownValue::Nothing; groups.len()];
    for values in Counts::new(groups, &column.codes).groups() {
        let (group, value, _) = values[0];
        known[group as usize] = if values.len() == 1 { KnownValue::One(value) } else { KnownValue::Several };
    }
    known
}

impl Linked<'_> {
    /// Persons of whom something is so.
    fn count(&self, is_so: impl Fn(&Match) -> bool) -> u64 {
        let groups = self.matched.iter().zip(&self.persons.sizes);
        groups.filter(|(matched, _)| is_so(matched)).map(|(_, persons)| persons).sum()
    }

    /// Persons who are unique, or of whom a sensitive value is certain.
    pub fn found(&self) -> u64 {
        self.count(Match::is_found)
    }

    /// The counts, as far as they may be told.
    pub fn finding(&self, reporting: Reporting) -> Linking {
        let told = |is_so: &dyn Fn(&Match) -> bool| reporting.count(self.count(is_so));
        let ends = STARTS.iter().skip(1).map(|&next| Some(next - 1)).chain([None]);
        let k = self.link.k;
        Linking {
            columns: self.link.pairs.iter().map(|pair| pair.finding(reporting)).collect(),
            persons: reporting.count(self.link.register.rows() as u64),
            unique: told(&|found| found.rows == 1),
            narrowed: told(&|found| (1..k).contains(&found.rows)),
            k,
            none: told(&|found| found.rows == 0),
            cannot_compare: told(&|found| !found.is_sure),
            found: told(&Match::is_found),
            certain: (0..self.link.sensitive.len())
                .map(|at| Certain {
                    column: self.link.sensitive[at].0.to_owned(),
                    persons: told(&|found| found.values[at].one().is_some()),
                })
                .collect(),
            matches: STARTS
                .iter()
                .zip(ends)
                .map(|(&from, to)| Matches {
                    from,
                    to,
                    persons: told(&|found| found.rows >= from && to.is_none_or(|to| found.rows <= to)),
                })
                .collect(),
            expected: Expected::new(self.expected(), reporting),
            rows_of_one: reporting.count(self.rows_of_one),
            rows_of_none: reporting.count(self.rows_of_none),
        }
    }

    fn expected(&self) -> f64 {
        let mut persons: BTreeMap<u64, u64> = BTreeMap::new();
        for (found, number) in
            self.matched.iter().zip(&self.persons.sizes).filter(|(found, _)| found.rows > 0)
        {
            *persons.entry(found.rows).or_default() += number;
        }
        persons.iter().fold(0.0, |sum, (&rows, &persons)| sum + persons as f64 / rows as f64)
    }

    /// Who was found, in the order of the register, by the columns that name them.
    pub fn people(&self, names: &[String]) -> Vec<Person> {
        let text =
            |column: &Coded, row: usize| column.dictionary.value(column.codes.at(row)).map(String::from);
        let named = |row: usize| {
            let name = |name: &String| {
                let column = self.link.register.column(name).and_then(|column| column.coded());
                (name.clone(), text(column.expect("names were read"), row))
            };
            names.iter().map(name).collect()
        };
        let person = |(row, &group): (usize, &u32)| {
            let found = &self.matched[group as usize];
            let values = self.link.sensitive.iter().zip(&found.values);
            let values = values.filter_map(|(column, known)| Some((column, known.one()? as usize)));
            found.is_found().then(|| Person {
                names: named(row),
                matches: found.rows,
                row: (found.rows == 1).then_some(u64::from(found.first_row) + 1),
                values: values
                    .map(|((name, column), value)| {
                        ((*name).to_owned(), column.texts[value].as_deref().map(String::from))
                    })
                    .collect(),
            })
        };
        self.persons.of_row.iter().enumerate().filter_map(person).collect()
    }
}

impl Pair<'_> {
    fn finding(&self, reporting: Reporting) -> LinkedColumn {
        let rows = self.register.histogram();
        let lists = &self.relation.lists;
        let is_unsure = |list: &u32| lists[*list as usize].iter().any(|fit| !fit.is_sure);
        let unsure = self.relation.list_of.iter().zip(&rows).filter(|(list, _)| is_unsure(list));
        LinkedColumn {
            release: self.names.0.clone(),
            register: self.names.1.clone(),
            via: self.relation.via,
            cannot_compare: reporting.count(unsure.map(|(_, rows)| rows).sum()),
        }
    }
}
