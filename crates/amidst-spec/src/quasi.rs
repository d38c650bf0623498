//! Quasi columns made ready for the search: each under its hierarchy, rows without a place set aside.

use std::sync::Arc;

use amidst_core::{
    Aborted, Coded, Codes, Dictionary, Error as CoreError, Hierarchy, HierarchyError, Observer,
    hierarchy::{
        self, HierarchyMapping, Misplaced, Recipe,
        builders::{DecimalMark, Neighbours, ReleasedLabels, automatic},
    },
    observer::blocks,
};
use amidst_io::{Decimal, Layout};
use amidst_kernel::{QuasiColumn, mapped, per_row};
use amidst_table::Column;
use rayon::prelude::*;

use crate::{
    Error, Result, hierarchy_file,
    spec::{ColumnSpec, OnUnmapped, Origin},
};

/// A quasi column under its hierarchy.
pub struct MappedColumn {
    /// The column's name.
    pub name: String,
    /// The hierarchy, covering every value that may be released.
    pub hierarchy: Arc<Hierarchy>,
    /// Where the hierarchy came from; of a file, what its bytes hash to.
    pub origin: Origin,
    /// What is odd about it, in words.
    pub warning: Option<String>,
    mapping: HierarchyMapping,
}

/// What a table's quasi columns need to be laid under hierarchies.
pub struct ParseContext {
    /// What counts as missing.
    pub missing: Vec<String>,
    /// The decimal mark of the table.
    pub decimal: DecimalMark,
}

impl ParseContext {
    /// Those of a table so laid out.
    pub fn new(layout: &Layout, missing: Vec<String>) -> Self {
        let decimal = if layout.decimal == Decimal::Comma { DecimalMark::Comma } else { DecimalMark::Point };
        Self { missing, decimal }
    }
}

impl MappedColumn {
    /// Finds or builds the column's hierarchy and lays it over the column.
    pub fn new(column: &Column, spec: &ColumnSpec, context: &ParseContext) -> Result<Self> {
        let file = spec.hierarchy.as_ref().and_then(|hierarchy| hierarchy.file.as_ref());
        let wrong = |problem| match file {
            Some(path) => {
                Error::HierarchyFile { column: Some(column.name.clone()), path: path.into(), problem }
            }
            None => CoreError::Hierarchy { column: column.name.clone(), problem }.into(),
        };
        let coded = column.coded().expect("quasi columns are coded");
        let (hierarchy, origin, misplaced) = build(column, spec, context).map_err(|error| match error {
            BuildError::Hierarchy(problem) => wrong(problem),
            BuildError::File(error) => error,
        })?;
        let on_unmapped = match spec.on_unmapped {
            OnUnmapped::Error => hierarchy::OnUnmapped::Error,
            OnUnmapped::Suppress => hierarchy::OnUnmapped::Suppress,
            OnUnmapped::Root => hierarchy::OnUnmapped::Root,
        };
        let mut mapping =
            hierarchy.map_column_with_markers(coded, on_unmapped, &context.missing).map_err(wrong)?;
        let hierarchy = Arc::new(std::mem::replace(&mut mapping.hierarchy, hierarchy));
        if let Some(level) = level_that_reads_as_missing(&hierarchy, &context.missing) {
            return Err(Error::ReadsAsMissing { column: column.name.clone(), level });
        }
        let warning =
            misplaced.map(|misplaced| format!("column {:?}: its hierarchy has {misplaced}", column.name));
        Ok(Self { name: column.name.clone(), hierarchy, origin, warning, mapping })
    }

    /// Where the hierarchy of the next batch comes from, so that its values get the same labels on a level; `shown`
    /// holds what is released there.
    pub fn pinned(&self, level: u8, shown: &ReleasedLabels) -> Origin {
        match &self.origin {
            // What has no place does not get one at the root either, so the plan must know what has.
            Origin::Recipe(Recipe::Tree(_) | Recipe::Order(_))
                if level == self.hierarchy.height() && !self.mapping.suppressed.is_empty() =>
            {
                self.origin.clone()
            }
            Origin::Recipe(recipe) => Origin::Recipe(recipe.pinned(&self.hierarchy, level, shown)),
            file => file.clone(),
        }
    }

    /// The order in which groups are named after values of the column, if they are.
    pub fn neighbours(&self) -> Option<Neighbours> {
        match &self.origin {
            Origin::Recipe(recipe) => recipe.neighbours(),
            Origin::File { .. } => None,
        }
    }

    /// Whether a level is one between the values and the root.
    pub fn is_between(&self, level: u8) -> bool {
        0 < level && level < self.hierarchy.height()
    }

    /// How many values were kept on a level, chosen or for their frequency, and are not shown, so that a plan cannot name
    /// them.
    pub fn unnamed(&self, level: u8, shown: &ReleasedLabels) -> usize {
        let keeps = matches!(&self.origin, Origin::Recipe(Recipe::Frequency(_) | Recipe::Keep(_)));
        // The others share a label, which needs no name.
        let is_kept = |index: &u32| self.hierarchy.leaf_range(level, *index).len() == 1;
        let is_unnamed = |index: &u32| {
            !shown.contains(*index) && self.hierarchy.label(level, *index).is_some() && is_kept(index)
        };
        match keeps && self.is_between(level) {
            true => (0..self.hierarchy.width(level) as u32).filter(is_unnamed).count(),
            false => 0,
        }
    }

    /// How many values have no place in what a plan names, because none of their rows is released, or nothing that
    /// stands under the same label.
    pub fn left_out(&self, level: u8, shown: &ReleasedLabels) -> usize {
        let pinned = self.pinned(level, shown);
        let Origin::Recipe(recipe @ (Recipe::Groups(_) | Recipe::Tree(_))) = &pinned else { return 0 };
        if pinned == self.origin {
            return 0;
        }
        let values: Dictionary = self.hierarchy.labels(0).collect();
        let placed = recipe.build(&values, &[]);
        let is_left_out =
            |value: &&str| placed.as_ref().map_or(true, |placed| placed.leaf(Some(value)).is_none());
        values.iter().flatten().filter(is_left_out).count()
    }

    /// The leaves of released rows, ascending; `is_released` says which rows are.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn released(
        &self,
        coded: &Coded,
        is_released: impl Fn(usize) -> bool,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, Aborted> {
        let mut is_shown = vec![false; self.mapping.leaves.len()];
        for rows in blocks(coded.codes.len(), observer) {
            rows?
                .filter(|row| is_released(*row))
                .for_each(|row| is_shown[coded.codes.at(row) as usize] = true);
        }
        let shown = is_shown.iter().zip(&self.mapping.leaves).filter(|(is_shown, _)| **is_shown);
        let mut leaves: Vec<u32> = shown.map(|(_, leaf)| *leaf).collect();
        leaves.sort_unstable();
        leaves.dedup();
        Ok(leaves)
    }

    /// Whether a code of the column's dictionary has no place.
    fn is_unmapped(&self, code: u32) -> bool {
        self.mapping.leaves[code as usize] == HierarchyMapping::UNMAPPED
    }

    /// The leaf that missing cells stand at, if there are any and they have a place.
    pub fn missing_leaf(&self, coded: &Coded) -> Option<u32> {
        let missing = coded.dictionary.missing().filter(|&code| !self.is_unmapped(code))?;
        Some(self.mapping.leaves[missing as usize])
    }

    /// The leaf of each of the given rows, or of all of them.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn leaves(
        &self,
        coded: &Coded,
        rows: Option<&[u32]>,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, Aborted> {
        let leaf = |code: u32| self.mapping.leaves[code as usize];
        match rows {
            None => per_row(coded.codes.len(), observer, |rows, leaves| {
                leaves.iter_mut().zip(rows).for_each(|(own, row)| *own = leaf(coded.codes.at(row)));
            }),
            Some(rows) => mapped(rows, observer, |&row| leaf(coded.codes.at(row as usize))),
        }
    }

    /// The column as the kernel takes it, over the given rows, or all of them.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn quasi(
        &self,
        coded: &Coded,
        spec: &ColumnSpec,
        rows: Option<&[u32]>,
        observer: &dyn Observer,
    ) -> Result<QuasiColumn> {
        let codes = Codes::narrow(self.leaves(coded, rows, observer)?, self.hierarchy.leaves());
        let bounds = spec.levels.unwrap_or_default();
        let (min, max) = (bounds.min.unwrap_or(0), bounds.max.unwrap_or(self.hierarchy.height()));
        let column = QuasiColumn::new(&self.name, Arc::clone(&self.hierarchy), codes)
            .with_weight(spec.weight.unwrap_or(1.0))
            .with_levels(min, max);
        Ok(column)
    }

    /// The paths of the hierarchy, with one for missing cells wherever they take the place of a marker.
    pub fn paths(&self, coded: &Coded) -> Vec<amidst_audit::Path> {
        let mut paths: Vec<amidst_audit::Path> = self.hierarchy.paths().collect();
        if let Some(missing) = self.missing_leaf(coded)
            && self.hierarchy.leaf(None).is_none()
        {
            let mut path = self.hierarchy.path(missing);
            path[0] = None;
            paths.push(path);
        }
        paths
    }
}

/// The lowest level with a label that a reader would take for a missing cell although values stand below it.
fn level_that_reads_as_missing(hierarchy: &Hierarchy, missing: &[String]) -> Option<u8> {
    let is_marker =
        |label: Option<&str>| label.is_some_and(|label| missing.iter().any(|marker| marker == label));
    let is_missing = |leaf: u32| hierarchy.label(0, leaf).is_none() || is_marker(hierarchy.label(0, leaf));
    (1..=hierarchy.height()).find(|&level| {
        hierarchy.labels(level).enumerate().any(|(index, label)| {
            is_marker(label) && !hierarchy.leaf_range(level, index as u32).all(is_missing)
        })
    })
}

/// The rows whose every quasi value has a place and that are not barred, if some are not so: the others are suppressed before
/// the search.
pub fn mapped_rows(
    columns: &[Arc<MappedColumn>],
    coded: &[&Coded],
    barred: Option<&[bool]>,
    rows: usize,
) -> Option<Vec<u32>> {
    let partial: Vec<(&Arc<MappedColumn>, &Coded)> = columns
        .iter()
        .zip(coded.iter().copied())
        .filter(|(column, _)| !column.mapping.suppressed.is_empty())
        .collect();
    if partial.is_empty() && barred.is_none() {
        return None;
    }
    let is_placed = |row: &u32| {
        let row = *row as usize;
        !barred.is_some_and(|barred| barred[row])
            && partial.iter().all(|(column, coded)| !column.is_unmapped(coded.codes.at(row)))
    };
    Some((0..rows as u32).into_par_iter().filter(is_placed).collect())
}

enum BuildError {
    Hierarchy(HierarchyError),
    File(Error),
}

impl From<HierarchyError> for BuildError {
    fn from(error: HierarchyError) -> Self {
        Self::Hierarchy(error)
    }
}

/// The hierarchy a spec asks for, or a sensible one, and where it came from.
fn build(
    column: &Column,
    spec: &ColumnSpec,
    context: &ParseContext,
) -> std::result::Result<(Hierarchy, Origin, Option<Misplaced>), BuildError> {
    let coded = column.coded().expect("quasi columns are coded");
    let histogram = coded.histogram();
    let origin = match &spec.hierarchy {
        Some(hierarchy) => hierarchy.origin(context.decimal)?,
        None => {
            let kind = spec.kind.map_or(column.kind, |kind| kind.0);
            Origin::Recipe(automatic(kind, &coded.dictionary, &histogram, context.decimal))
        }
    };
    match origin {
        Origin::Recipe(recipe) => {
            let hierarchy = build_recipe(&recipe, &coded.dictionary, &histogram, spec.on_unmapped)?;
            Ok((hierarchy, Origin::Recipe(recipe), None))
        }
        Origin::File { path, sha256 } => {
            let held = spec.hierarchy.as_ref().and_then(|hierarchy| hierarchy.held.as_deref());
            let bytes = match held {
                Some(held) => held.to_vec(),
                None => amidst_io::bytes_of(path.as_ref()).map_err(|error| BuildError::File(error.into()))?,
            };
            let found = amidst_io::sha256_of_bytes(&bytes);
            if sha256.is_some_and(|asked| !asked.eq_ignore_ascii_case(&found)) {
                let column = column.name.clone();
                return Err(BuildError::File(Error::HierarchyChanged { column, path: path.into() }));
            }
            let (hierarchy, misplaced) =
                hierarchy_file::read_bytes(path.as_ref(), bytes).map_err(|error| match error {
                    Error::HierarchyFile { problem, .. } => BuildError::Hierarchy(problem),
                    error => BuildError::File(error),
                })?;
            Ok((hierarchy, Origin::File { path, sha256: Some(found) }, misplaced))
        }
    }
}

/// Builds over all values, so that the recipe says which it cannot place; or, where a rule was given for those, over the
/// others, unless there are none.
fn build_recipe(
    recipe: &Recipe,
    values: &Dictionary,
    histogram: &[u64],
    rule: OnUnmapped,
) -> std::result::Result<Hierarchy, HierarchyError> {
    if rule == OnUnmapped::Error {
        return recipe.build(values, histogram);
    }
    let places = |value: Option<&str>| value.is_none_or(|value| recipe.places(value));
    let placed = values.iter().zip(histogram).filter(|(value, _)| places(*value));
    let (placed, rows): (Vec<Option<&str>>, Vec<u64>) = placed.map(|(value, rows)| (value, *rows)).unzip();
    if placed.len() == values.len() {
        return recipe.build(values, histogram);
    }
    if placed.is_empty() {
        return recipe.build(values, histogram).map_err(|error| match error {
            HierarchyError::Unplaceable(found) => {
                HierarchyError::Builder(format!("none of its values has a place: {found}"))
            }
            error => error,
        });
    }
    recipe.build(&placed.into_iter().collect(), &rows)
}
