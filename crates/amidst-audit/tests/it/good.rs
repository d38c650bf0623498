//! Good releases pass, whatever their layout.

use std::io::Write;

use amidst_audit::{Check, Compression, Csv, Encoding, Newline, Order, Policy};

use crate::fixture::{HEADER, RELEASED, Setup, csv_of, failed};

#[test]
fn a_good_release_passes_and_is_described() {
    let report = Setup::new().audit_bytes(&csv_of(&HEADER, RELEASED)).unwrap();
    assert_eq!((report.rows, report.classes, report.k, report.k_wildcard), (6, 3, 2, 2));
    assert_eq!(report.bytes, csv_of(&HEADER, RELEASED).len() as u64);
    assert_eq!(report.sha256.len(), 64);
    let words: Vec<&str> = report.checks.iter().map(|check| check.words.as_str()).collect();
    assert_eq!(
        words,
        [
            "4 columns in the promised order, 1 identifier gone",
            "8 rows read = 6 released + 2 suppressed",
            "k = 2 (missing as own value), 2 (as wildcard), 2 asked under own-value, in 3 classes",
            "3 released classes, each with exactly the rows that generalize to it",
            "2 rows suppressed in 2 classes, none needlessly",
            "2 carried columns: in every class the cells of its source rows",
            "the file holds cells, and nothing besides",
            "rows are sorted by what is released",
        ]
    );
    assert!(serde_json::to_string(&report).unwrap().contains("\"name\":\"k-anonymity\""));
}

#[test]
fn every_way_to_lay_out_delimited_text_is_read() {
    let text = String::from_utf8(csv_of(&HEADER, RELEASED)).unwrap();
    let utf8_bom = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let latin1: Vec<u8> = text.chars().map(|character| character as u8).collect();
    Setup::with_csv(Csv { encoding: Encoding::Utf8 { bom: true }, ..Csv::default() })
        .audit_bytes(&utf8_bom)
        .unwrap();
    for encoding in [Encoding::Latin1, Encoding::Windows1252] {
        Setup::with_csv(Csv { encoding, ..Csv::default() }).audit_bytes(&latin1).unwrap();
    }
    let mut writer = csv::WriterBuilder::new()
        .delimiter(b';')
        .quote(b'\'')
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    writer.write_record(HEADER).unwrap();
    RELEASED.iter().for_each(|row| writer.write_record(row).unwrap());
    let semicolons = Csv { delimiter: b';', quote: Some(b'\''), newline: Newline::CrLf, ..Csv::default() };
    Setup::with_csv(semicolons).audit_bytes(&writer.into_inner().unwrap()).unwrap();
}

#[test]
fn compressed_files_are_read() {
    let text = csv_of(&HEADER, RELEASED);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&text).unwrap();
    let mut setup = Setup::new();
    setup.layout.compression = Compression::Gzip;
    setup.audit_bytes(&gzip.finish().unwrap()).unwrap();
    setup.layout.compression = Compression::Zstd;
    setup.audit_bytes(&zstd::encode_all(text.as_slice(), 1).unwrap()).unwrap();
}

#[test]
fn another_order_passes_where_none_is_promised() {
    let mut rows = RELEASED;
    rows.reverse();
    let setup = Setup { order: Order::Any, ..Setup::new() };
    setup.audit_bytes(&csv_of(&HEADER, rows)).unwrap();
}

#[test]
fn a_release_of_nobody_is_a_release() {
    let setup = Setup { k: 100, rows_out: 0, suppressed: 8, ..Setup::new() };
    let report = setup.audit_bytes(&csv_of(&HEADER, [[""; 4]; 0])).unwrap();
    assert_eq!((report.rows, report.classes, report.k), (0, 0, 0));
}

#[test]
fn rows_without_a_path_may_be_suppressed_at_any_size() {
    let mut setup = Setup { rows_out: 4, suppressed: 4, ..Setup::new() };
    setup.zip.retain(|path| !path[0].as_deref().is_some_and(|zip| zip.starts_with("951")));
    setup.audit_bytes(&csv_of(&HEADER, &RELEASED[..4])).unwrap();
}

#[test]
fn a_missing_cell_is_judged_by_the_stated_policy() {
    // Under wildcards, the lone female without a zip hides among the others.
    let mut rows = RELEASED.to_vec();
    rows.insert(0, ["", "f", "flu", "x"]);
    let bytes = csv_of(&HEADER, rows);
    let mut setup = Setup { rows_out: 7, suppressed: 1, ..Setup::new() };
    assert_eq!(failed(setup.audit_bytes(&bytes)), [Check::KAnonymity]);
    setup.policy = Policy::Wildcard;
    let report = setup.audit_bytes(&bytes).unwrap();
    assert_eq!((report.k, report.k_wildcard), (1, 2));
}

#[test]
fn one_match_too_few_is_too_few_under_wildcards_too() {
    let mut rows = RELEASED.to_vec();
    rows.insert(0, ["", "f", "flu", "x"]);
    let setup = |k| Setup { k, rows_out: 7, suppressed: 1, policy: Policy::Wildcard, ..Setup::new() };
    let report = setup(2).audit_bytes(&csv_of(&HEADER, &rows)).unwrap();
    assert_eq!(report.k_wildcard, 2);
    assert!(failed(setup(3).audit_bytes(&csv_of(&HEADER, &rows))).contains(&Check::KAnonymity));
}

#[test]
fn any_missing_marker_is_missing() {
    let mut rows = RELEASED.to_vec();
    rows.insert(0, ["?", "f", "flu", "x"]);
    rows[1][3] = "?";
    let missing = vec![String::new(), "?".into()];
    let setup = Setup { rows_out: 7, suppressed: 1, k: 1, missing, order: Order::Any, ..Setup::new() };
    // At k = 1 nothing needs to be suppressed.
    assert_eq!(failed(setup.audit_bytes(&csv_of(&HEADER, rows))), [Check::Suppression]);
}
