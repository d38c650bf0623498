//! What rows show: each the covers of its columns, around its own values.

use crate::{Axis, Cover, Member, Partition, Points};

/// Some rows of a point that show the same.
#[derive(Clone, Copy)]
pub(super) struct Show {
    pub point: u32,
    pub rows: u32,
}

/// What all rows show. Rows of one point may show different things.
#[derive(Clone)]
pub(super) struct Shows {
    shows: Vec<Show>,
    /// Show after show, one cover per axis.
    covers: Vec<Cover>,
    axes: usize,
}

impl Shows {
    /// Every point with its covers.
    pub fn new(points: &Points, covers: Vec<Cover>) -> Self {
        let show = |point: u32| Show { point, rows: points.count(point) };
        Self { shows: (0..points.len() as u32).map(show).collect(), covers, axes: points.axes() }
    }

    /// Every row as it is.
    pub fn plain(axes: &[Axis], points: &Points) -> Self {
        let covers = (0..points.len() as u32).flat_map(|point| own(axes, points, point));
        Self::new(points, covers.collect())
    }

    pub fn len(&self) -> usize {
        self.shows.len()
    }

    pub fn show(&self, at: usize) -> Show {
        self.shows[at]
    }

    pub fn covers(&self, at: usize) -> &[Cover] {
        &self.covers[at * self.axes..][..self.axes]
    }

    pub fn holds(&self, axes: &[Axis], at: usize, codes: &[u32]) -> bool {
        let own = axes.iter().zip(self.covers(at)).zip(codes);
        own.into_iter().all(|((axis, &cover), &code)| axis.contains(cover, code))
    }

    /// Lets at most so many rows of a show cover more. Says where they are now.
    pub fn widen(&mut self, at: usize, rows: u32, covers: &[Cover]) -> usize {
        let at = match rows < self.shows[at].rows {
            true => {
                self.shows[at].rows -= rows;
                self.shows.push(Show { rows, ..self.shows[at] });
                self.covers.extend_from_slice(covers);
                self.shows.len() - 1
            }
            false => at,
        };
        self.covers[at * self.axes..][..self.axes].copy_from_slice(covers);
        at
    }

    /// One class for all rows that show the same.
    pub fn partition(&self) -> Partition {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| {
            self.covers(a).cmp(self.covers(b)).then(self.shows[a].point.cmp(&self.shows[b].point))
        });
        let member = |&at: &usize| Member { point: self.shows[at].point, rows: self.shows[at].rows };
        let classes = order.chunk_by(|&a, &b| self.covers(a) == self.covers(b));
        let regions = classes.clone().flat_map(|class| self.covers(class[0]).to_vec()).collect();
        Partition::new(classes.map(|class| merged(class.iter().map(member)))).with_regions(regions)
    }
}

/// Members in the order of their points, each point once.
fn merged(members: impl Iterator<Item = Member>) -> Vec<Member> {
    let mut merged: Vec<Member> = Vec::new();
    for member in members {
        match merged.last_mut() {
            Some(last) if last.point == member.point => last.rows += member.rows,
            _ => merged.push(member),
        }
    }
    merged
}

/// A point as it is.
pub(super) fn own<'a>(axes: &'a [Axis], points: &'a Points, point: u32) -> impl Iterator<Item = Cover> + 'a {
    axes.iter().zip(points.codes(point)).map(|(axis, &code)| axis.cover(code))
}

/// The least that covers both these covers and a point, and that a cell can show.
pub(super) fn joined(axes: &[Axis], covers: &[Cover], codes: &[u32]) -> Vec<Cover> {
    let join = |((axis, &cover), &code): ((&Axis, &Cover), &u32)| match axis.contains(cover, code) {
        true => cover,
        false => shown(axis, axis.join(cover, axis.cover(code))),
    };
    axes.iter().zip(covers).zip(codes).map(join).collect()
}

/// All that is shown together with a cover: a label stands for every leaf below it.
pub(super) fn shown(axis: &Axis, cover: Cover) -> Cover {
    match (axis.hierarchy(), axis.label_of(cover)) {
        (Some(hierarchy), Some((level, index))) => {
            let leaves = hierarchy.leaf_range(level, index);
            Cover::interval(leaves.start, leaves.end - 1)
        }
        _ => cover,
    }
}

/// What covers all points.
pub(super) fn of_all(axes: &[Axis], points: &Points) -> Vec<Cover> {
    let mut covers: Vec<Cover> = own(axes, points, 0).collect();
    for point in 1..points.len() as u32 {
        covers = joined(axes, &covers, points.codes(point));
    }
    covers
}
