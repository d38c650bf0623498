//! What the classes of a partition show: classes that show the same are one.

use std::{collections::HashMap, sync::Arc};

use amidst_audit::RecodedContent;
use amidst_cells::{Axis, Cover, Member, Partition, Points};
use amidst_core::{Codes, Dictionary};
use amidst_microaggregation::Summary;
use amidst_release::RecodedColumn;
use rayon::prelude::*;

use super::column::AxisColumn;

/// Classes by what they show.
pub struct Classes {
    /// For each class of the partition the class it is part of.
    of_part: Vec<u32>,
    /// The rows of each class.
    sizes: Vec<u64>,
    /// For each column its labels, and for each class the code of what it shows.
    columns: Vec<(Arc<Dictionary>, Vec<u32>)>,
}

impl Classes {
    /// What covers the rows of every class.
    pub fn of_covers(axes: &[Axis], points: &Points, partition: &Partition) -> Self {
        let covers: Vec<Vec<Cover>> =
            (0..partition.len()).into_par_iter().map(|class| partition.covers(axes, points, class)).collect();
        let column = |at: usize| match axes[at].is_wide_set() {
            true => own_values(&axes[at], points, partition, at, &covers),
            false => labels(&axes[at], covers.iter().map(|it| it[at])),
        };
        Self::new((0..axes.len()).into_par_iter().map(column).collect(), partition)
    }

    /// What averages the rows of every class.
    pub fn of_averages(summaries: &[Summary<'_>], points: &Points, partition: &Partition) -> Self {
        let column = |at: usize| {
            let mut dictionary = Dictionary::default();
            let shown = partition.classes().map(|class| summaries[at].of_class(points, class, at));
            let of_class = shown.map(|text| dictionary.intern(text.as_deref())).collect();
            (dictionary, of_class)
        };
        Self::new((0..summaries.len()).map(column).collect(), partition)
    }

    /// From the labels of each column, and what each class of a partition shows.
    fn new(columns: Vec<(Dictionary, Vec<u32>)>, partition: &Partition) -> Self {
        let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
        let (mut of_part, mut sizes, mut firsts) =
            (Vec::with_capacity(partition.len()), Vec::new(), Vec::new());
        for class in 0..partition.len() {
            let shown: Vec<u32> = columns.iter().map(|(_, of_class)| of_class[class]).collect();
            let number = *numbers.entry(shown).or_insert_with(|| {
                sizes.push(0);
                firsts.push(class);
                sizes.len() as u32 - 1
            });
            sizes[number as usize] += partition.rows(class);
            of_part.push(number);
        }
        let merged = |(labels, of_class): (Dictionary, Vec<u32>)| {
            (Arc::new(labels), firsts.iter().map(|&first| of_class[first]).collect())
        };
        Self { of_part, sizes, columns: columns.into_iter().map(merged).collect() }
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// The rows of each class.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.sizes.iter().copied()
    }

    /// For each class of the partition the class it is part of.
    pub fn of_parts(&self) -> &[u32] {
        &self.of_part
    }

    /// The rows of each class.
    pub fn members(&self, partition: &Partition) -> Vec<Vec<Member>> {
        let mut members = vec![Vec::new(); self.len()];
        for (part, &class) in partition.classes().zip(&self.of_part) {
            members[class as usize].extend_from_slice(part);
        }
        members
    }

    /// How many cells of each column show another text than they had.
    pub fn changed(&self, axes: &[Axis], points: &Points, partition: &Partition) -> Vec<u64> {
        let column = |at: usize| {
            let (labels, of_class) = &self.columns[at];
            let texts: Vec<_> =
                (0..axes[at].values()).map(|code| axes[at].label(axes[at].cover(code))).collect();
            let of_part = |(part, members): (usize, &[Member])| {
                let label = labels.value(of_class[self.of_part[part] as usize]);
                let differs =
                    |member: &&Member| texts[points.codes(member.point)[at] as usize].as_deref() != label;
                members.iter().filter(differs).map(|member| u64::from(member.rows)).sum::<u64>()
            };
            partition.classes().enumerate().map(of_part).sum()
        };
        (0..axes.len()).map(column).collect()
    }

    /// What each class shows, column by column.
    pub fn recoded(&self, columns: &[AxisColumn]) -> Vec<RecodedColumn> {
        let column =
            |(column, (labels, of_class)): (&AxisColumn, &(Arc<Dictionary>, Vec<u32>))| RecodedColumn {
                name: column.name.clone(),
                labels: Arc::clone(labels),
                of_class: of_class.clone(),
            };
        columns.iter().zip(&self.columns).map(column).collect()
    }

    /// The class of every row as the audit takes it, suppressed rows in one more class, and what each of them shows.
    pub fn witness(&self, class_of_row: &[u32]) -> (Codes, Vec<Vec<u32>>) {
        let gone = self.len() as u32;
        let classes = class_of_row.par_iter().map(|&class| class.min(gone)).collect();
        let with_gone = |(_, of_class): &(Arc<Dictionary>, Vec<u32>)| {
            [&of_class[..], &[RecodedContent::SUPPRESSED]].concat()
        };
        (Codes::U32(classes), self.columns.iter().map(with_gone).collect())
    }
}

/// The sets of values that the rows of each class have, unless a class shows a region.
fn own_values(
    axis: &Axis,
    points: &Points,
    partition: &Partition,
    at: usize,
    covers: &[Vec<Cover>],
) -> (Dictionary, Vec<u32>) {
    let mut dictionary = Dictionary::default();
    let label = |class: usize| match partition.codes(points, class, at) {
        Some(codes) => axis.label_of_codes(codes),
        None => axis.label(covers[class][at]),
    };
    let of_class = (0..partition.len()).map(|class| dictionary.intern(label(class).as_deref())).collect();
    (dictionary, of_class)
}

/// The labels of some covers, and the label of each.
fn labels(axis: &Axis, covers: impl Iterator<Item = Cover>) -> (Dictionary, Vec<u32>) {
    let (mut dictionary, mut known) = (Dictionary::default(), HashMap::new());
    let of_class = covers
        .map(|cover| *known.entry(cover).or_insert_with(|| dictionary.intern(axis.label(cover).as_deref())))
        .collect();
    (dictionary, of_class)
}
