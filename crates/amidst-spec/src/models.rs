//! The privacy models that a spec may ask for: ours, and those that whoever uses the library brings.

use std::sync::Arc;

use amidst_core::{
    ModelParams,
    model::{DescribedModel, ModelFactory, Scope},
    near::did_you_mean,
};

use crate::{
    Error, Result,
    spec::{Requirement, described},
};

/// Models of one's own, beside ours.
#[derive(Clone, Debug, Default)]
pub struct Models(Vec<Arc<dyn ModelFactory>>);

impl Models {
    /// The same and one more.
    ///
    /// # Errors
    /// If there is one of that id already.
    pub fn with(mut self, factory: Arc<dyn ModelFactory>) -> Result<Self> {
        let id = factory.info().id;
        if factory.info().scope == Scope::Original {
            return Err(Error::bad_value(
                "model",
                format!("model {id:?}: a model of one's own judges classes, by themselves or together"),
            ));
        }
        if amidst_models::find(id).is_some() || self.0.iter().any(|known| known.info().id == id) {
            return Err(Error::bad_value(
                "model",
                format!("model {id:?}: there is one of that id; give yours another"),
            ));
        }
        self.0.push(factory);
        Ok(self)
    }

    /// What a requirement asks for.
    ///
    /// # Errors
    /// If there is no such model, or a parameter is missing, not the model's or out of range.
    pub fn params(&self, requirement: &Requirement) -> Result<ModelParams> {
        match self.find(requirement) {
            Some(factory) => custom(requirement, factory),
            None => requirement.params(),
        }
    }

    /// The same where survey weights say how many people rows are estimated to stand for.
    ///
    /// # Errors
    /// As [`Models::params`], and if its model needs a population that is counted.
    pub fn params_by_weight(&self, requirement: &Requirement) -> Result<ModelParams> {
        match self.find(requirement) {
            Some(factory) => custom(requirement, factory),
            None => requirement.params_by_weight(),
        }
    }

    fn find(&self, requirement: &Requirement) -> Option<&Arc<dyn ModelFactory>> {
        self.0.iter().find(|factory| factory.info().id == requirement.model)
    }
}

/// A requirement of a model that is not ours.
fn custom(requirement: &Requirement, factory: &Arc<dyn ModelFactory>) -> Result<ModelParams> {
    let info = factory.info();
    let keys = info.keys();
    if let Some(strange) = requirement.given().into_iter().find(|name| !keys.contains(name)) {
        if described().iter().any(|ours| ours.name == strange) {
            return Err(requirement.wrong(&format!(
                "{strange} is a parameter of our models; write its own as parameters = {{ name = 1 }}"
            )));
        }
        let near = did_you_mean(strange, &keys);
        let its = if keys.is_empty() { "it has none".into() } else { format!("its are {}", keys.join(", ")) };
        return Err(requirement.wrong(&format!("it has no parameter {strange:?}{near}; {its}")));
    }
    let parameters = requirement.parameters(info.parameters)?;
    Ok(ModelParams::Described(DescribedModel::new(Arc::clone(factory), parameters)))
}
