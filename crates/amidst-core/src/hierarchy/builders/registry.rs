//! Every way to make a hierarchy that a spec may ask for.

use super::{BuilderInfo, DateSteps, Frequency, Groups, Interval, Keep, Order, Prefix, Suppression, Tree};
use crate::parameter::{ParamInfo, ParamKind};

/// Every builder, and reading a file.
pub const BUILDERS: [BuilderInfo; 13] = [
    BuilderInfo {
        key: "file",
        takes: "a path",
        doc: "a file in ARX format: no header, leaf first, root last",
        parameters: &[ParamInfo::optional("sha256", ParamKind::Text, "the SHA-256 that it must have")],
    },
    Prefix::INFO,
    Prefix::SUFFIX_INFO,
    Interval::INFO,
    DateSteps::INFO,
    Tree::INFO,
    Order::INFO,
    Groups::INFO,
    BuilderInfo {
        key: "ordered",
        takes: "`\"natural\"`, `\"lexicographic\"`, or the values in order",
        doc: "no levels: neighbours are joined wherever it pays, by algorithms that need none",
        parameters: &[],
    },
    Frequency::INFO,
    Frequency::MOST_FREQUENT_INFO,
    Keep::INFO,
    Suppression::INFO,
];
