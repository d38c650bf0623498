//! How many people of the population show what the classes of a table show.
//!
//! The population has tuples and a kernel of its own, so its class tables are rolled up and kept like those of the table. At a
//! node both sides number their classes by the labels of the table; whoever shows a label that the table has not got there is
//! like nobody in it.

use std::{ops::Range, sync::Arc};

use amidst_core::lattice::at_or_below;

use crate::{
    ClassTable, Kernel, MILLIONTHS, Tuples,
    block::Block,
    field::Field,
    hash_index::HashIndex,
    rollup::{MOST_SLOTS, Scratch},
    row_keys::ABSENT,
};

/// Numbers of classes may be told in several steps, each by some columns. The first leaves room for a mark, the others for the
/// number of the step before.
const FIRST_STEP: u128 = 1 << 63;
const LATER_STEP: u128 = 1 << 32;
/// The number of what no class of the table shows.
const NOBODY: u64 = u64::MAX;

impl<'a> Kernel<'a> {
    /// For each class of a table, which was made here, the people of the population in it, in millionths: those of the
    /// population's own table, or else those that its rows stand for, or else its rows.
    pub fn people(&mut self, table: &ClassTable) -> Vec<u64> {
        let tuples = self.tuples();
        if let Some(population) = &tuples.population {
            let mut others = self.population.take().unwrap_or_else(|| {
                Box::new(Kernel::above(population, &self.finest.table.levels, self.budget))
            });
            let people = self.people_of(&mut others, table);
            self.population = Some(others);
            return people;
        }
        match tuples.weights {
            Some(_) => self.weights_in(table).to_vec(),
            None => table.counts().iter().map(|&rows| u64::from(rows) * MILLIONTHS).collect(),
        }
    }

    /// What every class of every node has of them for each row at least, which is what the classes of the finest node have.
    pub fn people_per_row(&mut self) -> f64 {
        if let Some(known) = self.people_per_row {
            return known;
        }
        let finest = Arc::clone(&self.finest.table);
        let people = self.people(&finest);
        let per_row = people
            .iter()
            .zip(finest.counts())
            .map(|(&people, &rows)| people as f64 / (u64::from(rows.max(1)) * MILLIONTHS) as f64);
        *self.people_per_row.insert(per_row.fold(f64::INFINITY, f64::min))
    }

    /// The weights of the rows of each class, added up from those of a finer table at hand.
    fn weights_in(&mut self, table: &ClassTable) -> Arc<[u64]> {
        let at = self.kept.iter().position(|kept| at_or_below(&kept.table.levels, &table.levels));
        let source = at.map_or(&self.finest, |at| &self.kept[at]);
        let (fine, known) = (Arc::clone(&source.table), source.weights.clone());
        let weights = known.unwrap_or_else(|| {
            let own = self.tuples().weights.as_deref().unwrap_or_default();
            let weights = self.tuples().add_up(self.tuples().bottom(), own, &fine, &mut self.scratch);
            self.bytes += at.map_or(0, |_| size_of_val(&*weights));
            let source = at.map_or(&mut self.finest, |at| &mut self.kept[at]);
            source.weights = Some(Arc::clone(&weights));
            weights
        });
        match fine.levels == table.levels {
            true => weights,
            false => self.tuples().add_up(&fine, &weights, table, &mut self.scratch),
        }
    }

    /// The people of a population, whose tables another kernel makes, in each class.
    fn people_of(&mut self, population: &mut Kernel<'_>, table: &ClassTable) -> Vec<u64> {
        let tuples = self.tuples();
        let levels = &table.levels;
        let others = population.table(levels);
        let names: Vec<Arc<[u32]>> = levels
            .iter()
            .enumerate()
            .map(|(column, &level)| self.labels_of(population.tuples(), column, level))
            .collect();
        let width = |column: usize| tuples.domains[column].width(levels[column]) as u64;
        let size = (0..levels.len()).fold(1, |size: u128, column| size.saturating_mul(width(column).into()));
        if size <= MOST_SLOTS {
            let columns = 0..levels.len();
            let stride = strides(&columns, width);
            let own = |column: usize, label: u32| stride(column) * u64::from(label);
            let other = |column: usize, label: u32| match names[column][label as usize] {
                ABSENT => NOBODY,
                label => own(column, label),
            };
            let other_codes = population.tuples().codes(&others, &mut population.scratch, other);
            let codes = tuples.codes(table, &mut self.scratch, own);
            return by_address(
                &mut self.scratch.people,
                size as usize,
                &codes,
                (&other_codes, others.counts()),
            );
        }
        let mut numbers = vec![0; table.len()];
        let mut other_numbers = vec![0; others.len()];
        let mut index = HashIndex::default();
        for columns in steps(levels.len(), width) {
            let stride = strides(&columns, width);
            let own = |column: usize, label: u32| stride(column) * u64::from(label);
            let other = |column: usize, label: u32| match names[column][label as usize] {
                ABSENT => NOBODY,
                label => own(column, label),
            };
            index.clear(table.len());
            let codes = tuples.codes(table, &mut self.scratch, own);
            numbers
                .iter_mut()
                .zip(codes)
                .for_each(|(number, code)| *number = index.intern(joined(*number, code)).0 as u64);
            let codes = population.tuples().codes(&others, &mut population.scratch, other);
            for (number, code) in other_numbers.iter_mut().zip(codes) {
                let is_known = *number != NOBODY && code != NOBODY;
                let known = is_known.then(|| index.number(joined(*number, code))).flatten();
                *number = known.map_or(NOBODY, u64::from);
            }
        }
        // No two classes of the table show the same, so in the end each has the number of its place.
        let mut people = vec![0; table.len()];
        for (&number, &rows) in
            other_numbers.iter().zip(others.counts()).filter(|(number, _)| **number != NOBODY)
        {
            people[number as usize] += u64::from(rows) * MILLIONTHS;
        }
        people
    }

    /// For each label of the population on a level that of the table.
    fn labels_of(&mut self, population: &Tuples, column: usize, level: u8) -> Arc<[u32]> {
        let of_population = population.hierarchy_labels(column, level);
        let own = self.tuples().hierarchy_labels(column, level);
        let name = |label: &u32| own.binary_search(label).map_or(ABSENT, |at| at as u32);
        let labels = self.labels_of_population.entry((column, level));
        Arc::clone(labels.or_insert_with(|| of_population.iter().map(name).collect()))
    }
}

impl Tuples {
    /// What the classes of a table amount to, from what those of a finer one do.
    fn add_up(
        &self,
        fine: &ClassTable,
        amounts: &[u64],
        table: &ClassTable,
        scratch: &mut Scratch,
    ) -> Arc<[u64]> {
        let mut sums = vec![0; table.len()];
        for (class, amount) in self.locate(fine, table, scratch).into_iter().zip(amounts) {
            sums[class as usize] += amount;
        }
        sums.into()
    }

    /// For each class of a table the sum over some columns of what its labels count for; [`NOBODY`] if one counts for nobody.
    fn codes(
        &self,
        table: &ClassTable,
        scratch: &mut Scratch,
        code_of: impl Fn(usize, u32) -> u64,
    ) -> Vec<u64> {
        let levels = &table.levels;
        let rest = self.layout.rest.iter().map(|(block, _)| block);
        let blocks: Vec<Vec<u64>> = std::iter::once(&self.layout.lead)
            .chain(rest)
            .enumerate()
            .map(|(at, block)| {
                let map = scratch.maps.get(at, block, &self.domains, levels);
                let code = |&entry: &u32| {
                    let columns = block.columns.iter().enumerate();
                    let code = |(position, &column): (usize, &usize)| {
                        let of_leaf = &self.domains[column].levels[usize::from(levels[column])].of_leaf;
                        code_of(column, of_leaf[block.leaf(entry, position) as usize])
                    };
                    columns.map(code).fold(0, u64::saturating_add)
                };
                let codes: Vec<u64> = map.first.iter().map(code).collect();
                map.numbers.iter().map(|&number| codes[number as usize]).collect()
            })
            .collect();
        let words = self.layout.words;
        let mut codes = Vec::with_capacity(table.len());
        for (at, run) in table.runs.iter().enumerate() {
            let lead = blocks[0][run.lead as usize];
            for class in table.run(at) {
                let key = &table.keys[class * words..][..words];
                let fields = self.layout.rest.iter().zip(&blocks[1..]);
                let code =
                    |((_, field), codes): (&(Block, Field), &Vec<u64>)| codes[field.read(key) as usize];
                codes.push(fields.map(code).fold(lead, u64::saturating_add));
            }
        }
        codes
    }
}

/// The people of classes, each of which has a slot of its own; those of the population may have others, or none. All slots are 0
/// before and after.
fn by_address(
    slots: &mut Vec<u32>,
    size: usize,
    codes: &[u64],
    (others, rows): (&[u64], &[u32]),
) -> Vec<u64> {
    if slots.len() < size {
        slots.resize(size, 0);
    }
    let known = || others.iter().zip(rows).filter(|(code, _)| **code != NOBODY);
    known().for_each(|(&code, rows)| slots[code as usize] += rows);
    let people = codes.iter().map(|&code| u64::from(slots[code as usize]) * MILLIONTHS).collect();
    known().for_each(|(&code, _)| slots[code as usize] = 0);
    people
}

/// The number of a class of the step before, and what it shows in this one.
fn joined(number: u64, code: u64) -> u64 {
    number << 32 | code
}

/// Columns by the step in which they tell classes apart.
fn steps(columns: usize, width: impl Fn(usize) -> u64) -> Vec<Range<usize>> {
    let mut steps = Vec::from_iter([Range::default()]);
    let (mut size, mut limit) = (1_u128, FIRST_STEP);
    for column in 0..columns {
        let width = u128::from(width(column).max(1));
        if size * width > limit {
            steps.push(column..column);
            (size, limit) = (1, LATER_STEP);
        }
        size *= width;
        steps.last_mut().expect("there is always a step").end = column + 1;
    }
    steps
}

/// What a label of each column counts for within a step; nothing outside of it.
fn strides(columns: &Range<usize>, width: impl Fn(usize) -> u64) -> impl Fn(usize) -> u64 {
    let start = columns.start;
    let mut next = 1_u64;
    let strides: Vec<u64> = columns
        .clone()
        .map(|column| {
            let stride = next;
            next = next.wrapping_mul(width(column).max(1));
            stride
        })
        .collect();
    move |column| column.checked_sub(start).and_then(|at| strides.get(at)).copied().unwrap_or(0)
}
