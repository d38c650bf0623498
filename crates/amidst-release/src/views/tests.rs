//! From classes to views that pass their audit.

use amidst_audit::{
    Claim, ColumnClaim, ColumnContent, Covering, Order, Policy, RecodedContent, RequirementClaim, View,
    audit_views,
};
use amidst_core::{Codes, Dictionary, ModelParams};
use amidst_io::{Layout, WriteOptions, write_to};
use amidst_spec::source::audit_layout;

use super::*;
use crate::{RecodedColumn, SUPPRESSED};

const SOURCE: [[&str; 4]; 7] = [
    ["f", "35", "20", "a"],
    ["m", "99", "99", "b"],
    ["f", "30", "15", "c"],
    ["m", "55", "80", "d"],
    ["f", "40", "10", "e"],
    ["m", "50", "75", "f"],
    ["m", "57", "70", "g"],
];

/// The example of the survey: classes by sex, a range of ages in one view and of incomes in the other.
#[test]
fn every_view_shows_the_same_classes_and_one_label_of_its_column_for_each() {
    let source = Table::from_rows(&["sex", "age", "income", "note"], &SOURCE);
    let class_of_row = [0, SUPPRESSED, 0, 1, 0, 1, 1];
    let column = |name: &str, labels: [&str; 2]| RecodedColumn {
        name: name.into(),
        labels: std::sync::Arc::new(labels.into_iter().map(Some).collect::<Dictionary>()),
        of_class: vec![0, 1],
    };
    let columns = [
        column("sex", ["f", "m"]),
        column("age", ["[30, 40]", "[50, 57]"]),
        column("income", ["[10, 20]", "[70, 80]"]),
    ];
    let recoding = Recoding { class_of_row: &class_of_row, columns: &columns };
    let views = views(&source, &recoding, &["age", "income"], Some(""), &()).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let paths = [folder.path().join("age.csv"), folder.path().join("income.csv")];
    for (view, path) in views.iter().zip(&paths) {
        let options = WriteOptions { file: "test".into(), layout: Layout::default(), missing: String::new() };
        let mut bytes = Vec::new();
        write_to(&view.table, &view.order, &options, &mut bytes, &()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let view = |column: &str, female: &str, male: &str| {
        let rows = [format!("f,\"{female}\"\n").repeat(3), format!("m,\"{male}\"\n").repeat(3)].concat();
        format!("sex,{column}\n{rows}")
    };
    assert_eq!(std::fs::read_to_string(&paths[0]).unwrap(), view("age", "[30, 40]", "[50, 57]"));
    assert_eq!(std::fs::read_to_string(&paths[1]).unwrap(), view("income", "[10, 20]", "[70, 80]"));

    let classes = Codes::U32(class_of_row.map(|class| class.min(2)).to_vec());
    let of_class = [0, 1, RecodedContent::SUPPRESSED];
    let missing = [String::new()];
    let claim = |confidential: &str| Claim {
        source: &source,
        model_columns: &[],
        columns: columns
            .iter()
            .filter(|column| column.name == "sex" || column.name == confidential)
            .map(|column| ColumnClaim {
                name: column.name.clone(),
                content: ColumnContent::Cells(RecodedContent {
                    classes: &classes,
                    of_class: &of_class,
                    labels: &column.labels,
                    covering: Covering::Ranges,
                }),
            })
            .collect(),
        gone: Vec::new(),
        missing: &missing,
        k: 3,
        respondent: None,
        household: None,
        combinations: Vec::new(),
        neighbours: Vec::new(),
        requirements: vec![RequirementClaim {
            params: ModelParams::DistinctL { l: 2 },
            column: Some(confidential.into()),
            within: Vec::new(),
            hierarchy: None,
            population: None,
        }],
        informational: Vec::new(),
        policy: Policy::OwnValue,
        reading: amidst_audit::Reading::default(),
        rows_in: 7,
        rows_out: 6,
        suppressed: 1,
        suppression_limit: u64::MAX,
        order: Order::Sorted,
        layout: audit_layout(&Layout::default()),
    };
    let views = [
        View { bytes: paths[0].as_path().into(), claim: claim("age") },
        View { bytes: paths[1].as_path().into(), claim: claim("income") },
    ];
    let report = audit_views(&views, &()).unwrap();
    assert_eq!((report.k, report.classes, report.rows), (3, 2, 6));
}
