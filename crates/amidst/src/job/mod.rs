//! A job: a spec, run from the source to an audited release.

mod above;
mod applied;
mod by_fit;
mod by_profile;
mod cells;
mod companions;
mod contacts;
mod dataset;
mod declared;
mod gate;
mod links;
mod nearest;
mod notices;
mod posed;
mod prefer;
mod repeated;
mod risks;
mod solve;
mod solved;
mod stage;
mod unsolved;

use std::{num::NonZeroUsize, path::Path, sync::Arc, time::Instant};

use amidst_core::{
    Column, Data, Observer, Stage, Table, hierarchy::builders::DecimalMark, model::ModelFactory,
};
use amidst_io::Source;
use amidst_spec::{
    Error, Result, Spec,
    aside::Somebody,
    ask::Ask,
    combinations::Combined,
    key::keys,
    models::Models,
    quasi::Surroundings,
    quoted,
    requirements::{Needed, Population, coded},
    roles::Roles,
    scheme::Scheme,
    source::{check_header, open_observed},
    spec::{BY_ROWS, Counted, MissingPolicy, ONLY_BY_ROWS, Order, PROFILE, Respondent},
    value::folded_names,
};
use sha2::{Digest, Sha256};

use crate::{
    outcome::{Answer, Nearest, OutOfReach, Released},
    outputs::Outputs,
    papers::Papers,
    release::{Arrangement, Destination, NOTHING_LEFT, audit_layout, is_nothing_left},
    source_key::SourceKey,
    summary::{
        Apart, ModelReached, PeopleReached, PlanUsed, Privacy, Reached, Repeated, Rows, Seconds,
        SensitiveReached, Summary, Written,
    },
};
use amidst_io::hex;

pub(crate) use applied::Applied;
pub(crate) use companions::Companions;
pub(crate) use dataset::Dataset;
pub(crate) use posed::Posed;
pub(crate) use prefer::{Weighed, weigh};
pub(crate) use solve::{Deadline, Found, chosen, search};
pub(crate) use unsolved::Why;

use declared::refuse_other_types;
use repeated::{refuse_links, repeated, without_dropped};
use solved::Solved;
use stage::{OnDisk, stage};
use unsolved::Unsolved;

/// What k is of groups: quasi values are as they were, so that it is not k-anonymity.
const GROUP_SIZE: &str = "group-size";

/// A spec that is ready to run. Its paths are as the program sees them.
pub struct Job {
    spec: Spec,
    overwrite: bool,
    memory_bytes: Option<usize>,
    /// How many threads it has for itself, if not those of whoever calls.
    threads: Option<NonZeroUsize>,
    /// The table, if it is not where the spec says.
    source: Option<Source>,
    /// The plan that the spec comes from, if it does.
    applied: Option<Applied>,
    /// Privacy models of one's own.
    models: Models,
}

impl Job {
    /// A job for a spec.
    pub fn new(spec: Spec) -> Self {
        Self {
            spec,
            overwrite: false,
            memory_bytes: None,
            threads: None,
            source: None,
            applied: None,
            models: Models::default(),
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
        self.models = self.models.with(factory)?;
        Ok(self)
    }

    /// Runs on so many threads of its own instead of those that are at hand where it is called.
    pub fn with_threads(mut self, threads: Option<NonZeroUsize>) -> Self {
        self.threads = threads;
        self
    }

    /// How much memory the search may take for its tables.
    pub fn with_memory(mut self, bytes: Option<usize>) -> Self {
        self.memory_bytes = bytes;
        self
    }

    /// Runs the job; what is released goes where the spec says.
    pub fn run(self, observer: &dyn Observer) -> Result<Answer> {
        self.run_to(false, observer)
    }

    /// Runs the job; what is released comes back as record batches, whatever path the spec has for it, and is audited like
    /// everything else. Papers that the spec asks for are written.
    pub fn run_in_memory(self, observer: &dyn Observer) -> Result<Answer> {
        self.run_to(true, observer)
    }

    /// Runs the job on threads of its own, if it was told how many.
    fn run_to(self, in_memory: bool, observer: &dyn Observer) -> Result<Answer> {
        let Some(threads) = self.threads else { return self.run_here(in_memory, observer) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
        let pool = pool.map_err(|error| Error::Threads(error.to_string()))?;
        pool.install(|| self.run_here(in_memory, observer))
    }

    fn run_here(self, in_memory: bool, observer: &dyn Observer) -> Result<Answer> {
        let begun = Instant::now();
        let ask = self.ask()?;
        let further: Vec<&Path> = self.applied.iter().flat_map(Applied::inputs).collect();
        let outputs = Outputs::check(&self.spec, &ask, &further, self.overwrite, in_memory)?;
        observer.progress(Stage::Reading, 0, None);
        let mut read = self.read(&ask, observer)?;
        let layout = outputs.layout(&read.layout)?;
        let earlier = match &self.applied {
            Some(applied) => applied.earlier(&self.spec, &ask)?,
            None => None,
        };
        let mut seconds = Seconds { read: begun.elapsed().as_secs_f64(), ..Seconds::default() };

        observer.progress(Stage::Solving, 0, None);
        let search_begun = Instant::now();
        let solved = match self.solve(&read, &ask, observer)? {
            Ok(first) if ask.is_by_profile() => by_profile::settle(&self, &mut read, &ask, first, observer)?,
            Ok(first) => by_fit::settle(&self, &mut read, &ask, first, observer)?,
            unsolved => unsolved,
        };
        observer.go_on()?;
        let solved = match solved {
            Ok(solved) => solved,
            Err(unsolved) => {
                let nearest = self.nearest(&unsolved, &ask, &read, observer)?;
                observer.go_on()?;
                let mut answer = self.in_words(unsolved, &ask, &read);
                if let Some(nearest) = nearest {
                    answer.message = format!("{}. {}", answer.message, nearest.in_words(&ask));
                    answer.nearest = Some(nearest);
                }
                return Ok(Answer::OutOfReach(Box::new(answer)));
            }
        };
        seconds.search = search_begun.elapsed().as_secs_f64();

        observer.progress(Stage::Recoding, 0, None);
        let write_begun = Instant::now();
        let (arrangement, order_key_sha256) = arrangement(ask.order)?;
        let OnDisk { staged, links, rows_beside, formulas } =
            stage(&read, &solved, &ask, &outputs, &layout, &arrangement, observer)?;
        seconds.write = write_begun.elapsed().as_secs_f64();

        observer.go_on()?;
        let verify_begun = Instant::now();
        let households = risks::households(&read, &ask, &solved)?;
        let promised =
            solved.promised(&read, &ask, links.as_ref(), households.as_ref(), audit_layout(&layout));
        let (proven, audit) = staged.prove(promised, observer)?;
        let union = earlier.map(|earlier| earlier.judge(&proven.source(), &layout, &ask)).transpose()?;
        if let Some(union) = union.as_ref().filter(|union| !union.holds) {
            let apart = Unsolved::apart(solved.rows, &ask, union);
            let apart = OutOfReach { plan: self.plan().cloned(), ..apart };
            return Ok(Answer::OutOfReach(Box::new(apart)));
        }
        seconds.verify = verify_begun.elapsed().as_secs_f64();
        seconds.total = begun.elapsed().as_secs_f64();

        let spec_toml = self.spec.to_toml();
        let columns = solved.fates(&read.roles, &outputs);
        let mut summary = summary(&solved, &ask, &read, &audit, &outputs, seconds);
        summary.households = households;
        let apart = apart(&audit, &outputs, &rows_beside);
        match ask.recoding {
            Scheme::Fragments => summary.fragments = apart,
            _ => summary.views = apart,
        }
        if is_nothing_left(&columns) {
            summary.warnings.insert(0, NOTHING_LEFT.into());
            summary.caveats.insert(0, NOTHING_LEFT.into());
        }
        if let Some(applied) = &self.applied {
            applied.note(&mut summary, &columns, union);
        }
        let self_judged: Vec<String> =
            summary.privacy.models.iter().filter_map(ModelReached::caveat).collect();
        summary.caveats.extend(self_judged.iter().cloned());
        summary.warnings.extend(self_judged);
        summary.warnings.extend(outputs.lost_key().map(String::from));
        if formulas > 0 {
            summary.warnings.push(format!(
                "{} with =, +, -, @ or a control character and {}: a spreadsheet would run {}; set spreadsheet = true in \
                 [output], or pass --spreadsheet, to put an apostrophe before each",
                if formulas == 1 { "1 cell begins".to_owned() } else { format!("{formulas} cells begin") },
                if formulas == 1 { "is no number" } else { "are no numbers" },
                if formulas == 1 { "it as a formula" } else { "them as formulas" }
            ));
            summary.caveats.push(
                "some cells begin as formulas do: a spreadsheet would run them; read the file as text".into(),
            );
        }
        let mut released = Released {
            summary,
            columns,
            audit,
            spec_sha256: hex(&Sha256::digest(&spec_toml)),
            spec_toml,
            spec: self.spec,
            source_sha256: read.sha256,
            source_key: outputs.reporting.is_external().then(SourceKey::draw).transpose()?,
            layout: read.layout,
            missing_policy: ask.missing_policy,
            order: ask.order,
            order_key_sha256,
            reporting: outputs.reporting,
            beside: Vec::new(),
            tables: Vec::new(),
        };
        observer.go_on()?;
        let Papers { first, last, names } = Papers::stage(&released, &outputs)?;
        (released.beside, released.tables) = (names, proven.publish(first, last)?);
        Ok(Answer::Released(Box::new(released)))
    }

    /// Looks for a solution, whatever people's profiles are.
    fn solve(
        &self,
        read: &Dataset,
        ask: &Ask,
        observer: &dyn Observer,
    ) -> Result<std::result::Result<Solved, Unsolved>> {
        match ask.recoding.is_by_cells() {
            true => cells::solve(read, ask, observer),
            false => match self.posed(read, ask)? {
                Ok(posed) => solve::solve(&read.table, &read.roles, ask, posed, observer),
                Err(unsolved) => Ok(Err(unsolved)),
            },
        }
    }

    /// What the spec asks for.
    pub(crate) fn ask(&self) -> Result<Ask> {
        let is_planned = self.applied.is_some();
        Ok(Ask { memory_bytes: self.memory_bytes, is_planned, ..Ask::new(&self.spec, &self.models)? })
    }

    /// Reads the table and poses the problem: what comes before any search.
    pub(crate) fn pose(
        &self,
        ask: &Ask,
        observer: &dyn Observer,
    ) -> Result<std::result::Result<Posed, OutOfReach>> {
        ask.needs_levels()?;
        ask.needs_classes()?;
        let read = self.read(ask, observer)?;
        Ok(self.posed(&read, ask)?.map_err(|unsolved| self.in_words(unsolved, ask, &read)))
    }

    /// Poses the problem; under a plan, hierarchies must be as they were.
    fn posed(&self, read: &Dataset, ask: &Ask) -> Result<std::result::Result<Posed, Unsolved>> {
        let posed = Posed::new(read, ask);
        let Some(applied) = &self.applied else { return posed };
        let posed = posed.map_err(|error| applied.explain(error))?;
        posed.iter().try_for_each(|posed| applied.check_heights(&posed.columns))?;
        Ok(posed)
    }

    fn in_words(&self, unsolved: Unsolved, ask: &Ask, read: &Dataset) -> OutOfReach {
        unsolved.in_words(ask, read.rows(), self.plan())
    }

    /// What could be met instead, where more than k is asked. A plan leaves no choice, readers outside are told no such
    /// number, and fragments go with what is asked of them.
    fn nearest(
        &self,
        unsolved: &Unsolved,
        ask: &Ask,
        read: &Dataset,
        observer: &dyn Observer,
    ) -> Result<Option<Nearest>> {
        let is_told = !self.spec.output.reporting()?.is_external() && self.applied.is_none();
        let is_whole = ask.recoding != Scheme::Fragments && ask.links.is_none();
        let is_simple = !ask.requirements.is_empty() && is_whole;
        match is_told && is_simple && unsolved.is_of_what_is_asked() {
            true => Nearest::find(read, ask, observer),
            false => Ok(None),
        }
    }

    fn plan(&self) -> Option<&PlanUsed> {
        self.applied.as_ref().map(Applied::used)
    }

    /// Reads the table, every column in the role that the spec gives it.
    pub(crate) fn read(&self, ask: &Ask, observer: &dyn Observer) -> Result<Dataset> {
        let reader = open_observed(self.source.as_ref(), &self.spec.input, observer)?;
        check_header(&reader, &self.spec.input, self.spec.columns.keys())?;
        let layout = reader.layout().clone();
        if let Some(applied) = &self.applied {
            applied.check_header(&self.spec, reader.columns())?;
        }
        let roles = Roles::new(&self.spec, reader.columns())?.under(ask.recoding);
        let keys = keys(&roles, &self.spec.inputs())?;
        let source_name = reader.file().to_owned();
        let read = reader.read(|name| roles.want(name))?;
        if read.table.rows() == 0 {
            return Err(Error::NoRows { source_name });
        }
        let markers = self.spec.input.missing_markers();
        observer.go_on()?;
        gate::refuse_identifiers(&read.table, &roles, &markers)?;
        let needed = Needed::all(&self.spec, &self.models)?;
        let mark = Surroundings::new(&layout, Vec::new()).decimal;
        refuse_other_types(&read.table, &roles, &markers, mark)?;
        let Somebody { table, nobody: aside, .. } = match &ask.respondent {
            Some(respondent) => Somebody::of(read.table, respondent, &markers, mark)?,
            None => Somebody::all(read.table),
        };
        let whose = ask.respondent.as_ref().map(|respondent| named(&table, respondent, &markers, mark));
        refuse_links(&table, &roles, ask.respondent.as_ref().zip(whose.as_ref()), &markers)?;
        let no_people = [ask.household.as_deref(), self.spec.privacy.weight.as_deref()];
        observer.go_on()?;
        let repeated = whose.is_none().then(|| repeated(&table, &roles, &no_people, mark)).flatten();
        let table = without_dropped(table, &roles);
        let (table, population) = Population::read(&needed, table, &roles, &self.spec.input)?;
        observer.go_on()?;
        let looked_at = table.columns().iter().filter(|column| roles.is_looked_at(&column.name));
        let looked_at = looked_at.filter_map(|column| coded(column, &markers)).collect();
        let sha256 = read.sha256;
        let mut read = Dataset {
            table,
            looked_at,
            roles,
            keys,
            layout,
            population,
            aside,
            barred: None,
            remaining: None,
            sha256,
            whose,
            repeated,
            people: None,
        };
        observer.go_on()?;
        read.people = read.find_people(ask);
        risks::all_households(&read, ask)?;
        observer.go_on()?;
        Ok(read)
    }
}

/// The people of a table, one code for each.
fn named(table: &Table, respondent: &Respondent, markers: &[String], mark: DecimalMark) -> Column {
    let column = table.column(&respondent.column).expect("the column of the respondent was read");
    let own = coded(column, markers);
    let names = own.as_ref().unwrap_or(column).coded().expect("columns looked at are coded");
    let Column { name, kind, source_type, .. } = column.clone();
    Column { name, kind, source_type, data: Data::Coded(folded_names(names, mark)) }
}

fn summary(
    solved: &Solved,
    ask: &Ask,
    read: &Dataset,
    audit: &amidst_audit::Report,
    outputs: &Outputs,
    seconds: Seconds,
) -> Summary {
    let before = read.people;
    let after = audit.people;
    let combined = (!ask.combinations.is_empty()).then(|| Combined::new(audit.k, &audit.combinations));
    let weaker = combined
        .as_ref()
        .filter(|combined| combined.k_all < ask.k)
        .map(|combined| format!("k is asked of combinations only, which is weaker; {}", combined.caveat()));
    let (models, sensitive) = judged(ask, &read.roles, audit);
    let given_away: Vec<String> = sensitive.iter().filter_map(SensitiveReached::warning).collect();
    let is_by_rows = ask.is_by_profile() && !(models.is_empty() && sensitive.is_empty());
    let by_rows = is_by_rows.then(|| ONLY_BY_ROWS.to_owned());
    let several =
        read.repeated.as_ref().map(Repeated::warning).or_else(|| after.map(PeopleReached::from)?.warning());
    let unnamed = if outputs.writes_plan() { solved.unnamed() } else { Vec::new() };
    let notices = notices::of(read, ask, &Surroundings::new(&read.layout, ask.missing.clone()));
    Summary {
        version: 1,
        outcome: solved.outcome,
        algorithm: solved.algorithm.into(),
        optimal: solved.is_optimal,
        gap: solved.gap,
        levels: solved.levels(),
        height: solved.height(),
        cells: solved.cells(),
        perturbative: ask.recoding == Scheme::Averages,
        counted: if after.is_some() { Counted::People } else { Counted::Rows },
        rows: Rows {
            people_in: before.map(|people| people.people),
            people_out: after.map(|people| people.people),
            ..solved.rows
        },
        people: after.map(PeopleReached::from),
        repeated: read.repeated.clone(),
        classes: audit.classes,
        privacy: Privacy { k: reached(ask, audit, combined), models },
        sensitive,
        objective: solved.objective.clone(),
        prefer: solved.prefer.clone(),
        loss: solved.loss.clone(),
        risk: risks::risks(read, ask, audit),
        households: None,
        search: solved.search,
        caveats: solved.caveats.iter().cloned().chain(by_rows.clone()).collect(),
        warnings: several
            .into_iter()
            .chain(solved.warnings.iter().cloned())
            .chain(weaker)
            .chain(by_rows)
            .chain(unnamed)
            .chain(given_away)
            .chain(notices)
            .chain(contacts::of(read))
            .collect(),
        seconds,
        output: Written { path: outputs.release.name(), sha256: audit.sha256.clone() },
        fragments: Vec::new(),
        views: Vec::new(),
        plan: None,
        union: None,
    }
}

/// The files beside the release that keep a column apart.
fn apart(audit: &amidst_audit::Report, outputs: &Outputs, rows: &[u64]) -> Vec<Apart> {
    let files = outputs.apart.iter().zip(&audit.further).zip(rows);
    let file = |(((column, destination), file), &rows): (
        (&(String, Destination), &amidst_audit::FileReport),
        &u64,
    )| {
        let path = destination.name();
        Apart { column: column.clone(), path, sha256: file.sha256.clone(), rows }
    };
    files.map(file).collect()
}

/// What further requirements reach in the written file, and what sensitive columns show in it.
fn judged(
    ask: &Ask,
    roles: &Roles,
    audit: &amidst_audit::Report,
) -> (Vec<ModelReached>, Vec<SensitiveReached>) {
    let model = |(needed, report): (&Needed, &amidst_audit::RequirementReport)| {
        let reached = report.reached.map(|it| it.0);
        ModelReached::new(needed, report.asked.0, reached, report.holds).beside(ask.is_by_profile())
    };
    let column = |(name, reports): (&str, &[amidst_audit::RequirementReport])| SensitiveReached {
        column: name.to_owned(),
        l: reports[0].reached,
        t: reports[1].reached,
        by: ask.is_by_profile().then_some(BY_ROWS),
    };
    let sensitive = solved::sensitive(roles).zip(audit.told.chunks_exact(2)).map(column).collect();
    (ask.requirements.iter().zip(&audit.requirements).map(model).collect(), sensitive)
}

/// What was asked and what the written file has: of all quasi columns together, of people by all their rows where
/// that is asked, or of the combinations asked for.
fn reached(ask: &Ask, audit: &amidst_audit::Report, combined: Option<Combined>) -> Reached {
    let model = match ask.recoding {
        Scheme::Fragments => GROUP_SIZE.to_owned(),
        _ => amidst_models::KAnonymity::NAME.to_owned(),
    };
    if let Some(combined) = combined {
        let (asked, reached, holds) = (combined.asked(), combined.reached(), combined.holds());
        return Reached { model, asked, reached, holds, combined: Some(combined) };
    }
    if let Some(people) = audit.people.filter(|_| ask.is_by_profile()) {
        let reached = people.profile.k;
        return Reached {
            model: PROFILE.into(),
            asked: ask.k,
            reached,
            holds: reached >= ask.k,
            combined: None,
        };
    }
    let reached = match ask.missing_policy {
        MissingPolicy::OwnValue => audit.k,
        MissingPolicy::Wildcard => audit.k_wildcard,
    };
    Reached { model, asked: ask.k, reached, holds: reached >= ask.k, combined: None }
}

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
