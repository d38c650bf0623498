//! Tables as screens show them: a page of rows, the values of a column, two columns against each other. Rows never travel but
//! page by page, and everything else is counted here.

use amidst::{
    Observer, Result,
    io::{Reader, Source, Want},
    spec::Input,
};
use amidst_core::Coded;
use amidst_table::Table;
use schemars::JsonSchema;
use serde::Serialize;

/// Some rows of a table.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct Page {
    /// The columns.
    pub columns: Vec<String>,
    /// The cells, row by row; missing ones are null.
    pub rows: Vec<Vec<Option<String>>>,
    /// Rows before the first.
    pub offset: usize,
    /// All rows; null while the table is being read.
    pub total: Option<usize>,
}

/// How often the values of a column occur.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct ValueCounts {
    /// Different values, missing aside.
    pub distinct: usize,
    /// Missing cells.
    pub missing: u64,
    /// The most frequent values and their rows.
    pub values: Vec<(String, u64)>,
    /// Rows of all others.
    pub others: u64,
}

/// How often values of two columns occur together.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub struct CrossTable {
    /// The most frequent values of the first column; the last stands for all others.
    pub first: Vec<String>,
    /// Those of the second.
    pub second: Vec<String>,
    /// Rows, for each value of the first those of each value of the second.
    pub rows: Vec<Vec<u64>>,
}

/// Opens a table.
fn open<'a>(input: &Input, observer: &'a dyn Observer) -> Result<Reader<'a>> {
    let source = Source::from_argument(&input.path);
    Ok(Reader::open_observed(&source, &input.hints()?, &input.missing_markers(), observer)?)
}

/// Reads all of a table in codes.
pub fn read(input: &Input, observer: &dyn Observer) -> Result<Table> {
    Ok(open(input, observer)?.read(|_| Want::Code)?.table)
}

/// The first rows of a table that was not read yet.
pub fn first_page(input: &Input, limit: usize) -> Result<Page> {
    let mut parts = open(input, &())?.into_parts(|_| Want::Code)?;
    let empty = Page { columns: Vec::new(), rows: Vec::new(), offset: 0, total: None };
    let first = parts.next_part(limit.max(1), &())?;
    Ok(first.map_or(empty, |table| Page { total: None, ..page(&table, 0, limit) }))
}

/// Some rows of a table.
pub fn page(table: &Table, offset: usize, limit: usize) -> Page {
    let offset = offset.min(table.rows());
    let end = table.rows().min(offset.saturating_add(limit));
    let coded: Vec<&Coded> = table.columns().iter().filter_map(|column| column.coded()).collect();
    let row = |row: usize| coded.iter().map(|it| text(it, it.codes.at(row))).collect();
    Page {
        columns: table.columns().iter().map(|column| column.name.clone()).collect(),
        rows: (offset..end).map(row).collect(),
        offset,
        total: Some(table.rows()),
    }
}

/// The most frequent values of a column.
pub fn counts(column: &Coded, most: usize) -> ValueCounts {
    let ranked = ranked(column);
    let missing = column.dictionary.missing();
    let missing = ranked.iter().find(|(code, _)| Some(*code) == missing).map_or(0, |&(_, rows)| rows);
    let known = || ranked.iter().filter(|(code, _)| column.dictionary.value(*code).is_some());
    let told = |&(code, rows): &(u32, u64)| (text(column, code).unwrap_or_default(), rows);
    ValueCounts {
        distinct: known().count(),
        missing,
        values: known().take(most).map(told).collect(),
        others: known().skip(most).map(|(_, rows)| rows).sum(),
    }
}

/// Two columns against each other, the most frequent values of each.
pub fn cross(first: &Coded, second: &Coded, most: usize) -> CrossTable {
    let (of_first, first_labels) = places(first, most);
    let (of_second, second_labels) = places(second, most);
    let mut rows = vec![vec![0; second_labels.len()]; first_labels.len()];
    for (a, b) in first.codes.iter().zip(second.codes.iter()) {
        rows[of_first[a as usize]][of_second[b as usize]] += 1;
    }
    CrossTable { first: first_labels, second: second_labels, rows }
}

/// For every code its place among the most frequent values, and their labels; the rest share the last place. In the order of numbers
/// where all of them are, of rows otherwise.
fn places(column: &Coded, most: usize) -> (Vec<usize>, Vec<String>) {
    let mut ranked = ranked(column);
    let is_cut = ranked.len() > most;
    ranked.truncate(most);
    let number = |code: u32| text(column, code).and_then(|value| value.parse::<f64>().ok());
    if ranked.iter().all(|&(code, _)| number(code).is_some()) {
        ranked.sort_by(|(a, _), (b, _)| number(*a).partial_cmp(&number(*b)).expect("numbers that were read"));
    }
    let mut places = vec![ranked.len(); column.dictionary.len()];
    ranked.iter().enumerate().for_each(|(place, &(code, _))| places[code as usize] = place);
    let label = |&(code, _): &(u32, u64)| text(column, code).unwrap_or_else(|| "missing".into());
    let labels = ranked.iter().map(label).chain(is_cut.then(|| "all others".into()));
    (places, labels.collect())
}

/// Codes that occur, with their rows, most frequent first.
fn ranked(column: &Coded) -> Vec<(u32, u64)> {
    let histogram = column.histogram();
    let mut ranked: Vec<(u32, u64)> = (0..).zip(histogram).filter(|&(_, rows)| rows > 0).collect();
    ranked.sort_by_key(|&(code, rows)| (std::cmp::Reverse(rows), code));
    ranked
}

fn text(column: &Coded, code: u32) -> Option<String> {
    column.dictionary.value(code).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::from_rows(&["a", "b"], &[["1", "x"], ["2", "y"], ["1", "x"], ["10", "y"], ["1", "y"]])
    }

    fn column<'a>(table: &'a Table, name: &str) -> &'a Coded {
        table.column(name).and_then(|column| column.coded()).expect("it is coded")
    }

    #[test]
    fn a_page_ends_where_the_table_does() {
        let page = page(&table(), 3, 10);
        assert_eq!((page.rows.len(), page.offset, page.total), (2, 3, Some(5)));
        assert_eq!(page.rows[0], [Some("10".to_owned()), Some("y".to_owned())]);
        assert_eq!(super::page(&table(), 9, 10).rows.len(), 0);
    }

    #[test]
    fn the_most_frequent_values_come_first() {
        let found = counts(column(&table(), "a"), 1);
        assert_eq!(found.values, [("1".to_owned(), 3)]);
        assert_eq!((found.distinct, found.missing, found.others), (3, 0, 2));
    }

    #[test]
    fn every_row_is_in_a_cross_table_once() {
        let table = table();
        let found = cross(column(&table, "a"), column(&table, "b"), 2);
        assert_eq!(found.first, ["1", "2", "all others"]);
        assert_eq!(found.rows, [[1, 2], [1, 0], [1, 0]]);
        assert_eq!(found.second, ["y", "x"]);
    }
}
