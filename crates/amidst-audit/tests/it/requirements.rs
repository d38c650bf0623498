//! Privacy models besides k: a release passes up to what it reaches, and is caught beyond.

use std::sync::Arc;

use amidst_audit::{Check, Number, Path};
use amidst_core::{
    Model, ModelParams, Values,
    model::{DescribedModel, Distance, Estimator, ModelFactory, ModelInfo, Population as Known},
    parameter::Parameters,
};
use amidst_table::{Column, Table};

use crate::fixture::{HEADER, Population, RELEASED, Requirement, SOURCE, Setup, csv_of, failed, source};

/// The register with columns that are not released: who a row is about, its own k, a stratum, and for how many it stands.
fn register() -> Table {
    let added = [
        ("respondent", ["1", "2", "1", "3", "4", "5", "6", "7"]),
        ("own_k", ["2", "1", "2", "2", "2", "1", "9", "9"]),
        ("stratum", ["s", "s", "s", "s", "s", "t", "t", "t"]),
        ("weight", ["1.5", "2", "2.5", "3", "4", "4", "1", "1"]),
        ("many", ["500000", "1e6", "500001", "1e6", "1e6", "1e6", "1e6", "1e6"]),
    ];
    let mut columns = source().into_columns();
    columns.pop();
    let added = added.map(|(name, cells)| Column::from_texts(name, cells.map(Some)));
    let note = Column::from_texts("note", SOURCE.iter().map(|row| Some(row[4])));
    columns.extend([note].into_iter().chain(added));
    Table::new(columns)
}

/// A model that is known by its description, and of which nothing but that can be had.
#[derive(Debug)]
struct Unasked(ModelInfo);

impl ModelFactory for Unasked {
    fn info(&self) -> ModelInfo {
        self.0
    }

    fn build(&self, _: &Parameters, _: &Values) -> amidst_core::Result<Model> {
        Err(amidst_core::Error::Internal("a model of ours was asked itself".into()))
    }
}

fn highest_risk(risk: f64) -> ModelParams {
    let factory = Unasked(ModelInfo::of_rows("highest-risk", "", &[]));
    ModelParams::Described(DescribedModel::new(Arc::new(factory), Parameters::of_numbers([("risk", risk)])))
}

fn setup(requirements: Vec<Requirement>) -> Setup {
    Setup { source: register(), requirements, ..Setup::new() }
}

/// Passes with what is reached, and is caught if more is asked.
#[track_caller]
fn check(column: Option<&'static str>, reached: f64, enough: ModelParams, too_much: ModelParams) {
    check_of(reached, Requirement::new(enough, column), Requirement::new(too_much, column));
}

#[track_caller]
fn check_of(reached: f64, enough: Requirement, too_much: Requirement) {
    let bytes = csv_of(&HEADER, RELEASED);
    let report = setup(vec![enough]).audit_bytes(&bytes).unwrap();
    let Some(Number(found)) = report.requirements[0].reached else { panic!("nothing reached") };
    assert!((found - reached).abs() < 1e-9, "{found} is not {reached}");
    assert!(report.requirements[0].holds);
    assert_eq!(failed(setup(vec![too_much]).audit_bytes(&bytes)), [Check::Models]);
}

#[test]
fn models_of_values_are_caught_beyond_what_is_reached() {
    // The class with flu alone is the worst throughout: 3 of all 8 have it.
    let disease = Some("disease");
    check(disease, 1.0, ModelParams::DistinctL { l: 1 }, ModelParams::DistinctL { l: 2 });
    check(disease, 1.0, ModelParams::EntropyL { l: 1.0 }, ModelParams::EntropyL { l: 1.1 });
    check(disease, 1.0, ModelParams::RecursiveL { c: 1.1, l: 1 }, ModelParams::RecursiveL { c: 1.0, l: 1 });
    check(disease, 1.0, ModelParams::PSensitive { p: 1, k: 2 }, ModelParams::PSensitive { p: 2, k: 2 });
    let alpha = |alpha, values: &[&str]| ModelParams::AlphaK {
        alpha,
        k: 2,
        values: values.iter().map(|&it| it.into()).collect(),
    };
    check(disease, 1.0, alpha(1.0, &[]), alpha(0.9, &[]));
    check(disease, 0.5, alpha(0.5, &["cold", "gout"]), alpha(0.4, &["cold"]));
    let t = |t, distance| ModelParams::TCloseness { t, distance };
    check(disease, 0.625, t(0.625, Distance::Equal), t(0.62, Distance::Equal));
    // asthma, cold, flu, gout: 2, 2, 3, 1. What lies below flu must come up, and gout down.
    check(disease, 7.0 / 24.0, t(0.3, Distance::Rank), t(0.29, Distance::Rank));
    check(
        disease,
        (8.0_f64 / 3.0).log2(),
        ModelParams::DeltaDisclosure { delta: 2.0, skips_absent: true },
        ModelParams::DeltaDisclosure { delta: 1.4, skips_absent: true },
    );
    let beta = |beta| ModelParams::BetaLikeness { beta, enhanced: false };
    check(disease, 5.0 / 3.0, beta(1.67), beta(1.66));
}

#[test]
fn a_class_may_be_worse_than_any_beta_mends() {
    let beta = |beta| Requirement::new(ModelParams::BetaLikeness { beta, enhanced: true }, Some("disease"));
    assert_eq!(failed(setup(vec![beta(99.0)]).audit_bytes(&csv_of(&HEADER, RELEASED))), [Check::Models]);
}

#[test]
fn distances_by_hierarchy_and_by_number_are_caught() {
    let path =
        |(disease, kind): (&str, &str)| -> Path { [disease, kind, "*"].map(|it| Some(it.into())).to_vec() };
    let kinds = [("flu", "lung"), ("cold", "lung"), ("asthma", "lung"), ("gout", "joint")];
    let of = |t| Requirement {
        hierarchy: Some(kinds.map(path).into()),
        ..Requirement::new(ModelParams::TCloseness { t, distance: Distance::Hierarchical }, Some("disease"))
    };
    // Half of the way for 4/8, all of it for the gout.
    check_of(0.375, of(0.375), of(0.37));
    let of = |t| ModelParams::TCloseness { t, distance: Distance::Numeric };
    // Weights 1, 1.5, 2, 2.5, 3, 4 from 1 to 4; the class of 4 and 4 is the furthest.
    check(Some("weight"), 0.541_666_666_666, of(0.55), of(0.5));
}

#[test]
fn models_of_columns_that_are_not_released_are_caught() {
    // Both rows of a class are of one person.
    check(Some("respondent"), 1.0, ModelParams::KAnonymity { k: 1 }, ModelParams::KAnonymity { k: 2 });
    check(Some("stratum"), 1.0, ModelParams::KPerStratum { k: 1 }, ModelParams::KPerStratum { k: 2 });
    // Those who ask for 9 are suppressed.
    let report = setup(vec![Requirement::new(ModelParams::PersonalK, Some("own_k"))]);
    let report = report.audit_bytes(&csv_of(&HEADER, RELEASED)).unwrap();
    assert_eq!(report.requirements[0].reached, Some(Number(1.0)));
    let lone = [RELEASED.as_slice(), &[["951*", "m", "gout", "y"]]].concat();
    let personal = || vec![Requirement::new(ModelParams::PersonalK, Some("own_k"))];
    let setup = Setup { k: 1, rows_out: 7, suppressed: 1, ..setup(personal()) };
    assert_eq!(failed(setup.audit_bytes(&csv_of(&HEADER, lone))), [Check::Models]);
}

#[test]
fn models_of_classes_and_of_all_of_them_are_caught() {
    check(None, 0.5, highest_risk(0.5), highest_risk(0.49));
    check(None, 0.5, ModelParams::AverageRisk { risk: 0.5 }, ModelParams::AverageRisk { risk: 0.49 });
    let at_risk = |risk, share| ModelParams::RecordsAtRisk { risk, share };
    check(None, 1.0, at_risk(0.3, 1.0), at_risk(0.3, 0.9));
    let estimated =
        |k| ModelParams::KMap { k, population: Known::Estimated { fraction: 0.1, significance: 0.2 } };
    check(None, 2.0, estimated(4), estimated(5));
    let lone = [RELEASED.as_slice(), &[["951*", "m", "gout", "y"]]].concat();
    let alone = |params: ModelParams| {
        let setup = Setup { k: 1, rows_out: 7, suppressed: 1, ..setup(vec![Requirement::new(params, None)]) };
        setup.audit_bytes(&csv_of(&HEADER, &lone))
    };
    // One row without a zip is gone: it is no larger than the smallest class that is left.
    assert_eq!(
        alone(ModelParams::SampleUniqueness { share: 1.0 / 7.0 }).unwrap().requirements[0].reached,
        Some(Number(1.0 / 7.0))
    );
    assert_eq!(failed(alone(ModelParams::SampleUniqueness { share: 0.1 })), [Check::Models]);
    let unique =
        |share| ModelParams::PopulationUniqueness { share, estimator: Estimator::Zayatz, fraction: 0.5 };
    assert!(alone(unique(0.2)).is_ok());
    assert_eq!(failed(alone(unique(0.01))), [Check::Models]);
}

#[test]
fn populations_are_recoded_or_weighed() {
    let weighed = |k| Requirement {
        population: Some(Population::Weight("weight")),
        ..Requirement::new(ModelParams::KMap { k, population: Known::Counted }, None)
    };
    check_of(4.0, weighed(4), weighed(5));
    // Suppressed rows stand for people, too.
    let present = |min| Requirement { params: ModelParams::DeltaPresence { min, max: 0.5 }, ..weighed(1) };
    check_of(0.5, present(0.0), present(0.01));
    let people = [
        ["9413", "f"],
        ["9414", "f"],
        ["9413", "f"],
        ["9418", "m"],
        ["9419", "m"],
        ["9419", "m"],
        ["9511", "f"],
    ];
    let people = [people.as_slice(), &[["9512", "f"], ["9512", "f"], ["9511", "f"], ["1234", "f"]]].concat();
    let of = |people: &[[&'static str; 2]], params: ModelParams| Requirement {
        population: Some(Population::Table(Table::from_rows(&["zip", "sex"], people))),
        ..Requirement::new(params, None)
    };
    let counted = |params| of(&people, params);
    let map = |k| counted(ModelParams::KMap { k, population: Known::Counted });
    check_of(3.0, map(3), map(4));
    // Without whom no class shows.
    let seen = &people[..people.len() - 1];
    let presence = |min, max| of(seen, ModelParams::DeltaPresence { min, max });
    check_of(2.0 / 3.0, presence(0.5, 0.67), presence(0.5, 0.66));
    check_of(2.0 / 3.0, presence(0.5, 0.67), presence(0.51, 0.67));
    // Whoever is in no class is in the table with a chance of 0: in a class that nobody in the table is in, in one that is
    // suppressed, or in none because a value has no path.
    let of_everyone = |min| counted(ModelParams::DeltaPresence { min, max: 0.67 });
    check_of(2.0 / 3.0, of_everyone(0.0), of_everyone(0.01));
    for unmatched in [["9411", "x"], ["9511", "m"], ["none", "f"]] {
        let people = [seen, &[unmatched]].concat();
        let of_everyone = |min| of(&people, ModelParams::DeltaPresence { min, max: 1.0 });
        check_of(2.0 / 3.0, of_everyone(0.0), of_everyone(0.01));
    }
}

#[test]
fn a_sum_of_a_million_people_is_not_one_of_one_less() {
    let weighed = |k| Requirement {
        population: Some(Population::Weight("many")),
        ..Requirement::new(ModelParams::KMap { k, population: Known::Counted }, None)
    };
    check_of(1_000_001.0, weighed(1_000_001), weighed(1_000_002));
}

#[test]
fn other_sensitive_columns_cut_classes() {
    let joint = |l| Requirement {
        within: vec!["note"],
        ..Requirement::new(ModelParams::DistinctL { l }, Some("disease"))
    };
    check_of(1.0, joint(1), joint(2));
    // People per class and stratum, none of which is released.
    let joint = |k| Requirement {
        within: vec!["stratum"],
        ..Requirement::new(ModelParams::KAnonymity { k }, Some("respondent"))
    };
    check_of(1.0, joint(1), joint(2));
}

#[test]
fn classes_that_fail_a_requirement_may_be_suppressed_and_no_others() {
    let diverse = || vec![Requirement::new(ModelParams::DistinctL { l: 2 }, Some("disease"))];
    let kept = Setup { rows_out: 4, suppressed: 4, ..setup(diverse()) };
    let report = kept.audit_bytes(&csv_of(&HEADER, &RELEASED[2..])).unwrap();
    let words: Vec<&str> = report.checks.iter().map(|check| check.words.as_str()).collect();
    assert!(words.contains(&"distinct-l-diversity of \"disease\" reaches 2, 2 asked"), "{words:?}");
    assert!(words.contains(&"4 rows suppressed in 3 classes, none needlessly"), "{words:?}");
    let needless = Setup { rows_out: 2, suppressed: 6, ..setup(diverse()) };
    assert_eq!(failed(needless.audit_bytes(&csv_of(&HEADER, &RELEASED[2..4]))), [Check::Suppression]);
    let nothing = Setup { rows_out: 4, suppressed: 4, ..setup(Vec::new()) };
    assert_eq!(failed(nothing.audit_bytes(&csv_of(&HEADER, &RELEASED[2..]))), [Check::Suppression]);
    let nobody = Setup { k: 9, rows_out: 0, suppressed: 8, ..setup(diverse()) };
    assert_eq!(nobody.audit_bytes(&csv_of(&HEADER, [[""; 4]; 0])).unwrap().requirements[0].reached, None);
}

#[test]
fn of_all_classes_together_only_the_smallest_may_be_suppressed() {
    let average = |risk| vec![Requirement::new(ModelParams::AverageRisk { risk }, None)];
    let smallest = Setup { k: 1, ..setup(average(0.5)) };
    smallest.audit_bytes(&csv_of(&HEADER, RELEASED)).unwrap();
    // Two rows are suppressed although a class of one is released.
    let rows = [&RELEASED[..4], &[["951*", "m", "gout", "y"]]].concat();
    let another = Setup { k: 1, rows_out: 5, suppressed: 3, ..setup(average(0.6)) };
    assert_eq!(failed(another.audit_bytes(&csv_of(&HEADER, rows))), [Check::Suppression]);
}

#[test]
fn cells_are_those_of_the_file() {
    let diverse = vec![Requirement::new(ModelParams::DistinctL { l: 2 }, Some("disease"))];
    let setup = Setup { rows_out: 4, suppressed: 4, ..setup(diverse) };
    let mut rows = RELEASED[2..].to_vec();
    rows[2][2] = "cold";
    rows.sort_unstable();
    let error = setup.audit_bytes(&csv_of(&HEADER, &rows)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the release does not hold what it claims: distinct-l-diversity of \"disease\" reaches 1, 2 asked, 2 rows fail; \
         1 released class whose carried cells differ from their source's"
    );
    // What no row of the source has counts for nothing.
    rows[2][2] = "plague";
    rows.sort_unstable();
    assert_eq!(failed(setup.audit_bytes(&csv_of(&HEADER, rows))), [Check::Models, Check::Integrity]);
}

#[test]
fn what_cannot_be_looked_at_is_refused() {
    let refused = |requirement: Requirement| {
        setup(vec![requirement]).audit_bytes(&csv_of(&HEADER, RELEASED)).unwrap_err().to_string()
    };
    let gaps = ModelParams::TCloseness { t: 0.5, distance: Distance::Numeric };
    assert_eq!(
        refused(Requirement::new(gaps, Some("disease"))),
        "internal error: the audit cannot check this claim: t-closeness-ordered of column \"disease\": 4 of its values are \
         neither numbers nor days; use the distance by rank; please report it"
    );
    assert!(
        refused(Requirement::new(ModelParams::PersonalK, Some("size"))).contains("no coded column \"size\"")
    );
}
