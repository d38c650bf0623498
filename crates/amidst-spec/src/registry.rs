//! Everything that a spec may name: what is ours, and what whoever uses the library brings.

use std::sync::Arc;

use amidst_core::{
    Attribute, Metric,
    metric::{MeasureInfo, MetricFactory},
    model::ModelFactory,
};
use amidst_metrics::{Aggregate, Measures};

use crate::{Error, Result, models::Models};

/// Models and measures of one's own, beside ours.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    models: Models,
    measures: Vec<Arc<dyn MetricFactory>>,
}

impl Registry {
    /// The same and one more model.
    ///
    /// # Errors
    /// If there is one of that id already.
    pub fn with_model(self, factory: Arc<dyn ModelFactory>) -> Result<Self> {
        Ok(Self { models: self.models.with(factory)?, ..self })
    }

    /// The same and one more measure of loss.
    ///
    /// # Errors
    /// If there is one of that id already, or a policy is called so.
    pub fn with_measure(mut self, factory: Arc<dyn MetricFactory>) -> Result<Self> {
        let id = factory.info().id;
        if self.policies().contains(&id) || id == SUPPRESSION {
            return Err(Error::bad_value(
                "objective",
                format!("measure {id:?}: there is one of that id; give yours another"),
            ));
        }
        self.measures.push(factory);
        Ok(self)
    }

    /// The privacy models.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// The ids of all measures.
    pub fn measures(&self) -> Vec<&'static str> {
        let own = self.measures.iter().map(|factory| factory.info().id);
        amidst_metrics::NAMES.into_iter().chain(own).collect()
    }

    /// The ids of all policies that choose a node.
    pub fn policies(&self) -> Vec<&'static str> {
        crate::names::policies().into_iter().chain(self.measures.iter().map(|it| it.info().id)).collect()
    }

    /// A measure by its id.
    pub fn measure(&self, id: &str) -> Option<MeasureInfo> {
        let own = self.measures.iter().map(|factory| factory.info());
        amidst_metrics::ALL.iter().map(|entry| entry.info).chain(own).find(|info| info.id == id)
    }

    /// A measure for some columns. Without an aggregate it takes its usual one.
    ///
    /// # Errors
    /// If there is no such measure, or it has no columns to aggregate.
    pub fn metric(
        &self,
        id: &str,
        aggregate: Option<Aggregate>,
        attributes: &[Attribute],
    ) -> Result<Box<dyn Metric>> {
        match self.measures.iter().find(|factory| factory.info().id == id) {
            Some(_) if aggregate.is_some() => Err(Error::conflict(
                "aggregate",
                "objective",
                format!(
                    "aggregate: {id} is a measure of one's own, which says by itself what becomes of columns; take aggregate away"
                ),
            )),
            Some(factory) => Ok(factory.build(attributes)),
            None => Ok(amidst_metrics::metric(id, aggregate, attributes)?),
        }
    }

    /// Every measure for some columns, ours first.
    pub fn all_measures(&self, attributes: &[Attribute]) -> Measures {
        Measures::new(attributes).with(self.measures.iter().map(|factory| factory.build(attributes)))
    }
}

/// What is told beside the measures by this name.
const SUPPRESSION: &str = "suppression";
