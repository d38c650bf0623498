//! k-anonymity revisited (Gionis, Mazza and Tassa): rows that may be behind one another, whatever the classes. What is asked
//! is described here; algorithms of its own meet it, and a release is judged beside its original.

use amidst_core::{
    ModelParams,
    model::{Links, ModelInfo},
    parameter::ParamInfo,
};

use crate::{entry::Entry, parameters};

/// The least number of rows that may be behind one another.
const K: ParamInfo =
    ParamInfo::whole("k", "the least number of rows").expecting(parameters::K.advice).such_as("5");

/// (1,k)-anonymity, (k,1)-anonymity, (k,k)-anonymity and global (1,k)-anonymity.
pub(crate) const ENTRIES: [Entry; 4] = [
    Entry {
        info: ModelInfo::of_original(
            "one-k-anonymity",
            "every original row is consistent with at least k released ones",
            &[K],
        ),
        params: |it| ModelParams::Links { k: it.whole("k"), kind: Links::OneK },
    },
    Entry {
        info: ModelInfo::of_original(
            "k-one-anonymity",
            "every released row is consistent with at least k original ones",
            &[K],
        ),
        params: |it| ModelParams::Links { k: it.whole("k"), kind: Links::KOne },
    },
    Entry {
        info: ModelInfo::of_original("k-k-anonymity", "both of these", &[K]),
        params: |it| ModelParams::Links { k: it.whole("k"), kind: Links::KK },
    },
    Entry {
        info: ModelInfo::of_original(
            "global-one-k-anonymity",
            "every original row is given at least k released ones, one in each way to give every row its own",
            &[K],
        ),
        params: |it| ModelParams::Links { k: it.whole("k"), kind: Links::GlobalOneK },
    },
];
