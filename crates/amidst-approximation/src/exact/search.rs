//! The cheapest partition, with its proof: what rows are worth bounds it from below, and only classes that cost little more than
//! their rows are worth can be part of a better one. They are listed, and put together in every way that could be better.

use std::collections::HashMap;

use amidst_cells::{Member, Partition};
use amidst_core::Observer;

use super::{
    table::{Class, Costs, NOTHING, Table},
    values::Values,
};

/// So many classes may be listed.
const MOST_CLASSES: usize = 400_000;

/// So many choices may be made.
const MOST_STEPS: u64 = 12_000_000;

/// So many sets of rows that are left are remembered.
const MOST_REMEMBERED: usize = 1_000_000;

/// The best partition found, and what none costs less than: the same if it is proved.
pub(super) struct Cheapest {
    pub partition: Partition,
    pub cost: i64,
    pub bound: i64,
}

impl Cheapest {
    /// Whether nothing is cheaper, but by what is nothing.
    pub fn is_proved(&self) -> bool {
        self.cost - self.bound < NOTHING
    }
}

/// The cheapest partition with at most so many rows left out, from some that are known.
pub(super) fn cheapest(
    table: &Table<'_>,
    costs: &Costs,
    known: &[Partition],
    limit: u64,
    observer: &dyn Observer,
) -> Cheapest {
    let cost_of = |partition: &Partition| table.cost(partition, costs);
    let best = known.iter().min_by_key(|it| cost_of(it)).expect("one partition is known");
    let values = Values::new(table, costs, known, limit > 0, observer);
    // When it is stopped early rows may be worth less than nothing, which is what a partition costs at least.
    let mut cheapest = Cheapest { partition: best.clone(), cost: cost_of(best), bound: values.sum.max(0) };
    // All costs are whole multiples of this.
    let step = costs.of_cell.iter().fold(costs.left_out, |step, &cost| divisor(step, cost)).max(NOTHING);
    let budget = cheapest.cost - step - values.sum;
    if budget < 0 || observer.is_stopped() {
        let is_proved = budget < 0;
        cheapest.bound = if is_proved { cheapest.cost } else { cheapest.bound };
        return cheapest;
    }
    let Some(classes) = table.classes_within(costs, &values, budget, MOST_CLASSES) else { return cheapest };
    let mut search = Search::new(table, costs, &values, classes, (budget, step), observer);
    search.visit(limit, 0);
    if let Some((classes, left_out)) = search.found {
        cheapest.partition = Partition::new(classes).with_left_out(left_out);
        cheapest.cost = cost_of(&cheapest.partition);
    }
    if !search.is_over {
        cheapest.bound = cheapest.cost;
    }
    cheapest
}

fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

struct Search<'a> {
    classes: Vec<(i64, Class)>,
    /// For each point the classes it is in, those first that cost least above their worth.
    of_point: Vec<Vec<u32>>,
    /// Points by the number of their classes.
    order: Vec<u32>,
    /// What a row of each point costs above its worth if it is left out.
    out: Vec<i64>,
    /// The rows of each point that are in no class yet.
    left: Vec<u32>,
    chosen: Vec<u32>,
    left_out: Vec<u32>,
    /// A better partition costs at most so much above what all rows are worth.
    budget: i64,
    step: i64,
    /// For rows left, and rows that may still be left out, the least that was spent when they were left.
    seen: HashMap<(Vec<u32>, u64), i64>,
    steps: u64,
    is_over: bool,
    found: Option<(Vec<Vec<Member>>, Vec<Member>)>,
    observer: &'a dyn Observer,
}

impl<'a> Search<'a> {
    fn new(
        table: &Table<'_>,
        costs: &Costs,
        values: &Values,
        classes: Vec<(i64, Class)>,
        (budget, step): (i64, i64),
        observer: &'a dyn Observer,
    ) -> Self {
        let mut of_point: Vec<Vec<u32>> = vec![Vec::new(); table.points()];
        for (at, (_, class)) in (0..).zip(&classes) {
            class.members.iter().for_each(|member| of_point[member.point as usize].push(at));
        }
        let mut order: Vec<u32> = (0..table.points() as u32).collect();
        order.sort_by_key(|&point| (of_point[point as usize].len(), point));
        Self {
            classes,
            of_point,
            order,
            out: values.of_point.iter().map(|value| costs.left_out - value).collect(),
            left: table.counts.clone(),
            chosen: Vec::new(),
            left_out: Vec::new(),
            budget,
            step,
            seen: HashMap::new(),
            steps: 0,
            is_over: false,
            found: None,
            observer,
        }
    }

    /// Puts the rows that are left into classes in every way that could be better.
    fn visit(&mut self, limit: u64, spent: i64) {
        self.steps += 1;
        let is_asked = self.steps.is_multiple_of(4096);
        self.is_over |= self.steps > MOST_STEPS || (is_asked && self.observer.is_stopped());
        if self.is_over {
            return;
        }
        let Some(&point) = self.order.iter().find(|&&point| self.left[point as usize] > 0) else {
            self.keep(spent);
            return;
        };
        let state = (self.left.clone(), limit);
        if self.seen.get(&state).is_some_and(|&least| least <= spent) {
            return;
        }
        if self.seen.len() < MOST_REMEMBERED || self.seen.contains_key(&state) {
            self.seen.insert(state, spent);
        }
        let at = point as usize;
        for place in 0..self.of_point[at].len() {
            let class = self.of_point[at][place] as usize;
            let spent = spent + self.classes[class].0;
            if spent > self.budget || self.is_over {
                break;
            }
            if self.take(class) {
                self.chosen.push(class as u32);
                self.visit(limit, spent);
                self.chosen.pop();
                self.give_back(class);
            }
        }
        if limit > 0 && spent + self.out[at] <= self.budget {
            self.left[at] -= 1;
            self.left_out.push(point);
            self.visit(limit - 1, spent + self.out[at]);
            self.left_out.pop();
            self.left[at] += 1;
        }
    }

    /// Takes the rows of a class, if all of them are left.
    fn take(&mut self, class: usize) -> bool {
        let members = &self.classes[class].1.members;
        let fits = members.iter().all(|member| self.left[member.point as usize] >= member.rows);
        if fits {
            members.iter().for_each(|member| self.left[member.point as usize] -= member.rows);
        }
        fits
    }

    fn give_back(&mut self, class: usize) {
        let members = &self.classes[class].1.members;
        members.iter().for_each(|member| self.left[member.point as usize] += member.rows);
    }

    /// Keeps what is chosen; only what is cheaper still is looked for from here on.
    fn keep(&mut self, spent: i64) {
        self.budget = spent - self.step;
        let members = |&class: &u32| self.classes[class as usize].1.members.clone();
        let mut left_out: Vec<u32> = self.left_out.clone();
        left_out.sort_unstable();
        let left_out = left_out.chunk_by(|a, b| a == b);
        let left_out = left_out.map(|same| Member { point: same[0], rows: same.len() as u32 });
        self.found = Some((self.chosen.iter().map(members).collect(), left_out.collect()));
    }
}
