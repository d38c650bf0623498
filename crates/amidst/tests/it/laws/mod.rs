//! Laws that every release obeys, whatever the table.

mod as_shown;
mod boundaries;
mod cells;
mod combinations;
mod households;
mod metamorphic;
mod order_of_rows;
mod people;
mod plans;
mod requirements;
mod suppression;
mod sweep;
mod views;

use std::{collections::BTreeMap, fs, path::Path};

use amidst::{
    Answer, Job, Released, Role, Spec,
    spec::{ColumnSpec, HierarchySpec},
};
use amidst_testkit::generate::small::Small;
use tempfile::TempDir;

/// What is asked of a small table.
#[derive(Clone, Copy, Debug)]
struct Wish {
    k: u64,
    suppression: &'static str,
    objective: &'static str,
}

/// A release and its bytes; `None` if the target was out of reach.
type Outcome = Option<(Box<Released>, String)>;

/// Releases a small table through files, as users do. A last column numbers the rows, to see what becomes of carried
/// cells; `carried` gives its cells.
fn release(small: &Small, carried: &[String], wish: Wish) -> Outcome {
    let folder = TempDir::new().expect("a folder");
    let spec = describe(small, carried, wish, folder.path());
    match Job::new(spec).run(&()).expect("a well-formed job runs") {
        Answer::Released(released) => {
            let text =
                fs::read_to_string(folder.path().join("release.csv")).expect("the release was written");
            Some((released, text))
        }
        Answer::Infeasible(_) => None,
    }
}

/// Writes table and hierarchies, and the spec that names them.
fn describe(small: &Small, carried: &[String], wish: Wish, folder: &Path) -> Spec {
    let header = small.header.iter().map(String::as_str).chain(["note"]).collect::<Vec<_>>().join(",");
    let line = |(row, note): (&Vec<Option<String>>, &String)| {
        let cells = row.iter().map(|cell| cell.as_deref().unwrap_or("")).chain([note.as_str()]);
        cells.collect::<Vec<_>>().join(",")
    };
    let lines: Vec<String> =
        std::iter::once(header).chain(small.rows.iter().zip(carried).map(line)).collect();
    let input = folder.join("table.csv");
    fs::write(&input, lines.join("\n") + "\n").expect("the table is written");
    let mut spec = Spec::of_table(&input.to_string_lossy());
    for (name, paths) in small.header.iter().zip(&small.paths) {
        let file = folder.join(format!("{name}.csv"));
        let rows = paths.iter().map(|path| {
            let labels = path.iter().map(|label| label.as_deref().unwrap_or(""));
            labels.collect::<Vec<_>>().join(";")
        });
        fs::write(&file, rows.collect::<Vec<_>>().join("\n") + "\n").expect("the hierarchy is written");
        let mut column = ColumnSpec::new(Role::Quasi);
        let file = Some(file.to_string_lossy().into_owned());
        column.hierarchy = Some(HierarchySpec { file, ..HierarchySpec::default() });
        spec.columns.insert(name.clone(), column);
    }
    let mut note = ColumnSpec::new(Role::Other);
    note.not_identifying = true;
    spec.columns.insert("note".into(), note);
    spec.privacy.k = Some(wish.k);
    spec.solve.suppression = Some(wish.suppression.parse().expect("a limit"));
    spec.solve.objective = Some(wish.objective.into());
    spec.output.path = Some(folder.join("release.csv").to_string_lossy().into_owned());
    spec
}

/// One note per row, all different.
fn numbered(rows: usize) -> Vec<String> {
    (0..rows).map(|row| format!("note {row}")).collect()
}

/// The sizes of the classes of a release, counted in the plainest way.
fn class_sizes(csv: &str) -> Vec<usize> {
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for line in csv.lines().skip(1) {
        let (quasi, _) = line.rsplit_once(',').expect("every line ends with its note");
        *sizes.entry(quasi).or_default() += 1;
    }
    sizes.into_values().collect()
}
