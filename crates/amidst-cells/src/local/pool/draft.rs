//! New classes for the rows of a pool, opened one by one where they save most.

use std::collections::BinaryHeap;

use super::{
    asked::Asked,
    cells::Cells,
    lattice::{Lattice, count, each, is_within},
};
use crate::Prices;

/// So many drafts are tried for a row that is left, where more than rows is asked.
const TRIED: usize = 8;

/// A class of rows of the pool.
#[derive(Clone, Default)]
pub(super) struct Draft {
    pub rows: Vec<u64>,
    /// All rows of the pool that it takes in as it is.
    around: Vec<u64>,
    pub number: u32,
    pub price: u64,
}

/// What is drafted for a pool: classes, and rows in none of them.
#[derive(Default)]
pub(super) struct Plan {
    pub drafts: Vec<Draft>,
    /// Rows in no draft.
    pub left: Vec<u64>,
    queue: BinaryHeap<(i64, u32)>,
    taken: Vec<u64>,
    pub work: i64,
}

/// What drafts are made of.
pub(super) struct Ground<'a> {
    pub lattice: &'a Lattice,
    pub cells: &'a Cells,
    pub prices: &'a Prices,
    /// What each row costs in no draft: in the cheapest other class that takes it in, if there is one.
    pub outside: &'a [u64],
    /// The rows that another class takes in.
    pub homes: &'a [u64],
    pub least: u32,
}

impl Plan {
    /// Opens classes as long as that saves something. `chance` is what a cell's savings are multiplied by, in parts of 1024.
    pub(super) fn open(
        &mut self,
        ground: &Ground<'_>,
        all: &[u64],
        mut chance: impl FnMut() -> i64,
        asked: &mut Asked<'_>,
    ) {
        let words = ground.lattice.words;
        self.drafts.clear();
        self.left.clear();
        self.left.extend_from_slice(all);
        self.queue.clear();
        self.work = 0;
        let factors: Vec<i64> = (0..ground.cells.len()).map(|_| chance()).collect();
        for (cell, factor) in factors.iter().enumerate() {
            let gain = self.gain(ground, cell);
            if gain > 0 {
                self.queue.push((gain * factor / 1024, cell as u32));
            }
        }
        while let Some((_, cell)) = self.queue.pop() {
            let gain = self.gain(ground, cell as usize) * factors[cell as usize] / 1024;
            if gain <= 0 {
                continue;
            }
            if self.queue.peek().is_some_and(|next| next.0 > gain) {
                self.queue.push((gain, cell));
                continue;
            }
            if !self.take(ground, cell as usize, words, asked) {
                let Some(less) = self.trimmed(ground, cell as usize, asked) else { continue };
                let less = less * factors[cell as usize] / 1024;
                if self.queue.peek().is_some_and(|next| next.0 > less) {
                    self.queue.push((less, cell));
                    continue;
                }
                self.add(ground);
            }
            // What it did not take now it may take later.
            let again = self.gain(ground, cell as usize) * factors[cell as usize] / 1024;
            if again > 0 && again < gain {
                self.queue.push((again, cell));
            }
        }
    }

    /// How many rows of a draft a cell of lower price takes.
    fn taken_of(draft: &Draft, inside: u32, least: u32) -> u32 {
        if inside == draft.number || draft.number - inside >= least { inside } else { draft.number - least }
    }

    /// What opening a class of the rows of a cell saves; nothing if it gets too few.
    fn gain(&mut self, ground: &Ground<'_>, cell: usize) -> i64 {
        let mask = ground.cells.mask(cell, ground.lattice.words);
        let price = ground.cells.prices[cell];
        let (mut gain, mut rows) = (0, 0);
        for (at, (&own, &left)) in mask.iter().zip(&self.left).enumerate() {
            let mut bits = own & left;
            while bits != 0 {
                let outside = ground.outside[at * 64 + bits.trailing_zeros() as usize];
                if outside > price {
                    gain += (outside - price) as i64;
                    rows += 1;
                }
                bits &= bits - 1;
            }
        }
        self.work += i64::from(rows) + mask.len() as i64;
        for draft in &self.drafts {
            if draft.price > price {
                let inside = mask.iter().zip(&draft.rows).map(|(a, b)| (a & b).count_ones()).sum();
                let taken = Self::taken_of(draft, inside, ground.least);
                gain += i64::from(taken) * (draft.price - price) as i64;
                rows += taken;
            }
        }
        self.work += (self.drafts.len() * mask.len()) as i64;
        if rows >= ground.least { gain } else { 0 }
    }

    /// Finds the rows of a cell that are in no draft and cost less in it.
    fn gather(&mut self, ground: &Ground<'_>, cell: usize) {
        let words = ground.lattice.words;
        let mask = ground.cells.mask(cell, words);
        let price = ground.cells.prices[cell];
        self.taken.clear();
        self.taken.resize(words, 0);
        for (at, ((taken, own), left)) in self.taken.iter_mut().zip(mask).zip(&self.left).enumerate() {
            let mut bits = own & left;
            while bits != 0 {
                let bit = bits & bits.wrapping_neg();
                if ground.outside[at * 64 + bits.trailing_zeros() as usize] > price {
                    *taken |= bit;
                }
                bits &= bits - 1;
            }
        }
    }

    /// Of the rows of a cell that are in no draft, finds those that may be a class, and says what that saves.
    fn trimmed(&mut self, ground: &Ground<'_>, cell: usize, asked: &mut Asked<'_>) -> Option<i64> {
        self.gather(ground, cell);
        if count(&self.taken) < ground.least || !asked.trim(&mut self.taken, &self.left) {
            return None;
        }
        let price = ground.cells.prices[cell];
        let mut gain = 0;
        each(&self.taken, |row| gain += (ground.outside[row] - price) as i64);
        Some(gain).filter(|&gain| gain > 0)
    }

    /// Opens a class of the rows of a cell, if it and those that lose rows to it may be.
    fn take(&mut self, ground: &Ground<'_>, cell: usize, words: usize, asked: &mut Asked<'_>) -> bool {
        let mask = ground.cells.mask(cell, words);
        let price = ground.cells.prices[cell];
        self.gather(ground, cell);
        let mut touched = Vec::new();
        for (at, draft) in self.drafts.iter().enumerate() {
            if draft.price > price {
                let inside = mask.iter().zip(&draft.rows).map(|(a, b)| (a & b).count_ones()).sum();
                let mut number = Self::taken_of(draft, inside, ground.least);
                if number == 0 {
                    continue;
                }
                let mut rest = draft.rows.clone();
                for word in 0..words {
                    let mut bits = mask[word] & draft.rows[word];
                    while bits != 0 && number > 0 {
                        let bit = bits & bits.wrapping_neg();
                        self.taken[word] |= bit;
                        rest[word] &= !bit;
                        number -= 1;
                        bits &= bits - 1;
                    }
                }
                touched.push((at, rest));
            }
        }
        let is_empty = |rest: &[u64]| rest.iter().all(|&word| word == 0);
        if !asked.may_with_rest(&self.taken, &self.left)
            || !touched.iter().all(|(_, rest)| is_empty(rest) || asked.may(rest))
        {
            return false;
        }
        for (at, rest) in touched {
            let draft = &mut self.drafts[at];
            draft.rows = rest;
            draft.tighten(ground);
        }
        self.add(ground);
        self.drafts.retain(|draft| draft.number > 0);
        true
    }

    /// Makes a draft of the rows taken.
    fn add(&mut self, ground: &Ground<'_>) {
        for (left, taken) in self.left.iter_mut().zip(&self.taken) {
            *left &= !taken;
        }
        let mut draft = Draft { rows: self.taken.clone(), ..Draft::default() };
        draft.tighten(ground);
        self.work += 8 * (ground.lattice.words * ground.lattice.columns.len()) as i64;
        self.drafts.push(draft);
    }

    /// Widens drafts around the rows that are left and that no other class takes in. Says whether that can be done.
    pub(super) fn widen(&mut self, ground: &Ground<'_>, asked: &mut Asked<'_>) -> bool {
        let mut homeless = Vec::new();
        let rows: Vec<u64> = self.left.iter().zip(ground.homes).map(|(left, home)| left & !home).collect();
        each(&rows, |row| homeless.push(row));
        if homeless.is_empty() {
            return true;
        }
        if asked.is_more() {
            return self.settle(ground, homeless, asked);
        }
        if self.drafts.is_empty() {
            return false;
        }
        for row in homeless {
            let costs: Vec<i64> = self.drafts.iter().map(|draft| draft.more_with(row, ground)).collect();
            self.work += (8 * costs.len() * ground.lattice.words * ground.lattice.columns.len()) as i64;
            let at = (0..costs.len()).min_by_key(|&at| costs[at]).unwrap_or(0);
            let draft = &mut self.drafts[at];
            draft.rows[row / 64] |= 1 << (row % 64);
            self.left[row / 64] &= !(1 << (row % 64));
            draft.tighten(ground);
        }
        true
    }

    /// The same where more than rows is asked: rows go one by one where they may, and together with a draft if need be.
    fn settle(&mut self, ground: &Ground<'_>, homeless: Vec<usize>, asked: &mut Asked<'_>) -> bool {
        let columns = ground.lattice.columns.len();
        let mut rest = vec![0; ground.lattice.words];
        homeless.iter().for_each(|row| rest[row / 64] |= 1 << (row % 64));
        if homeless.len() >= ground.least as usize && asked.may(&rest) {
            self.taken.clone_from(&rest);
            self.add(ground);
            return true;
        }
        rest.fill(0);
        for row in homeless {
            let bit = 1 << (row % 64);
            self.left[row / 64] &= !bit;
            let costs = self.drafts.iter().zip(0..).map(|(draft, at)| (draft.more_with(row, ground), at));
            let mut costs: Vec<(i64, usize)> = costs.collect();
            self.work += (8 * costs.len() * ground.lattice.words * columns) as i64;
            costs.sort_unstable();
            let home = costs.iter().take(TRIED).map(|it| it.1).find(|&at| {
                self.drafts[at].rows[row / 64] |= bit;
                let may = asked.may(&self.drafts[at].rows);
                if !may {
                    self.drafts[at].rows[row / 64] &= !bit;
                }
                may
            });
            match home {
                Some(at) => self.drafts[at].tighten(ground),
                None => rest[row / 64] |= bit,
            }
        }
        let mut last = Draft { rows: rest, ..Draft::default() };
        last.tighten(ground);
        while last.number > 0 && (last.number < ground.least || !asked.may(&last.rows)) {
            let both = |draft: &Draft| -> Vec<u64> {
                draft.rows.iter().zip(&last.rows).map(|(one, other)| one | other).collect()
            };
            let more = |draft: &Draft| {
                let price = ground.lattice.closure(&both(draft), None, ground.prices);
                i64::from(draft.number + last.number) * price as i64
                    - i64::from(draft.number) * draft.price as i64
            };
            self.work += (8 * self.drafts.len() * ground.lattice.words * columns) as i64;
            let Some(at) = (0..self.drafts.len()).min_by_key(|&at| more(&self.drafts[at])) else {
                return false;
            };
            last.rows = both(&self.drafts[at]);
            self.drafts.remove(at);
            last.tighten(ground);
        }
        if last.number > 0 {
            self.drafts.push(last);
        }
        true
    }

    /// Closes drafts whose rows cost less elsewhere, and lets single rows go where they cost less.
    pub(super) fn polish(&mut self, ground: &Ground<'_>, asked: &mut Asked<'_>) {
        let mut moves: Vec<(u64, usize, usize)> = Vec::new();
        for at in (0..self.drafts.len()).rev() {
            moves.clear();
            let own = &self.drafts[at];
            let mut sum = Some(0_u64);
            each(&own.rows, |row| {
                let is_in = |mask: &[u64]| mask[row / 64] >> (row % 64) & 1 == 1;
                let mut best = (u64::MAX, usize::MAX);
                if is_in(ground.homes) {
                    best.0 = ground.outside[row];
                }
                for (other, draft) in self.drafts.iter().enumerate() {
                    if other != at && draft.price < best.0 && is_in(&draft.around) {
                        best = (draft.price, other);
                    }
                }
                sum = if best.0 == u64::MAX { None } else { sum.map(|sum| sum + best.0) };
                if best.0 < u64::MAX {
                    moves.push((best.0, best.1, row));
                }
            });
            self.work += i64::from(own.number) * self.drafts.len() as i64;
            let is_closed = sum.is_some_and(|sum| sum <= u64::from(own.number) * own.price);
            if !is_closed {
                let price = own.price;
                moves.retain(|it| it.0 < price);
                moves.sort_unstable();
                moves.truncate((own.number - ground.least) as usize);
            }
            if moves.is_empty() || !self.may_move(at, &moves, asked) {
                continue;
            }
            for &(_, to, row) in &moves {
                let bit = 1 << (row % 64);
                self.drafts[at].rows[row / 64] &= !bit;
                match to {
                    usize::MAX => self.left[row / 64] |= bit,
                    _ => {
                        self.drafts[to].rows[row / 64] |= bit;
                        self.drafts[to].number += 1;
                    }
                }
            }
            self.drafts[at].tighten(ground);
            self.work += 8 * (ground.lattice.words * ground.lattice.columns.len()) as i64;
            if self.drafts[at].number == 0 {
                self.drafts.remove(at);
            }
        }
    }

    /// Whether drafts would hold without the rows that leave one and with those that come.
    fn may_move(&self, from: usize, moves: &[(u64, usize, usize)], asked: &mut Asked<'_>) -> bool {
        let mut rest = self.drafts[from].rows.clone();
        moves.iter().for_each(|&(_, _, row)| rest[row / 64] &= !(1 << (row % 64)));
        if rest.iter().any(|&word| word != 0) && !asked.may(&rest) {
            return false;
        }
        (0..self.drafts.len()).all(|at| {
            let mut rows = None;
            for &(_, _, row) in moves.iter().filter(|it| it.1 == at) {
                rows.get_or_insert_with(|| self.drafts[at].rows.clone())[row / 64] |= 1 << (row % 64);
            }
            rows.is_none_or(|rows| asked.may(&rows))
        })
    }

    /// What all rows cost.
    pub(super) fn cost(&self, ground: &Ground<'_>) -> i64 {
        let drafts: i64 = self.drafts.iter().map(|it| i64::from(it.number) * it.price as i64).sum();
        let mut left = 0;
        each(&self.left, |row| left += ground.outside[row] as i64);
        drafts + left
    }
}

impl Draft {
    /// What one more row costs.
    fn more_with(&self, row: usize, ground: &Ground<'_>) -> i64 {
        if self.around[row / 64] >> (row % 64) & 1 == 1 {
            return self.price as i64;
        }
        let mut wider = self.rows.clone();
        wider[row / 64] |= 1 << (row % 64);
        let price = ground.lattice.closure(&wider, None, ground.prices);
        (i64::from(self.number) + 1) * price as i64 - i64::from(self.number) * self.price as i64
    }

    /// Works out what it costs by its rows.
    fn tighten(&mut self, ground: &Ground<'_>) {
        self.number = count(&self.rows);
        if self.number == 0 {
            return;
        }
        self.around.resize(self.rows.len(), 0);
        self.price = ground.lattice.closure(&self.rows, Some(&mut self.around), ground.prices);
        debug_assert!(is_within(&self.rows, &self.around), "a cell holds its rows");
    }
}
