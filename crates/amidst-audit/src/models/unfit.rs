//! Why a requirement cannot be judged. Words and counts, never a cell.

use amidst_core::Aborted;

/// What a column or a population lacks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// No column was given to a model that looks at one.
    #[error("it looks at a column, and none is given")]
    NoColumn,
    /// No population was given to a model that looks at one.
    #[error("it looks at a population, and none is given")]
    NoPopulation,
    /// Classes were given to a model that compares rows with the original.
    #[error("it compares a release with its original, which classes do not show")]
    NoOriginal,
    /// Distances between numbers of values that are none.
    #[error("{values} of its values are neither numbers nor days; use the distance by rank")]
    NotNumbers {
        /// How many.
        values: u64,
    },
    /// Distances between numbers where cells are missing.
    #[error("missing cells are no numbers; use the distance by rank, or let missing cells be wildcards")]
    MissingNumbers,
    /// A row's own k that is no number of rows.
    #[error("{values} of its values are not whole numbers")]
    NotRows {
        /// How many.
        values: u64,
    },
    /// Weights that are no numbers of people.
    #[error("{cells} of its cells hold no number above 0; every row stands for somebody")]
    NotWeights {
        /// How many cells.
        cells: u64,
    },
    /// No hierarchy was given to a distance by hierarchy.
    #[error("the distance by hierarchy needs a hierarchy of the column")]
    NoHierarchy,
    /// A hierarchy that does not cover the column.
    #[error("{values} of its values have no place in its hierarchy")]
    NoPath {
        /// How many.
        values: u64,
    },
    /// Paths of different lengths.
    #[error("the paths of its hierarchy differ in length")]
    UnevenPaths,
    /// The observer aborted.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// Parameters or a column that a model of somebody else does not take.
    #[error("{problem}")]
    Custom {
        /// What it says.
        problem: String,
    },
}
