//! What links the tables of a release in fragments.

/// What links the tables of a release in fragments.
pub struct Links {
    /// The number of each source row's group.
    pub group_of_row: Vec<u32>,
    /// The header of the groups' numbers.
    pub group: String,
    /// The header of the numbers of rows.
    pub count: String,
}
