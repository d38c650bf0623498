//! What of a requirement can be made easier, where it cannot be met.

use amidst_core::{ModelParams, parameter::ParamKind};

/// A parameter that can be made easier step by step: whole numbers down to 1, or hundredths up to 1.
pub struct RelaxableParameter {
    /// Its name.
    pub name: &'static str,
    /// What is asked.
    pub required: f64,
    is_whole: bool,
}

impl RelaxableParameter {
    /// That of a model; none if it has no parameter that can be made easier so.
    pub fn of(params: &ModelParams) -> Option<Self> {
        let whole = |name, required: u64| Some(Self { name, required: required as f64, is_whole: true });
        let share = |name, required: f64| Some(Self { name, required, is_whole: false });
        match *params {
            ModelParams::KAnonymity { k } | ModelParams::KPerStratum { k } | ModelParams::KMap { k, .. } => {
                whole("k", k)
            }
            ModelParams::DistinctL { l } | ModelParams::RecursiveL { l, .. } => whole("l", l),
            ModelParams::EntropyL { l } => Some(Self { name: "l", required: l, is_whole: true }),
            ModelParams::PSensitive { p, .. } => whole("p", p),
            ModelParams::AlphaK { alpha, .. } => share("alpha", alpha),
            ModelParams::TCloseness { t, .. } => share("t", t),
            ModelParams::AverageRisk { risk } => share("risk", risk),
            ModelParams::RecordsAtRisk { share: required, .. } => share("share", required),
            ModelParams::SampleUniqueness { share: required }
            | ModelParams::PopulationUniqueness { share: required, .. } => share("share", required),
            ModelParams::DeltaPresence { max, .. } => share("max", max),
            ModelParams::BetaLikeness { beta, .. } => share("beta", beta),
            ModelParams::DeltaDisclosure { delta, .. } => share("delta", delta),
            ModelParams::Described(ref model) if !amidst_audit::is_self_judged(params) => {
                // How strict a model of ours is its first parameter says.
                let first = model.info().parameters.first()?;
                let (required, is_whole) =
                    (model.parameters().number(first.name), matches!(first.kind, ParamKind::Whole { .. }));
                Some(Self { name: first.name, required, is_whole })
            }
            _ => None,
        }
    }

    /// How many steps there are.
    pub fn steps(&self) -> u64 {
        match self.is_whole {
            true => (self.required.ceil() - 1.0).max(0.0) as u64,
            false => (100.0 - (100.0 * self.required).floor()).max(0.0) as u64,
        }
    }

    /// What it is after so many steps.
    pub fn value(&self, step: u64) -> f64 {
        match self.is_whole {
            true => self.required.ceil() - 1.0 - step as f64,
            false => ((100.0 * self.required).floor() + 1.0 + step as f64) / 100.0,
        }
    }

    /// The model with what it is then.
    pub fn set(&self, params: &ModelParams, step: u64) -> ModelParams {
        let (mut params, value) = (params.clone(), self.value(step));
        match &mut params {
            ModelParams::KAnonymity { k } | ModelParams::KPerStratum { k } | ModelParams::KMap { k, .. } => {
                *k = value as u64
            }
            ModelParams::DistinctL { l } | ModelParams::RecursiveL { l, .. } => *l = value as u64,
            ModelParams::EntropyL { l } => *l = value,
            ModelParams::PSensitive { p, .. } => *p = value as u64,
            ModelParams::AlphaK { alpha, .. } => *alpha = value,
            ModelParams::TCloseness { t, .. } => *t = value,
            ModelParams::AverageRisk { risk } => *risk = value,
            ModelParams::RecordsAtRisk { share, .. }
            | ModelParams::SampleUniqueness { share }
            | ModelParams::PopulationUniqueness { share, .. } => *share = value,
            ModelParams::DeltaPresence { max, .. } => *max = value,
            ModelParams::BetaLikeness { beta, .. } => *beta = value,
            ModelParams::DeltaDisclosure { delta, .. } => *delta = value,
            ModelParams::Described(model) => *model = model.with_number(self.name, value),
            _ => {}
        }
        params
    }
}
