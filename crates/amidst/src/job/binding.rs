//! A spec laid over the header of a table: what is known before any row is read.

use std::sync::Arc;

use amidst_io::Layout;
use amidst_spec::{key::Key, roles::Roles};

/// The columns of a table with their roles, and how the table is laid out.
#[derive(Clone)]
pub(crate) struct Binding {
    pub roles: Roles,
    /// The keys of pseudonyms.
    pub keys: Arc<[(String, Key)]>,
    pub layout: Layout,
}
