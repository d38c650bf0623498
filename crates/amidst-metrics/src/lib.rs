//! Measures of loss, one file each. A new one is its file and one line in [`metric`].
//!
//! The scores are those ARX computes for the same node. Each metric also gives bounds, which a search prunes by; they
//! are computed with the same rounding as scores, step by step, so that a bound never ends above the score it bounds.

mod aggregate;
mod average_class_size;
mod columns;
mod discernibility;
mod discernibility_star;
mod entropy;
#[cfg(test)]
mod example;
mod height;
mod loss;
mod precision;

use amidst_core::{Attribute, Error, Metric, NodeFacts, Result};

pub use aggregate::Aggregate;
pub use average_class_size::AverageClassSize;
pub use discernibility::Discernibility;
pub use discernibility_star::DiscernibilityStar;
pub use entropy::Entropy;
pub use height::Height;
pub use loss::Loss;
pub use precision::Precision;

/// The ids of all metrics.
pub const NAMES: [&str; 7] = [
    Loss::NAME,
    Precision::NAME,
    Height::NAME,
    Discernibility::NAME,
    DiscernibilityStar::NAME,
    AverageClassSize::NAME,
    Entropy::NAME,
];

/// A metric by its id. Without an aggregate it takes its usual one.
///
/// # Errors
/// If there is no such metric, or it has no columns to aggregate.
pub fn metric(name: &str, aggregate: Option<Aggregate>, attributes: &[Attribute]) -> Result<Box<dyn Metric>> {
    let or = |usual| aggregate.unwrap_or(usual);
    Ok(match name {
        Loss::NAME => Box::new(Loss::new(attributes, or(Loss::AGGREGATE))),
        Precision::NAME => Box::new(Precision::new(attributes, or(Precision::AGGREGATE))),
        Height::NAME => Box::new(Height::new(attributes, or(Height::AGGREGATE))),
        Entropy::NAME => Box::new(Entropy::new(attributes, or(Entropy::AGGREGATE))),
        Discernibility::NAME if aggregate.is_none() => Box::new(Discernibility),
        DiscernibilityStar::NAME if aggregate.is_none() => Box::new(DiscernibilityStar),
        AverageClassSize::NAME if aggregate.is_none() => Box::new(AverageClassSize),
        _ if NAMES.contains(&name) => return Err(no_columns(name, aggregate)),
        _ => {
            let expected = format!("one of {}", NAMES.join(", "));
            return Err(Error::Parameter { name: "objective", value: name.into(), expected });
        }
    })
}

fn no_columns(metric: &str, aggregate: Option<Aggregate>) -> Error {
    let expected = format!("{metric} is one number for all columns; leave the aggregate out");
    Error::Parameter {
        name: "aggregate",
        value: aggregate.map_or_else(String::new, |it| it.to_string()),
        expected,
    }
}

/// The value of every metric for one node, each under its usual aggregate, in the order of [`NAMES`].
///
/// The facts must hold what the neediest metric reads: [`amidst_core::Needs::Bits`].
pub fn all(attributes: &[Attribute], node: &NodeFacts) -> Vec<(&'static str, f64)> {
    let value = |name| {
        let metric = metric(name, None, attributes).expect("every name in the list makes a metric");
        (name, metric.score(node).value())
    };
    NAMES.into_iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_makes_its_metric() {
        for name in NAMES {
            assert_eq!(metric(name, None, &[]).unwrap().name(), name);
        }
    }

    #[test]
    fn an_unknown_metric_is_refused_with_the_known_ones() {
        let error = metric("fun", None, &[]).unwrap_err().to_string();
        assert!(error.starts_with("objective = fun: one of loss, precision, "), "{error}");
    }

    #[test]
    fn an_aggregate_of_one_number_is_refused() {
        let error = metric("discernibility*", Some(Aggregate::Rank), &[]).unwrap_err().to_string();
        assert!(error.starts_with("aggregate = rank: discernibility* is one number"), "{error}");
    }

    #[test]
    fn an_empty_table_loses_nothing() {
        assert!(all(&[], &NodeFacts::default()).iter().all(|&(_, value)| value == 0.0));
    }
}
