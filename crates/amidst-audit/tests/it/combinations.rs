//! k of combinations: releases worked out row by row pass, and any class too many or too few is caught.

use std::collections::BTreeMap;

use amidst_audit::{
    AuditError, Check, Claim, ColumnClaim, ColumnContent, CombinationClaim, CombinationReport, Compression,
    Csv, Format, Layout, Order, Path, Policy, Report, audit,
};
use amidst_table::Table;
use proptest::prelude::*;

use crate::fixture::{HEADER, RELEASED, Setup, csv_of, failed};

type Row = [&'static str; 4];

fn combination(columns: &[&str], k: u64) -> CombinationClaim {
    CombinationClaim { columns: columns.iter().map(|&name| name.into()).collect(), k }
}

/// The register, with zip and sex asked for by themselves: only the row without a zip is rare.
fn register() -> (Setup, Vec<Row>) {
    let combinations = vec![combination(&["zip"], 2), combination(&["sex"], 3)];
    let setup = Setup { combinations, rows_out: 7, suppressed: 1, ..Setup::new() };
    (setup, RELEASED.into_iter().chain([["951*", "m", "gout", "y"]]).collect())
}

#[test]
fn a_row_alone_in_its_class_may_be_released() {
    let (setup, rows) = register();
    let report = setup.audit_bytes(&csv_of(&HEADER, rows)).unwrap();
    let reached = |columns: &[&str], asked, reached| CombinationReport {
        columns: columns.iter().map(|&name| name.into()).collect(),
        asked,
        reached,
    };
    assert_eq!(report.combinations, [reached(&["zip"], 2, 3), reached(&["sex"], 3, 3)]);
    assert_eq!((report.rows, report.classes, report.k), (7, 4, 1));
    let check = |name| report.checks.iter().find(|check| check.name == name).expect("it was checked");
    assert_eq!(
        check(Check::KAnonymity).words,
        "the values of 2 combinations of quasi columns all occur as often as asked, the rarest in 3 rows; all quasi \
         columns together have k = 1 (missing as own value), 1 (as wildcard), in 4 classes"
    );
    assert_eq!(check(Check::Suppression).words, "1 row suppressed in 1 class, none needlessly");
}

#[test]
fn a_combination_below_its_k() {
    let (mut setup, rows) = register();
    setup.combinations[1].k = 4;
    let error = setup.audit_bytes(&csv_of(&HEADER, &rows)).unwrap_err();
    let expected = "the release does not hold what it claims: 1 combination of 2 with values rarer than asked, among them \
                    sex: 3 rows, 4 asked";
    assert_eq!(error.to_string(), expected);
    // The row without a zip ought to have been suppressed.
    let (setup, mut rows) = register();
    rows.insert(0, ["", "f", "flu", "x"]);
    let setup = Setup { rows_out: 8, suppressed: 0, ..setup };
    assert_eq!(failed(setup.audit_bytes(&csv_of(&HEADER, rows))), [Check::KAnonymity]);
}

#[test]
fn a_row_suppressed_needlessly() {
    // Alone in its class, but its zip is not rare, and nothing else is asked.
    let (setup, mut rows) = register();
    rows.pop();
    let setup =
        Setup { rows_out: 6, suppressed: 2, combinations: vec![setup.combinations[0].clone()], ..setup };
    assert_eq!(failed(setup.audit_bytes(&csv_of(&HEADER, rows))), [Check::Suppression]);
}

#[test]
fn a_row_that_is_none_of_the_source_counts_for_no_other() {
    let (setup, mut rows) = register();
    rows[6][0] = "999*";
    assert_eq!(
        failed(setup.audit_bytes(&csv_of(&HEADER, rows))),
        [Check::KAnonymity, Check::Truth, Check::Suppression]
    );
}

#[test]
fn claims_that_cannot_be_checked() {
    let refused = |setup: Setup| {
        let (_, rows) = register();
        matches!(setup.audit_bytes(&csv_of(&HEADER, rows)), Err(AuditError::Claim(_)))
    };
    assert!(refused(Setup { combinations: vec![combination(&["zip", "disease"], 2)], ..register().0 }));
    assert!(refused(Setup { policy: Policy::Wildcard, ..register().0 }));
}

/// Three quasi columns of few values, numbered `c0` to `c2`.
type Rows = Vec<[u8; 3]>;

/// The largest set of rows in which every combination has its k: as long as there is one, a rare row is taken away.
fn released(rows: &Rows, asked: &[(Vec<usize>, u64)]) -> Rows {
    let mut left = rows.clone();
    loop {
        let is_rare = |row: &[u8; 3]| {
            asked.iter().any(|(columns, k)| {
                let alike = |other: &&[u8; 3]| columns.iter().all(|&at| other[at] == row[at]);
                (left.iter().filter(alike).count() as u64) < *k
            })
        };
        match left.iter().position(is_rare) {
            Some(rare) => drop(left.remove(rare)),
            None => return left,
        }
    }
}

/// Audits a file of these rows against the source.
fn audit_rows(source: &Rows, file: &Rows, asked: &[(Vec<usize>, u64)]) -> Result<Report, AuditError> {
    const NAMES: [&str; 3] = ["c0", "c1", "c2"];
    let texts = |rows: &Rows| -> Vec<[String; 3]> {
        rows.iter().map(|row| row.map(|cell| format!("v{cell}"))).collect()
    };
    let paths: Vec<Path> =
        (0..4).map(|cell| vec![Some(format!("v{cell}").into()), Some("*".into())]).collect();
    let column = |name: &str| ColumnClaim {
        name: name.into(),
        content: ColumnContent::Quasi { paths: &paths, level: 0 },
    };
    let named = |(columns, k): &(Vec<usize>, u64)| CombinationClaim {
        columns: columns.iter().map(|&at| NAMES[at].into()).collect(),
        k: *k,
    };
    let claim = Claim {
        source: &Table::from_rows(&NAMES, &texts(source)),
        model_columns: &[],
        informational: Vec::new(),
        columns: NAMES.map(column).into(),
        gone: Vec::new(),
        missing: &[],
        k: 1,
        respondent: None,
        household: None,
        combinations: asked.iter().map(named).collect(),
        neighbours: Vec::new(),
        requirements: Vec::new(),
        policy: Policy::OwnValue,
        reading: amidst_audit::Reading::default(),
        rows_in: source.len() as u64,
        rows_out: file.len() as u64,
        suppressed: (source.len() - file.len()) as u64,
        suppression_limit: u64::MAX,
        order: Order::Any,
        layout: Layout { format: Format::Csv(Csv::default()), compression: Compression::None },
    };
    let path = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(path.path(), csv_of(&NAMES, texts(file))).unwrap();
    audit(path.path(), &claim, &())
}

/// One to three combinations of any columns.
fn asked() -> impl Strategy<Value = Vec<(Vec<usize>, u64)>> {
    let columns = prop::sample::subsequence(vec![0, 1, 2], 1..=3);
    prop::collection::vec((columns, 1_u64..7), 1..=3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_audit_agrees_with_taking_rare_rows_away_one_by_one(
        rows in prop::collection::vec([0_u8..4, 0_u8..4, 0_u8..3], 1..60),
        asked in asked(),
    ) {
        let out = released(&rows, &asked);
        let report = audit_rows(&rows, &out, &asked).expect("the release is right");
        for (one, (columns, k)) in report.combinations.iter().zip(&asked) {
            let mut sizes = BTreeMap::<Vec<u8>, u64>::new();
            out.iter().for_each(|row| *sizes.entry(columns.iter().map(|&at| row[at]).collect()).or_default() += 1);
            prop_assert_eq!((one.asked, one.reached), (*k, sizes.into_values().min().unwrap_or(0)));
        }
        // A class more, and one of them is rare; a class less, and it is missed.
        if let Some(suppressed) = rows.iter().find(|row| !out.contains(row)) {
            let more: Rows = rows.iter().filter(|row| out.contains(row) || *row == suppressed).copied().collect();
            prop_assert_eq!(failed(audit_rows(&rows, &more, &asked)), [Check::KAnonymity]);
        }
        if let Some(kept) = out.first() {
            let less: Rows = out.iter().filter(|row| *row != kept).copied().collect();
            prop_assert!(failed(audit_rows(&rows, &less, &asked)).contains(&Check::Suppression));
        }
    }
}
