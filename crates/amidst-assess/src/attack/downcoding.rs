//! Labels that can be undone, wholly or by a level.
//!
//! From the release alone: a label with one label below it, or one value, says no more than that one. With the original,
//! which the defender holds: a class all of whose rows share a finer label did not need its label, and what the hierarchy
//! hides there is a matter of finding out which.

use std::collections::HashMap;

use amidst_core::{Aborted, Coded, Hierarchy, Observer, hierarchy::Path, observer::watched};
use amidst_spec::{
    reporting::{Count, Reporting},
    value::Value,
};
use serde::Serialize;

use super::{
    groups::{Field, RowGroups},
    join::Index,
    knowledge::Ladder,
    relation::{Relation, built},
    spelling::value,
};

/// Which labels can be undone.
#[derive(Clone, Debug, Serialize)]
pub struct Downcoding {
    /// Cells of which a finer label is certain from the release and the hierarchies alone.
    pub certain: Cells,
    /// Cells whose class shares a finer label in the original; only if the original is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<OfOriginal>,
}

/// Generalized cells that could be finer.
#[derive(Clone, Debug, Serialize)]
pub struct Cells {
    /// Generalized cells that were looked at.
    pub tested: Count,
    /// Those with one label one level lower.
    pub finer: Count,
    /// Those with one value.
    pub exact: Count,
    /// Rows with such a cell.
    pub rows: Count,
}

/// What the original says.
#[derive(Clone, Debug, Serialize)]
pub struct OfOriginal {
    /// Cells whose class shares a label one level lower, or its value.
    #[serde(flatten)]
    pub cells: Cells,
    /// Rows of the release in classes that could not be told apart in the original, and were not looked at.
    pub not_tested: Count,
}

/// A quasi column of the release under its hierarchy.
pub(super) struct Generalized<'a> {
    pub released: &'a Coded,
    pub hierarchy: Option<&'a Hierarchy>,
    /// The same column of the original, and which labels its values may stand behind.
    pub original: Option<Original<'a>>,
}

/// A column of the original.
pub(super) struct Original<'a> {
    column: &'a Coded,
    relation: Relation,
    /// For each value its labels, the value first; only the value if no more is known.
    paths: Vec<Vec<Option<Value>>>,
}

/// Cells while they are counted.
struct CellCounts {
    tested: u64,
    finer: u64,
    exact: u64,
    /// For each row of the release whether it has such a cell.
    rows: Vec<bool>,
}

/// How far a label can be undone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Undone {
    NotAtAll,
    OneLevel,
    Exactly,
}

impl CellCounts {
    fn new(rows: usize) -> Self {
        Self { tested: 0, finer: 0, exact: 0, rows: vec![false; rows] }
    }

    fn add(&mut self, row: usize, undone: Undone) {
        self.tested += 1;
        self.finer += u64::from(undone != Undone::NotAtAll);
        self.exact += u64::from(undone == Undone::Exactly);
        self.rows[row] |= undone != Undone::NotAtAll;
    }

    fn told(&self, reporting: Reporting) -> Cells {
        let rows = self.rows.iter().filter(|is_one| **is_one).count() as u64;
        Cells {
            tested: reporting.count(self.tested),
            finer: reporting.count(self.finer),
            exact: reporting.count(self.exact),
            rows: reporting.count(rows),
        }
    }
}

impl Downcoding {
    pub(super) fn new(
        columns: &[Generalized<'_>],
        classes: &RowGroups,
        original_rows: usize,
        (reporting, observer): (Reporting, &dyn Observer),
    ) -> Result<Self, Aborted> {
        let mut certain = CellCounts::new(classes.of_row.len());
        for (column, hierarchy) in columns.iter().filter_map(|column| Some((column, column.hierarchy?))) {
            let undone = of_labels(hierarchy, column.released);
            for row in 0..classes.of_row.len() {
                if let Some(undone) = undone[column.released.codes.at(row) as usize] {
                    certain.add(row, undone);
                }
            }
        }
        let originals: Option<Vec<&Original<'_>>> =
            columns.iter().map(|column| column.original.as_ref()).collect();
        let of_original = |originals: Vec<&Original<'_>>| {
            of_original(columns, &originals, classes, original_rows, (reporting, observer))
        };
        let original = originals.map(of_original).transpose()?;
        Ok(Self { certain: certain.told(reporting), original })
    }
}

/// How far each label can be undone by the hierarchy alone; `None` if it is a value, or not in the hierarchy.
fn of_labels(hierarchy: &Hierarchy, column: &Coded) -> Vec<Option<Undone>> {
    let mut places: HashMap<Value, (u8, u32)> = HashMap::new();
    for level in 0..=hierarchy.height() {
        for (index, label) in (0..).zip(hierarchy.labels(level)) {
            label.map(|label| places.entry(value(label)).or_insert((level, index)));
        }
    }
    // How many labels are below each label of levels 1 and up.
    let children = |level: u8| {
        let mut children = vec![0; hierarchy.width(level)];
        hierarchy.parents(level - 1).iter().for_each(|&parent| children[parent as usize] += 1);
        children
    };
    let children: Vec<Vec<u32>> = (1..=hierarchy.height()).map(children).collect();
    let undone = |label: Option<&str>| {
        let &(level, index) = places.get(&value(label?)).filter(|(level, _)| *level > 0)?;
        let below = children[usize::from(level) - 1][index as usize];
        Some(match (hierarchy.leaf_range(level, index).len(), below) {
            (1, _) => Undone::Exactly,
            (_, 1) => Undone::OneLevel,
            _ => Undone::NotAtAll,
        })
    };
    column.dictionary.iter().map(undone).collect()
}

fn of_original(
    columns: &[Generalized<'_>],
    originals: &[&Original<'_>],
    classes: &RowGroups,
    original_rows: usize,
    (reporting, observer): (Reporting, &dyn Observer),
) -> Result<OfOriginal, Aborted> {
    let class_of = class_of_rows(columns, originals, classes, original_rows, observer)?;
    let mut sizes = vec![0; classes.len()];
    class_of.iter().flatten().for_each(|&class| sizes[class as usize] += 1);
    // Only where the rows of the original are those of the release is it known what the class shares.
    let is_tested: Vec<bool> = sizes.iter().zip(&classes.sizes).map(|(found, rows)| found == rows).collect();
    let mut tally = CellCounts::new(classes.of_row.len());
    for (column, original) in columns.iter().zip(originals) {
        let undone = original.undone(column.released, classes, &class_of);
        for (row, &class) in
            classes.of_row.iter().enumerate().filter(|(_, class)| is_tested[**class as usize])
        {
            if let Some(undone) = undone[class as usize] {
                tally.add(row, undone);
            }
        }
    }
    let untested = classes.sizes.iter().zip(&is_tested).filter(|(_, is_tested)| !**is_tested);
    Ok(OfOriginal {
        cells: tally.told(reporting),
        not_tested: reporting.count(untested.map(|(rows, _)| rows).sum()),
    })
}

/// The class of each row of the original, if it is exactly one.
fn class_of_rows(
    columns: &[Generalized<'_>],
    originals: &[&Original<'_>],
    classes: &RowGroups,
    original_rows: usize,
    observer: &dyn Observer,
) -> Result<Vec<Option<u32>>, Aborted> {
    let released: Vec<Field<'_>> = columns.iter().map(|column| Field::of(&column.released.codes)).collect();
    let index = Index::new(classes, &released, (0..columns.len()).collect());
    let asked: Vec<Field<'_>> = originals
        .iter()
        .map(|original| Field { codes: &original.column.codes, image: Some(&original.relation.list_of) })
        .collect();
    let groups = RowGroups::of(original_rows, &asked, observer)?;
    let class_of = |&row: &u32| {
        let lists = originals.iter().zip(&asked);
        let fits: Vec<_> = lists
            .map(|(original, field)| original.relation.lists[field.at(row as usize) as usize].as_slice())
            .collect();
        let (mut found, mut number) = (None, 0);
        index.find(&fits, &mut |class, _| (found, number) = (Some(class), number + 1));
        found.filter(|_| number == 1)
    };
    let class_of_group: Vec<Option<u32>> = watched(groups.first_row.iter(), observer).map(class_of).collect();
    observer.go_on()?;
    Ok(groups.of_row.iter().map(|&group| class_of_group[group as usize]).collect())
}

impl<'a> Original<'a> {
    pub fn new(column: &'a Coded, relation: Relation, ladder: Option<&Ladder>) -> Self {
        let texts: Vec<Option<String>> =
            column.dictionary.iter().map(|text| text.map(String::from)).collect();
        let made;
        let hierarchy = match ladder {
            Some(Ladder::Listed(hierarchy)) => Some(hierarchy),
            Some(Ladder::Rule(recipe)) => {
                made = built(recipe, &texts);
                made.as_ref()
            }
            None => None,
        };
        let path = |text: &Option<String>| {
            let leaf = hierarchy.and_then(|hierarchy| Some((hierarchy, hierarchy.leaf(text.as_deref())?)));
            let keys = |path: Path| path.iter().map(|label| label.as_deref().map(value)).collect();
            leaf.map_or_else(
                || vec![text.as_deref().map(value)],
                |(hierarchy, leaf)| keys(hierarchy.path(leaf)),
            )
        };
        Self { column, relation, paths: texts.iter().map(path).collect() }
    }

    /// How far the label of each class can be undone; `None` if it is the value itself.
    fn undone(&self, released: &Coded, classes: &RowGroups, class_of: &[Option<u32>]) -> Vec<Option<Undone>> {
        let mut values: Vec<Vec<u32>> = vec![Vec::new(); classes.len()];
        for (row, class) in class_of.iter().enumerate() {
            if let Some(class) = class {
                values[*class as usize].push(self.column.codes.at(row));
            }
        }
        let undone = |(class, codes): (usize, &mut Vec<u32>)| {
            codes.sort_unstable();
            codes.dedup();
            let row = classes.first_row[class] as usize;
            let label = released.dictionary.value(released.codes.at(row)).map(value);
            let paths: Vec<&Vec<Option<Value>>> =
                codes.iter().map(|&code| &self.paths[code as usize]).collect();
            let first = paths.first()?;
            let level = first.iter().position(|known| *known == label).unwrap_or(first.len());
            let agree = |level: usize| paths.iter().all(|path| path.get(level) == first.get(level));
            match level {
                0 => None,
                _ if agree(0) => Some(Undone::Exactly),
                // Without a hierarchy nothing is known between value and label.
                level if level < first.len() && agree(level - 1) => Some(Undone::OneLevel),
                _ => Some(Undone::NotAtAll),
            }
        };
        values.iter_mut().enumerate().map(undone).collect()
    }
}
