//! Which rows share a class.

use std::borrow::Cow;

use amidst_core::{Aborted, Observer, observer::watched};
use rayon::prelude::*;

use crate::{Axis, Cover, Member, Points, member::tidy};

/// Classes of rows. Every row is in one, unless it is left out; the rows of one point may be in several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// `starts[class]..starts[class + 1]` are the members of a class.
    starts: Vec<usize>,
    members: Vec<Member>,
    /// What classes show if not the cover of their rows: class after class, one cover per axis.
    regions: Option<Vec<Cover>>,
    /// Rows that are in no class.
    left_out: Vec<Member>,
}

impl Partition {
    /// Instead of a class, for rows that are left out.
    pub const LEFT_OUT: u32 = u32::MAX;

    /// From the members of each class; none is empty.
    pub fn new(classes: impl IntoIterator<Item = Vec<Member>>) -> Self {
        let (mut starts, mut members) = (vec![0], Vec::new());
        for class in classes {
            debug_assert!(!class.is_empty(), "a class has rows");
            members.extend(class);
            starts.push(members.len());
        }
        Self { starts, members, ..Self::default() }
    }

    /// From all members, class after class, and where each class ends.
    pub fn from_parts(members: Vec<Member>, ends: impl IntoIterator<Item = usize>) -> Self {
        Self { starts: std::iter::once(0).chain(ends).collect(), members, ..Self::default() }
    }

    /// Members of one point in one class become one.
    pub(crate) fn tidied(mut self) -> Self {
        let mut rest = &mut self.members[..];
        let of_class = |bounds: &[usize]| {
            let (class, others) = std::mem::take(&mut rest).split_at_mut(bounds[1] - bounds[0]);
            rest = others;
            class
        };
        let classes: Vec<&mut [Member]> = self.starts.windows(2).map(of_class).collect();
        let is_tidy = |class: &mut [Member]| {
            class.sort_unstable();
            class.windows(2).all(|pair| pair[0].point != pair[1].point)
        };
        if classes.into_par_iter().map(is_tidy).reduce(|| true, |one, other| one && other) {
            return self;
        }
        let classes: Vec<_> =
            (0..self.len()).into_par_iter().map(|class| tidy(self.class(class).to_vec())).collect();
        Self { regions: self.regions, left_out: self.left_out, ..Self::new(classes) }
    }

    /// Says what each class shows: class after class, one cover per axis, each around the rows of its class.
    pub fn with_regions(self, regions: Vec<Cover>) -> Self {
        Self { regions: Some(regions), ..self }
    }

    /// Leaves out these rows, which are in no class.
    pub fn with_left_out(self, left_out: Vec<Member>) -> Self {
        Self { left_out, ..self }
    }

    /// The rows that are in no class.
    pub fn left_out(&self) -> &[Member] {
        &self.left_out
    }

    /// How many rows are in no class.
    pub fn rows_left_out(&self) -> u64 {
        self.left_out.iter().map(|member| u64::from(member.rows)).sum()
    }

    /// Whether classes show regions that they were told to show, not what covers their rows.
    pub fn has_regions(&self) -> bool {
        self.regions.is_some()
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there is no class.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The members of a class.
    pub fn class(&self, class: usize) -> &[Member] {
        &self.members[self.starts[class]..self.starts[class + 1]]
    }

    /// The members of every class.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = &[Member]> {
        (0..self.len()).map(|class| self.class(class))
    }

    /// The rows of a class.
    pub fn rows(&self, class: usize) -> u64 {
        self.class(class).iter().map(|member| u64::from(member.rows)).sum()
    }

    /// What a class shows, column by column.
    pub fn covers(&self, axes: &[Axis], points: &Points, class: usize) -> Vec<Cover> {
        match &self.regions {
            Some(regions) => regions[class * axes.len()..][..axes.len()].to_vec(),
            None => covers(axes, points, self.class(class)),
        }
    }

    /// What all classes show: class after class, one cover per axis.
    pub(crate) fn all_covers(&self, axes: &[Axis], points: &Points) -> Cow<'_, [Cover]> {
        if let Some(regions) = &self.regions {
            return Cow::Borrowed(regions);
        }
        let mut all = vec![Cover::mask(0); self.len() * axes.len()];
        let classes = all.par_chunks_exact_mut(axes.len().max(1)).enumerate();
        classes.for_each(|(class, covers)| cover(axes, points, self.class(class), covers));
        Cow::Owned(all)
    }

    /// The codes that the rows of a class have on an axis, ascending; `None` if the class shows a region.
    pub fn codes(&self, points: &Points, class: usize, axis: usize) -> Option<Vec<u32>> {
        if self.regions.is_some() {
            return None;
        }
        let mut codes: Vec<u32> =
            self.class(class).iter().map(|member| points.codes(member.point)[axis]).collect();
        codes.sort_unstable();
        codes.dedup();
        Some(codes)
    }

    /// In how many classes each point is, rows that are left out being one more.
    pub fn parts_of_points(&self, points: &Points) -> Vec<u32> {
        let mut parts = vec![0; points.len()];
        self.members.iter().chain(&self.left_out).for_each(|member| parts[member.point as usize] += 1);
        parts
    }

    /// The class of every row, given its point. Rows of a point that is in several classes are dealt out in their order,
    /// to the first class first: whoever calls puts them into one that tells nothing of the source.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn class_of_row(
        &self,
        points: &Points,
        point_of_row: &[u32],
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, Aborted> {
        // Where the classes of each point begin, and for each of them how many rows are still to be dealt.
        let mut starts = vec![0_usize; points.len() + 1];
        self.members.iter().chain(&self.left_out).for_each(|member| starts[member.point as usize + 1] += 1);
        (0..points.len()).for_each(|point| starts[point + 1] += starts[point]);
        let mut next = starts.clone();
        let mut deals = vec![(0_u32, 0_u32); self.members.len() + self.left_out.len()];
        let classes = (0..).zip(self.classes()).chain([(Self::LEFT_OUT, self.left_out())]);
        for (class, members) in watched(classes, observer) {
            for member in members {
                let place = &mut next[member.point as usize];
                deals[*place] = (class, member.rows);
                *place += 1;
            }
        }
        let mut dealing = starts;
        let deal = |&point: &u32| {
            let at = &mut dealing[point as usize];
            if deals[*at].1 == 0 {
                *at += 1;
            }
            deals[*at].1 -= 1;
            deals[*at].0
        };
        observer.go_on()?;
        let mut classes = Vec::with_capacity(point_of_row.len());
        classes.extend(watched(point_of_row.iter(), observer).map(deal));
        observer.go_on()?;
        Ok(classes)
    }
}

/// What covers some rows, column by column.
pub(crate) fn covers(axes: &[Axis], points: &Points, members: &[Member]) -> Vec<Cover> {
    let mut covers = vec![Cover::mask(0); axes.len()];
    cover(axes, points, members, &mut covers);
    covers
}

/// Puts what covers some rows into its place.
fn cover(axes: &[Axis], points: &Points, members: &[Member], covers: &mut [Cover]) {
    let codes = |member: &Member| points.codes(member.point);
    let (first, others) = members.split_first().expect("a class has rows");
    for ((axis, cover), &code) in axes.iter().zip(&mut *covers).zip(codes(first)) {
        *cover = axis.cover(code);
    }
    for member in others {
        for ((axis, cover), &code) in axes.iter().zip(&mut *covers).zip(codes(member)) {
            *cover = axis.join(*cover, axis.cover(code));
        }
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::Codes;

    use super::*;

    #[test]
    fn members_of_one_point_in_one_class_become_one() {
        let member = |point, rows| Member { point, rows };
        let of = |first: &[Member]| Partition::new([first.to_vec(), vec![member(0, 4)]]);
        let twice = of(&[member(3, 1), member(1, 2), member(3, 5)]).with_left_out(vec![member(7, 1)]);
        assert_eq!(twice.tidied(), of(&[member(1, 2), member(3, 6)]).with_left_out(vec![member(7, 1)]));
        assert_eq!(of(&[member(3, 1), member(1, 2)]).tidied(), of(&[member(1, 2), member(3, 1)]));
    }

    #[test]
    fn rows_of_a_point_are_dealt_to_its_classes() {
        let axes = [(Codes::U8(vec![0, 1, 0, 0, 1]), 2)];
        let (points, point_of_row) = Points::collapse(&axes, &[]).unwrap();
        let member = |point, rows| Member { point, rows };
        let partition = Partition::new([vec![member(0, 2)], vec![member(0, 1), member(1, 2)]]);
        assert_eq!(partition.class_of_row(&points, &point_of_row, &()).unwrap(), [0, 1, 0, 1, 1]);
        assert_eq!((partition.rows(0), partition.rows(1)), (2, 3));
    }
}
