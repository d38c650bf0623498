//! Privacy models that are not ours: whoever uses the library brings them.

use std::{fmt, ops::RangeInclusive, sync::Arc};

use super::{ClassModel, Looks, Values};

/// A parameter of a model, as specs are checked by it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in a spec.
    pub name: &'static str,
    /// The numbers it may be.
    pub range: RangeInclusive<f64>,
    /// What it is if a spec leaves it out; a spec must say it if there is none.
    pub default: Option<f64>,
    /// What it means, in a few words.
    pub doc: &'static str,
}

/// Makes a model of classes from the parameters of a spec.
///
/// The search relies on what the model says of itself ([`ClassModel::monotonicity`] and its kin, which promise nothing unless
/// they are written). The audit counts the classes of the written file by code of its own and then asks this very model: there
/// is no second one to compare with, so the release is called *self-judged* in this respect.
///
/// # Example
/// ```
/// use amidst_core::{ClassModel, ClassSummary, Values};
/// use amidst_core::model::{Looks, ModelFactory, Parameter, Scale};
///
/// /// No value has more than a share of the rows of a class.
/// #[derive(Debug)]
/// struct LargestShare(f64);
///
/// impl ClassModel for LargestShare {
///     fn name(&self) -> &'static str { "largest-share" }
///     fn asked(&self) -> f64 { self.0 }
///     fn reached(&self, class: &ClassSummary<'_>) -> f64 {
///         f64::from(class.counts.iter().copied().max().unwrap_or(0)) / class.rows as f64
///     }
///     fn holds(&self, class: &ClassSummary<'_>) -> bool { self.reached(class) <= self.0 }
///     fn scale(&self) -> Scale { Scale::AtMost }
///     fn looks(&self) -> Looks { Looks::Values }
/// }
///
/// #[derive(Debug)]
/// struct LargestShares;
///
/// impl ModelFactory for LargestShares {
///     fn id(&self) -> &'static str { "largest-share" }
///     fn parameters(&self) -> Vec<Parameter> {
///         vec![Parameter { name: "share", range: 0.0..=1.0, default: None, doc: "the largest share of a value" }]
///     }
///     fn looks(&self) -> Looks { Looks::Values }
///     fn build(&self, parameters: &[f64], _column: &Values) -> Result<Box<dyn ClassModel>, String> {
///         Ok(Box::new(LargestShare(parameters[0])))
///     }
/// }
/// assert!(LargestShares.build(&[0.5], &Values::default()).is_ok());
/// ```
pub trait ModelFactory: fmt::Debug + Send + Sync {
    /// Stable id for specs and reports: that of the models it makes, and none of ours.
    fn id(&self) -> &'static str;

    /// Its parameters, in the order in which [`ModelFactory::build`] gets them.
    fn parameters(&self) -> Vec<Parameter>;

    /// Whether its models read the values of a column or only the numbers of rows.
    fn looks(&self) -> Looks;

    /// The model with these parameters. Of the column it may know how often each value occurs in the whole table
    /// ([`Values::counts`]): values have neither names nor an order here.
    ///
    /// # Errors
    /// If the parameters do not go together: why, in words.
    fn build(&self, parameters: &[f64], column: &Values) -> Result<Box<dyn ClassModel>, String>;
}

/// A model of one's own with its parameters.
#[derive(Clone)]
pub struct CustomModel {
    factory: Arc<dyn ModelFactory>,
    parameters: Vec<(&'static str, f64)>,
}

impl CustomModel {
    /// A model with parameters in the order that its factory names.
    pub fn new(factory: Arc<dyn ModelFactory>, parameters: &[f64]) -> Self {
        let names = factory.parameters().into_iter().map(|parameter| parameter.name);
        let parameters = names.zip(parameters.iter().copied()).collect();
        Self { factory, parameters }
    }

    /// Its id.
    pub fn id(&self) -> &'static str {
        self.factory.id()
    }

    /// Its parameters, each with its name.
    pub fn parameters(&self) -> &[(&'static str, f64)] {
        &self.parameters
    }

    /// Whether it reads the values of a column.
    pub fn needs_column(&self) -> bool {
        self.factory.looks() == Looks::Values
    }

    /// The model, for a column whose values occur so often in the whole table.
    ///
    /// # Errors
    /// If the parameters do not go together: why, in words.
    pub fn build(&self, counts: &[u64]) -> Result<Box<dyn ClassModel>, String> {
        let parameters: Vec<f64> = self.parameters.iter().map(|(_, value)| *value).collect();
        self.factory.build(&parameters, &Values::of_counts(counts.to_vec()))
    }
}

impl PartialEq for CustomModel {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id() && self.parameters == other.parameters
    }
}

impl fmt::Debug for CustomModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.id()).field("parameters", &self.parameters).finish()
    }
}
