//! From rows to distinct tuples.

use std::{ops::Range, sync::Arc};

use amidst_core::{Error, Lattice, Result, with_codes};
use rayon::prelude::*;

use crate::{
    QuasiColumn, Tuples,
    distinct::{Distinct, FillKeys},
    domain::{ABSENT, Domain},
    layout::{Field, arrange, fields},
    ranks::Ranks,
    row_keys::{Part, RowKeys, Word, pieces},
    tuples::places,
};

impl Tuples {
    /// Collapses the rows of quasi columns to distinct tuples.
    ///
    /// # Errors
    /// If there is no column, a column has a weight or levels that make no sense, or there are 2^32 rows or more.
    pub fn collapse(columns: &[QuasiColumn]) -> Result<Self> {
        columns.iter().try_for_each(QuasiColumn::check)?;
        let Some(rows) = columns.first().map(|column| column.codes.len()) else {
            let expected = "at least one quasi column".into();
            return Err(Error::Parameter { name: "quasi", value: "none".into(), expected });
        };
        if columns.iter().any(|column| column.codes.len() != rows) {
            return Err(Error::Internal("quasi columns differ in length".into()));
        }
        if u32::try_from(rows).is_err() {
            let expected = format!("a table of fewer than {} rows; split it", u32::MAX);
            return Err(Error::Parameter { name: "rows", value: rows.to_string(), expected });
        }
        let domains = columns.par_iter().map(domain).collect::<Result<Vec<_>>>()?;
        let lattice = Lattice::new(
            columns.iter().map(|column| column.min_level).collect(),
            columns.iter().map(|column| column.max_level).collect(),
        );
        let (fields, words) = fields(domains.iter().map(|domain| domain.width(0)));
        let tuples = distinct_tuples(&row_keys(columns, &domains, &fields, words, rows));
        let (layout, bottom) = arrange(&domains, &lattice, &tuples, &fields, words);
        let attribute =
            |(column, domain): (&QuasiColumn, &Domain)| domain.attribute(&column.hierarchy, column.weight);
        let attributes = columns.iter().zip(&domains).map(attribute).collect();
        let places = places(&layout, columns.len());
        let bottom = Arc::new(bottom);
        Ok(Self {
            domains,
            layout,
            bottom,
            rows: rows as u64,
            attributes,
            lattice,
            places,
            tallies: Vec::new(),
            weights: None,
            population: None,
            outside: 0,
        })
    }
}

/// What of a column's hierarchy occurs.
fn domain(column: &QuasiColumn) -> Result<Domain> {
    let leaves = column.hierarchy.leaves();
    let count = |rows: Range<usize>| {
        let mut counts = vec![0_u64; leaves];
        let mut known = true;
        with_codes!(&column.codes, codes => for &code in &codes[rows] {
            match counts.get_mut(code as usize) {
                Some(count) => *count += 1,
                None => known = false,
            }
        });
        known.then_some(counts)
    };
    let add = |a: Option<Vec<u64>>, b: Option<Vec<u64>>| {
        a.zip(b).map(|(a, b)| a.into_iter().zip(b).map(|(a, b)| a + b).collect())
    };
    let parts = pieces(column.codes.len(), rayon::current_num_threads());
    let counts = parts.into_par_iter().map(count).reduce_with(add).unwrap_or_else(|| Some(vec![0; leaves]));
    let counts = counts.ok_or_else(|| Error::Internal("a leaf code lies outside its hierarchy".into()))?;
    Ok(Domain::new(&column.hierarchy, &counts))
}

/// Keys of rows: one field per column.
fn row_keys<'a>(
    columns: &'a [QuasiColumn],
    domains: &[Domain],
    fields: &[Field],
    words: usize,
    rows: usize,
) -> RowKeys<'a> {
    let mut keys =
        RowKeys { rows, words: (0..words).map(|_| Word { parts: Vec::new(), bound: 1 }).collect() };
    for ((column, domain), field) in columns.iter().zip(domains).zip(fields) {
        let number = |&dense: &u32| if dense == ABSENT { 0 } else { u64::from(dense) << field.shift };
        let word = &mut keys.words[field.word];
        word.bound = word.bound.wrapping_add((domain.width(0).max(1) as u64 - 1) << field.shift);
        word.parts.push(Part { codes: &column.codes, table: domain.dense.iter().map(number).collect() });
    }
    keys
}

/// Groups rows by all their words. Words beyond the first are merged in one by one: the pairs that occur get numbers,
/// of which there are never more than rows.
fn distinct_tuples(keys: &RowKeys<'_>) -> Distinct {
    let words: Vec<&Word<'_>> = keys.words.iter().collect();
    let fill_first = |rows: Range<usize>, out: &mut [u64]| words[0].fill(rows, out);
    let first = Distinct::of(keys.rows, words[0].bound, &fill_first);
    if words.len() == 1 {
        return first;
    }
    let mut merged = Merged { words: &words[..1], ranks: vec![], pairs: vec![Ranks::of(&first.keys)] };
    let mut tuples = first.keys;
    let mut counts = first.counts;
    for at in 1..words.len() {
        let fill = |rows: Range<usize>, out: &mut [u64]| words[at].fill(rows, out);
        let column = Distinct::of(keys.rows, words[at].bound, &fill);
        merged.words = &words[..=at];
        merged.ranks.push(Ranks::of(&column.keys));
        let pairs = Distinct::of(keys.rows, (counts.len() as u64) << 32, &merged);
        let mut longer = Vec::with_capacity(pairs.keys.len() * (at + 1));
        for &pair in &pairs.keys {
            longer.extend_from_slice(&tuples[(pair >> 32) as usize * at..][..at]);
            longer.push(column.keys[pair as u32 as usize]);
        }
        tuples = longer;
        merged.pairs.push(Ranks::of(&pairs.keys));
        counts = pairs.counts;
    }
    Distinct { keys: tuples, counts }
}

/// Keys of rows over several words: the number of the words so far, and that of the last word.
struct Merged<'a> {
    words: &'a [&'a Word<'a>],
    /// Numbers of each word's keys, from the second word on.
    ranks: Vec<Ranks>,
    /// Numbers of the first word's keys, then of the pairs with each further word.
    pairs: Vec<Ranks>,
}

impl FillKeys for Merged<'_> {
    fn fill(&self, rows: Range<usize>, keys: &mut [u64]) {
        self.words[0].fill(rows.clone(), keys);
        let mut word_keys = vec![0; keys.len()];
        for ((word, ranks), pairs) in self.words[1..].iter().zip(&self.ranks).zip(&self.pairs) {
            pairs.replace(keys);
            word.fill(rows.clone(), &mut word_keys);
            ranks.replace(&mut word_keys);
            keys.iter_mut().zip(&word_keys).for_each(|(key, &low)| *key = (*key << 32) | low);
        }
    }
}
