//! Every format in and out; what is not generalized leaves as it came.

use crate::support::{Folder, PEOPLE, ROLES, Run, rows};

#[test]
fn a_release_travels_through_every_format_and_comes_back_the_same() {
    let folder = Folder::with_people();
    let stations =
        ["a.csv", "b.parquet", "c.jsonl", "d.arrow", "e.csv.gz", "f.csv.zst", "g.tsv", "h.jsonl.gz", "z.csv"];
    let mut from = "people.csv";
    for to in stations {
        folder.succeed(&format!("anonymize {from} {ROLES} -o {to}"));
        from = to;
    }
    assert_eq!(folder.text("z.csv"), folder.text("a.csv"));
    assert!(folder.text("a.csv").contains("\n01234,"), "leading zeros survive");
}

#[test]
fn formats_are_what_their_names_say() {
    let folder = Folder::with_people();
    for (name, magic) in [
        ("r.parquet", &b"PAR1"[..]),
        ("r.arrow", b"ARROW1"),
        ("r.jsonl", b"{\"zip\":\"01234\",\"age\":\"30-39\",\"ill\":"),
        ("r.csv.gz", b"\x1f\x8b"),
        ("r.csv.zst", b"\x28\xb5\x2f\xfd"),
        ("r.tsv", b"zip\tage\till\n"),
    ] {
        folder.succeed(&format!("anonymize people.csv {ROLES} -o {name}"));
        assert!(folder.bytes(name).starts_with(magic), "{name}");
    }
}

/// Cells of columns that are carried along, as they are written in CSV.
const CARRIED: [&str; 8] = [
    "007,1.50",
    "0,-0.0",
    "\"a, b\",\"say \"\"hi\"\"\"",
    " x ,=1+1",
    "NA,null",
    "1e3,2020-02-30",
    "\"two\nlines\",ä",
    "true,TRUE",
];

#[test]
fn other_columns_leave_byte_for_byte() {
    let table: String =
        CARRIED.iter().enumerate().map(|(row, cells)| format!("01234,{},{cells}\n", row / 4)).collect();
    let folder = Folder::with("people.csv", format!("zip,age,one,two\n{table}"));
    folder.succeed("anonymize people.csv --quasi zip,age --other one,two -k 2 --order input -o release.csv");
    let expected: String =
        CARRIED.iter().enumerate().map(|(row, cells)| format!("01234,{},{cells}\n", row / 4)).collect();
    assert_eq!(folder.text("release.csv"), format!("zip,age,one,two\n{expected}"));
}

#[test]
fn typed_cells_keep_their_types() {
    let lines = "{\"zip\":\"01234\",\"age\":34,\"n\":1,\"x\":2.5,\"b\":true,\"s\":\"007\",\"o\":null}\n\
                 {\"zip\":\"01234\",\"age\":34,\"n\":2,\"x\":0.25,\"b\":false,\"s\":\"08\",\"o\":\"x\"}\n";
    let folder = Folder::with("people.jsonl", lines);
    let roles = "--quasi zip,age --other n,x,b,s,o -k 2 --order input";
    folder.succeed(&format!("anonymize people.jsonl {roles} -o a.jsonl"));
    folder.succeed(&format!("anonymize people.jsonl {roles} -o a.parquet"));
    folder.succeed(&format!("anonymize a.parquet {roles} -o a.arrow"));
    folder.succeed(&format!("anonymize a.arrow {roles} -o b.jsonl"));
    assert_eq!((folder.text("a.jsonl").as_str(), folder.text("b.jsonl").as_str()), (lines, lines));
}

/// A table laid out so leaves laid out so.
#[track_caller]
fn check_layout(table: &[u8], starts: &[u8], holds: &[u8]) {
    let folder = Folder::with("people.csv", table);
    folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv"));
    let release = folder.bytes("release.csv");
    let shown = String::from_utf8_lossy(&release);
    assert!(release.starts_with(starts), "{shown}");
    assert!(release.windows(holds.len()).any(|window| window == holds), "{shown}");
}

#[test]
fn the_layout_of_the_table_is_that_of_the_release() {
    let text = |from: &str, to: &str| PEOPLE.replace(from, to).into_bytes();
    check_layout(&text(",", ";"), b"zip;age;ill\n01234;30-39;", b"\n01235;30-39;cold\n");
    check_layout(&text("\n", "\r\n"), b"zip,age,ill\r\n01234,", b"\r\n01235,30-39,cold\r\n");
    check_layout(
        &[b"\xef\xbb\xbf", PEOPLE.as_bytes()].concat(),
        b"\xef\xbb\xbfzip,age,ill\n01234,",
        b"\n01235,",
    );
    check_layout(
        &[PEOPLE.as_bytes(), b"01299,79,M\xfcdigkeit\n"].concat(),
        b"zip,age,ill\n",
        b",70-79,M\xfcdigkeit\n",
    );
    check_layout(&text("cold", "Schnupfen ä"), b"zip,age,ill\n", ",Schnupfen ä\n".as_bytes());
}

#[test]
fn tab_separated_values_stay_so_and_tab_is_a_word() {
    let folder = Folder::with("people.tsv", PEOPLE.replace(',', "\t"));
    folder.succeed(&format!("anonymize people.tsv {ROLES} -o a.tsv"));
    folder.succeed(&format!("anonymize people.tsv {ROLES} --delimiter tab -o b.tsv"));
    assert!(folder.text("a.tsv").starts_with("zip\tage\till\n"));
    assert_eq!(folder.text("a.tsv"), folder.text("b.tsv"));
}

#[test]
fn what_is_declared_beats_what_is_sniffed() {
    let folder = Folder::with("people.csv", PEOPLE.replace(',', "|"));
    folder.succeed(&format!("anonymize people.csv --delimiter | {ROLES} -o release.csv"));
    assert!(folder.text("release.csv").starts_with("zip|age|ill\n"));
    let latin = Folder::with("people.csv", [PEOPLE.as_bytes(), b"01299,79,\xc3\xa4\n"].concat());
    latin.succeed(&format!("anonymize people.csv --encoding latin-1 {ROLES} -o release.csv"));
    assert!(latin.bytes("release.csv").windows(2).any(|pair| pair == b"\xc3\xa4"));
}

#[test]
fn a_decimal_comma_is_understood() {
    let table: String = (0..40).map(|row| format!("{},{};a\n", row % 8, row)).collect();
    let folder = Folder::with("people.csv", format!("size;ill\n{table}"));
    let build = ["hierarchy", "build", "people.csv", "--column", "size", "--using", "interval = [2]"];
    let hierarchy = folder.run_with(&build);
    assert!(hierarchy.text().contains("\n3,35;\"[2; 4)\";*\n"), "{}", hierarchy.text());
    folder.succeed("init people.csv");
    let run = folder.succeed("anonymize release.toml");
    assert!(run.text().contains("generalized") && run.text().contains(" wide)"), "{}", run.text());
    assert_eq!(rows(&folder.text("people.release.csv")).len(), 40);
}

#[test]
fn a_compressed_stream_leaves_compressed() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o a.csv.gz"));
    let args = format!("anonymize - {ROLES} -o - --quiet");
    let run = Run::of(folder.command().args(args.split(' ')).write_stdin(folder.bytes("a.csv.gz")));
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.starts_with(b"\x1f\x8b"));
}
