//! Releases in fragments: good ones pass, spoiled ones are caught.

use amidst_audit::{
    AuditError, Check, ColumnClaim, ColumnContent, Compression, Csv, Format, FragmentClaim, FragmentFiles,
    Layout, Number, Order, Policy, Report, RequirementClaim, audit_fragments,
};
use amidst_core::ModelParams;
use amidst_table::Table;

use crate::fixture::csv_of;

/// The survey's Figure 2.
const SOURCE: [[&str; 5]; 10] = [
    ["Ann", "1940/08/10", "F", "98512", "Heart attack"],
    ["Bob", "1950/02/12", "M", "99413", "COVID-19"],
    ["Cleo", "1940/08/04", "F", "98578", "Cardiomyopathy"],
    ["Dan", "1950/02/13", "M", "99356", "COVID-19"],
    ["Ed", "1950/07/12", "M", "99423", "Dermatitis"],
    ["Fay", "1940/08/11", "F", "98545", "Pericarditis"],
    ["Gus", "1950/07/25", "M", "99334", "Short breath"],
    ["Hal", "1950/07/30", "M", "99490", "Cough"],
    ["Ian", "1950/02/20", "M", "99301", "COVID-19"],
    ["Jim", "1945/12/01", "M", "98321", "Astrocytoma"],
];

/// The groups of its Figure 8; the tenth row is suppressed.
const GROUPS: [u32; 10] = [1, 2, 1, 3, 2, 1, 3, 2, 3, 0];

/// The tables of that figure, sorted.
const QUASI: [[&str; 4]; 9] = [
    ["1", "1940/08/04", "F", "98578"],
    ["1", "1940/08/10", "F", "98512"],
    ["1", "1940/08/11", "F", "98545"],
    ["2", "1950/02/12", "M", "99413"],
    ["2", "1950/07/12", "M", "99423"],
    ["2", "1950/07/30", "M", "99490"],
    ["3", "1950/02/13", "M", "99356"],
    ["3", "1950/02/20", "M", "99301"],
    ["3", "1950/07/25", "M", "99334"],
];
const SENSITIVE: [[&str; 3]; 8] = [
    ["1", "Cardiomyopathy", "1"],
    ["1", "Heart attack", "1"],
    ["1", "Pericarditis", "1"],
    ["2", "COVID-19", "1"],
    ["2", "Cough", "1"],
    ["2", "Dermatitis", "1"],
    ["3", "COVID-19", "2"],
    ["3", "Short breath", "1"],
];

/// What a test may change.
struct Setup {
    quasi: Vec<[&'static str; 4]>,
    sensitive: Vec<[&'static str; 3]>,
    groups: Vec<u32>,
    k: u64,
    params: Vec<ModelParams>,
    suppressed: u64,
    suppression_limit: u64,
    order: Order,
    headers: [Vec<&'static str>; 2],
}

impl Setup {
    fn new() -> Self {
        Self {
            quasi: QUASI.to_vec(),
            sensitive: SENSITIVE.to_vec(),
            groups: GROUPS.to_vec(),
            k: 3,
            params: vec![ModelParams::DistinctL { l: 2 }],
            suppressed: 1,
            suppression_limit: 10,
            order: Order::Sorted,
            headers: [vec!["group", "DoB", "Sex", "ZIP"], vec!["group", "Disease", "count"]],
        }
    }

    fn audit(&self) -> Result<Report, AuditError> {
        let source = Table::from_rows(&["Name", "DoB", "Sex", "ZIP", "Disease"], &SOURCE);
        let missing = [String::new()];
        let requirement = |params: &ModelParams| RequirementClaim {
            params: params.clone(),
            column: Some("Disease".into()),
            within: Vec::new(),
            hierarchy: None,
            population: None,
        };
        let column = |name: &str| ColumnClaim { name: name.into(), content: ColumnContent::Other };
        let claim = FragmentClaim {
            source: &source,
            model_columns: &[],
            group_of_row: &self.groups,
            group: "group".into(),
            count: "count".into(),
            columns: ["DoB", "Sex", "ZIP"].map(column).into(),
            sensitive: vec!["Disease".into()],
            gone: vec!["Name".into()],
            missing: &missing,
            k: self.k,
            requirements: self.params.iter().map(requirement).collect(),
            informational: Vec::new(),
            policy: Policy::OwnValue,
            reading: amidst_audit::Reading::default(),
            rows_in: 10,
            rows_out: 10 - self.suppressed,
            suppressed: self.suppressed,
            suppression_limit: self.suppression_limit,
            order: self.order,
            layout: Layout { format: Format::Csv(Csv::default()), compression: Compression::None },
        };
        let folder = tempfile::tempdir().unwrap();
        let (quasi, sensitive) = (folder.path().join("quasi.csv"), folder.path().join("sensitive.csv"));
        std::fs::write(&quasi, csv_of(&self.headers[0], &self.quasi)).unwrap();
        std::fs::write(&sensitive, csv_of(&self.headers[1], &self.sensitive)).unwrap();
        audit_fragments(
            &FragmentFiles { quasi: quasi.as_path().into(), sensitive: vec![sensitive.as_path().into()] },
            &claim,
            &(),
        )
    }
}

/// The checks that failed, none of whose words holds a cell.
#[track_caller]
fn failed(setup: &Setup) -> Vec<Check> {
    match setup.audit() {
        Err(AuditError::Failed(checks)) => {
            let failed: Vec<_> = checks.into_iter().filter(|check| !check.holds).collect();
            for cell in SOURCE.iter().flatten().filter(|cell| cell.len() > 1) {
                assert!(!failed.iter().any(|check| check.words.contains(cell)), "{failed:?}");
            }
            failed.into_iter().map(|check| check.name).collect()
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the audit passed"),
    }
}

#[track_caller]
fn check(spoil: impl FnOnce(&mut Setup), expected: &[Check]) {
    let mut setup = Setup::new();
    spoil(&mut setup);
    assert_eq!(failed(&setup), expected);
}

#[test]
fn the_figure_passes_and_is_described() {
    let report = Setup::new().audit().unwrap();
    assert_eq!((report.rows, report.classes, report.k), (9, 3, 3));
    assert_eq!(report.requirements[0].reached, Some(Number(2.0)));
    assert_eq!((report.further.len(), report.further[0].sha256.len()), (1, 64));
    let words: Vec<&str> = report.checks.iter().map(|check| check.words.as_str()).collect();
    assert_eq!(
        words,
        [
            "3 columns in the promised order beside the groups, 1 sensitive column apart from them, 1 identifier gone",
            "10 rows read = 9 released + 1 suppressed",
            "k = 3 in groups, 3 asked, in 3 groups",
            "distinct-l-diversity of \"Disease\" reaches 2, 2 asked",
            "1 sensitive column: in each of 3 groups exactly the values of its rows",
            "1 row suppressed",
            "3 columns: in each of 3 groups every source row once, as it was",
            "the files hold cells, and nothing besides",
            "rows are sorted by their group and by what is released",
        ]
    );
}

#[test]
fn more_than_the_figure_reaches_is_caught() {
    check(|setup| setup.k = 4, &[Check::KAnonymity]);
    check(|setup| setup.params = vec![ModelParams::DistinctL { l: 3 }], &[Check::Models]);
    // Two of three in a group have the same disease.
    let alpha = |alpha| ModelParams::AlphaK { alpha, k: 3, values: Vec::new() };
    check(|setup| setup.params = vec![alpha(0.5)], &[Check::Models]);
    let enough = Setup { params: vec![alpha(0.67), ModelParams::EntropyL { l: 1.8 }], ..Setup::new() };
    assert!(enough.audit().is_ok());
}

#[test]
fn two_rows_that_swap_groups_are_caught() {
    let swap = |setup: &mut Setup| {
        (setup.quasi[3][0], setup.quasi[6][0]) = ("3", "2");
        setup.quasi.sort_unstable();
    };
    check(swap, &[Check::Integrity]);
    // Both rows have the same disease: nothing else would tell.
    let witnessed = |setup: &mut Setup| {
        swap(setup);
        setup.groups.swap(1, 3);
    };
    let mut setup = Setup::new();
    witnessed(&mut setup);
    assert!(setup.audit().is_ok());
}

#[test]
fn a_value_dropped_added_or_counted_wrong_is_caught() {
    check(|setup| _ = setup.sensitive.remove(1), &[Check::Truth]);
    check(|setup| _ = setup.sensitive.remove(7), &[Check::Models, Check::Truth]);
    check(|setup| setup.sensitive[6][2] = "3", &[Check::Truth]);
    check(|setup| setup.sensitive[6][2] = "1", &[Check::Truth]);
    check(|setup| setup.sensitive[6][2] = "two", &[Check::Models, Check::Truth]);
    check(|setup| setup.sensitive[6][2] = "18446744073709551615", &[Check::Truth]);
    check(|setup| setup.sensitive.insert(1, ["1", "Cough", "1"]), &[Check::Truth]);
    check(|setup| setup.sensitive.insert(1, setup.sensitive[0]), &[Check::Truth]);
    check(|setup| setup.sensitive[5][1] = "Plague", &[Check::Truth]);
    check(|setup| setup.sensitive.push(["4", "Cough", "1"]), &[Check::Truth]);
}

#[test]
fn values_that_trade_groups_are_caught() {
    let trade = |setup: &mut Setup| {
        (setup.sensitive[4][1], setup.sensitive[1][1]) = ("Heart attack", "Cough");
        setup.sensitive.sort_unstable();
    };
    check(trade, &[Check::Truth]);
}

#[test]
fn a_row_lost_doubled_altered_or_of_no_group_is_caught() {
    use Check::{Integrity, KAnonymity, Order, Rows, Truth};
    check(|setup| _ = setup.quasi.remove(0), &[Rows, KAnonymity, Truth, Integrity]);
    check(|setup| setup.quasi.insert(0, setup.quasi[0]), &[Rows, Truth, Integrity]);
    check(|setup| setup.quasi[0][3] = "98579", &[Integrity]);
    check(|setup| setup.quasi[8][0] = "4", &[KAnonymity, Truth, Integrity]);
    check(|setup| setup.quasi[8][0] = "x", &[KAnonymity, Truth, Integrity, Order]);
    let back = |setup: &mut Setup| {
        setup.quasi.push(["3", "1950/07/31", "M", "98321"]);
        setup.suppressed = 0;
    };
    check(back, &[Truth, Check::Suppression, Integrity]);
}

#[test]
fn rows_out_of_order_are_caught() {
    check(|setup| setup.quasi.swap(0, 1), &[Check::Order]);
    check(|setup| setup.sensitive.swap(6, 7), &[Check::Order]);
    let any = Setup { order: Order::Any, quasi: QUASI.into_iter().rev().collect(), ..Setup::new() };
    assert!(any.audit().is_ok());
}

#[test]
fn a_sensitive_column_or_an_identifier_in_the_quasi_table_is_caught() {
    check(|setup| setup.headers[0][3] = "Disease", &[Check::Columns]);
    check(|setup| setup.headers[0][3] = "Name", &[Check::Columns]);
    check(|setup| setup.headers[1].swap(1, 2), &[Check::Columns]);
}

#[test]
fn a_byte_changed_anywhere_is_caught() {
    for row in 0..QUASI.len() {
        for column in 0..4 {
            let mut setup = Setup::new();
            setup.quasi[row][column] = "7";
            assert!(setup.audit().is_err(), "row {row}, column {column}");
        }
    }
    for row in 0..SENSITIVE.len() {
        for column in 0..3 {
            let mut setup = Setup::new();
            setup.sensitive[row][column] = "7";
            assert!(setup.audit().is_err(), "row {row}, column {column}");
        }
    }
}

#[test]
fn a_claim_that_makes_no_sense_is_refused() {
    let refused = |groups: &[u32]| {
        let setup = Setup { groups: groups.to_vec(), ..Setup::new() };
        setup.audit().unwrap_err().to_string()
    };
    assert!(refused(&GROUPS[1..]).contains("not every source row has a group"));
    assert!(refused(&GROUPS.map(|group| group * 2)).contains("a group has no rows"));
}

#[test]
fn more_rows_without_a_group_than_may_be() {
    let setup = Setup { suppression_limit: 0, ..Setup::new() };
    assert_eq!(failed(&setup), [Check::Suppression]);
}

#[test]
fn nobody_is_a_release_too() {
    let nobody = Setup {
        quasi: Vec::new(),
        sensitive: Vec::new(),
        groups: vec![0; 10],
        suppressed: 10,
        ..Setup::new()
    };
    assert_eq!(nobody.audit().unwrap().classes, 0);
}
