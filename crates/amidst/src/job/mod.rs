//! A job: a spec, run from the source to an audited release.

mod above;
mod alternative;
mod applied;
mod aux_columns;
mod binding;
mod by_fit;
mod by_profile;
mod cells;
mod conclude;
mod dataset;
mod deadline;
mod figures;
mod instance;
mod laid;
mod lattice_problem;
mod limited;
mod links;
mod memory;
mod nearest;
mod notices;
mod of_source;
mod prefer;
mod repeated;
mod risks;
mod search_result;
mod solution;
mod solve;
mod solve_error;
mod stage;
mod variant;

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use amidst_core::{
    Aborted, Observer, Stage, hierarchy::builders::DecimalMark, metric::MetricFactory, model::ModelFactory,
};
use amidst_io::{ReadTable, Reader, Source, lake_folder};
use amidst_release::Arrangement;
use amidst_spec::{
    Error, Result, Spec,
    declared::refuse_other_types,
    exclusion::RespondentRows,
    key::keys,
    memory::MemoryLimit,
    models::Models,
    quasi::ParseContext,
    registry::Registry,
    requirements::{BoundRequirement, Population, coded},
    roles::Roles,
    scheme::RecodingScheme,
    source::{audit_layout, check_header, open_observed},
    spec::{Order, Respondent},
    validate::validate,
    validated::ValidatedSpec,
};
use amidst_table::Table;
use sha2::{Digest, Sha256};

use crate::{
    outcome::{Answer, Infeasible, Nearest},
    outputs::Outputs,
    summary::{PlanUsed, Seconds},
};
use amidst_io::hex;

pub(crate) use crate::outcome::{Infeasibility, InfeasibleReason};
pub(crate) use amidst_release::{DealKey, PointClasses};
pub(crate) use applied::Applied;
pub(crate) use aux_columns::AuxColumns;
pub(crate) use binding::Binding;
pub(crate) use cells::{CellInstance, check as check_cells};
pub(crate) use conclude::Concluding;
pub(crate) use dataset::Dataset;
pub(crate) use deadline::Deadline;
pub(crate) use instance::LatticeInstance;
pub(crate) use laid::LaidColumns;
pub(crate) use memory::within;
pub(crate) use of_source::OfSource;
pub(crate) use prefer::{RankedNodes, weigh};
pub(crate) use repeated::NameCounts;
pub(crate) use search_result::{SearchResult, chosen};
pub(crate) use solution::RecodingSolution;
pub(crate) use solve::{NodeSolution, search, solve_node};

pub(crate) use solve_error::{Attempt, SolveError, found};

use repeated::{named, refuse_links, repeated, without_dropped};
use stage::{OnDisk, stage};

/// A spec that is ready to run. Its paths are as the program sees them.
pub struct Job {
    spec: Spec,
    overwrite: bool,
    memory: Option<MemoryLimit>,
    /// How many threads it has for itself, if not those of whoever calls.
    threads: Option<NonZeroUsize>,
    /// Of how many rows parts are, if the table is to be read in parts.
    part_rows: Option<NonZeroUsize>,
    /// The table, if it is not where the spec says.
    source: Option<Source>,
    /// The plan that the spec comes from, if it does.
    applied: Option<Applied>,
    /// Models and measures of one's own, beside ours.
    registry: Registry,
    /// Whether to look what else could be had.
    looks_further: bool,
}

impl Job {
    /// A job for a spec.
    pub fn new(spec: Spec) -> Self {
        Self {
            spec,
            overwrite: false,
            memory: None,
            threads: None,
            part_rows: None,
            source: None,
            applied: None,
            registry: Registry::default(),
            looks_further: false,
        }
    }

    /// A job for a spec that a plan became.
    pub(crate) fn of_plan(spec: Spec, applied: Applied) -> Self {
        Self { applied: Some(applied), ..Self::new(spec) }
    }

    /// What it does.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether files in the way are overwritten.
    pub fn with_overwrite(mut self, overwrite: bool) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// Takes the table from here, whatever path the spec has: bytes, or record batches in memory.
    pub fn with_source(mut self, source: impl Into<Source>) -> Self {
        self.spec.input.path.clear();
        self.source = Some(source.into());
        self
    }

    /// Also knows a privacy model that is not ours, by the id that the spec asks for it.
    ///
    /// # Errors
    /// If there is one of that id already.
    pub fn with_model(mut self, factory: Arc<dyn ModelFactory>) -> Result<Self> {
        self.registry = self.registry.with_model(factory)?;
        Ok(self)
    }

    /// Also knows a measure of loss that is not ours, by the id that the spec names it by: as its objective or its preference.
    /// [`MetricFactory`] has an example.
    ///
    /// # Errors
    /// If there is one of that id already.
    pub fn with_measure(mut self, factory: Arc<dyn MetricFactory>) -> Result<Self> {
        self.registry = self.registry.with_measure(factory)?;
        Ok(self)
    }

    /// Runs on so many threads of its own instead of those that are at hand where it is called; at most 256, whatever is said.
    pub fn with_threads(mut self, threads: Option<NonZeroUsize>) -> Self {
        self.threads = threads;
        self
    }

    /// Reads a table that is in files twice, in parts of about so many rows, however much memory there is, where what is asked can be
    /// said of parts; what is released is the same.
    pub fn with_part_rows(mut self, rows: Option<NonZeroUsize>) -> Self {
        self.part_rows = rows;
        self
    }

    /// Of how many rows parts are, if it was told.
    pub(crate) fn part_rows(&self) -> Option<NonZeroUsize> {
        self.part_rows
    }

    /// Whether earlier releases count.
    pub(crate) fn has_earlier(&self) -> bool {
        self.applied.as_ref().is_some_and(Applied::has_earlier)
    }

    /// Where the table is, if it is in files that can be read twice.
    pub(crate) fn path_of_table(&self) -> Result<Option<PathBuf>> {
        let input = &self.spec.input;
        let path = match self.source.as_ref().or(input.given.as_ref()) {
            Some(Source::Path(path)) => Some(path.clone()),
            Some(_) => None,
            None if input.path.is_empty() || input.path == "-" || input.database()?.is_some() => None,
            None => Some(PathBuf::from(&input.path)),
        };
        Ok(path.filter(|path| path.is_file() || lake_folder(path).is_some()))
    }

    /// Columns that may be shared by several people.
    pub(crate) fn no_people<'a>(&'a self, validated: &'a ValidatedSpec) -> [Option<&'a str>; 2] {
        [validated.household.as_deref(), self.spec.privacy.weight.as_deref()]
    }

    /// How many threads it has for itself, if it does.
    pub(crate) fn threads(&self) -> Option<NonZeroUsize> {
        self.threads
    }

    /// Runs the job on a table that is held as a whole.
    pub(crate) fn run_whole(self, in_memory: bool, observer: &dyn Observer) -> Result<Answer> {
        let begun = Instant::now();
        let validated = self.validated()?;
        let outputs = self.outputs(&validated, in_memory)?;
        observer.progress(Stage::Reading, 0, None);
        let mut read = self.read(&validated, observer)?;
        let layout = outputs.layout(&read.layout)?;
        let earlier = match &self.applied {
            Some(applied) => applied.earlier(&self.spec, &validated)?,
            None => None,
        };
        let laid = match validated.recoding.is_by_cells() {
            true => None,
            false => Some(self.laid(&read, &validated, observer)?),
        };
        observer.rows(read.rows());
        let mut seconds = Seconds { read: begun.elapsed().as_secs_f64(), ..Seconds::default() };

        observer.progress(Stage::Collapsing, 0, None);
        let search_begun = Instant::now();
        let clock = Deadline::new(observer, &validated);
        let solved = self.settled_over(laid, &mut read, &validated, &clock);
        observer.go_on()?;
        let solved = match solved {
            Ok(solved) => solved,
            Err(SolveError::Failed(error)) => return Err(error),
            Err(SolveError::Infeasible(infeasibility)) => {
                let infeasible = self.infeasible(infeasibility, &validated, &read, observer)?;
                return Ok(Answer::Infeasible(Box::new(infeasible)));
            }
        };
        let searched = clock.searched();
        seconds.search = searched.as_secs_f64();

        observer.progress(Stage::Recoding, 0, None);
        let (arrangement, order_key_sha256) = arrangement(validated.order)?;
        let OnDisk { staged, links, rows_beside, formulas } =
            stage(&read, &solved, &validated, &outputs, &layout, &arrangement, observer)?;
        seconds.write = (search_begun.elapsed() - searched).as_secs_f64();

        observer.go_on()?;
        let verify_begun = Instant::now();
        let households = risks::households(&read, &validated, &solved)?;
        let release_claim = solved.release_claim(
            &read,
            &validated,
            links.as_ref(),
            households.as_ref(),
            audit_layout(&layout),
        );
        let (audited, audit) = staged.audit(release_claim, observer)?;
        let union =
            earlier.map(|earlier| earlier.judge(&audited.source(), &layout, &validated)).transpose()?;
        if let Some(union) = union.as_ref().filter(|union| !union.holds) {
            let infeasible = Infeasibility::of_union(solved.rows, &validated, union);
            let infeasible = Infeasible { plan: self.plan().cloned(), ..infeasible };
            return Ok(Answer::Infeasible(Box::new(infeasible)));
        }
        seconds.verify = verify_begun.elapsed().as_secs_f64();
        seconds.total = begun.elapsed().as_secs_f64();

        let of_source = OfSource::of(&read, &validated, observer)?;
        let concluding = Concluding {
            read: &mut read,
            of_source,
            parts: None,
            solved: &solved,
            validated: &validated,
            outputs: &outputs,
            audited,
            audit,
            union,
            households,
            rows_beside,
            formulas,
            order_key_sha256,
            seconds,
            begun,
        };
        self.conclude(concluding, observer)
    }

    /// Where everything goes.
    pub(crate) fn outputs(&self, validated: &ValidatedSpec, in_memory: bool) -> Result<Outputs> {
        let further: Vec<&Path> = self.applied.iter().flat_map(Applied::inputs).collect();
        Outputs::check(&self.spec, validated, &further, self.overwrite, in_memory)
    }

    /// Looks for a solution that meets everything.
    pub(crate) fn settled(
        &self,
        read: &mut Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Attempt<RecodingSolution> {
        self.settled_over(None, read, validated, observer)
    }

    /// The same over columns that are laid under their hierarchies already, if they are.
    pub(crate) fn settled_over(
        &self,
        laid: Option<Arc<LaidColumns>>,
        read: &mut Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Attempt<RecodingSolution> {
        let first = match laid {
            Some(laid) => solve::solve(read, validated, laid, observer)?,
            None => self.solve(read, validated, observer)?,
        };
        match validated.is_by_profile() {
            true => by_profile::settle(self, read, validated, first, observer),
            false => by_fit::settle(self, read, validated, first, observer),
        }
    }

    /// Why there is no solution, and what could be had instead.
    pub(crate) fn infeasible(
        &self,
        infeasibility: Infeasibility,
        validated: &ValidatedSpec,
        read: &Dataset,
        observer: &dyn Observer,
    ) -> Result<Infeasible> {
        let nearest = self.nearest(&infeasibility, validated, read, observer)?;
        observer.go_on()?;
        let mut answer = self.describe(infeasibility, validated, read);
        if let Some(nearest) = nearest {
            answer.message = format!("{}. {}", answer.message, nearest.describe(validated));
            answer.nearest = Some(nearest);
        }
        Ok(answer)
    }

    /// The models that it knows.
    pub(crate) fn models(&self) -> &Models {
        self.registry.models()
    }

    /// Looks for a solution, whatever people's profiles are.
    fn solve(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Attempt<RecodingSolution> {
        match validated.recoding.is_by_cells() {
            true => cells::solve(read, validated, observer),
            false => {
                let laid = self.laid(read, validated, observer)?;
                solve::solve(read, validated, laid, observer)
            }
        }
    }

    /// What the spec asks for.
    pub(crate) fn validated(&self) -> Result<ValidatedSpec> {
        let is_planned = self.applied.is_some();
        let validated = validate(&self.spec, &self.registry, self.source.as_ref())?;
        Ok(ValidatedSpec { memory: self.memory, is_planned, ..validated })
    }

    /// Lays the quasi columns under their hierarchies; under a plan, these must be as they were.
    pub(crate) fn laid(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Arc<LaidColumns>> {
        let laid = LaidColumns::new(read, validated, observer);
        let Some(applied) = &self.applied else { return laid.map(Arc::new) };
        let laid = laid.map_err(|error| applied.explain(error))?;
        applied.check_heights(&laid.columns)?;
        Ok(Arc::new(laid))
    }

    /// Poses the problem; under a plan, hierarchies must be as they were.
    pub(crate) fn instance(
        &self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Attempt<LatticeInstance> {
        let instance = LatticeInstance::new(read, validated, observer);
        let Some(applied) = &self.applied else { return instance };
        let instance = instance.map_err(|error| match error {
            SolveError::Failed(error) => SolveError::Failed(applied.explain(error)),
            infeasible => infeasible,
        })?;
        applied.check_heights(&instance.columns)?;
        Ok(instance)
    }

    /// Why there is no solution, in words.
    pub(crate) fn describe(
        &self,
        infeasibility: Infeasibility,
        validated: &ValidatedSpec,
        read: &Dataset,
    ) -> Infeasible {
        infeasibility.describe(validated, read.rows(), self.plan())
    }

    /// What could be met instead, where more than k is asked. A plan leaves no choice, readers outside are told no such
    /// number, and fragments go with what is asked of them.
    fn nearest(
        &self,
        infeasibility: &Infeasibility,
        validated: &ValidatedSpec,
        read: &Dataset,
        observer: &dyn Observer,
    ) -> Result<Option<Nearest>> {
        let is_told = !self.spec.output.reporting()?.is_external() && self.applied.is_none();
        let is_whole = validated.recoding != RecodingScheme::Fragments && validated.links.is_none();
        let is_simple = !validated.requirements.is_empty() && is_whole;
        match is_told && is_simple && infeasibility.is_of_what_is_asked() {
            true => nearest::nearest(read, validated, observer),
            false => Ok(None),
        }
    }

    fn plan(&self) -> Option<&PlanUsed> {
        self.applied.as_ref().map(Applied::used)
    }

    /// Reads the table, every column in the role that the spec gives it.
    pub(crate) fn read(&self, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Dataset> {
        let reader = self.open(None, observer)?;
        let binding = self.bind(validated, &reader)?;
        self.dataset(validated, &binding, reader, observer)
    }

    /// Opens the table that the spec names, or another one in its place.
    pub(crate) fn open<'o>(&self, instead: Option<Source>, observer: &'o dyn Observer) -> Result<Reader<'o>> {
        open_observed(instead.as_ref().or(self.source.as_ref()), &self.spec.input, observer)
    }

    /// Lays the spec over the header of a table.
    pub(crate) fn bind(&self, validated: &ValidatedSpec, reader: &Reader<'_>) -> Result<Binding> {
        check_header(reader, &self.spec.input, self.spec.columns.keys())?;
        if let Some(applied) = &self.applied {
            applied.check_header(&self.spec, reader.columns())?;
        }
        let roles = Roles::new(&self.spec, reader.columns())?.under(validated.recoding);
        let keys = keys(&roles, &self.spec.inputs())?.into();
        Ok(Binding { roles, keys, layout: reader.layout().clone() })
    }

    /// Reads a table, or a part of one, that a spec was laid over.
    pub(crate) fn dataset(
        &self,
        validated: &ValidatedSpec,
        binding: &Binding,
        reader: Reader<'_>,
        observer: &dyn Observer,
    ) -> Result<Dataset> {
        let source_name = reader.file().to_owned();
        let read = reader.read(|name| binding.roles.want(name))?;
        self.dataset_of(validated, binding, read, source_name, observer)
    }

    /// The same of rows that were read.
    pub(crate) fn dataset_of(
        &self,
        validated: &ValidatedSpec,
        binding: &Binding,
        read: ReadTable,
        source_name: String,
        observer: &dyn Observer,
    ) -> Result<Dataset> {
        if read.table.rows() == 0 {
            return Err(Error::NoRows { source_name, purpose: "released" });
        }
        observer.go_on()?;
        let markers = self.spec.input.missing_markers();
        amidst_profile::refuse_identifiers(&read.table, &binding.roles, &markers)?;
        self.dataset_by(RespondentRows::of, validated, binding, read, observer)
    }

    /// The same of rows so few that they do not tell whether a column points at people, or of none.
    pub(crate) fn dataset_of_any(
        &self,
        validated: &ValidatedSpec,
        binding: &Binding,
        read: ReadTable,
        observer: &dyn Observer,
    ) -> Result<Dataset> {
        self.dataset_by(RespondentRows::of_part, validated, binding, read, observer)
    }

    /// The same, with those rows that name somebody, as this tells them.
    fn dataset_by(
        &self,
        named_rows: Naming,
        validated: &ValidatedSpec,
        binding: &Binding,
        read: ReadTable,
        observer: &dyn Observer,
    ) -> Result<Dataset> {
        let Binding { roles, keys, layout } = binding.clone();
        let markers = self.spec.input.missing_markers();
        let needed = BoundRequirement::all(&self.spec, self.registry.models())?;
        let mark = ParseContext::new(&layout, Vec::new()).decimal;
        refuse_other_types(&read.table, &roles, &markers, mark, observer)?;
        let RespondentRows { table, nobody: aside, .. } = match &validated.respondent {
            Some(respondent) => named_rows(read.table, respondent, &markers, mark, observer)?,
            None => RespondentRows::all(read.table),
        };
        observer.go_on()?;
        let people = validated.respondent.as_ref();
        let people = people.map(|respondent| named(&table, respondent, &markers, mark, observer));
        let person_of_row = people.transpose()?;
        let people = validated.respondent.as_ref().zip(person_of_row.as_ref());
        refuse_links(&table, &roles, people, &markers, observer)?;
        let no_people = self.no_people(validated);
        observer.go_on()?;
        let repeated = match person_of_row {
            None => repeated(&table, &roles, &no_people, mark, observer)?,
            Some(_) => None,
        };
        let table = without_dropped(table, &roles);
        let (table, population) = Population::read(&needed, table, &roles, &self.spec.input)?;
        observer.go_on()?;
        let model_columns = table.columns().iter().filter(|column| roles.is_model_column(&column.name));
        let model_columns = model_columns.filter_map(|column| coded(column, &markers, observer).transpose());
        let model_columns = model_columns.collect::<std::result::Result<_, Aborted>>()?;
        let sha256 = read.sha256;
        let mut read = Dataset {
            table,
            model_columns,
            roles,
            keys,
            layout,
            population,
            aside,
            barred: None,
            remaining: None,
            sha256,
            person_of_row,
            repeated,
            people: None,
        };
        observer.go_on()?;
        read.people = read.find_people(validated, observer)?;
        risks::all_households(&read, validated)?;
        observer.go_on()?;
        Ok(read)
    }
}

/// What tells the rows of a table that name somebody.
type Naming = fn(Table, &Respondent, &[String], DecimalMark, &dyn Observer) -> Result<RespondentRows>;

/// How rows are put in order; a shuffle draws a key, of which only the hash is kept.
fn arrangement(order: Order) -> Result<(Arrangement, Option<String>)> {
    Ok(match order {
        Order::Sorted => (Arrangement::Sorted, None),
        Order::Input => (Arrangement::AsRead, None),
        Order::Shuffle => {
            let mut key = [0; 32];
            getrandom::fill(&mut key).map_err(|error| Error::Random(error.to_string()))?;
            (Arrangement::Shuffled(key), Some(hex(&Sha256::digest(key))))
        }
    })
}
