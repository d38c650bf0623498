//! From a problem to the node that is released: it is searched, and the rows assigned to classes.

use std::{collections::BTreeSet, sync::Arc, time::Instant};

use amidst_audit::{Claim, ColumnClaim, CombinationClaim, PopulationClaim, Promise, RequirementClaim};
use amidst_core::{Asked, Coded, Control, Outcome, Role, Score, Solution, Table, lattice, model::Distance};
use amidst_search::{Algorithm, Guarantee, Lightning, Optimal, Preference, Problem};

use super::{
    Ask, Read, Roles,
    posed::Posed,
    prefer::{finder, weigh},
    quasi::Covered,
    unsolved::{Unsolved, Why},
};
use crate::{
    Result, Watch,
    release::{ColumnFate, Fate, RecodedColumn, Recoding},
    spec::Keep,
    summary::{Objective, Prefer, Risk, Rows, Search},
};

/// A solution, with every row assigned.
pub struct Solved {
    columns: Vec<Arc<Covered>>,
    class_of_row: Vec<u32>,
    /// For each column, for each class, the index of its label.
    labels: Vec<Vec<u32>>,
    /// Each path of each column's hierarchy, for the audit.
    paths: Vec<Vec<amidst_audit::Path>>,
    /// For each requirement the paths of its column's hierarchy, if it looks at one.
    paths_looked_at: Vec<Option<Vec<amidst_audit::Path>>>,
    /// Whether the search answered more than was asked: see [`Posed::is_stricter`].
    pub is_stricter: bool,
    pub algorithm: &'static str,
    pub outcome: &'static str,
    pub solution: Solution,
    pub rows: Rows,
    pub loss: Vec<(String, f64)>,
    pub objective: Objective,
    pub prefer: Option<Prefer>,
    pub risk_before: Risk,
    /// What is odd, in words.
    pub warnings: Vec<String>,
}

/// Looks for the best node.
pub fn solve(
    table: &Table,
    roles: &Roles,
    ask: &Ask,
    posed: Posed,
    watch: &dyn Watch,
) -> Result<std::result::Result<Solved, Unsolved>> {
    let problem = posed.problem(ask)?;
    let Found { algorithm, outcome, solution, prefer, warnings } = match search(&posed, &problem, ask, watch)?
    {
        Ok(found) => found,
        Err(why) => return posed.unsolved(ask, why).map(Err),
    };
    let view = problem.judge(&solution.levels)?;
    let rows = posed.rows_when(view.facts.suppressed);
    let mut loss: Vec<(String, f64)> = amidst_metrics::all(posed.tuples().attributes(), &view.facts)
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    loss.push(("suppression".into(), rows.suppressed as f64 / rows.r#in as f64));
    let (class_of_row, labels) = posed.assign(&problem, &solution.levels);
    let coded: Vec<&Coded> = roles
        .quasi()
        .map(|(name, _)| {
            table.column(name).and_then(|column| column.coded()).expect("quasi columns are coded")
        })
        .collect();
    Ok(Ok(Solved {
        paths: posed.columns.iter().zip(&coded).map(|(covered, coded)| covered.paths(coded)).collect(),
        paths_looked_at: posed.paths_looked_at().to_vec(),
        is_stricter: posed.is_stricter(ask),
        warnings,
        class_of_row,
        labels,
        algorithm,
        outcome,
        prefer,
        rows,
        loss,
        objective: Objective { name: ask.objective.clone(), value: solution.score.value() },
        risk_before: posed.risk(),
        solution,
        columns: posed.columns,
    }))
}

/// The node to release, and how it was found.
pub(crate) struct Found {
    pub algorithm: &'static str,
    pub outcome: &'static str,
    pub solution: Solution,
    /// The policy that chose it, if not the objective.
    pub prefer: Option<Prefer>,
    /// What is odd, in words.
    pub warnings: Vec<String>,
}

/// Searches as a spec asks for it: the best node, or the minimal one that a policy prefers.
pub(crate) fn search(
    posed: &Posed,
    problem: &Problem<'_>,
    ask: &Ask,
    watch: &dyn Watch,
) -> Result<std::result::Result<Found, Why>> {
    let control = Deadline::new(watch, ask);
    let found = match ask.prefer == Preference::OBJECTIVE {
        true => best(problem, ask, &control)?,
        false => preferred(posed, problem, ask, &control)?,
    };
    Ok(found.map(|found| Found { warnings: [posed.warnings(ask), found.warnings].concat(), ..found }))
}

/// The algorithm asked for. Left to us, it is the one that proves its answer, as long as it can.
pub(crate) fn chosen(problem: &Problem<'_>, ask: &Ask) -> Result<&'static dyn Algorithm> {
    Ok(match &*ask.algorithm {
        Ask::AUTO if problem.is_decidable() => &Optimal,
        Ask::AUTO => &Lightning,
        name => amidst_search::algorithm(name)?,
    })
}

/// The best of all feasible nodes.
fn best(problem: &Problem<'_>, ask: &Ask, control: &dyn Control) -> Result<std::result::Result<Found, Why>> {
    let algorithm = chosen(problem, ask)?;
    let (outcome, solution) = match algorithm.search(problem, control)? {
        Outcome::Found(solution) => ("found", solution),
        // Stopped when nothing was left to be proved.
        Outcome::Stopped(Some(solution)) if solution.is_optimal() => ("found", solution),
        Outcome::Stopped(Some(solution)) => ("stopped", solution),
        Outcome::Stopped(None) => return Ok(Err(Why::Stopped)),
        Outcome::Infeasible(_) => return Ok(Err(Why::TooMuchSuppression)),
    };
    let is_unproved = outcome == "found" && !solution.is_optimal();
    let unproved = is_unproved.then(|| unproved(algorithm, solution.statistics.nodes));
    let warnings = unproved.into_iter().collect();
    Ok(Ok(Found { algorithm: algorithm.name(), outcome, solution, prefer: None, warnings }))
}

/// Why an algorithm that ran to its end does not have the best node for certain.
fn unproved(algorithm: &dyn Algorithm, nodes: u128) -> String {
    let name = algorithm.name();
    match algorithm.guarantee() {
        Guarantee::LeastHeight => {
            format!("{name} finds a node of the least height; another may be better under the objective")
        }
        Guarantee::Heuristic if name != Lightning::NAME => {
            format!("{name} is a heuristic: another node may be better under the objective")
        }
        Guarantee::Optimal | Guarantee::Heuristic => {
            format!(
                "the lattice of {nodes} nodes is too large to decide every one: this is the best node found"
            )
        }
    }
}

/// The minimal node that a policy prefers.
fn preferred(
    posed: &Posed,
    problem: &Problem<'_>,
    ask: &Ask,
    control: &dyn Control,
) -> Result<std::result::Result<Found, Why>> {
    let algorithm = finder(problem, ask)?.name();
    Ok(weigh(posed, problem, ask, control)?.map(|weighed| Found {
        algorithm,
        outcome: if weighed.minimal.is_complete { "found" } else { "stopped" },
        solution: weighed.solution(),
        prefer: Some(weighed.in_numbers()),
        warnings: weighed.warnings(posed, ask),
    }))
}

impl Solved {
    /// What every row and class shows.
    pub fn recoding(&self) -> Recoding<'_> {
        let columns = self.columns.iter().zip(&self.labels).zip(&self.solution.levels);
        let recoded = columns.map(|((column, labels), &level)| RecodedColumn {
            name: &column.name,
            hierarchy: &column.hierarchy,
            level,
            labels,
        });
        Recoding { class_of_row: &self.class_of_row, columns: recoded.collect() }
    }

    /// What the release promises, for the audit.
    pub fn claim<'a>(&'a self, read: &'a Read, ask: &'a Ask, layout: amidst_audit::Layout) -> Claim<'a> {
        let Read { table: source, roles, .. } = read;
        let mut quasi = self.paths.iter().zip(&self.solution.levels);
        let promise = |spec: &crate::spec::ColumnSpec| match (spec.role.0, spec.keep) {
            (Role::Quasi, _) => {
                let (paths, &level) = quasi.next().expect("as many solved columns as quasi ones");
                Some(Promise::Quasi { paths, level })
            }
            (Role::Identifier, None) => None,
            (Role::Identifier, Some(Keep::Pseudonym)) => Some(Promise::Pseudonym),
            (Role::Sensitive, _) => Some(Promise::Sensitive),
            (Role::Other, _) => Some(Promise::Other),
        };
        let mut promise = promise;
        Claim {
            source,
            looked_at: &read.looked_at,
            columns: roles
                .columns()
                .filter_map(|(name, spec)| {
                    Some(ColumnClaim { promise: promise(spec)?, name: name.to_owned() })
                })
                .collect(),
            gone: roles.dropped().map(str::to_owned).collect(),
            missing: &ask.missing_back,
            k: ask.k,
            combinations: ask
                .combinations
                .iter()
                .map(|one| CombinationClaim { columns: one.columns.clone(), k: one.k })
                .collect(),
            requirements: self.requirement_claims(read, ask),
            told: told(&read.roles),
            policy: ask.missing_policy.into(),
            rows_in: self.rows.r#in,
            rows_out: self.rows.out,
            suppressed: self.rows.suppressed,
            order: ask.order.into(),
            layout,
        }
    }

    /// What is promised besides k.
    fn requirement_claims<'a>(&'a self, read: &'a Read, ask: &'a Ask) -> Vec<RequirementClaim<'a>> {
        let population = || match (&read.population, &ask.weight) {
            (Some(population), _) => Some(PopulationClaim::Table(&population.table)),
            (None, weight) => weight.clone().map(PopulationClaim::Weight),
        };
        let asked =
            ask.requirements.iter().zip(&self.paths_looked_at).map(|(needed, paths)| RequirementClaim {
                asked: needed.asked.clone(),
                column: needed.column.clone(),
                within: needed.within.clone(),
                hierarchy: paths.as_deref(),
                population: needed.asked.needs_population().then(population).flatten(),
            });
        asked.collect()
    }

    /// What becomes of each column of the source.
    pub fn fates(&self, roles: &Roles) -> Vec<ColumnFate> {
        let fate = |name: &str, spec: &crate::spec::ColumnSpec| match (spec.role.0, spec.keep) {
            (Role::Identifier, None) => Fate::Dropped,
            (Role::Identifier, Some(Keep::Pseudonym)) => Fate::Pseudonym,
            (Role::Sensitive | Role::Other, _) => Fate::Kept,
            (Role::Quasi, _) => {
                let at =
                    self.columns.iter().position(|column| column.name == name).expect("every quasi column");
                let (column, level) = (&self.columns[at], self.solution.levels[at]);
                let shown: BTreeSet<u32> = self.labels[at].iter().copied().collect();
                Fate::Generalized {
                    level,
                    height: column.hierarchy.height(),
                    recipe: column.origin.sketch(),
                    pinned: column.pinned(level, &shown),
                    labels: shown.len(),
                }
            }
        };
        let named = |(name, spec): (&str, &crate::spec::ColumnSpec)| ColumnFate {
            name: name.to_owned(),
            role: spec.role.0,
            fate: fate(name, spec),
        };
        roles.columns().map(named).collect()
    }

    /// What a plan of this release leaves out, in words: labels that follow from the data, but of which all rows are
    /// suppressed. The plan must not name what the release does not show.
    pub fn unnamed(&self) -> Vec<String> {
        let column = |at: usize| {
            let (column, level) = (&self.columns[at], self.solution.levels[at]);
            let shown: BTreeSet<u32> = self.labels[at].iter().copied().collect();
            let unnamed = column.unnamed(level, &shown);
            (unnamed > 0).then(|| {
                format!(
                    "column {:?}: the release shows nothing of {unnamed} of its groups, so the plan does not name them; \
                     the next batch puts their values under another label",
                    column.name
                )
            })
        };
        (0..self.columns.len()).filter_map(column).collect()
    }

    /// The level of each quasi column.
    pub fn levels(&self) -> Vec<(String, u8)> {
        self.columns
            .iter()
            .map(|column| column.name.clone())
            .zip(self.solution.levels.iter().copied())
            .collect()
    }

    /// The sum of the levels.
    pub fn height(&self) -> u32 {
        lattice::height(&self.solution.levels)
    }

    /// What the search cost.
    pub fn search(&self) -> Search {
        Search { lattice: self.solution.statistics.nodes, judged: self.solution.statistics.judged }
    }
}

/// Of each sensitive column how diverse and how close to the whole table it is, asked or not.
fn told<'a>(roles: &Roles) -> Vec<RequirementClaim<'a>> {
    let claims = sensitive(roles).flat_map(|name| {
        let told = [Asked::DistinctL { l: 1 }, Asked::TCloseness { t: 1.0, distance: Distance::Equal }];
        told.map(|asked| RequirementClaim {
            asked,
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

/// Passes on what a watcher says, and says stop when time is up.
pub(crate) struct Deadline<'a> {
    watch: &'a dyn Watch,
    at: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// From now on.
    pub fn new(watch: &'a dyn Watch, ask: &Ask) -> Self {
        Self { watch, at: ask.time_limit.map(|span| Instant::now() + span) }
    }
}

impl Control for Deadline<'_> {
    fn stopped(&self) -> bool {
        self.watch.stopped() || self.at.is_some_and(|at| Instant::now() >= at)
    }

    fn progress(&self, decided: u64, nodes: u128, best: Option<&Score>) {
        self.watch.progress(decided, nodes, best);
    }
}
