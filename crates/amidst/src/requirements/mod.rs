//! Requirements besides k over all quasi columns: from what a spec says to what a search judges.
//!
//! [`Needed`] is a requirement whose columns are settled, before anything is read. `Companions` lays the needed columns
//! of a table beside its tuples and makes the models.

mod column;
mod companions;
mod needed;
mod population;

pub use needed::Needed;

pub(crate) use column::{Ordered, Take, coded};
pub(crate) use companions::Companions;
pub(crate) use needed::counts_people;
pub(crate) use population::Population;
