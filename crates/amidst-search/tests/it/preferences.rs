//! Preferences against brute force in exact fractions, with code of its own.

use std::{cmp::Ordering, sync::Arc};

use amidst_core::{
    Codes, Hierarchy, Levels, NodeFacts, Score,
    lattice::{at_or_below, height},
};
use amidst_kernel::{QuasiColumn, Tuples};
use amidst_metrics::metric;
use amidst_models::KAnonymity;
use amidst_search::{NodeView, Overall, Preference, Problem};

use crate::case::{Case, SHAPE};

/// A number compared without rounding; the sum of a few fractions of small numbers.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    fn new(over: i128, under: i128) -> Self {
        Self { over, under }
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    fn compare(&self, other: &Self) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

/// How far a policy is from liking a node: compared one by one, the least wins.
fn dislike(policy: &str, priority: &[usize], problem: &Problem<'_>, view: &NodeView) -> Vec<Fraction> {
    let levels: Vec<i128> = view.facts.levels.iter().map(|&level| level.into()).collect();
    let heights = problem.tuples().attributes().iter().map(|attribute| i128::from(attribute.height));
    let shares: Vec<Fraction> = levels
        .iter()
        .zip(heights)
        .map(|(&level, height)| if height == 0 { Fraction::new(0, 1) } else { Fraction::new(level, height) })
        .collect();
    let largest = shares.iter().copied().max_by(Fraction::compare).unwrap_or(Fraction::new(0, 1));
    let whole = |number: i128| vec![Fraction::new(number, 1)];
    let touched = levels.iter().filter(|&&level| level > 0).count() as i128;
    match policy {
        "min-height" => whole(levels.iter().sum()),
        "min-relative-height" => vec![shares.iter().copied().fold(Fraction::new(0, 1), Fraction::plus)],
        "max-classes" => whole(-i128::from(view.facts.classes)),
        "min-suppression" => whole(view.facts.suppressed.into()),
        "min-peak" => whole(*levels.iter().max().unwrap()),
        "max-peak" => whole(-levels.iter().max().unwrap()),
        "min-relative-peak" => vec![largest],
        "max-relative-peak" => vec![Fraction::new(-largest.over, largest.under)],
        "fewest-columns" => whole(touched),
        "most-columns" => whole(-touched),
        "priority" => priority.iter().map(|&column| Fraction::new(levels[column], 1)).collect(),
        policy => panic!("no policy is called {policy}"),
    }
}

/// The order in which a policy likes nodes.
fn compare(policy: &str, priority: &[usize], problem: &Problem<'_>, a: &NodeView, b: &NodeView) -> Ordering {
    let score = |view: &NodeView| -> Score {
        let own = metric(policy, None, problem.tuples().attributes());
        own.map_or_else(|_| view.score.clone(), |own| own.score(&view.facts))
    };
    if policy == "objective" || amidst_metrics::NAMES.contains(&policy) {
        return score(a).cmp(&score(b));
    }
    let [a, b] = [a, b].map(|view| dislike(policy, priority, problem, view));
    a.iter().zip(&b).map(|(a, b)| a.compare(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The order among nodes that a policy holds equal.
fn then(a: &NodeView, b: &NodeView) -> Ordering {
    let place = |view: &NodeView| (view.score.clone(), height(&view.facts.levels), view.facts.levels.clone());
    place(a).cmp(&place(b))
}

fn names() -> impl Iterator<Item = &'static str> {
    Preference::NAMES.into_iter().chain(amidst_metrics::NAMES)
}

fn parse(name: &str, priority: &[usize], tuples: &Tuples) -> Preference {
    let own = |name: &str| metric(name, None, tuples.attributes()).ok();
    let preference = Preference::parse(name, priority, own).unwrap();
    assert_eq!(preference.name(), name);
    preference
}

/// What was met on the way, so that easy problems do not pass for a proof.
#[derive(Default)]
struct Met {
    ties: u32,
    above: std::collections::BTreeMap<&'static str, u32>,
}

fn agree(case: &Case, seed: u64, met: &mut Met) {
    let tuples = case.tuples();
    let problem = case.problem(&tuples);
    let feasible: Vec<NodeView> = problem
        .lattice()
        .iter()
        .map(|node| problem.judge(&node).unwrap())
        .filter(|view| view.is_feasible)
        .collect();
    let is_above = |levels: &Levels, view: &NodeView| {
        view.facts.levels != *levels && at_or_below(&view.facts.levels, levels)
    };
    let is_minimal = |view: &&NodeView| !feasible.iter().any(|other| is_above(&view.facts.levels, other));
    let minimal: Vec<NodeView> = feasible.iter().filter(is_minimal).cloned().collect();
    let mut priority: Vec<usize> = (0..case.columns.len()).rev().collect();
    priority.rotate_left(seed as usize % case.columns.len());
    priority.truncate(1 + seed as usize % 3);
    for name in names() {
        let preference = parse(name, &priority, &tuples);
        let order = |a: &NodeView, b: &NodeView| compare(name, &priority, &problem, a, b);
        let is_best = |&at: &usize| !minimal.iter().any(|other| order(other, &minimal[at]).is_lt());
        let best: Vec<usize> = (0..minimal.len()).filter(is_best).collect();
        assert_eq!(preference.best(&problem, &minimal), best, "{name} seed {seed}");
        let chosen = best.iter().copied().min_by(|&a, &b| then(&minimal[a], &minimal[b]));
        assert_eq!(preference.choose(&problem, &minimal), chosen, "{name} seed {seed}");
        met.ties += u32::from(best.len() > 1 && best.len() < minimal.len());
        let overall = feasible.iter().min_by(|a, b| order(a, b).then_with(|| then(a, b)));
        let expected = match overall.zip(chosen) {
            Some((overall, chosen)) if order(overall, &minimal[chosen]).is_lt() => {
                *met.above.entry(name).or_default() += 1;
                Overall::Above(Box::new(overall.clone()))
            }
            _ => Overall::Minimal,
        };
        assert_eq!(preference.overall(&problem, &minimal, &()).unwrap(), expected, "{name} seed {seed}");
    }
}

#[test]
fn every_policy_prefers_what_brute_force_does_on_thousands_of_problems() {
    let mut met = Met::default();
    for seed in 80_000..82_000 {
        let case = Case::draw(SHAPE, seed);
        agree(&if seed % 5 == 0 { case.with_combinations(seed) } else { case }, seed, &mut met);
    }
    assert!(met.ties > 300, "only {} ties among some minimal nodes", met.ties);
    for policy in
        ["objective", "max-classes", "min-suppression", "max-peak", "max-relative-peak", "most-columns"]
    {
        let above = met.above.get(policy).copied().unwrap_or(0);
        assert!(above > 20, "{policy} preferred only {above} nodes that are not minimal");
    }
    for policy in
        ["min-height", "min-relative-height", "min-peak", "min-relative-peak", "fewest-columns", "priority"]
    {
        assert!(!met.above.contains_key(policy), "{policy}");
    }
}

#[test]
fn an_unknown_policy_is_refused_with_the_known_ones() {
    let error = Preference::parse("magic", &[], |_| None).unwrap_err().to_string();
    assert!(error.starts_with("prefer = magic: one of objective, min-height, "), "{error}");
}

/// A problem over one row whose hierarchies have the heights given.
fn tall(heights: &[usize]) -> Tuples {
    let column = |(at, &height): (usize, &usize)| {
        let path = (0..=height).map(|level| Some(format!("{level}").into())).collect();
        let hierarchy = Arc::new(Hierarchy::from_paths(vec![path]).unwrap());
        QuasiColumn::new(&format!("q{at}"), hierarchy, Codes::narrow(vec![0], 1))
    };
    let columns: Vec<QuasiColumn> = heights.iter().enumerate().map(column).collect();
    Tuples::collapse(&columns).unwrap()
}

fn at(levels: &[u8]) -> NodeView {
    let facts = NodeFacts { levels: levels.to_vec(), ..NodeFacts::default() };
    NodeView { facts, score: Score::new(0.0), is_feasible: true, reached: Vec::new() }
}

#[test]
fn ties_are_ties_whatever_the_heights() {
    // The common multiple of these has over 128 bits.
    let heights =
        [198, 199, 197, 193, 195, 191, 181, 179, 173, 167, 163, 157, 151, 149, 139, 137, 131, 127, 113, 109];
    let tuples = tall(&heights);
    let height = metric("height", None, tuples.attributes()).unwrap();
    let problem = Problem::new(&tuples, vec![Box::new(KAnonymity::new(1).unwrap())], height, 0);
    let top: Levels = heights.iter().map(|&height| height as u8).collect();
    let only = |column: usize, level: u8| {
        let mut levels = vec![0; heights.len()];
        levels[column] = level;
        levels
    };
    let best = |policy: &str, nodes: &[Levels]| {
        let views: Vec<NodeView> = nodes.iter().map(|levels| at(levels)).collect();
        parse(policy, &[], &tuples).best(&problem, &views)
    };
    // Each column at its own height counts one.
    let whole: Vec<Levels> = (0..heights.len()).map(|column| only(column, top[column])).collect();
    assert_eq!(best("min-relative-height", &whole), (0..heights.len()).collect::<Vec<_>>());
    assert_eq!(best("max-relative-peak", &whole), (0..heights.len()).collect::<Vec<_>>());
    // A third of 198 and one of 195 are as much as two thirds of 195; one level less is less.
    let mut thirds = only(0, 66);
    thirds[4] = 65;
    let mut less = thirds.clone();
    less[0] -= 1;
    assert_eq!(best("min-relative-height", &[only(4, 130), thirds.clone()]), [0, 1]);
    assert_eq!(best("min-relative-height", &[only(4, 130), thirds, less]), [2]);
    // 197/198 and 198/199 differ by less than a ten-thousandth.
    assert_eq!(best("min-relative-peak", &[only(0, 197), only(1, 198)]), [0]);
    assert_eq!(best("max-relative-peak", &[only(0, 197), only(1, 198)]), [1]);
}
