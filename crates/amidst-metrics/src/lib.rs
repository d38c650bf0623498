//! Measures of loss, one file each but for those that differ in little. A new one is its file and one line in [`ALL`].
//!
//! The scores are those ARX computes for the same node. Each metric also gives bounds, which a search prunes by; they
//! are computed with the same rounding as scores, step by step, so that a bound never ends above the score it bounds.

mod aggregate;
mod ambiguity;
mod average_class_size;
mod classification;
mod columns;
mod coverage;
mod discernibility;
mod discernibility_star;
mod entropy;
mod entry;
#[cfg(test)]
mod example;
mod gcp;
mod height;
mod kl_divergence;
mod loss;
mod normalized_entropy;
mod raised;
mod registry;

use amidst_core::{Attribute, Error, Metric, NodeFacts, Result};

pub use aggregate::Aggregate;
pub use ambiguity::Ambiguity;
pub use average_class_size::AverageClassSize;
pub use classification::Classification;
pub use discernibility::Discernibility;
pub use discernibility_star::DiscernibilityStar;
pub use entropy::Entropy;
pub use entry::Entry;
pub use gcp::Gcp;
pub use height::Height;
pub use kl_divergence::KlDivergence;
pub use loss::Loss;
pub use normalized_entropy::NormalizedEntropy;
pub use raised::{LevelSum, Precision, Raised};
pub use registry::{ALL, NAMES, find};

/// A metric by its id. Without an aggregate it takes its usual one.
///
/// # Errors
/// If there is no such metric, or it has no columns to aggregate.
pub fn metric(name: &str, aggregate: Option<Aggregate>, attributes: &[Attribute]) -> Result<Box<dyn Metric>> {
    match find(name) {
        Some(entry) if aggregate.is_some() && entry.info.aggregate.is_none() => {
            Err(no_columns(name, aggregate))
        }
        Some(entry) => Ok((entry.build)(attributes, aggregate)),
        None => {
            let expected = format!("one of {}", NAMES.join(", "));
            Err(Error::Parameter { name: "objective", value: name.into(), expected })
        }
    }
}

fn no_columns(metric: &str, aggregate: Option<Aggregate>) -> Error {
    let expected = format!("{metric} is one number for all columns; leave the aggregate out");
    Error::Parameter {
        name: "aggregate",
        value: aggregate.map_or_else(String::new, |it| it.to_string()),
        expected,
    }
}

/// Every metric, each under its usual aggregate, in the order of [`NAMES`].
#[derive(Debug)]
pub struct Measures {
    metrics: Vec<Box<dyn Metric>>,
}

impl Measures {
    /// Reads the columns.
    pub fn new(attributes: &[Attribute]) -> Self {
        let metric = |name| metric(name, None, attributes).expect("every name in the list makes a metric");
        Self { metrics: NAMES.into_iter().map(metric).collect() }
    }

    /// The same and others.
    pub fn with(mut self, others: impl IntoIterator<Item = Box<dyn Metric>>) -> Self {
        self.metrics.extend(others);
        self
    }

    /// The value of every metric for a node, by its id; those that need a target column only if there is one.
    ///
    /// The facts must hold everything: [`amidst_core::Needs::ALL`].
    pub fn of(&self, node: &NodeFacts) -> Vec<(&'static str, f64)> {
        let needs_target = |name: &str| find(name).is_some_and(|entry| entry.info.needs_target);
        let is_known = |name: &str| !needs_target(name) || node.majority.is_some();
        let known = self.metrics.iter().filter(|metric| is_known(metric.name()));
        known.map(|metric| (metric.name(), metric.score(node).value())).collect()
    }
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
        assert!(Measures::new(&[]).of(&NodeFacts::default()).iter().all(|&(_, value)| value == 0.0));
    }
}
