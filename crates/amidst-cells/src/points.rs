//! Rows collapsed to distinct points: tuples of codes, with the values of companions beside them.

use amidst_core::{Codes, Observer, Result};
use amidst_kernel::{AuxColumn, CodeTuples, UNCOUNTED};
use rayon::prelude::*;

use crate::Member;

/// Distinct points with counts. Two rows are one point if they agree on every axis and every companion. Points are in the
/// order of their codes, so nothing of the order of rows is left.
#[derive(Clone, Debug, Default)]
pub struct Points {
    axes: usize,
    /// Point after point, one code per axis.
    codes: Vec<u32>,
    counts: Vec<u32>,
    /// For each companion the value of each point, or [`UNCOUNTED`].
    aux_columns: Vec<Vec<u32>>,
    /// For each companion the number of values.
    widths: Vec<usize>,
    rows: u64,
}

impl Points {
    /// Collapses rows: for each axis the codes of all rows and how many codes there are. Also gives the point of each row.
    ///
    /// # Errors
    /// If the kernel cannot address the tuples.
    pub fn collapse(axes: &[(Codes, u32)], aux_columns: &[AuxColumn]) -> Result<(Self, Vec<u32>)> {
        Self::collapse_observed(axes, aux_columns, None, &())
    }

    /// [`Points::collapse`], where each row stands for so many if that is said, and an observer is asked whether to go on.
    ///
    /// # Errors
    /// As there, and if the observer aborts.
    pub fn collapse_observed(
        axes: &[(Codes, u32)],
        aux_columns: &[AuxColumn],
        counts: Option<&[u32]>,
        observer: &dyn Observer,
    ) -> Result<(Self, Vec<u32>)> {
        // What is not counted is one more value here.
        let value = |aux_column: &AuxColumn| -> (Codes, usize) {
            let code = |&code: &u32| if code == UNCOUNTED { aux_column.width as u32 } else { code };
            let codes = aux_column.codes.iter().map(code).collect();
            (Codes::narrow(codes, aux_column.width + 1), aux_column.width + 1)
        };
        let values: Vec<(Codes, usize)> = aux_columns.iter().map(value).collect();
        let columns: Vec<(&Codes, usize)> = axes
            .iter()
            .map(|(codes, values)| (codes, *values as usize))
            .chain(values.iter().map(|(codes, width)| (codes, *width)))
            .collect();
        let (tuples, point_of_row) = CodeTuples::collapse(&columns, counts, observer)?;
        let mut codes = vec![0; tuples.len() * axes.len()];
        for axis in 0..axes.len() {
            observer.go_on()?;
            let own = tuples.column(axis);
            codes.iter_mut().skip(axis).step_by(axes.len()).zip(own).for_each(|(code, own)| *code = own);
        }
        let aux_column = |at: usize| {
            let width = aux_columns[at].width as u32;
            let value = |code: u32| if code == width { UNCOUNTED } else { code };
            tuples.column(axes.len() + at).into_iter().map(value).collect()
        };
        let points = Self {
            axes: axes.len(),
            codes,
            aux_columns: (0..aux_columns.len()).map(aux_column).collect(),
            widths: aux_columns.iter().map(|aux_column| aux_column.width).collect(),
            rows: tuples.counts().iter().map(|&rows| u64::from(rows)).sum(),
            counts: tuples.counts().to_vec(),
        };
        Ok((points, point_of_row))
    }

    /// The points that these become when codes are recoded, and for each of these the point it becomes. `recoded` has for
    /// each axis the new code of every code.
    pub fn recoded(&self, recoded: &[Vec<u32>]) -> (Self, Vec<u32>) {
        let key = |point: u32| -> Vec<u32> {
            let codes = self.codes(point).iter().zip(recoded).map(|(&code, to)| to[code as usize]);
            codes.chain(self.aux_columns.iter().map(|values| values[point as usize])).collect()
        };
        let mut keyed: Vec<(Vec<u32>, u32)> =
            (0..self.len() as u32).into_par_iter().map(|point| (key(point), point)).collect();
        keyed.par_sort_unstable();
        let mut points = Self {
            axes: self.axes,
            aux_columns: vec![Vec::new(); self.aux_columns.len()],
            widths: self.widths.clone(),
            rows: self.rows,
            ..Self::default()
        };
        let mut becomes = vec![0; self.len()];
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let (codes, values) = same[0].0.split_at(self.axes);
            points.codes.extend_from_slice(codes);
            points.aux_columns.iter_mut().zip(values).for_each(|(aux_column, &value)| aux_column.push(value));
            points.counts.push(same.iter().map(|(_, point)| self.count(*point)).sum());
            same.iter().for_each(|(_, point)| becomes[*point as usize] = points.len() as u32 - 1);
        }
        (points, becomes)
    }

    /// The points without some of their rows, and for each that is left which one it was.
    pub(crate) fn without(&self, gone: &[Member]) -> (Self, Vec<u32>) {
        let mut counts = self.counts.clone();
        gone.iter().for_each(|member| counts[member.point as usize] -= member.rows);
        let left: Vec<u32> = (0..self.len() as u32).filter(|&point| counts[point as usize] > 0).collect();
        let at = |values: &[u32]| left.iter().map(|&point| values[point as usize]).collect::<Vec<u32>>();
        let points = Self {
            axes: self.axes,
            codes: left.iter().flat_map(|&point| self.codes(point)).copied().collect(),
            aux_columns: self.aux_columns.iter().map(|values| at(values)).collect(),
            widths: self.widths.clone(),
            rows: left.iter().map(|&point| u64::from(counts[point as usize])).sum(),
            counts: at(&counts),
        };
        (points, left)
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The number of axes.
    pub fn axes(&self) -> usize {
        self.axes
    }

    /// All rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The codes of a point, one per axis.
    pub fn codes(&self, point: u32) -> &[u32] {
        &self.codes[point as usize * self.axes..][..self.axes]
    }

    /// The rows of a point.
    pub fn count(&self, point: u32) -> u32 {
        self.counts[point as usize]
    }

    /// The rows of all points.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The number of companions.
    pub fn aux_columns(&self) -> usize {
        self.aux_columns.len()
    }

    /// For each point its value of a companion, or [`UNCOUNTED`].
    pub fn aux_column(&self, aux_column: usize) -> &[u32] {
        &self.aux_columns[aux_column]
    }

    /// The number of values of a companion.
    pub fn width(&self, aux_column: usize) -> usize {
        self.widths[aux_column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_agree_are_one_point() {
        let axes = [(Codes::U8(vec![1, 0, 1, 1]), 3), (Codes::U8(vec![0, 0, 0, 1]), 2)];
        let (points, point_of_row) = Points::collapse(&axes, &[]).unwrap();
        assert_eq!((points.len(), points.rows()), (3, 4));
        assert_eq!(point_of_row, [1, 0, 1, 2]);
        assert_eq!(points.counts(), [1, 2, 1]);
        assert_eq!(
            (points.codes(0), points.codes(1), points.codes(2)),
            (&[0, 0][..], &[1, 0][..], &[1, 1][..])
        );
    }

    #[test]
    fn recoded_points_that_agree_are_one() {
        let axes = [(Codes::U8(vec![0, 1, 2, 2]), 3)];
        let aux_column = AuxColumn { codes: vec![0, 0, 0, 1], width: 2 };
        let (points, _) = Points::collapse(&axes, &[aux_column]).unwrap();
        let (recoded, becomes) = points.recoded(&[vec![0, 1, 1]]);
        assert_eq!((recoded.len(), recoded.rows(), recoded.counts()), (3, 4, &[1, 2, 1][..]));
        assert_eq!(
            (becomes, recoded.codes(2), recoded.aux_column(0)),
            (vec![0, 1, 1, 2], &[1][..], &[0, 0, 1][..])
        );
    }

    #[test]
    fn points_without_rows_are_gone() {
        let axes = [(Codes::U8(vec![0, 1, 1, 2]), 3)];
        let aux_column = AuxColumn { codes: vec![1, 0, 0, 1], width: 2 };
        let (points, _) = Points::collapse(&axes, &[aux_column]).unwrap();
        let (left, was) = points.without(&[Member { point: 0, rows: 1 }, Member { point: 1, rows: 1 }]);
        assert_eq!((was, left.counts(), left.rows()), (vec![1, 2], &[1, 1][..], 2));
        assert_eq!((left.codes(1), left.aux_column(0)), (&[2][..], &[0, 1][..]));
    }

    #[test]
    fn companions_tell_points_apart() {
        let axes = [(Codes::U8(vec![0, 0, 0]), 1)];
        let aux_column = AuxColumn { codes: vec![1, UNCOUNTED, 1], width: 2 };
        let (points, point_of_row) = Points::collapse(&axes, &[aux_column]).unwrap();
        assert_eq!((points.counts(), points.aux_column(0)), (&[2, 1][..], &[1, UNCOUNTED][..]));
        assert_eq!(point_of_row, [0, 1, 0]);
    }
}
