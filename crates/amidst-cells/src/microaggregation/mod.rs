//! Microaggregation: rows close to one another form a class, and the class shows what they have in common: a mean, a
//! median, the most frequent value. It is perturbative: what is shown need not be true of any row.

mod along;
mod centre;
mod combined;
mod groups;
mod loss;
mod mdav;
mod merge;
mod refine;
mod shell;
mod space;
mod tour;
mod tree;
mod univariate;
mod variable;

pub use combined::Microaggregation;
pub use loss::information_loss;
pub use mdav::Mdav;
pub use univariate::Univariate;
pub use variable::VMdav;
