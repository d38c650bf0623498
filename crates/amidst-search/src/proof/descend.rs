//! The proof for objectives that have a floor at every node.
//!
//! Nodes whose floor is below the best score are visited from coarse to fine, so that everything above a node is decided
//! before it. A node is left out if it lies below one that suppresses too many rows, or if the rows that some coarser
//! node suppresses, which it suppresses too, already cost too much.

use amidst_core::{Levels, NodeFacts, Score, lattice::height};

use super::Bound;
use crate::{
    grid::{Grid, NodeSet, Places},
    incumbent::bits_told,
    run::{Judged, Run},
};

struct Descent<'r, 'a> {
    run: &'r mut Run<'a>,
    grid: Grid,
    /// Columns, outermost first.
    order: Vec<usize>,
    infeasible: NodeSet,
    chargers: Chargers,
    /// For each column and level the bits that its labels tell.
    bits: Vec<Vec<f64>>,
    /// For each column the highest level of a node that may be the best.
    highest: Levels,
    /// The most bits of a node judged that does not rule out what is below it.
    most_told: f64,
    /// The node at hand; columns further in than the current one are at the bottom.
    levels: Vec<u8>,
    visited: usize,
    /// The least that nodes left open may score, once the search was stopped.
    open_bound: Option<Score>,
    /// What no feasible node scores below, looked for whenever the proof has taken ten times as long as before.
    bound: Bound<'r>,
    known_bound: Score,
    next_work: u64,
    /// Nodes visited since.
    surveyed: usize,
}

/// Nodes visited between two looks at the control.
const PATIENCE: usize = 1 << 10;
/// Nodes visited for a bound after stopping; beyond that the floor of the bottom has to do.
const MOST_SURVEYED: usize = 1 << 18;

/// Tuples looked at before a bound is looked for by itself: a proof that is done sooner needs none.
const LONG: u64 = 20_000_000;
/// How much longer a proof has taken when the next one is looked for.
const LONGER: u64 = 10;

/// Decides every node; if stopped, gives the least that those left open may score.
pub(super) fn prove(run: &mut Run<'_>, bound: Bound<'_>) -> Option<Score> {
    let order = run.kernel.ranking().to_vec();
    let grid = Grid::new(&run.lattice, &order);
    let mut descent = Descent {
        infeasible: NodeSet::new(&grid),
        chargers: Chargers::new(&grid),
        bits: run.problem.tuples().attributes().iter().map(|it| bits_told(it, 0)).collect(),
        highest: grid.top.clone(),
        most_told: 0.0,
        levels: grid.bottom.clone(),
        order,
        grid,
        run,
        visited: 0,
        open_bound: None,
        bound,
        known_bound: Score::new(0.0),
        next_work: LONG,
        surveyed: 0,
    };
    for (levels, judged) in descent.run.known_nodes() {
        descent.note(&levels, &judged);
    }
    descent.highest = descent.highest();
    descent.below(0, 0);
    descent.open_bound.map(|open| open.max(descent.known_bound))
}

impl Descent<'_, '_> {
    /// Visits the nodes that agree with the one at hand in the outer columns, the coarsest first.
    fn below(&mut self, depth: usize, number: usize) {
        let Some(&column) = self.order.get(depth) else {
            self.visit(number);
            return;
        };
        let (low, high, stride) =
            (self.grid.bottom[column], self.grid.top[column], self.grid.strides[column]);
        let mut level = low;
        while level < high {
            self.levels[column] = level + 1;
            // Floors never fall upwards, so a level too high rules out those above it.
            if !self.is_open() {
                break;
            }
            level += 1;
        }
        for level in (low..=level).rev() {
            if self.surveyed > MOST_SURVEYED {
                self.open_bound = Some(self.run.metric().floor(&self.grid.bottom));
                break;
            }
            self.levels[column] = level;
            let number = number + usize::from(level - low) * stride;
            // The coarsest node from here on; if it is infeasible, so are all the others, and those of lower levels.
            if self.infeasible.contains(number + stride - 1) {
                break;
            }
            self.below(depth + 1, number);
        }
        self.levels[column] = low;
    }

    fn is_open(&self) -> bool {
        let floor = self.run.metric().floor(&self.levels);
        self.run.may_beat(&floor, height(&self.levels), &self.levels)
    }

    fn visit(&mut self, number: usize) {
        self.visited += 1;
        if self.visited.is_multiple_of(PATIENCE) && self.run.is_stopped() {
            self.surveyed += PATIENCE;
        }
        self.run.decided = (self.grid.nodes - number) as u64;
        if self.infeasible.contains(number) || !self.is_open() || self.is_charged(number) {
            return;
        }
        let levels = self.levels.clone();
        if self.run.knows(&levels) {
            return;
        }
        if self.run.is_stopped() {
            self.leave_open();
            return;
        }
        if self.is_charged_from_afar(number) {
            return;
        }
        if let Some(coarser) = self.coarser() {
            let judged = self.run.judge_once(&coarser);
            self.note(&coarser, &judged);
            if self.infeasible.contains(number) || self.is_charged_from_afar(number) {
                return;
            }
        }
        let judged = self.run.judge_once(&levels);
        self.note(&levels, &judged);
        self.look_for_bound();
    }

    /// A node above the one at hand that is likely to rule it out together with others: one that tells more of the rows than every
    /// node judged that did not rule out what is below it. Columns that tell least are raised first, as far as any node is open; the
    /// outermost is not, as all with a higher level are decided.
    fn coarser(&self) -> Option<Levels> {
        let mut levels = self.levels.clone();
        let mut told = self.told(&levels);
        loop {
            let lost = |&column: &usize| {
                let level = usize::from(levels[column]);
                let can_rise = levels[column] < self.highest[column];
                can_rise.then(|| (self.bits[column][level] - self.bits[column][level + 1], column))
            };
            let steps = self.order.iter().skip(1).filter_map(lost);
            let least = steps.min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((lost, column)) = least.filter(|(lost, _)| told - lost > self.most_told) else { break };
            told -= lost;
            levels[column] += 1;
        }
        (levels != self.levels).then_some(levels)
    }

    /// The bits that the labels of a node tell of the rows, each column by itself.
    fn told(&self, levels: &[u8]) -> f64 {
        levels.iter().zip(&self.bits).map(|(&level, bits)| bits[usize::from(level)]).sum()
    }

    /// For each column the highest level of a node that may be the best.
    fn highest(&mut self) -> Levels {
        let mut highest = self.grid.bottom.clone();
        for (column, highest) in highest.iter_mut().enumerate() {
            while *highest < self.grid.top[column] {
                self.levels[column] += 1;
                if !self.is_open() {
                    break;
                }
                *highest += 1;
            }
            self.levels[column] = self.grid.bottom[column];
        }
        highest
    }

    /// A proof that takes long may be stopped: what the best may be at least should be known by then.
    fn look_for_bound(&mut self) {
        let problem = self.run.problem;
        let work = self.run.statistics().judged * problem.tuples().len() as u64;
        if work >= self.next_work {
            self.next_work = work * LONGER;
            let bound = (self.bound)(&problem.within(self.run.lattice.clone()), work);
            self.run.note_bound(&bound);
            self.known_bound = self.known_bound.clone().max(bound);
        }
    }

    /// Whether the rows some coarser node suppresses cost too much already.
    fn is_charged(&mut self, number: usize) -> bool {
        let height = height(&self.levels);
        let mut last = None;
        for column in (0..self.levels.len()).filter(|&column| self.levels[column] < self.grid.top[column]) {
            let Some(charger) = self.chargers.of(number + self.grid.strides[column]) else { continue };
            if last == Some(charger) {
                continue;
            }
            last = Some(charger);
            let bound = self.run.metric().bound_below(&self.levels, self.chargers.facts(charger));
            if !self.run.may_beat(&bound, height, &self.levels) {
                self.chargers.set(number, charger);
                return true;
            }
        }
        false
    }

    /// The same of all nodes judged lately, however much coarser they are: that takes longer, and judging still longer.
    fn is_charged_from_afar(&mut self, number: usize) -> bool {
        let height = height(&self.levels);
        let place = self.chargers.places.of(&self.levels);
        let judged = self.chargers.judged.len();
        for charger in (judged.saturating_sub(MOST_ASKED)..judged).rev() {
            if !self.chargers.places.is_at_or_below(place, self.chargers.place[charger]) {
                continue;
            }
            let bound = self.run.metric().bound_below(&self.levels, self.chargers.facts(charger as u32));
            if !self.run.may_beat(&bound, height, &self.levels) {
                self.chargers.set(number, charger as u32);
                return true;
            }
        }
        false
    }

    fn note(&mut self, levels: &[u8], judged: &Judged) {
        let number = self.grid.number(levels);
        if !judged.rules_out_below {
            self.most_told = self.most_told.max(self.told(levels));
            self.chargers.add(number, judged.below());
        } else if !self.infeasible.contains(number) {
            self.infeasible.insert_below(&self.grid, &mut levels.to_vec(), number);
        }
    }

    /// Notes what the node at hand may score at least.
    fn leave_open(&mut self) {
        let floor = self.run.metric().floor(&self.levels);
        self.open_bound = Some(match self.open_bound.take() {
            Some(least) => least.min(floor),
            None => floor,
        });
    }
}

/// Judged nodes, and for each node the one whose suppression tells most about it.
struct Chargers {
    judged: Vec<NodeFacts>,
    /// For each of them its place.
    place: Vec<u64>,
    places: Places,
    /// For each node its tag, which is all but the low bits of its number, and one more than a place in `judged`. Large
    /// lattices share slots: what is overwritten is merely not used.
    slots: Vec<(u32, u32)>,
    bits: u32,
}

/// Slots, and judged nodes remembered.
const MOST_SLOTS: usize = 1 << 22;
const MOST_JUDGED: usize = 1 << 17;
/// Of these, so many of the last are asked before a node is judged.
const MOST_ASKED: usize = 1 << 10;

impl Chargers {
    fn new(grid: &Grid) -> Self {
        let slots = grid.nodes.next_power_of_two().min(MOST_SLOTS);
        let slots = vec![(0, 0); slots];
        let bits = slots.len().trailing_zeros();
        Self { judged: Vec::new(), place: Vec::new(), places: Places::new(grid), slots, bits }
    }

    fn of(&self, number: usize) -> Option<u32> {
        let (tag, charger) = self.slots[number & (self.slots.len() - 1)];
        (tag == (number >> self.bits) as u32 && charger > 0).then(|| charger - 1)
    }

    fn facts(&self, charger: u32) -> &NodeFacts {
        &self.judged[charger as usize]
    }

    fn set(&mut self, number: usize, charger: u32) {
        let slot = number & (self.slots.len() - 1);
        self.slots[slot] = ((number >> self.bits) as u32, charger + 1);
    }

    fn add(&mut self, number: usize, facts: &NodeFacts) {
        if facts.suppressed > 0 && self.judged.len() < MOST_JUDGED {
            self.judged.push(facts.clone());
            self.place.push(self.places.of(&facts.levels));
            self.set(number, self.judged.len() as u32 - 1);
        }
    }
}
