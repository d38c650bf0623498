//! What models promise holds on every edge of the lattices of random tables.

use std::collections::BTreeMap;

use amidst_core::{
    ClassModel, Hierarchy, ModelParams, Monotonicity, Sizes, TableModel, Values, model::Distance,
};
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};

use crate::{
    cases::{alpha_k, counted_k_map, t_closeness},
    support::{Class, class_model, draw_values, table_model},
};

/// A random table: its last column is looked at, the others are quasi columns under hierarchies.
pub struct Subject {
    quasi: Vec<(Hierarchy, Vec<u32>)>,
    /// For each row its value; `None` is missing under `wildcard`.
    codes: Vec<Option<u32>>,
    pub values: Values,
    /// For each row the people it stands for.
    people: Vec<u32>,
}

impl Subject {
    /// `None` if chance gave no quasi column.
    pub fn draw(seed: u64, own_value: bool) -> Option<Self> {
        let shape = Shape { rows: 30, columns: 3, leaves: 5, height: 3, missing_percent: 10 };
        let small = Small::draw(shape, seed);
        let mut draw = SeededRng::new(seed + 1_000_000);
        let last = small.header.len() - 1;
        if last == 0 {
            return None;
        }
        let hierarchies = small.hierarchies();
        let cells: Vec<Option<&str>> = small.rows.iter().map(|row| row[last].as_deref()).collect();
        let (codes, counts) = coded(&cells, own_value);
        if counts.is_empty() {
            return None;
        }
        let leaves = |(at, hierarchy): (usize, Hierarchy)| {
            let leaf = |row: &Vec<Option<String>>| {
                hierarchy.leaf(row[at].as_deref()).expect("every cell has a leaf")
            };
            let leaves = small.rows.iter().map(leaf).collect();
            (hierarchy, leaves)
        };
        let quasi = hierarchies.into_iter().take(last).enumerate().map(leaves).collect();
        let people = small.rows.iter().map(|_| draw.low_between(1, 6)).collect();
        Some(Self { quasi, codes, values: draw_values(&mut draw, counts), people })
    }

    /// Every node.
    pub fn nodes(&self) -> Vec<Vec<u8>> {
        self.quasi.iter().fold(vec![vec![]], |nodes, (hierarchy, _)| {
            let longer =
                |node: Vec<u8>| (0..=hierarchy.height()).map(move |level| [&node[..], &[level]].concat());
            nodes.into_iter().flat_map(longer).collect()
        })
    }

    /// The classes of a node.
    pub fn classes(&self, node: &[u8]) -> Vec<Class> {
        let maps: Vec<Vec<u32>> = self
            .quasi
            .iter()
            .zip(node)
            .map(|((hierarchy, _), &level)| hierarchy.ancestors(0, level))
            .collect();
        let mut grouped: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
        for row in 0..self.codes.len() {
            let labels = maps.iter().zip(&self.quasi).map(|(map, (_, leaves))| map[leaves[row] as usize]);
            grouped.entry(labels.collect()).or_default().push(row);
        }
        grouped.into_values().map(|rows| self.class(&rows)).collect()
    }

    fn class(&self, rows: &[usize]) -> Class {
        let mut counts = vec![0; self.values.counts.len()];
        rows.iter().filter_map(|&row| self.codes[row]).for_each(|code| counts[code as usize] += 1);
        let unknown = rows.iter().filter(|&&row| self.codes[row].is_none()).count() as u64;
        let people: u32 = rows.iter().map(|&row| self.people[row]).sum();
        Class::of(&counts).with_unknown(unknown).with_population(f64::from(people))
    }

    /// The classes of every node, and all edges between nodes.
    fn lattice(&self) -> (Vec<Vec<Class>>, Vec<(usize, usize)>) {
        let nodes = self.nodes();
        let at: BTreeMap<&Vec<u8>, usize> = nodes.iter().enumerate().map(|(at, node)| (node, at)).collect();
        let up = |(from, node): (usize, &Vec<u8>)| -> Vec<(usize, usize)> {
            let raised = |column: usize| {
                let mut node = node.clone();
                node[column] += 1;
                at.get(&node).map(|&to| (from, to))
            };
            (0..node.len()).filter_map(raised).collect()
        };
        let edges = nodes.iter().enumerate().flat_map(up).collect();
        (nodes.iter().map(|node| self.classes(node)).collect(), edges)
    }
}

/// Cells as numbers of values, with the rows of each.
fn coded(cells: &[Option<&str>], own_value: bool) -> (Vec<Option<u32>>, Vec<u64>) {
    let mut known: Vec<Option<&str>> =
        cells.iter().copied().filter(|cell| own_value || cell.is_some()).collect();
    // The missing value last.
    known.sort_unstable_by_key(|cell| (cell.is_none(), *cell));
    known.dedup();
    let code = |cell: &Option<&str>| known.iter().position(|value| value == cell).map(|code| code as u32);
    let codes: Vec<Option<u32>> = cells.iter().map(code).collect();
    let mut counts = vec![0; known.len()];
    codes.iter().flatten().for_each(|&code| counts[code as usize] += 1);
    (codes, counts)
}

pub fn asked_of_classes() -> Vec<(ModelParams, bool)> {
    let on_values = |params| (params, true);
    let mut all = vec![
        (ModelParams::KAnonymity { k: 3 }, false),
        (counted_k_map(9), false),
        (ModelParams::DeltaPresence { min: 0.2, max: 0.5 }, false),
        (ModelParams::DeltaPresence { min: 0.3, max: 0.4 }, false),
        (amidst_models::HighestRisk::params(0.3), false),
    ];
    all.extend([1.3, 2.0, 2.7].map(|l| on_values(ModelParams::EntropyL { l })));
    all.extend(
        [(0.8, 1), (2.0, 2), (3.0, 2), (4.0, 3)].map(|(c, l)| on_values(ModelParams::RecursiveL { c, l })),
    );
    all.extend([0.4, 0.6, 0.8].map(|alpha| on_values(alpha_k(alpha, 2, &[]))));
    all.extend([0.3, 0.5].map(|alpha| on_values(alpha_k(alpha, 2, &["one"]))));
    for t in [0.1, 0.25, 0.4] {
        let distances = [Distance::Equal, Distance::Rank, Distance::Numeric, Distance::Hierarchical];
        all.extend(distances.map(|distance| on_values(t_closeness(t, distance))));
    }
    for (beta, enhanced) in [(0.5, false), (2.0, false), (0.5, true), (2.0, true)] {
        all.push(on_values(ModelParams::BetaLikeness { beta, enhanced }));
    }
    all.extend([
        on_values(ModelParams::KAnonymity { k: 2 }),
        on_values(ModelParams::PersonalK),
        on_values(ModelParams::KPerStratum { k: 2 }),
        on_values(ModelParams::PSensitive { p: 2, k: 3 }),
        on_values(ModelParams::DistinctL { l: 2 }),
        on_values(ModelParams::DistinctL { l: 3 }),
        on_values(ModelParams::DeltaDisclosure { delta: 1.0, skips_absent: true }),
        on_values(ModelParams::DeltaDisclosure { delta: 1.0, skips_absent: false }),
        on_values(ModelParams::DeltaDisclosure { delta: 0.7, skips_absent: false }),
    ]);
    all
}

/// The rows that must be suppressed.
pub fn suppressed(model: &dyn ClassModel, classes: &[Class]) -> u64 {
    classes.iter().filter(|class| !model.holds(&class.summary())).map(Class::rows).sum()
}

/// The rows that must be suppressed, the smallest classes first, until the others hold together.
fn suppressed_together(model: &dyn TableModel, classes: &[Class]) -> u64 {
    let mut sizes: Sizes = classes.iter().map(Class::rows).collect();
    let all = sizes.rows();
    while !model.holds(&sizes) {
        let (smallest, _) = sizes.iter().next().expect("no classes at all hold");
        sizes.remove(smallest, 1);
    }
    all - sizes.rows()
}

/// How many edges say something.
#[derive(Clone, Copy, Default)]
struct Telling {
    /// Nothing was suppressed, nothing may be.
    whole: u32,
    /// More rows were suppressed than before.
    lost: u32,
}

/// Checks what is promised on all edges.
fn check(
    promised: Monotonicity,
    edges: &[(usize, usize)],
    suppressed: &[u64],
    telling: &mut Telling,
    what: &dyn Fn() -> String,
) {
    for &(from, to) in edges {
        if promised >= Monotonicity::Generalization && suppressed[from] == 0 {
            assert_eq!(suppressed[to], 0, "{} breaks without suppression", what());
            telling.whole += 1;
        }
        if suppressed[to] > suppressed[from] {
            assert!(promised < Monotonicity::Suppression, "{} suppresses more", what());
            telling.lost += 1;
        }
    }
}

#[test]
fn classes_keep_their_promises_on_every_edge() {
    let all = asked_of_classes();
    let mut telling = vec![Telling::default(); all.len()];
    let mut promised = vec![Monotonicity::None; all.len()];
    for seed in 0..300 {
        for own_value in [true, false] {
            let Some(subject) = Subject::draw(seed, own_value) else { continue };
            let (nodes, edges) = subject.lattice();
            for (at, (params, on_values)) in all.iter().enumerate() {
                let model = class_model(params, on_values.then_some(&subject.values));
                promised[at] = model.monotonicity();
                let suppressed: Vec<u64> = nodes.iter().map(|classes| suppressed(&*model, classes)).collect();
                let what = || format!("{params:?} at seed {seed}");
                check(promised[at], &edges, &suppressed, &mut telling[at], &what);
            }
        }
    }
    // What is promised was put to the test, and what is not promised is indeed not so.
    for (at, (params, _)) in all.iter().enumerate() {
        assert!(promised[at] == Monotonicity::None || telling[at].whole > 0, "{params:?} never held");
        assert!(promised[at] == Monotonicity::Suppression || telling[at].lost > 0, "{params:?} never lost");
    }
}

#[test]
fn tables_keep_their_promises_on_every_edge() {
    let mut all: Vec<ModelParams> = [0.1, 0.3, 0.5].map(|risk| ModelParams::AverageRisk { risk }).into();
    all.extend([0.0, 0.05, 0.2].map(|share| ModelParams::SampleUniqueness { share }));
    all.extend(
        [(0.3, 0.0), (0.3, 0.2), (0.5, 0.1)].map(|(risk, share)| ModelParams::RecordsAtRisk { risk, share }),
    );
    for seed in 0..300 {
        let Some(subject) = Subject::draw(seed, true) else { continue };
        let (nodes, edges) = subject.lattice();
        for params in &all {
            let model = table_model(params);
            let suppressed: Vec<u64> =
                nodes.iter().map(|classes| suppressed_together(&*model, classes)).collect();
            let what = || format!("{params:?} at seed {seed}");
            check(model.monotonicity(), &edges, &suppressed, &mut Telling::default(), &what);
        }
    }
}

#[test]
fn suppressing_the_smallest_classes_first_keeps_the_most_rows() {
    for params in [
        ModelParams::AverageRisk { risk: 0.3 },
        ModelParams::AverageRisk { risk: 0.45 },
        ModelParams::SampleUniqueness { share: 0.1 },
        ModelParams::SampleUniqueness { share: 0.25 },
    ] {
        let model = table_model(&params);
        for seed in 0..200 {
            let mut draw = SeededRng::new(seed);
            let classes: Vec<Class> =
                (0..draw.between(1, 9)).map(|_| Class::of_rows(u64::from(draw.low_between(1, 9)))).collect();
            let rows: u64 = classes.iter().map(Class::rows).sum();
            let kept = |subset: u32| -> Option<u64> {
                let chosen = classes.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
                let sizes: Sizes = chosen.map(|(_, class)| class.rows()).collect();
                model.holds(&sizes).then(|| sizes.rows())
            };
            let most = (0..1 << classes.len()).filter_map(kept).max().expect("no classes at all hold");
            assert_eq!(rows - suppressed_together(&*model, &classes), most, "{params:?} at seed {seed}");
        }
    }
}
