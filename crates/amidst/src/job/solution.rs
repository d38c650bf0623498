//! A solution, with every row assigned: what is released, what is promised of it, and what became of each column.

mod cellwise;
mod grouped;
mod levelled;
mod wire;

use amidst_audit::{
    Before, Claim, ColumnClaim, ColumnContent, CombinationClaim, NamingValues, NeighboursClaim,
    PopulationClaim, RequirementClaim, RespondentClaim, Sorting,
};
use amidst_core::{
    ModelParams, Role,
    hierarchy::builders::{Collation, Neighbours},
    lattice,
    model::Distance,
};
use amidst_release::{ColumnTransformation, RecodedColumn, Recoding, ReleaseClaim, Transformation};
use amidst_spec::{
    roles::Roles,
    scheme::RecodingScheme,
    spec::{ColumnSpec, Keep},
    validated::ValidatedSpec,
};
use serde::{Deserialize, Serialize};

pub use cellwise::{Cellwise, LabelForm};
pub use grouped::Grouped;
pub use levelled::Levelled;

use super::{Dataset, PointClasses, links::Links};
use crate::summary::{
    Approximation, Cells, HouseholdsResult, Objective, Prefer, Rows, Search, SearchOutcome,
};

/// A solution. As bytes it holds labels and, of a summary, cell values: it is data like the table.
#[derive(Clone, Serialize, Deserialize)]
pub struct RecodingSolution {
    /// The class of every row; nothing if rows are in groups instead. It is of a table, and not in the bytes.
    #[serde(skip)]
    pub class_of_row: Vec<u32>,
    /// What rows are dealt by, if the table was a summary.
    pub points: Option<PointClasses>,
    /// What each class shows, column by column; nothing if every value is as it was.
    pub recoded: Vec<RecodedColumn>,
    /// How it came to show that.
    pub kind: RecodingKind,
    /// For each requirement the paths of its column's hierarchy, if it looks at one.
    pub model_paths: Vec<Option<Vec<amidst_audit::Path>>>,
    pub is_optimal: bool,
    /// How much better the best could still be, as a share of this one's score.
    pub gap: f64,
    /// What is proved of it, by an algorithm of which something is.
    #[serde(default)]
    pub approximation: Option<Approximation>,
    pub algorithm: String,
    pub outcome: SearchOutcome,
    pub rows: Rows,
    pub loss: Vec<(String, f64)>,
    /// What each recoded column loses by itself; nothing if that has no meaning.
    #[serde(default)]
    pub column_loss: Vec<f64>,
    pub objective: Objective,
    pub prefer: Option<Prefer>,
    /// What the search of a lattice cost.
    pub search: Option<Search>,
    /// What is odd, in words.
    pub warnings: Vec<String>,
    /// What readers outside must know too: no count in it.
    pub caveats: Vec<String>,
}

/// How the quasi columns were recoded, in the order of the table.
#[derive(Clone, Serialize, Deserialize)]
pub enum RecodingKind {
    /// Each at one level.
    Levels(Vec<Levelled>),
    /// Class by class.
    Cells(Cellwise),
    /// Not at all: rows are in groups.
    #[serde(skip)]
    Groups(Grouped),
}

impl RecodingSolution {
    /// The same solution of other rows, of which these are the classes.
    pub fn on_rows(&self, class_of_row: Vec<u32>) -> Self {
        let kind = match &self.kind {
            RecodingKind::Cells(cells) => RecodingKind::Cells(cells.on_rows(&class_of_row)),
            kind => kind.clone(),
        };
        Self { class_of_row, kind, points: None, ..self.clone() }
    }

    /// What every row and class shows.
    pub fn recoding(&self) -> Recoding<'_> {
        Recoding { class_of_row: &self.class_of_row, columns: &self.recoded }
    }

    /// What the files of the release promise, for the audit.
    pub fn release_claim<'a>(
        &'a self,
        read: &'a Dataset,
        validated: &'a ValidatedSpec,
        links: Option<&'a Links>,
        households: Option<&HouseholdsResult>,
        layout: amidst_audit::Layout,
    ) -> ReleaseClaim<'a> {
        if let Some(links) = links {
            return ReleaseClaim::Fragments(self.fragments(read, validated, links, layout));
        }
        let whole = self.claim(read, validated, layout.clone());
        let whole = Claim { household: households.map(HouseholdsResult::claim), ..whole };
        let views: Vec<Claim<'a>> = validated
            .side_tables
            .iter()
            .map(|name| self.view(name, read, validated, layout.clone()))
            .collect();
        if views.is_empty() { ReleaseClaim::Whole(whole) } else { ReleaseClaim::Views(whole, views) }
    }

    /// What a view of a confidential column promises.
    fn view<'a>(
        &'a self,
        confidential: &str,
        read: &'a Dataset,
        validated: &'a ValidatedSpec,
        layout: amidst_audit::Layout,
    ) -> Claim<'a> {
        let whole = self.claim(read, validated, layout);
        let is_shown = |name: &str| {
            let is_other = name != confidential && validated.is_apart(Some(name));
            read.roles.role(name) == Role::Quasi && !is_other
        };
        let gone = read.roles.columns().map(|(name, _)| name).filter(|name| !is_shown(name));
        Claim {
            gone: gone.map(str::to_owned).collect(),
            columns: whole.columns.into_iter().filter(|column| is_shown(&column.name)).collect(),
            neighbours: whole.neighbours.into_iter().filter(|one| is_shown(&one.column)).collect(),
            requirements: self.requirement_claims(read, validated, |column| column == Some(confidential)),
            informational: Vec::new(),
            order: amidst_audit::Order::Sorted,
            ..whole
        }
    }

    /// What the release itself promises.
    pub fn claim<'a>(
        &'a self,
        read: &'a Dataset,
        validated: &'a ValidatedSpec,
        layout: amidst_audit::Layout,
    ) -> Claim<'a> {
        let Dataset { table, roles, remaining, .. } = read;
        let (source, model_columns) = match remaining {
            Some(remaining) => (&remaining.table, &remaining.model_columns),
            None => (table, &read.model_columns),
        };
        let mut quasi = 0..self.recoded.len();
        let mut content = |spec: &ColumnSpec| match (spec.role.0, spec.keep) {
            (Role::Quasi, _) => {
                let at = quasi.next().expect("as many solved columns as quasi ones");
                Some(match &self.kind {
                    RecodingKind::Levels(columns) => columns[at].content(),
                    RecodingKind::Cells(cells) => cells.content(at, &self.recoded[at]),
                    RecodingKind::Groups(_) => unreachable!("groups recode no column"),
                })
            }
            (Role::Identifier, None) => None,
            (Role::Identifier, Some(Keep::Pseudonym)) => Some(ColumnContent::Pseudonym),
            (Role::Sensitive, _) => Some(ColumnContent::Sensitive),
            (Role::Other, _) => Some(ColumnContent::Other),
        };
        Claim {
            source,
            model_columns,
            columns: roles
                .columns()
                .filter_map(|(name, spec)| {
                    Some(ColumnClaim { content: content(spec)?, name: name.to_owned() })
                })
                .collect(),
            gone: roles.dropped().map(str::to_owned).collect(),
            missing: &validated.missing_back,
            k: validated.k,
            respondent: validated.respondent.as_ref().map(|respondent| RespondentClaim {
                column: respondent.column.clone(),
                aside: read.aside + read.barred_rows(),
                before: remaining.as_ref().map(|_| Before { table, model_columns: &read.model_columns }),
                by_profile: respondent.is_by_profile(),
            }),
            household: None,
            combinations: validated
                .combinations
                .iter()
                .map(|one| CombinationClaim { columns: one.columns.clone(), k: one.k })
                .collect(),
            neighbours: self.neighbours(validated),
            requirements: self.requirement_claims(read, validated, |column| !validated.is_apart(column)),
            informational: informational(&read.roles),
            policy: validated.missing_policy.into(),
            reading: validated.missing_sensitive.reading(&read.layout),
            rows_in: self.rows.r#in,
            rows_out: self.rows.out,
            suppressed: self.rows.suppressed,
            suppression_limit: validated.suppression.of(self.rows.r#in),
            order: validated.order.into(),
            layout,
        }
    }

    /// The columns whose labels are named after released values.
    fn neighbours(&self, validated: &ValidatedSpec) -> Vec<NeighboursClaim> {
        let is_cut = validated.recoding == RecodingScheme::Cuts;
        let order = |at: usize| match &self.kind {
            RecodingKind::Levels(columns) => columns[at].neighbours().map(sorting),
            // Intervals are named after what they hold, whatever the order.
            RecodingKind::Cells(cells) if is_cut && cells.has_intervals(at) => Some(Sorting::Natural),
            RecodingKind::Cells(cells) => cells.neighbours(at).map(sorting),
            RecodingKind::Groups(_) => None,
        };
        let claim = |(at, column): (usize, &RecodedColumn)| {
            Some(NeighboursClaim {
                column: column.name.clone(),
                sorting: order(at)?,
                named: named(validated),
            })
        };
        self.recoded.iter().enumerate().filter_map(claim).collect()
    }

    /// What is promised besides k, of some columns.
    fn requirement_claims<'a>(
        &'a self,
        read: &'a Dataset,
        validated: &'a ValidatedSpec,
        is_of: impl Fn(Option<&str>) -> bool,
    ) -> Vec<RequirementClaim<'a>> {
        let population = || match (&read.population, &validated.stands_for) {
            (Some(population), _) => Some(PopulationClaim::Table(&population.table)),
            (None, weight) => weight.clone().map(PopulationClaim::Weight),
        };
        let asked = validated.requirements.iter().zip(&self.model_paths);
        let asked = asked.filter(|(needed, _)| is_of(needed.column.as_deref()));
        let asked = asked.map(|(needed, paths)| RequirementClaim {
            params: needed.params.clone(),
            column: needed.column.clone(),
            within: needed.within.clone(),
            hierarchy: paths.as_deref(),
            population: needed.params.needs_population().then(population).flatten(),
        });
        asked.collect()
    }

    /// What becomes of each column of the source; `file_of` says which are kept apart, and where.
    pub fn fates(
        &self,
        roles: &Roles,
        file_of: impl Fn(&str) -> Option<String>,
    ) -> Vec<ColumnTransformation> {
        let is_grouped = matches!(self.kind, RecodingKind::Groups(_));
        let transformation = |name: &str, spec: &ColumnSpec| match (spec.role.0, spec.keep) {
            (Role::Identifier, None) => Transformation::Dropped,
            (Role::Identifier, Some(Keep::Pseudonym)) => Transformation::Pseudonym,
            (Role::Sensitive, _) if is_grouped => {
                Transformation::SideTable { file: file_of(name).expect("every sensitive column is apart") }
            }
            (Role::Quasi | Role::Other, _) if is_grouped => Transformation::Linked,
            (Role::Sensitive | Role::Other, _) => Transformation::Kept,
            (Role::Quasi, _) => {
                let at = self.recoded.iter().position(|column| column.name == name);
                let at = at.expect("every quasi column is recoded");
                let recoded = match &self.kind {
                    RecodingKind::Levels(columns) => columns[at].transformation(),
                    RecodingKind::Cells(cells) => cells.transformation(at, &self.recoded[at]),
                    RecodingKind::Groups(_) => unreachable!("groups recode no column"),
                };
                match file_of(name) {
                    Some(file) => Transformation::Viewed { recoded: Box::new(recoded), file },
                    None => recoded,
                }
            }
        };
        let named = |(name, spec): (&str, &ColumnSpec)| ColumnTransformation {
            name: name.to_owned(),
            role: spec.role.0,
            transformation: transformation(name, spec),
        };
        roles.columns().map(named).collect()
    }

    /// What a plan of this release leaves out, in words: labels that follow from the data, but of which all rows are
    /// suppressed. The plan must not name what the release does not show.
    pub fn unnamed(&self) -> Vec<String> {
        match &self.kind {
            RecodingKind::Levels(columns) => columns.iter().filter_map(Levelled::unnamed).collect(),
            RecodingKind::Cells(_) | RecodingKind::Groups(_) => Vec::new(),
        }
    }

    /// The level of each quasi column; nothing if columns are not at one level.
    pub fn levels(&self) -> Vec<(String, u8)> {
        let named = |(column, levelled): (&RecodedColumn, &Levelled)| (column.name.clone(), levelled.level());
        match &self.kind {
            RecodingKind::Levels(columns) => self.recoded.iter().zip(columns).map(named).collect(),
            RecodingKind::Cells(_) | RecodingKind::Groups(_) => Vec::new(),
        }
    }

    /// What each quasi column loses by itself, by its name.
    pub fn column_loss(&self) -> Vec<(String, f64)> {
        let names = self.recoded.iter().map(|column| column.name.clone());
        names.zip(self.column_loss.iter().copied()).collect()
    }

    /// The sum of the levels, if columns are at one level each.
    pub fn height(&self) -> Option<u32> {
        match &self.kind {
            RecodingKind::Levels(columns) => {
                Some(lattice::height(&columns.iter().map(Levelled::level).collect::<Vec<_>>()))
            }
            RecodingKind::Cells(_) | RecodingKind::Groups(_) => None,
        }
    }

    /// How many cells of each quasi column were changed; nothing if whole columns were.
    pub fn cells(&self) -> Vec<(String, Cells)> {
        match &self.kind {
            RecodingKind::Levels(_) => Vec::new(),
            RecodingKind::Cells(cells) => {
                let names = self.recoded.iter().map(|column| column.name.clone());
                names.zip(cells.counts()).collect()
            }
            RecodingKind::Groups(grouped) => {
                grouped.quasi.iter().map(|name| (name.clone(), Cells::default())).collect()
            }
        }
    }
}

/// The values that labels of neighbours are named after. Where as many source rows must fit a label as is asked, it names
/// those too.
pub(super) fn named(validated: &ValidatedSpec) -> NamingValues {
    if validated.links.is_some() { NamingValues::ByReleased } else { NamingValues::ByShown }
}

/// An order as the audit knows it.
fn sorting(neighbours: Neighbours) -> Sorting {
    match neighbours.collation() {
        Collation::Natural => Sorting::Natural,
        Collation::Lexicographic => Sorting::Lexicographic,
    }
}

/// Of each sensitive column how diverse and how close to the whole table it is, asked or not.
fn informational<'a>(roles: &Roles) -> Vec<RequirementClaim<'a>> {
    let claims = sensitive(roles).flat_map(|name| {
        let informational =
            [ModelParams::DistinctL { l: 1 }, ModelParams::TCloseness { t: 1.0, distance: Distance::Equal }];
        informational.map(|params| RequirementClaim {
            params,
            column: Some(name.to_owned()),
            within: Vec::new(),
            hierarchy: None,
            population: None,
        })
    });
    claims.collect()
}

/// The sensitive columns, in the order of the table.
pub(super) fn sensitive(roles: &Roles) -> impl Iterator<Item = &str> {
    roles.columns().filter(|(_, spec)| spec.role.0 == Role::Sensitive).map(|(name, _)| name)
}
