//! What clustering algorithms share: growing classes, and pieces of tables that are too large for them.

use amidst_core::{Observer, Result};
use rayon::prelude::*;

use crate::{
    Axis, Cover, Member, Partition, PartitionResult, Prices, Problem, repair::repair, repair::tidy,
    tree::Tree,
};

/// Larger tables are cut into pieces of at most about so many points first, since clustering takes quadratic time.
const PIECE: usize = 40_000;

/// Clusters each piece of a table by itself, with its number, and mends what does not hold. Says whether it was stopped.
///
/// # Errors
/// If the observer aborts.
pub(crate) fn in_pieces(
    problem: &Problem<'_>,
    observer: &dyn Observer,
    cluster: impl Fn(&Prices, u64, Vec<Member>) -> Option<Vec<Vec<Member>>> + Sync,
) -> Result<PartitionResult> {
    let prices = Prices::new(problem.axes, problem.objective);
    let tree = Tree::new(problem.axes, problem.points, &prices, observer);
    observer.go_on()?;
    let order = tree.order();
    let number = order.len().div_ceil(PIECE);
    let pieces: Vec<Option<Vec<Vec<Member>>>> = (0..number)
        .into_par_iter()
        .map(|piece| {
            let points = &order[order.len() * piece / number..order.len() * (piece + 1) / number];
            let members = points.iter().map(|&point| Member { point, rows: problem.points.count(point) });
            cluster(&prices, piece as u64, members.collect())
        })
        .collect();
    observer.go_on()?;
    let is_finished = pieces.iter().all(Option::is_some);
    let classes: Vec<Vec<Member>> = match is_finished {
        true => pieces.into_par_iter().flatten_iter().flatten().map(tidy).collect(),
        // Nothing is known yet but that all rows together hold.
        false => {
            vec![order.iter().map(|&point| Member { point, rows: problem.points.count(point) }).collect()]
        }
    };
    let classes = repair(problem, &prices, classes);
    Ok(PartitionResult { partition: Partition::new(classes), is_finished, is_optimal: false })
}

/// A class that grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Growing {
    pub members: Vec<Member>,
    pub rows: u64,
    covers: Vec<Cover>,
    price: u64,
}

impl Growing {
    /// A class of some rows of a point.
    pub fn new(problem: &Problem<'_>, prices: &Prices, member: Member) -> Self {
        let mut growing = Self::default();
        growing.add(problem, prices, member);
        growing
    }

    /// What a row of the class would cost with this point in it; above `most` anything above it.
    pub fn price_with(&self, problem: &Problem<'_>, prices: &Prices, point: u32, most: u64) -> u64 {
        let mut price = 0;
        for (column, (cover, own)) in self.covers.iter().zip(singles(problem, point)).enumerate() {
            price += u64::from(prices.of(column, prices.join(column, *cover, own)));
            if price > most {
                break;
            }
        }
        price
    }

    /// What one more row would cost.
    pub fn increase(&self, problem: &Problem<'_>, prices: &Prices, point: u32, most: u64) -> u64 {
        let limit = most.saturating_add(self.rows * self.price) / (self.rows + 1);
        (self.rows + 1) * self.price_with(problem, prices, point, limit) - self.rows * self.price
    }

    /// Adds rows of a point.
    pub fn add(&mut self, problem: &Problem<'_>, prices: &Prices, member: Member) {
        if self.members.is_empty() {
            self.covers = singles(problem, member.point).collect();
        } else {
            let joined = self.covers.iter_mut().zip(singles(problem, member.point)).enumerate();
            joined.for_each(|(column, (cover, own))| *cover = prices.join(column, *cover, own));
        }
        self.members.push(member);
        self.rows += u64::from(member.rows);
        self.price = prices.of_row(&self.covers);
    }
}

fn singles<'a>(problem: &'a Problem<'_>, point: u32) -> impl Iterator<Item = Cover> + 'a {
    let single = |(axis, &code): (&Axis, &u32)| axis.cover(code);
    problem.axes.iter().zip(problem.points.codes(point)).map(single)
}

/// The place of the item with the least value, of several the first. Values above the limit given need not be exact.
pub(crate) fn least<T: Sync>(items: &[T], value: impl Fn(&T, u64) -> u64 + Sync) -> Option<usize> {
    let of_chunk = |(chunk, items): (usize, &[T])| {
        let mut best = (u64::MAX, usize::MAX);
        for (at, item) in items.iter().enumerate() {
            let value = value(item, best.0);
            if value < best.0 || best.1 == usize::MAX {
                best = (value, chunk * CHUNK + at);
            }
        }
        best
    };
    let chunks = items.par_chunks(CHUNK).enumerate().map(of_chunk);
    chunks.min().map(|(_, at)| at)
}

const CHUNK: usize = 4096;
