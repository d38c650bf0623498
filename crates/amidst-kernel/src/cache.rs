//! Class tables on demand: each rolled up from the smallest finer one at hand.
//!
//! A search that goes from coarse to fine never leaves finer tables behind to roll up from, so the kernel makes some for
//! itself. Columns are ranked by how much they tell; the nodes that agree with a request in the foremost columns and
//! leave the others alone are its *bases*. A few requests over a base are taken as a sign that more will follow, and then
//! the base's table is made and kept.

use std::{collections::HashMap, sync::Arc};

use amidst_core::{Levels, lattice::at_or_below};

use crate::{ClassHistograms, ClassTable, Tuples, rollup::Scratch};

/// Makes class tables and keeps the useful ones within a budget of memory.
pub struct Kernel<'a> {
    tuples: &'a Tuples,
    /// The finest table that is ever needed.
    pub(crate) finest: Kept,
    /// Smallest first.
    pub(crate) kept: Vec<Kept>,
    pub(crate) bytes: usize,
    pub(crate) budget: usize,
    clock: u64,
    pub(crate) scratch: Scratch,
    /// The tables of the population, once they were asked for.
    pub(crate) population: Option<Box<Kernel<'a>>>,
    /// What each class has of it for each row at least, once that was asked for.
    pub(crate) people_per_row: Option<f64>,
    /// By column and level, for each label of the population that of the table, or [`ABSENT`](crate::row_keys::ABSENT).
    pub(crate) labels_of_population: HashMap<(usize, u8), Arc<[u32]>>,
    rolled_up: u64,
    /// Columns, the most telling first.
    ranking: Vec<usize>,
    /// Bases that were requested over.
    bases: HashMap<Levels, Base>,
}

pub(crate) struct Kept {
    pub table: Arc<ClassTable>,
    /// Its companions' tallies, once they were asked for.
    tallies: Option<Arc<[ClassHistograms]>>,
    /// What the rows of its classes stand for, once that was asked for.
    pub weights: Option<Arc<[u64]>>,
    last_used: u64,
}

impl Kept {
    fn new(table: Arc<ClassTable>, last_used: u64) -> Self {
        Self { table, tallies: None, weights: None, last_used }
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + self
                .tallies
                .iter()
                .flat_map(|tallies| tallies.iter())
                .map(ClassHistograms::bytes)
                .sum::<usize>()
            + self.weights.as_ref().map_or(0, |weights| size_of_val(&**weights))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// By so many requests.
    Wanted(u8),
    /// Kept, or found not to be worth keeping.
    Made,
}

/// Requests over a base before it is made.
const REQUESTS: u8 = 2;
/// A table is kept if it has at most this share of the classes it was rolled up from.
const WORTH_KEEPING: f64 = 0.8;
/// Tables looked through for each roll-up.
const MOST_KEPT: usize = 256;
/// Bases remembered; all are forgotten at once beyond that.
const MOST_BASES: usize = 1 << 16;

impl<'a> Kernel<'a> {
    /// Starts with nothing but the tuples.
    pub fn new(tuples: &'a Tuples, budget_bytes: usize) -> Self {
        Self::above(tuples, &tuples.bottom().levels, budget_bytes)
    }

    /// Starts with the table of a node, for requests at or above it. It must be at or above the one at which tuples were collapsed.
    pub fn above(tuples: &'a Tuples, levels: &[u8], budget_bytes: usize) -> Self {
        let mut scratch = Scratch::default();
        let finest = match levels == tuples.bottom().levels {
            true => Arc::clone(tuples.bottom()),
            false => Arc::new(tuples.roll_up(tuples.bottom(), levels, &mut scratch)),
        };
        Self {
            tuples,
            finest: Kept::new(finest, 0),
            kept: Vec::new(),
            bytes: 0,
            budget: budget_bytes,
            clock: 0,
            scratch,
            population: None,
            people_per_row: None,
            labels_of_population: HashMap::new(),
            rolled_up: 0,
            ranking: tuples.ranking(),
            bases: HashMap::new(),
        }
    }

    /// The tuples all tables come from.
    pub fn tuples(&self) -> &'a Tuples {
        self.tuples
    }

    /// Columns by how much their values tell, most first. Requests that agree in the foremost columns share work.
    pub fn ranking(&self) -> &[usize] {
        &self.ranking
    }

    /// Requests answered from a smaller table than the tuples.
    pub fn rolled_up(&self) -> u64 {
        self.rolled_up
    }

    /// The class table of a node, which must be at or above the one that the kernel was made for.
    pub fn table(&mut self, levels: &[u8]) -> Arc<ClassTable> {
        self.clock += 1;
        let mut source = self.smallest_source(levels);
        if source.levels == levels {
            return source;
        }
        if let Some(base) = self.next_base(levels, &source) {
            source = self.make_base(&base, source);
        }
        self.rolled_up += u64::from(source.len() < self.tuples.len());
        Arc::new(self.tuples.roll_up(&source, levels, &mut self.scratch))
    }

    /// For each companion its histograms of the classes of a table, which was made here.
    pub fn tallies(&mut self, table: &ClassTable) -> Arc<[ClassHistograms]> {
        let at = self.kept.iter().position(|kept| at_or_below(&kept.table.levels, &table.levels));
        let source = at.map_or(&self.finest, |at| &self.kept[at]);
        let is_source = source.table.levels == table.levels;
        let source = Arc::clone(&source.table);
        let tallies = self.tallies_of(at);
        if is_source { tallies } else { self.roll_up_tallies(&source, &tallies, table) }
    }

    /// The tallies of a kept table, or of the finest one, made if they were not yet.
    fn tallies_of(&mut self, at: Option<usize>) -> Arc<[ClassHistograms]> {
        let kept = at.map_or(&self.finest, |at| &self.kept[at]);
        if let Some(tallies) = &kept.tallies {
            return Arc::clone(tallies);
        }
        let table = Arc::clone(&kept.table);
        let tallies = match at {
            Some(_) => {
                let finest = Arc::clone(&self.finest.table);
                let tallies = self.tallies_of(None);
                self.roll_up_tallies(&finest, &tallies, &table)
            }
            None => self.roll_up_tallies(self.tuples.bottom(), &self.tuples.tallies, &table),
        };
        let kept = match at {
            Some(at) => {
                self.bytes += tallies.iter().map(ClassHistograms::bytes).sum::<usize>();
                &mut self.kept[at]
            }
            None => &mut self.finest,
        };
        kept.tallies = Some(Arc::clone(&tallies));
        tallies
    }

    fn roll_up_tallies(
        &mut self,
        source: &ClassTable,
        tallies: &[ClassHistograms],
        table: &ClassTable,
    ) -> Arc<[ClassHistograms]> {
        let classes = self.tuples.locate(source, table, &mut self.scratch);
        tallies.iter().map(|tally| tally.roll_up(&classes, table.len())).collect()
    }

    /// The smallest table at or below a node.
    fn smallest_source(&mut self, levels: &[u8]) -> Arc<ClassTable> {
        match self.kept.iter_mut().find(|kept| at_or_below(&kept.table.levels, levels)) {
            Some(kept) => {
                kept.last_used = self.clock;
                Arc::clone(&kept.table)
            }
            None => Arc::clone(&self.finest.table),
        }
    }

    /// The highest base below a node that was wanted often enough and may beat the source. Notes the request for all.
    fn next_base(&mut self, levels: &[u8], source: &ClassTable) -> Option<Levels> {
        if self.budget == 0 {
            return None;
        }
        if self.bases.len() > MOST_BASES {
            self.bases.clear();
        }
        let mut base = self.finest.table.levels.clone();
        let mut found = None;
        for &column in &self.ranking {
            if levels[column] == base[column] {
                continue;
            }
            base[column] = levels[column];
            if base == levels || at_or_below(&base, &source.levels) {
                continue;
            }
            match self.bases.get_mut(&base) {
                None => _ = self.bases.insert(base.clone(), Base::Wanted(1)),
                Some(Base::Wanted(requests)) if *requests < REQUESTS => *requests += 1,
                Some(Base::Wanted(_)) => found = Some(base.clone()),
                Some(Base::Made) => {}
            }
        }
        found
    }

    /// Makes a base and keeps it if it is worth it; gives the better of it and the source.
    fn make_base(&mut self, base: &[u8], source: Arc<ClassTable>) -> Arc<ClassTable> {
        self.bases.insert(base.to_vec(), Base::Made);
        // The source is at or below the node asked for, but not always at or below the base.
        let finer = self.smallest_source(base);
        let table = self.tuples.roll_up(&finer, base, &mut self.scratch);
        if table.len() as f64 > source.len() as f64 * WORTH_KEEPING {
            return source;
        }
        let table = Arc::new(table);
        self.keep(Arc::clone(&table));
        table
    }

    /// Keeps a table to roll up others from, if the budget allows; what was used least recently gives way.
    fn keep(&mut self, table: Arc<ClassTable>) {
        let bytes = table.bytes();
        if bytes > self.budget {
            return;
        }
        while self.bytes + bytes > self.budget || self.kept.len() >= MOST_KEPT {
            let oldest = (0..self.kept.len()).min_by_key(|&at| self.kept[at].last_used);
            let oldest = self.kept.remove(oldest.expect("an empty cache is within its budget"));
            self.bytes -= oldest.bytes();
            self.bases.remove(&oldest.table.levels);
        }
        self.bytes += bytes;
        let at = self.kept.partition_point(|kept| kept.table.len() < table.len());
        self.kept.insert(at, Kept::new(table, self.clock));
    }
}
