//! Every recoder there is, by its id.

use amidst_core::SolverInfo;

use crate::{
    Anatomy, GlobalOneK, KK, KOne, Mondrian, OneK, Recoder, alpha_k_top_down::AlphaKTopDown,
    k_member::KMember, local::Local, oka::Oka, suppression::LocalSuppression, top_down_greedy::TopDownGreedy,
};

/// Every recoder.
pub const ALL: [&Recoder; 12] = [
    &Mondrian::Strict,
    &Mondrian::Relaxed,
    &Mondrian::Hybrid,
    &Local,
    &KMember,
    &Oka,
    &TopDownGreedy,
    &AlphaKTopDown,
    &OneK,
    &KOne,
    &KK,
    &GlobalOneK,
];

/// What changes single cells and is no recoder: it needs more than a table at hand.
pub const OTHERS: [SolverInfo; 2] = [LocalSuppression::INFO, Anatomy::INFO];

/// What every recoder is.
pub fn infos() -> Vec<SolverInfo> {
    ALL.iter().map(|recoder| recoder.info()).collect()
}

/// A recoder by its id.
pub fn recoder(id: &str) -> Option<&'static Recoder> {
    ALL.into_iter().find(|recoder| recoder.name() == id)
}
