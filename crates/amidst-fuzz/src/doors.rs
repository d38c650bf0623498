//! What reads what users give: every door of the house, as a function that takes bytes.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use amidst::{Plan, Spec, advanced::hierarchies};
use amidst_audit as audit;
use amidst_core::hierarchy::{Claim, Decimal, label_contains, read_set, write_set};
use amidst_io::{Hints, Reader, Source, Want};
use amidst_table::{Column, Table};

use crate::{Target, mutate, seeds};

impl Target {
    /// The input of a number.
    pub fn input(self, seed: u64, number: u64) -> Vec<u8> {
        mutate::input(seeds::of(self), seeds::words(self), seed, number)
    }

    /// Reads bytes. What comes of it does not matter, as long as something does.
    pub fn take(self, bytes: &[u8]) {
        match self {
            Self::Csv => table("t.csv", bytes),
            Self::Jsonl => table("t.jsonl", bytes),
            Self::Parquet => table("t.parquet", bytes),
            Self::Arrow => table("t.arrow", bytes),
            Self::Stream => table("t.arrows", bytes),
            Self::Gzip => table("t.csv.gz", bytes),
            Self::Zstd => table("t.csv.zst", bytes),
            Self::Audit => audited(bytes),
            Self::Spec => spec(&String::from_utf8_lossy(bytes)),
            Self::Hierarchy => hierarchy(bytes),
            Self::Recipe => recipe(&String::from_utf8_lossy(bytes)),
            Self::Plan => drop(String::from_utf8_lossy(bytes).parse::<Plan>()),
            Self::Label => label(&String::from_utf8_lossy(bytes)),
        }
    }
}

/// A folder for what can only be read from files; in memory where the system has such a place.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = place.join(format!("amidst-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a place for files");
    fs::write(folder.join("people.csv"), seeds::PEOPLE).expect("a place for files");
    folder
});

/// Lets go of the files that were written.
pub fn clean_up() {
    let _ = fs::remove_dir_all(&*FOLDER);
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = FOLDER.join(name);
    fs::write(&path, bytes).expect("there is room for a small file");
    path
}

/// A table, coded and carried.
fn table(name: &str, bytes: &[u8]) {
    let source = Source::from_bytes(name, bytes.to_vec());
    for want in [Want::Code, Want::Carry] {
        let Ok(reader) = Reader::open(&source, &Hints::default(), &[String::new(), "NA".into()]) else {
            return;
        };
        if let Ok(read) = reader.read(|_| want) {
            texts(&read.table);
        }
    }
}

/// What is done with every carried column before it is written.
fn texts(table: &Table) {
    for column in table.columns() {
        if let amidst_table::Data::Carried(chunks) = &column.data {
            chunks.iter().for_each(|chunk| drop(amidst_io::texts_of(chunk)));
        }
    }
}

/// A release that the audit reads back; the first byte says in which format.
fn audited(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let format = match first % 4 {
        0 => audit::Format::Parquet,
        1 => audit::Format::Arrow,
        2 => audit::Format::JsonLines,
        _ => audit::Format::Csv(audit::Csv::default()),
    };
    let compression = match first / 64 {
        1 if first % 4 > 1 => audit::Compression::Gzip,
        2 if first % 4 > 1 => audit::Compression::Zstd,
        _ => audit::Compression::None,
    };
    static SOURCE: LazyLock<Table> = LazyLock::new(|| {
        Table::new(vec![
            Column::from_texts("zip", [Some("01234"), Some("01234"), Some("01235")]),
            Column::from_texts("ill", [Some("flu"), None, Some("cold")]),
        ])
    });
    let paths: Vec<audit::Path> =
        ["01234", "01235"].map(|zip| vec![Some(zip.into()), Some("*".into())]).into();
    let columns = vec![
        audit::ColumnClaim {
            name: "zip".into(),
            content: audit::ColumnContent::Quasi { paths: &paths, level: 1 },
        },
        audit::ColumnClaim { name: "ill".into(), content: audit::ColumnContent::Other },
    ];
    let path = file("release", bytes);
    seeds::audit_with(&SOURCE, columns, audit::Layout { format, compression }, &path);
}

fn spec(text: &str) {
    if let Ok(spec) = Spec::from_toml(text) {
        drop((spec.input.hints(), spec.privacy.requirements(), spec.to_toml()));
    }
}

fn hierarchy(bytes: &[u8]) {
    if let Ok((hierarchy, _)) = hierarchies::read(&file("hierarchy.csv", bytes)) {
        drop((hierarchies::to_csv(&hierarchy), hierarchy.tree(20)));
    }
}

fn recipe(text: &str) {
    let Ok(using) = amidst::spec::HierarchySpec::from_toml(text) else { return };
    let input = Spec::of_table(&FOLDER.join("people.csv").to_string_lossy()).input;
    for column in ["zip", "age", "born", "size"] {
        if let Ok(built) = hierarchies::build(&input, column, Some(using.clone())) {
            drop(hierarchies::to_csv(&built.hierarchy));
        }
    }
}

fn label(text: &str) {
    let (label, value) = text.split_once('\n').unwrap_or((text, "25"));
    drop((Claim::read(label), label_contains(label, value), label.parse::<Decimal>()));
    if let Some(members) = read_set(label) {
        let again = write_set(members.iter().map(String::as_str));
        assert_eq!(read_set(&again).as_ref(), Some(&members), "a set that is written is read back");
    }
}
