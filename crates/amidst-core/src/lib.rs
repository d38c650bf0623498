//! The words amidst is written in: coded columns, hierarchies, the lattice of level vectors, and the traits that privacy
//! models, measures of loss and algorithms implement.
//!
//! Nothing here opens a file, reads a clock, starts a thread or draws a random number.

pub mod coded;
mod combination;
pub mod currency;
pub mod error;
mod error_code;
mod error_kind;
pub mod hierarchy;
pub mod lattice;
pub mod metric;
pub mod model;
pub mod near;
pub mod observer;
pub mod parameter;
pub mod requirement;
pub mod role;
pub mod search;
pub mod solver;

pub use coded::{Coded, Codes, Dictionary, Kind};
pub use combination::Combination;
pub use error::{Error, Place, Result};
pub use error_code::ErrorCode;
pub use error_kind::ErrorKind;
pub use hierarchy::{Hierarchy, HierarchyError};
pub use lattice::{Lattice, Levels};
pub use metric::{
    Areas, Attribute, Label, Majority, Metric, Needs, NodeFacts, RowBits, Score, SuppressedColumn,
};
pub use model::{
    ClassModel, ClassSummary, Looks, Model, ModelParams, Monotonicity, Scale, Sizes, TableModel, Threshold,
    Values,
};
pub use observer::{Aborted, Observer, Signal, Stage};
pub use requirement::{MILLIONTHS, Requirement, UNCOUNTED};
pub use role::Role;
pub use search::{Infeasible, Outcome, Solution, Statistics};
pub use solver::{Guarantee, Method, Solver, SolverInfo};
