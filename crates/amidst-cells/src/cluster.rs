//! What clustering algorithms share: growing classes, and pieces of tables that are too large for them.

use amidst_core::{Error, Observer, Result};
use rayon::prelude::*;

use crate::{
    Axis, Conditions, Cover, Member, Partition, PartitionResult, Prices, Problem,
    member::tidy,
    repair::{cost, repair},
    sift::sift,
    tree::Tree,
};

/// Larger tables are cut into pieces of at most about so many points first, since clustering takes quadratic time.
const PIECE: usize = 40_000;

/// Where more than rows is asked of classes, classes of so many times k rows are clustered too, whatever else is asked, and
/// mended until they hold: taking care of every condition from the start may leave few classes.
const OTHERS: [(u64, Mended); 3] = [(1, Mended::Sifted), (2, Mended::Merged), (8, Mended::Merged)];

/// What becomes of classes that do not hold.
#[derive(Clone, Copy)]
enum Mended {
    /// They are merged with others.
    Merged,
    /// Those of their rows that are too many look for other company.
    Sifted,
}

/// Clusters each piece of a table by itself, with its number, and mends what does not hold. A piece also says whether it was
/// done; one that was stopped gives what it has, rows that are in no class yet being one.
///
/// # Errors
/// If the observer aborts.
pub(crate) fn in_pieces(
    problem: &Problem<'_>,
    observer: &dyn Observer,
    cluster: impl Fn(&Problem<'_>, &Prices, u64, Vec<Member>) -> (Vec<Vec<Member>>, bool) + Sync,
) -> Result<PartitionResult> {
    let prices = Prices::new(problem.axes, problem.objective);
    let tree = Tree::new(problem.axes, problem.points, &prices, observer);
    observer.go_on()?;
    let clustered = |asked: &Problem<'_>, mended: Mended| {
        let order = tree.order();
        let number = order.len().div_ceil(PIECE);
        let pieces: Vec<(Vec<Vec<Member>>, bool)> = (0..number)
            .into_par_iter()
            .map(|piece| {
                let points = &order[order.len() * piece / number..order.len() * (piece + 1) / number];
                let members = points.iter().map(|&point| Member { point, rows: problem.points.count(point) });
                cluster(asked, &prices, piece as u64, members.collect())
            })
            .collect();
        observer.go_on()?;
        let is_finished = pieces.iter().all(|(_, is_done)| *is_done);
        let mut classes: Vec<Vec<Member>> =
            pieces.into_par_iter().flat_map_iter(|(classes, _)| classes).map(tidy).collect();
        let classes = match mended {
            Mended::Merged => repair(problem, &prices, classes),
            Mended::Sifted => {
                let mut place_of = vec![0; order.len()];
                (0_u32..).zip(order).for_each(|(place, &point)| place_of[point as usize] = place);
                classes.sort_by_cached_key(|class| class.iter().map(|it| place_of[it.point as usize]).min());
                sift(problem, &prices, &classes, observer).into_iter().map(tidy).collect()
            }
        };
        let costs = classes.par_iter().map(|class| cost(problem, &prices, class));
        Ok::<_, Error>((costs.sum::<u64>(), classes, is_finished))
    };
    let mut best = clustered(problem, Mended::Merged)?;
    if !problem.conditions.only_rows() && best.2 {
        let least = problem.conditions.least();
        for (times, mended) in OTHERS.into_iter().filter(|(times, _)| times * least <= problem.points.rows())
        {
            let conditions = Conditions::new(times * least, Vec::new());
            let found = clustered(&Problem { conditions, ..*problem }, mended)?;
            let is_finished = best.2 && found.2;
            best = if found.0 < best.0 { found } else { best };
            best.2 = is_finished;
        }
    }
    Ok(PartitionResult::new(Partition::new(best.1), best.2))
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
