//! Blanking cells: of the table as it is, or of columns that were generalized first.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
    sync::Arc,
};

use amidst_approximation::Exact;
use amidst_cells::{
    Approximation, Axis, ColumnLoss, Measured, Objective, PartitionResult, Shares,
    suppression::{Blanks, Goal, LocalSuppression, Suppression},
};
use amidst_core::{Hierarchy, Levels, Observer, Score, Solver};
use amidst_metrics::{Aggregate, Gcp, LevelSum, Loss};
use amidst_search::Combination;
use amidst_spec::{Error, Result, catalog, names::AUTO, spec::MissingPolicy, validated::ValidatedSpec};

use super::{CellInstance, CellSolution, LOCAL, column::AxisColumn, objective, shown::Classes};
use crate::job::Dataset;

/// Vectors of levels whose blanks are counted, at most.
const MOST_NODES: usize = 32;

/// The same where the best blanks of each are found with their proof.
const MOST_PROVED: usize = 2_000;

/// Whether rows may go: those algorithms put rows into classes that can spare some.
pub(super) fn lets_rows_go(validated: &ValidatedSpec) -> bool {
    catalog::approximation(&validated.algorithm).is_some()
        || (are_classes(validated)
            && (validated.algorithm == LOCAL || asks_further(validated) || validated.priority.is_empty()))
}

/// Whether rows that show the same are classes, of all columns: a blank is a value.
fn are_classes(validated: &ValidatedSpec) -> bool {
    validated.missing_policy == MissingPolicy::OwnValue
        && validated.combinations.is_empty()
        && validated.strata.is_empty()
}

/// Whether more than k rows are asked for.
fn asks_further(validated: &ValidatedSpec) -> bool {
    !validated.requirements.is_empty() || validated.respondent.is_some()
}

impl CellInstance {
    /// Blanks cells until k holds under the reading asked for.
    pub(super) fn blank(
        &self,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<CellSolution>> {
        if let Some(recoder) = catalog::approximation(&validated.algorithm) {
            return self.recode(recoder, validated, observer);
        }
        // Where a blank is a value, rows that show the same are classes, which is what local recoding finds; and only
        // that can ask for more than k.
        let are_classes = are_classes(validated);
        if are_classes && (validated.algorithm == LOCAL || asks_further(validated)) {
            return self.recode(catalog::recoder(LOCAL)?, validated, observer);
        }
        refuse_further(validated)?;
        let Some(first) = self.suppress(validated, observer)? else { return Ok(None) };
        if !(are_classes && validated.priority.is_empty()) {
            return Ok(Some(first));
        }
        let second = self.recode(catalog::recoder(LOCAL)?, validated, observer)?;
        let is_better =
            |second: &CellSolution| self.score(second, validated) <= self.score(&first, validated);
        Ok(Some(match second {
            Some(second) if is_better(&second) && validated.algorithm == AUTO => second,
            // Whoever asks for it by name gets the best of both under that name.
            Some(second) if is_better(&second) => CellSolution { algorithm: first.algorithm, ..second },
            _ => first,
        }))
    }

    fn suppress(&self, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Option<CellSolution>> {
        let place = |name: &String| self.columns.iter().position(|column| column.name == *name);
        let strata: Vec<usize> = validated.strata.iter().filter_map(place).collect();
        let order: Vec<usize> = validated.priority.iter().filter_map(place).collect();
        let stratum_of_point = self.strata(&strata);
        let is_stratum = |column: &usize| strata.contains(column);
        let combinations: Vec<Combination> = match validated.combinations.is_empty() {
            true => vec![Combination {
                columns: (0..self.axes.len()).filter(|column| !is_stratum(column)).collect(),
                k: validated.k,
            }],
            false => {
                let columns = |names: &[String]| {
                    names.iter().filter_map(place).filter(|column| !is_stratum(column)).collect()
                };
                validated
                    .combinations
                    .iter()
                    .map(|one| Combination { columns: columns(&one.columns), k: one.k })
                    .collect()
            }
        };
        let suppression = Suppression {
            axes: &self.axes,
            points: &self.points,
            k: validated.k,
            combinations: &combinations,
            strata: (!strata.is_empty()).then_some(&stratum_of_point),
            costs: &Suppression::costs_by_importance(&order, self.axes.len()),
            blanks: match validated.missing_policy {
                MissingPolicy::OwnValue => Blanks::Value,
                MissingPolicy::Wildcard => Blanks::Wildcard,
            },
            goal: Goal::default(),
        };
        if !suppression.is_feasible() {
            return Ok(None);
        }
        Ok(Some(CellSolution {
            search: None,
            algorithm: LocalSuppression::NAME,
            found: LocalSuppression.solve(&suppression, observer)?,
            bound: 0.0,
        }))
    }

    /// The stratum of each point: points that agree on these columns are in one.
    fn strata(&self, columns: &[usize]) -> Vec<u32> {
        let key = |point: u32| -> Vec<u32> {
            let codes = self.points.codes(point);
            columns.iter().map(|&column| codes[column]).collect()
        };
        let mut keys: Vec<Vec<u32>> = (0..self.points.len() as u32).map(key).collect();
        let all = keys.clone();
        keys.sort_unstable();
        keys.dedup();
        all.iter().map(|key| keys.binary_search(key).expect("every key is there") as u32).collect()
    }

    /// Generalizes columns to the levels at which blanking the rest costs least in all. Levels are tried in the order of
    /// what they cost by themselves, until that is more than the best, or enough were tried.
    pub(super) fn blank_at_best_levels(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<(Self, CellSolution)>> {
        refuse_further(validated)?;
        if validated.algorithm == Exact::NAME {
            return self.blank_at_proved_levels(read, validated, observer);
        }
        let mut nodes = LevelsByCost::new(self, read, validated);
        let mut best: Option<(Score, Self, CellSolution)> = None;
        for _ in 0..MOST_NODES {
            let Some((least, levels)) = nodes.next() else { break };
            if best.as_ref().is_some_and(|(score, ..)| *score <= least)
                || (best.is_some() && observer.is_stopped())
            {
                break;
            }
            let instance = self.at(&levels);
            if let Some(answer) = instance.suppress(validated, observer)? {
                let score = Score::new(instance.score(&answer, validated));
                if best.as_ref().is_none_or(|(known, ..)| score < *known) {
                    best = Some((score, instance, answer));
                }
            }
        }
        // What is proved of the blanks at these levels says nothing about other levels.
        let unproved = |answer: CellSolution| CellSolution {
            found: PartitionResult { is_optimal: false, approximation: None, ..answer.found },
            bound: 0.0,
            ..answer
        };
        let Some((score, instance, answer)) = best else { return Ok(None) };
        // More is made of the best than of all that were tried.
        let again = instance
            .blank(validated, observer)?
            .filter(|again| Score::new(instance.score(again, validated)) < score);
        Ok(Some((instance, unproved(again.unwrap_or(answer)))))
    }

    /// The same with a proof: at all levels that could be better the best blanks are found.
    fn blank_at_proved_levels(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<(Self, CellSolution)>> {
        let mut best: Option<(f64, Self, CellSolution)> = None;
        // What was not decided is not below this.
        let mut open = f64::INFINITY;
        for (tried, (least, levels)) in LevelsByCost::new(self, read, validated).enumerate() {
            let is_over = tried == MOST_PROVED || observer.is_stopped();
            if best.as_ref().is_some_and(|(score, ..)| is_over || *score <= least.value()) {
                if is_over {
                    open = open.min(least.value());
                }
                break;
            }
            let instance = self.at(&levels);
            let Some(answer) = instance.blank(validated, observer)? else { return Ok(None) };
            let score = instance.score(&answer, validated);
            if !answer.found.is_optimal {
                open = open.min(least.value().max(answer.bound / self.score_unit(validated)));
            }
            if best.as_ref().is_none_or(|(known, ..)| score < *known) {
                best = Some((score, instance, answer));
            }
        }
        let proved = |(score, instance, answer): (f64, Self, CellSolution)| {
            let is_optimal = open >= score;
            let bound = if is_optimal { score } else { open } * self.score_unit(validated);
            let approximation = Approximation { bound, ratio: None, ratio_with_deletion: None };
            let found = PartitionResult { is_optimal, approximation: Some(approximation), ..answer.found };
            (instance, CellSolution { found, bound, ..answer })
        };
        Ok(best.map(proved))
    }

    /// What is told of a score of 1: levels are added up over all rows.
    fn score_unit(&self, validated: &ValidatedSpec) -> f64 {
        match objective(validated) {
            Some(Objective::Levels) => self.points.rows() as f64,
            _ => 1.0,
        }
    }

    /// The same rows with every column at a level, to be shown or blanked.
    fn at(&self, levels: &[u8]) -> Self {
        let maps: Vec<Vec<u32>> =
            self.axes.iter().zip(levels).map(|(axis, &level)| axis_map(axis, level)).collect();
        let (points, becomes) = self.points.recoded(&maps);
        Self {
            axes: self.axes.iter().zip(levels).map(|(axis, &level)| blanked(axis, level)).collect(),
            columns: Arc::clone(&self.columns),
            points,
            point_of_row: self.point_of_row.iter().map(|&point| becomes[point as usize]).collect(),
            placed: self.placed.clone(),
            stored: self.stored,
            rows: self.rows,
            aside: self.aside,
            aux_columns: Arc::clone(&self.aux_columns),
        }
    }

    /// What a column costs by itself at each level.
    fn level_costs(&self, axis: usize, validated: &ValidatedSpec) -> Vec<f64> {
        let hierarchy = self.axes[axis].hierarchy().expect("columns at levels have hierarchies");
        let mut rows_of_leaf = vec![0_u64; hierarchy.leaves()];
        for point in 0..self.points.len() as u32 {
            rows_of_leaf[self.points.codes(point)[axis] as usize] += u64::from(self.points.count(point));
        }
        let objective = objective(validated).expect("another objective was refused");
        let at = |level: u8| {
            let (shares, labels) = (shares(&self.axes[axis], level), hierarchy.ancestors(0, level));
            let cost = |(&rows, &label): (&u64, &u32)| rows as f64 * shares[label as usize].of(objective);
            rows_of_leaf.iter().zip(&labels).map(cost).sum::<f64>() / self.points.rows().max(1) as f64
        };
        (0..=hierarchy.height()).map(at).collect()
    }

    /// What an answer costs.
    pub(super) fn score(&self, answer: &CellSolution, validated: &ValidatedSpec) -> f64 {
        let measured = Measured::new(&self.axes, &self.points, &answer.found.partition);
        let share = |column: &ColumnLoss| match objective(validated) {
            Some(Objective::Gcp) => column.gcp,
            Some(Objective::Levels) => column.precision,
            _ => column.loss,
        };
        let shares: Vec<f64> = measured.columns.iter().map(share).collect();
        self.aggregate(&shares, validated)
    }

    fn aggregate(&self, shares: &[f64], validated: &ValidatedSpec) -> f64 {
        let weights: Vec<f64> = self.axes.iter().map(|axis| axis.weight).collect();
        aggregate(validated).mean(shares, &weights)
    }
}

/// Vectors of levels, those first that cost least by themselves.
struct LevelsByCost {
    bounds: Vec<(u8, u8)>,
    /// For each column what it costs at each level.
    costs: Vec<Vec<f64>>,
    weights: Vec<f64>,
    aggregate: Aggregate,
    open: BinaryHeap<Reverse<(Score, Levels)>>,
    seen: HashSet<Levels>,
}

impl LevelsByCost {
    fn new(instance: &CellInstance, read: &Dataset, validated: &ValidatedSpec) -> Self {
        let costs = (0..instance.axes.len()).map(|axis| instance.level_costs(axis, validated)).collect();
        let bounds: Vec<(u8, u8)> = instance.columns.iter().map(|column| bounds(column, read)).collect();
        let bottom: Levels = bounds.iter().map(|bounds| bounds.0).collect();
        let mut levels = Self {
            bounds,
            costs,
            weights: instance.axes.iter().map(|axis| axis.weight).collect(),
            aggregate: aggregate(validated),
            open: BinaryHeap::new(),
            seen: HashSet::new(),
        };
        levels.push(bottom);
        levels
    }

    fn push(&mut self, levels: Levels) {
        if self.seen.insert(levels.clone()) {
            let shares: Vec<f64> =
                levels.iter().zip(&self.costs).map(|(&level, costs)| costs[usize::from(level)]).collect();
            let least = Score::new(self.aggregate.mean(&shares, &self.weights));
            self.open.push(Reverse((least, levels)));
        }
    }
}

impl Iterator for LevelsByCost {
    /// What no blanks at these levels cost less than, and the levels.
    type Item = (Score, Levels);

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((least, levels)) = self.open.pop()?;
        for column in 0..levels.len() {
            let mut above = levels.clone();
            above[column] += 1;
            if above[column] <= self.bounds[column].1 {
                self.push(above);
            }
        }
        Some((least, levels))
    }
}

/// How an objective joins columns.
fn aggregate(validated: &ValidatedSpec) -> Aggregate {
    match objective(validated) {
        Some(Objective::Gcp) => Gcp::AGGREGATE,
        Some(Objective::Levels) => LevelSum::AGGREGATE,
        _ => Loss::AGGREGATE,
    }
}

/// Whether blanks were taken for any value.
pub fn is_wild(validated: &ValidatedSpec) -> bool {
    validated.recoding.blanks() && validated.missing_policy == MissingPolicy::Wildcard
}

/// What blanks leave under the strict reading, in words, where they were counted under the other.
pub fn reading(classes: &Classes, validated: &ValidatedSpec) -> Option<String> {
    let below: u64 = classes.sizes().filter(|&rows| rows < validated.k).sum();
    (is_wild(validated) && below > 0).then(|| {
        format!(
            "a blank was taken for any value (missing = \"wildcard\"); read as values of their own, blanks leave {below} \
             rows in classes of fewer than {}",
            validated.k
        )
    })
}

/// Blanking asks for rows that match, and nothing else.
fn refuse_further(validated: &ValidatedSpec) -> Result<()> {
    match validated.requirements.first() {
        None if validated.respondent.is_some() => Err(Error::conflict(
            "respondent",
            "suppress",
            "respondent: blanking cells under this reading, with combinations, strata or levels counts rows; take it away, \
             or write generalize = \"cell\"",
        )),
        None => Ok(()),
        Some(it) if it.is_of_households => Err(Error::conflict(
            "household",
            "suppress",
            "household: blanking cells under this reading, with combinations, strata or levels counts rows; take it away, \
             or write generalize = \"cell\"",
        )),
        Some(it) => Err(Error::conflict(
            "require",
            "suppress",
            format!(
                "{}: blanking cells under this reading, with combinations, strata or levels asks for k alone; take it away, or \
             write generalize = \"cell\"",
                it.params.id()
            ),
        )),
    }
}

/// The levels that a spec allows.
fn bounds(column: &AxisColumn, read: &Dataset) -> (u8, u8) {
    let height = column.mapped().map_or(0, |mapped| mapped.hierarchy.height());
    let bounds = read.roles.spec(&column.name).levels.unwrap_or_default();
    (bounds.min.unwrap_or(0).min(height), bounds.max.unwrap_or(height).min(height))
}

/// The labels of a level in an order that puts the missing value last.
fn order(hierarchy: &Hierarchy, level: u8) -> Vec<u32> {
    let mut order: Vec<u32> = (0..hierarchy.width(level) as u32).collect();
    order.sort_by_key(|&index| hierarchy.label(level, index).is_none());
    order
}

/// For each leaf of an axis the place of its label on a level.
fn axis_map(axis: &Axis, level: u8) -> Vec<u32> {
    let hierarchy = axis.hierarchy().expect("columns at levels have hierarchies");
    let mut places = vec![0; hierarchy.width(level)];
    order(hierarchy, level)
        .iter()
        .enumerate()
        .for_each(|(place, &index)| places[index as usize] = place as u32);
    hierarchy.ancestors(0, level).iter().map(|&index| places[index as usize]).collect()
}

/// The labels of a level as values that are shown or blanked.
fn blanked(axis: &Axis, level: u8) -> Axis {
    let hierarchy = axis.hierarchy().expect("columns at levels have hierarchies");
    let (order, shares) = (order(hierarchy, level), shares(axis, level));
    let texts = order.iter().map(|&index| hierarchy.label(level, index).map(Box::from)).collect();
    let shares = order.iter().map(|&index| shares[index as usize]).collect();
    Axis::blanked_labels(&axis.name, texts, shares).with_weight(axis.weight)
}

/// What each label of a level stands for.
fn shares(axis: &Axis, level: u8) -> Vec<Shares> {
    let hierarchy = axis.hierarchy().expect("columns at levels have hierarchies");
    let share = |index: u32| {
        let leaves = hierarchy.leaf_range(level, index);
        let cover = amidst_cells::Cover::interval(leaves.start, leaves.end - 1);
        Shares {
            loss: axis.share(Objective::Loss, cover),
            gcp: axis.share(Objective::Gcp, cover),
            precision: f64::from(level) / f64::from(hierarchy.height().max(1)),
        }
    };
    (0..hierarchy.width(level) as u32).map(share).collect()
}
