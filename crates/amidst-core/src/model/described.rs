//! Privacy models that nobody but their own file takes apart: known by their description and their parameters.

use std::{fmt, sync::Arc};

use super::{Model, ModelColumn, ModelInfo, Values};
use crate::{Result, parameter::Parameters};

/// Makes a model from the parameters of a spec. Ours are made by one, and so are those that users bring.
///
/// The search relies on what the model says of itself ([`ClassModel::monotonicity`](super::ClassModel::monotonicity) and its
/// kin, which promise nothing unless they are written). The audit counts the classes of the written file by code of its own.
/// For models of ours it has a checker of its own, too; one that a user brings it asks itself: there is no second one to
/// compare with, so the release is called *self-judged* in this respect.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary, Model, Values};
/// use amidst_core::model::{Looks, ModelFactory, ModelInfo, Scale};
/// use amidst_core::parameter::{ParamInfo, Parameters};
///
/// /// No value has more than a share of the rows of a class.
/// #[derive(Debug)]
/// struct LargestShare(f64);
///
/// const INFO: ModelInfo = ModelInfo::of_values(
///     "largest-share",
///     "no value has more than a share of the rows of a class",
///     &[ParamInfo::share("share", "the largest share of a value")],
/// );
///
/// impl ClassModel for LargestShare {
///     fn name(&self) -> &'static str { INFO.id }
///     fn threshold(&self) -> f64 { self.0 }
///     fn attained(&self, class: &ClassSummary<'_>) -> f64 {
///         f64::from(class.counts.iter().copied().max().unwrap_or(0)) / class.rows as f64
///     }
///     fn holds(&self, class: &ClassSummary<'_>) -> bool { self.attained(class) <= self.0 }
///     fn scale(&self) -> Scale { Scale::AtMost }
///     fn looks(&self) -> Looks { Looks::Values }
/// }
///
/// #[derive(Debug)]
/// struct LargestShares;
///
/// impl ModelFactory for LargestShares {
///     fn info(&self) -> ModelInfo { INFO }
///     fn build(&self, parameters: &Parameters, _column: &Values) -> amidst_core::Result<Model> {
///         Ok(Model::Class(Box::new(LargestShare(parameters.number("share")))))
///     }
/// }
/// assert!(LargestShares.build(&Parameters::of_numbers([("share", 0.5)]), &Values::default()).is_ok());
/// ```
pub trait ModelFactory: fmt::Debug + Send + Sync {
    /// What its models are: an id that is theirs alone, what they look at, and their parameters.
    fn info(&self) -> ModelInfo;

    /// The model with these parameters, which are as they are described. Of the column it may know how often each value
    /// occurs in the whole table ([`Values::counts`]): values have neither names nor an order here.
    ///
    /// # Errors
    /// If the parameters do not go together.
    fn build(&self, parameters: &Parameters, column: &Values) -> Result<Model>;
}

/// A model with its parameters, and what makes it.
#[derive(Clone)]
pub struct DescribedModel {
    factory: Arc<dyn ModelFactory>,
    parameters: Parameters,
}

impl DescribedModel {
    /// A model with parameters that were checked by its description.
    pub fn new(factory: Arc<dyn ModelFactory>, parameters: Parameters) -> Self {
        Self { factory, parameters }
    }

    /// What it is.
    pub fn info(&self) -> ModelInfo {
        self.factory.info()
    }

    /// Its parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The same with another number for one of its parameters.
    pub fn with_number(&self, name: &str, number: f64) -> Self {
        Self { parameters: self.parameters.clone().with_number(name, number), ..self.clone() }
    }

    /// Whether it reads the values of a column.
    pub fn needs_column(&self) -> bool {
        matches!(self.info().column, ModelColumn::Named | ModelColumn::Sensitive)
    }

    /// The model, for a column whose values occur so often in the whole table.
    ///
    /// # Errors
    /// If the parameters do not go together.
    pub fn build(&self, counts: &[u64]) -> Result<Model> {
        self.factory.build(&self.parameters, &Values::of_counts(counts.to_vec()))
    }
}

impl PartialEq for DescribedModel {
    fn eq(&self, other: &Self) -> bool {
        self.info().id == other.info().id && self.parameters == other.parameters
    }
}

impl fmt::Debug for DescribedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<(&str, f64)> = self.parameters.numbers().collect();
        f.debug_struct(self.info().id).field("parameters", &numbers).finish()
    }
}
