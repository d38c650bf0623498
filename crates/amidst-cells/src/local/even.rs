//! Rows cut in two so that both sides have each value as often: what is asked of the shares of values then holds on both
//! sides, or nearly so, however many times that is done.

use amidst_core::Observer;
use rayon::prelude::*;

use crate::{Judge, Member, Prices, Problem, repair::cost};

/// Each class cut on and on, as long as every part holds in the end.
pub(super) fn even_cuts(
    problem: &Problem<'_>,
    prices: &Prices,
    classes: Vec<Vec<Member>>,
    observer: &dyn Observer,
) -> Vec<Vec<Member>> {
    let Some(aux_column) = problem.conditions.aux_column() else { return classes };
    let values = problem.points.aux_column(aux_column);
    let cutter = EvenCutter { problem, prices, values, observer };
    let cut = |class: Vec<Member>| cutter.classes(&class).unwrap_or_else(|| vec![class]);
    classes.into_par_iter().flat_map_iter(cut).collect()
}

struct EvenCutter<'a> {
    problem: &'a Problem<'a>,
    prices: &'a Prices,
    /// For each point the value whose share is looked at.
    values: &'a [u32],
    observer: &'a dyn Observer,
}

/// Parts of more members than this are cut side by side.
const LARGE: usize = 256;

impl EvenCutter<'_> {
    /// Classes that hold, as small as cutting makes them; nothing if there are none.
    fn classes(&self, members: &[Member]) -> Option<Vec<Vec<Member>>> {
        let rows: u64 = members.iter().map(|member| u64::from(member.rows)).sum();
        if rows >= 2 * self.problem.conditions.least() && !self.observer.is_stopped() {
            let [left, right] = self.cut(members);
            let (left, right) = match members.len() > LARGE {
                true => rayon::join(|| self.classes(&left), || self.classes(&right)),
                false => (self.classes(&left), self.classes(&right)),
            };
            if let (Some(mut left), Some(right)) = (left, right) {
                left.extend(right);
                return Some(left);
            }
        }
        let mut judge = Judge::new(&self.problem.conditions, self.problem.points);
        judge.holds(members.iter().map(|it| (it.point, it.rows))).then(|| vec![members.to_vec()])
    }

    /// Along the column in which the two sides cost least.
    fn cut(&self, members: &[Member]) -> [Vec<Member>; 2] {
        let of_column = |column: usize| {
            let sides = self.cut_along(members, column);
            (sides.iter().map(|side| cost(self.problem, self.prices, side)).sum::<u64>(), column, sides)
        };
        let columns = 0..self.problem.axes.len();
        let best = match members.len() > LARGE {
            true => columns.into_par_iter().map(of_column).min_by_key(|it| (it.0, it.1)),
            false => columns.map(of_column).min_by_key(|it| (it.0, it.1)),
        };
        best.expect("there is a column").2
    }

    /// Of each value the rows of lower codes to one side, as many as to the other, give or take one.
    fn cut_along(&self, members: &[Member], column: usize) -> [Vec<Member>; 2] {
        let value = |member: &Member| self.values[member.point as usize];
        let mut sorted = members.to_vec();
        sorted.sort_unstable_by_key(|it| (value(it), self.problem.points.codes(it.point)[column], it.point));
        let mut sides = [Vec::new(), Vec::new()];
        // Which side has one row more of the values so far.
        let mut is_odd = false;
        for same in sorted.chunk_by(|a, b| value(a) == value(b)) {
            let rows: u64 = same.iter().map(|member| u64::from(member.rows)).sum();
            let mut left = (rows + u64::from(is_odd)) / 2;
            is_odd ^= rows % 2 == 1;
            for &Member { point, rows } in same {
                let here = left.min(rows.into()) as u32;
                left -= u64::from(here);
                for (side, rows) in sides.iter_mut().zip([here, rows - here]) {
                    if rows > 0 {
                        side.push(Member { point, rows });
                    }
                }
            }
        }
        sides
    }
}
