//! What a job owes to the plan that it carries out.

mod union;

use std::{path::Path, sync::Arc};

use amidst_core::{Error as CoreError, HierarchyError, Role};
use amidst_release::{ColumnTransformation, Transformation};
use amidst_spec::{Error, Result, Spec, quasi::MappedColumn, quoted, validated::ValidatedSpec};

use crate::summary::{PlanUsed, Summary, Union};
use union::Earlier;

/// A plan that is being carried out.
pub(crate) struct Applied {
    used: PlanUsed,
    /// The height of each quasi column's hierarchy when the plan was made.
    heights: Vec<(String, u8)>,
    earlier: Vec<String>,
}

impl Applied {
    pub fn new(used: PlanUsed, heights: Vec<(String, u8)>, earlier: Vec<String>) -> Self {
        Self { used, heights, earlier }
    }

    /// The plan.
    pub fn used(&self) -> &PlanUsed {
        &self.used
    }

    /// Files that must not be written over, besides the table.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.used.path).chain(&self.earlier).map(Path::new)
    }

    /// Whether earlier releases were named.
    pub fn has_earlier(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// Refuses a table that has not the columns of the plan.
    pub fn check_header(&self, spec: &Spec, header: &[String]) -> Result<()> {
        let lacking: Vec<&String> = spec.columns.keys().filter(|name| !header.contains(name)).collect();
        let strange: Vec<&String> = header.iter().filter(|name| !spec.columns.contains_key(*name)).collect();
        let mut problems = Vec::new();
        if !lacking.is_empty() {
            problems.push(format!("it lacks the columns {}", quoted(&lacking)));
        }
        if !strange.is_empty() {
            problems.push(format!("the plan does not know the columns {}", quoted(&strange)));
        }
        if problems.is_empty() { Ok(()) } else { Err(Error::Misfit { problem: problems.join(", and ") }) }
    }

    /// Refuses hierarchies whose levels are not those of the plan.
    pub fn check_heights(&self, columns: &[Arc<MappedColumn>]) -> Result<()> {
        let planned = |name: &str| self.heights.iter().find(|column| column.0 == name).map(|column| column.1);
        let differs = |column: &&Arc<MappedColumn>| planned(&column.name) != Some(column.hierarchy.height());
        let Some(column) = columns.iter().find(differs) else { return Ok(()) };
        let problem = format!(
            "column {:?}: its hierarchy has its root on level {}, not on level {}",
            column.name,
            column.hierarchy.height(),
            planned(&column.name).unwrap_or(0)
        );
        Err(Error::Plan { path: (&self.used.path).into(), problem })
    }

    /// Says of values met for the first time, and of levels that are not there, what they mean under a plan.
    pub fn explain(&self, error: Error) -> Error {
        match error {
            Error::Core(CoreError::Hierarchy { column, problem: HierarchyError::Unmapped(unmapped) })
            | Error::HierarchyFile {
                column: Some(column),
                problem: HierarchyError::Unmapped(unmapped),
                ..
            } => Error::Unseen { column, found: unmapped.found() },
            Error::Core(CoreError::Hierarchy { column, problem: HierarchyError::Unplaceable(found) }) => {
                Error::Unseen { column, found }
            }
            Error::Core(CoreError::Parameter { name: "levels", expected, .. }) => Error::Plan {
                path: (&self.used.path).into(),
                problem: format!("a level is not there: {expected}"),
            },
            error => error,
        }
    }

    /// Reads the earlier releases, if some were named.
    pub fn earlier(&self, spec: &Spec, validated: &ValidatedSpec) -> Result<Option<Earlier>> {
        let quasi = spec.columns.iter().filter(|(_, column)| column.role.0 == Role::Quasi);
        let quasi = quasi.map(|(name, _)| name.clone()).collect();
        if self.earlier.is_empty() {
            Ok(None)
        } else {
            Earlier::read(&self.earlier, quasi, validated).map(Some)
        }
    }

    /// Says in a summary that the levels are those of a plan, and what that leaves open.
    pub fn note(&self, summary: &mut Summary, columns: &[ColumnTransformation], union: Option<Union>) {
        summary.algorithm = "plan".into();
        (summary.optimal, summary.gap) = (false, 1.0);
        summary.plan = Some(self.used.clone());
        summary.union = union;
        let linking = columns.iter().filter(|column| {
            matches!(column.transformation, Transformation::Kept | Transformation::Pseudonym)
        });
        let linking: Vec<&str> = linking.map(|column| column.name.as_str()).collect();
        let by = match linking.as_slice() {
            [] => String::new(),
            [name] => format!("the column {name:?} and by "),
            names => format!("the columns {} and by ", quoted(names)),
        };
        if summary.union.is_some() && !summary.privacy.models.is_empty() {
            let told = "together with earlier releases k was judged, and nothing else that is asked";
            summary.warnings.push(told.into());
        }
        summary.warnings.push(format!(
            "people who are in several releases can be linked across them by {by}the classes they are in: k holds \
             within each release, not for what several tell together"
        ));
    }
}
