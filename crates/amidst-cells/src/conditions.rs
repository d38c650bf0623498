//! What every class must meet.

use std::sync::Arc;

use amidst_core::requirement::{Class, Requirement};
use amidst_kernel::UNCOUNTED;

use crate::{Member, Points};

/// Enough rows, and whatever further models ask of a class by itself. Auxiliary columns are those of the points.
#[derive(Clone, Debug)]
pub struct Conditions {
    least: u64,
    /// Those that the number of rows does not settle.
    requirements: Arc<[Requirement]>,
}

impl Conditions {
    /// k rows in every class, and each requirement. Models of all classes together are not asked here.
    pub fn new(k: u64, requirements: Vec<Requirement>) -> Self {
        let rows = requirements.iter().filter_map(|it| it.class_model()).map(|model| model.least_rows());
        let least = rows.fold(k.max(1), u64::max);
        let asks = |it: &Requirement| it.class_model().is_some() && !it.rows_suffice();
        Self { least, requirements: requirements.into_iter().filter(asks).collect() }
    }

    /// No class of fewer rows holds.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// The companion whose values are looked at first, if any is.
    pub(crate) fn aux_column(&self) -> Option<usize> {
        self.requirements.iter().find_map(|it| it.aux_column)
    }

    /// The companions whose values are looked at.
    pub(crate) fn aux_columns(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = self.requirements.iter().filter_map(|it| it.aux_column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Whether every class of that many rows holds.
    pub fn only_rows(&self) -> bool {
        self.requirements.is_empty()
    }
}

/// Says whether classes hold. Keeps what it needs for that from class to class.
pub struct Judge<'a> {
    conditions: &'a Conditions,
    points: &'a Points,
    /// For each companion that is looked at, rows by value.
    slots: Vec<(usize, Vec<u32>)>,
}

impl<'a> Judge<'a> {
    /// For the classes of some points.
    pub fn new(conditions: &'a Conditions, points: &'a Points) -> Self {
        let mut model_columns: Vec<usize> =
            conditions.requirements.iter().flat_map(|it| it.aux_columns()).collect();
        model_columns.sort_unstable();
        model_columns.dedup();
        let slots = model_columns.into_iter().map(|at| (at, vec![0; points.width(at)])).collect();
        Self { conditions, points, slots }
    }

    /// Whether rows of these points may form a class.
    pub fn holds(&mut self, members: impl Iterator<Item = (u32, u32)> + Clone) -> bool {
        let rows: u64 = members.clone().map(|(_, rows)| u64::from(rows)).sum();
        if rows < self.conditions.least || self.conditions.only_rows() {
            return rows >= self.conditions.least;
        }
        let points = self.points;
        let tallies: Vec<(usize, Vec<u32>, Vec<u32>)> = self
            .slots
            .iter_mut()
            .map(|(aux_column, slots)| {
                let value_of = points.aux_column(*aux_column);
                let mut values = Vec::new();
                for (point, rows) in members.clone() {
                    let value = value_of[point as usize];
                    if value != UNCOUNTED {
                        if slots[value as usize] == 0 {
                            values.push(value);
                        }
                        slots[value as usize] += rows;
                    }
                }
                values.sort_unstable();
                let counts = values.iter().map(|&value| std::mem::take(&mut slots[value as usize])).collect();
                (*aux_column, values, counts)
            })
            .collect();
        self.meets(rows, &tallies)
    }

    /// No rows.
    pub fn tally(&self) -> RunningCounts {
        RunningCounts { rows: 0, counts: self.slots.iter().map(|(_, slots)| vec![0; slots.len()]).collect() }
    }

    /// Adds some rows.
    pub fn add(&self, member: Member, to: &mut RunningCounts) {
        to.rows += u64::from(member.rows);
        self.counts_of(member.point, &mut to.counts).for_each(|count| *count += member.rows);
    }

    /// Takes some rows away that are in it.
    pub fn remove(&self, member: Member, from: &mut RunningCounts) {
        from.rows -= u64::from(member.rows);
        self.counts_of(member.point, &mut from.counts).for_each(|count| *count -= member.rows);
    }

    /// Moves some rows that are in one tally to another.
    pub fn shift(&self, member: Member, from: &mut RunningCounts, to: &mut RunningCounts) {
        self.remove(member, from);
        self.add(member, to);
    }

    /// Where the values of a point are counted.
    fn counts_of<'c>(&self, point: u32, counts: &'c mut [Vec<u32>]) -> impl Iterator<Item = &'c mut u32> {
        self.slots.iter().zip(counts).filter_map(move |((aux_column, _), counts)| {
            let value = self.points.aux_column(*aux_column)[point as usize];
            (value != UNCOUNTED).then(|| &mut counts[value as usize])
        })
    }

    /// Whether the rows of a tally may form a class.
    pub fn holds_tally(&self, tally: &RunningCounts) -> bool {
        let counted = |((aux_column, _), counts): (&(usize, Vec<u32>), &Vec<u32>)| {
            let mut known = (Vec::with_capacity(counts.len()), Vec::with_capacity(counts.len()));
            known.extend((0..).zip(counts.iter().copied()).filter(|(_, rows)| *rows > 0));
            (*aux_column, known.0, known.1)
        };
        tally.rows >= self.conditions.least
            && self.meets(tally.rows, &self.slots.iter().zip(&tally.counts).map(counted).collect::<Vec<_>>())
    }

    /// Whether all requirements hold of so many rows, with the values of each companion looked at and their counts.
    fn meets(&self, rows: u64, tallies: &[(usize, Vec<u32>, Vec<u32>)]) -> bool {
        let class = |requirement: &Requirement| {
            let tally = |model_columns: Option<usize>| {
                let tally = tallies.iter().find(|(aux_column, ..)| Some(*aux_column) == model_columns);
                tally.map(|(_, values, counts)| (&values[..], &counts[..]))
            };
            let people = tally(requirement.people).map(|(people, _)| people.len() as u64);
            let tally = tally(requirement.aux_column).unwrap_or((&[], &[]));
            Class { rows: people.unwrap_or(rows), tally, people: 0, people_per_row: 0.0 }
        };
        self.conditions.requirements.iter().all(|requirement| requirement.holds(&class(requirement)))
    }
}

/// Rows that come and go, as a [`Judge`] counts them.
pub struct RunningCounts {
    rows: u64,
    /// For each companion that is looked at, rows by value.
    counts: Vec<Vec<u32>>,
}
