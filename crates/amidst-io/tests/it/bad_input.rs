//! Every way a table can be wrong, with the words that say so.

use amidst_io::{Encoding, Hints, Layout, Want};

use crate::table::{read, try_read, try_write};

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
    let words = "a.csv, line 2: the header has the column \"b\" twice; rename one of them";
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
    let words = |found| {
        format!("a.csv, line 3: {found} fields where the header has 2; check quotes and delimiter (',')")
    };
    check("a.csv", b"a,b\n1,2\n3,4,5\n6,7\n", &words(3));
    check("a.csv", b"a,b\n1,2\n3\n6,7\n", &words(1));
    check("a.csv", b"a,b\n\"1\n\",2\n\"x\"\n6,7\n", &words(1).replace("line 3", "line 4"));
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
    let words = "a.csv, line 2: a NUL byte; the file is damaged, or UTF-16 that should be saved as UTF-8";
    check("a.csv", b"a,b\n1,\0\n", words);
    check("a.csv", b"a,\0\n1,2\n", &words.replace("line 2", "line 1"));
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
        let error = amidst_io::write_to(&table.table, &[0], &options, &mut full).expect_err("it is full");
        assert_eq!(
            error.to_string(),
            format!("{name}: the disk is full; nothing was written. Free some space and run again")
        );
    }
}
