//! A small register of patients, and its release: zip at level 1, sex as it is, k = 2, one class suppressed.

use std::path::Path as FilePath;

use amidst_audit::{
    AuditError, Check, Claim, ColumnClaim, ColumnContent, CombinationClaim, Compression, Csv, Format,
    HouseholdClaim, Layout, Medium, NeighboursClaim, Order, Path, Policy, PopulationClaim, Report,
    RequirementClaim, RespondentClaim, audit,
};
use amidst_core::{Kind, ModelParams};
use amidst_table::{Column, Data, Table};
use arrow_array::{ArrayRef, StringArray};
use arrow_schema::DataType;
use std::sync::Arc;

use crate::split::{assert_alike, audit_parts, rows_of};

/// name, zip, sex, disease, note. The last row is alone in its class.
pub const SOURCE: [[&str; 5]; 8] = [
    ["Ada", "9413", "f", "flu", "a, \"b\""],
    ["Ben", "9419", "m", "cold", "x"],
    ["Cid", "9414", "f", "flu", ""],
    ["Dan", "9418", "m", "asthma", "2 lines\nof text"],
    ["Eva", "9511", "f", "cold", "x"],
    ["Fay", "9512", "f", "asthma", "é"],
    ["Gus", "", "f", "flu", "x"],
    ["Hal", "9513", "m", "gout", "y"],
];

/// The header of the release.
pub const HEADER: [&str; 4] = ["zip", "sex", "disease", "note"];

/// The released rows, sorted; a missing zip is a class of its own and is too small.
pub const RELEASED: [[&str; 4]; 6] = [
    ["941*", "f", "flu", ""],
    ["941*", "f", "flu", "a, \"b\""],
    ["941*", "m", "asthma", "2 lines\nof text"],
    ["941*", "m", "cold", "x"],
    ["951*", "f", "asthma", "é"],
    ["951*", "f", "cold", "x"],
];

/// The source as a reader would give it: quasi and sensitive columns coded, the rest carried, in chunks of 3 rows.
pub fn source() -> Table {
    let coded = |name: &str, at: usize| {
        Column::from_texts(name, SOURCE.iter().map(move |row| Some(row[at]).filter(|cell| !cell.is_empty())))
    };
    let chunk = |rows: &[[&str; 5]]| {
        Arc::new(StringArray::from_iter_values(rows.iter().map(|row| row[4]))) as ArrayRef
    };
    let note = Column {
        name: "note".into(),
        kind: Kind::Text,
        source_type: DataType::Utf8,
        data: Data::Carried(SOURCE.chunks(3).map(chunk).collect()),
    };
    Table::new(vec![coded("name", 0), coded("zip", 1), coded("sex", 2), coded("disease", 3), note])
}

/// 9413 → 941* → *.
pub fn zip_paths() -> Vec<Path> {
    let zips = ["9413", "9414", "9418", "9419", "9511", "9512", "9513"];
    let path = |zip: &str| [zip, &format!("{}*", &zip[..3]), "*"].map(|label| Some(label.into())).to_vec();
    zips.into_iter().map(path).chain([vec![None, None, Some("*".into())]]).collect()
}

/// f, m → *.
pub fn sex_paths() -> Vec<Path> {
    ["f", "m"].into_iter().map(|sex| [sex, "*"].map(|label| Some(label.into())).to_vec()).collect()
}

/// A requirement that a test promises.
pub struct Requirement {
    pub params: ModelParams,
    pub column: Option<&'static str>,
    pub within: Vec<&'static str>,
    pub hierarchy: Option<Vec<Path>>,
    pub population: Option<Population>,
}

/// A population that a test counts people in.
pub enum Population {
    Table(Table),
    Weight(&'static str),
}

impl Requirement {
    /// A model of classes, or of a column in them.
    pub fn new(params: ModelParams, column: Option<&'static str>) -> Self {
        Self { params, column, within: Vec::new(), hierarchy: None, population: None }
    }

    fn claim(&self) -> RequirementClaim<'_> {
        let population = |population| match population {
            &Population::Weight(column) => PopulationClaim::Weight(column.into()),
            Population::Table(table) => PopulationClaim::Table(table),
        };
        RequirementClaim {
            params: self.params.clone(),
            column: self.column.map(str::to_owned),
            within: self.within.iter().map(|&name| name.to_owned()).collect(),
            hierarchy: self.hierarchy.as_deref(),
            population: self.population.as_ref().map(population),
        }
    }
}

/// What a test may change about the claim.
pub struct Setup {
    pub source: Table,
    pub zip: Vec<Path>,
    pub sex: Vec<Path>,
    pub missing: Vec<String>,
    pub layout: Layout,
    pub k: u64,
    pub respondent: Option<RespondentClaim<'static>>,
    pub household: Option<HouseholdClaim>,
    pub combinations: Vec<CombinationClaim>,
    pub neighbours: Vec<NeighboursClaim>,
    pub requirements: Vec<Requirement>,
    pub policy: Policy,
    pub rows_out: u64,
    pub suppressed: u64,
    pub suppression_limit: u64,
    pub order: Order,
}

impl Setup {
    /// The release of this file's heading, as comma-separated text.
    pub fn new() -> Self {
        Self {
            source: source(),
            zip: zip_paths(),
            sex: sex_paths(),
            missing: vec![String::new()],
            layout: Layout { format: Format::Csv(Csv::default()), compression: Compression::None },
            k: 2,
            respondent: None,
            household: None,
            combinations: Vec::new(),
            neighbours: Vec::new(),
            requirements: Vec::new(),
            policy: Policy::OwnValue,
            rows_out: 6,
            suppressed: 2,
            suppression_limit: 8,
            order: Order::Sorted,
        }
    }

    pub fn with_csv(csv: Csv) -> Self {
        Self { layout: Layout { format: Format::Csv(csv), compression: Compression::None }, ..Self::new() }
    }

    pub fn with_format(format: Format) -> Self {
        Self { layout: Layout { format, compression: Compression::None }, ..Self::new() }
    }

    /// What is claimed of a source, or of a part of it.
    fn claim<'a>(&'a self, source: &'a Table) -> Claim<'a> {
        let promises = [
            ColumnContent::Quasi { paths: &self.zip, level: 1 },
            ColumnContent::Quasi { paths: &self.sex, level: 0 },
            ColumnContent::Sensitive,
            ColumnContent::Other,
        ];
        let columns = HEADER
            .into_iter()
            .zip(promises)
            .map(|(name, content)| ColumnClaim { name: name.into(), content });
        Claim {
            source,
            model_columns: &[],
            informational: Vec::new(),
            columns: columns.collect(),
            gone: vec!["name".into()],
            missing: &self.missing,
            k: self.k,
            respondent: self.respondent.clone(),
            household: self.household.clone(),
            combinations: self.combinations.clone(),
            neighbours: self.neighbours.clone(),
            requirements: self.requirements.iter().map(Requirement::claim).collect(),
            policy: self.policy,
            reading: amidst_audit::Reading::default(),
            rows_in: 8,
            rows_out: self.rows_out,
            suppressed: self.suppressed,
            suppression_limit: self.suppression_limit,
            order: self.order,
            layout: self.layout.clone(),
        }
    }

    /// Audits a file, and once more with the source in parts.
    pub fn audit(&self, path: &FilePath) -> Result<Report, AuditError> {
        let whole = audit(path, &self.claim(&self.source), &());
        self.assert_alike(&whole, &[Medium::File(path)]);
        whole
    }

    fn assert_alike(&self, whole: &Result<Report, AuditError>, files: &[Medium]) {
        for parts in [1, 3] {
            let part = |part: usize| {
                let rows: Vec<usize> = (0..self.source.rows()).filter(|row| row % parts == part).collect();
                rows_of(&self.source, &rows)
            };
            let tables: Vec<Table> = (0..parts).map(part).collect();
            let claims: Vec<Claim> = tables.iter().map(|table| self.claim(table)).collect();
            match audit_parts(&claims, files, &self.claim(&self.source)) {
                Err(AuditError::NotInParts(_)) => assert!(self.is_of_the_whole()),
                parts => assert_alike(whole, parts, files.len() == 1),
            }
        }
    }

    /// Whether something is claimed of which parts do not tell.
    fn is_of_the_whole(&self) -> bool {
        self.household.is_some()
            || self.requirements.iter().any(|one| one.population.is_some() || one.params.is_of_links())
    }

    /// Audits a file of these bytes.
    pub fn audit_bytes(&self, bytes: &[u8]) -> Result<Report, AuditError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let whole = self.audit(file.path());
        self.assert_alike_in_files(&whole, bytes);
        whole
    }

    /// The same in several files, one of them without rows, if it is plain comma-separated text.
    fn assert_alike_in_files(&self, whole: &Result<Report, AuditError>, bytes: &[u8]) {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
        let Ok(records) = reader.records().collect::<Result<Vec<_>, _>>() else { return };
        let texts: Vec<Vec<&str>> = records.iter().map(|record| record.iter().collect()).collect();
        let Some((header, rows)) = texts.split_first() else { return };
        if self.layout != Setup::new().layout || csv_of(header, rows) != bytes {
            return;
        }
        let (first, rest) = rows.split_at(rows.len() / 3);
        let files = [first, &[], &rest[..rest.len() / 2], &rest[rest.len() / 2..]];
        let files = files.map(|rows| Medium::Memory(csv_of(header, rows).into()));
        self.assert_alike(whole, &files);
    }
}

/// Rows as comma-separated text.
pub fn csv_of<R: AsRef<[S]>, S: AsRef<str>>(header: &[&str], rows: impl IntoIterator<Item = R>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).unwrap();
    for row in rows {
        writer.write_record(row.as_ref().iter().map(AsRef::as_ref)).unwrap();
    }
    writer.into_inner().unwrap()
}

/// The names of the checks that failed.
#[track_caller]
pub fn failed(outcome: Result<Report, AuditError>) -> Vec<Check> {
    match outcome {
        Err(AuditError::Failed(checks)) => {
            let failed: Vec<_> = checks.into_iter().filter(|check| !check.holds).collect();
            failed.iter().for_each(|check| assert_no_cell(&check.words));
            failed.into_iter().map(|check| check.name).collect()
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the audit passed"),
    }
}

/// No cell of the data may be in a message.
#[track_caller]
pub fn assert_no_cell(words: &str) {
    for cell in SOURCE.iter().flatten().chain(RELEASED.iter().flatten()).filter(|cell| cell.len() > 1) {
        assert!(!words.contains(cell), "{words}");
    }
}
