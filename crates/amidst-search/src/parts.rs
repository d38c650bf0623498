//! A lower bound on every feasible node, put together from sets of columns.
//!
//! Raise all columns but some to the top: a feasible node stays feasible, suppresses no other rows, and those some columns
//! cost no more than before. So the best that some columns can do while the others are at the top is the least they cost
//! at any feasible node. For sets of columns that have none in common these costs add up, as the objective adds columns.
//! Each set has a small lattice, whose best node is found and proved.

use amidst_core::{Lattice, Metric, Observer, Outcome, Score, Signal};

use crate::{Problem, proof};

/// Nodes in the lattice of each set, as powers of two, round by round: larger sets tell more and take longer.
const ROUNDS: [u32; 4] = [8, 12, 16, 20];
/// How much longer a round takes than the one before, about.
const SLOWER: u64 = 10;
/// Tuples looked at in all rounds: a few seconds.
const MOST_WORK: u64 = 4_000_000_000;
/// A node of a set's lattice takes as long to rule out as it takes to look at so many tuples.
const NODE_WORK: u64 = 500;

/// No feasible node scores below this.
pub(crate) fn bound(problem: &Problem<'_>, observer: &dyn Observer) -> Score {
    problem.known_bound(observer, || bound_within(problem, observer, (MOST_WORK, 1)))
}

/// What several sets of columns tell at most, with so many tuples to look at; the first round takes what it takes. All columns
/// together would be the search for the best node itself, which this is for.
pub(crate) fn bound_of_several(problem: &Problem<'_>, observer: &dyn Observer, most_work: u64) -> Score {
    bound_within(problem, observer, (most_work, 2))
}

/// The same for so many tuples to look at, and at least so many sets.
fn bound_within(
    problem: &Problem<'_>,
    observer: &dyn Observer,
    (most_work, least_sets): (u64, usize),
) -> Score {
    let mut bound = floor(problem);
    let mut last = 0;
    let relaxed;
    let problem = match problem.is_monotone() {
        true => problem,
        false => {
            relaxed = problem.relaxed();
            &relaxed
        }
    };
    let mut left = most_work.min(MOST_WORK);
    for bits in ROUNDS {
        let sets = sets(problem, bits);
        if sets.len() < least_sets {
            return bound;
        }
        // As few sets as before are the same sets.
        if sets.len() == last {
            continue;
        }
        last = sets.len();
        if let ([all], Some(best)) = (&sets[..], problem.known_best())
            && problem.metric().part(all).is_some()
        {
            return best.clone();
        }
        let Some(round) = Round::run(problem, &sets, observer) else { return bound };
        if let [score] = &round.scores[..] {
            return score.clone();
        }
        bound = bound.max(problem.metric().join(&round.scores));
        left = left.saturating_sub(round.work);
        if round.work * SLOWER > left {
            return bound;
        }
    }
    bound
}

/// What no node scores below, whatever it suppresses.
fn floor(problem: &Problem<'_>) -> Score {
    problem.metric().floor(problem.lattice().bottom())
}

/// The best that each of some sets can do.
struct Round {
    scores: Vec<Score>,
    /// Tuples looked at.
    work: u64,
}

impl Round {
    /// `None` if the objective is not made up of columns, or the search was stopped.
    fn run(problem: &Problem<'_>, sets: &[Vec<usize>], observer: &dyn Observer) -> Option<Self> {
        let mut round = Self { scores: Vec::with_capacity(sets.len()), work: 0 };
        for columns in sets {
            let part = problem.metric().part(columns)?;
            match proof::best(&on_columns(problem, part, columns), &Quiet(observer), &|it, _| floor(it)) {
                Outcome::Found(solution) => {
                    round.scores.push(solution.bound);
                    round.work += solution.statistics.judged * problem.tuples().len() as u64;
                    round.work += solution.statistics.nodes as u64 * NODE_WORK;
                }
                Outcome::Stopped(_) | Outcome::Infeasible(_) => return None,
            }
        }
        Some(round)
    }
}

/// The problem with all columns but some at the top.
fn on_columns<'a>(problem: &Problem<'a>, part: Box<dyn Metric>, columns: &[usize]) -> Problem<'a> {
    let mut bottom = problem.lattice().top().to_vec();
    columns.iter().for_each(|&column| bottom[column] = problem.lattice().bottom()[column]);
    problem.within(Lattice::new(bottom, problem.lattice().top().to_vec())).under(part)
}

/// As few sets of columns as have lattices of so many bits, all about equally large, the most telling columns together:
/// these stand most in each other's way.
fn sets(problem: &Problem<'_>, bits: u32) -> Vec<Vec<usize>> {
    let lattice = problem.lattice();
    let bits_of = |column: usize| f64::from(lattice.top()[column] - lattice.bottom()[column] + 1).log2();
    let all: f64 = (0..lattice.top().len()).map(bits_of).sum();
    let share = all / (all / f64::from(bits)).ceil().max(1.0);
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut before = 0.0;
    for column in problem.tuples().ranking() {
        // The set that the middle of the column's bits falls into.
        let set = ((before + bits_of(column) / 2.0) / share) as usize;
        before += bits_of(column);
        match sets.len() > set {
            true => sets[set].push(column),
            false => sets.push(vec![column]),
        }
    }
    sets
}

/// Stops when told, but keeps silent: the nodes of a part are not those of the problem.
struct Quiet<'a>(&'a dyn Observer);

impl Observer for Quiet<'_> {
    fn signal(&self) -> Signal {
        self.0.signal()
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Solver;
    use amidst_metrics::metric;
    use amidst_models::KAnonymity;
    use amidst_testkit::generate::small::{Shape, Small};

    use super::*;
    use crate::{Optimal, Requirement, sample::tuples};

    #[test]
    fn parts_never_exceed_the_best_node_and_tell_something() {
        let (mut told, mut problems) = (0.0, 0);
        for seed in 0..800 {
            let tuples = tuples(&Small::draw(Shape::default(), seed));
            let name = ["loss", "precision", "height", "entropy"][seed as usize % 4];
            let objective = metric(name, None, tuples.attributes()).expect("it is a name");
            let model = KAnonymity::new(2 + seed % 4).expect("k is at least 1");
            let limit = [0, 2, 8][seed as usize % 3];
            let problem = Problem::new(&tuples, vec![Box::new(model)], objective, limit);
            let Ok(Outcome::Found(best)) = Optimal.solve(&problem, &()) else { continue };
            assert_eq!(bound(&problem, &()), best.score, "one set is the whole: seed {seed}");
            let columns: Vec<usize> = (0..tuples.attributes().len()).collect();
            for size in [1, 2] {
                let sets: Vec<Vec<usize>> = columns.chunks(size).map(<[usize]>::to_vec).collect();
                let round = Round::run(&problem, &sets, &()).expect("columns add up, and nobody stops it");
                let joined = problem.metric().join(&round.scores);
                assert!(joined <= best.score, "seed {seed}, sets of {size}: {joined:?} > {:?}", best.score);
                if size == 2 && best.score.value() > 0.0 {
                    told += joined.value() / best.score.value();
                    problems += 1;
                }
            }
        }
        assert!(told > 0.5 * f64::from(problems), "{told} of {problems}");
    }

    #[test]
    fn sets_are_as_few_as_can_be_and_hold_every_column_once() {
        let tuples = tuples(&Small::draw(Shape { columns: 30, rows: 200, ..Shape::default() }, 5));
        let objective = metric("loss", None, tuples.attributes()).expect("it is a name");
        let problem = Problem::new(&tuples, Vec::<Requirement>::new(), objective, 0);
        for bits in [1, 4, 8, 100] {
            let sets = sets(&problem, bits);
            let mut columns: Vec<usize> = sets.concat();
            columns.sort_unstable();
            assert_eq!(columns, (0..tuples.attributes().len()).collect::<Vec<_>>());
            assert!(sets.iter().all(|set| !set.is_empty()));
            assert_eq!(bits == 100, sets.len() == 1);
        }
    }
}
