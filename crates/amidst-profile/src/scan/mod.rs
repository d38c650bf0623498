//! Small scanners: does this text look like …? Each takes one value and answers yes or no.

pub(super) mod contact;
pub(super) mod digits;
pub(super) mod national;
pub(super) mod network;
pub(super) mod payment;
pub(super) mod person;
pub(super) mod place;
