//! Recoding cell by cell: every class of rows shows what its own rows need, and nothing wider.
//!
//! A [`Problem`] is a set of [`Points`] (distinct tuples of codes, with counts) between [`Axis`]es (columns: what codes
//! mean and what several of them are shown as), with [`Conditions`] that every class must meet. A [`Recoder`] answers with
//! a [`Partition`]: which rows share a class. What a class shows is the [`Cover`] of its rows in each column, unless the
//! partition says otherwise.
//!
//! One folder per algorithm; they share the ground but never import one another, except those that are made up of others.
//!
//! `sift.rs` makes classes that hold of groups that do not, `local/pool` cuts a few classes anew over their closed cells,
//! `bound/` proves how far that is from the best, `deletion/` leaves out rows that may be suppressed. Local suppression,
//! (k,k) and its kin answer with partitions too, of classes that show more than their own rows need; so do, in crates of
//! their own, algorithms that cut columns (`amidst-cuts`), those that are proved to be near the best
//! (`amidst-approximation`) and those whose classes show averages (`amidst-microaggregation`). Anatomy answers with groups,
//! whose values stay and whose sensitive values go into a table of their own.

mod alpha_k_top_down;
mod anatomy;
mod axis;
mod bound;
mod cluster;
mod conditions;
mod cover;
mod deletion;
mod exact;
mod k_member;
mod local;
mod measures;
mod member;
mod mondrian;
mod objective;
mod oka;
mod partition;
mod points;
mod prices;
mod problem;
mod recoder;
mod registry;
mod repair;
mod revisited;
mod rng;
mod sift;
mod span;
pub mod suppression;
mod top_down_greedy;
mod tree;

pub use anatomy::{Anatomy, Diversity};
pub use axis::{Axis, Shares};
pub use bound::{ClosedCells, VisitCells, bound, bound_around, bound_of_prices};
pub use conditions::{Conditions, Judge, RunningCounts};
pub use cover::Cover;
pub use deletion::without_outliers;
pub use measures::{ColumnLoss, Measured};
pub use member::Member;
pub use mondrian::Mondrian;
pub use objective::Objective;
pub use partition::Partition;
pub use points::Points;
pub use prices::Prices;
pub use problem::{Labels, Problem, Split};
pub use recoder::{Approximation, PartitionResult, Recoder};
pub use registry::{ALL, OTHERS, infos, recoder};
pub use repair::repaired;
pub use revisited::{GlobalOneK, KK, KOne, OneK};
pub use rng::SeededRng;
pub use tree::Tree;
