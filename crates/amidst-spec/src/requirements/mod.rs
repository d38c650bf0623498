//! Requirements besides k over all quasi columns: from what a spec says to what a search judges.
//!
//! [`BoundRequirement`] is a requirement whose columns are settled, before anything is read. A job lays the needed
//! columns of a table beside its tuples and makes the models.

mod bound;
mod column;
mod population;
mod relaxable;

pub use bound::BoundRequirement;

pub use bound::counts_people;
pub use column::{Ordered, Take, coded};
pub use population::Population;
pub use relaxable::RelaxableParameter;
