//! Classes to start from.

use amidst_core::{Observer, Result, Solver};
use rayon::prelude::*;

use super::{
    cuts::{Best, cut_on, cuts},
    even::even_cuts,
    runs::Sequence,
};
use crate::{
    Conditions, Cover, Member, Points, Prices, Problem,
    partition::covers,
    repair::{cost, repair},
    sift::sift,
    top_down_greedy::TopDownGreedy,
};

/// Orders are cut into runs by pieces of so many rows.
const PIECE: usize = 1 << 13;

/// Runs of more rows are not looked for: that takes k steps for each row, and large classes are soon pooled.
const RUN: u64 = 64;

/// A point has at most so many times k rows that go their own ways; the others stay together.
const FREE: u64 = 8;

/// Classes of more than k rows are started from too, of twice as many each time, so often.
const LARGER: u32 = 8;

/// Classes that hold: the cheapest of several ways to come by some. Each cuts rows apart, and its order is then cut into
/// runs anew.
pub(super) fn start(
    problem: &Problem<'_>,
    prices: &Prices,
    observer: &dyn Observer,
) -> Result<Vec<Vec<Member>>> {
    let of_greedy = || -> Result<Priced> {
        let greedy = TopDownGreedy.solve(problem, observer)?.partition;
        Ok(cheaper(problem, prices, greedy.classes().map(<[Member]>::to_vec).collect(), observer))
    };
    let of_cuts = |best: Best| cheaper(problem, prices, cuts(problem, prices, best, observer), observer);
    let (greedy, (saving, balance)) =
        rayon::join(of_greedy, || rayon::join(|| of_cuts(Best::Saving), || of_cuts(Best::Balance)));
    let mut ways = vec![greedy?, saving, balance];
    if !problem.conditions.only_rows() {
        ways.extend(of_larger(problem, prices, observer));
        ways.extend(of_sifted(problem, prices, observer));
        ways.extend(of_even(problem, prices, &ways, observer));
    }
    let (_, classes) = cheapest(ways).expect("there is a way");
    observer.go_on()?;
    // Only rows that will move go one by one.
    if observer.is_stopped() {
        return Ok(classes);
    }
    Ok(classes.par_iter().map(|class| units(problem, class)).collect())
}

/// Classes and what they cost.
type Priced = (u64, Vec<Vec<Member>>);

/// The cheapest, of several the first.
fn cheapest(ways: impl IntoIterator<Item = Priced>) -> Option<Priced> {
    ways.into_iter().min_by_key(|way| way.0)
}

/// Where more than rows is asked of classes: classes of more and more rows whatever else is asked, merged until they hold.
fn of_larger(problem: &Problem<'_>, prices: &Prices, observer: &dyn Observer) -> Vec<Priced> {
    let rows = problem.points.rows();
    let sizes = (0..LARGER).map(|times| problem.conditions.least() << times);
    let sizes: Vec<u64> = sizes.filter(|least| 2 * least <= rows).collect();
    let of_size = |&least: &u64| {
        let larger = Problem { conditions: Conditions::new(least, Vec::new()), ..*problem };
        let classes = repair(problem, prices, cuts(&larger, prices, Best::Saving, observer));
        let classes = cut_on(problem, prices, classes, observer);
        (classes.iter().map(|class| cost(problem, prices, class)).sum(), classes)
    };
    sizes.par_iter().map(of_size).collect()
}

/// Where more than rows is asked of classes: those of k alone, and the rows of each that hold together, the others in larger
/// company.
fn of_sifted(problem: &Problem<'_>, prices: &Prices, observer: &dyn Observer) -> [Priced; 2] {
    let least = problem.conditions.least();
    let rows_only = Problem { conditions: Conditions::new(least, Vec::new()), ..*problem };
    [Best::Saving, Best::Balance].map(|best| {
        let groups = cuts(&rows_only, prices, best, observer);
        let classes = sift(problem, prices, &groups, observer);
        let classes = cut_on(problem, prices, classes, observer);
        (classes.iter().map(|class| cost(problem, prices, class)).sum(), classes)
    })
}

/// Classes cut on so that both sides have the same shares of values: the cheapest so far, and all rows.
fn of_even(problem: &Problem<'_>, prices: &Prices, ways: &[Priced], observer: &dyn Observer) -> [Priced; 2] {
    let all =
        (0..problem.points.len() as u32).map(|point| Member { point, rows: problem.points.count(point) });
    let found = ways.iter().min_by_key(|way| way.0).map(|way| way.1.clone()).unwrap_or_default();
    [found, vec![all.collect()]].map(|classes| {
        let classes = even_cuts(problem, prices, classes, observer);
        (classes.iter().map(|class| cost(problem, prices, class)).sum(), classes)
    })
}

/// Classes, or the runs of their order if these are cheaper.
fn cheaper(
    problem: &Problem<'_>,
    prices: &Prices,
    classes: Vec<Vec<Member>>,
    observer: &dyn Observer,
) -> Priced {
    let priced = |classes: Vec<Vec<Member>>| {
        let cost = classes.par_iter().map(|class| cost(problem, prices, class)).sum::<u64>();
        (cost, classes)
    };
    let own = priced(classes);
    if observer.is_stopped() || problem.conditions.least() > RUN {
        return own;
    }
    match runs(problem, prices, &order(problem.points, &own.1), observer).map(priced) {
        Some(runs) if runs.0 < own.0 => runs,
        _ => own,
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
    let members: Vec<Member> =
        order.iter().map(|&point| Member { point, rows: problem.points.count(point) }).collect();
    let units = units(problem, &members);
    let least = problem.conditions.least();
    // A last piece that is too small would be a run of its own.
    let number = (units.len() / PIECE.max(2 * least as usize)).max(1);
    let piece = |at: usize| &units[units.len() * at / number..units.len() * (at + 1) / number];
    let cut = |at: usize| {
        let piece = piece(at);
        if observer.is_stopped() {
            return None;
        }
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
