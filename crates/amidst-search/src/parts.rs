//! A lower bound on every feasible node, put together from sets of columns.
//!
//! Raise all columns but some to the top: a feasible node stays feasible, suppresses no other rows, and those some columns
//! cost no more than before. So the best that some columns can do while the others are at the top is the least they cost
//! at any feasible node. For sets of columns that have none in common these costs add up, as the objective adds columns.
//! Each set has a small lattice, whose best node is found and proved.

use amidst_core::{Control, Lattice, Metric, Outcome, Score};

use crate::{Problem, proof};

/// Nodes in the lattice of each set.
const MOST_NODES: u128 = 1 << 12;

/// No feasible node scores below this.
pub(crate) fn bound(problem: &Problem<'_>, control: &dyn Control) -> Score {
    let floor = problem.metric().floor(problem.lattice().bottom());
    if !problem.is_monotone() {
        return floor;
    }
    let mut scores = Vec::new();
    for columns in sets(problem) {
        let Some(part) = problem.metric().part(&columns) else { return floor };
        match part_bound(problem, part, &columns, control) {
            Some(score) => scores.push(score),
            None => return floor,
        }
    }
    problem.metric().join(&scores).max(floor)
}

fn part_bound(
    problem: &Problem<'_>,
    part: Box<dyn Metric>,
    columns: &[usize],
    control: &dyn Control,
) -> Option<Score> {
    let mut bottom = problem.lattice().top().to_vec();
    columns.iter().for_each(|&column| bottom[column] = problem.lattice().bottom()[column]);
    let lattice = Lattice::new(bottom, problem.lattice().top().to_vec());
    match proof::best(&problem.within(lattice).under(part), &Quiet(control)) {
        Outcome::Found(solution) | Outcome::Stopped(Some(solution)) => Some(solution.bound),
        Outcome::Stopped(None) | Outcome::Infeasible(_) => None,
    }
}

/// Sets of columns, the most telling together: these stand most in each other's way.
fn sets(problem: &Problem<'_>) -> Vec<Vec<usize>> {
    let mut sets: Vec<(u128, Vec<usize>)> = Vec::new();
    for column in problem.tuples().ranking() {
        let levels = u128::from(problem.lattice().top()[column] - problem.lattice().bottom()[column]) + 1;
        match sets.last_mut() {
            Some((nodes, set)) if *nodes * levels <= MOST_NODES => {
                *nodes *= levels;
                set.push(column);
            }
            _ => sets.push((levels, vec![column])),
        }
    }
    sets.into_iter().map(|(_, set)| set).collect()
}

/// Stops when told, but keeps silent: the nodes of a part are not those of the problem.
struct Quiet<'a>(&'a dyn Control);

impl Control for Quiet<'_> {
    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}
