//! What is wrong with a hierarchy. Labels of a hierarchy are not cells of the data, but a leaf may be one: messages name
//! levels, lines and counts only.

use super::{Misplaced, Unmapped};
use crate::{ErrorCode, ErrorKind};

/// Why paths are not a hierarchy, or a hierarchy does not fit a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HierarchyError {
    /// Nothing there.
    #[error("its hierarchy is empty; give it at least one value")]
    Empty,
    /// A path of another length.
    #[error(
        "its hierarchy has unequal depth: line {line} has {}, line 1 has {expected}; repeat a label to \
         keep it on the next level",
        if *.found == 1 { "1 level".to_owned() } else { format!("{found} levels") }
    )]
    UnequalDepth {
        /// The line, from 1.
        line: usize,
        /// Levels on it.
        found: usize,
        /// Levels on the first line.
        expected: usize,
    },
    /// More levels than are supported.
    #[error("its hierarchy has {levels} levels; at most 200 are supported")]
    TooDeep {
        /// Levels found.
        levels: usize,
    },
    /// A value without a label.
    #[error(
        "its hierarchy has no label on level {level} of line {line}; repeat the label of the level below"
    )]
    NoLabel {
        /// The line.
        line: usize,
        /// The level without a label.
        level: usize,
    },
    /// A label a spreadsheet would run as a formula.
    #[error(
        "its hierarchy has a label of level {level} on line {line} that begins with {sign:?}, which spreadsheets run \
         as a formula; put another character first"
    )]
    FormulaLabel {
        /// The line.
        line: usize,
        /// The level of the label.
        level: usize,
        /// The first character.
        sign: char,
    },
    /// The last level has several labels.
    #[error(
        "its hierarchy has {roots} roots on its last level; add a level with one label, such as *, above them"
    )]
    SeveralRoots {
        /// How many.
        roots: usize,
    },
    /// One leaf on two lines that disagree.
    #[error(
        "its hierarchy gives the value of line {other} another place on line {line}; keep one of the two lines"
    )]
    TwoPlaces {
        /// The later line.
        line: usize,
        /// The earlier line.
        other: usize,
    },
    /// One label with two parents.
    #[error(
        "its hierarchy gives one label of level {level} two parents, on lines {other} and {line}; rename one of the \
         two labels or give them one parent"
    )]
    TwoParents {
        /// The level of the label.
        level: usize,
        /// The later line.
        line: usize,
        /// The earlier line.
        other: usize,
    },
    /// A label is above itself.
    #[error(
        "its hierarchy has a cycle of parents: the label on level {level} of line {line} stands above itself; rename \
         one of its two places"
    )]
    Cycle {
        /// A level of the label.
        level: usize,
        /// A line it is on.
        line: usize,
    },
    /// Labels say what their values are not.
    #[error("its hierarchy has {0}; correct the bounds or the places")]
    DoesNotContain(Misplaced),
    /// The data holds values the hierarchy does not.
    #[error("{0}")]
    Unmapped(Unmapped),
    /// Values cannot be put below the root, because its label says they are elsewhere.
    #[error(
        "on_unmapped = \"root\" cannot take {} in: the root's label does not contain {}; add a level with \
         a label such as * above it",
        if *.values == 1 { "1 value".to_owned() } else { format!("{values} values") },
        if *.values == 1 { "it" } else { "them" }
    )]
    OutsideRoot {
        /// How many.
        values: usize,
    },
    /// A builder cannot work with these parameters.
    #[error("{0}")]
    Builder(String),
    /// A builder has no place for some of the values.
    #[error("{0}")]
    Unplaceable(String),
}

impl HierarchyError {
    /// Whose matter it is: the hierarchy's, or that of values which it does not hold.
    pub fn kind(&self) -> ErrorKind {
        self.code().kind()
    }

    /// What programs know it by.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Unmapped(_) | Self::OutsideRoot { .. } | Self::Unplaceable(_) => ErrorCode::UncoveredValues,
            _ => ErrorCode::BadHierarchy,
        }
    }
}
