//! Every measure of loss there is, by its id.

use crate::{
    Ambiguity, AverageClassSize, Classification, Discernibility, DiscernibilityStar, Entropy, Gcp, Height,
    KlDivergence, LevelSum, Loss, NormalizedEntropy, Precision, entry::Entry,
};

/// Every measure.
pub const ALL: [Entry; 13] = [
    Loss::ENTRY,
    Precision::ENTRY,
    LevelSum::ENTRY,
    Height::ENTRY,
    Discernibility::ENTRY,
    DiscernibilityStar::ENTRY,
    AverageClassSize::ENTRY,
    Entropy::ENTRY,
    NormalizedEntropy::ENTRY,
    Gcp::ENTRY,
    KlDivergence::ENTRY,
    Ambiguity::ENTRY,
    Classification::ENTRY,
];

/// The ids of all measures.
pub const NAMES: [&str; ALL.len()] = {
    let (mut names, mut at) = ([""; ALL.len()], 0);
    while at < ALL.len() {
        names[at] = ALL[at].info.id;
        at += 1;
    }
    names
};

/// A measure by its id.
pub fn find(id: &str) -> Option<&'static Entry> {
    const { &ALL }.iter().find(|entry| entry.info.id == id)
}
