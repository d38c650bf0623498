//! What is left out of the search because nothing better is there.

/// The rules, each of which can be left off without another answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The search starts from a good solution, not from everything as one class.
    pub starts_from_good: bool,
    /// Splits that leave nothing of the classes they split are not made.
    pub leaves_useless: bool,
    /// Splits with which nothing better can be had are not made.
    pub leaves_costly: bool,
    /// Nodes in which nothing better can be had are not followed.
    pub leaves_nodes: bool,
    /// Splits without which nothing better can be had are made.
    pub makes_needed: bool,
    /// Bounds are raised by weighing all ways to cut a column.
    pub weighs_columns: bool,
    /// The split that tells most, made or not, is decided first, whatever its number.
    pub rearranges: bool,
}

impl Rules {
    /// All of them.
    pub const ALL: Self = Self {
        starts_from_good: true,
        leaves_useless: true,
        leaves_costly: true,
        leaves_nodes: true,
        makes_needed: true,
        weighs_columns: true,
        rearranges: true,
    };

    /// None of them: every set is visited.
    pub const NONE: Self = Self {
        starts_from_good: false,
        leaves_useless: false,
        leaves_costly: false,
        leaves_nodes: false,
        makes_needed: false,
        weighs_columns: false,
        rearranges: false,
    };
}
