//! What the classes of a node say of every node below it, where models break when classes merge.
//!
//! A class that fails may be split into parts of which some hold, so it is not lost for the nodes below. But distances are convex,
//! entropy is concave and shares are means: parts that hold make up a part that holds. However the class is split, what is
//! released of it is a part that holds, and a model knows how large that can be ([`ClassModel::most_rows`]). The other rows are
//! suppressed at every node below. Over all classes they make a floor: above the limit it rules out everything below the
//! node, else it is charged to it.
//!
//! [`ClassModel::most_rows`]: amidst_core::ClassModel::most_rows

use amidst_core::Monotonicity;

use crate::{
    Requirement,
    rule::{ClassView, Lost, Rest, Rule},
};

impl Rule {
    /// Judges the marked classes by the requirements that break when classes merge.
    pub fn rest(&self, view: &ClassView<'_>, marks: &[bool]) -> Rest {
        let breaks = |it: &&Requirement| it.monotonicity() < Monotonicity::Suppression;
        let asked: Vec<&Requirement> = self.requirements().iter().map(|it| &**it).filter(breaks).collect();
        let (mut holds, mut of_class) = (marks.to_vec(), Vec::with_capacity(marks.len()));
        for (class, (&rows, holds)) in view.table.counts().iter().zip(&mut holds).enumerate() {
            let mut lost = if *holds { 0 } else { rows };
            for requirement in &asked {
                if lost == rows {
                    break;
                }
                let judgement = requirement.judge(&view.class(requirement, class));
                *holds &= judgement.holds;
                // People are not added up, so what is lost is of rows.
                lost = lost.max(u32::try_from(judgement.lost_below).unwrap_or(u32::MAX).min(rows));
            }
            // What is left would have to be a class, or several.
            let is_too_small = u64::from(rows - lost) < self.least();
            of_class.push(if is_too_small { rows } else { lost });
        }
        let rows = of_class.iter().map(|&rows| u64::from(rows)).sum();
        Rest { holds, lost: Lost { rows, of_class } }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use amidst_core::{Hierarchy, Levels, ModelParams, Values, lattice::at_or_below, model::Distance};
    use amidst_kernel::{AuxColumn, Tuples, UNCOUNTED};
    use amidst_metrics::{NAMES, metric};
    use amidst_models::{KAnonymity, model};
    use amidst_testkit::generate::{
        SeededRng,
        small::{Shape, Small},
    };

    use crate::{Combination, NodeView, Problem, Requirement, Split, run::Run, sample};

    const SHAPE: Shape = Shape { rows: 40, columns: 3, leaves: 6, height: 2, missing_percent: 3 };
    /// Values of the column looked at, groups of the joined ones, and people.
    const VALUES: u32 = 5;
    const GROUPS: u32 = 2;
    const PEOPLE: u32 = 12;

    fn asked(draw: &mut SeededRng) -> ModelParams {
        let mut of = |choices: &[f64]| choices[draw.below(choices.len() as u32) as usize];
        let closeness = |t, distance| ModelParams::TCloseness { t, distance };
        match of(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]) as u32 {
            0 => closeness(of(&[0.1, 0.2, 0.35]), Distance::Equal),
            1 => closeness(of(&[0.05, 0.1, 0.2]), Distance::Rank),
            2 => closeness(of(&[0.05, 0.1, 0.2]), Distance::Numeric),
            3 => closeness(of(&[0.1, 0.2, 0.3]), Distance::Hierarchical),
            4 => ModelParams::EntropyL { l: of(&[1.5, 2.0, 2.7]) },
            5 => ModelParams::RecursiveL { c: of(&[0.8, 1.0, 2.0, 3.5]), l: of(&[1.0, 2.0, 3.0]) as u64 },
            6 => ModelParams::AlphaK { alpha: of(&[0.4, 0.5, 0.75]), k: 2, values: Vec::new() },
            7 => ModelParams::BetaLikeness { beta: of(&[0.3, 1.0]), enhanced: of(&[0.0, 1.0]) == 0.0 },
            8 => ModelParams::DeltaDisclosure {
                delta: of(&[0.8, 1.5, 2.5]),
                skips_absent: of(&[0.0, 1.0]) == 0.0,
            },
            9 => ModelParams::DeltaPresence { min: of(&[0.0, 0.2]), max: of(&[0.4, 0.6, 0.8]) },
            10 => match of(&[0.0, 1.0]) == 0.0 {
                true => ModelParams::PersonalK,
                false => ModelParams::KPerStratum { k: 2 },
            },
            _ => ModelParams::DistinctL { l: 3 },
        }
    }

    fn values(counts: Vec<u64>) -> Values {
        let label = |text: String| Some(text.into_boxed_str());
        let path = |at: u32| vec![label(format!("v{at}")), label(format!("g{}", at / 2)), label("*".into())];
        let hierarchy = Hierarchy::from_paths((0..VALUES).map(path).collect()).expect("it is a tree");
        let leaf = |at: u32| hierarchy.leaf(Some(&format!("v{at}"))).expect("every value is a leaf");
        Values {
            numbers: Some(vec![0.0, 1.0, 2.0, 10.0, 40.0]),
            rows_asked: Some(vec![1, 2, 3, 5, 8]),
            hierarchy: Some((Arc::new(hierarchy.clone()), (0..VALUES).map(leaf).collect())),
            ..Values::of_counts(counts)
        }
    }

    /// What a row has beside its quasi columns.
    struct Beside {
        value: Option<u32>,
        group: u32,
        person: u32,
    }

    /// Every combination of group, value and person is a code of the companion: rows without a value come last in their group.
    fn split(is_joined: bool, counts_people: bool) -> (Split, impl Fn(&Beside) -> u32) {
        let all = || {
            (0..GROUPS).flat_map(move |group| {
                let values = (0..VALUES).chain([UNCOUNTED]);
                values.flat_map(move |value| (0..PEOPLE).map(move |person| (group, value, person)))
            })
        };
        let split = Split {
            group_of: if is_joined { all().map(|it| it.0).collect() } else { Vec::new() },
            value_of: all().map(|it| it.1).collect(),
            person_of: counts_people.then(|| all().map(|it| it.2).collect()),
        };
        let code = move |row: &Beside| {
            let group = if is_joined { row.group } else { 0 };
            let value = row.value.unwrap_or(VALUES);
            (group * (VALUES + 1) + value) * PEOPLE + if counts_people { row.person } else { 0 }
        };
        (split, code)
    }

    #[test]
    fn every_node_below_suppresses_what_a_node_says_or_is_ruled_out_rightly() {
        let (mut said, mut ruled_out, mut of_joined) = (0, 0, 0);
        for seed in 0..3000 {
            let small = Small::draw(SHAPE, 300_000 + seed);
            let mut draw = SeededRng::new(seed ^ 0xbe10);
            let quasi = sample::quasi(&small);
            let beside: Vec<Beside> = (0..small.rows.len())
                .map(|_| Beside {
                    value: (!draw.percent(8)).then(|| draw.low_between(0, VALUES - 1)),
                    group: draw.below(GROUPS),
                    person: draw.below(PEOPLE),
                })
                .collect();
            let mut counts = vec![0; VALUES as usize];
            beside.iter().filter_map(|row| row.value).for_each(|value| counts[value as usize] += 1);
            let values = values(counts);
            let asked = asked(&mut draw);
            let looks_at_values = asked.needs_column();
            let is_joined = looks_at_values && draw.percent(30);
            let counts_people = looks_at_values && draw.percent(20);
            let (split, code) = split(is_joined, counts_people);
            let plain = |row: &Beside| row.value.unwrap_or(UNCOUNTED);
            let codes = |code: &dyn Fn(&Beside) -> u32| beside.iter().map(code).collect::<Vec<u32>>();
            let aux_columns = [
                AuxColumn { codes: codes(&plain), width: VALUES as usize },
                AuxColumn { codes: codes(&code), width: (GROUPS * (VALUES + 1) * PEOPLE) as usize },
                AuxColumn { codes: codes(&|row| row.person), width: PEOPLE as usize },
            ];
            let weights: Vec<u64> =
                beside.iter().map(|_| u64::from(1_000_000 + draw.below(3_000_000))).collect();
            let tuples = Tuples::collapse(&quasi)
                .expect("columns fit together")
                .with_aux_columns(&quasi, &aux_columns, &())
                .expect("nobody aborts")
                .with_weights(&quasi, &weights, &())
                .expect("nobody aborts");
            let is_split = is_joined || counts_people;
            let requirement = Requirement {
                aux_column: looks_at_values.then_some(usize::from(is_split)),
                split: is_split.then(|| Arc::new(split)),
                people: counts_people.then_some(2),
                ..Requirement::new(model(&asked, looks_at_values.then_some(&values)).expect("in range"))
            };
            let k = KAnonymity::new(1 + seed % 4).expect("k is at least 1");
            let requirements = vec![requirement, Requirement::from(Box::new(k))];
            let name = NAMES[seed as usize % (NAMES.len() - 1)];
            let objective = metric(name, None, tuples.attributes()).expect("it is a name");
            let limit = u64::from(draw.below(small.rows.len() as u32 + 1));
            let combination = Combination { columns: vec![0], k: 3 };
            let combinations = if draw.percent(20) { vec![combination] } else { Vec::new() };
            let problem =
                Problem::new(&tuples, requirements, objective, limit).with_combinations(combinations);
            let view = |levels: Levels| problem.judge(&levels).expect("it is a node");
            let nodes: Vec<(Levels, NodeView)> =
                problem.lattice().iter().map(|levels| (levels.clone(), view(levels))).collect();
            let mut run = Run::new(&problem, &());
            for (levels, _) in &nodes {
                let judged = run.judge_once(levels);
                let floor = judged.below().suppressed;
                for (other, view) in &nodes {
                    let what = || format!("seed {seed}: {name}, {asked:?} at {levels:?} says of {other:?}");
                    let suppressed = view.facts.suppressed;
                    match at_or_below(other, levels) {
                        true if judged.rules_out_below => assert!(suppressed > limit, "{}", what()),
                        true => {
                            assert!(suppressed >= floor, "{}: {suppressed} < {floor}", what());
                            let bound = problem.metric().bound_below(other, judged.below());
                            assert!(bound <= view.score, "{}: {bound} > {}", what(), view.score);
                        }
                        false if at_or_below(levels, other) => {
                            let bound = problem.metric().bound_above(judged.sure());
                            assert!(bound <= view.score, "{}: {bound} > {}", what(), view.score);
                        }
                        false => {}
                    }
                }
                let is_more = !judged.rules_out_below && floor > judged.sure().suppressed;
                said += u32::from(is_more);
                of_joined += u32::from(is_more && is_joined);
                ruled_out += u32::from(judged.rules_out_below);
            }
        }
        assert!(said > 2000 && ruled_out > 2000 && of_joined > 200, "{said}, {ruled_out}, {of_joined}");
    }
}
