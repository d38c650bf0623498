//! Simulated annealing: a walk that takes steps for the worse, ever more rarely (after Winkler, 2002).
//!
//! The walk moves one column by one level at a time. Its energy is the score, with a penalty for rows suppressed beyond
//! the limit, so that it may pass through nodes that are not feasible. A step down in energy is always taken, a step up
//! with a chance that falls as the temperature does. The temperature begins at the mean size of a step and falls by the
//! same share with each step. The first walk starts at the top, others at nodes of chance; the best feasible node on any
//! of them is the answer.
//!
//! There are at most [`WALKS`] walks of [`STEPS`] steps, which judge at most [`heuristic::MOST_JUDGED`] nodes.

use amidst_core::{Guarantee, Lattice, Levels, Observer, Outcome, Result, Solver, SolverInfo};

use crate::{
    Algorithm, Problem,
    heuristic::{self, Energy},
    rng::SeededRng,
    run::Run,
};

/// Steps of chance from the top that tell how large a step is.
const WARM_UP: usize = 50;
/// Walks, each with a temperature of its own.
const WALKS: usize = 20;
/// Steps of a walk.
const STEPS: usize = 500;
/// What is left of the temperature after a step: a hundredth after 500.
const COOLING: f64 = 0.9908;

/// Walks from node to node at a falling temperature.
#[derive(Clone, Copy, Debug)]
pub struct Annealing;

impl Annealing {
    /// Its id.
    pub const NAME: &str = "annealing";
}

impl Solver<Problem<'_>> for Annealing {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "a walk that takes ever fewer steps for the worse",
            Guarantee::Heuristic,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        Ok(heuristic::by_chance(problem, observer, anneal))
    }
}

impl Algorithm for Annealing {}

fn anneal(run: &mut Run<'_>, energy: &Energy, draw: &mut SeededRng) {
    let lattice = run.problem.lattice();
    let mut start = lattice.top().to_vec();
    let hot = mean_step(run, energy, &start, draw);
    for _ in 0..WALKS {
        let mut walk = Walk { energy: energy.of(run, &start), levels: start, temperature: hot };
        for _ in 0..STEPS {
            if heuristic::is_enough(run) {
                return;
            }
            let levels = neighbour(lattice, &walk.levels, draw);
            walk.offer(energy.of(run, &levels), levels, draw);
        }
        start = draw.node(lattice);
    }
}

/// How far energies lie apart from step to step when every step is taken.
fn mean_step(run: &mut Run<'_>, energy: &Energy, start: &[u8], draw: &mut SeededRng) -> f64 {
    let lattice = run.problem.lattice();
    let mut levels = start.to_vec();
    let mut last = energy.of(run, &levels);
    let mut sum = 0.0;
    for _ in 0..WARM_UP {
        if heuristic::is_enough(run) {
            break;
        }
        levels = neighbour(lattice, &levels, draw);
        let next = energy.of(run, &levels);
        sum += (next - last).abs();
        last = next;
    }
    sum / WARM_UP as f64
}

/// A node of chance one step away. There is one unless the lattice is a single node.
fn neighbour(lattice: &Lattice, levels: &[u8], draw: &mut SeededRng) -> Levels {
    let can_move = |&column: &usize| lattice.bottom()[column] < lattice.top()[column];
    let columns: Vec<usize> = (0..levels.len()).filter(can_move).collect();
    let column = columns[draw.below(columns.len())];
    let can_rise = levels[column] < lattice.top()[column];
    let can_fall = levels[column] > lattice.bottom()[column];
    let mut neighbour = levels.to_vec();
    if can_rise && (!can_fall || draw.coin()) {
        neighbour[column] += 1;
    } else {
        neighbour[column] -= 1;
    }
    neighbour
}

struct Walk {
    levels: Levels,
    energy: f64,
    temperature: f64,
}

impl Walk {
    /// Takes a step or stays, and cools down.
    fn offer(&mut self, energy: f64, levels: Levels, draw: &mut SeededRng) {
        let rise = energy - self.energy;
        if rise <= 0.0 || draw.share() < chance(rise / self.temperature) {
            (self.energy, self.levels) = (energy, levels);
        }
        self.temperature *= COOLING;
    }
}

/// e to the power of minus a number, by its limit: the exponential functions of libraries differ in their last digits.
fn chance(steps_up: f64) -> f64 {
    (0..10).fold(1.0 + steps_up / 1024.0, |power, _| power * power).recip()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn chances_fall_with_the_exponent() {
        for exponent in [0.0, 0.01, 0.5, 1.0, 3.0, 7.0] {
            assert!((chance(exponent) - f64::exp(-exponent)).abs() < 1e-3, "{exponent}");
        }
        assert_eq!(chance(f64::INFINITY), 0.0);
    }

    #[test]
    fn neighbours_are_all_nodes_one_step_away() {
        let lattice = Lattice::new(vec![0, 1, 2], vec![2, 3, 2]);
        let mut draw = SeededRng::new(1);
        let mut around = |levels: &[u8]| -> BTreeSet<Levels> {
            (0..100).map(|_| neighbour(&lattice, levels, &mut draw)).collect()
        };
        let nodes = |nodes: &[[u8; 3]]| nodes.iter().map(|node| node.to_vec()).collect::<BTreeSet<_>>();
        assert_eq!(around(&[1, 2, 2]), nodes(&[[0, 2, 2], [2, 2, 2], [1, 1, 2], [1, 3, 2]]));
        assert_eq!(around(&[0, 3, 2]), nodes(&[[1, 3, 2], [0, 2, 2]]));
    }

    #[test]
    fn steps_up_are_taken_when_hot_and_refused_when_cold() {
        let taken = |temperature: f64, energy: f64| {
            let mut draw = SeededRng::new(2);
            let take = |_: &u32| {
                let mut walk = Walk { levels: vec![0], energy: 1.0, temperature };
                walk.offer(energy, vec![1], &mut draw);
                walk.levels == [1]
            };
            (0..1000).filter(take).count()
        };
        assert_eq!((taken(1e-3, 1.0), taken(1e-3, 0.5)), (1000, 1000));
        assert_eq!((taken(1e-3, 2.0), taken(0.0, 2.0)), (0, 0));
        let at_one = taken(1.0, 2.0);
        assert!((318..418).contains(&at_one), "{at_one} of 1000 rather than 368");
    }

    #[test]
    fn a_walk_ends_a_hundred_times_colder() {
        let mut walk = Walk { levels: vec![0], energy: 1.0, temperature: 1.0 };
        let mut draw = SeededRng::new(3);
        (0..STEPS).for_each(|_| walk.offer(1.0, vec![0], &mut draw));
        assert!((0.009..0.011).contains(&walk.temperature), "{}", walk.temperature);
    }
}
