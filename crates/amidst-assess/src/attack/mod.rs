//! A release seen with the eyes of an attacker: with a register of names, with what classes show, and with what follows
//! from how the release was made. Counts only, unless asked to reveal.

mod dates;
mod disclosure;
mod downcoding;
mod expected;
mod groups;
mod join;
pub(crate) mod knowledge;
mod linking;
mod minimality;
mod read;
pub(crate) mod relation;
mod same;
pub(crate) mod spelling;

use std::path::PathBuf;

use amidst_core::{Aborted, Coded, Observer, Stage, hierarchy::builders::DecimalMark};
use amidst_spec::{
    Result, quoted,
    reporting::{Count, Reporting},
    requirements::{Ordered, Take},
    spec::{Input, Limit, MissingSensitive},
};
use amidst_table::Table;
use rayon::prelude::*;
use serde::Serialize;

pub use disclosure::{Above, Alike, Disclosure, Part, RuledOut, Similarity, Skewness};
pub use downcoding::{Cells, Downcoding, OfOriginal};
pub use expected::Expected;
pub use knowledge::Source;
pub use linking::{Certain, LinkedColumn, Linking, Matches, Person};
pub use minimality::{MinimalColumn, Minimality, Verdict};
pub use relation::Via;

use disclosure::Sensitive;
use downcoding::{Generalized, Original};
use groups::{Field, RowGroups};
use knowledge::Knowledge;
use linking::{Link, Linked, Pair};
use minimality::Released;
use read::{Columns, Side, column};
use relation::Relation;
use spelling::{Said, Translation};

/// What an attack is made with.
#[derive(Clone, Debug)]
pub struct AttackOptions {
    /// The release.
    pub release: Input,
    /// A register of people.
    pub register: Option<Register>,
    /// The quasi columns of the release; those of the spec or plan, or those linked, if empty.
    pub quasi: Vec<String>,
    /// The sensitive columns; those of the spec or plan if empty.
    pub sensitive: Vec<String>,
    /// Persons in fewer rows than this are narrowed down; as the spec or plan says, or [`AttackOptions::K`], if left out.
    pub k: Option<u64>,
    /// What the attacker knows of how the release was made.
    pub source: Option<Source>,
    /// Hierarchy files by column.
    pub hierarchies: Vec<(String, PathBuf)>,
    /// The table that was released, which the defender holds.
    pub original: Option<Input>,
    /// Sensitive numbers within this share of their range are alike; [`AttackOptions::CLOSE`] is usual.
    pub close: f64,
    /// Who reads the counts.
    pub reporting: Reporting,
}

impl AttackOptions {
    /// The k unless another is known.
    pub const K: u64 = 5;
    /// The share of a range within which numbers are alike, unless another is asked for.
    pub const CLOSE: f64 = 0.2;

    /// An attack on a release without anything else.
    pub fn new(release: Input) -> Self {
        Self {
            release,
            register: None,
            quasi: Vec::new(),
            sensitive: Vec::new(),
            k: None,
            source: None,
            hierarchies: Vec::new(),
            original: None,
            close: Self::CLOSE,
            reporting: Reporting::Internal,
        }
    }
}

/// A table that says who people are.
#[derive(Clone, Debug)]
pub struct Register {
    /// The table.
    pub input: Input,
    /// Columns of the release and of the register that belong together; those of the same name if empty.
    pub on: Vec<(String, String)>,
    /// Words that the register spells in another way than the release.
    pub same: Vec<Same>,
    /// Columns that name people. Those found are told by name, with what is certain of them; nobody if empty, nor outside.
    pub reveal: Vec<String>,
}

/// A word that the register spells in another way.
#[derive(Clone, Debug)]
pub struct Same {
    /// The column of the release.
    pub column: String,
    /// What the register says.
    pub register: String,
    /// What the release says.
    pub release: String,
}

/// What an attacker learns.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The version of this format.
    pub version: u32,
    /// Rows of the release.
    pub rows: Count,
    /// Its classes.
    pub classes: Count,
    /// Persons found through the register, or rows whose sensitive value is certain if there is none.
    pub found: Count,
    /// The same, as it is.
    #[serde(skip)]
    pub found_exactly: u64,
    /// What the register tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linking: Option<Linking>,
    /// What classes tell about each sensitive column.
    pub disclosure: Vec<Disclosure>,
    /// What follows from minimal levels, if k and some levels are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimality: Option<Minimality>,
    /// Which labels can be undone, if hierarchies or the original are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub downcoding: Option<Downcoding>,
    /// What was not made use of, in words.
    pub notes: Vec<String>,
    /// Who was found. Only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed: Option<Vec<Person>>,
}

/// Attacks a release. An observer is told how far it is, and asked whether to go on.
pub fn attack(options: &AttackOptions, observer: &dyn Observer) -> Result<Finding> {
    let open = |input: &Input| Side::open(input, observer);
    let release = open(&options.release)?;
    let register = options.register.as_ref().map(|register| open(&register.input)).transpose()?;
    let original = options.original.as_ref().map(open).transpose()?;
    let known =
        Knowledge::read(options.source.as_ref(), &options.hierarchies, release.columns(), release.decimal())?;
    let columns = Columns::new(options, &known, &release, register.as_ref())?;
    let mut notes = known.notes.clone();
    if !columns.unlinked.is_empty() {
        notes.push(format!("the register is not linked on {}", quoted(&columns.unlinked)));
    }
    let release = File::read(release, &columns.of_release())?;
    let register = register.map(|side| File::read(side, &columns.of_register(options))).transpose()?;
    let original = original.map(|side| File::read(side, &columns.of_original())).transpose()?;
    let values = columns.sensitive.iter().map(|name| (name.as_str(), release.values(name)));
    let scene = Scene {
        options,
        known: &known,
        columns: &columns,
        release: &release,
        original: original.as_ref(),
        sensitive: values.collect(),
        observer,
    };
    observer.rows(release.table.rows() as u64);
    scene.begins(0)?;
    let linked = register.as_ref().map(|register| scene.link(register, &mut notes)).transpose()?;
    scene.begins(1)?;
    let classes = scene.classes()?;
    let (disclosure, certain) = scene.disclosure(&classes)?;
    scene.begins(2)?;
    let minimality = scene.minimality(&classes, &mut notes);
    scene.begins(3)?;
    let downcoding = scene.downcoding(&classes, &mut notes)?;
    let (reporting, found) = (options.reporting, linked.as_ref().map_or(certain, Linked::found));
    let reveal = options
        .register
        .as_ref()
        .map(|register| &register.reveal)
        .filter(|names| !names.is_empty() && !reporting.is_external());
    Ok(Finding {
        version: 1,
        rows: reporting.count(release.table.rows() as u64),
        classes: reporting.count(classes.len() as u64),
        found: reporting.count(found),
        found_exactly: found,
        linking: linked.as_ref().map(|linked| linked.finding(reporting)),
        disclosure,
        minimality,
        downcoding,
        notes,
        revealed: linked.as_ref().zip(reveal).map(|(linked, names)| linked.people(names)),
    })
}

/// A table that was read, and how its file writes numbers.
struct File {
    table: Table,
    mark: DecimalMark,
}

impl File {
    fn read(side: Side<'_>, wanted: &[String]) -> Result<Self> {
        let mark = side.decimal();
        Ok(Self { table: side.read(wanted)?, mark })
    }

    fn said<'a>(&self, column: &'a Coded) -> Said<'a> {
        Said { column, mark: self.mark }
    }

    /// The values of a sensitive column, however they are spelled; a missing cell is none.
    fn values(&self, name: &str) -> Ordered {
        Ordered::new(column(&self.table, name), self.mark, Take::Known(MissingSensitive::NoValue))
    }
}

/// Everything an attack looks at.
struct Scene<'a> {
    options: &'a AttackOptions,
    known: &'a Knowledge,
    columns: &'a Columns,
    release: &'a File,
    original: Option<&'a File>,
    /// The values of the sensitive columns of the release.
    sensitive: Vec<(&'a str, Ordered)>,
    observer: &'a dyn Observer,
}

/// The ways to attack, one after another.
const WAYS: u64 = 4;

impl<'a> Scene<'a> {
    /// So many ways of attacking were tried.
    fn begins(&self, tried: u64) -> Result<(), Aborted> {
        self.observer.progress(Stage::Judging, tried, Some(WAYS));
        self.observer.go_on()
    }

    fn k(&self) -> u64 {
        self.options.k.or(self.known.k).unwrap_or(AttackOptions::K)
    }

    fn link(&'a self, register: &'a File, notes: &mut Vec<String>) -> Result<Linked<'a>, Aborted> {
        let pair = |names: &'a (String, String)| {
            let (released, values) =
                (column(&self.release.table, &names.0), column(&register.table, &names.1));
            let relation = self.relation(&names.0, self.release.said(released), register.said(values));
            Pair { names: names.clone(), released, register: values, relation }
        };
        let pairs: Vec<Pair<'a>> = self.columns.linked.iter().map(pair).collect();
        for pair in &pairs {
            notes.extend(pair.relation.note.map(|note| format!("column {:?}: {note}", pair.names.0)));
        }
        let linked = pairs.iter().map(|pair| same::Linked {
            name: &pair.names.0,
            released: &pair.released.dictionary,
            register: &pair.register.dictionary,
            ladder: self.known.ladder(&pair.names.0),
        });
        let linked: Vec<same::Linked<'_>> = linked.collect();
        let same = self.options.register.iter().flat_map(|register| &register.same);
        notes.extend(same.flat_map(|same| same.notes(&linked)));
        let sensitive = self.sensitive.iter().map(|(name, values)| (*name, values)).collect();
        let (release, register) = (&self.release.table, &register.table);
        Link { pairs, release, register, sensitive, k: self.k() }.run(self.observer)
    }

    fn relation(&self, name: &str, labels: Said<'_>, values: Said<'_>) -> Relation {
        let same = self.options.register.iter().flat_map(|register| &register.same);
        let here = same.filter(|same| same.column == name);
        let translation = Translation::new(here.map(|same| (same.register.as_str(), same.release.as_str())));
        Relation::new(labels, values, self.known.ladder(name), &translation)
    }

    fn quasi(&self) -> Vec<(&'a str, &'a Coded)> {
        let column = |name: &'a String| (name.as_str(), column(&self.release.table, name));
        self.columns.quasi.iter().map(column).collect()
    }

    fn classes(&self) -> Result<RowGroups, Aborted> {
        let fields: Vec<Field<'_>> =
            self.quasi().iter().map(|(_, column)| Field::of(&column.codes)).collect();
        RowGroups::of(self.release.table.rows(), &fields, self.observer)
    }

    /// What classes tell, and the most rows in which the value of some sensitive column is certain.
    fn disclosure(&self, classes: &RowGroups) -> Result<(Vec<Disclosure>, u64), Aborted> {
        let attack = |(name, values): &(&str, Ordered)| {
            self.observer.go_on()?;
            let original = self.original.filter(|file| file.table.column(name).is_some());
            let original = original.map(|file| file.values(name));
            let (hierarchy, close) = (self.known.hierarchy(name), self.options.close);
            let sensitive = Sensitive { name, values, hierarchy, original: original.as_ref(), close };
            Ok(sensitive.attack(classes, self.options.reporting))
        };
        let found: Vec<(Disclosure, u64)> =
            self.sensitive.par_iter().map(attack).collect::<Result<_, _>>()?;
        let certain = found.iter().map(|(_, rows)| *rows).max().unwrap_or(0);
        Ok((found.into_iter().map(|(disclosure, _)| disclosure).collect(), certain))
    }

    /// What follows from minimal levels, if anything is known of them.
    fn minimality(&self, classes: &RowGroups, notes: &mut Vec<String>) -> Option<Minimality> {
        let released = |(name, column): (&'a str, &'a Coded)| Released {
            name,
            column,
            hierarchy: self.known.hierarchy(name),
            level: self.known.level(name),
        };
        let columns: Vec<Released<'_>> = self.quasi().into_iter().map(released).collect();
        if columns.iter().all(|column| column.released_level().is_none()) {
            return None;
        }
        let Some(k) = self.options.k.or(self.known.k) else {
            notes.push("minimality is not looked at: k is not known; give the k of the release".into());
            return None;
        };
        if self.known.is_not_only_k {
            notes.push(
                "minimality is not looked at: more or less than k over all quasi columns was asked for"
                    .into(),
            );
            return None;
        }
        Some(Minimality::new(&columns, classes, k, self.need(), self.options.reporting))
    }

    /// How many released rows must have stood out one level lower: one more than the limit leaves, or one.
    fn need(&self) -> u64 {
        let Some(original) = self.original else { return 1 };
        let (all, released) = (original.table.rows() as u64, self.release.table.rows() as u64);
        let limit = self.known.suppression.unwrap_or(Limit::NONE).of(all);
        (limit + 1).saturating_sub(all.saturating_sub(released)).max(1)
    }

    /// Which labels can be undone, if hierarchies or the original say anything about that.
    fn downcoding(
        &self,
        classes: &RowGroups,
        notes: &mut Vec<String>,
    ) -> Result<Option<Downcoding>, Aborted> {
        let generalized = |(name, released): (&'a str, &'a Coded)| {
            let original = self.original.and_then(|file| Some((file, file.table.column(name)?.coded()?)));
            Generalized {
                released,
                hierarchy: self.known.hierarchy(name),
                original: original.map(|(file, original)| {
                    let relation = self.relation(name, self.release.said(released), file.said(original));
                    Original::new(original, relation, self.known.ladder(name))
                }),
            }
        };
        let columns: Vec<Generalized<'_>> = self.quasi().into_iter().map(generalized).collect();
        if let Some(original) = self.original
            && columns.iter().any(|column| column.original.is_none())
        {
            let lacking: Vec<&String> =
                self.columns.quasi.iter().filter(|name| original.table.column(name).is_none()).collect();
            notes.push(format!("the original lacks {}, so nothing is downcoded with it", quoted(&lacking)));
        }
        let original_rows = self.original.map_or(0, |file| file.table.rows());
        let is_known = columns.iter().any(|column| column.hierarchy.is_some() || column.original.is_some());
        let told = (self.options.reporting, self.observer);
        is_known.then(|| Downcoding::new(&columns, classes, original_rows, told)).transpose()
    }
}
