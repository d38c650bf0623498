//! The distinct tuples, unpacked, and the plain way to group them.

use std::collections::{BTreeMap, HashMap, HashSet};

use amidst_core::{Areas, Attribute, Levels, Majority, Model, NodeFacts, RowBits, SuppressedColumn};
use amidst_kernel::{MILLIONTHS, Tuples};

use crate::{Class, Problem, Requirement};

/// Distinct tuples as one leaf per column, with their rows.
pub(super) struct LeafTable {
    tuples: Vec<(Vec<u32>, u64)>,
    source_bits: f64,
    /// Those of the population.
    population: Vec<(Vec<u32>, u64)>,
}

/// The rows of a class, those of each value of each companion, and its people in millionths.
#[derive(Default)]
struct Group {
    rows: u64,
    values: Vec<BTreeMap<u32, u32>>,
    people: u64,
}

impl LeafTable {
    pub fn new(problem: &Problem<'_>) -> Self {
        let tuples = problem.tuples();
        Self {
            source_bits: bits(tuples.value_counts().unwrap_or_default().iter().map(|&rows| rows.into())),
            tuples: unpacked(tuples),
            population: tuples.population().map(unpacked).unwrap_or_default(),
        }
    }

    /// Groups the tuples at a node.
    pub fn facts(&self, problem: &Problem<'_>, levels: Levels) -> NodeFacts {
        let attributes = problem.tuples().attributes();
        let label_of: Vec<Vec<u32>> =
            (0..levels.len()).map(|column| labels(problem.tuples(), column, levels[column])).collect();
        let classes = self.groups(problem, &label_of, &levels);
        let (rows, least) = (problem.tuples().rows(), problem.rule.least());
        let mut facts = NodeFacts { levels, rows, least, ..NodeFacts::default() };
        let mut outliers = Vec::new();
        let mut areas = Areas::default();
        let is_released = released(problem, &classes);
        facts.row_bits = Some(RowBits {
            source: self.source_bits,
            released: bits(is_released.iter().map(|labels| classes[labels].rows)),
            all: bits(classes.values().map(|group| group.rows)),
        });
        facts.majority = problem.target().map(|target| majority(target, &classes, &is_released));
        for (labels, Group { rows, .. }) in classes {
            let area = area(attributes, &facts.levels, &labels).saturating_mul(rows.into());
            areas.all = areas.all.saturating_add(area);
            if is_released.contains(&labels) {
                areas.released = areas.released.saturating_add(area);
                facts.smallest = if facts.classes == 0 { rows } else { facts.smallest.min(rows) };
                facts.classes += 1;
                facts.squares += rows * rows;
            } else {
                facts.outliers += 1;
                facts.suppressed += rows;
                facts.outlier_squares += rows * rows;
                outliers.push((labels, rows));
            }
        }
        facts.areas = Some(areas);
        let column = |(at, it): (usize, &Attribute)| suppressed_column(it, facts.levels[at], at, &outliers);
        facts.suppressed_columns = attributes.iter().enumerate().map(column).collect();
        facts
    }

    /// The classes of a node by their labels.
    fn groups(
        &self,
        problem: &Problem<'_>,
        label_of: &[Vec<u32>],
        levels: &[u8],
    ) -> HashMap<Vec<u32>, Group> {
        let tuples = problem.tuples();
        let read = problem.requirements().iter().flat_map(|it| it.aux_columns());
        let aux_columns = read.chain(problem.target()).max();
        let aux_columns = aux_columns.map_or(0, |last| last + 1);
        let mut groups: HashMap<Vec<u32>, Group> = HashMap::new();
        for (tuple, (leaves, rows)) in self.tuples.iter().enumerate() {
            let group = groups.entry(labels_of(leaves, label_of)).or_default();
            group.rows += rows;
            group.people += tuples.weights().map_or(rows * MILLIONTHS, |weights| weights[tuple]);
            group.values.resize_with(aux_columns, BTreeMap::new);
            for (aux_column, values) in group.values.iter_mut().enumerate() {
                let (own, counts) = tuples.tally(aux_column).class(tuple);
                own.iter().zip(counts).for_each(|(&value, &rows)| *values.entry(value).or_default() += rows);
            }
        }
        let Some(population) = tuples.population() else { return groups };
        groups.values_mut().for_each(|group| group.people = 0);
        // The population may have other labels, so these are compared by their place in the hierarchy.
        let place = |tuples: &Tuples, labels: &[u32]| -> Vec<u32> {
            let places = labels.iter().enumerate();
            places.map(|(at, &label)| tuples.hierarchy_labels(at, levels[at])[label as usize]).collect()
        };
        let own_labels: Vec<Vec<u32>> =
            (0..levels.len()).map(|column| labels(population, column, levels[column])).collect();
        let mut people: HashMap<Vec<u32>, u64> = HashMap::new();
        for (leaves, rows) in &self.population {
            *people.entry(place(population, &labels_of(leaves, &own_labels))).or_default() += rows;
        }
        for (labels, group) in &mut groups {
            group.people = people.get(&place(tuples, labels)).map_or(0, |people| people * MILLIONTHS);
        }
        groups
    }
}

fn unpacked(tuples: &Tuples) -> Vec<(Vec<u32>, u64)> {
    let bottom = tuples.bottom();
    let columns = tuples.attributes().len();
    let leaves = |class| (0..columns).map(|column| tuples.label(bottom, class, column)).collect();
    let counts = bottom.counts().iter().enumerate();
    counts.map(|(class, &rows)| (leaves(class), u64::from(rows))).collect()
}

fn labels_of(leaves: &[u32], label_of: &[Vec<u32>]) -> Vec<u32> {
    leaves.iter().zip(label_of).map(|(&leaf, label_of)| label_of[leaf as usize]).collect()
}

/// The classes for which every model holds, less those too rare in a combination among what is left, until none is; of
/// these, as many as may be released together.
fn released(problem: &Problem<'_>, classes: &HashMap<Vec<u32>, Group>) -> HashSet<Vec<u32>> {
    let requirements = problem.requirements();
    let kept = classes.iter().filter(|(_, group)| requirements.iter().all(|it| holds(it, group)));
    let kept = kept.map(|(labels, group)| (labels, group.rows)).collect();
    let mut kept: Vec<(&Vec<u32>, u64)> = in_combinations(problem, kept).into_iter().collect();
    kept.sort_unstable_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
    let all_hold = |kept: &[(&Vec<u32>, u64)]| {
        let sizes = kept.iter().map(|(_, rows)| *rows).collect();
        requirements.iter().all(|it| match &it.model {
            Model::Class(_) => true,
            Model::Table(model) => model.holds(&sizes),
        })
    };
    let first = (0..=kept.len()).find(|&first| all_hold(&kept[first..])).unwrap_or(kept.len());
    let kept = &kept[first..];
    // Where a model speaks of everybody, nobody may be without a released class.
    let inside: u64 = kept.iter().map(|(labels, _)| classes[*labels].people).sum();
    if requirements.iter().any(|it| it.counts_everyone()) && inside < problem.tuples().everyone() {
        return HashSet::new();
    }
    kept.iter().map(|(labels, _)| (*labels).clone()).collect()
}

fn holds(requirement: &Requirement, group: &Group) -> bool {
    let empty = BTreeMap::new();
    let values = requirement.aux_column.map_or(&empty, |aux_column| &group.values[aux_column]);
    let (values, counts): (Vec<u32>, Vec<u32>) = values.iter().unzip();
    let rows = requirement.people.map_or(group.rows, |people| group.values[people].len() as u64);
    let tally = (&values[..], &counts[..]);
    requirement.holds(&Class { rows, tally, people: group.people, people_per_row: 0.0 })
}

/// Of some classes those that stay when the ones too rare in a combination go, until none is.
fn in_combinations<'a>(
    problem: &Problem<'_>,
    mut kept: HashMap<&'a Vec<u32>, u64>,
) -> HashMap<&'a Vec<u32>, u64> {
    loop {
        let before = kept.len();
        for combination in problem.combinations() {
            let values = |labels: &Vec<u32>| -> Vec<u32> {
                combination.columns.iter().map(|&column| labels[column]).collect()
            };
            let mut rows_of: HashMap<Vec<u32>, u64> = HashMap::new();
            kept.iter().for_each(|(labels, rows)| *rows_of.entry(values(labels)).or_default() += rows);
            kept.retain(|labels, _| rows_of[&values(labels)] >= combination.k);
        }
        if kept.len() == before {
            return kept;
        }
    }
}

/// The label of each leaf on a level.
fn labels(tuples: &Tuples, column: usize, level: u8) -> Vec<u32> {
    let levels = &tuples.attributes()[column].levels;
    let collapsed = usize::from(tuples.bottom().levels()[column]);
    let mut labels: Vec<u32> = (0..levels[collapsed].len() as u32).collect();
    for below in &levels[collapsed..usize::from(level)] {
        labels.iter_mut().for_each(|label| *label = below[*label as usize].parent);
    }
    labels
}

/// Rows times the bits that number them, over sets of so many rows, those of equal sizes together, the smallest first.
fn bits(rows: impl Iterator<Item = u64>) -> f64 {
    let mut sets: BTreeMap<u64, u64> = BTreeMap::new();
    rows.for_each(|rows| *sets.entry(rows).or_default() += 1);
    sets.into_iter().map(|(rows, sets)| sets as f64 * (rows as f64 * (rows as f64).log2())).sum()
}

/// The rows of the most frequent value of the target in each class.
fn majority(target: usize, classes: &HashMap<Vec<u32>, Group>, is_released: &HashSet<Vec<u32>>) -> Majority {
    let most = |group: &Group| u64::from(group.values[target].values().copied().max().unwrap_or(0));
    Majority {
        released: is_released.iter().map(|labels| most(&classes[labels])).sum(),
        all: classes.values().map(most).sum(),
    }
}

/// The tuples of leaves that a class stands for.
fn area(attributes: &[Attribute], levels: &[u8], labels: &[u32]) -> u128 {
    let leaves = attributes.iter().zip(levels).zip(labels).map(|((attribute, &level), &label)| {
        u128::from(attribute.levels[usize::from(level)][label as usize].leaves)
    });
    leaves.fold(1, u128::saturating_mul)
}

fn suppressed_column(
    attribute: &Attribute,
    level: u8,
    at: usize,
    outliers: &[(Vec<u32>, u64)],
) -> SuppressedColumn {
    let labels = &attribute.levels[usize::from(level)];
    let mut shown = vec![0; labels.len()];
    outliers.iter().for_each(|(labels, rows)| shown[labels[at] as usize] += rows);
    let all: u64 = shown.iter().sum();
    let mut column = SuppressedColumn::default();
    for (label, rows) in labels.iter().zip(shown).filter(|&(_, rows)| rows > 0) {
        column.leaves += label.leaves * rows;
        column.singles += if label.leaves == 1 { rows } else { 0 };
        column.leaf_bits += rows as f64 * (label.leaves as f64).log2();
        column.bits += rows as f64 * (all as f64 / rows as f64).log2();
    }
    column
}
