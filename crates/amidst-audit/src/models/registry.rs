//! Models that have a file of their own here, by their id. A new one is its file and one line in [`ALL`].

use amidst_core::model::DescribedModel;

use super::{checker::Checker, highest_risk};

/// Every model with a file of its own.
const ALL: [Checker; 1] = [highest_risk::CHECKER];

/// The checker of a model; none for models that are not ours.
pub(super) fn checker(model: &DescribedModel) -> Option<&'static Checker> {
    const { &ALL }.iter().find(|checker| checker.id == model.info().id)
}
