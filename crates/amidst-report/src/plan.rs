//! The plan of a release: what became of its columns, as the next batch is to be recoded.

use std::path::Path;

use amidst_core::hierarchy::Recipe;
use amidst_spec::{
    Spec,
    plan::{ColumnPlan, Plan, PlanTransformation, Program},
    spec::{
        ColumnSpec, HierarchySpec, KeySource, Limit, MissingPolicy, OnUnmapped, Order, Origin, Requirement,
        RoleWord, relative,
    },
};

use crate::{
    outcome::Released,
    release::{ColumnTransformation, Transformation},
};

/// What a plan says, whether there is a release of it or not.
pub struct Planned<'a> {
    /// What was asked.
    pub spec: &'a Spec,
    /// What becomes of each column.
    pub columns: &'a [ColumnTransformation],
    /// How a missing cell compares.
    pub missing_policy: MissingPolicy,
    /// The order of released rows.
    pub order: Order,
    /// The SHA-256 of the release, if there is one.
    pub release_sha256: Option<String>,
}

/// The plan of a release, to be written into a folder.
pub fn plan(released: &Released, folder: &Path) -> Plan {
    let planned = Planned {
        spec: &released.spec,
        columns: &released.columns,
        missing_policy: released.missing_policy,
        order: released.order,
        release_sha256: Some(released.audit.sha256.clone()),
    };
    planned.plan(folder)
}

impl Planned<'_> {
    /// The plan, to be written into a folder.
    pub fn plan(&self, folder: &Path) -> Plan {
        let spec = self.spec;
        let k = spec.privacy.k.map(|k| Requirement::k_anonymity(k, None));
        let further = spec.privacy.requirements().into_iter().map(|mut requirement| {
            requirement.population = requirement.population.map(|path| relative(&path, folder));
            requirement
        });
        Plan {
            version: 1,
            program: Program { name: "amidst".into(), version: env!("CARGO_PKG_VERSION").into() },
            release_sha256: self.release_sha256.clone(),
            missing: spec.input.missing_markers(),
            missing_policy: self.missing_policy,
            missing_sensitive: spec.privacy.missing_sensitive,
            privacy: k.into_iter().chain(further).collect(),
            respondent: spec.privacy.respondent.clone(),
            weight: spec.privacy.weight.clone(),
            population_count: spec.privacy.population_count.clone(),
            household: spec.privacy.household.clone(),
            combinations: spec.privacy.combinations.clone(),
            suppression: spec.solve.suppression.unwrap_or(Limit::NONE),
            order: self.order,
            columns: self
                .columns
                .iter()
                .map(|column| column_plan(column, &spec.columns[&column.name], folder))
                .collect(),
        }
    }
}

/// What became of a column, for a plan in a folder.
fn column_plan(column: &ColumnTransformation, spec: &ColumnSpec, folder: &Path) -> ColumnPlan {
    let plan = ColumnPlan {
        name: column.name.clone(),
        role: RoleWord(column.role),
        r#do: PlanTransformation::Keep,
        level: None,
        height: None,
        hierarchy: None,
        on_unmapped: None,
        key: None,
        not_identifying: spec.not_identifying,
    };
    match &column.transformation {
        Transformation::Recoded { .. }
        | Transformation::Averaged { .. }
        | Transformation::Viewed { .. }
        | Transformation::Linked
        | Transformation::SideTable { .. } => unreachable!("recoding cell by cell has no plan"),
        Transformation::Kept => {
            ColumnPlan { hierarchy: spec.hierarchy.as_ref().map(|it| kept(it, folder)), ..plan }
        }
        Transformation::Dropped => ColumnPlan { r#do: PlanTransformation::Drop, ..plan },
        Transformation::Pseudonym => {
            let key = spec.key.as_ref().map(|key| match key {
                KeySource::File(path) => KeySource::File(relative(path, folder)),
                KeySource::Env(name) => KeySource::Env(name.clone()),
            });
            ColumnPlan { r#do: PlanTransformation::Pseudonymize, key, ..plan }
        }
        Transformation::Generalized { level, height, pinned, leaves_out, .. } => {
            let hierarchy = match pinned {
                Origin::File { path, sha256 } => {
                    Origin::File { path: relative(path, folder), sha256: sha256.clone() }
                }
                recipe => recipe.clone(),
            };
            ColumnPlan {
                r#do: PlanTransformation::Generalize,
                level: Some(*level),
                height: Some(*height),
                hierarchy: Some(hierarchy.to_string()),
                on_unmapped: Some(on_unmapped(pinned, *leaves_out, spec)),
                ..plan
            }
        }
    }
}

/// What to do with values that a hierarchy does not hold. Groups of neighbours reach from the first to the last value
/// released under them: between two of them no label is true, and what stands there may be what was suppressed when the plan
/// was made. It is suppressed again, unless the spec says otherwise or cut the groups itself; and so is what was listed by hand
/// and is left out because the release shows nothing of it.
fn on_unmapped(pinned: &Origin, leaves_out: bool, spec: &ColumnSpec) -> OnUnmapped {
    let is_cut = spec.hierarchy.as_ref().is_some_and(|hierarchy| hierarchy.groups.is_some());
    match (pinned, spec.on_unmapped) {
        (_, OnUnmapped::Error) if leaves_out => OnUnmapped::Suppress,
        (Origin::Recipe(Recipe::Groups(_)), OnUnmapped::Error) if !is_cut => OnUnmapped::Suppress,
        (_, asked) => asked,
    }
}

/// The hierarchy of a column that stays as it is, for models that look at it.
fn kept(hierarchy: &HierarchySpec, folder: &Path) -> String {
    let mut hierarchy = hierarchy.clone();
    hierarchy.file = hierarchy.file.map(|path| relative(&path, folder));
    toml::to_string(&hierarchy).expect("a hierarchy holds only what TOML can")
}
