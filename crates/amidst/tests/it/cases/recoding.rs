//! A whole run on the table of a case: what the release shows, cell by cell or at levels.

use std::{collections::BTreeMap, fs};

use amidst::{
    Answer, Job, Spec,
    spec::{ColumnSpec, Generalize, HierarchySpec, LabelsWord, Order, OrderSpec, Suppress},
};
use amidst_core::Role;
use serde::Deserialize;

use super::{Expectation, agree, sorted, subject::Subject};

/// What is asked, and what is released. Rows count from 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recoding {
    k: u64,
    /// What is asked besides k.
    given: Given,
    /// The sets of rows that show the same.
    partition: Option<Vec<Vec<usize>>>,
    /// What the first rows of these sets show, in their order.
    shown: Option<Vec<Vec<String>>>,
    /// The level of each column.
    levels: Option<Vec<u8>>,
    /// Rows suppressed.
    suppressed_rows: Option<u64>,
    /// Cells that tell nothing any more.
    suppressed_cells: Option<u64>,
    /// The score under the objective, in millionths.
    millionths: Option<u64>,
    /// Whether nothing is better, as it is told.
    optimal: Option<bool>,
    /// The message, if it is refused.
    refused: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    algorithm: Option<String>,
    generalize: Option<Generalize>,
    suppress: Option<Suppress>,
    suppression: Option<String>,
    prefer: Option<String>,
    objective: Option<String>,
    /// What is asked besides k, as a flag spells it.
    require: Option<String>,
    target: Option<String>,
    labels: Option<LabelsWord>,
    priority: Option<Vec<String>>,
    /// Orders of columns, which then have no levels.
    #[serde(default)]
    ordered: BTreeMap<String, OrderSpec>,
    /// Whether the hierarchies of the case are left out.
    #[serde(default)]
    plain: bool,
    /// The type of columns.
    #[serde(default)]
    types: BTreeMap<String, String>,
}

impl Expectation for Recoding {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let out = folder.path().join("release.csv");
        let spec = self.spec(subject, folder.path(), &out.display().to_string())?;
        let answer = Job::new(spec).run(&());
        if let Some(refused) = &self.refused {
            let message = answer.err().map(|error| error.to_string());
            return agree("the refusal", &message.as_deref(), &Some(refused.as_str()));
        }
        let Answer::Released(released) = answer.map_err(|error| error.to_string())? else {
            return Err("it is out of reach".into());
        };
        let text = fs::read_to_string(out).map_err(|error| error.to_string())?;
        let summary = &released.summary;
        if let Some(expected) = &self.partition {
            let (partition, shown) = partition(&text, subject)?;
            agree("the partition", &partition, &sorted(expected))?;
            if let Some(expected) = &self.shown {
                agree("what it shows", &shown, expected)?;
            }
        }
        if let Some(expected) = &self.levels {
            let levels: Vec<u8> = summary.levels.iter().map(|(_, level)| *level).collect();
            agree("levels", &levels, expected)?;
        }
        if let Some(expected) = &self.suppressed_rows {
            agree("rows suppressed", &summary.rows.suppressed, expected)?;
        }
        if let Some(expected) = &self.suppressed_cells {
            let cells: u64 = summary.cells.iter().map(|(_, cells)| cells.suppressed).sum();
            agree("cells suppressed", &cells, expected)?;
        }
        if let Some(expected) = &self.optimal {
            agree("being the best", &summary.optimal, expected)?;
        }
        if let Some(expected) = &self.millionths {
            agree("the score in millionths", &((summary.objective.value * 1e6).round() as u64), expected)?;
        }
        Ok(())
    }
}

impl Recoding {
    fn spec(&self, subject: &Subject, folder: &std::path::Path, out: &str) -> Result<Spec, String> {
        let mut spec = Spec::of_table(&subject.write_table(folder, &[]));
        for name in subject.header()? {
            let is_quasi = subject.quasi.iter().any(|quasi| quasi == name);
            let is_asked_for = |it: &String| it.split(' ').any(|part| part == format!("column={name}"));
            let role = match self.given.require.as_ref().is_some_and(is_asked_for) {
                _ if is_quasi => Role::Quasi,
                true => Role::Sensitive,
                false => Role::Other,
            };
            let mut column = ColumnSpec::new(role);
            column.not_identifying = role == Role::Other;
            if is_quasi && !self.given.plain && subject.lines(name).is_ok() {
                let file = Some(subject.write_hierarchy(folder, name)?);
                column.hierarchy = Some(HierarchySpec { file, ..HierarchySpec::default() });
            }
            if let Some(order) = self.given.ordered.get(name) {
                let ordered = Some(order.clone());
                column.hierarchy = Some(HierarchySpec { ordered, ..HierarchySpec::default() });
            }
            if let Some(kind) = self.given.types.get(name) {
                column.kind = Some(kind.clone().try_into()?);
            }
            spec.columns.insert(name.to_owned(), column);
        }
        spec.privacy.k = Some(self.k);
        let (solve, given) = (&mut spec.solve, &self.given);
        solve.algorithm.clone_from(&given.algorithm);
        solve.generalize = given.generalize;
        solve.suppress = given.suppress;
        solve.suppression = given.suppression.as_ref().map(|limit| limit.parse()).transpose()?;
        solve.prefer.clone_from(&given.prefer);
        solve.objective.clone_from(&given.objective);
        spec.privacy.require.extend(given.require.as_ref().map(|it| it.parse()).transpose()?);
        solve.target.clone_from(&given.target);
        solve.priority.clone_from(&given.priority);
        solve.labels = given.labels;
        spec.named.clone_from(&subject.quasi);
        spec.output.path = Some(out.to_owned());
        spec.output.order = Order::Input;
        Ok(spec)
    }
}

/// Sets of rows, and what each shows.
type Partition = (Vec<Vec<usize>>, Vec<Vec<String>>);

/// The sets of rows that show the same in the quasi columns. All rows must be there.
fn partition(text: &str, subject: &Subject) -> Result<Partition, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let place = |name: &String| header.iter().position(|known| known == name).ok_or("a column is gone");
    let places: Vec<usize> = subject.quasi.iter().map(place).collect::<Result<_, _>>()?;
    let mut sets: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for (at, record) in reader.records().enumerate() {
        let record = record.map_err(|error| error.to_string())?;
        let shown = places.iter().map(|&place| record[place].to_owned()).collect();
        sets.entry(shown).or_default().push(at + 1);
    }
    let mut sets: Vec<(Vec<usize>, Vec<String>)> =
        sets.into_iter().map(|(shown, rows)| (rows, shown)).collect();
    sets.sort();
    Ok(sets.into_iter().unzip())
}
