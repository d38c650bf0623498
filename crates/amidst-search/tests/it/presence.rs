//! δ-presence speaks of everybody in the population: every algorithm against a count of people by the definition.

use std::{collections::BTreeMap, sync::Arc};

use amidst_core::{
    Codes, Guarantee, Levels, Solver,
    lattice::{at_or_below, height},
};
use amidst_kernel::{MILLIONTHS, QuasiColumn, Tuples};
use amidst_models::{DeltaPresence, KAnonymity};
use amidst_search::{ALL, Exhaustive, Problem, Requirement, Samarati};
use amidst_testkit::generate::{SeededRng, small::Shape};

use crate::case::{Case, answer};

const SHAPE: Shape = Shape { rows: 14, columns: 2, leaves: 5, height: 2, missing_percent: 3 };

/// A table, and a population with its people and others.
struct Drawn {
    case: Case,
    /// For each column the leaf of each person.
    people: Vec<Vec<u32>>,
    /// People without a place in the hierarchies.
    outside: u64,
    /// In tenths.
    min: u64,
    max: u64,
    limit: u64,
}

impl Drawn {
    fn new(seed: u64) -> Self {
        let mut draw = SeededRng::new(seed ^ 0xde17a);
        let case = Case::draw(SHAPE, 70_000 + seed);
        let rows = case.columns[0].leaves.len() as u64;
        // Often people like those in the table, sometimes anybody.
        let others: Vec<Option<u32>> =
            (0..draw.below(12)).map(|_| draw.percent(85).then(|| draw.below(rows as u32))).collect();
        let mut people = Vec::new();
        for column in &case.columns {
            let leaves = column.hierarchy.leaves() as u32;
            let other = |like: &Option<u32>| {
                like.map_or_else(|| draw.below(leaves), |row| column.leaves[row as usize])
            };
            people.push(column.leaves.iter().copied().chain(others.iter().map(other)).collect());
        }
        let min = u64::from(draw.below(4));
        let limit = if draw.percent(60) { 0 } else { u64::from(draw.below(rows as u32)) };
        Self {
            case,
            people,
            outside: u64::from(draw.percent(4)),
            min,
            max: [6, 8, 10][draw.below(3) as usize],
            limit,
        }
    }

    fn tuples(&self) -> Tuples {
        let column = |(column, leaves): (&amidst_testkit::oracle::OracleColumn, &Vec<u32>)| {
            let hierarchy = Arc::new(column.hierarchy.clone());
            let codes = Codes::narrow(leaves.clone(), hierarchy.leaves());
            QuasiColumn::new("q", hierarchy, codes)
        };
        let people: Vec<QuasiColumn> = self.case.columns.iter().zip(&self.people).map(column).collect();
        let people = Tuples::collapse(&people).expect("columns fit together");
        self.case.tuples().with_population(people).with_people_outside(self.outside * MILLIONTHS)
    }

    fn problem<'a>(&self, tuples: &'a Tuples) -> Problem<'a> {
        let presence = DeltaPresence::new(self.min as f64 / 10.0, self.max as f64 / 10.0).expect("shares");
        let requirements: [Requirement; 2] = [
            Requirement::from(Box::new(presence)),
            Requirement::from(Box::new(KAnonymity::new(1).expect("k is at least 1"))),
        ];
        Problem::new(tuples, requirements, self.case.metric(tuples), self.limit)
    }

    /// The rows suppressed at a node, by the definition: a chance for every person.
    fn suppressed(&self, levels: &[u8]) -> u64 {
        let labels = |leaves: &dyn Fn(usize) -> u32| -> Vec<u32> {
            let columns = self.case.columns.iter().enumerate();
            let label = |(at, column): (usize, &amidst_testkit::oracle::OracleColumn)| {
                column.hierarchy.ancestors(0, levels[at])[leaves(at) as usize]
            };
            columns.map(label).collect()
        };
        let (mut rows, mut people) = (BTreeMap::<_, u64>::new(), BTreeMap::<_, u64>::new());
        let all = self.case.columns[0].leaves.len();
        (0..all)
            .for_each(|row| *rows.entry(labels(&|at| self.case.columns[at].leaves[row])).or_default() += 1);
        (0..self.people[0].len())
            .for_each(|person| *people.entry(labels(&|at| self.people[at][person])).or_default() += 1);
        let is_between =
            |rows: u64, people: u64| rows * 10 >= self.min * people && rows * 10 <= self.max * people;
        rows.retain(|labels, rows| is_between(*rows, people[labels]));
        let chance_is_zero = people.keys().any(|labels| !rows.contains_key(labels)) || self.outside > 0;
        if self.min > 0 && chance_is_zero { all as u64 } else { all as u64 - rows.values().sum::<u64>() }
    }
}

#[test]
fn all_algorithms_find_what_holds_for_everybody_in_the_population() {
    let [mut found, mut none, mut minimal] = [0; 3];
    for seed in 0..600 {
        let drawn = Drawn::new(seed);
        let tuples = drawn.tuples();
        let problem = drawn.problem(&tuples);
        let mut feasible: Vec<Levels> = Vec::new();
        for node in problem.lattice().iter() {
            let suppressed = drawn.suppressed(&node);
            assert_eq!(problem.judge(&node).unwrap().facts.suppressed, suppressed, "seed {seed} {node:?}");
            if suppressed <= drawn.limit {
                feasible.push(node);
            }
        }
        let best = answer(Exhaustive.solve(&problem, &()).unwrap()).ok();
        assert_eq!(best.is_some(), !feasible.is_empty(), "seed {seed}");
        let is_minimal = |node: &&Levels| !feasible.iter().any(|it| it != *node && at_or_below(it, node));
        let mut lowest: Vec<Levels> = feasible.iter().filter(is_minimal).cloned().collect();
        lowest.sort_by_key(|node| (height(node), node.clone()));
        for algorithm in ALL {
            let name = algorithm.name();
            // Some refuse what is not monotone, and say so.
            let Ok(outcome) = algorithm.solve(&problem, &()) else {
                assert!(drawn.limit > 0 || name == "samarati-matrix", "{name} seed {seed}");
                continue;
            };
            let answer = answer(outcome).ok();
            match algorithm.info().guarantee {
                Guarantee::Optimal => assert_eq!(answer, best, "{name} seed {seed}"),
                _ if drawn.limit == 0 => assert_eq!(answer.is_some(), best.is_some(), "{name} seed {seed}"),
                _ => {}
            }
            if let Some(Ok(of)) = algorithm.minimal_finder().map(|finder| finder.minimal(&problem, &())) {
                let nodes: Vec<Levels> = of.nodes.to_vec();
                assert_eq!(nodes, lowest, "{name} seed {seed}");
                minimal += 1;
            }
        }
        if drawn.min > 0 {
            found += u32::from(best.is_some());
            none += u32::from(best.is_none());
        }
    }
    assert!(found > 100 && none > 100 && minimal > 1000, "too easy: {found} found, {none} not, {minimal}");
}

/// Two people of each of two values are in the table, four of each of two others are not.
#[test]
fn people_whom_nobody_in_the_table_is_like_are_in_it_with_a_chance_of_zero() {
    use amidst_core::Hierarchy;
    let path = |value: &str| [value, "*"].map(|label| Some(label.into())).to_vec();
    let hierarchy =
        || Arc::new(Hierarchy::from_paths(["a", "b", "c", "d"].map(path).into()).expect("a tree"));
    let column = |codes: Vec<u32>| [QuasiColumn::new("q", hierarchy(), Codes::narrow(codes, 4))];
    let own = column(vec![0, 0, 2, 2]);
    let everybody = column(vec![0, 0, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3]);
    let tuples = Tuples::collapse(&own).expect("a column");
    let tuples = tuples.with_population(Tuples::collapse(&everybody).expect("a column"));
    let problem = |min: f64| {
        let presence = DeltaPresence::new(min, 1.0).expect("shares");
        let loss = amidst_metrics::metric("loss", None, tuples.attributes()).expect("there is such a metric");
        Problem::new(&tuples, [Requirement::from(Box::new(presence))], loss, 0)
    };
    for algorithm in
        ALL.into_iter().filter(|it| it.info().guarantee == Guarantee::Optimal || it.name() == Samarati::NAME)
    {
        let levels = |min| answer(algorithm.solve(&problem(min), &()).unwrap()).ok().map(|it| it.levels);
        // 4 of 12 once nobody is told apart; as they are, nobody of b and d can be in the table.
        assert_eq!([0.0, 0.3, 0.5].map(levels), [Some(vec![0]), Some(vec![1]), None], "{}", algorithm.name());
    }
}
