//! What each source value of a quasi column must have become: looked up as text in the paths, and nothing else.

use amidst_core::{Coded, Codes};
use hashbrown::HashMap;

use super::{covering::Covers, labels::Labels};
use crate::{
    AuditError, Fits, Path, RecodedContent,
    classes::Field,
    text::{Canon, Missing},
};

/// A quasi column: from source codes and from written texts to the same image codes.
pub(crate) struct Image<'a> {
    /// Its place in the file.
    pub column: usize,
    /// Source codes, or classes.
    codes: &'a Codes,
    /// The image of each of these codes.
    images: Vec<u32>,
    labels: Labels,
    /// The image of values without a path, if there are any. No text has it.
    pathless: Option<u32>,
}

impl<'a> Image<'a> {
    /// Recodes the dictionary of a column.
    pub fn new(
        (column, name): (usize, &str),
        coded: &'a Coded,
        (paths, level): (&[Path], u8),
        missing: &Missing,
        canon: Canon,
    ) -> Result<Self, AuditError> {
        let labels_of = labels_by_leaf(name, paths, level)?;
        let mut labels = Labels::new(canon);
        let mut pathless = None;
        let mut images = Vec::with_capacity(coded.dictionary.len());
        for value in coded.dictionary.iter() {
            images.push(match labels_of.get(&value) {
                Some(label) => labels.intern(missing.judged(label.map(str::as_bytes))),
                None => *pathless.get_or_insert_with(|| labels.next()),
            });
        }
        Ok(Self { column, codes: &coded.codes, images, labels, pathless })
    }

    /// What every class of a column shows that was recoded class by class.
    pub fn of_classes(column: usize, content: RecodedContent<'a>, missing: &Missing, canon: Canon) -> Self {
        let mut labels = Labels::new(canon);
        let mut pathless = None;
        let mut image = |&label: &u32| match label {
            RecodedContent::SUPPRESSED => *pathless.get_or_insert_with(|| labels.next()),
            label => labels.intern(missing.judged(content.labels.value(label).map(str::as_bytes))),
        };
        let images = content.of_class.iter().map(&mut image).collect();
        Self { column, codes: content.classes, images, labels, pathless }
    }

    /// What was shown already, spelled canonically: for each of some codes a text, a missing cell, or nothing.
    pub fn of_shown(column: usize, codes: &'a Codes, shown: &[Option<Option<Box<[u8]>>>]) -> Self {
        let mut labels = Labels::new(Canon::Text);
        let mut pathless = None;
        let mut image = |cell: &Option<Option<Box<[u8]>>>| match cell {
            Some(label) => labels.intern(label.as_deref()),
            None => *pathless.get_or_insert_with(|| labels.next()),
        };
        let images = shown.iter().map(&mut image).collect();
        Self { column, codes, images, labels, pathless }
    }

    /// The source column as its images.
    pub fn field(&self) -> Field<'_> {
        Field { codes: self.codes, image: Some(&self.images), width: self.labels.width() }
    }

    /// The image of a source code.
    pub fn of_code(&self, code: u32) -> u32 {
        self.images[code as usize]
    }

    /// What each image is shown as.
    pub fn cells(&self) -> Vec<Option<Option<Box<[u8]>>>> {
        self.labels.cells()
    }

    /// The image that a text stands for that is spelled canonically; `None` is missing.
    pub fn of_spelled(&self, label: Option<&[u8]>) -> Option<u32> {
        self.labels.find(label)
    }

    /// The image that a written cell stands for; `None` if no source value becomes that.
    pub fn of_cell(&self, cell: Option<&[u8]>, missing: &Missing) -> Option<u32> {
        self.labels.find(missing.judged(cell))
    }

    /// The image of every value of another table's column, recoded alike; one past all images if it has none.
    pub fn of_others(
        &self,
        name: &str,
        others: &Coded,
        (paths, level): (&[Path], u8),
        missing: &Missing,
    ) -> Result<Vec<u32>, AuditError> {
        let labels_of = labels_by_leaf(name, paths, level)?;
        let unmatched = self.labels.width() as u32;
        let image = |value| {
            let label = labels_of.get(&value)?;
            self.labels.find(missing.judged(label.map(str::as_bytes)))
        };
        Ok(others.dictionary.iter().map(|value| image(value).unwrap_or(unmatched)).collect())
    }

    /// Which images each source value may stand behind, read off the texts. A missing cell stands for a missing value.
    pub fn fits(&self, source: &Coded, content: RecodedContent, missing: &Missing) -> Fits {
        let covers = Covers::new(content.covering);
        let labels: Vec<(Option<&str>, u32)> = content
            .labels
            .iter()
            .filter_map(|label| {
                Some((missing.label(label), self.of_cell(label.map(str::as_bytes), missing)?))
            })
            .collect();
        let list = |value: Option<&str>| {
            let fits = |(label, _): &&(Option<&str>, u32)| match label {
                None => value.is_none(),
                label => covers.covers(*label, value),
            };
            let mut list: Vec<u32> = labels.iter().filter(fits).map(|(_, image)| *image).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        let lists: Vec<Vec<u32>> = source.dictionary.iter().map(list).collect();
        Fits { list_of: (0..lists.len() as u32).collect(), lists }
    }

    /// The image that means missing, if any value becomes that.
    pub fn missing(&self) -> Option<u32> {
        self.labels.missing()
    }

    /// Whether an image stands for values without a path.
    pub fn is_pathless(&self, image: u32) -> bool {
        self.pathless == Some(image)
    }
}

/// The label at a level for every leaf.
pub(super) fn labels_by_leaf<'p>(
    name: &str,
    paths: &'p [Path],
    level: u8,
) -> Result<HashMap<Option<&'p str>, Option<&'p str>>, AuditError> {
    let mut labels = HashMap::with_capacity(paths.len());
    for path in paths {
        let (Some(leaf), Some(label)) = (path.first(), path.get(usize::from(level))) else {
            return Err(AuditError::Claim(format!("column {name:?}: a path does not reach level {level}")));
        };
        let earlier = labels.insert(leaf.as_deref(), label.as_deref());
        if earlier.is_some_and(|earlier| earlier != label.as_deref()) {
            return Err(AuditError::Claim(format!(
                "column {name:?}: two paths of one value differ at level {level}"
            )));
        }
    }
    Ok(labels)
}
