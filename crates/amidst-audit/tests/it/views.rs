//! Views of the same classes: good ones pass, spoiled ones are caught.

use amidst_audit::{
    AuditError, Check, Claim, ColumnClaim, ColumnContent, Compression, Covering, Csv, Format, Layout,
    NamingValues, NeighboursClaim, Number, Order, Path, Policy, RecodedContent, Report, RequirementClaim,
    Sorting, View, audit_views,
};
use amidst_core::{Codes, Dictionary, ModelParams};
use amidst_table::Table;

use crate::fixture::csv_of;

/// sex, age, income: age and income are known to some and confidential to others.
const SOURCE: [[&str; 3]; 7] = [
    ["f", "30", "10"],
    ["f", "35", "20"],
    ["f", "40", "15"],
    ["m", "50", "70"],
    ["m", "55", "80"],
    ["m", "55", "75"],
    ["m", "99", "99"],
];
/// The last row is suppressed.
const CLASSES: [u8; 7] = [0, 0, 0, 1, 1, 1, 2];

/// By income, and by age.
const INCOMES: [[&str; 2]; 6] = [
    ["f", "[10, 20]"],
    ["f", "[10, 20]"],
    ["f", "[10, 20]"],
    ["m", "[70, 80]"],
    ["m", "[70, 80]"],
    ["m", "[70, 80]"],
];
const AGES: [[&str; 2]; 6] = [
    ["f", "[30, 40]"],
    ["f", "[30, 40]"],
    ["f", "[30, 40]"],
    ["m", "[50, 55]"],
    ["m", "[50, 55]"],
    ["m", "[50, 55]"],
];

struct Setup {
    incomes: Vec<[&'static str; 2]>,
    ages: Vec<[&'static str; 2]>,
    /// The classes of each view.
    classes: [[u8; 7]; 2],
    k: u64,
    l: u64,
    /// What the first class shows as its sex in the second view.
    sex: &'static str,
    /// A column that is shown as it is.
    raw: &'static str,
    /// The confidential column of the second view.
    second: &'static str,
    /// Columns whose ranges name released values only.
    named: &'static [&'static str],
}

impl Setup {
    fn new() -> Self {
        Self {
            incomes: INCOMES.to_vec(),
            ages: AGES.to_vec(),
            classes: [CLASSES; 2],
            k: 3,
            l: 2,
            sex: "f",
            raw: "",
            second: "age",
            named: &[],
        }
    }

    fn audit(&self) -> Result<Report, AuditError> {
        let source = Table::from_rows(&["sex", "age", "income"], &SOURCE);
        let missing = [String::new()];
        let path = |sex: &str| -> Path { [sex, "*"].map(|label| Some(label.into())).to_vec() };
        let paths = [path("f"), path("m")];
        let dictionary =
            |labels: &[&'static str]| labels.iter().map(|&label| Some(label)).collect::<Dictionary>();
        let sex = [dictionary(&["f", "m"]), dictionary(&[self.sex, "m"])];
        let ages = [self.ages[0][1], self.ages[5][1]];
        let ages = if self.named.is_empty() { ["[30, 40]", "[50, 55]"] } else { ages };
        let (age, income) = (dictionary(&ages), dictionary(&["[10, 20]", "[70, 80]"]));
        let classes = self.classes.map(|classes| Codes::U8(classes.to_vec()));
        // The last class shows what the second does.
        let of_class = [0, 1, RecodedContent::SUPPRESSED, 1];
        let named = |name: &&str| NeighboursClaim {
            column: (*name).into(),
            sorting: Sorting::Natural,
            named: NamingValues::ByShown,
        };
        let claim = |view: usize, confidential: &str| {
            let cells = |name: &str| {
                let (labels, covering) = match name {
                    "sex" => (&sex[view], Covering::Paths(&paths)),
                    "age" => (&age, Covering::Ranges),
                    _ => (&income, Covering::Ranges),
                };
                ColumnContent::Cells(RecodedContent {
                    classes: &classes[view],
                    of_class: &of_class,
                    labels,
                    covering,
                })
            };
            let column = |name: &str| ColumnClaim {
                name: name.into(),
                content: if name == self.raw { ColumnContent::Sensitive } else { cells(name) },
            };
            let diverse = RequirementClaim {
                params: ModelParams::DistinctL { l: self.l },
                column: Some(confidential.into()),
                within: Vec::new(),
                hierarchy: None,
                population: None,
            };
            Claim {
                source: &source,
                model_columns: &[],
                columns: ["sex", confidential].map(column).into(),
                gone: [if confidential == "age" { "income" } else { "age" }.into()].into(),
                missing: &missing,
                k: self.k,
                respondent: None,
                household: None,
                combinations: Vec::new(),
                neighbours: self.named.iter().filter(|name| **name == confidential).map(named).collect(),
                requirements: vec![diverse],
                informational: Vec::new(),
                policy: Policy::OwnValue,
                reading: amidst_audit::Reading::default(),
                rows_in: 7,
                rows_out: 6,
                suppressed: 1,
                suppression_limit: u64::MAX,
                order: Order::Sorted,
                layout: Layout { format: Format::Csv(Csv::default()), compression: Compression::None },
            }
        };
        let folder = tempfile::tempdir().unwrap();
        let paths_of = ["income.csv", "age.csv"].map(|name| folder.path().join(name));
        std::fs::write(&paths_of[0], csv_of(&["sex", "income"], &self.incomes)).unwrap();
        std::fs::write(&paths_of[1], csv_of(&["sex", self.second], &self.ages)).unwrap();
        audit_views(
            &[
                View { bytes: paths_of[0].as_path().into(), claim: claim(0, "income") },
                View { bytes: paths_of[1].as_path().into(), claim: claim(1, self.second) },
            ],
            &(),
        )
    }
}

#[track_caller]
fn check(spoil: impl FnOnce(&mut Setup), expected: &[Check]) {
    let mut setup = Setup::new();
    spoil(&mut setup);
    match setup.audit() {
        Err(AuditError::Failed(checks)) => {
            let failed = checks.into_iter().filter(|check| !check.holds);
            assert_eq!(failed.map(|check| check.name).collect::<Vec<_>>(), expected);
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the audit passed"),
    }
}

#[test]
fn good_views_pass_together() {
    let report = Setup::new().audit().unwrap();
    assert_eq!((report.rows, report.classes, report.k, report.further.len()), (6, 2, 3, 1));
    let reached: Vec<_> =
        report.requirements.iter().map(|one| (one.column.as_deref(), one.reached)).collect();
    assert_eq!(reached, [(Some("income"), Some(Number(3.0))), (Some("age"), Some(Number(2.0)))]);
    let last = report.checks.last().unwrap();
    assert_eq!(last.words, "2 views: all show the same 2 classes");
}

#[test]
fn more_than_is_reached_is_caught() {
    // Of age in its own view, and with all views together.
    check(|setup| setup.l = 3, &[Check::Models, Check::Models]);
    check(|setup| setup.k = 4, &[Check::KAnonymity; 3]);
}

#[test]
fn classes_that_look_alike_are_judged_apart() {
    let alone = Setup { classes: [[0, 0, 0, 1, 1, 3, 2]; 2], l: 1, ..Setup::new() };
    let Err(AuditError::Failed(checks)) = alone.audit() else { panic!("the audit passed") };
    let failed: Vec<_> =
        checks.iter().filter(|check| !check.holds).map(|check| check.words.as_str()).collect();
    assert_eq!(failed, ["2 classes below k = 3 if views are put together: k = 1"]);
}

#[test]
fn a_spoiled_view_is_caught() {
    check(|setup| setup.incomes[0][1] = "15", &[Check::KAnonymity, Check::Truth]);
    check(|setup| setup.ages.swap(0, 5), &[Check::Order]);
    let other = |setup: &mut Setup| setup.ages.iter_mut().take(3).for_each(|row| row[1] = "[30, 45]");
    check(other, &[Check::Truth, Check::Suppression]);
}

#[test]
fn an_interval_that_names_a_value_of_suppressed_rows_only() {
    let named = || Setup { named: &["age"], ..Setup::new() };
    assert!(named().audit().is_ok());
    // 99 is the age of the man who is suppressed.
    let wider = |setup: &mut Setup| {
        setup.named = &["age"];
        setup.ages.iter_mut().skip(3).for_each(|row| row[1] = "[50, 99]");
    };
    check(wider, &[Check::Truth]);
}

#[test]
fn a_confidential_column_as_it_is_is_refused_whoever_claims_it() {
    let raw = Setup { raw: "age", ..Setup::new() };
    assert!(raw.audit().unwrap_err().to_string().contains("not recoded class by class"));
    let twice = Setup { second: "income", ..Setup::new() };
    assert!(twice.audit().unwrap_err().to_string().contains("other than one confidential column"));
}

#[test]
fn views_of_other_classes_are_refused() {
    let refused = |spoil: fn(&mut Setup)| {
        let mut setup = Setup::new();
        spoil(&mut setup);
        setup.audit().unwrap_err().to_string()
    };
    assert!(
        refused(|setup| setup.classes[1] = [0, 0, 1, 0, 1, 1, 2]).contains("do not have the same classes")
    );
    assert!(refused(|setup| setup.sex = "*").contains("do not show the same in all views"));
}
