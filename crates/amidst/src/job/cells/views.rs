//! Classes that views share: they follow from the quasi columns that are not confidential, and from nothing else.

use std::sync::Arc;

use amidst_cells::{Axis, Cover, Member, Partition, PartitionResult, Points, Recoder};
use amidst_core::{Codes, Observer};
use amidst_spec::{Result, spec::LabelsWord, validated::ValidatedSpec};

use super::{CellInstance, CellSolution};
use crate::job::Dataset;

impl CellInstance {
    /// Classes by the columns that are not confidential; what they show of the others follows.
    pub(super) fn recode_without_confidential(
        &self,
        recoder: &Recoder,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<CellSolution>> {
        let is_seen: Vec<bool> =
            self.columns.iter().map(|column| !validated.is_apart(Some(&column.name))).collect();
        let seen = self.axes.iter().zip(&*self.columns).zip(&is_seen).filter(|(_, is_seen)| **is_seen);
        let seen = seen.map(|((axis, column), _)| {
            let codes = column.codes(read, self.placed.as_deref(), axis.values(), observer)?;
            Ok((axis.clone(), (codes, axis.values())))
        });
        let (axes, codes): (Vec<Axis>, Vec<(Codes, u32)>) =
            seen.collect::<Result<Vec<_>>>()?.into_iter().unzip();
        let beside = self.aux_columns.of_rows(self.placed.as_deref());
        let counts = read.counts_of(self.placed.as_deref());
        let (points, point_of_row) = Points::collapse_observed(&codes, &beside, counts.as_deref(), observer)?;
        let coarse = Self {
            axes,
            // Its classes are shown over the columns of the whole.
            columns: Arc::from([]),
            points,
            point_of_row,
            placed: self.placed.clone(),
            stored: self.stored,
            rows: self.rows,
            aside: self.aside,
            aux_columns: Arc::clone(&self.aux_columns),
        };
        let answer = coarse.recode(recoder, validated, observer)?;
        let Some(answer) = answer else { return Ok(None) };
        let mut partition = self.refined(&coarse, &answer.found.partition);
        if validated.labels == LabelsWord::Region {
            let regions = self.regions(&coarse, &answer.found.partition, &partition, &is_seen);
            partition = partition.with_regions(regions);
        }
        // What is best by some columns need not be by all.
        let found = PartitionResult { partition, is_optimal: false, approximation: None, ..answer.found };
        // Classes that were merged on would hang on confidential columns.
        let classes = found.partition.len();
        let found = self.as_shown(found, &self.problem(validated, validated.k)?, validated)?;
        let found = found.filter(|found| found.partition.len() == classes);
        Ok(found.map(|found| CellSolution { found, bound: 0.0, algorithm: answer.algorithm, search: None }))
    }

    /// The same classes over the points of all columns. Rows that are alike but for confidential columns are dealt out in the
    /// order of their points, so the order of the table plays no part.
    fn refined(&self, coarse: &Self, partition: &Partition) -> Partition {
        let mut finer: Vec<Vec<u32>> = vec![Vec::new(); coarse.points.len()];
        let mut coarse_of = vec![u32::MAX; self.points.len()];
        for (&point, &coarse) in self.point_of_row.iter().zip(&coarse.point_of_row) {
            coarse_of[point as usize] = coarse;
        }
        for (point, &coarse) in coarse_of.iter().enumerate() {
            finer[coarse as usize].push(point as u32);
        }
        let mut left: Vec<u32> =
            (0..self.points.len() as u32).map(|point| self.points.count(point)).collect();
        let mut next = vec![0_usize; coarse.points.len()];
        let classes = partition.classes().map(|members| {
            let mut class = Vec::new();
            for member in members {
                let (points, at) = (&finer[member.point as usize], &mut next[member.point as usize]);
                let mut rows = member.rows;
                while rows > 0 {
                    let point = points[*at];
                    let taken = rows.min(left[point as usize]);
                    if taken == 0 {
                        *at += 1;
                        continue;
                    }
                    class.push(Member { point, rows: taken });
                    left[point as usize] -= taken;
                    rows -= taken;
                }
            }
            class
        });
        Partition::new(classes.collect::<Vec<_>>())
    }

    /// What each class shows: the regions of the columns that made it, and covers of the others.
    fn regions(
        &self,
        coarse: &Self,
        of_seen: &Partition,
        partition: &Partition,
        is_seen: &[bool],
    ) -> Vec<Cover> {
        let class = |class: usize| {
            let mut seen = of_seen.covers(&coarse.axes, &coarse.points, class).into_iter();
            let own = partition.covers(&self.axes, &self.points, class);
            let covers = own.into_iter().zip(is_seen);
            covers
                .map(|(own, is_seen)| match is_seen {
                    true => seen.next().expect("a region has a cover for every column that made it"),
                    false => own,
                })
                .collect::<Vec<_>>()
        };
        (0..partition.len()).flat_map(class).collect()
    }
}
