//! Classes to start from.

use amidst_core::{Observer, Result, Solver};
use rayon::prelude::*;

use super::{
    cuts::{Best, cuts},
    runs::Sequence,
};
use crate::{
    Cover, Member, Points, Prices, Problem,
    partition::covers,
    repair::{cost, repair},
    top_down_greedy::TopDownGreedy,
};

/// Orders are cut into runs by pieces of so many rows.
const PIECE: usize = 1 << 15;

/// A point has at most so many times k rows that go their own ways; the others stay together.
const FREE: u64 = 8;

/// Classes that hold: the cheapest of several ways to come by some. Each cuts rows apart, and its order is then cut into
/// runs anew.
pub(super) fn start(
    problem: &Problem<'_>,
    prices: &Prices,
    observer: &dyn Observer,
) -> Result<Vec<Vec<Member>>> {
    let greedy = TopDownGreedy.solve(problem, observer)?.partition;
    observer.go_on()?;
    let mut best = Cheapest { problem, prices, observer, found: None };
    best.offer(greedy.classes().map(<[Member]>::to_vec).collect());
    for way in [Best::Saving, Best::Balance] {
        observer.go_on()?;
        if !observer.is_stopped() {
            best.offer(cuts(problem, prices, way, observer));
        }
    }
    observer.go_on()?;
    let (_, classes) = best.found.expect("there is a way");
    Ok(classes.par_iter().map(|class| units(problem, class)).collect())
}

struct Cheapest<'a> {
    problem: &'a Problem<'a>,
    prices: &'a Prices,
    observer: &'a dyn Observer,
    found: Option<(u64, Vec<Vec<Member>>)>,
}

impl Cheapest<'_> {
    /// Takes classes, or the runs of their order, if they are cheaper. Once the observer stops, the first that come are taken.
    fn offer(&mut self, classes: Vec<Vec<Member>>) {
        let order = order(self.problem.points, &classes);
        self.take(classes);
        if let Some(runs) = runs(self.problem, self.prices, &order, self.observer) {
            self.take(runs);
        }
    }

    fn take(&mut self, classes: Vec<Vec<Member>>) {
        if self.observer.is_stopped() {
            self.found.get_or_insert((u64::MAX, classes));
            return;
        }
        let cost = classes.par_iter().map(|class| cost(self.problem, self.prices, class)).sum();
        if self.found.as_ref().is_none_or(|(least, _)| cost < *least) {
            self.found = Some((cost, classes));
        }
    }
}

/// The points of classes in their order, each where it comes first.
fn order(points: &Points, classes: &[Vec<Member>]) -> Vec<u32> {
    let mut is_new = vec![true; points.len()];
    let members = classes.iter().flatten().map(|member| member.point);
    members.filter(|&point| std::mem::take(&mut is_new[point as usize])).collect()
}

/// Classes of neighbours in an order; none if the observer stops.
fn runs(
    problem: &Problem<'_>,
    prices: &Prices,
    order: &[u32],
    observer: &dyn Observer,
) -> Option<Vec<Vec<Member>>> {
    let classes = cut(problem, prices, order, observer)?;
    let merged = merge_alike(problem.points, classes);
    (!observer.is_stopped()).then(|| repair(problem, prices, merged))
}

/// Rows one by one, as far as they may go their own ways.
fn units(problem: &Problem<'_>, members: &[Member]) -> Vec<Member> {
    let least = problem.conditions.least();
    let free = FREE * least;
    let mut units = Vec::new();
    for &Member { point, rows } in members {
        let mut rows = u64::from(rows);
        if problem.conditions.only_rows() && rows > free + least {
            units.push(Member { point, rows: (rows - free) as u32 });
            rows = free;
        }
        units.extend((0..rows).map(|_| Member { point, rows: 1 }));
    }
    units
}

/// Cuts an order into runs, piece by piece; nothing if the observer stops.
fn cut(
    problem: &Problem<'_>,
    prices: &Prices,
    order: &[u32],
    observer: &dyn Observer,
) -> Option<Vec<Vec<Member>>> {
    if observer.is_stopped() {
        return None;
    }
    let members: Vec<Member> =
        order.iter().map(|&point| Member { point, rows: problem.points.count(point) }).collect();
    let units = units(problem, &members);
    let least = problem.conditions.least();
    // A last piece that is too small would be a run of its own.
    let number = (units.len() / PIECE.max(2 * least as usize)).max(1);
    let piece = |at: usize| &units[units.len() * at / number..units.len() * (at + 1) / number];
    let cut = |at: usize| {
        if observer.is_stopped() {
            return None;
        }
        let piece = piece(at);
        let covers: Vec<Cover> =
            piece.iter().flat_map(|unit| covers(problem.axes, problem.points, &[*unit])).collect();
        let rows: Vec<u32> = piece.iter().map(|unit| unit.rows).collect();
        let sequence = Sequence { prices, columns: problem.axes.len(), covers: &covers, rows: &rows };
        let ends = sequence.cut(least);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        Some(starts.zip(&ends).map(|(start, &end)| piece[start..end].to_vec()).collect::<Vec<_>>())
    };
    let pieces: Option<Vec<Vec<Vec<Member>>>> = (0..number).into_par_iter().map(cut).collect();
    Some(pieces?.into_iter().flatten().collect())
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
