//! Privacy models, as a search sees them.
