//! A good node to begin with: the better it is, the less remains to be proved.

use amidst_core::{Attribute, Label, Levels, lattice::height};

use crate::run::Run;

/// Nodes down a chain that may fail to improve before the descent ends.
const MISSES: usize = 2;
/// Pairs of columns that are moved against each other; more would take too long.
const MOST_PAIRS: usize = 1 << 10;

/// Descends from the top along a promising chain, then improves the best node step by step.
pub(crate) fn find(run: &mut Run<'_>) {
    let mut misses = 0;
    for levels in chain(run).iter().rev() {
        if run.is_stopped() {
            return;
        }
        let judged = run.judge(levels);
        let is_best = run.best.as_ref().is_some_and(|best| best.levels == *levels);
        misses = if is_best { 0 } else { misses + 1 };
        if !judged.is_feasible || misses > MISSES {
            break;
        }
    }
    climb(run);
}

/// Judges the nodes that the problem names until one is infeasible, and improves the best step by step. Tells whether one is feasible.
/// As long as no other is known, they are judged even when the search is stopped.
pub(crate) fn follow(run: &mut Run<'_>, is_known: bool) -> bool {
    let mut is_led = false;
    for levels in run.problem.way() {
        if (is_known && run.is_stopped()) || !run.judge(levels).is_feasible {
            break;
        }
        is_led = true;
    }
    if is_led {
        climb(run);
    }
    is_led
}

/// Nodes from the bottom to the top, raising first the column that tells most for what raising it costs.
fn chain(run: &Run<'_>) -> Vec<Levels> {
    let attributes = run.problem.tuples().attributes();
    let lowest = run.lattice.bottom().iter();
    let bits: Vec<Vec<f64>> =
        attributes.iter().zip(lowest).map(|(it, &lowest)| bits_told(it, lowest)).collect();
    let mut levels = run.lattice.bottom().to_vec();
    let mut chain = vec![levels.clone()];
    while levels != run.lattice.top() {
        let now = run.metric().floor(&levels).value();
        let worth = |column: usize| {
            let level = usize::from(levels[column]);
            let told = bits[column][level] - bits[column][level + 1];
            let mut raised = levels.clone();
            raised[column] += 1;
            // Objectives without a floor get the columns that tell most raised first; any small number will do.
            told / (run.metric().floor(&raised).value() - now + 1e-9)
        };
        let can_rise = (0..levels.len()).filter(|&column| levels[column] < run.lattice.top()[column]);
        let step = can_rise.map(|column| (worth(column), column)).max_by(|a, b| a.0.total_cmp(&b.0));
        let (_, column) = step.expect("a node below the top can rise");
        levels[column] += 1;
        chain.push(levels.clone());
    }
    chain
}

/// For each level from the lowest on, the bits its labels tell about the rows; nothing for those below.
pub(crate) fn bits_told(attribute: &Attribute, lowest: u8) -> Vec<f64> {
    let bits = |labels: &Vec<Label>| {
        let rows: u64 = labels.iter().map(|label| label.rows).sum();
        labels.iter().map(|label| label.rows as f64 * (rows as f64 / label.rows as f64).log2()).sum::<f64>()
    };
    let (below, levels) = attribute.levels.split_at(lowest.into());
    below.iter().map(|_| 0.0).chain(levels.iter().map(bits)).collect()
}

/// Moves to better neighbours until there is none: one column down, one up, or one up and another down.
fn climb(run: &mut Run<'_>) {
    while let Some(start) = run.best.as_ref().map(|best| best.levels.clone()) {
        for neighbour in neighbours(run, &start) {
            if run.is_stopped() {
                return;
            }
            let is_open = run.may_beat(&run.metric().floor(&neighbour), height(&neighbour), &neighbour);
            if is_open && !run.is_ruled_out(&neighbour) {
                run.judge(&neighbour);
            }
        }
        if run.best.as_ref().is_some_and(|best| best.levels == start) {
            return;
        }
    }
}

fn neighbours(run: &Run<'_>, levels: &[u8]) -> Vec<Levels> {
    let (bottom, top) = (run.lattice.bottom(), run.lattice.top());
    let down = || (0..levels.len()).filter(|&column| levels[column] > bottom[column]);
    let up = || (0..levels.len()).filter(|&column| levels[column] < top[column]);
    let moved = |raised: Option<usize>, lowered: Option<usize>| {
        let mut neighbour = levels.to_vec();
        raised.into_iter().for_each(|column| neighbour[column] += 1);
        lowered.into_iter().for_each(|column| neighbour[column] -= 1);
        neighbour
    };
    let mut neighbours: Vec<Levels> = down().map(|column| moved(None, Some(column))).collect();
    neighbours.extend(up().map(|column| moved(Some(column), None)));
    if up().count() * down().count() <= MOST_PAIRS {
        let pairs = up().flat_map(|raised| down().map(move |lowered| (raised, lowered)));
        let pairs = pairs.filter(|(raised, lowered)| raised != lowered);
        neighbours.extend(pairs.map(|(raised, lowered)| moved(Some(raised), Some(lowered))));
    }
    neighbours
}
