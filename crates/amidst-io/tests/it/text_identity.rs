//! Text goes out as it came in, whatever it is.

use amidst_io::{Encoding, Format, Hints, Layout, Newline, ReadTable, Want};
use amidst_table::{Column, Table};
use proptest::prelude::*;

use crate::table::{cells, columns, read, try_read, try_write};

/// Text that holds what could hurt; NUL is refused by readers.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\"".to_owned()),
        Just(",".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just(";".to_owned()),
        Just("\\".to_owned()),
        Just("\u{feff}".to_owned()),
        "[a-z0-9 ]{0,10}",
        "[^\0]{0,3}",
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn rows() -> impl Strategy<Value = Vec<Vec<String>>> {
    (1_usize..4).prop_flat_map(|width| prop::collection::vec(prop::collection::vec(text(), width), 1..20))
}

fn layouts() -> impl Strategy<Value = Layout> {
    let delimiter = prop_oneof![Just(b','), Just(b';'), Just(b'\t'), Just(b'|')];
    let newline = prop_oneof![Just(Newline::Lf), Just(Newline::CrLf)];
    let encoding = prop_oneof![Just(Encoding::Utf8), Just(Encoding::Utf8Bom)];
    (delimiter, newline, encoding).prop_map(|(delimiter, newline, encoding)| Layout {
        delimiter,
        newline,
        encoding,
        ..Layout::default()
    })
}

fn declared(layout: &Layout) -> Hints {
    Hints {
        format: Some(layout.format),
        delimiter: Some(layout.delimiter),
        encoding: Some(layout.encoding),
        ..Hints::default()
    }
}

/// A table of texts under odd but lawful names.
fn table(rows: &[Vec<String>]) -> ReadTable {
    let names = ["na\"me,;\n1", "\u{feff}2", "drei"];
    let width = rows[0].len();
    let column = |at: usize| Column::from_texts(names[at], rows.iter().map(|row| Some(row[at].as_str())));
    let table = Table::new((0..width).map(column).collect());
    ReadTable { table, sha256: String::new(), bytes: 0 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn csv_written_and_read_is_the_same_text(rows in rows(), layout in layouts(), coded: bool) {
        let before = table(&rows);
        let order: Vec<u32> = (0..rows.len() as u32).collect();
        let bytes = try_write(&before, &order, &layout).expect("writable");
        let want = if coded { Want::Code } else { Want::Carry };
        let after = try_read("a.csv", &bytes, &declared(&layout), want).expect("what we write, we read");
        prop_assert_eq!(after.table.rows(), rows.len());
        for (at, column) in after.table.columns().iter().enumerate() {
            prop_assert_eq!(&column.name, &before.table.columns()[at].name);
            let texts: Vec<String> = cells(column).into_iter().map(Option::unwrap_or_default).collect();
            let expected: Vec<String> = rows.iter().map(|row| row[at].clone()).collect();
            prop_assert_eq!(texts, expected);
        }
        // And once more: bytes that we wrote come out as the same bytes.
        prop_assert_eq!(try_write(&after, &order, &layout).expect("writable"), bytes);
    }

    #[test]
    fn jsonl_written_and_read_is_the_same_text(rows in rows(), coded: bool) {
        let layout = Layout { format: Format::Jsonl, ..Layout::default() };
        let before = table(&rows);
        let order: Vec<u32> = (0..rows.len() as u32).collect();
        let bytes = try_write(&before, &order, &layout).expect("writable");
        let want = if coded { Want::Code } else { Want::Carry };
        let after = try_read("a.jsonl", &bytes, &declared(&layout), want).expect("what we write, we read");
        for (at, column) in after.table.columns().iter().enumerate() {
            let texts: Vec<String> = cells(column).into_iter().map(Option::unwrap_or_default).collect();
            let expected: Vec<String> = rows.iter().map(|row| row[at].clone()).collect();
            prop_assert_eq!(texts, expected);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), name in "a\\.(csv|tsv|jsonl|parquet|arrow|csv\\.gz|txt)") {
        let _ = try_read(&name, &bytes, &Hints::default(), Want::Code);
    }

    #[test]
    fn any_text_like_bytes_are_read_or_refused(text in "[a,\"\n\r;x\\\\{}:1\u{e4}]{0,60}") {
        for name in ["a.csv", "a.jsonl"] {
            let coded = try_read(name, text.as_bytes(), &Hints::default(), Want::Code);
            let carried = try_read(name, text.as_bytes(), &Hints::default(), Want::Carry);
            if let (Ok(coded), Ok(carried)) = (coded, carried) {
                prop_assert_eq!(coded.table.rows(), carried.table.rows());
            }
        }
    }
}

#[test]
fn layouts_survive_the_way_through() {
    let sources: [&[u8]; 6] = [
        b"a,b\n1,2\n",
        b"\xef\xbb\xbfa;b\r\n1,5;\"x;y\"\r\n",
        b"a\tb\nJ\xfcrgen\tx\n",
        b"a|b|c\n\"say \"\"hi\"\"\"|\"two\nlines\"|\n",
        b"only\nx\n\"\"\ny\n",
        "größe,ort\n007,Köln\n".as_bytes(),
    ];
    for bytes in sources {
        for want in [Want::Code, Want::Carry] {
            let source = amidst_io::Source::from_bytes("a.csv", bytes.to_vec());
            let layout = amidst_io::sniff(&source, &Hints::default()).expect("text");
            let table = read("a.csv", bytes, want);
            let order: Vec<u32> = (0..table.table.rows() as u32).collect();
            let out = try_write(&table, &order, &layout.for_output(None)).expect("writable");
            assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(bytes));
        }
    }
}

#[test]
fn rows_leave_in_the_order_asked_for() {
    let table = read("a.csv", b"a,b\n1,x\n2,y\n3,z\n", Want::Carry);
    assert_eq!(try_write(&table, &[2, 0], &Layout::default()).expect("writable"), b"a,b\n3,z\n1,x\n");
    assert_eq!(try_write(&table, &[], &Layout::default()).expect("writable"), b"a,b\n");
}

#[test]
fn missing_cells_are_written_as_the_first_marker() {
    let source = amidst_io::Source::from_bytes("a.csv", &b"a,b\nNA,x\n?,\n1,y\n"[..]);
    let missing = ["?".to_owned(), "NA".to_owned(), String::new()];
    let reader = amidst_io::Reader::open(&source, &Hints::default(), &missing).expect("well-formed");
    let table = reader.read(|_| Want::Code).expect("well-formed");
    assert_eq!(columns(&table.table)[0].1, [None, None, Some("1".to_owned())]);
    let options = amidst_io::WriteOptions {
        file: "out".into(),
        layout: Layout::default(),
        missing: missing[0].clone(),
    };
    let mut bytes = Vec::new();
    amidst_io::write_to(&table.table, &[0, 1, 2], &options, &mut bytes, &()).expect("writable");
    assert_eq!(bytes, b"a,b\n?,x\n?,?\n1,y\n");
}

#[test]
fn without_a_header_columns_are_numbered() {
    let hints = Hints { header: Some(false), ..Hints::default() };
    let table = try_read("a.csv", b"1,x\n2,y\n", &hints, Want::Code).expect("well-formed");
    let names: Vec<String> = columns(&table.table).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["column_1", "column_2"]);
    assert_eq!(table.table.rows(), 2);
}

#[test]
fn the_hash_is_that_of_the_bytes_as_stored() {
    let table = read("a.csv", b"a\n1\n", Want::Code);
    assert_eq!(table.sha256, "309b0e45a73d3fc5325e2b6ed0a01ef8b9cde6b05a5633c1f893f970d52bfddc");
}
