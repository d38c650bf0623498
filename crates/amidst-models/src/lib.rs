//! Privacy models, one file each. A new one is its file and one line in [`model`].

mod k_anonymity;
pub mod population;

use amidst_core::{ClassModel, Error, Result};

pub use k_anonymity::KAnonymity;

/// The ids of all models.
pub const NAMES: [&str; 1] = [KAnonymity::NAME];

/// A model by its id, with its parameters by name.
///
/// # Errors
/// If there is no such model, or a parameter is missing, unknown or out of range.
pub fn model(name: &str, parameters: &[(&str, f64)]) -> Result<Box<dyn ClassModel>> {
    match name {
        KAnonymity::NAME => Ok(Box::new(KAnonymity::from_parameters(parameters)?)),
        _ => Err(Error::Parameter {
            name: "model",
            value: name.into(),
            expected: format!("one of {}", NAMES.join(", ")),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_makes_its_model() {
        for name in NAMES {
            assert_eq!(model(name, &[("k", 2.0)]).unwrap().name(), name);
        }
    }

    #[test]
    fn an_unknown_model_is_refused_with_the_known_ones() {
        let error = model("q-anonymity", &[]).unwrap_err();
        assert_eq!(error.to_string(), "model = q-anonymity: one of k-anonymity");
    }
}
