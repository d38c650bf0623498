//! A table posed as a search problem: quasi columns under their hierarchies, rows without a place set aside.

use std::sync::Arc;

use amidst_core::{Observer, observer::watched};
use amidst_kernel::{MILLIONTHS, Marginals, Tuples};
use amidst_models::KAnonymity;
use amidst_release::SUPPRESSED;
use amidst_search::{Combination, Preference, Problem, Requirement};
use amidst_spec::{
    Result,
    combinations::CombinationRequirement,
    quasi::{MappedColumn, ParseContext, mapped_rows},
    requirements::Population,
    spec::MissingPolicy,
    validated::ValidatedSpec,
};

use super::{
    Attempt, Dataset, Infeasibility, InfeasibleReason, LaidColumns, SolveError,
    laid::{of_columns, quasi_columns},
};
use crate::{job::AuxColumns, summary::Rows};

/// Everything a search needs, and what leads from its answer back to the rows.
pub(crate) struct LatticeInstance {
    /// The quasi columns, in the order of the table.
    pub columns: Vec<Arc<MappedColumn>>,
    laid: Arc<LaidColumns>,
    tuples: Tuples,
    /// What requirements look at.
    aux_columns: Arc<AuxColumns>,
    /// Rows of the table.
    stored: usize,
    /// The rows that these stand for.
    rows: u64,
    /// Rows that were set aside, which are not in the table.
    aside: u64,
    /// Whether some quasi cell is missing.
    has_missing: bool,
}

impl LatticeInstance {
    /// Poses the problem, unless it has no solution for reasons that need no search.
    pub fn new(read: &Dataset, validated: &ValidatedSpec, observer: &dyn Observer) -> Attempt<Self> {
        Self::unchecked(read, validated, observer)?.checked(validated)
    }

    /// The same, unless it has no solution for reasons that need no search.
    pub fn checked(self, validated: &ValidatedSpec) -> Attempt<Self> {
        match self.obstacle(validated) {
            None => Ok(self),
            Some(why) => Err(SolveError::Infeasible(self.infeasibility(validated, why)?)),
        }
    }

    /// Poses the problem whether it has a solution or not.
    pub fn unchecked(read: &Dataset, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Self> {
        let laid = LaidColumns::new(read, validated, observer)?;
        let context = ParseContext::new(&read.layout, validated.missing.clone());
        let aux_columns = AuxColumns::new(read, validated, &context, observer)?;
        Self::over(read, laid, Arc::new(aux_columns), observer)
    }

    /// The problem if a column were dropped. Rows that had no place in this column alone take part again.
    pub fn without(&self, read: &Dataset, column: usize, observer: &dyn Observer) -> Result<Self> {
        let mut columns = self.columns.clone();
        columns.remove(column);
        let laid = LaidColumns::over(read, columns, observer)?;
        Self::over(read, laid, Arc::clone(&self.aux_columns), observer)
    }

    fn over(
        read: &Dataset,
        laid: LaidColumns,
        aux_columns: Arc<AuxColumns>,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let finest = laid.finest();
        Self::at(read, Arc::new(laid), aux_columns, &finest, observer)
    }

    /// The problem for nodes at or above one: below it none may be feasible, or none is looked for.
    pub fn at(
        read: &Dataset,
        laid: Arc<LaidColumns>,
        aux_columns: Arc<AuxColumns>,
        base: &[u8],
        observer: &dyn Observer,
    ) -> Result<Self> {
        let Dataset { table, roles, population, aside, .. } = read;
        let LaidColumns { columns, quasi, placed, marginals } = &*laid;
        let coded = of_columns(table, columns);
        let tuples = Tuples::collapse_at(marginals, quasi, base, observer)?;
        let mut tuples = aux_columns.beside(tuples, quasi, placed.as_deref(), observer)?;
        if let Some(Population { table }) = population {
            let people = of_columns(table, columns);
            let placed = mapped_rows(columns, &people, None, table.rows());
            let outside = placed.as_ref().map_or(0, |placed| (table.rows() - placed.len()) as u64);
            let people = quasi_columns(columns, &people, roles, placed.as_deref(), observer)?;
            let people = Tuples::collapse_at(&Marginals::new(&people, observer)?, &people, base, observer)?;
            tuples = tuples.with_population(people).with_people_outside(outside * MILLIONTHS);
        }
        let has_missing = coded.iter().any(|coded| coded.dictionary.missing().is_some());
        let (stored, rows, aside) = (table.rows(), read.named_rows(), *aside);
        let columns = columns.clone();
        Ok(Self { columns, laid, tuples, aux_columns, stored, rows, aside, has_missing })
    }

    /// Counts what measures ask for that compare a release with the values.
    pub fn count_values(&self, observer: &dyn Observer) -> Result<()> {
        Ok(self.tuples.count_values(&self.laid.quasi, observer)?)
    }

    /// For each requirement the paths of its column's hierarchy, if it looks at one.
    pub fn model_paths(&self) -> &[Option<Vec<amidst_audit::Path>>] {
        &self.aux_columns.paths
    }

    /// Why there is no solution, if that needs no search.
    pub fn obstacle(&self, validated: &ValidatedSpec) -> Option<InfeasibleReason> {
        let unmapped = self.unmapped();
        match self.tuples.rows() {
            placed if placed < validated.k => Some(InfeasibleReason::TooFewRows { released: placed }),
            _ if unmapped > self.limit(validated) => Some(InfeasibleReason::TooManyUnmapped {
                unmapped: unmapped - self.aside,
                nobody: self.aside,
            }),
            _ => None,
        }
    }

    /// What could be had instead, where there is no solution.
    pub fn infeasibility(&self, validated: &ValidatedSpec, why: InfeasibleReason) -> Result<Infeasibility> {
        let problem = self.problem(validated)?;
        let top = problem.judge(problem.lattice().top())?;
        let least = self.rows_when(top.facts.suppressed).suppressed;
        Ok(Infeasibility::new(self.best_k(&problem, validated), least, why))
    }

    /// The largest k within the limit on suppression; 0 if there is none.
    fn best_k(&self, problem: &Problem<'_>, validated: &ValidatedSpec) -> u64 {
        // Not the limit of the k asked for, which leaves room for a class of that many rows.
        let limit = validated.suppression.of(self.rows()).checked_sub(self.unmapped());
        limit.map_or(0, |limit| problem.with_max_suppressed(limit).best_reachable())
    }

    /// The problem under the objective asked for.
    pub fn problem(&self, validated: &ValidatedSpec) -> Result<Problem<'_>> {
        let metric = validated.metric(self.tuples.attributes())?;
        let mut requirements = self.aux_columns.requirements()?;
        if validated.combinations.is_empty() {
            let k = Requirement::from(Box::new(KAnonymity::new(validated.k)?));
            requirements.insert(0, k.of_people(self.aux_columns.people));
        }
        let limit = self.limit(validated).saturating_sub(self.unmapped());
        let mut problem = Problem::new(&self.tuples, requirements, metric, limit)
            .with_combinations(self.combinations(validated))
            .with_seed(validated.seed);
        if let Some(limit) = validated.memory {
            // The other half is for what the tables are made in.
            problem = problem.with_memory(limit.left() / 2);
        }
        if let Some(target) = self.aux_columns.target {
            problem = problem.with_target(target);
        }
        Ok(problem)
    }

    /// The same, of the nodes that a run looks at which collapses rows no finer than it must: heuristics that begin elsewhere may
    /// end elsewhere.
    pub fn raised_problem(&self, validated: &ValidatedSpec) -> Result<Problem<'_>> {
        let problem = self.problem(validated)?;
        Ok(match self.laid.lowest(validated, self.rows()) {
            Some(lowest) => problem.at_or_above(&lowest),
            None => problem,
        })
    }

    /// The most rows that may be suppressed, those without a place included.
    pub fn limit(&self, validated: &ValidatedSpec) -> u64 {
        validated.suppression_limit(self.rows())
    }

    /// Whether a search answers more than was asked. It takes a missing cell for a value of its own; where the wildcard
    /// reading was asked for and cells are missing, that is stricter, and a finer release may exist.
    pub fn is_stricter(&self, validated: &ValidatedSpec) -> bool {
        self.has_missing && validated.missing_policy == MissingPolicy::Wildcard
    }

    /// The policy that chooses a node. Columns that are not there have no say.
    pub fn preference(&self, validated: &ValidatedSpec) -> Result<Preference> {
        let place = |name: &String| self.columns.iter().position(|column| column.name == *name);
        let priority: Vec<usize> = validated.priority.iter().filter_map(place).collect();
        let metric = |name: &str| validated.registry.metric(name, None, self.tuples.attributes()).ok();
        Ok(Preference::parse(&validated.prefer, &priority, metric)?)
    }

    /// What is odd about the columns and the way they are compared, in words.
    pub fn warnings(&self, validated: &ValidatedSpec) -> Vec<String> {
        let stricter = "missing = \"wildcard\" was solved under \"own-value\", which is stricter: a finer release may exist";
        let hierarchies = self.columns.iter().filter_map(|column| column.warning.clone());
        hierarchies.chain(self.is_stricter(validated).then(|| stricter.to_owned())).collect()
    }

    /// The names of the quasi columns.
    pub fn names(&self) -> Arc<[String]> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// What is asked of combinations, each by the places of its columns.
    pub fn combinations(&self, validated: &ValidatedSpec) -> Vec<Combination> {
        validated.combinations.iter().map(|one| self.combination(one)).collect()
    }

    /// A combination by the places of its columns; a column that was left out tells nothing.
    fn combination(&self, asked: &CombinationRequirement) -> Combination {
        let place = |name: &String| self.columns.iter().position(|column| column.name == *name);
        Combination { columns: asked.columns.iter().filter_map(place).collect(), k: asked.k }
    }

    /// The distinct tuples of the rows that take part.
    pub fn tuples(&self) -> &Tuples {
        &self.tuples
    }

    /// Rows that were read.
    pub fn rows(&self) -> u64 {
        self.rows + self.aside
    }

    /// Rows without a place in some hierarchy, or that were set aside: they are suppressed whatever the node.
    pub fn unmapped(&self) -> u64 {
        self.rows() - self.tuples.rows()
    }

    /// Rows read, released and suppressed when a node suppresses so many of those that take part.
    pub fn rows_when(&self, suppressed: u64) -> Rows {
        let suppressed = suppressed + self.unmapped();
        Rows::new(self.rows(), suppressed)
    }

    /// The distinct tuple of every row of the table at the bottom of its levels, by the order of these tuples; one that takes no
    /// part is [`SUPPRESSED`].
    pub fn tuple_of_row(&self, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Vec<u32>> {
        let metric = validated.metric(self.tuples.attributes())?;
        // Every class holds.
        let any = Requirement::from(Box::new(KAnonymity::new(1)?));
        let problem = Problem::new(&self.tuples, vec![any], metric, 0);
        let bottom = problem.lattice().bottom().to_vec();
        Ok(self.assign(&problem, &bottom, observer)?.0)
    }

    /// The class of every row of the table at a node, and each column's label for every class.
    pub fn assign(
        &self,
        problem: &Problem<'_>,
        levels: &[u8],
        observer: &dyn Observer,
    ) -> Result<(Vec<u32>, Vec<Vec<u32>>)> {
        let assignment = problem.assign(&self.laid.quasi, levels, observer)?;
        let labels = (0..self.columns.len()).map(|column| assignment.labels(column).to_vec()).collect();
        let class_of_row = match &self.laid.placed {
            None => assignment.class_of_row,
            Some(placed) => {
                let mut class_of_row = vec![SUPPRESSED; self.stored];
                watched(placed.iter().zip(&assignment.class_of_row), observer)
                    .for_each(|(&row, &class)| class_of_row[row as usize] = class);
                class_of_row
            }
        };
        observer.go_on()?;
        Ok((class_of_row, labels))
    }
}
