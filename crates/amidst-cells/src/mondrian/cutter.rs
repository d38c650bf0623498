//! Finds the cut of a region: the first allowable one, in the order the problem asks for.

use super::{
    Ways,
    cut::{Course, Cut, Gate, Made, divide},
    records::{Record, bounds},
    scores::{Cost, Doubt, Score, score_of, scores},
    steps::{Steps, near_median},
    width::{widest_first, width},
};
use crate::{Prices, Problem, Split};

/// What all cutters of a run share.
pub struct Shared<'a> {
    problem: &'a Problem<'a>,
    course: &'a Course<'a>,
    prices: Option<Prices>,
    /// Of the columns, for widths.
    weights: Vec<f64>,
    /// The columns by their rank.
    order: Vec<usize>,
    /// The place of each column in that order.
    places: Vec<usize>,
}

impl<'a> Shared<'a> {
    /// For a problem.
    pub fn new(problem: &'a Problem<'a>, course: &'a Course<'a>) -> Self {
        let is_weighted = problem.axes.iter().any(|axis| axis.weight > 0.0);
        let weights = problem.axes.iter().map(|axis| if is_weighted { axis.weight } else { 1.0 }).collect();
        let prices = (problem.split == Split::Loss).then(|| Prices::new(problem.axes, problem.objective));
        let mut order: Vec<usize> = (0..problem.axes.len()).collect();
        order.sort_by_key(|&axis| problem.axes[axis].rank);
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &axis)| places[axis] = place);
        Self { problem, course, prices, weights, order, places }
    }
}

/// Finds cuts, one region at a time. One for each thread.
pub struct Cutter<'a, const D: usize> {
    shared: &'a Shared<'a>,
    gate: Gate<'a>,
    steps: Steps,
    widths: Vec<f64>,
    score: Option<Box<dyn Score<D> + 'a>>,
}

/// Cuts of a region that are tried one by one, before all that are left are looked at together.
const TRIES: usize = 16;

/// Cuts by what they are worth: halves before others, then less before more, even sides before uneven ones.
type Ranked = (Rank, Cut);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_second: bool,
    score: u64,
    apart: u64,
}

impl<'a, const D: usize> Cutter<'a, D> {
    /// For a thread.
    pub fn new(shared: &'a Shared<'a>) -> Self {
        let Shared { problem, course, prices, .. } = shared;
        let score: Option<Box<dyn Score<D> + 'a>> = match (problem.split, prices) {
            (Split::Loss, Some(prices)) => Some(Box::new(Cost::new(problem.axes, prices))),
            (Split::Gain(aux_column), _) => Some(Box::new(Doubt::new(problem.points, aux_column))),
            _ => None,
        };
        Self { shared, gate: Gate::new(problem, course), steps: Steps::default(), widths: Vec::new(), score }
    }

    /// Makes the first allowable cut, if there is one. If told to stop, it makes none.
    pub fn cut(&mut self, records: &mut [Record<D>], rows: u64, ways: Ways) -> Option<Made> {
        if rows < 2 * self.shared.problem.conditions.least() || self.gate.is_closed(records.len()) {
            return None;
        }
        let bounds = &bounds(records)[..self.shared.problem.axes.len()];
        match self.score {
            None => self.by_width(records, ways, bounds),
            Some(_) => self.by_score(records, ways, bounds),
        }
    }

    fn by_width(&mut self, records: &mut [Record<D>], ways: Ways, bounds: &[(u32, u32)]) -> Option<Made> {
        let (axes, least) = (self.shared.problem.axes, self.shared.problem.conditions.least());
        let columns = axes.iter().zip(&self.shared.weights).zip(bounds);
        self.widths.clear();
        self.widths.extend(columns.map(|((axis, &weight), &bounds)| width(axis, weight, bounds)));
        for axis in widest_first(&self.widths, &self.shared.order, bounds) {
            if ways == Ways::Halves {
                let made = self.gate.make(records, Cut::half(axis, records.len() as u64));
                if made.is_some() {
                    return made;
                }
            }
            let steps = self.steps.find((axis, &axes[axis]), bounds[axis], records);
            let mut cuts = near_median(steps, least).map(|step| Cut::after(axis, step));
            let mut made = cuts.by_ref().take(TRIES).find_map(|cut| self.gate.make(records, cut));
            if made.is_none()
                && let Some(next) = cuts.next()
            {
                records.sort_unstable_by_key(|record| record.codes[axis]);
                let allowable = self.gate.allowable((axis, steps), records);
                let mut cuts = std::iter::once(next).chain(cuts).filter(|cut| cut.is_among(&allowable));
                made = cuts.next().and_then(|cut| self.gate.make(records, cut));
            }
            if made.is_some() || self.gate.is_closed(0) {
                return made;
            }
        }
        None
    }

    fn by_score(&mut self, records: &mut [Record<D>], ways: Ways, bounds: &[(u32, u32)]) -> Option<Made> {
        let mut ranked = Vec::new();
        for axis in (0..bounds.len()).filter(|&axis| bounds[axis].0 < bounds[axis].1) {
            self.rank(records, (axis, bounds[axis]), ways, &mut ranked);
            if self.gate.is_closed(records.len()) {
                return None;
            }
        }
        ranked.sort_unstable_by_key(|(rank, cut)| (*rank, self.shared.places[cut.axis], *cut));
        let mut cuts = ranked.into_iter().map(|(_, cut)| cut);
        let made = cuts.by_ref().take(TRIES).find_map(|cut| self.gate.make(records, cut));
        if made.is_some() || cuts.len() == 0 {
            return made;
        }
        let mut allowable = Vec::with_capacity(bounds.len());
        for (axis, &bounds) in bounds.iter().enumerate() {
            let steps = self.steps.find((axis, &self.shared.problem.axes[axis]), bounds, records);
            records.sort_unstable_by_key(|record| record.codes[axis]);
            allowable.push(self.gate.allowable((axis, steps), records));
        }
        cuts.filter(|cut| cut.is_among(&allowable[cut.axis])).find_map(|cut| self.gate.make(records, cut))
    }

    /// Adds the cuts of a column that leave enough rows on both sides.
    fn rank(
        &mut self,
        records: &mut [Record<D>],
        (axis, bounds): (usize, (u32, u32)),
        ways: Ways,
        ranked: &mut Vec<Ranked>,
    ) {
        let Some(score) = self.score.as_deref_mut() else { return };
        let (axes, least) = (self.shared.problem.axes, self.shared.problem.conditions.least());
        if ways == Ways::Halves {
            let cut = Cut::half(axis, records.len() as u64);
            let at = divide(records, cut);
            let rank = Rank { is_second: false, score: score_of(score, records.split_at(at)), apart: 0 };
            ranked.push((rank, cut));
            if self.shared.problem.conditions.only_rows() {
                return;
            }
        }
        let steps = self.steps.find((axis, &axes[axis]), bounds, records);
        records.sort_unstable_by_key(|record| record.codes[axis]);
        let scores = scores(score, (axis, steps), records);
        let rows = steps.last().map_or(0, |step| step.until);
        let allowed = |until: u64| until >= least && rows - until >= least;
        for (step, score) in steps.iter().zip(scores).filter(|(step, _)| allowed(step.until)) {
            let apart = (2 * step.until).abs_diff(rows);
            let rank = Rank { is_second: ways == Ways::Halves, score, apart };
            ranked.push((rank, Cut::after(axis, *step)));
        }
    }
}
