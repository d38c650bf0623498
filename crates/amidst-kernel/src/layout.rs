//! How tuples are packed: one *lead* block that orders them, and bit fields for the others.
//!
//! Tuples with the same lead entry stand together, in a *run*. A roll-up joins the runs whose lead entries fall together
//! and has to tell classes apart only within them, by the other blocks: that address space is small.

use amidst_core::{Aborted, Lattice, Observer, observer::blocks};
use rayon::prelude::*;

use crate::{
    block::Block,
    domain::Domain,
    field::{Field, fields},
    packed::Packed,
    row_keys::pieces,
    table::{ClassTable, Run},
};

/// Blocks of a tuple.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The block of most entries.
    pub lead: Block,
    /// The other blocks, each with its place in a key.
    pub rest: Vec<(Block, Field)>,
    /// Words of a key; at least one.
    pub words: usize,
}

/// Combinations of leaves that may be tried, that may occur, and maps that may be made of them over all levels.
const MOST_COMBINATIONS: usize = 1 << 20;
const MOST_ENTRIES: usize = 2048;
const MOST_MAPPED: usize = 1 << 20;

/// Columns on their way to a block.
struct Draft {
    columns: Vec<usize>,
    /// For each tuple its entry.
    entries: Vec<u32>,
    leaves: Vec<u32>,
    len: usize,
    /// Combinations of levels.
    levels: usize,
}

/// Distinct tuples of leaves, arranged in blocks and runs.
pub(crate) struct Arranged {
    pub layout: Layout,
    /// The tuples as classes of the node whose labels they are.
    pub bottom: ClassTable,
}

/// Arranges distinct tuples, whose numbers are labels of a node, in blocks and runs. A label is told by its first leaf.
pub(crate) fn arrange(
    domains: &[Domain],
    lattice: &Lattice,
    base: &[u8],
    tuples: &Packed,
    counts: &[u32],
    observer: &dyn Observer,
) -> Result<Arranged, Aborted> {
    let mut drafts: Vec<Draft> = Vec::new();
    for (column, field) in tuples.fields.iter().enumerate() {
        observer.go_on()?;
        let labels = || tuples.keys.par_chunks_exact(tuples.words).map(|key| field.read(key) as u32);
        let firsts = domains[column].first_leaves(base[column]);
        let levels = usize::from(lattice.top()[column] - lattice.bottom()[column]) + 1;
        let joined = drafts.last().and_then(|draft| draft.join(column, labels(), &firsts, levels));
        match (joined, drafts.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => drafts.push(Draft {
                columns: vec![column],
                entries: labels().collect(),
                len: firsts.len(),
                leaves: firsts,
                levels,
            }),
        }
    }
    pack(drafts, base, counts, observer)
}

impl Draft {
    /// With one more column, if the block does not become too large.
    fn join(
        &self,
        column: usize,
        labels: impl IndexedParallelIterator<Item = u32>,
        firsts: &[u32],
        levels: usize,
    ) -> Option<Self> {
        let width = firsts.len();
        let combinations = self.len * width;
        let levels = self.levels.saturating_mul(levels);
        if combinations > MOST_COMBINATIONS {
            return None;
        }
        let pair = |(label, &entry): (u32, &u32)| entry * width as u32 + label;
        let mut entries: Vec<u32> = labels.zip(self.entries.par_iter()).map(pair).collect();
        let occurs = occurring(combinations, &entries);
        let occurring: Vec<u32> = (0..combinations as u32).filter(|&pair| occurs[pair as usize]).collect();
        if occurring.len() > MOST_ENTRIES || occurring.len().saturating_mul(levels) > MOST_MAPPED {
            return None;
        }
        let mut number_of = vec![0; combinations];
        let mut entry_leaves = Vec::with_capacity(occurring.len() * (self.columns.len() + 1));
        for (number, &pair) in occurring.iter().enumerate() {
            number_of[pair as usize] = number as u32;
            let entry = pair as usize / width;
            entry_leaves.extend_from_slice(&self.leaves[entry * self.columns.len()..][..self.columns.len()]);
            entry_leaves.push(firsts[pair as usize % width]);
        }
        let mut columns = self.columns.clone();
        columns.push(column);
        entries.par_iter_mut().for_each(|entry| *entry = number_of[*entry as usize]);
        Some(Self { columns, entries, leaves: entry_leaves, len: occurring.len(), levels })
    }
}

/// Which of `size` numbers occur.
fn occurring(size: usize, numbers: &[u32]) -> Vec<bool> {
    let mark = |piece: &[u32]| {
        let mut seen = vec![false; size];
        piece.iter().for_each(|&number| seen[number as usize] = true);
        seen
    };
    let either = |mut a: Vec<bool>, b: Vec<bool>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
        a
    };
    let piece = pieces(numbers.len(), rayon::current_num_threads()).first().map_or(1, |piece| piece.len());
    numbers.par_chunks(piece).map(mark).reduce_with(either).unwrap_or_else(|| vec![false; size])
}

/// Chooses the lead and puts the tuples in its order.
fn pack(
    mut drafts: Vec<Draft>,
    base: &[u8],
    tuple_counts: &[u32],
    observer: &dyn Observer,
) -> Result<Arranged, Aborted> {
    let largest =
        (0..drafts.len()).rev().max_by_key(|&at| drafts[at].len).expect("there is at least one column");
    let lead = drafts.remove(largest);
    let (fields, words) = fields(drafts.iter().map(|draft| draft.len));
    let mut runs = vec![Run::default(); lead.len];
    lead.entries.iter().for_each(|&entry| runs[entry as usize].start += 1);
    let mut start = 0;
    for (entry, run) in runs.iter_mut().enumerate() {
        let length = run.start;
        *run = Run { lead: entry as u32, start };
        start += length;
    }
    let mut next: Vec<u32> = runs.iter().map(|run| run.start).collect();
    let mut keys = vec![0; tuple_counts.len() * words];
    let mut counts = vec![0; tuple_counts.len()];
    for block in blocks(lead.entries.len(), observer) {
        for tuple in block? {
            let place = &mut next[lead.entries[tuple] as usize];
            let at = *place as usize;
            *place += 1;
            counts[at] = tuple_counts[tuple];
            for (draft, field) in drafts.iter().zip(&fields) {
                keys[at * words + field.word] |= u64::from(draft.entries[tuple]) << field.shift;
            }
        }
    }
    let rest = drafts.into_iter().map(|draft| Block::new(draft.columns, draft.leaves)).zip(fields).collect();
    let layout = Layout { lead: Block::new(lead.columns, lead.leaves), rest, words };
    Ok(Arranged { layout, bottom: ClassTable { levels: base.to_vec(), runs, keys, counts } })
}
