//! How large a part of a class can be that holds: brute force over all parts, and all nodes of random lattices.

use amidst_core::{ClassModel, ModelParams, Monotonicity, Values, lattice::at_or_below};
use amidst_testkit::generate::SeededRng;

use crate::{
    monotonicity::{Subject, asked_of_classes, suppressed},
    support::{Class, class_model, draw_values},
};

/// Models that a search asks how much of a class can be released.
fn asked_of_parts() -> impl Iterator<Item = (ModelParams, bool)> {
    let more = [
        ModelParams::DeltaDisclosure { delta: 2.5, skips_absent: false },
        ModelParams::RecursiveL { c: 0.5, l: 1 },
        ModelParams::EntropyL { l: 3.5 },
    ];
    asked_of_classes().into_iter().chain(more.map(|params| (params, true))).filter(|(params, on_values)| {
        let values = draw_values(&mut SeededRng::new(1), vec![3, 2]);
        class_model(params, on_values.then_some(&values)).monotonicity() < Monotonicity::Suppression
    })
}

/// The most rows of any part that holds: of each value any rows, of those without a value any, and any of the people.
fn largest(model: &dyn ClassModel, class: &Class, looks_at_people: bool) -> u64 {
    let mut parts = vec![Vec::new()];
    for &count in &class.counts {
        let longer = |part: Vec<u32>| (0..=count).map(move |rows| [&part[..], &[rows]].concat());
        parts = parts.into_iter().flat_map(longer).collect();
    }
    let mut most = 0;
    for part in parts {
        let mut rows = vec![0; class.values.iter().max().map_or(0, |&last| last as usize + 1)];
        class.values.iter().zip(part).for_each(|(&value, count)| rows[value as usize] = count);
        for unknown in 0..=class.unknown {
            let people = if looks_at_people { 0..=class.population as u32 } else { 0..=0 };
            for people in people {
                let part = Class::of(&rows).with_unknown(unknown).with_population(people.into());
                if part.rows() > most && model.holds(&part.summary()) {
                    most = part.rows();
                }
            }
        }
    }
    most
}

/// A class of a table: some of its rows.
fn draw_class(draw: &mut SeededRng, values: &Values, looks_at_people: bool) -> Class {
    let rows: Vec<u32> = values.counts.iter().map(|&all| draw.low_between(0, (all as u32).min(6))).collect();
    let people = if looks_at_people { draw.between(0, 25) } else { 0 };
    Class::of(&rows).with_unknown(draw.low_between(0, 2).into()).with_population(people.into())
}

#[test]
fn no_part_of_a_class_that_holds_is_larger_than_the_model_says() {
    for (params, on_values) in asked_of_parts() {
        let looks_at_people = !on_values;
        // Rows that no part can keep, and as many as the model says; several parts may keep more.
        let (mut lost, mut said) = (0, 0);
        for seed in 0..400 {
            let mut draw = SeededRng::new(seed);
            let counts = (0..draw.between(2, 4)).map(|_| u64::from(draw.between(1, 12))).collect();
            let values = draw_values(&mut draw, counts);
            let model = class_model(&params, on_values.then_some(&values));
            let class = draw_class(&mut draw, &values, looks_at_people);
            if class.rows() == 0 || model.holds(&class.summary()) {
                continue;
            }
            let (most, largest) =
                (model.most_rows(&class.summary()), largest(&*model, &class, looks_at_people));
            assert!(most >= largest, "{params:?} at seed {seed}: {most} < {largest} of {class:?}");
            assert!(most <= class.rows(), "{params:?} at seed {seed}");
            lost += class.rows() - largest;
            said += class.rows() - most;
        }
        let is_one = !matches!(params, ModelParams::DeltaDisclosure { skips_absent: true, .. });
        assert!(lost > 0 && said > 0 && (2 * said > lost || !is_one), "{params:?} says {said} of {lost}");
    }
}

#[test]
fn rows_beyond_the_largest_part_are_suppressed_at_every_finer_node() {
    let all: Vec<(ModelParams, bool)> = asked_of_parts().collect();
    let mut said = vec![0; all.len()];
    for seed in 0..1000 {
        for own_value in [true, false] {
            let Some(subject) = Subject::draw(50_000 + seed, own_value) else { continue };
            let nodes = subject.nodes();
            let classes: Vec<Vec<Class>> = nodes.iter().map(|node| subject.classes(node)).collect();
            let pairs: Vec<(usize, usize)> = (0..nodes.len())
                .flat_map(|coarse| (0..nodes.len()).map(move |fine| (coarse, fine)))
                .filter(|&(coarse, fine)| at_or_below(&nodes[fine], &nodes[coarse]))
                .collect();
            for ((params, on_values), said) in all.iter().zip(&mut said) {
                let model = class_model(params, on_values.then_some(&subject.values));
                let lost = |class: &Class| match model.holds(&class.summary()) {
                    true => 0,
                    false => class.rows() - model.most_rows(&class.summary()),
                };
                let lost: Vec<u64> = classes.iter().map(|classes| classes.iter().map(lost).sum()).collect();
                let suppressed: Vec<u64> =
                    classes.iter().map(|classes| suppressed(&*model, classes)).collect();
                for &(coarse, fine) in &pairs {
                    assert!(
                        suppressed[fine] >= lost[coarse],
                        "{params:?} at seed {seed}: {:?}",
                        nodes[coarse]
                    );
                }
                *said += lost.iter().sum::<u64>();
            }
        }
    }
    for ((params, _), said) in all.iter().zip(said) {
        assert!(said > 0, "{params:?} never said anything");
    }
}
