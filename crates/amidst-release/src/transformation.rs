//! What became of each column, in words.

use std::fmt;

use amidst_core::Role;
use amidst_spec::spec::Origin;

use crate::Cells;

/// A column and what became of it.
#[derive(Clone, Debug)]
pub struct ColumnTransformation {
    /// The column.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// What became of it.
    pub transformation: Transformation,
}

/// What became of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transformation {
    /// An identifier, gone.
    Dropped,
    /// An identifier, replaced by keyed pseudonyms.
    Pseudonym,
    /// A quasi column at a level of its hierarchy.
    Generalized {
        /// The level.
        level: u8,
        /// The hierarchy's height.
        height: u8,
        /// How the hierarchy came to be, in a few words, or its file.
        recipe: String,
        /// Where the hierarchy of the next batch comes from, so that its values get the same labels on this level.
        pinned: Origin,
        /// Whether that has no place for some values of this batch, of which the release shows nothing.
        leaves_out: bool,
        /// Labels released.
        labels: usize,
    },
    /// A quasi column that every class shows as its own rows need it, or that was recoded by cuts.
    Recoded {
        /// Cells that were changed.
        cells: Cells,
        /// Labels released.
        labels: usize,
        /// Whether that was by cuts, the same for all rows.
        is_by_cuts: bool,
        /// What several values are shown as: ranges, sets, or the labels of a hierarchy that came to be like this.
        shown_as: String,
    },
    /// A quasi column of which every class shows an average of its rows.
    Averaged {
        /// Cells that were changed.
        cells: Cells,
        /// Values released.
        labels: usize,
        /// What is shown.
        aggregate: &'static str,
    },
    /// A quasi column recoded like this, and in a view of its own.
    Viewed {
        /// What the release shows.
        recoded: Box<Transformation>,
        /// The file of the view.
        file: String,
    },
    /// Untouched, beside the number of its row's group.
    Linked,
    /// In a table of its own, by groups.
    SideTable {
        /// The table's file.
        file: String,
    },
    /// Untouched.
    Kept,
}

/// What is said first of a release in which nothing of the quasi columns is left.
pub const NOTHING_LEFT: &str = "nothing is left of the quasi columns: every one of them shows one value for all rows; ask for \
                                less, allow more suppression, or name fewer quasi columns";

/// Whether nothing is left of the quasi columns that there was before.
pub fn is_nothing_left(columns: &[ColumnTransformation]) -> bool {
    let quasi =
        || columns.iter().filter(|column| column.role == Role::Quasi).map(|column| &column.transformation);
    quasi().all(|transformation| transformation.labels().is_some_and(|labels| labels <= 1))
        && quasi().any(Transformation::is_changed)
}

impl Transformation {
    /// How many labels a quasi column shows, if it is recoded and nothing shows more.
    fn labels(&self) -> Option<usize> {
        match self {
            Self::Generalized { labels, .. }
            | Self::Recoded { labels, .. }
            | Self::Averaged { labels, .. } => Some(*labels),
            _ => None,
        }
    }

    fn is_changed(&self) -> bool {
        match self {
            Self::Generalized { level, .. } => *level > 0,
            Self::Recoded { cells, .. } | Self::Averaged { cells, .. } => cells.changed > 0,
            _ => false,
        }
    }
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dropped => f.write_str("dropped"),
            Self::Pseudonym => f.write_str("pseudonymized: whoever holds the key can link it to the person"),
            Self::Kept => f.write_str("kept as it is"),
            Self::Linked => f.write_str("kept as it is, linked by group"),
            Self::SideTable { file } => write!(f, "apart, in {file}"),
            Self::Viewed { recoded, file } => write!(f, "{recoded}; in a view of its own, {file}"),
            Self::Recoded { cells: Cells { changed: 0, .. }, shown_as, .. } => {
                write!(f, "kept as it is ({shown_as})")
            }
            Self::Recoded { cells, labels, is_by_cuts, shown_as } => {
                let values = if *labels == 1 { "value" } else { "values" };
                let (changed, suppressed) = (count(cells.changed), cells.suppressed);
                let changed = match suppressed {
                    0 => format!("{changed} changed"),
                    _ if suppressed == cells.changed => format!("{changed} suppressed"),
                    _ => format!("{changed} changed, of them {suppressed} suppressed"),
                };
                let way = if *is_by_cuts { "recoded by cuts" } else { "recoded cell by cell" };
                write!(f, "{way}: {changed}, {labels} {values} ({shown_as})")
            }
            Self::Averaged { cells, labels, aggregate } => {
                let values = if *labels == 1 { "value" } else { "values" };
                let changed = count(cells.changed);
                write!(f, "replaced by the {aggregate} of each class: {changed} changed, {labels} {values}")
            }
            Self::Generalized { level: 0, height, recipe, .. } => {
                write!(f, "kept as it is (level 0 of {height}; {recipe})")
            }
            Self::Generalized { level, height, recipe, .. } if level == height => {
                write!(f, "suppressed: one value for all (level {level} of {height}; {recipe})")
            }
            Self::Generalized { level, height, recipe, labels, .. } => {
                let values = if *labels == 1 { "value" } else { "values" };
                write!(f, "generalized to level {level} of {height}, {labels} {values} ({recipe})")
            }
        }
    }
}

fn count(cells: u64) -> String {
    if cells == 1 { "1 cell".into() } else { format!("{cells} cells") }
}
