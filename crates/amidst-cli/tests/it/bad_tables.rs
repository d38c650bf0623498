//! Tables that cannot be read or released, and the words that say so.

use crate::support::{Folder, PEOPLE, ROLES, SECRET, SPEC};

/// A table of the columns zip, age and ill that is refused.
#[track_caller]
fn check(table: &[u8], message: &str) {
    let folder = Folder::with("people.csv", table);
    folder.refuses(&format!("anonymize people.csv {ROLES} -o release.csv"), message);
    folder.refuses(&format!("anonymize people.csv {ROLES} -o - --quiet"), message);
    folder.refuses(&format!("anonymize people.csv {ROLES} -o release.csv --json"), message);
}

#[track_caller]
fn check_named(name: &str, table: &[u8], message: &str) {
    Folder::with(name, table).refuses(&format!("anonymize {name} {ROLES} -o release.csv"), message);
}

#[test]
fn a_column_without_a_role() {
    Folder::with_people().refuses(
        "anonymize people.csv --quasi zip -k 2 -o release.csv",
        "columns without a role: \"age\", \"ill\"; say of each whether it is an identifier, quasi, sensitive or other, \
         in the spec or with --identifier, --quasi, --sensitive, --other",
    );
}

#[test]
fn a_column_that_is_not_there() {
    let message =
        "there is no column \"Zip\" (did you mean \"zip\"?); the table has \"zip\", \"age\", \"ill\"";
    let folder = Folder::with_people();
    folder.refuses("anonymize people.csv --quasi Zip,zip,age --sensitive ill -k 2 -o release.csv", message);
    folder.refuses("check people.csv --quasi Zip -k 2", message);
    folder.refuses("hierarchy build people.csv --column Zip", message);
}

#[test]
fn a_duplicate_header() {
    let table = format!("zip,age,ill,zip\n1,2,{SECRET},3\n");
    check(
        table.as_bytes(),
        "people.csv, line 1: columns 1 and 4 have the same name; rename one of them, or, if this line is no header, pass \
         --no-header or set header = false",
    );
}

#[test]
fn an_empty_column_name() {
    let table = format!("zip,age,ill,\n1,2,{SECRET},3\n");
    check(table.as_bytes(), "people.csv, line 1: column 4 has no name; name every column in the header");
}

#[test]
fn a_ragged_row() {
    let message = |line: u32, found: u32| {
        format!(
            "people.csv, line {line}: {found} fields where the header has 3; check quotes and delimiter (',')"
        )
    };
    check(format!("{PEOPLE}01234,{SECRET}\n").as_bytes(), &message(8, 2));
    check(format!("zip,age,ill\n01234,34,{SECRET},flu\n").as_bytes(), &message(2, 4));
}

#[test]
fn invalid_utf8() {
    let message =
        "people.csv, line 8: not valid UTF-8; save the file as UTF-8, or declare encoding = \"latin-1\"";
    check(&[PEOPLE.as_bytes(), b"01234,34,\xff\xfe\xc3\xa4\n"].concat(), message);
    let utf8 = "anonymize people.csv --encoding utf-8 --quasi zip,age --sensitive ill -k 2 -o release.csv";
    Folder::with("people.csv", [PEOPLE.as_bytes(), b"01234,34,M\xfcller\n"].concat()).refuses(utf8, message);
}

#[test]
fn a_nul_byte() {
    let message = "people.csv, line 8, column 3: a NUL byte; the file is damaged, or UTF-16 that should be saved as UTF-8";
    check(&[PEOPLE.as_bytes(), b"01234,34,\0\n"].concat(), message);
}

#[test]
fn an_unterminated_quote() {
    let message = "people.csv, line 8: a quoted field begins here and does not end; close the quote, or double a quote \
                   that belongs to the text";
    check(format!("{PEOPLE}01234,34,\"{SECRET}\n01234,35,flu\n").as_bytes(), message);
}

#[test]
fn lines_that_end_with_a_carriage_return_alone() {
    let message = "people.csv: its lines end with CR alone, as on old Macintoshes; save it with LF or CRLF";
    check(PEOPLE.replace('\n', "\r").as_bytes(), message);
}

#[test]
fn an_empty_file() {
    let message = "people.csv: the file is empty; it needs a header and at least one row";
    check(b"", message);
    check(b"\xef\xbb\xbf\n\n", message);
}

#[test]
fn a_header_alone() {
    let message = "people.csv: there is a header but no row; nothing can be released";
    check(b"zip,age,ill\n", message);
    check(b"zip,age,ill", message);
    let folder = Folder::with("people.csv", "zip,age,ill\n");
    folder.refuses("check people.csv --quasi zip -k 2", message);
    folder.refuses("init people.csv -o release.toml", message);
}

#[test]
fn one_row() {
    let folder = Folder::with("people.csv", format!("zip,age,ill\n01234,34,{SECRET}\n"));
    folder.falls_short(
        &format!("anonymize people.csv {ROLES} --suppression 100% -o release.csv"),
        "k = 2 is out of reach: only 1 row could be released, so that k is 1 at most; ask for a smaller k, or take a larger table",
    );
}

#[test]
fn fewer_rows_than_k() {
    Folder::with_people().falls_short(
        "anonymize people.csv --quasi zip,age --sensitive ill -k 7 --suppression 50% -o release.csv",
        "k = 7 is out of reach: only 6 rows could be released, so that k is 6 at most; ask for a smaller k, or take a larger table",
    );
}

#[test]
fn a_k_that_asks_for_more_suppression_than_is_allowed() {
    let spec = format!("{SPEC}levels = {{ max = 0 }}\n[privacy]\nk = 3\n");
    Folder::with_people().and("release.toml", spec).falls_short(
        "anonymize release.toml",
        "k = 3 is out of reach: even the most general solution would suppress 6 of 6 rows, and 0 are allowed; within \
         that, the largest k is 2. Ask for a smaller k, raise suppression, or widen the levels a column may use",
    );
}

#[test]
fn a_table_that_is_not_there() {
    let folder = Folder::new();
    for command in
        ["anonymize nobody.csv --quasi zip -k 2", "check nobody.csv --quasi zip -k 2", "init nobody.csv"]
    {
        folder.refuses(command, "nobody.csv: there is no such file; check the path");
    }
}

#[test]
fn a_folder_without_files_in_place_of_a_table() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("people")).expect("a folder");
    folder.refuses(
        "check people --quasi zip -k 2",
        "people: there is no file there; check the path (names that begin with _ or . are passed over)",
    );
}

#[test]
fn formats_that_the_extension_does_not_tell() {
    let table = PEOPLE.as_bytes();
    check_named(
        "people.parquet",
        table,
        "people.parquet: damaged or not parquet: it does not end as such a file does",
    );
    check_named(
        "people.arrow",
        table,
        "people.arrow: damaged or not arrow: it does not end as such a file does",
    );
    check_named(
        "people.jsonl",
        table,
        "people.jsonl, line 1: not a JSON object; JSON Lines holds one object on every line",
    );
    check_named(
        "people.xlsx",
        table,
        "people.xlsx: a spreadsheet is not supported; use csv, tsv, jsonl, parquet or arrow, for text also with .gz or .zst",
    );
}

#[test]
fn a_format_declared_wrongly() {
    Folder::with_people().refuses(
        &format!("anonymize people.csv --format jsonl {ROLES} -o release.csv"),
        "people.csv, line 1: not a JSON object; JSON Lines holds one object on every line",
    );
    Folder::with_people().refuses(
        &format!("anonymize people.csv --delimiter ; {ROLES} -o release.csv"),
        "there is no column \"age\"; the table has \"zip,age,ill\"",
    );
}

#[test]
fn words_for_the_layout_that_do_not_exist() {
    let folder = Folder::with_people();
    let check = |flag: &str, message: &str| {
        folder.refuses(&format!("anonymize people.csv {flag} {ROLES} -o release.csv"), message);
    };
    check("--format docx", "unknown format \"docx\"; choose one of csv, jsonl, parquet, arrow, arrow-stream");
    check("--encoding ebcdic", "unknown encoding \"ebcdic\"; choose one of utf-8, utf-8-bom, latin-1");
    check("--decimal x", "unknown decimal mark \"x\"; choose one of ., ,");
    check("--delimiter §", "delimiter = '§': it must be a single ASCII character, such as \",\" or \";\"");
}

#[test]
fn a_delimiter_of_two_characters() {
    Folder::with_people().ends(
        &["check", "people.csv", "--quasi", "zip", "-k", "2", "--delimiter", ";;"],
        2,
        "error: invalid value ';;' for '--delimiter <CHAR>': write one character, such as , or ; or the word tab\n\n\
         For more information, try '--help'.\n",
    );
}

#[test]
fn a_column_that_looks_like_an_identifier_is_released_only_if_that_is_said() {
    let table = "zip,mail\n01234,zyx@example.org\n01234,anna.smith@example.org\n01235,bob@example.org\n01235,c@example.com\n";
    let folder = Folder::with("people.csv", table);
    for role in ["other", "sensitive"] {
        folder.refuses(
            &format!("anonymize people.csv --quasi zip --{role} mail -k 2 -o release.csv"),
            &format!(
                "column \"mail\" has the role {role} but looks like e-mail addresses (its name says so and 100 % of its \
                 values are written like e-mail addresses); make it an identifier, or say that it may be released with \
                 not_identifying = true in the spec or --not-identifying \"mail\""
            ),
        );
    }
    folder
        .succeed("anonymize people.csv --quasi zip --other mail --not-identifying mail -k 2 -o release.csv");
    assert!(folder.text("release.csv").contains("zyx@example.org"));
}

#[test]
fn a_first_line_that_is_data() {
    let message = "people.csv: its first line reads like data, not like the names of columns; put a line with names \
                   above it, or say that there is none with --no-header or header = false, or that this is one with \
                   --header or header = true";
    let table = format!("{SECRET}@example.org,1980-02-29\nann@example.org,1990-01-31\n");
    let folder = Folder::with("people.csv", table);
    folder.refuses("check people.csv --quasi zip -k 2", message);
    folder.refuses("init people.csv -o release.toml", message);
    folder.refuses("anonymize people.csv --quasi zip -k 2 -o release.csv", message);
}

#[test]
fn texts_that_tell_all_rows_apart_are_not_released_by_mistake() {
    let rows: String = (0..30).map(|row| format!("0123{},word {row} {SECRET}\n", row % 2)).collect();
    let folder = Folder::with("people.csv", format!("zip,remark\n{rows}"));
    let args = "anonymize people.csv --quasi zip --other remark -k 2 -o release.csv";
    folder.refuses(
        args,
        "column \"remark\" has the role other but looks like a key to the rows (nearly every text stands alone); make it \
         an identifier, or say that it may be released with not_identifying = true in the spec or --not-identifying \
         \"remark\"",
    );
    folder.succeed(&format!("{args} --not-identifying remark"));
}

/// People without a header, and no cell repeats: nothing tells whether the first line is one of them.
const PEOPLE_WITHOUT_HEADER: &str =
    "Schmidt,Berlin,HIV\nMeier,Hamburg,flu\nKaya,Ulm,cold\nVogel,Bonn,asthma\n";

#[test]
fn a_first_line_that_may_be_a_row_is_never_shown() {
    let folder = Folder::with("t.csv", PEOPLE_WITHOUT_HEADER);
    for args in [
        "init t.csv",
        "check t.csv --quasi zip -k 2",
        "check t.csv --quasi Berln -k 2",
        "risk t.csv",
        "risk t.csv --quasi zip",
        "anonymize t.csv -k 2 -o r.csv",
        "anonymize t.csv --quasi Berln -k 2 -o r.csv",
        "hierarchy build t.csv zip",
    ] {
        let run = folder.run(args);
        let told = format!("{}{}", run.text(), run.stderr);
        assert_eq!(run.code, Some(2), "{args}: {told}");
        assert!(["Schmidt", "Berlin", "HIV"].iter().all(|cell| !told.contains(cell)), "{args}: {told}");
        assert_eq!(folder.names(), ["t.csv"], "{args}");
    }
    folder.refuses(
        "check t.csv --quasi zip -k 2",
        "t.csv: there is no column \"zip\"; its first line may be the names of columns or data, so that it is not shown; \
         say that it is a header with --header or header = true, or that there is none with --no-header or header = false",
    );
}

#[test]
fn a_first_line_that_is_called_by_name_or_said_to_be_a_header_is_shown() {
    let folder = Folder::with("t.csv", PEOPLE_WITHOUT_HEADER.replace("Schmidt,Berlin,HIV", "shape,hue,mood"));
    let missing = "there is no column \"zip\"; the table has \"shape\", \"hue\", \"mood\"";
    folder.refuses("check t.csv --quasi hue,zip -k 2", missing);
    folder.refuses("check t.csv --quasi zip -k 2 --header", missing);
    folder.succeed("check t.csv --quasi hue -k 1");
    // Words above numbers are a header, and so are words that columns are often called by.
    let numbers = Folder::with("t.csv", "shape,hue\nround,1\nsquare,2\n");
    numbers.refuses(
        "check t.csv --quasi zip -k 2",
        "there is no column \"zip\"; the table has \"shape\", \"hue\"",
    );
    let known = Folder::with("t.csv", "name,city\nMeier,Ulm\nKaya,Bonn\n");
    known.refuses(
        "check t.csv --quasi zip -k 2",
        "there is no column \"zip\"; the table has \"name\", \"city\"",
    );
}
