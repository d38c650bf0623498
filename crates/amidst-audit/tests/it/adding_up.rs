//! Audits of parts add up: whatever a table, its release and the parts are.

use amidst_audit::{
    AuditError, Check, Claim, ColumnClaim, ColumnContent, CombinationClaim, Compression, Covering, Csv,
    FileTypes, Format, HouseholdClaim, HouseholdFigures, Layout, Medium, NamingValues, NeighboursClaim,
    Order, PartAudit, Path, Policy, Reading, RecodedContent, Report, RequirementClaim, RespondentClaim,
    Sorting, audit,
};
use amidst_core::{Codes, Dictionary, ModelParams, model::Distance};
use amidst_table::{Column, Table};
use proptest::prelude::*;

use crate::{
    fixture::{csv_of, failed},
    split::{assert_alike, audit_parts, rows_of},
};

/// age, sex, disease, size, name; the empty text is missing.
type Row = [&'static str; 5];

const NAMES: [&str; 5] = ["age", "sex", "disease", "size", "name"];
const AGES: [&str; 6] = ["31", "32", "38", "41", "47", ""];
const SEXES: [&str; 3] = ["f", "m", ""];
const DISEASES: [&str; 5] = ["flu", "Flu", "cold", "gout", ""];
const SIZES: [&str; 4] = ["1", "2", "2.0", "5"];
const PEOPLE: [&str; 7] = ["p1", "P1 ", "p2", "p3", "p4", "p5", "p6"];

/// A table, how it is recoded and released, and into which parts it falls.
#[derive(Clone, Debug)]
struct Case {
    rows: Vec<Row>,
    levels: [u8; 2],
    k: u64,
    policy: Policy,
    is_by_cells: bool,
    is_sorted: bool,
    counts_people: bool,
    has_combinations: bool,
    has_neighbours: bool,
    counts_missing: bool,
    /// A released row that is lost, one that is doubled, and one whose disease is another.
    spoiled: [Option<usize>; 3],
    part_of_row: Vec<usize>,
    file_of_row: Vec<usize>,
}

fn cases() -> impl Strategy<Value = Case> {
    let row = (0..6_usize, 0..3_usize, 0..5_usize, 0..4_usize, 0..7_usize).prop_map(
        |(age, sex, disease, size, name)| {
            [AGES[age], SEXES[sex], DISEASES[disease], SIZES[size], PEOPLE[name]]
        },
    );
    let rows = proptest::collection::vec(row, 1..40);
    let spoil = || proptest::option::weighted(0.15, 0..40_usize);
    let flags = proptest::array::uniform6(any::<bool>());
    let parts = || proptest::collection::vec(0..4_usize, 40);
    (rows, [0..3_u8, 0..2_u8], 1..4_u64, flags, any::<bool>(), [spoil(), spoil(), spoil()], parts(), parts())
        .prop_map(|(rows, levels, k, flags, counts_missing, spoiled, part_of_row, file_of_row)| {
            let [is_wild, is_by_cells, is_sorted, counts_people, has_combinations, has_neighbours] = flags;
            Case {
                rows,
                levels,
                k,
                policy: if is_wild { Policy::Wildcard } else { Policy::OwnValue },
                is_by_cells,
                is_sorted,
                counts_people,
                has_combinations,
                has_neighbours,
                counts_missing,
                spoiled,
                part_of_row,
                file_of_row,
            }
        })
}

fn label(text: &str) -> Option<Box<str>> {
    Some(text).filter(|text| !text.is_empty()).map(Into::into)
}

/// 31 → 3*, or what its neighbours are called → *. There is no way for 47.
fn age_paths() -> Vec<Path> {
    let path = |age: &str| -> Path {
        let above = if age.is_empty() { String::new() } else { format!("{}*", &age[..1]) };
        vec![label(age), label(&above), label("*")]
    };
    AGES.into_iter().filter(|age| *age != "47").map(path).collect()
}

fn sex_paths() -> Vec<Path> {
    SEXES.map(|sex| vec![label(sex), label("*")]).into()
}

/// What a class shows, and the class of every row.
struct Witness {
    class_of_row: Codes,
    labels: [Dictionary; 2],
    of_class: [Vec<u32>; 2],
}

/// What the file shows of each row; nothing if it is not released.
struct Released {
    shown: Vec<Option<[String; 2]>>,
    rows: Vec<Vec<String>>,
}

impl Case {
    fn table(&self) -> Table {
        let column = |at: usize| {
            Column::from_texts(
                NAMES[at],
                self.rows.iter().map(move |row| Some(row[at]).filter(|it| !it.is_empty())),
            )
        };
        Table::new((0..NAMES.len()).map(column).collect())
    }

    /// Releases classes of at least k rows; good or not, that is up to the audit.
    fn release(&self) -> Released {
        let (ages, sexes) = (age_paths(), sex_paths());
        let recoded = |paths: &[Path], level: u8, value: &str| -> Option<String> {
            let path = paths.iter().find(|path| path[0] == label(value))?;
            Some(path[usize::from(level)].as_deref().unwrap_or_default().to_owned())
        };
        let of_row: Vec<Option<[String; 2]>> = self
            .rows
            .iter()
            .map(|row| {
                Some([recoded(&ages, self.levels[0], row[0])?, recoded(&sexes, self.levels[1], row[1])?])
            })
            .collect();
        let count =
            |shown: &Option<[String; 2]>| of_row.iter().filter(|other| *other == shown).count() as u64;
        let shown: Vec<Option<[String; 2]>> =
            of_row.iter().map(|shown| shown.clone().filter(|_| count(shown) >= self.k)).collect();
        self.released(shown)
    }

    /// The rows of a file that shows this of each row.
    fn released(&self, shown: Vec<Option<[String; 2]>>) -> Released {
        let released = self.rows.iter().zip(&shown).filter_map(|(row, shown)| {
            let [age, sex] = shown.clone()?;
            Some(vec![age, sex, row[2].into(), row[3].into()])
        });
        let mut rows: Vec<Vec<String>> = released.collect();
        let [lost, doubled, other] = self.spoiled.map(|row| row.filter(|_| !rows.is_empty()));
        if let Some(at) = other {
            let at = at % rows.len();
            rows[at][2] = "asthma".into();
        }
        if let Some(at) = doubled {
            rows.push(rows[at % rows.len()].clone());
        }
        if let Some(at) = lost {
            rows.remove(at % rows.len());
        }
        rows.sort();
        Released { shown, rows }
    }

    /// The classes of some rows, numbered as they come: elsewhere the numbers mean something else.
    fn witness(&self, shown: &[Option<[String; 2]>], rows: &[usize]) -> Witness {
        let mut classes: Vec<&Option<[String; 2]>> = Vec::new();
        let mut class_of_row = Vec::new();
        for &row in rows {
            let known = classes.iter().position(|class| **class == shown[row]);
            class_of_row.push(known.unwrap_or_else(|| {
                classes.push(&shown[row]);
                classes.len() - 1
            }) as u32);
        }
        let mut labels = [Dictionary::default(), Dictionary::default()];
        let of_class = [0, 1].map(|at| {
            let label = |class: &&Option<[String; 2]>| match class {
                None => RecodedContent::SUPPRESSED,
                Some(shown) => labels[at].intern(Some(shown[at].as_str()).filter(|it| !it.is_empty())),
            };
            classes.iter().map(label).collect()
        });
        Witness { class_of_row: Codes::U32(class_of_row), labels, of_class }
    }

    fn requirements<'a>(&self, paths: &'a [Path]) -> (Vec<RequirementClaim<'a>>, Vec<RequirementClaim<'a>>) {
        let one = |params, column: Option<&str>, within: &[&str]| RequirementClaim {
            params,
            column: column.map(Into::into),
            within: within.iter().map(|&name| name.into()).collect(),
            hierarchy: Some(paths),
            population: None,
        };
        let disease = Some("disease");
        let t = |distance| ModelParams::TCloseness { t: 0.7, distance };
        let promised = vec![one(ModelParams::DistinctL { l: 1 }, disease, &[])];
        let told = vec![
            one(ModelParams::EntropyL { l: 1.5 }, disease, &[]),
            one(ModelParams::RecursiveL { c: 2.0, l: 2 }, disease, &["size"]),
            one(ModelParams::AlphaK { alpha: 0.5, k: 2, values: vec!["flu".into()] }, disease, &[]),
            one(t(Distance::Equal), disease, &[]),
            one(t(Distance::Hierarchical), disease, &[]),
            one(t(Distance::Rank), Some("size"), &[]),
            one(t(Distance::Numeric), Some("size"), &["disease"]),
            one(ModelParams::BetaLikeness { beta: 1.0, enhanced: true }, disease, &[]),
            one(ModelParams::DeltaDisclosure { delta: 1.0, skips_absent: true }, disease, &[]),
            one(ModelParams::PSensitive { p: 2, k: 2 }, disease, &[]),
            one(ModelParams::KAnonymity { k: 2 }, Some("name"), &[]),
            one(ModelParams::KPerStratum { k: 1 }, Some("sex"), &[]),
            one(ModelParams::AverageRisk { risk: 0.5 }, None, &[]),
            one(ModelParams::SampleUniqueness { share: 0.5 }, None, &[]),
        ];
        (promised, told)
    }

    fn claim<'a>(&self, source: &'a Table, ground: &'a Ground, witness: &'a Witness) -> Claim<'a> {
        let (requirements, informational) = self.requirements(&ground.diseases);
        let quasi = |at: usize, paths: &'a [Path]| match self.is_by_cells {
            false => ColumnContent::Quasi { paths, level: self.levels[at] },
            true => ColumnContent::Cells(RecodedContent {
                classes: &witness.class_of_row,
                of_class: &witness.of_class[at],
                labels: &witness.labels[at],
                covering: Covering::Paths(paths),
            }),
        };
        let contents =
            [quasi(0, &ground.ages), quasi(1, &ground.sexes), ColumnContent::Sensitive, ColumnContent::Other];
        let columns = NAMES.into_iter().zip(contents);
        let combination = |columns: &[&str]| CombinationClaim {
            columns: columns.iter().map(|&name| name.into()).collect(),
            k: self.k,
        };
        let has_combinations = self.has_combinations && (self.is_by_cells || self.policy == Policy::OwnValue);
        let named = |sorting, named| NeighboursClaim { column: "age".into(), sorting, named };
        let respondent =
            RespondentClaim { column: "name".into(), aside: 0, before: None, by_profile: self.k == 1 };
        Claim {
            source,
            model_columns: &[],
            columns: columns.map(|(name, content)| ColumnClaim { name: name.into(), content }).collect(),
            gone: vec!["name".into()],
            missing: &ground.missing,
            k: self.k,
            respondent: self.counts_people.then_some(respondent),
            household: None,
            combinations: if has_combinations {
                vec![combination(&["age"]), combination(&["age", "sex"])]
            } else {
                Vec::new()
            },
            neighbours: match self.has_neighbours {
                true => vec![
                    named(Sorting::Natural, NamingValues::ByShown),
                    named(Sorting::Lexicographic, NamingValues::ByReleased),
                ],
                false => Vec::new(),
            },
            requirements,
            informational,
            policy: self.policy,
            reading: Reading { counts_missing: self.counts_missing, has_comma: false },
            rows_in: self.rows.len() as u64,
            rows_out: ground.rows_out,
            suppressed: self.rows.len() as u64 - ground.rows_out.min(self.rows.len() as u64),
            suppression_limit: u64::MAX,
            order: if self.is_sorted { Order::Sorted } else { Order::Any },
            layout: Layout { format: Format::Csv(Csv::default()), compression: Compression::None },
        }
    }

    /// The rows of each file: sorted ones one after the other, else anyhow.
    fn files(&self, rows: &[Vec<String>]) -> Vec<Medium<'static>> {
        let file = |file: usize| {
            let share = rows.len().div_ceil(4).max(1);
            let is_in = |at: usize| match self.is_sorted {
                true => at / share == file,
                false => self.file_of_row[at % self.file_of_row.len()] == file,
            };
            let rows: Vec<&Vec<String>> =
                (0..rows.len()).filter(|&at| is_in(at)).map(|at| &rows[at]).collect();
            Medium::Memory(csv_of(&NAMES[..4], rows).into())
        };
        (0..4).map(file).collect()
    }
}

/// What claims are made of.
struct Ground {
    ages: Vec<Path>,
    sexes: Vec<Path>,
    diseases: Vec<Path>,
    missing: Vec<String>,
    rows_out: u64,
}

impl Ground {
    fn new(rows_out: u64) -> Self {
        let path = |disease: &str| {
            vec![label(disease), label(if disease == "gout" { "joint" } else { "lung" }), label("*")]
        };
        let diseases = DISEASES.into_iter().filter(|disease| !disease.is_empty()).map(path).collect();
        Self { ages: age_paths(), sexes: sex_paths(), diseases, missing: vec![String::new()], rows_out }
    }
}

fn check(case: &Case) -> Result<Report, AuditError> {
    check_released(case, case.release())
}

/// What is found of the whole, after parts were found to come out alike.
fn check_released(case: &Case, Released { shown, rows }: Released) -> Result<Report, AuditError> {
    let table = case.table();
    let ground = Ground::new(rows.len() as u64);
    let all: Vec<usize> = (0..table.rows()).collect();
    let witness = case.witness(&shown, &all);
    let claim = case.claim(&table, &ground, &witness);
    let file = Medium::Memory(csv_of(&NAMES[..4], &rows).into());
    let whole = audit(file, &claim, &());
    let parts: Vec<(Table, Witness)> = (0..4)
        .map(|part| {
            let rows: Vec<usize> = all
                .iter()
                .copied()
                .filter(|&row| case.part_of_row[row % case.part_of_row.len()] == part)
                .collect();
            (rows_of(&table, &rows), case.witness(&shown, &rows))
        })
        .collect();
    let claims: Vec<Claim> =
        parts.iter().map(|(table, witness)| case.claim(table, &ground, witness)).collect();
    assert_alike(&whole, audit_parts(&claims, &case.files(&rows), &claim), false);
    whole
}

/// Four rows, each in a part of its own.
fn plain(rows: [Row; 4]) -> Case {
    Case {
        rows: rows.into(),
        levels: [1, 0],
        k: 2,
        policy: Policy::OwnValue,
        is_by_cells: true,
        is_sorted: true,
        counts_people: false,
        has_combinations: false,
        has_neighbours: false,
        counts_missing: false,
        spoiled: [None; 3],
        part_of_row: vec![0, 1, 2, 3],
        file_of_row: vec![0, 1, 2, 3],
    }
}

const ROWS: [Row; 4] = [
    ["31", "f", "flu", "1", "p1"],
    ["41", "f", "cold", "2", "p2"],
    ["32", "f", "flu", "1", "p3"],
    ["41", "f", "gout", "2", "p4"],
];

#[test]
fn a_label_that_covers_nothing_is_found_in_any_part() {
    let case = plain(ROWS);
    assert!(check(&case).is_ok());
    let shown = vec![Some(["3*".to_owned(), "f".to_owned()]); 4];
    assert_eq!(failed(check_released(&case, case.released(shown))), [Check::Truth]);
}

/// A claim about four rows, and their release in files.
fn with_plain<T>(look: impl FnOnce(Claim, Vec<Medium>) -> T) -> T {
    let case = plain(ROWS);
    let (table, Released { shown, rows }) = (case.table(), case.release());
    let (ground, witness) = (Ground::new(rows.len() as u64), case.witness(&shown, &[0, 1, 2, 3]));
    look(case.claim(&table, &ground, &witness), case.files(&rows))
}

/// All parts together, with each file under a number.
fn added(claim: &Claim, files: &[Medium], numbers: [u64; 4]) -> Result<PartAudit, AuditError> {
    let source = PartAudit::of_source(claim, &FileTypes::text(), &());
    let files = files.iter().zip(numbers).map(|(file, at)| PartAudit::of_file(file.clone(), at, claim, &()));
    files.fold(source, |all, file| all?.merge(file?))
}

#[test]
fn files_in_another_order_are_rows_out_of_order() {
    with_plain(|claim, files| {
        assert!(added(&claim, &files, [0, 1, 2, 3]).unwrap().verdict(&claim, &()).is_ok());
        assert!(added(&claim, &files, [2, 5, 7, 40]).unwrap().verdict(&claim, &()).is_ok());
        let swapped = added(&claim, &files, [0, 2, 1, 3]).unwrap().verdict(&claim, &());
        assert_eq!(failed(swapped), [Check::Order]);
    });
}

#[test]
fn what_does_not_belong_together_does_not_add_up() {
    with_plain(|claim, files| {
        let refused = |outcome: Result<PartAudit, AuditError>| matches!(outcome, Err(AuditError::Parts(_)));
        assert!(refused(added(&claim, &files, [0, 1, 1, 2])));
        let source = || PartAudit::of_source(&claim, &FileTypes::text(), &()).unwrap();
        assert!(matches!(source().verdict(&claim, &()), Err(AuditError::Parts(_))), "there is no file");
        let other = Claim { missing: &[], ..claim_like(&claim) };
        assert!(refused(source().merge(PartAudit::of_file(files[0].clone(), 0, &other, &()).unwrap())));
        let all = added(&claim, &files, [0, 1, 2, 3]).unwrap();
        assert!(matches!(all.verdict(&other, &()), Err(AuditError::Parts(_))));
        let debug = format!("{all:?}");
        assert_eq!(debug, "PartAudit { source_rows: 4, file_rows: 4, files: 4, .. }");
    });
}

#[test]
fn what_sums_do_not_tell_is_refused_by_name() {
    with_plain(|claim, _| {
        let figures = HouseholdFigures { households: 1, k: 1, unique: 1, highest: 1.0, average: 1.0 };
        let household = Some(HouseholdClaim { column: "name".into(), figures });
        let claim = Claim { household, ..claim_like(&claim) };
        let error = PartAudit::of_source(&claim, &FileTypes::text(), &()).unwrap_err();
        assert_eq!(error.to_string(), "households cannot be judged in parts; audit the release as a whole");
    });
}

/// The same claim once more.
fn claim_like<'a>(claim: &Claim<'a>) -> Claim<'a> {
    let column =
        |column: &ColumnClaim<'a>| ColumnClaim { name: column.name.clone(), content: column.content };
    Claim {
        columns: claim.columns.iter().map(column).collect(),
        gone: claim.gone.clone(),
        respondent: claim.respondent.clone(),
        household: claim.household.clone(),
        combinations: claim.combinations.clone(),
        neighbours: claim.neighbours.clone(),
        requirements: claim.requirements.clone(),
        informational: claim.informational.clone(),
        layout: claim.layout.clone(),
        ..*claim
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 2_000 }))]

    #[test]
    fn parts_of_a_release_come_out_as_the_whole(case in cases()) {
        let _ = check(&case);
    }

    #[test]
    fn bytes_that_were_changed_are_refused_or_judged_but_never_panic(case in cases(), at in 0..4_000_usize, bit in 0..8) {
        let (table, Released { shown, rows }) = (case.table(), case.release());
        let ground = Ground::new(rows.len() as u64);
        let witness = case.witness(&shown, &(0..table.rows()).collect::<Vec<_>>());
        let claim = case.claim(&table, &ground, &witness);
        let file = Medium::Memory(csv_of(&NAMES[..4], &rows).into());
        let both = PartAudit::of_source(&claim, &FileTypes::text(), &()).unwrap();
        let both = both.merge(PartAudit::of_file(file, 0, &claim, &()).unwrap()).unwrap();
        let mut bytes = both.to_bytes();
        prop_assert!(PartAudit::from_bytes(&bytes[..at % bytes.len()]).is_err());
        let at = at % bytes.len();
        bytes[at] ^= 1_u8 << bit;
        if let Ok(other) = PartAudit::from_bytes(&bytes) {
            prop_assert!(other != both);
            let _ = other.verdict(&claim, &());
        }
    }
}
