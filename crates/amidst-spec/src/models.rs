//! The privacy models that a spec may ask for: ours, and those that whoever uses the library brings.

use std::sync::Arc;

use amidst_core::{
    ModelParams,
    model::{CustomModel, ModelFactory, Parameter},
    near::did_you_mean,
};

use crate::{
    Error, Result,
    spec::{Requirement, ids},
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
        let id = factory.id();
        if ids().contains(&id) || self.0.iter().any(|known| known.id() == id) {
            return Err(Error::Setting(format!("model {id:?}: there is one of that id; give yours another")));
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
    /// As [`Models::asked`], and if its model needs a population that is counted.
    pub fn params_by_weight(&self, requirement: &Requirement) -> Result<ModelParams> {
        match self.find(requirement) {
            Some(factory) => custom(requirement, factory),
            None => requirement.params_by_weight(),
        }
    }

    fn find(&self, requirement: &Requirement) -> Option<&Arc<dyn ModelFactory>> {
        self.0.iter().find(|factory| factory.id() == requirement.model)
    }
}

/// A requirement of a model that is not ours.
fn custom(requirement: &Requirement, factory: &Arc<dyn ModelFactory>) -> Result<ModelParams> {
    let strange =
        requirement.given().into_iter().find(|name| !["column", "joint", "parameters"].contains(name));
    if let Some(strange) = strange {
        return Err(requirement.wrong(&format!(
            "{strange} is a parameter of our models; write its own as parameters = {{ name = 1 }}"
        )));
    }
    let known = factory.parameters();
    let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
    if let Some(strange) = requirement.parameters.keys().find(|name| !names.contains(&name.as_str())) {
        let near = did_you_mean(strange, &names);
        let its =
            if names.is_empty() { "it has none".into() } else { format!("its are {}", names.join(", ")) };
        return Err(requirement.wrong(&format!("it has no parameter {strange:?}{near}; {its}")));
    }
    let value = |parameter: &Parameter| {
        let Parameter { name, range, default, doc } = parameter;
        let said = requirement.parameters.get(*name).copied().or(*default);
        let value =
            said.ok_or_else(|| requirement.wrong(&format!("it lacks its parameter {name} ({doc})")))?;
        match range.contains(&value) {
            true => Ok(value),
            false => Err(requirement.wrong(&format!(
                "{name} = {value} is not between {} and {} ({doc})",
                range.start(),
                range.end()
            ))),
        }
    };
    let parameters = known.iter().map(value).collect::<Result<Vec<f64>>>()?;
    Ok(ModelParams::Custom(CustomModel::new(Arc::clone(factory), &parameters)))
}
