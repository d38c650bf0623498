//! Rows that are far from all others.

use std::cmp::Reverse;

use amidst_core::Observer;
use rayon::prelude::*;

use super::outliers::{Outliers, rows_of};
use crate::{
    Axis, Cover, Judge, Member, Partition, Points, Problem, member::tidy, partition::covers, tree::Tree,
};

/// So many points are looked at to find those near to one, and more where a class has more rows.
const LOOKS: usize = 64;

/// That is done for those that are farthest by the parts of the tree around them: so many times the rows that may go.
const TIMES: u64 = 2;

/// So many points near to a row say which classes may take it in.
const NEAR: u64 = 8;

/// So many points are looked around at before what is known of all sets a new bar.
const BLOCK: usize = 1024;

/// At most so many rows that are farthest from their nearest k − 1 others, the farthest first, of those that k rows could
/// save more by than one costs that is left out. Whoever is in a class that costs less already is not far from others.
pub(super) fn farthest(
    outliers: &Outliers<'_>,
    tree: &Tree<'_>,
    partition: &Partition,
    limit: u64,
    observer: &dyn Observer,
) -> Vec<Member> {
    let Problem { points, conditions, .. } = outliers.problem;
    let others = conditions.least().saturating_sub(1);
    // The others of its class are no farther from a point than the class costs, nor those of a part of the tree.
    let mut at_most = tree.around(others + 1);
    for class in partition.classes() {
        let price = outliers.price(class);
        class.iter().for_each(|it| at_most[it.point as usize] = price.min(at_most[it.point as usize]));
    }
    let mut all: Vec<(u64, u32)> = at_most.into_iter().zip(0..).collect();
    all.retain(|(_, point)| u64::from(points.count(*point)) <= others);
    all.sort_unstable_by_key(order);
    all.truncate(TIMES.saturating_mul(limit) as usize);
    let search = Search { outliers, tree, others, observer };
    let mut left = limit;
    let mut farthest = Vec::new();
    for (_, point) in search.farthest(&all, limit as usize) {
        let rows = left.min(points.count(point).into()) as u32;
        if rows == 0 {
            break;
        }
        farthest.push(Member { point, rows });
        left -= u64::from(rows);
    }
    farthest
}

/// The farthest first.
fn order(&(price, point): &(u64, u32)) -> (Reverse<u64>, u32) {
    (Reverse(price), point)
}

/// Looks for points that are far from others.
struct Search<'a> {
    outliers: &'a Outliers<'a>,
    tree: &'a Tree<'a>,
    others: u64,
    observer: &'a dyn Observer,
}

impl Search<'_> {
    /// Of points, and how far each is from others at most, the farthest by that first: so many that are farthest, the farthest
    /// first. As soon as it shows that a point is not among them, nobody looks at it any longer.
    fn farthest(&self, points: &[(u64, u32)], most: usize) -> Vec<(u64, u32)> {
        // What is nearer never saves what it costs to leave a row out.
        let mut near = self.outliers.row as u64 / (self.others + 1) + 1;
        let mut farthest: Vec<(u64, u32)> = Vec::new();
        for block in points.chunks(BLOCK) {
            if block[0].0 < near || self.observer.is_stopped() {
                break;
            }
            let apart = |&(at_most, point): &(u64, u32)| (self.apart(point, near).min(at_most), point);
            let found = block.par_iter().filter(|(at_most, _)| *at_most >= near).map(apart);
            farthest.par_extend(found.filter(|(price, _)| *price >= near));
            farthest.sort_unstable_by_key(order);
            farthest.truncate(most);
            if let Some((price, _)) = farthest.last().filter(|_| farthest.len() == most) {
                near = near.max(*price);
            }
        }
        farthest
    }

    /// How far a point is from its nearest others; something less than `near` if it is less than that.
    fn apart(&self, point: u32, near: u64) -> u64 {
        let points = self.outliers.problem.points;
        let rows = self.others + 1 - u64::from(points.count(point));
        let count = |it: u32| u64::from(points.count(it));
        let looks = LOOKS.max(2 * self.others as usize);
        let found = self.tree.nearest_unless_near(point, rows, count, looks, near).0;
        found.last().map_or(0, |last| last.0)
    }
}

/// Puts rows that are left out into classes near to them, each at the least cost, if that is less than it costs outside.
pub(super) fn come_back(
    outliers: &Outliers<'_>,
    tree: &Tree<'_>,
    classes: Vec<Vec<Member>>,
    gone: &[Member],
) -> Partition {
    let Problem { points, conditions, .. } = outliers.problem;
    let mut judge = Judge::new(conditions, points);
    let mut homes: Vec<Home> = classes.into_iter().map(|class| Home::new(outliers, class)).collect();
    let mut home_of = vec![u32::MAX; points.len()];
    for (at, home) in homes.iter().enumerate() {
        home.class.iter().for_each(|member| home_of[member.point as usize] = at as u32);
    }
    let near: Vec<Vec<(u64, u32)>> =
        gone.par_iter().map(|member| tree.nearest(member.point, NEAR, |_| 1, LOOKS).0).collect();
    let mut left_out = Vec::new();
    // Those that are least far from others come first: they make room for the next.
    for (member, near) in gone.iter().zip(near).rev() {
        let mut doors: Vec<u32> = near.iter().map(|&(_, point)| home_of[point as usize]).collect();
        doors.push(home_of[member.point as usize]);
        doors.retain(|&door| door != u32::MAX);
        doors.sort_unstable();
        doors.dedup();
        for _ in 0..member.rows {
            let row = Member { rows: 1, ..*member };
            let more = |&door: &u32| (homes[door as usize].more(outliers, row), door);
            let mut costs: Vec<(i64, u32)> = doors.iter().map(more).collect();
            costs.retain(|(more, _)| *more < outliers.row);
            costs.sort_unstable();
            let holds = |&&(_, door): &&(i64, u32)| {
                let with = homes[door as usize].class.iter().chain([&row]);
                judge.holds(with.map(|it| (it.point, it.rows)))
            };
            match costs.iter().find(holds) {
                Some(&(_, door)) => {
                    homes[door as usize].take(outliers, row);
                    home_of[member.point as usize] = door;
                }
                None => left_out.push(row),
            }
        }
    }
    Partition::new(homes.into_iter().map(|home| tidy(home.class))).with_left_out(tidy(left_out))
}

/// A class that may take rows in.
struct Home {
    class: Vec<Member>,
    rows: u64,
    covers: Vec<Cover>,
    price: u64,
}

impl Home {
    fn new(outliers: &Outliers<'_>, class: Vec<Member>) -> Self {
        let Problem { axes, points, .. } = *outliers.problem;
        let covers = covers(axes, points, &class);
        Self { rows: rows_of(&class), price: outliers.prices.of_row(&covers), covers, class }
    }

    /// What the class shows with one more row.
    fn covers_with<'h>(
        &'h self,
        axes: &'h [Axis],
        points: &'h Points,
        row: Member,
    ) -> impl Iterator<Item = Cover> + 'h {
        let codes = points.codes(row.point).iter();
        let columns = axes.iter().zip(&self.covers).zip(codes);
        columns.map(|((axis, &cover), &code)| axis.join(cover, axis.cover(code)))
    }

    /// What the class costs more with one more row.
    fn more(&self, outliers: &Outliers<'_>, row: Member) -> i64 {
        let Problem { axes, points, .. } = *outliers.problem;
        let columns = self.covers_with(axes, points, row).enumerate();
        let price: u64 = columns.map(|(column, cover)| u64::from(outliers.prices.of(column, cover))).sum();
        ((self.rows + 1) * price) as i64 - (self.rows * self.price) as i64
    }

    fn take(&mut self, outliers: &Outliers<'_>, row: Member) {
        let Problem { axes, points, .. } = *outliers.problem;
        self.covers = self.covers_with(axes, points, row).collect();
        self.price = outliers.prices.of_row(&self.covers);
        self.rows += 1;
        self.class.push(row);
    }
}
