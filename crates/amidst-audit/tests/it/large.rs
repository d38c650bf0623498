//! A file of many blocks: what happens where one block ends and the next begins.

use amidst_audit::{
    AuditError, Check, Claim, ColumnClaim, ColumnContent, Compression, Csv, Format, Layout, Order, Path,
    Policy, Report, audit,
};
use amidst_table::Table;

use crate::fixture::failed;

const ROWS: usize = 60_000;
const BLOCK: usize = 1 << 20;

/// Rows of about 70 bytes; the note holds line ends and quotes.
fn rows() -> Vec<[String; 2]> {
    let note = |at: usize| format!("note {at:08} of some length,\n\"quoted\" and long enough to fill blocks");
    (0..ROWS).map(|at| [format!("g{}", at / 10_000), note(at)]).collect()
}

fn written(rows: &[[String; 2]]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["group", "note"]).unwrap();
    rows.iter().for_each(|row| writer.write_record(row).unwrap());
    writer.into_inner().unwrap()
}

fn audit_rows(source: &Table, bytes: &[u8]) -> Result<Report, AuditError> {
    let paths: Vec<Path> =
        (0..6).map(|group| vec![Some(format!("g{group}").into()), Some("*".into())]).collect();
    let column = |name: &str, content| ColumnClaim { name: name.into(), content };
    let claim = Claim {
        source,
        model_columns: &[],
        informational: Vec::new(),
        columns: vec![
            column("group", ColumnContent::Quasi { paths: &paths, level: 0 }),
            column("note", ColumnContent::Sensitive),
        ],
        gone: Vec::new(),
        missing: &[],
        k: 10_000,
        respondent: None,
        household: None,
        combinations: Vec::new(),
        neighbours: Vec::new(),
        requirements: Vec::new(),
        policy: Policy::OwnValue,
        reading: amidst_audit::Reading::default(),
        rows_in: ROWS as u64,
        rows_out: ROWS as u64,
        suppressed: 0,
        suppression_limit: u64::MAX,
        order: Order::Sorted,
        layout: Layout { format: Format::Csv(Csv::default()), compression: Compression::None },
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    audit(file.path(), &claim, &())
}

#[test]
fn blocks_are_put_together_and_seams_are_checked() {
    let mut rows = rows();
    let source = Table::from_rows(&["group", "note"], &rows);
    let bytes = written(&rows);
    assert!(bytes.len() > 4 * BLOCK);
    let report = audit_rows(&source, &bytes).unwrap();
    assert_eq!((report.rows, report.classes, report.k), (ROWS as u64, 6, 10_000));
    // All rows are equally long, so the last row of the first block can be told.
    let row = (bytes.len() - "group,note\n".len()) / ROWS;
    let seam = BLOCK / row;
    for at in seam - 2..seam + 2 {
        rows.swap(at, at + 1);
        assert_eq!(failed(audit_rows(&source, &written(&rows))), [Check::Order]);
        rows.swap(at, at + 1);
    }
}

#[test]
fn a_swap_between_classes_far_apart_is_caught() {
    let mut rows = rows();
    let source = Table::from_rows(&["group", "note"], &rows);
    let (first, last) = (rows[0][1].clone(), rows[ROWS - 1][1].clone());
    (rows[0][1], rows[ROWS - 1][1]) = (last, first);
    rows.sort();
    assert_eq!(failed(audit_rows(&source, &written(&rows))), [Check::Integrity]);
}

#[test]
fn the_row_of_a_flaw_is_told() {
    let rows = rows();
    let source = Table::from_rows(&["group", "note"], &rows);
    let mut bytes = written(&rows[..40_000]);
    bytes.extend_from_slice(b"g4\n");
    bytes.extend_from_slice(&written(&rows[40_000..])["group,note\n".len()..]);
    let error = audit_rows(&source, &bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the release cannot be read back as CSV, after 40000 rows: \
         a row has more or fewer cells than there are columns"
    );
}
