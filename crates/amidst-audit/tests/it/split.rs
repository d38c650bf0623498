//! The same release audited in parts: every release that a test audits as a whole must come out alike.

use amidst_audit::{AuditError, Claim, FileTypes, Medium, PartAudit, Report};
use amidst_table::{Column, Data, Table};
use arrow_array::{ArrayRef, UInt32Array};

/// Some rows of a table, coded anew.
pub fn rows_of(table: &Table, rows: &[usize]) -> Table {
    let columns = table.columns().iter().map(|column| {
        let data = match &column.data {
            Data::Coded(coded) => {
                let cells = rows.iter().map(|&row| coded.dictionary.value(coded.codes.at(row)));
                return Column { data: Column::from_texts("", cells).data, ..column.clone() };
            }
            Data::Carried(chunks) => {
                let chunks: Vec<&dyn arrow_array::Array> = chunks.iter().map(AsRef::as_ref).collect();
                let all = arrow_select::concat::concat(&chunks).expect("one type");
                let places = UInt32Array::from_iter_values(rows.iter().map(|&row| row as u32));
                let taken: ArrayRef = arrow_select::take::take(&all, &places, None).expect("rows of it");
                Data::Carried(vec![taken])
            }
        };
        Column { data, ..column.clone() }
    });
    Table::new(columns.collect())
}

/// Audits parts of a source and files, which are added up from both ends, through bytes; every claim is over its own part.
pub fn audit_parts(source: &[Claim], files: &[Medium], whole: &Claim) -> Result<Report, AuditError> {
    let types = FileTypes::read(files[0].clone(), &whole.layout)?;
    let files =
        files.iter().cloned().zip(0..).map(|(file, number)| PartAudit::of_file(file, number, whole, &()));
    let parts = source.iter().map(|claim| PartAudit::of_source(claim, &types, &()));
    let parts: Vec<PartAudit> = files.chain(parts).collect::<Result<_, _>>()?;
    let added = |parts: &mut dyn Iterator<Item = &PartAudit>| {
        let parts = parts.map(|part| PartAudit::from_bytes(&part.to_bytes()).expect("what was written"));
        parts.map(Ok).reduce(|a, b| a?.merge(b?)).expect("there is a part")
    };
    let (one, other) = (added(&mut parts.iter())?, added(&mut parts.iter().rev())?);
    assert!(one == other && one.to_bytes() == other.to_bytes(), "the order of parts shows");
    let (head, tail) = parts.split_at(parts.len() / 2);
    if !head.is_empty() && !tail.is_empty() {
        let halves = added(&mut tail.iter())?.merge(added(&mut head.iter())?)?;
        assert!(one == halves, "the grouping of parts shows");
    }
    one.verdict(whole, &())
}

/// Whether a release comes out alike as a whole and in parts. Of several files only the bytes may differ, and that the words
/// speak of files.
#[track_caller]
pub fn assert_alike(
    whole: &Result<Report, AuditError>,
    parts: Result<Report, AuditError>,
    is_one_file: bool,
) {
    let words = |words: &str| words.replace("the files hold", "the file holds");
    match (whole, parts) {
        (Ok(whole), Ok(mut parts)) => {
            parts.checks.iter_mut().for_each(|check| check.words = words(&check.words));
            if !is_one_file {
                (parts.bytes, parts.sha256, parts.further) = (whole.bytes, whole.sha256.clone(), Vec::new());
            }
            assert_eq!(*whole, parts);
        }
        (Err(AuditError::Failed(whole)), Err(AuditError::Failed(mut parts))) => {
            parts.iter_mut().for_each(|check| check.words = words(&check.words));
            assert_eq!(*whole, parts);
        }
        (Err(whole), Err(parts)) => assert_eq!(whole.to_string(), parts.to_string()),
        (whole, parts) => panic!("{whole:?} as a whole, {parts:?} in parts"),
    }
}
