//! Classes to start from.

use rayon::prelude::*;

use super::runs::Sequence;
use crate::{Cover, Judge, Member, Points, Prices, Problem, partition::covers};

/// Orders are cut into runs by pieces of so many rows.
const PIECE: usize = 1 << 15;

/// A point has at most so many times k rows that go their own ways; the others stay together.
const FREE: u64 = 8;

/// Classes that hold, made of neighbours in an order.
pub(super) fn start(problem: &Problem<'_>, prices: &Prices, order: &[u32]) -> Vec<Vec<Member>> {
    let classes = cut(problem, prices, order);
    mend(problem, prices, merge_alike(problem.points, classes))
}

/// The rows of points in an order, one by one as far as they may go their own ways.
fn units(problem: &Problem<'_>, order: &[u32]) -> Vec<Member> {
    let least = problem.conditions.least();
    let free = FREE * least;
    let mut units = Vec::with_capacity(order.len());
    for &point in order {
        let mut rows = u64::from(problem.points.count(point));
        if problem.conditions.only_rows() && rows > free + least {
            units.push(Member { point, rows: (rows - free) as u32 });
            rows = free;
        }
        units.extend((0..rows).map(|_| Member { point, rows: 1 }));
    }
    units
}

/// Cuts an order into runs, piece by piece.
fn cut(problem: &Problem<'_>, prices: &Prices, order: &[u32]) -> Vec<Vec<Member>> {
    let units = units(problem, order);
    let least = problem.conditions.least();
    // A last piece that is too small would be a run of its own.
    let number = (units.len() / PIECE.max(2 * least as usize)).max(1);
    let piece = |at: usize| &units[units.len() * at / number..units.len() * (at + 1) / number];
    let cut = |at: usize| {
        let piece = piece(at);
        let covers: Vec<Cover> =
            piece.iter().flat_map(|unit| covers(problem.axes, problem.points, &[*unit])).collect();
        let rows: Vec<u32> = piece.iter().map(|unit| unit.rows).collect();
        let sequence = Sequence { prices, columns: problem.axes.len(), covers: &covers, rows: &rows };
        let ends = sequence.cut(least);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(&ends).map(|(start, &end)| piece[start..end].to_vec()).collect::<Vec<_>>()
    };
    (0..number).into_par_iter().flat_map_iter(cut).collect()
}

/// Makes one class of neighbours that are all of one and the same point.
fn merge_alike(points: &Points, classes: Vec<Vec<Member>>) -> Vec<Vec<Member>> {
    let alike = |class: &[Member]| {
        let first = points.codes(class[0].point);
        class.iter().all(|member| points.codes(member.point) == first).then_some(first)
    };
    let mut merged: Vec<Vec<Member>> = Vec::with_capacity(classes.len());
    for class in classes {
        match merged.last_mut() {
            Some(last) if alike(&class).is_some() && alike(last) == alike(&class) => last.extend(class),
            _ => merged.push(class),
        }
    }
    merged
}

/// Merges classes that do not hold with the neighbour that is cheaper, until all hold.
fn mend(problem: &Problem<'_>, prices: &Prices, mut classes: Vec<Vec<Member>>) -> Vec<Vec<Member>> {
    let judge = || Judge::new(&problem.conditions, problem.points);
    let holds = |class: &[Member]| judge().holds(class.iter().map(|member| (member.point, member.rows)));
    let cost = |class: &[Member]| {
        let rows: u64 = class.iter().map(|member| u64::from(member.rows)).sum();
        rows * prices.of_row(&covers(problem.axes, problem.points, class))
    };
    loop {
        let fails: Vec<bool> = classes.par_iter().map(|class| !holds(class)).collect();
        if classes.len() < 2 || !fails.contains(&true) {
            return classes;
        }
        let mut mended: Vec<Vec<Member>> = Vec::with_capacity(classes.len());
        let mut rest = classes.into_iter().zip(fails).peekable();
        while let Some((mut class, fails)) = rest.next() {
            if fails {
                let with = |other: &[Member]| cost(&[other, &class].concat()) - cost(other);
                let before = mended.last().map(|last| with(last));
                let after = rest.peek().map(|(next, _)| with(next));
                match (before, after) {
                    (Some(before), after) if after.is_none_or(|after| before <= after) => {
                        mended.last_mut().expect("there is one before").extend(class);
                        continue;
                    }
                    _ => class.extend(rest.next().into_iter().flat_map(|(next, _)| next)),
                }
            }
            mended.push(class);
        }
        classes = mended;
    }
}
