//! How a model that has a file of its own here is judged, class by class.

use amidst_core::parameter::Parameters;

use super::{
    class::{Class, ClassMeasure},
    domain::Domain,
};

/// Judges a model by what is written here alone.
pub(super) struct Checker {
    /// The model's id.
    pub id: &'static str,
    /// What is asked, on the scale of what is reached.
    pub limit: fn(&Parameters) -> f64,
    /// What a class reaches, given the column that the model looks at, if it does.
    pub reached: fn(&Parameters, &Class, Option<&Domain>) -> ClassMeasure,
}
