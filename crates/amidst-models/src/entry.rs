//! How specs ask for a model.

use std::sync::Arc;

use amidst_core::{
    Model, ModelParams, Result, Values,
    model::{DescribedModel, ModelFactory, ModelInfo},
    parameter::Parameters,
};

/// A model as specs ask for it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is, and its parameters.
    pub info: ModelInfo,
    /// What is asked for with parameters that are as they are described.
    pub(crate) params: fn(&Parameters) -> ModelParams,
}

impl Entry {
    /// What is asked for with parameters that were checked by the description.
    pub fn params(&self, parameters: &Parameters) -> ModelParams {
        (self.params)(parameters)
    }
}

/// A model of ours that only its own file takes apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factory {
    /// What it is.
    pub info: ModelInfo,
    /// The model with parameters that are as they are described.
    pub build: fn(&Parameters, &Values) -> Result<Model>,
}

impl Factory {
    /// What is asked for.
    pub fn params(self, parameters: &Parameters) -> ModelParams {
        ModelParams::Described(DescribedModel::new(Arc::new(self), parameters.clone()))
    }
}

impl ModelFactory for Factory {
    fn info(&self) -> ModelInfo {
        self.info
    }

    fn build(&self, parameters: &Parameters, column: &Values) -> Result<Model> {
        (self.build)(parameters, column)
    }
}
