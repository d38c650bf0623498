//! Which classes are thrown together, and what their rows would cost elsewhere.

use super::{
    super::block::Block,
    draft::Plan,
    lattice::{Lattice, each},
};
use crate::{Cover, Judge, rng::SeededRng};

/// Pools have at most so many rows, or so many times k, whichever is more.
const ROWS: u64 = 512;
const TIMES: u64 = 8;

/// Where more than rows is asked of classes, pools may have so many times the rows of their first class.
const COMPANY: u64 = 4;

/// At most so many classes join the first; fewer where more than rows is asked: pools are done faster then, and rows that are
/// too many in one class find company in another all the same.
const MANY: u32 = 5;
const FEW: u32 = 2;

/// Larger classes are in no pool, and no pool has more rows.
const MOST: u64 = 4096;

/// Of more classes than these, only those near to one are looked at, and so many others.
const SCANNED: usize = 512;
const OTHERS: u32 = 24;

/// Some rows, and the classes around them.
#[derive(Default)]
pub(super) struct Pool {
    /// The classes thrown together.
    pub classes: Vec<u32>,
    /// Their rows, then those of other classes that can spare them.
    pub units: Vec<u32>,
    /// How many rows are those of the classes.
    pub own: usize,
    /// The classes of the others.
    pub donors: Vec<u32>,
    /// What all of them cost as they are.
    pub cost: i64,
    pub lattice: Lattice,
    /// What each row costs outside, and the class there that takes it in.
    pub prices: Vec<u64>,
    pub homes: Vec<u32>,
    /// The rows that have a home.
    pub has_home: Vec<u64>,
    /// All rows.
    pub all: Vec<u64>,
    /// Classes that are not in it but may take rows in, the cheapest first.
    outside: Vec<(u64, u32)>,
    scored: Vec<(u64, u32)>,
    /// Classes that were met, and for each class when that was last.
    met: Vec<u32>,
    met_at: Vec<u32>,
    time: u32,
    whole: Vec<Cover>,
    codes: Vec<u32>,
    open: Vec<u64>,
    taken: Vec<u64>,
}

impl Pool {
    /// Throws some classes together. Says how much work that was.
    pub(super) fn gather(&mut self, block: &Block<'_>, draw: &mut SeededRng) -> i64 {
        self.classes.clear();
        let Some(first) = costly_class(block, draw) else { return 0 };
        let mut work = self.choose(block, first, draw);
        if self.classes.len() < 2 {
            return work;
        }
        work += self.look_around(block, draw);
        let costs = self.classes.iter().map(|&class| block.classes[class as usize].cost());
        self.donors.clear();
        self.donors.extend(self.units[self.own..].iter().map(|&unit| block.class_of[unit as usize]));
        let donors = self.donors.iter();
        let price = |&class: &u32| block.classes[class as usize].price as i64;
        self.cost = costs.sum::<i64>() + donors.map(price).sum::<i64>();
        self.codes.clear();
        let points = block.ground.problem.points;
        for &unit in &self.units {
            self.codes.extend_from_slice(points.codes(block.units[unit as usize].point));
        }
        self.lattice.fill(&self.codes, (block.ground.spans, block.ground.prices), draw);
        work += (self.codes.len() * 4) as i64;
        work + self.price_outside(block, draw)
    }

    /// Puts a class and some near to it into the pool.
    fn choose(&mut self, block: &Block<'_>, first: u32, draw: &mut SeededRng) -> i64 {
        let (prices, columns) = (block.ground.prices, block.columns);
        self.meet_classes(block, first, draw);
        let mode = draw.below(3);
        let wanted = 1 + draw.below(if block.judge.is_some() { FEW } else { MANY }) as usize;
        let own = block.classes[first as usize].price;
        self.scored.clear();
        for &class in &self.met {
            if class == first || !is_poolable(block, class) {
                continue;
            }
            let [a, b] =
                [first, class].map(|class| &block.class_covers[class as usize * columns..][..columns]);
            let joined: u64 = (0..columns)
                .map(|column| u64::from(prices.of(column, prices.join(column, a[column], b[column]))))
                .sum();
            let other = block.classes[class as usize].price;
            let score = match mode {
                0 => joined,
                1 => joined.saturating_sub(own.max(other)),
                _ => joined.saturating_sub((own + other) / 2),
            };
            let score = score * u64::from(700 + draw.below(600)) / 1000 + u64::from(draw.below(20_000));
            self.scored.push((score, class));
        }
        let work = (self.scored.len() * columns) as i64;
        let wanted = wanted.min(self.scored.len());
        if wanted > 0 && wanted < self.scored.len() {
            self.scored.select_nth_unstable(wanted - 1);
        }
        self.scored[..wanted].sort_unstable();
        self.classes.push(first);
        let mut rows = block.classes[first as usize].rows;
        let large = if block.judge.is_some() { COMPANY * rows } else { 0 };
        let most = ROWS.max(TIMES * block.least).max(large).min(MOST);
        for &(_, class) in &self.scored[..wanted] {
            let own = block.classes[class as usize].rows;
            if rows + own <= most {
                rows += own;
                self.classes.push(class);
            }
        }
        self.units.clear();
        for &class in &self.classes {
            self.units.extend_from_slice(&block.classes[class as usize].units);
        }
        self.own = self.units.len();
        work
    }

    /// The classes that are near to one, or all.
    fn meet_classes(&mut self, block: &Block<'_>, first: u32, draw: &mut SeededRng) {
        self.forget(block);
        if block.classes.len() <= SCANNED {
            self.met.extend(0..block.classes.len() as u32);
            return;
        }
        for &unit in block.classes[first as usize].units.iter().take(16) {
            self.meet_around(block, unit);
        }
        for _ in 0..OTHERS {
            self.meet(draw.below(block.classes.len() as u32));
        }
    }

    fn forget(&mut self, block: &Block<'_>) {
        self.met.clear();
        self.time += 1;
        self.met_at.resize(block.classes.len(), 0);
    }

    fn meet(&mut self, class: u32) {
        let met_at = &mut self.met_at[class as usize];
        if *met_at != self.time {
            *met_at = self.time;
            self.met.push(class);
        }
    }

    fn meet_around(&mut self, block: &Block<'_>, unit: u32) {
        for class in block.near_classes(unit) {
            self.meet(class);
        }
    }

    /// Finds classes that could take rows of the pool in, and rows of them that they can spare.
    fn look_around(&mut self, block: &Block<'_>, draw: &mut SeededRng) -> i64 {
        let (prices, columns) = (block.ground.prices, block.columns);
        self.outside.clear();
        // Where more than rows is asked, classes that hold seldom do so with one row more or less.
        if block.judge.is_some() {
            return 0;
        }
        if block.classes.len() > SCANNED {
            self.forget(block);
            for at in 0..self.units.len().min(64) {
                self.meet_around(block, self.units[at]);
            }
        }
        self.whole.clear();
        for column in 0..columns {
            let covers =
                self.classes.iter().map(|&class| block.class_covers[class as usize * columns + column]);
            let joined = covers.reduce(|a, b| prices.join(column, a, b)).expect("a pool has classes");
            self.whole.push(block.ground.spans[column].of(joined));
        }
        for &class in &self.met {
            let own = &block.classes[class as usize];
            if own.rows > 0 && !self.classes.contains(&class) && meets(block, class, &self.whole) {
                self.outside.push((own.price, class));
            }
        }
        self.outside.sort_unstable();
        if draw.below(4) > 0 && !self.outside.is_empty() {
            self.take_donors(block, draw);
        }
        (self.met.len() * 4) as i64
    }

    fn take_donors(&mut self, block: &Block<'_>, draw: &mut SeededRng) {
        let number = self.outside.len() as u32;
        let most = self.own + block.least as usize;
        for _ in 0..8 {
            let (price, class) = self.outside[draw.below(number) as usize];
            let own = &block.classes[class as usize];
            let spare = own.rows.saturating_sub(block.least);
            if price == 0 || spare == 0 || !is_poolable(block, class) {
                continue;
            }
            if self.units[self.own..].iter().any(|&unit| block.class_of[unit as usize] == class) {
                continue;
            }
            let start = draw.below(own.units.len() as u32) as usize;
            let units = own.units[start..].iter().chain(&own.units[..start]).take(256);
            let mut left = spare.min((most - self.units.len()) as u64);
            for &unit in units {
                if left > 0 && is_in(block, unit, &self.whole) {
                    self.units.push(unit);
                    left -= 1;
                }
            }
        }
    }

    /// Finds out what each row costs in the cheapest class outside that takes it in.
    fn price_outside(&mut self, block: &Block<'_>, draw: &mut SeededRng) -> i64 {
        let (rows, words) = (self.units.len(), self.lattice.words);
        self.all.clear();
        self.all.resize(words, u64::MAX);
        if rows % 64 > 0 {
            self.all[words - 1] = u64::MAX >> (64 - rows % 64);
        }
        let most = self.lattice.closure(&self.all, None, block.ground.prices);
        // Rows without a home must go somewhere, at a price that is another each time.
        let high = most * u64::from(1024 + draw.below(614)) / 1024 + 1;
        self.prices.clear();
        self.prices.resize(rows, high);
        self.homes.clear();
        self.homes.resize(rows, u32::MAX);
        self.has_home.clear();
        self.has_home.resize(words, 0);
        self.open.clone_from(&self.all);
        let mut work = 0;
        for &(price, class) in &self.outside {
            self.taken.clone_from(&self.open);
            let covers = &block.class_covers[class as usize * block.columns..][..block.columns];
            self.lattice.covered(|column| block.ground.spans[column].of(covers[column]), &mut self.taken);
            work += (words * block.columns) as i64;
            each(&self.taken, |row| {
                self.prices[row] = price;
                self.homes[row] = class;
            });
            for ((open, home), taken) in self.open.iter_mut().zip(&mut self.has_home).zip(&self.taken) {
                *open &= !taken;
                *home |= taken;
            }
        }
        work
    }

    fn is_left(plan: &Plan, row: usize) -> bool {
        plan.left[row / 64] >> (row % 64) & 1 == 1
    }

    /// Whether a plan is anything but the classes as they are.
    pub(super) fn differs(&self, plan: &Plan, block: &Block<'_>) -> bool {
        let class_of = |row: usize| block.class_of[self.units[row] as usize];
        let goes =
            |row: usize| if row < self.own { Self::is_left(plan, row) } else { !Self::is_left(plan, row) };
        if plan.drafts.len() != self.classes.len() || (0..self.units.len()).any(goes) {
            return true;
        }
        let is_mixed = |rows: &[u64]| {
            let mut class = None;
            let mut is_mixed = false;
            each(rows, |row| {
                is_mixed |= class.is_some_and(|class| class != class_of(row));
                class = Some(class_of(row));
            });
            is_mixed
        };
        plan.drafts.iter().any(|draft| is_mixed(&draft.rows))
    }

    /// Whether all classes that a plan touches would hold.
    pub(super) fn holds(&self, plan: &Plan, block: &Block<'_>, judge: Option<&mut Judge<'_>>) -> bool {
        let Some(judge) = judge else { return true };
        let member = |unit: u32| (block.units[unit as usize].point, block.units[unit as usize].rows);
        for draft in &plan.drafts {
            let mut members = Vec::new();
            each(&draft.rows, |row| members.push(member(self.units[row])));
            if !judge.holds(members.iter().copied()) {
                return false;
            }
        }
        // Classes outside: who comes, and who goes.
        let mut changes: Vec<(u32, u32, bool)> = Vec::new();
        for (row, &unit) in self.units.iter().enumerate() {
            let home = Self::is_left(plan, row).then_some(self.homes[row]);
            let from = (row >= self.own).then_some(block.class_of[unit as usize]);
            if home != from {
                changes.extend(home.map(|class| (class, unit, true)));
                changes.extend(from.map(|class| (class, unit, false)));
            }
        }
        changes.sort_unstable();
        changes.chunk_by(|a, b| a.0 == b.0).all(|changes| {
            let class = &block.classes[changes[0].0 as usize];
            let goes = |unit: u32| changes.iter().any(|change| change.1 == unit && !change.2);
            let stay = class.units.iter().copied().filter(|&unit| !goes(unit));
            let come = changes.iter().filter(|change| change.2).map(|change| change.1);
            let members: Vec<(u32, u32)> = stay.chain(come).map(member).collect();
            judge.holds(members.iter().copied())
        })
    }
}

/// Any class that can be in a pool, rather one that costs much.
fn costly_class(block: &Block<'_>, draw: &mut SeededRng) -> Option<u32> {
    let price = |class: u32| block.classes[class as usize].price;
    let mut best: Option<u32> = None;
    for _ in 0..3 {
        let class = block.class_of[draw.below(block.units.len() as u32) as usize];
        if is_poolable(block, class) && best.is_none_or(|best| price(class) > price(best)) {
            best = Some(class);
        }
    }
    best.filter(|&class| price(class) > 0)
}

/// Whether all rows of a class may go their own ways.
fn is_poolable(block: &Block<'_>, class: u32) -> bool {
    let class = &block.classes[class as usize];
    class.rows == class.units.len() as u64 && class.rows > 0 && class.rows <= MOST
}

/// Whether a class could have rows in a cell.
fn meets(block: &Block<'_>, class: u32, cell: &[Cover]) -> bool {
    let covers = &block.class_covers[class as usize * block.columns..][..block.columns];
    covers.iter().zip(cell).enumerate().all(|(column, (cover, cell))| match block.is_mask[column] {
        true => cover.bits() & cell.bits() != 0,
        false => cover.low() <= cell.high() && cell.low() <= cover.high(),
    })
}

/// Whether a row is in a cell.
fn is_in(block: &Block<'_>, unit: u32, cell: &[Cover]) -> bool {
    cell.iter().enumerate().all(|(column, cell)| {
        let own = block.unit_cover(unit, column);
        match block.is_mask[column] {
            true => own.bits() & cell.bits() != 0,
            false => cell.low() <= own.low() && own.low() <= cell.high(),
        }
    })
}
