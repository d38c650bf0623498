//! Requirements besides k over all quasi columns: from what a spec says to what a search judges.
//!
//! [`Needed`] is a requirement whose columns are settled, before anything is read. A job lays the needed
//! columns of a table beside its tuples and makes the models.

mod column;
mod needed;
mod population;

pub use needed::Needed;

pub use column::{Ordered, Take, coded};
pub use needed::counts_people;
pub use population::Population;
