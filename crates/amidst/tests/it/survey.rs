//! What survey weights estimate, beside a population of which everything is known.

use std::fs;

use amidst::{
    Threshold,
    reporting::Reporting,
    risk::{Limit, Population, RiskOptions, risk},
    spec::Input,
};
use amidst_testkit::generate::SeededRng;
use serde_json::{Value, json};

/// One person in so many is in the table.
const ONE_IN: u32 = 100;

/// A sample of a population in classes of these sizes, and the average chance to find the person of a row in the population.
fn sample(sizes: &[u32], draw: &mut SeededRng) -> (String, f64) {
    let (mut table, mut found, mut rows) = (String::from("class,w\n"), 0.0, 0.0);
    // People who are passed over until the next is drawn.
    let mut skipped = skip(draw);
    for (class, &size) in sizes.iter().enumerate() {
        while skipped < size {
            table += &format!("{class},{ONE_IN}\n");
            found += 1.0 / f64::from(size);
            rows += 1.0;
            skipped += 1 + skip(draw);
        }
        skipped -= size;
    }
    (table, found / rows)
}

/// A number between 0 and 1.
fn part(draw: &mut SeededRng) -> f64 {
    (f64::from(draw.below(1 << 30)) + 0.5) / f64::from(1 << 30)
}

fn skip(draw: &mut SeededRng) -> u32 {
    (part(draw).ln() / (1.0 - 1.0 / f64::from(ONE_IN)).ln()) as u32
}

fn told(table: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sample.csv");
    fs::write(&path, table).expect("the sample is written");
    let options = RiskOptions {
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
    serde_json::to_value(risk(&options, &()).expect("it can be judged")).expect("JSON")
}

/// Classes of all orders of magnitude from 1 to 10,000 people, each as likely as its size is small.
fn log_uniform(draw: &mut SeededRng) -> Vec<u32> {
    (0..2_000).map(|_| (10_000_f64.powf(part(draw)) as u32).max(1)).collect()
}

/// Classes of 50 people on average: most are smaller.
fn geometric(draw: &mut SeededRng) -> Vec<u32> {
    (0..10_000).map(|_| 1 + (part(draw).ln() / 0.98_f64.ln()) as u32).collect()
}

/// What a population is called, the sizes of its classes, and how far the model may be off where it does not follow it.
type Shape = (&'static str, fn(&mut SeededRng) -> Vec<u32>, f64);

/// The truth differs between samples, and the estimate does: both make the sampling error, which repeated samples tell.
/// What is left of it in their mean is small beside the truth.
#[test]
fn the_estimate_is_within_sampling_error_of_the_truth() {
    let shapes: [Shape; 5] = [
        ("all alone", |_| vec![1; 100_000], 0.0),
        ("all in classes of 100", |_| vec![100; 5_000], 0.05),
        ("log-uniform", log_uniform, 0.15),
        ("geometric", geometric, 0.0),
        ("a mixture of 50 and 100", |_| [vec![50; 5_000], vec![100; 2_500]].concat(), 0.15),
    ];
    for (name, sizes, tolerance) in shapes {
        let mut draw = SeededRng::new(90);
        let sizes = sizes(&mut draw);
        let mut held = 0;
        let samples: Vec<(f64, f64)> = (0..12)
            .map(|_| {
                let (table, truth) = sample(&sizes, &mut draw);
                let risk = told(&table);
                let journalist = &risk["attackers"]["journalist"];
                assert_eq!(journalist["estimated"], true);
                // Where the population follows the model, or nearly, nothing speaks against it.
                assert!(tolerance > 0.05 || risk["warnings"] == json!([]), "{name}: {}", risk["warnings"]);
                let bounds = &journalist["average_interval"];
                let [low, high] = ["low", "high"].map(|end| bounds[end].as_f64().expect("a bound"));
                held += u32::from(low <= 1.001 * truth && truth <= 1.001 * high);
                assert_eq!(bounds["level"], 0.95);
                (journalist["average"].as_f64().expect("a number"), truth)
            })
            .collect();
        // Of twelve more than two miss the truth in one of fifty cases, at a level of 95 %.
        assert!(held >= 10, "{name}: the bounds hold the truth in {held} of 12");
        let many = samples.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| samples.iter().map(of).sum::<f64>() / many;
        let (truth, off) = (mean(&|it| it.1), mean(&|it| it.0 - it.1));
        let error = mean(&|it| (it.0 - it.1 - off).powi(2)).sqrt();
        assert!(error <= 0.1 * truth, "{name}: an error of {error} at {truth} says nothing");
        let most = 3.0 * error / many.sqrt() + tolerance * truth + 1e-6;
        assert!(off.abs() <= most, "{name}: off by {off} at {truth}, with an error of {error}");
        for (estimate, truth) in samples {
            let most = 3.0 * error + tolerance * truth + 1e-6;
            assert!((estimate - truth).abs() <= most, "{name}: {estimate} is not {truth} ± {error}");
            assert!(name != "all alone" || estimate > 0.9, "{estimate}");
        }
    }
}

/// Populations that no gamma distribution is like: the estimate is nearer to the truth than the individual risk and than the
/// model alone were, which told less than a quarter of it, and the bounds hold it.
#[test]
fn where_the_model_fails_the_bounds_hold_the_truth() {
    let shapes: [Shape; 3] = [
        ("Zipf", |_| (1..50_000).map(|rank| 50_000 / rank).collect(), 3.0),
        ("Zipf 2", |_| (1..100_000).map(|rank: u64| (400_000 / (rank * rank)).max(1) as u32).collect(), 4.0),
        ("half alone", |_| [vec![1; 250_000], vec![100; 2_500]].concat(), 7.0),
    ];
    for (name, sizes, factor) in shapes {
        let mut draw = SeededRng::new(12);
        let sizes = sizes(&mut draw);
        let (table, truth) = sample(&sizes, &mut draw);
        let risk = told(&table);
        let journalist = &risk["attackers"]["journalist"];
        assert_eq!(journalist["estimator"], "poisson-gamma corrected to a mixture of sizes", "{name}");
        let average = journalist["average"].as_f64().expect("a number");
        assert!(average * factor > truth, "{name}: {average} is not {truth}");
        let bounds = &journalist["average_interval"];
        let [low, high] = ["low", "high"].map(|end| bounds[end].as_f64().expect("a bound"));
        assert!(low <= truth && truth <= high, "{name}: {truth} is not in {low} to {high}");
        let reading = journalist["reading"].as_str().expect("a sentence");
        assert!(
            reading.contains(" at a level of 95 %; ") && reading.contains("corrected to a mixture"),
            "{reading}"
        );
    }
}

#[test]
fn sizes_that_speak_against_the_estimate_are_warned_of() {
    // Few large classes and very many of one person, which no gamma distribution fits.
    let sizes: Vec<u32> = (1..50_000).map(|rank| 50_000 / rank).collect();
    let (table, truth) = sample(&sizes, &mut SeededRng::new(7));
    let risk = told(&table);
    assert!(risk["attackers"]["journalist"]["average"].as_f64().expect("a number") < truth);
    let warnings = risk["warnings"].as_array().expect("a list");
    let is_about_it = |warning: &Value| {
        let text = warning.as_str().expect("a text");
        text.starts_with("the sizes of the table's classes suggest that")
            && text.ends_with("reckon with the larger")
    };
    assert!(warnings.iter().any(is_about_it), "{risk}");
    let says_misfit =
        |warning: &Value| warning.as_str().is_some_and(|text| text.contains("do not follow the model"));
    assert!(warnings.iter().any(says_misfit), "{risk}");
}
