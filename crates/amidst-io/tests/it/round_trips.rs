//! Every format into every format and back.

use amidst_io::{Layout, Want};

use crate::table::{columns, read, write_as};

const NAMES: [&str; 9] =
    ["t.csv", "t.tsv", "t.csv.gz", "t.csv.zst", "t.jsonl", "t.jsonl.gz", "t.parquet", "t.arrow", "t.arrows"];

const SOURCE: &str = "zip,age,weight,born,seen,member,note\n\
    00941,39,61.5,1980-02-29,2024-02-29T10:00:00,true,plain\n\
    94139,7,80.25,1999-12-31,2024-02-29T10:00:00.500,false,\"quoted, \"\"twice\"\"\n on two lines\"\n\
    ,,,,,,\n\
    94139,-1,0.125,2000-01-01,1999-01-01T00:00:00,true,Köln\n";

#[test]
fn every_pair_of_formats_keeps_every_cell() {
    for want in [Want::Code, Want::Carry] {
        let source = read("t.csv", SOURCE.as_bytes(), want);
        let expected = columns(&source.table);
        let blank = |cells: Vec<Option<String>>| -> Vec<String> {
            cells.into_iter().map(Option::unwrap_or_default).collect()
        };
        for first in NAMES {
            let bytes = write_as(&source, &Layout::default(), first);
            for other in [Want::Code, Want::Carry] {
                let middle = read(first, &bytes, other);
                for second in NAMES {
                    let last = read(second, &write_as(&middle, &Layout::default(), second), Want::Code);
                    assert_eq!(last.table.rows(), 4);
                    for ((name, cells), (found, there)) in expected.iter().zip(columns(&last.table)) {
                        assert_eq!(*name, found);
                        let path = format!("{name}: csv {want:?}, {first} {other:?}, {second}");
                        assert_eq!(blank(there), blank(cells.clone()), "{path}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_table_gives_the_same_bytes_on_any_number_of_threads() {
    let mut text = "id,a,b\n".to_owned();
    for row in 0..60_000 {
        text.push_str(&format!("{row},{},\"x, {}\"\n", row % 7, row % 1000));
    }
    for name in NAMES {
        for want in [Want::Code, Want::Carry] {
            let on = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                pool.install(|| write_as(&read("t.csv", text.as_bytes(), want), &Layout::default(), name))
            };
            assert!(on(1) == on(2), "{name} {want:?}");
        }
    }
}

#[test]
fn a_file_on_disk_is_read_as_its_bytes_are() {
    let folder = tempfile::tempdir().expect("a place for tests");
    let source = read("t.csv", SOURCE.as_bytes(), Want::Carry);
    for name in NAMES {
        let bytes = write_as(&source, &Layout::default(), name);
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).expect("writable");
        let from_disk = amidst_io::Source::from_argument(&path);
        let reader =
            amidst_io::Reader::open(&from_disk, &amidst_io::Hints::default(), &[]).expect("well-formed");
        let there = reader.read(|_| Want::Carry).expect("well-formed");
        let here = read(name, &bytes, Want::Carry);
        assert_eq!(columns(&there.table), columns(&here.table));
        assert_eq!((there.sha256, there.bytes), (here.sha256, bytes.len() as u64));
    }
}
