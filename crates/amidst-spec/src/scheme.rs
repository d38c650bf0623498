//! Which of the papers' models a spec asks for: what is generalized, and what is suppressed.

use amidst_core::{Guarantee, Method};

use crate::{
    Error, Result, catalog,
    spec::{ColumnSpec, Generalize, HierarchySpec, LevelBounds, Solve, Suppress},
};

/// What may be changed. Each stands for one or more cells of the papers' table of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecodingScheme {
    /// One level for each column, rows suppressed within a limit: AG_TS, and AG_ where the limit is none.
    Levels,
    /// Columns as they are or not at all: _AS.
    Columns,
    /// Rows as they are or not at all: _TS.
    Rows,
    /// Intervals of each column, or labels of several levels, the same for all rows, which are suppressed within a limit.
    Cuts,
    /// One level for each column, single cells blanked: AG_CS.
    LevelsAndBlanks,
    /// Single cells generalized: CG_, which is CG_CS.
    Cells,
    /// Single cells blanked: _CS.
    Blanks,
    /// Every class shows averages of its rows: values are no longer true.
    Averages,
    /// Single cells generalized, so that enough rows may be behind one another, whatever the classes.
    Links,
    /// Nothing: rows are put into groups, which alone link tables.
    Fragments,
}

impl RecodingScheme {
    /// What a spec asks for. Algorithms that recode cell by cell say so by themselves.
    pub fn new(solve: &Solve, algorithm: &str) -> Result<Self> {
        // Left to us, it is one that chooses levels.
        let method = catalog::algorithm(algorithm).map_or(Method::GlobalRecoding, |info| info.method);
        if method == Method::Bucketization {
            return match (solve.generalize, solve.suppress) {
                (None, None) => Ok(Self::Fragments),
                _ => Err(Error::conflict(
                    "generalize",
                    "algorithm",
                    format!(
                        "algorithm = {algorithm:?} leaves every value as it is: nothing is generalized or suppressed; take \
                     generalize and suppress away"
                    ),
                )),
            };
        }
        if method == Method::Microaggregation {
            return match (solve.generalize, solve.suppress) {
                (None, None) => Ok(Self::Averages),
                _ => Err(Error::conflict(
                    "generalize",
                    "algorithm",
                    format!(
                        "algorithm = {algorithm:?} shows averages: nothing is generalized or suppressed; take generalize and \
                     suppress away"
                    ),
                )),
            };
        }
        if method == Method::Cuts {
            return match (solve.generalize, solve.suppress) {
                (None | Some(Generalize::Attribute), None | Some(Suppress::Row)) => Ok(Self::Cuts),
                _ => Err(Error::conflict(
                    "generalize",
                    "algorithm",
                    format!(
                        "algorithm = {algorithm:?} cuts whole columns and suppresses rows; take generalize and suppress away, or \
                     choose another algorithm"
                    ),
                )),
            };
        }
        if method == Method::Links {
            return Ok(Self::Links);
        }
        let is_by_cells = method == Method::LocalRecoding;
        let is_suppression = method == Method::LocalSuppression;
        let generalize = solve.generalize.unwrap_or(match algorithm {
            _ if is_suppression => Generalize::None,
            _ if is_by_cells && solve.suppress != Some(Suppress::Cell) => Generalize::Cell,
            _ => Generalize::Attribute,
        });
        let suppress = solve.suppress.unwrap_or(match generalize {
            _ if is_suppression => Suppress::Cell,
            Generalize::Cell => Suppress::None,
            Generalize::Attribute | Generalize::None => Suppress::Row,
        });
        let scheme = match (generalize, suppress) {
            (Generalize::Attribute, Suppress::Row | Suppress::Attribute | Suppress::None) => Self::Levels,
            (Generalize::Attribute, Suppress::Cell) => Self::LevelsAndBlanks,
            (Generalize::Cell, Suppress::Cell | Suppress::None) => Self::Cells,
            (Generalize::None, Suppress::Row | Suppress::None) => Self::Rows,
            (Generalize::None, Suppress::Attribute) => Self::Columns,
            (Generalize::None, Suppress::Cell) => Self::Blanks,
            (Generalize::Cell, Suppress::Row) => {
                return Err(Error::conflict(
                    "suppress",
                    "generalize",
                    "generalize = \"cell\" with suppress = \"row\" does not apply: a row that is suppressed is one whose \
                     every cell is generalized to the top, which cell generalization does where it is needed; leave \
                     suppress out",
                ));
            }
            (Generalize::Cell, Suppress::Attribute) => {
                return Err(Error::conflict(
                    "suppress",
                    "generalize",
                    "generalize = \"cell\" with suppress = \"attribute\" does not apply: a column that is suppressed is \
                     one whose every cell is generalized to the top, which cell generalization does where it is needed; \
                     leave suppress out",
                ));
            }
        };
        let is_limited = solve.suppression.is_some_and(|limit| limit.of(u64::MAX >> 16) > 0);
        if is_limited && is_by_cells && scheme.blanks() {
            return Err(Error::conflict(
                "suppression",
                "suppress",
                "suppression says how many rows may go, and where cells are blanked no row goes; take suppression away, or take \
                 generalize and suppress away, so that cells are generalized and rows may go",
            ));
        }
        if is_limited && solve.suppress.is_some_and(|suppress| suppress != Suppress::Row) {
            return Err(Error::conflict(
                "suppression",
                "suppress",
                "suppression says how many rows may go, and suppress lets none go; take one of them away, or write \
                 suppress = \"row\"",
            ));
        }
        if is_suppression && !scheme.blanks() {
            return Err(Error::conflict(
                "suppress",
                "algorithm",
                format!(
                    "algorithm = {algorithm:?} blanks cells; leave suppress out, or write suppress = \"cell\""
                ),
            ));
        }
        let is_near = catalog::approximation(algorithm)
            .is_some_and(|recoder| recoder.info().guarantee == Guarantee::Approximation);
        if scheme == Self::LevelsAndBlanks && is_near {
            return Err(Error::conflict(
                "generalize",
                "algorithm",
                format!(
                    "algorithm = {algorithm:?} generalizes cells or blanks them, and no column is at a level beside that; write \
                     generalize = \"none\", or leave suppress out"
                ),
            ));
        }
        if is_by_cells && !scheme.is_by_cells() {
            return Err(Error::conflict(
                "generalize",
                "algorithm",
                format!(
                    "algorithm = {algorithm:?} recodes cell by cell; leave generalize and suppress out, or blank cells with \
                     generalize = \"none\" and suppress = \"cell\""
                ),
            ));
        }
        Ok(scheme)
    }

    /// Whether classes show what their own rows need, so that no column is at one level.
    pub fn is_by_cells(self) -> bool {
        matches!(
            self,
            Self::LevelsAndBlanks
                | Self::Cuts
                | Self::Cells
                | Self::Blanks
                | Self::Averages
                | Self::Links
                | Self::Fragments
        )
    }

    /// Whether cells are blanked.
    pub fn blanks(self) -> bool {
        matches!(self, Self::LevelsAndBlanks | Self::Blanks)
    }

    /// What a spec means by a quasi column under this scheme.
    pub fn column(self, column: &mut ColumnSpec) {
        match self {
            Self::Rows => column.levels = Some(LevelBounds { min: Some(0), max: Some(0) }),
            Self::Columns => {
                column.hierarchy =
                    Some(HierarchySpec { suppression: Some(true), ..HierarchySpec::default() });
                // A column that must stay as it is stays.
                column.levels = column.levels.filter(LevelBounds::is_fixed);
            }
            _ => {}
        }
    }
}
