//! What survey weights estimate, beside a population of which everything is known.

use std::fs;

use amidst::{
    Threshold,
    reporting::Reporting,
    risk::{Limit, Population, Question, risk},
    spec::Input,
};
use amidst_testkit::generate::Draw;
use serde_json::Value;

/// One person in so many is in the table.
const ONE_IN: u32 = 100;

/// A sample of a population in classes of these sizes, and the chance to find each of its rows in the population.
fn sample(sizes: &[u32], draw: &mut Draw) -> (String, Vec<f64>) {
    let (mut table, mut truth) = (String::from("class,w\n"), Vec::new());
    for (class, &size) in sizes.iter().enumerate() {
        for _ in 0..size {
            if draw.below(ONE_IN) == 0 {
                table += &format!("{class},{ONE_IN}\n");
                truth.push(1.0 / f64::from(size));
            }
        }
    }
    (table, truth)
}

fn told(table: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sample.csv");
    fs::write(&path, table).expect("the sample is written");
    let question = Question {
        input: Input { path: path.display().to_string(), ..Input::default() },
        quasi: vec!["class".into()],
        sensitive: Vec::new(),
        limit: Limit::Risk(Threshold::new(0.2).expect("a share")),
        population: Population::Weight("w".into()),
        respondent: None,
        household: None,
        records: false,
        max_size: 1,
        max_risk: None,
        reporting: Reporting::Internal,
    };
    serde_json::to_value(risk(&question).expect("it can be judged")).expect("JSON")
}

/// Classes of all orders of magnitude from 1 to 10,000 people, each as likely as its size is small.
fn sizes(classes: usize, draw: &mut Draw) -> Vec<u32> {
    let size = |draw: &mut Draw| {
        let part = f64::from(draw.below(1 << 30)) / f64::from(1 << 30);
        (10_000_f64.powf(part).floor() as u32).max(1)
    };
    (0..classes).map(|_| size(draw)).collect()
}

#[test]
fn the_estimate_is_within_sampling_error_of_the_truth() {
    for seed in 0..5 {
        let mut draw = Draw::new(90 + seed);
        let sizes = sizes(2_000, &mut draw);
        let (table, truth) = sample(&sizes, &mut draw);
        let rows = truth.len() as f64;
        let mean = truth.iter().sum::<f64>() / rows;
        // Each person is drawn or not, and adds one over the class to what is found: the variance is p (1 - p) / F a class.
        let chance = 1.0 / f64::from(ONE_IN);
        let variance: f64 = sizes.iter().map(|&size| chance * (1.0 - chance) / f64::from(size)).sum();
        let error = variance.sqrt() / rows;
        let risk = told(&table);
        let journalist = &risk["attackers"]["journalist"];
        let estimate = journalist["average"].as_f64().expect("a number");
        assert!(
            (estimate - mean).abs() < 3.0 * error,
            "seed {seed}: {estimate} is not {mean}, which is off by {error}"
        );
        assert_eq!(journalist["estimated"], true);
        // A row alone in the table is not one of a hundred people: one in ln 100 / 99 is found.
        let highest = journalist["highest"].as_f64().expect("a number");
        assert!((highest - 100_f64.ln() / 99.0).abs() < 1e-12);
    }
}

#[test]
fn weights_that_the_table_speaks_against_are_warned_of() {
    // Everybody is alone in the population: the weights cannot know it, but the sizes of the classes can.
    let (table, truth) = sample(&vec![1; 60_000], &mut Draw::new(7));
    assert!(truth.iter().all(|risk| *risk == 1.0));
    let risk = told(&table);
    let warnings = risk["warnings"].as_array().expect("a list");
    let is_about_it = |warning: &Value| {
        let text = warning.as_str().expect("a text");
        text.starts_with("the sizes of the table's classes suggest that")
            && text.ends_with("reckon with the larger")
    };
    assert!(warnings.iter().any(is_about_it), "{risk}");
}
