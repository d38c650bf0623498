//! Every way a table can be wrong, with the words that say so.

use amidst_io::{Encoding, Hints, Layout, Want};

use crate::table::{read, try_read, try_write, write_as};

#[track_caller]
fn check(name: &str, bytes: &[u8], expected: &str) {
    check_with(name, bytes, &Hints::default(), expected);
}

#[track_caller]
fn check_with(name: &str, bytes: &[u8], hints: &Hints, expected: &str) {
    for want in [Want::Code, Want::Carry, Want::Drop] {
        let error = try_read(name, bytes, hints, want).expect_err("it is bad");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn an_empty_file() {
    let words = "a.csv: the file is empty; it needs a header and at least one row";
    for bytes in [&b""[..], b"\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"] {
        check("a.csv", bytes, words);
    }
    check("a.jsonl", b"\n", "a.jsonl: the file is empty; it needs a header and at least one row");
}

#[test]
fn a_header_alone_is_a_table_without_rows() {
    for text in ["a,b\n", "a,b"] {
        let table = read("a.csv", text.as_bytes(), Want::Code).table;
        assert_eq!((table.columns().len(), table.rows()), (2, 0));
    }
}

#[test]
fn a_duplicate_name() {
    let words = "a.csv, line 2: columns 2 and 3 have the same name; rename one of them, or, if this line is no header, \
                 set header = false";
    check("a.csv", b"\na,b,\"b\"\n1,2,3\n", words);
}

#[test]
fn a_missing_name() {
    let words = "a.csv, line 1: column 2 has no name; name every column in the header";
    check("a.csv", b"a,,b\n1,2,3\n", words);
    check("a.csv", b"a, ,b\n1,2,3\n", words);
    check("a.csv", b"a,\"\",b\n1,2,3\n", words);
}

#[test]
fn a_ragged_row() {
    let words =
        |found| format!("a.csv, line 3: {found} where the header has 2; check quotes and delimiter (',')");
    check("a.csv", b"a,b\n1,2\n3,4,5\n6,7\n", &words("3 fields"));
    check("a.csv", b"a,b\n1,2\n3\n6,7\n", &words("1 field"));
    check("a.csv", b"a,b\n\"1\n\",2\n\"x\"\n6,7\n", &words("1 field").replace("line 3", "line 4"));
}

#[test]
fn invalid_utf8() {
    let words = "a.csv, line 3: not valid UTF-8; save the file as UTF-8, or declare encoding = \"latin-1\"";
    check("a.csv", b"a,b\n1,2\n3,\xff\n", words);
    check("a.csv", b"a,b\n1,\xc3\xa4\n3,\xe4\n", words);
    let hints = Hints { encoding: Some(Encoding::Utf8), ..Hints::default() };
    check_with("a.csv", b"a,b\n1,2\n3,\xe4\n", &hints, words);
    check("a.csv", b"a,\xff\n1,2\n", &words.replace("line 3", "line 1"));
}

#[test]
fn invalid_utf8_beyond_what_was_sniffed() {
    let mut bytes = b"a,b\n".to_vec();
    for _ in 0..200_000 {
        bytes.extend_from_slice(b"x,1\n");
    }
    bytes.extend_from_slice(b"\xe4,1\n");
    let words =
        "a.csv, line 200002: not valid UTF-8; save the file as UTF-8, or declare encoding = \"latin-1\"";
    check("a.csv", &bytes, words);
}

#[test]
fn a_nul_byte() {
    let words = |place| {
        format!("a.csv, {place}: a NUL byte; the file is damaged, or UTF-16 that should be saved as UTF-8")
    };
    check("a.csv", b"a,b\n1,\0\n", &words("line 2, column 2"));
    check("a.csv", b"a,b\n\"x\n\",2\n\"\0\",2\n", &words("line 4, column 1"));
    check("a.csv", b"a,\0\n1,2\n", &words("line 1"));
    let words = words("line 2, column \"b\"").replace(".csv", ".jsonl");
    check("a.jsonl", b"{\"a\":1}\n{\"b\":\"x\\u0000\"}\n", &words);
}

#[test]
fn half_a_character() {
    let words = "a.jsonl, line 2, column \"s\": a string holds half of a character (a surrogate alone); \
                 write the whole character";
    check("a.jsonl", b"{\"q\":1}\n{\"q\":1,\"s\":\"\\ud800\"}\n", words);
}

#[test]
fn text_behind_a_closing_quote() {
    let words = |place| {
        format!(
            "a.csv, {place}: text follows the closing quote of a field; \
             double the quotes that belong to the text, or remove what follows"
        )
    };
    check("a.csv", b"a,b\n1,2\n3,\"x\"y\n", &words("line 3, column 2"));
    check("a.csv", b"a,b\n\"1\n\" ,2\n", &words("line 2, column 1"));
    check("a.csv", b"a,\"b\"c\n1,2\n", &words("line 1, column 2"));
    let table = read("a.csv", b"a,b\n5\" pipe,\"x\"\r\n", Want::Code).table;
    assert_eq!(table.rows(), 1);
}

#[test]
fn an_unterminated_quote() {
    let words = "a.csv, line 3: a quoted field begins here and does not end; \
                 close the quote, or double a quote that belongs to the text";
    check("a.csv", b"a,b\n1,2\n3,\"x\n4,5\n", words);
    check("a.csv", b"a,\"b\n1,2\n", &words.replace("line 3", "line 1"));
}

#[test]
fn delimiters_that_cannot_work() {
    let words = "a.csv: delimiter and quote must be two different ASCII characters, and not line ends";
    for (delimiter, quote) in [(b'"', b'"'), (b'\n', b'"'), (b',', b'\r'), (0xe4, b'"'), (0, b'"')] {
        let hints = Hints { delimiter: Some(delimiter), quote: Some(quote), ..Hints::default() };
        check_with("a.csv", b"a,b\n1,2\n", &hints, words);
    }
}

#[test]
fn lines_that_are_no_objects() {
    let words = "a.jsonl, line 2: not a JSON object; JSON Lines holds one object on every line";
    for bytes in
        [&b"{\"a\":1}\n[1]\n"[..], b"{\"a\":1}\n{\"a\":\n", b"{\"a\":1}\nsecret\n", b"{\"a\":1}\n{} {}\n"]
    {
        check("a.jsonl", bytes, words);
    }
}

#[test]
fn a_key_twice_in_an_object() {
    let words = "a.jsonl, line 2: the object has the key \"a\" twice; keep one of them";
    check("a.jsonl", b"{\"a\":1}\n{\"a\":1,\"b\":2,\"a\":3}\n", words);
}

#[test]
fn values_that_only_quotes_tell_apart() {
    let bytes = b"{\"a\":\"39\"}\n{\"a\":39}\n";
    let error = try_read("a.jsonl", bytes, &Hints::default(), Want::Carry).expect_err("mixed");
    let words = "a.jsonl: column \"a\" holds both strings and other values that only quotes tell apart; \
                 make them all strings";
    assert_eq!(error.to_string(), words);
}

#[test]
fn damaged_files_of_typed_formats() {
    for (name, bytes) in
        [("a.parquet", &b"a,b\n1,2\n"[..]), ("a.arrow", b"a,b\n1,2\n"), ("a.arrows", b"\xff\xff\xff\xff")]
    {
        let error = try_read(name, bytes, &Hints::default(), Want::Code).expect_err("damaged");
        assert!(error.to_string().starts_with(&format!("{name}: damaged or not ")), "{error}");
    }
}

/// A table of texts and numbers as a typed file.
fn typed(name: &str) -> Vec<u8> {
    let csv = "a,b,c\n1,x,1.5\n2,y,2.5\n,z,\n";
    write_as(&read("a.csv", csv.as_bytes(), Want::Code), &Layout::default(), name)
}

#[test]
fn a_typed_file_damaged_anywhere_is_an_error_or_a_table() {
    for name in ["t.parquet", "t.arrow", "t.arrows"] {
        let whole = typed(name);
        for at in 0..whole.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] ^= flip;
                for want in [Want::Code, Want::Carry] {
                    // Whether a flipped bit is a damage or another cell is for the format to say.
                    let _ = try_read(name, &bytes, &Hints::default(), want);
                }
            }
            let error = try_read(name, &whole[..at], &Hints::default(), Want::Carry);
            assert!(error.is_err() || name == "t.arrows", "{name} cut off at {at}");
        }
    }
}

#[test]
fn sizes_that_no_file_has_are_refused_before_they_are_believed() {
    // The length of the footer.
    for name in ["t.parquet", "t.arrow"] {
        let mut bytes = typed(name);
        let at = bytes.len() - if name == "t.parquet" { 8 } else { 10 };
        bytes[at..at + 4].copy_from_slice(&0x7fff_fff0_u32.to_le_bytes());
        let error = try_read(name, &bytes, &Hints::default(), Want::Code).expect_err("damaged");
        let format = if name == "t.parquet" { "parquet" } else { "arrow" };
        assert_eq!(error.to_string(), format!("{name}: damaged or not {format}: it ends too early"));
    }
}

#[test]
fn a_page_that_claims_to_unpack_to_what_its_bytes_cannot_hold_is_refused() {
    let csv = format!("a\n{}\n", "x".repeat(9000));
    let mut bytes = write_as(&read("a.csv", csv.as_bytes(), Want::Code), &Layout::default(), "t.parquet");
    // The first page, behind the magic bytes: its kind, then what it unpacks to in three bytes.
    assert_eq!(bytes[..7], *b"PAR1\x15\x04\x15");
    bytes[7..10].copy_from_slice(&[0xfe, 0xff, 0x7f]);
    let error = try_read("t.parquet", &bytes, &Hints::default(), Want::Code).expect_err("a bomb");
    let words = "t.parquet: damaged or not parquet: it claims to unpack to more than its bytes can hold";
    assert_eq!(error.to_string(), words);
}

#[test]
fn pages_that_unpack_to_a_thousand_times_their_bytes_are_read() {
    use arrow_array::{ArrayRef, Int64Array, RecordBatch};
    use parquet::{
        arrow::ArrowWriter,
        basic::{Compression, GzipLevel, ZstdLevel},
        file::properties::WriterProperties,
    };
    let zeros: ArrayRef = std::sync::Arc::new(Int64Array::from(vec![0; 200_000]));
    let batch = RecordBatch::try_from_iter([("a", zeros)]).expect("a batch");
    let zstd = ZstdLevel::try_new(19).expect("a level");
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::GZIP(GzipLevel::try_new(9).expect("a level")),
        Compression::ZSTD(zstd),
    ] {
        let properties = WriterProperties::builder()
            .set_compression(compression)
            .set_dictionary_enabled(false)
            .set_data_page_row_count_limit(usize::MAX);
        let mut writer =
            ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties.build())).expect("a writer");
        writer.write(&batch).expect("written");
        let bytes = writer.into_inner().expect("closed");
        let table = try_read("t.parquet", &bytes, &Hints::default(), Want::Code).expect("a table");
        assert_eq!(table.table.rows(), 200_000, "{compression:?}");
    }
}

#[test]
fn types_that_would_come_out_as_others() {
    use arrow_array::{ArrayRef, IntervalYearMonthArray, RecordBatch, StringArray, UnionArray};
    use arrow_schema::{DataType, Field, UnionFields};
    use std::sync::Arc;
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["x"]));
    let fields = UnionFields::from_fields(vec![Field::new("t", DataType::Utf8, true)]);
    let union = UnionArray::try_new(fields, vec![0_i8].into(), None, vec![texts.clone()]).expect("a union");
    for (array, part) in [
        (Arc::new(union) as ArrayRef, "a union"),
        (Arc::new(IntervalYearMonthArray::from(vec![1])), "an interval"),
    ] {
        let batch = RecordBatch::try_from_iter([("q", texts.clone()), ("u", array)]).expect("equal lengths");
        let mut bytes = Vec::new();
        let mut writer =
            arrow_ipc::writer::FileWriter::try_new(&mut bytes, &batch.schema()).expect("writable");
        writer.write(&batch).and_then(|()| writer.finish()).expect("writable");
        drop(writer);
        let words = format!(
            "t.arrow: column \"u\" holds {part}, a type that cannot be carried through as it is; \
             convert it to text or numbers first, or make the column an identifier, which leaves it out"
        );
        for want in [Want::Code, Want::Carry] {
            let error = try_read("t.arrow", &bytes, &Hints::default(), want).expect_err("not carried");
            assert_eq!(error.to_string(), words);
        }
        assert!(try_read("t.arrow", &bytes, &Hints::default(), Want::Drop).is_ok());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end() {
    for path in ["/dev/zero", "/dev/urandom"] {
        let words = format!("{path}: not a regular file; name a file, or use - for standard input");
        let source = amidst_io::Source::from_argument(path);
        let error = amidst_io::Reader::open(&source, &Hints::default(), &[]).expect_err("endless");
        assert_eq!(error.to_string(), words);
        assert_eq!(amidst_io::read_text(path).expect_err("endless").to_string(), words);
        assert_eq!(amidst_io::read_hierarchy_rows(path).expect_err("endless").to_string(), words);
    }
}

#[test]
fn damaged_compression() {
    let error =
        try_read("a.csv.gz", b"\x1f\x8bnonsense", &Hints::default(), Want::Code).expect_err("damaged");
    assert!(error.to_string().starts_with("a.csv.gz: cannot be read: "), "{error}");
}

#[test]
fn files_that_are_not_there_and_folders() {
    let open = |path: &std::path::Path| {
        amidst_io::sniff(&amidst_io::Source::from_argument(path), &Hints::default()).expect_err("unreadable")
    };
    assert_eq!(
        open("no/such.csv".as_ref()).to_string(),
        "no/such.csv: there is no such file; check the path"
    );
    let folder = tempfile::tempdir().expect("a place for tests");
    let words = format!("{}: this is a folder; name a file in it", folder.path().display());
    assert_eq!(open(folder.path()).to_string(), words);
}

#[test]
fn characters_that_latin1_does_not_have() {
    let layout = Layout { encoding: Encoding::Latin1, ..Layout::default() };
    let words = "out: column \"b\" holds characters that latin-1 does not have; set encoding = \"utf-8\" for the output";
    for want in [Want::Code, Want::Carry] {
        let table = read("a.csv", "ä,b\nö,λ\n".as_bytes(), want);
        assert_eq!(try_write(&table, &[0], &layout).expect_err("no lambda").to_string(), words);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let table = read("a.csv", b"a\n1\n", Want::Code);
    for name in ["x.csv", "x.csv.gz", "x.csv.zst", "x.jsonl", "x.parquet", "x.arrow"] {
        let layout = Layout::default().for_output(Some(name.as_ref()));
        let options = amidst_io::WriteOptions { file: name.into(), layout, missing: String::new() };
        let mut full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let error =
            amidst_io::write_to(&table.table, &[0], &options, &mut full, &()).expect_err("it is full");
        assert_eq!(
            error.to_string(),
            format!("{name}: the disk is full; nothing was written. Free some space and run again")
        );
    }
}
