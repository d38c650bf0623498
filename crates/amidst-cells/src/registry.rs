//! Every recoder there is, by its id.

use amidst_core::{Error, Result, SolverInfo};

use crate::{
    Anatomy, GlobalOneK, KK, KOne, Mdav, Microaggregation, Mondrian, OneK, Recoder, Univariate, VMdav,
    k_member::KMember, local::Local, oka::Oka, suppression::LocalSuppression, top_down_greedy::TopDownGreedy,
};

/// Every recoder.
pub const ALL: [&Recoder; 15] = [
    &Mondrian::Strict,
    &Mondrian::Relaxed,
    &Mondrian::Hybrid,
    &Local,
    &KMember,
    &Oka,
    &TopDownGreedy,
    &OneK,
    &KOne,
    &KK,
    &GlobalOneK,
    &Mdav,
    &VMdav { gamma: VMdav::GAMMA },
    &Univariate,
    &Microaggregation,
];

/// What everything here is that changes single cells: recoders, and what needs more than a table to be at hand.
pub fn infos() -> Vec<SolverInfo> {
    let others = [LocalSuppression::INFO, Anatomy::INFO];
    ALL.iter().map(|recoder| recoder.info()).chain(others).collect()
}

/// The ids of all recoders.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|recoder| recoder.name()).collect()
}

/// A recoder by its id.
///
/// # Errors
/// If there is none.
pub fn recoder(name: &str) -> Result<&'static Recoder> {
    ALL.into_iter().find(|recoder| recoder.name() == name).ok_or_else(|| Error::Parameter {
        name: "algorithm",
        value: name.into(),
        expected: format!("one of {}", names().join(", ")),
    })
}
