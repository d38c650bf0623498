//! What every model owes, asked of all of them from one table of cases.

use amidst_core::{Looks, Scale, Sizes, Values, model::Scope};
use amidst_testkit::{generate::SeededRng, models};

use crate::{
    cases::{Case, class_cases, table_cases},
    support::{Class, class_model, sizes, table_model},
};

impl Case {
    /// Classes of every kind that the column allows, besides those at the boundary.
    fn classes(&self) -> Vec<Class> {
        let mut classes = [self.holds.clone(), self.fails.clone()].concat();
        let values = self.values.as_ref().map_or(0, |values| values.counts.len());
        // Empty, one row, all equal, all distinct, as the table; without a known value; with some unknown.
        classes.push(Class::default());
        classes.push(Class::of_rows(1).with_population(1.0));
        classes.push(Class::of_rows(1000).with_population(3000.0));
        if values > 0 {
            classes.extend([1, 7, 10_000_000].map(|rows| Class::of(&[rows])));
            classes.push(Class::of(&vec![1; values]));
            classes.push(Class::of(&vec![1; values]).with_unknown(5));
            classes.push(Class::of(&[3]).with_unknown(10_000_000));
        }
        let mut draw = SeededRng::new(7);
        for _ in 0..300 {
            let most = [2, 9, 1000][draw.below(3) as usize];
            let rows: Vec<u32> = (0..values).map(|_| draw.low_between(0, most)).collect();
            let unknown = if values == 0 || draw.percent(30) { u64::from(draw.below(20)) } else { 0 };
            let class = Class::of(&rows).with_unknown(unknown);
            let others = if class.rows() == 0 { 0 } else { u64::from(draw.below(30)) };
            let population = (class.rows() + others) as f64;
            classes.push(class.with_population(population));
        }
        classes
    }
}

#[test]
fn every_model_has_a_case_and_its_name() {
    let classes = class_cases()
        .into_iter()
        .map(|case| (case.params.id(), class_model(&case.params, case.values.as_ref()).name()));
    let tables = table_cases().into_iter().map(|(params, ..)| (params.id(), table_model(&params).name()));
    let names: Vec<_> = classes.chain(tables).collect();
    assert!(names.iter().all(|(id, name)| id == name), "{names:?}");
    let judges = |entry: &&amidst_models::Entry| entry.info.scope != Scope::Original;
    for entry in amidst_models::ALL.iter().filter(judges) {
        assert!(names.iter().any(|(id, _)| *id == entry.info.id), "{}", entry.info.id);
    }
}

#[test]
fn the_boundary_is_where_the_definition_has_it() {
    for case in class_cases() {
        let model = class_model(&case.params, case.values.as_ref());
        for class in &case.holds {
            assert!(model.holds(&class.summary()), "{:?}: {class:?} holds", case.params);
        }
        for class in &case.fails {
            assert!(!model.holds(&class.summary()), "{:?}: {class:?} fails", case.params);
        }
    }
    for (params, holds, fails) in table_cases() {
        let model = table_model(&params);
        assert!(model.holds(&sizes(&holds)) && !model.holds(&sizes(&fails)), "{params:?}");
    }
}

#[test]
fn every_class_is_judged_as_the_definition_says() {
    for case in class_cases() {
        let model = class_model(&case.params, case.values.as_ref());
        let values = case.values.clone().unwrap_or_default();
        for class in case.classes() {
            // People that are no whole number are beyond the slow way.
            if class.population.fract() != 0.0 {
                continue;
            }
            if let Some(expected) = models::holds(&case.params, &values, &class.summary()) {
                assert_eq!(model.holds(&class.summary()), expected, "{:?}: {class:?}", case.params);
            }
        }
    }
}

#[test]
fn an_empty_class_and_one_without_a_known_value_fail() {
    for case in class_cases() {
        let model = class_model(&case.params, case.values.as_ref());
        assert!(!model.holds(&Class::default().summary()), "{:?}", case.params);
        if model.looks() == Looks::Values {
            assert!(!model.holds(&Class::of_rows(1_000_000).summary()), "{:?}", case.params);
        }
    }
}

#[test]
fn it_looks_at_what_was_asked() {
    for case in class_cases() {
        let model = class_model(&case.params, case.values.as_ref());
        let expected = match () {
            () if case.values.is_some() => Looks::Values,
            () if case.params.needs_population() => Looks::Population,
            () => Looks::Rows,
        };
        assert_eq!(model.looks(), expected, "{:?}", case.params);
    }
}

#[test]
fn a_search_may_rely_on_the_least_rows() {
    for case in class_cases() {
        let model = class_model(&case.params, case.values.as_ref());
        for class in case.classes() {
            let enough = class.rows() >= model.least_rows();
            assert!(enough || !model.holds(&class.summary()), "{:?}: {class:?}", case.params);
            assert!(!(enough && model.rows_suffice()) || model.holds(&class.summary()), "{:?}", case.params);
        }
        assert!(model.least_rows() >= 1);
    }
}

#[test]
fn what_is_reached_says_why() {
    for case in class_cases() {
        let model = class_model(&case.params, case.values.as_ref());
        for class in case.classes() {
            let (params, reached) = (model.threshold(), model.attained(&class.summary()));
            assert!(!reached.is_nan(), "{:?}: {class:?}", case.params);
            let worse = match model.scale() {
                Scale::AtLeast => reached < params - 1e-9,
                Scale::AtMost => reached > params + 1e-9,
            };
            assert!(!(worse && model.holds(&class.summary())), "{:?}: {class:?}", case.params);
            let better = reached != params && !worse && (reached - params).abs() > 1e-9;
            let also_rows = ["p-sensitive", "alpha-k", "delta-presence"].contains(&model.name());
            assert!(!better || also_rows || model.holds(&class.summary()), "{:?}: {class:?}", case.params);
        }
    }
}

#[test]
fn a_missing_cell_is_a_value_of_its_own_or_tells_nothing() {
    let params = amidst_core::ModelParams::DistinctL { l: 2 };
    let own_value = class_model(&params, Some(&Values::of_counts(vec![6, 2])));
    assert!(own_value.holds(&Class::of(&[3, 1]).summary()));
    let wildcard = class_model(&params, Some(&Values::of_counts(vec![6])));
    assert!(!wildcard.holds(&Class::of(&[3]).with_unknown(1).summary()));
}

#[test]
fn no_classes_at_all_may_always_be_released() {
    for (params, ..) in table_cases() {
        let model = table_model(&params);
        assert!(model.holds(&Sizes::default()), "{params:?}");
        assert_eq!(model.attained(&Sizes::default()), 0.0, "{params:?}");
    }
}

#[test]
fn tables_of_one_class_one_row_all_equal_or_all_distinct_are_judged() {
    for (params, ..) in table_cases() {
        let model = table_model(&params);
        assert!(model.holds(&sizes(&[1000])), "{params:?}");
        assert!(!model.holds(&sizes(&[1])), "{params:?}");
        assert!(!model.holds(&sizes(&[1; 50])), "{params:?}");
        assert!(model.holds(&sizes(&[10_000_000, 4_294_967_296, 1 << 40])), "{params:?}");
        for table in [&[1][..], &[1; 50], &[1000], &[4, 4, 9]] {
            let reached = model.attained(&sizes(table));
            let far = (reached - model.threshold()).abs() > 1e-9;
            assert!(
                !far || model.holds(&sizes(table)) == (reached < model.threshold()),
                "{params:?}: {table:?}"
            );
        }
    }
}
