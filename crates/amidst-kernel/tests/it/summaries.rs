//! Summaries of parts against those of the whole, as bytes, and under hierarchies.

use std::{collections::BTreeMap, sync::Arc};

use amidst_core::{Coded, Codes, Dictionary, Hierarchy};
use amidst_kernel::{
    AuxColumn, CodedRows, Kernel, QuasiColumn, SummaryError, TupleSummary, Tuples, UNCOUNTED,
};
use amidst_testkit::generate::SeededRng;

type Cell = Option<String>;

/// How many rows have each combination of cells.
type Counts = BTreeMap<Vec<Cell>, u32>;

/// Rows of cells: some quasi columns, then a sensitive column and the person.
#[derive(Clone, Default)]
struct Table {
    quasi: usize,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    fn draw(seed: u64, most_rows: u32) -> Self {
        let mut draw = SeededRng::new(seed);
        let quasi = draw.between(1, 5) as usize;
        let widths: Vec<u32> = (0..quasi + 2).map(|_| draw.between(1, 12)).collect();
        let rows = draw.between(0, most_rows);
        let mut cell = |width: u32| match draw.below(10) {
            0 => None,
            _ => Some(["", "a", "ä", "10", "9"][draw.below(5) as usize].repeat(draw.below(width) as usize)),
        };
        let rows = (0..rows).map(|_| widths.iter().map(|&width| cell(width)).collect()).collect();
        Self { quasi, rows }
    }

    /// Deals the rows to parts, some of which may get none.
    fn parts(&self, draw: &mut SeededRng) -> Vec<Self> {
        let mut parts = vec![Self { quasi: self.quasi, rows: Vec::new() }; draw.between(1, 6) as usize];
        for row in &self.rows {
            let part = draw.below(parts.len() as u32) as usize;
            parts[part].rows.push(row.clone());
        }
        parts
    }

    /// A column by a dictionary of its own, which may hold values that do not occur.
    fn column(&self, at: usize) -> Coded {
        let mut dictionary = Dictionary::default();
        dictionary.intern(Some("not there"));
        let codes = self.rows.iter().map(|cells| dictionary.intern(cells[at].as_deref())).collect();
        Coded::narrow(dictionary, codes)
    }

    fn summary(&self) -> TupleSummary {
        let names: Vec<String> = (0..self.quasi + 2).map(|at| format!("c{at}")).collect();
        let columns: Vec<Coded> = (0..self.quasi + 2).map(|at| self.column(at)).collect();
        let columns: Vec<(&str, &Coded)> = names.iter().map(String::as_str).zip(&columns).collect();
        let (quasi, beside) = columns.split_at(self.quasi);
        let rows = CodedRows::new(quasi)
            .with_histogram(&beside[..1])
            .with_histogram(&beside[1..])
            .with_histogram(beside);
        TupleSummary::collapse(&rows).unwrap()
    }

    /// For each tuple of cells its rows, and those of each pair of sensitive value and person.
    fn counted(&self) -> BTreeMap<Vec<Cell>, (u32, Counts)> {
        let mut counted = BTreeMap::new();
        for cells in &self.rows {
            let (tuple, beside) = cells.split_at(self.quasi);
            let (rows, pairs): &mut (u32, Counts) = counted.entry(tuple.to_vec()).or_default();
            *rows += 1;
            *pairs.entry(beside.to_vec()).or_default() += 1;
        }
        counted
    }
}

/// Merges in any order and grouping.
fn merged(mut summaries: Vec<TupleSummary>, draw: &mut SeededRng) -> TupleSummary {
    while summaries.len() > 1 {
        let a = summaries.swap_remove(draw.below(summaries.len() as u32) as usize);
        let b = summaries.swap_remove(draw.below(summaries.len() as u32) as usize);
        summaries.push(a.merge(b).unwrap());
    }
    summaries.remove(0)
}

#[test]
fn parts_merge_to_the_summary_of_the_whole_in_any_order_and_grouping() {
    for seed in 0..400 {
        let table = Table::draw(seed, 120);
        let mut draw = SeededRng::new(seed ^ 0x9a27);
        let parts = table.parts(&mut draw).iter().map(Table::summary).collect();
        assert!(merged(parts, &mut draw) == table.summary(), "seed {seed}");
    }
}

#[test]
fn parts_that_are_written_and_read_on_the_way_merge_to_the_same() {
    for seed in 0..100 {
        let table = Table::draw(seed, 120);
        let mut draw = SeededRng::new(seed ^ 0x0ddb);
        let sent = |part: &Table| TupleSummary::from_bytes(&part.summary().to_bytes()).unwrap();
        let parts = table.parts(&mut draw).iter().map(sent).collect();
        assert!(merged(parts, &mut draw) == table.summary(), "seed {seed}");
    }
}

#[test]
fn a_summary_counts_what_counting_row_by_row_counts() {
    for seed in 0..200 {
        let table = Table::draw(seed, 120);
        let summary = table.summary();
        let texts = |columns: &[amidst_kernel::NamedValues], code: &dyn Fn(usize) -> u32| -> Vec<Cell> {
            let text = |(at, column): (usize, &amidst_kernel::NamedValues)| {
                column.iter().nth(code(at) as usize).unwrap().map(str::to_owned)
            };
            columns.iter().enumerate().map(text).collect()
        };
        let expected = table.counted();
        assert_eq!(summary.len(), expected.len());
        // Both are in the order of their cells.
        for (tuple, (cells, (rows, pairs))) in expected.into_iter().enumerate() {
            assert_eq!(texts(summary.columns(), &|column| summary.code(tuple, column)), cells);
            assert_eq!(summary.counts()[tuple], rows);
            let joint = &summary.histograms()[2];
            let (combinations, counts) = joint.tuple(tuple);
            let found = combinations.iter().zip(counts).map(|(&combination, &rows)| {
                (texts(joint.columns(), &|column| joint.code(combination as usize, column)), rows)
            });
            assert!(found.eq(pairs), "seed {seed}");
        }
    }
}

#[test]
fn many_columns_and_rows_merge_too() {
    // Tuples of several words, and so many rows that threads share them.
    for (rows, columns, width) in [(600, 60, 9), (70_000, 4, 40)] {
        let mut draw = SeededRng::new(7);
        let cells: Vec<Vec<u32>> =
            (0..columns).map(|_| (0..rows).map(|_| draw.below(width)).collect()).collect();
        let summary = |range: std::ops::Range<usize>| {
            let coded = |codes: &Vec<u32>| {
                let mut dictionary = Dictionary::default();
                let codes: Vec<u32> = codes[range.clone()]
                    .iter()
                    .map(|code| dictionary.intern(Some(&code.to_string())))
                    .collect();
                Coded::narrow(dictionary, codes)
            };
            let coded: Vec<Coded> = cells.iter().map(coded).collect();
            let named: Vec<(&str, &Coded)> = coded.iter().map(|coded| ("c", coded)).collect();
            TupleSummary::collapse(&CodedRows::new(&named).with_histogram(&named[1..3])).unwrap()
        };
        let whole = summary(0..rows);
        assert!(summary(0..rows / 3).merge(summary(rows / 3..rows)).unwrap() == whole);
        assert!(TupleSummary::from_bytes(&whole.to_bytes()).unwrap() == whole);
    }
}

#[test]
fn what_was_written_is_read_again() {
    for seed in 0..200 {
        let summary = Table::draw(seed, 60).summary();
        assert!(TupleSummary::from_bytes(&summary.to_bytes()).unwrap() == summary, "seed {seed}");
        let json = serde_json::to_string(&summary).unwrap();
        assert!(serde_json::from_str::<TupleSummary>(&json).unwrap() == summary, "seed {seed}");
    }
}

#[track_caller]
fn check_unread(bytes: &[u8], expected: SummaryError) {
    assert_eq!(TupleSummary::from_bytes(bytes).unwrap_err(), expected);
}

#[test]
fn other_bytes_and_versions_from_the_future_are_told() {
    let bytes = Table::draw(3, 20).summary().to_bytes();
    check_unread(b"", SummaryError::NotASummary);
    check_unread(b"name;age\n", SummaryError::NotASummary);
    let mut newer = bytes.clone();
    newer[4] = 2;
    check_unread(&newer, SummaryError::Version { found: 2 });
    // A newer form may go on as it likes.
    check_unread(b"AMTS\x07", SummaryError::Version { found: 7 });
    let message = SummaryError::Version { found: 7 }.to_string();
    assert!(message.contains("version 7") && message.contains("up to 1"), "{message}");
    let json = serde_json::from_str::<TupleSummary>("[65,77,84,83,2]").unwrap_err();
    assert!(json.to_string().contains("version 2"), "{json}");
}

#[test]
fn damaged_bytes_are_told_whatever_the_damage() {
    let bytes = Table::draw(5, 20).summary().to_bytes();
    for length in 0..bytes.len() {
        assert!(TupleSummary::from_bytes(&bytes[..length]).is_err(), "cut off after {length}");
    }
    for at in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[at / 8] ^= 1 << (at % 8);
        assert!(TupleSummary::from_bytes(&damaged).is_err(), "bit {at}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(TupleSummary::from_bytes(&longer).is_err());
}

/// With the checksum of what they are, only what bytes say can give them away.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Reads bodies put together from their parts.
#[track_caller]
fn check_body(parts: &[&[u8]], expected: Result<(), &str>) {
    let bytes = sealed([&b"AMTS\x01"[..], &parts.concat()].concat());
    let found = TupleSummary::from_bytes(&bytes).map(|summary| assert!(summary.to_bytes() == bytes));
    let found = found.map_err(|error| error.to_string());
    match expected {
        Ok(()) => assert_eq!(found, Ok(())),
        Err(expected) => assert!(found.as_ref().is_err_and(|found| found.contains(expected)), "{found:?}"),
    }
}

/// One column of three values and all three tuples, whose rows are 1, 2 and 1.
const COLUMN: &[u8] = b"\x01\x01a\x00\x03\x01x\x01y\x01z";
const TUPLES: &[u8] = &[3, 0, 1, 1];
const COUNTS: &[u8] = &[1, 2, 1];
/// No histograms.
const NOTHING: &[u8] = &[0];

#[test]
fn a_body_says_what_it_must() {
    check_body(&[COLUMN, TUPLES, COUNTS, NOTHING], Ok(()));
    check_body(&[b"\x01\x01a\x01\x02\x01y\x01z", TUPLES, COUNTS, NOTHING], Ok(()));
    check_body(&[COLUMN, TUPLES, COUNTS, NOTHING, &[0]], Err("goes on after its end"));
    check_body(&[COLUMN, TUPLES, COUNTS], Err("ends early"));
    check_body(&[&[0], &[0], NOTHING], Err("no column"));
    check_body(&[b"\x01\x01a\x02\x03\x01x\x01y\x01z", TUPLES, COUNTS, NOTHING], Err("out of its range"));
}

#[test]
fn values_of_a_body_are_texts_in_order_that_occur() {
    let column = |values: &[u8]| [b"\x01\x01a\x00\x03", values].concat();
    check_body(&[&column(b"\x01x\x01z\x01y"), TUPLES, COUNTS, NOTHING], Err("not in order"));
    check_body(&[&column(b"\x01x\x01y\x01y"), TUPLES, COUNTS, NOTHING], Err("not in order"));
    check_body(&[&column(b"\x01x\x01y\x01\xff"), TUPLES, COUNTS, NOTHING], Err("not UTF-8"));
    check_body(&[COLUMN, &[2, 0, 1], &[1, 1], NOTHING], Err("occurs in no row"));
}

#[test]
fn tuples_of_a_body_are_distinct_in_order_and_of_its_values() {
    check_body(&[COLUMN, &[4, 0, 1, 0, 1], &[1, 1, 1, 1], NOTHING], Err("not in order"));
    check_body(&[COLUMN, &[4, 0, 1, 1, 1], &[1, 1, 1, 1], NOTHING], Err("out of its range"));
    check_body(&[COLUMN, &[4, 0, 1, 1, 2], &[1, 1, 1, 1], NOTHING], Err("out of its range"));
    check_body(&[COLUMN, TUPLES, &[1, 0, 1], NOTHING], Err("out of its range"));
}

#[test]
fn numbers_of_a_body_are_written_one_way_and_not_too_large() {
    check_body(&[COLUMN, TUPLES, &[0x81, 0x00, 2, 1], NOTHING], Err("out of its range"));
    let most = [0xff, 0xff, 0xff, 0xff, 0x0f];
    check_body(&[COLUMN, TUPLES, &most, &[2, 1], NOTHING], Err("2^32 rows or more"));
    check_body(&[COLUMN, TUPLES, &[0x80, 0x80, 0x80, 0x80, 0x10, 2, 1], NOTHING], Err("out of its range"));
    let largest = [&[0xff; 9][..], &[0x01]].concat();
    check_body(&[COLUMN, TUPLES, &largest, &[2, 1], NOTHING], Err("out of its range"));
    check_body(&[COLUMN, TUPLES, &[0xff; 9], &[0x02, 2, 1], NOTHING], Err("out of its range"));
    check_body(&[COLUMN, TUPLES, &[0xff; 11], &[2, 1], NOTHING], Err("out of its range"));
    // Lists that claim to be longer than what there is take no memory.
    check_body(&[&largest, COLUMN], Err("ends early"));
    check_body(&[COLUMN, &largest], Err("ends early"));
}

#[test]
fn histograms_of_a_body_add_up() {
    let beside = |entries: &[u8]| {
        let combinations = b"\x01\x01\x01s\x01\x01\x01u\x02\x00\x01";
        [combinations, entries].concat()
    };
    let check = |entries: &[u8], expected| check_body(&[COLUMN, TUPLES, COUNTS, &beside(entries)], expected);
    check(&[1, 0, 1, 2, 0, 1, 1, 1, 1, 1, 1], Ok(()));
    check(&[1, 0, 1, 2, 0, 1, 0, 1, 1, 1, 1], Err("out of its range"));
    check(&[1, 0, 1, 1, 0, 1, 1, 1, 1], Err("does not add up"));
    check(&[1, 0, 1, 1, 0, 3, 1, 1, 1], Err("out of its range"));
    check(&[1, 0, 1, 3, 0, 1, 1, 0, 1, 1, 1, 1, 1], Err("out of its range"));
    check(&[1, 0, 1, 1, 2, 2, 1, 1, 1], Err("out of its range"));
    check(&[1, 0, 1, 1, 0, 2, 1, 0, 1], Err("occurs in no row"));
}

#[test]
fn bytes_that_nobody_wrote_are_refused_or_written_so() {
    let mut accepted = 0;
    for seed in 0..4000 {
        let mut draw = SeededRng::new(seed);
        let mut bytes = Table::draw(seed % 40, 12).summary().to_bytes();
        bytes.truncate(bytes.len() - 8);
        for _ in 0..draw.between(1, 3) {
            let at = draw.between(5, bytes.len() as u32 - 1) as usize;
            match draw.below(4) {
                0 => bytes[at] = draw.below(256) as u8,
                1 => bytes[at] = bytes[at].wrapping_add(1),
                2 => bytes.insert(at, draw.below(256) as u8),
                _ => _ = bytes.remove(at),
            }
        }
        let bytes = sealed(bytes);
        if let Ok(summary) = TupleSummary::from_bytes(&bytes) {
            accepted += 1;
            assert!(summary.to_bytes() == bytes, "seed {seed}");
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn somebody_in_both_parts_is_one_person() {
    let rows = |people: &[&str]| -> Table {
        let cells = |name: &&str| vec![Some("35".into()), Some("flu".into()), Some((*name).into())];
        Table { quasi: 1, rows: people.iter().map(cells).collect() }
    };
    let [ours, theirs] = [rows(&["ann", "bob", "ann"]), rows(&["bob", "eve"])].map(|part| part.summary());
    let both = ours.merge(theirs).unwrap();
    let (people, their_rows) = both.histograms()[1].tuple(0);
    assert_eq!((both.rows(), people.len(), their_rows), (5, 3, &[2, 2, 1][..]));
}

#[test]
fn summaries_by_other_columns_are_not_merged() {
    let column = Table::draw(1, 9).column(0);
    let of = |rows: CodedRows<'_>| TupleSummary::collapse(&rows).unwrap();
    let plain = || CodedRows::new(&[("a", &column)]);
    let check = |other: CodedRows<'_>, expected: &str| {
        assert_eq!(
            of(plain()).merge(of(other)).unwrap_err().to_string().split(", so").next(),
            Some(expected)
        );
    };
    check(CodedRows::new(&[("b", &column)]), "summaries differ in their columns");
    check(CodedRows::new(&[("a", &column), ("b", &column)]), "summaries differ in their columns");
    let beside = "summaries differ in the columns that are counted beside the tuples";
    check(plain().with_histogram(&[("a", &column)]), beside);
}

#[test]
fn more_rows_than_can_be_counted_are_refused() {
    let column = Table::draw(1, 9).column(0);
    let mut doubled = TupleSummary::collapse(&CodedRows::new(&[("a", &column)])).unwrap();
    let error = loop {
        match doubled.clone().merge(doubled) {
            Ok(twice) => doubled = twice,
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("2^32 rows or more"), "{error}");
}

#[test]
fn nothing_of_the_cells_is_in_a_debug_text() {
    let rows = vec![vec![Some("secret".into()), Some("secret".into()), Some("secret".into())]];
    let text = format!("{:?}", Table { quasi: 1, rows }.summary());
    assert!(text.contains("c0") && !text.contains("secret"), "{text}");
}

/// Some columns of a table as rows that each stand for one or more: quasi columns by the length of their texts, and beside
/// them the combinations of the others, some of which are not counted.
fn tuples(quasi: &[Coded], beside: &[Coded]) -> Tuples {
    let path = |length: usize| {
        let label = |text: String| Some(text.into_boxed_str());
        vec![label(length.to_string()), label(format!("{} or so", length / 3)), label("*".into())]
    };
    let hierarchy = Arc::new(Hierarchy::from_paths((0..60).map(path).collect()).unwrap());
    let length = |cell: Option<&str>| cell.map_or(0, |text| text.chars().count());
    let column = |coded: &Coded| {
        let leaf = |code| hierarchy.leaf(Some(&length(coded.dictionary.value(code)).to_string())).unwrap();
        let leaves = Codes::narrow(coded.codes.iter().map(leaf).collect(), hierarchy.leaves());
        QuasiColumn::new("q", Arc::clone(&hierarchy), leaves).with_counts(coded.counts().cloned())
    };
    let columns: Vec<QuasiColumn> = quasi.iter().map(column).collect();
    let code = |row: usize| {
        let lengths = beside.iter().map(|coded| length(coded.dictionary.value(coded.codes.at(row))));
        let code = lengths.fold(0, |code, length| code * 60 + length) as u32;
        if code.is_multiple_of(7) { UNCOUNTED } else { code }
    };
    let aux_column = AuxColumn { codes: (0..quasi[0].codes.len()).map(code).collect(), width: 3600 };
    let weights: Vec<u64> = (0..aux_column.codes.len()).map(|row| 1 + u64::from(code(row) % 5)).collect();
    let tuples = Tuples::collapse(&columns).unwrap();
    let tuples = tuples.with_aux_columns(&columns, &[aux_column], &()).unwrap();
    tuples.with_weights(&columns, &weights, &()).unwrap()
}

/// Compares tuples of the counted rows of a summary with those of all rows; gives the number of tuples.
fn check_counted(seed: u64, most_rows: u32) -> usize {
    let table = Table::draw(seed, most_rows);
    let columns: Vec<Coded> = (0..table.quasi + 2).map(|at| table.column(at)).collect();
    let (quasi, beside) = columns.split_at(table.quasi);
    let named: Vec<(&str, &Coded)> = columns.iter().map(|coded| ("c", coded)).collect();
    let (own, others) = named.split_at(table.quasi);
    let summary = TupleSummary::collapse(&CodedRows::new(own).with_histogram(others)).unwrap();
    let counted = summary.counted_rows().unwrap();
    let counted: Vec<Coded> = counted.into_iter().map(|(_, coded)| coded).collect();
    let (counted_quasi, counted_beside) = counted.split_at(table.quasi);
    let (found, expected) = (tuples(counted_quasi, counted_beside), tuples(quasi, beside));
    assert_eq!(found.rows(), expected.rows(), "seed {seed}");
    assert_eq!(found.everyone(), expected.everyone(), "seed {seed}");
    let attributes = [&found, &expected].map(|tuples| format!("{:?}", tuples.attributes()));
    assert_eq!(attributes[0], attributes[1], "seed {seed}");
    let [mut ours, mut theirs] = [&found, &expected].map(|tuples| Kernel::new(tuples, 1 << 20));
    for level in 0..=2 {
        let levels = vec![level; table.quasi];
        let tables = [&mut ours, &mut theirs].map(|kernel| {
            let table = kernel.table(&levels);
            let tallies = kernel.tallies(&table);
            let histograms: Vec<_> = (0..table.len())
                .map(|class| tallies[0].class(class))
                .map(|(values, counts)| (values.to_vec(), counts.to_vec()))
                .collect();
            (table.counts().to_vec(), histograms, kernel.people(&table))
        });
        assert_eq!(tables[0], tables[1], "seed {seed}");
    }
    found.len()
}

#[test]
fn tuples_of_counted_rows_are_those_of_all_rows() {
    (0..150).for_each(|seed| _ = check_counted(seed, 150));
}

#[test]
fn tuples_of_many_counted_rows_are_those_of_all_rows() {
    // More than 2048 tuples are stored in several blocks.
    let most = (0..30).map(|seed| check_counted(seed, 6000)).max();
    assert!(most > Some(2048), "{most:?}");
}

#[test]
fn columns_that_were_counted_one_by_one_are_not_put_together_again() {
    let error = Table::draw(11, 30).summary().counted_rows().err();
    assert_eq!(error, Some(SummaryError::NotJoint));
}
