//! What is asked, and of which columns: the spec and its parts, checked before anything is read and bound to the header of a
//! table.
//!
//! [`Spec`] is what users write, unchecked. [`validated::ValidatedSpec`] is the same, checked. [`roles::Roles`] and [`requirements::BoundRequirement`]
//! are what it says of the columns of one table, [`quasi::MappedColumn`] a column of it under its hierarchy. Beside them stands what
//! everything that looks at tables shares: how sources are opened ([`source`]), values compared ([`value`]), columns known by
//! their names ([`header`]), counts told ([`reporting`], [`output_control`]), files written ([`files`]), keys read ([`key`]) and why not ([`Error`]).

mod as_map;
pub mod catalog;
pub mod combinations;
pub mod declared;
pub mod endings;
pub mod error;
pub mod exclusion;
pub mod files;
pub mod header;
pub mod hierarchies;
pub mod hierarchy_file;
pub mod household;
pub mod key;
pub mod memory;
pub mod models;
pub mod names;
pub mod output_control;
pub mod plan;
pub mod quasi;
pub mod registry;
pub mod reporting;
pub mod requirements;
pub mod rng;
pub mod roles;
pub mod scheme;
pub mod side_tables;
pub mod source;
pub mod spec;
mod spec_file;
pub mod validate;
pub mod validated;
pub mod value;
pub mod weight;

pub use amidst_core::near::in_quotes as quoted;
pub use as_map::as_map;
pub use error::{Error, Result};
pub use plan::Plan;
pub use spec::Spec;
