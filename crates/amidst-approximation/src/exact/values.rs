//! What rows are worth: whole numbers such that no class costs less than its rows are worth.

use amidst_cells::{Member, Partition};
use amidst_core::Observer;

use super::{
    program::Program,
    table::{Class, Costs, ONE, Table},
};

/// Values of points, and the worth of all rows.
pub(super) struct Values {
    pub of_point: Vec<i64>,
    pub sum: i64,
}

/// So many classes are added at a time for each point.
const ADDED: usize = 2;

impl Values {
    /// The values that are worth most, as nearly as they are found; a row that may be left out is worth no more than that costs.
    pub fn new(
        table: &Table<'_>,
        costs: &Costs,
        known: &[Partition],
        may_leave_out: bool,
        observer: &dyn Observer,
    ) -> Self {
        let price = if may_leave_out { 1 } else { 4 * i64::from(table.k()) } * costs.left_out.max(1);
        let mut program = Program::new(&table.counts, price as f64 / ONE as f64);
        for class in known.iter().flat_map(Partition::classes) {
            program.push(&table.class(class.to_vec(), costs));
        }
        let mut values;
        loop {
            values = whole(&program.solve());
            let mut worst: Vec<(i64, usize)> = Vec::new();
            let order = order(&values);
            for at in 0..table.cells.len() {
                let (lacking, _) = table.cheapest(at, costs, &values, &order);
                if lacking < -ONE >> 28 {
                    worst.push((lacking, at));
                }
            }
            if worst.is_empty() || program.is_over() || observer.is_stopped() {
                break;
            }
            worst.sort_unstable();
            for &(_, at) in worst.iter().take(ADDED * table.points()) {
                let (_, members) = table.cheapest(at, costs, &values, &order);
                program.push(&table.class(members, costs));
            }
        }
        Self::repaired(table, costs, values, may_leave_out)
    }

    /// Lowers all values by as much as any class lacks for each of its rows.
    fn repaired(table: &Table<'_>, costs: &Costs, mut values: Vec<i64>, may_leave_out: bool) -> Self {
        if may_leave_out {
            values.iter_mut().for_each(|value| *value = (*value).min(costs.left_out));
        }
        let order = order(&values);
        let lacking = (0..table.cells.len()).map(|at| -table.cheapest(at, costs, &values, &order).0).max();
        let lowered =
            lacking.map_or(0, |lacking| (lacking.max(0) as u64).div_ceil(u64::from(table.k())) as i64);
        values.iter_mut().for_each(|value| *value -= lowered);
        let sum = values.iter().zip(&table.counts).map(|(value, &rows)| value * i64::from(rows)).sum();
        Self { of_point: values, sum }
    }
}

fn whole(values: &[f64]) -> Vec<i64> {
    values.iter().map(|value| (value * ONE as f64).floor() as i64).collect()
}

/// For each point its place among all, those of the highest value first.
fn order(values: &[i64]) -> Vec<u32> {
    let mut points: Vec<u32> = (0..values.len() as u32).collect();
    points.sort_by_key(|&point| (std::cmp::Reverse(values[point as usize]), point));
    let mut places = vec![0; values.len()];
    (0..).zip(points).for_each(|(place, point)| places[point as usize] = place);
    places
}

impl Table<'_> {
    /// The class of a cell that costs least above what its rows are worth, if each costs what the cell does: the k rows of the
    /// highest value, and further ones that are worth more than they cost, up to 2k − 1.
    fn cheapest(&self, cell: usize, costs: &Costs, values: &[i64], order: &[u32]) -> (i64, Vec<Member>) {
        let (k, cost) = (self.k(), costs.of_cell[cell]);
        let mut points = self.cells[cell].clone();
        points.sort_unstable_by_key(|&point| order[point as usize]);
        let (mut rows, mut above, mut members) = (0, 0, Vec::new());
        for point in points {
            let own = cost - values[point as usize];
            let most = if own < 0 { 2 * k - 1 } else { k };
            let taken = self.counts[point as usize].min(most.saturating_sub(rows));
            if taken == 0 {
                break;
            }
            rows += taken;
            above += i64::from(taken) * own;
            members.push(Member { point, rows: taken });
        }
        members.sort_unstable();
        (above, members)
    }

    /// Every class that costs at most so much above what its rows are worth, by that; nothing if they are too many.
    pub fn classes_within(
        &self,
        costs: &Costs,
        values: &Values,
        budget: i64,
        most: usize,
    ) -> Option<Vec<(i64, Class)>> {
        let mut found = Vec::new();
        let mut steps = 0;
        for (at, points) in self.cells.iter().enumerate() {
            let cost = costs.of_cell[at];
            let mut own: Vec<(i64, u32)> =
                points.iter().map(|&point| (cost - values.of_point[point as usize], point)).collect();
            own.sort_unstable();
            let mut choice = Choice {
                table: self,
                own: &own,
                budget,
                most,
                at,
                members: Vec::new(),
                found: &mut found,
                cost,
                steps: &mut steps,
            };
            if !choice.go_on(0, 0, 0) {
                return None;
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.members.cmp(&b.1.members)));
        Some(found)
    }
}

/// Choosing rows of one cell.
struct Choice<'a> {
    table: &'a Table<'a>,
    /// The points of the cell by what each row of them costs above its value.
    own: &'a [(i64, u32)],
    budget: i64,
    /// So many classes may be found, with a hundred times as many steps.
    most: usize,
    at: usize,
    members: Vec<Member>,
    found: &'a mut Vec<(i64, Class)>,
    cost: i64,
    steps: &'a mut usize,
}

impl Choice<'_> {
    /// Chooses among the points from one on, with so many rows at so much so far. Whether there may be more classes.
    fn go_on(&mut self, next: usize, rows: u32, above: i64) -> bool {
        *self.steps += 1;
        if *self.steps > 100 * self.most {
            return false;
        }
        let k = self.table.k();
        if rows >= k && above <= self.budget && self.table.cell_of(&self.members) == self.at {
            if self.found.len() == self.most {
                return false;
            }
            let mut members = self.members.clone();
            members.sort_unstable();
            self.found.push((above, Class { members, cost: i64::from(rows) * self.cost }));
        }
        for at in next..self.own.len() {
            if above + self.least_from(at, rows) > self.budget {
                // Those that follow cost no less.
                return true;
            }
            let (own, point) = self.own[at];
            let count = self.table.counts[point as usize];
            for taken in 1..=count.min(2 * k - 1 - rows) {
                self.members.push(Member { point, rows: taken });
                let is_open = self.go_on(at + 1, rows + taken, above + i64::from(taken) * own);
                self.members.pop();
                if !is_open {
                    return false;
                }
            }
        }
        true
    }

    /// What is added at least by rows from a point on: one of them, those that are missing, and those that are worth more than
    /// they cost.
    fn least_from(&self, from: usize, rows: u32) -> i64 {
        let k = self.table.k();
        let (mut rows, mut sum, mut is_first) = (rows, 0, true);
        for &(own, point) in &self.own[from..] {
            let most = if own < 0 {
                2 * k - 1
            } else if is_first {
                k.max(rows + 1)
            } else {
                k
            };
            is_first = false;
            let taken = self.table.counts[point as usize].min(most.saturating_sub(rows));
            if taken == 0 {
                break;
            }
            rows += taken;
            sum += i64::from(taken) * own;
        }
        if rows < k { i64::MAX / 4 } else { sum }
    }
}
