//! A release in fragments: what is known about people in one table, what is sensitive in others, and only groups in common.
//!
//! Groups are numbered by what the tables show of them, so that a number tells nothing besides: neither where rows stood in
//! the source nor which row of a group has which sensitive value.

use std::sync::Arc;

use amidst_audit::FragmentClaim;
use amidst_cells::{Partition, Points};
use amidst_core::{Aborted, Coded, Codes, Dictionary, Kind, Observer};
use amidst_table::{Column, Data, Table};
use arrow_schema::DataType;

use super::{Release, SUPPRESSED};

/// The groups that rows were put into.
pub struct GroupAssignment<'a> {
    /// The groups.
    pub partition: &'a Partition,
    /// The points they are made of.
    pub points: &'a Points,
    /// The point of each row that takes part.
    pub point_of_row: &'a [u32],
    /// The rows that take part, if some do not.
    pub placed: Option<&'a [u32]>,
}

/// Tables that may be written, and what links them.
pub struct Fragments {
    /// The number of each row's group, and then the columns that are not sensitive, as they are.
    pub quasi: Release,
    /// For each sensitive column a table of its own: group, value, and the rows of that value in that group.
    pub sensitive: Vec<Release>,
    /// The number of each source row's group, from 1; [`FragmentClaim::SUPPRESSED`] if it is not released.
    pub group_of_row: Vec<u32>,
    /// The header of the groups' numbers.
    pub group: String,
    /// The header of the numbers of rows.
    pub count: String,
}

/// How often each value of a sensitive column occurs in each group, group after group.
struct GroupHistogram<'a> {
    column: &'a Column,
    coded: &'a Coded,
    /// Group, the value's place in the order of texts, value, rows.
    counted: Vec<(u32, u32, u32, u32)>,
    /// Where each group begins; one more at the end.
    starts: Vec<usize>,
}

impl Fragments {
    /// Takes a table apart. Sensitive columns are coded; `missing` is the text that a missing cell is written as, if the
    /// format has no null.
    pub fn new(
        columns: Vec<Column>,
        sensitive: &[&Column],
        groups: &GroupAssignment<'_>,
        missing: Option<&str>,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let rows = columns.first().or(sensitive.first().copied()).map_or(0, |column| column.data.len());
        let kept: Vec<u32> = groups.placed.map_or_else(|| (0..rows as u32).collect(), <[u32]>::to_vec);
        let shown: Vec<&Column> = columns.iter().collect();
        let places = amidst_order::places(&kept, &shown, missing, observer)?;
        let part_of_row = groups.part_of_row(rows, &kept, &places, observer)?;
        let parts = groups.partition.len();
        let mut tallies = sensitive
            .iter()
            .map(|column| GroupHistogram::new(column, &part_of_row, parts, missing, observer))
            .collect::<Result<Vec<GroupHistogram<'_>>, _>>()?;
        let number = numbers(&part_of_row, &places, &tallies, parts, observer)?;
        let of_part = |&part: &u32| number.get(part as usize).copied().unwrap_or(FragmentClaim::SUPPRESSED);
        let group_of_row: Vec<u32> = part_of_row.iter().map(of_part).collect();

        let names =
            || shown.iter().copied().chain(sensitive.iter().copied()).map(|column| column.name.as_str());
        let (group, count) = (free("group", names()), free("count", names()));
        let order = amidst_order::sorted(&kept, &group_of_row, &shown, missing, observer)?;
        tallies.iter_mut().for_each(|tally| tally.number(&number));
        let sensitive = tallies.iter().map(|tally| tally.release(&group, &count)).collect();
        let numbered = [numbers_column(&group, &group_of_row)].into_iter().chain(columns).collect();
        let quasi = Release { table: Table::new(numbered), order };
        Ok(Self { quasi, sensitive, group_of_row, group, count })
    }
}

impl GroupAssignment<'_> {
    /// The part of the partition that each row is in. Rows of one point are dealt in the order of what they show.
    fn part_of_row(
        &self,
        rows: usize,
        kept: &[u32],
        places: &[u32],
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, Aborted> {
        let all: Vec<u32> = (0..kept.len() as u32).collect();
        // Rows that tie show the same; they stay as they are.
        let key = |at: u32| (places[kept[at as usize] as usize], at);
        let order = amidst_order::sorted_by(&all, key, |a, b| a.0.cmp(&b.0), observer)?;
        let points: Vec<u32> = order.iter().map(|&at| self.point_of_row[at as usize]).collect();
        let parts = self.partition.class_of_row(self.points, &points, observer)?;
        let mut part_of_row = vec![SUPPRESSED; rows];
        for (&at, part) in order.iter().zip(parts) {
            part_of_row[kept[at as usize] as usize] = part;
        }
        Ok(part_of_row)
    }
}

/// The number of each part: by the rows it shows, then by the values.
fn numbers(
    part_of_row: &[u32],
    places: &[u32],
    tallies: &[GroupHistogram<'_>],
    parts: usize,
    observer: &dyn Observer,
) -> Result<Vec<u32>, Aborted> {
    let placed: Vec<u32> =
        (0..part_of_row.len() as u32).filter(|&row| part_of_row[row as usize] != SUPPRESSED).collect();
    let key = |row: u32| (part_of_row[row as usize], places[row as usize]);
    let rows = amidst_order::sorted_by(&placed, key, |a, b| a.0.cmp(&b.0), observer)?;
    let rows: Vec<(u32, u32)> = rows.into_iter().map(key).collect();
    observer.go_on()?;
    let mut shown: Vec<&[(u32, u32)]> = rows.chunk_by(|a, b| a.0 == b.0).collect();
    shown.sort_by(|a, b| {
        let by_rows = a.iter().map(|row| row.1).cmp(b.iter().map(|row| row.1));
        let by_values = tallies.iter().map(|tally| tally.of(a[0].0).cmp(tally.of(b[0].0)));
        by_values.fold(by_rows, std::cmp::Ordering::then)
    });
    let mut numbers = vec![0; parts];
    shown.iter().zip(1..).for_each(|(rows, number)| numbers[rows[0].0 as usize] = number);
    observer.go_on()?;
    Ok(numbers)
}

impl<'a> GroupHistogram<'a> {
    fn new(
        column: &'a Column,
        part_of_row: &[u32],
        parts: usize,
        missing: Option<&str>,
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let coded = column.coded().expect("sensitive columns are coded");
        let place = amidst_order::ranks(coded.dictionary.iter().map(|text| text.or(missing)));
        let known: Vec<u32> =
            (0..part_of_row.len() as u32).filter(|&row| part_of_row[row as usize] != SUPPRESSED).collect();
        let cell = |row: u32| {
            let value = coded.codes.at(row as usize);
            (part_of_row[row as usize], place[value as usize], value)
        };
        let known = amidst_order::sorted_by(&known, cell, |a, b| a.0.cmp(&b.0), observer)?;
        let cells: Vec<(u32, u32, u32)> = known.into_iter().map(cell).collect();
        observer.go_on()?;
        let counted =
            cells.chunk_by(PartialEq::eq).map(|run| (run[0].0, run[0].1, run[0].2, run.len() as u32));
        let counted: Vec<(u32, u32, u32, u32)> = counted.collect();
        let starts = (0..=parts as u32).map(|part| counted.partition_point(|one| one.0 < part)).collect();
        Ok(Self { column, coded, counted, starts })
    }

    /// The values of a part and their rows.
    fn of(&self, part: u32) -> impl Iterator<Item = (u32, u32)> {
        let here = self.starts[part as usize]..self.starts[part as usize + 1];
        self.counted[here].iter().map(|&(_, place, _, rows)| (place, rows))
    }

    /// Gives parts their numbers.
    fn number(&mut self, numbers: &[u32]) {
        self.counted.iter_mut().for_each(|one| one.0 = numbers[one.0 as usize]);
        self.counted.sort_unstable();
    }

    fn release(&self, group: &str, count: &str) -> Release {
        let each = |of: fn(&(u32, u32, u32, u32)) -> u32| self.counted.iter().map(of).collect::<Vec<u32>>();
        let codes = Codes::narrow(each(|one| one.2), self.coded.dictionary.len());
        let data = Data::Coded(Coded::new(Arc::clone(&self.coded.dictionary), codes));
        let values = Column { data, ..self.column.clone() };
        let numbers =
            [numbers_column(group, &each(|one| one.0)), values, numbers_column(count, &each(|one| one.3))];
        Release { table: Table::new(numbers.into()), order: (0..self.counted.len() as u32).collect() }
    }
}

/// A column of whole numbers.
fn numbers_column(name: &str, numbers: &[u32]) -> Column {
    let mut distinct = numbers.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let code = |number: &u32| distinct.binary_search(number).expect("every number is among them") as u32;
    let codes = Codes::narrow(numbers.iter().map(code).collect(), distinct.len());
    let mut dictionary = Dictionary::default();
    for number in &distinct {
        dictionary.intern(Some(&number.to_string()));
    }
    let data = Data::Coded(Coded::new(dictionary, codes));
    Column { name: name.into(), kind: Kind::Integer, source_type: DataType::Int64, data }
}

/// A name that no column has.
fn free<'a>(name: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: Vec<&str> = taken.collect();
    let names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}_{number}")));
    names.into_iter().find(|name| !taken.contains(&name.as_str())).expect("names do not end")
}

#[cfg(test)]
mod tests;
