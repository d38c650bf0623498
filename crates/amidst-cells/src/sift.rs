//! Rows near each other sifted into classes that hold: of a few the most that hold together, and the others go on to the
//! next few, and so on up to the whole table.
//!
//! What is asked of the shares of values fails of most small groups, because some value has too many rows in them. Merging
//! whole groups until all is well makes few large classes; here only the rows that are too many look for company farther
//! away.

use amidst_core::Observer;
use rayon::prelude::*;

use crate::{
    Judge, Member, Prices, Problem,
    repair::{Shown, repair},
};

/// Groups of at least so many rows are sifted side by side.
const LARGE: usize = 1 << 10;

/// Of more rows than this, several go at a time.
const FINE: usize = 1 << 9;

/// At most so many classes are tried for a row that no group took in.
const TRIED: usize = 1 << 13;

/// Classes that hold, from groups of rows in an order in which near ones are close. All rows together must hold.
pub(crate) fn sift(
    problem: &Problem<'_>,
    prices: &Prices,
    groups: &[Vec<Member>],
    observer: &dyn Observer,
) -> Vec<Vec<Member>> {
    let sieve = Sieve::new(problem, observer);
    let (mut classes, left) = sieve.over(groups);
    if !left.is_empty() {
        let rest = sieve.absorb(prices, &mut classes, left);
        if !rest.is_empty() {
            classes.push(rest);
        }
    }
    repair(problem, prices, classes)
}

struct Sieve<'a> {
    problem: &'a Problem<'a>,
    observer: &'a dyn Observer,
    /// The companions whose values have shares that matter, and for each the rows of every value in the table.
    shares: Vec<(usize, Vec<f64>)>,
}

/// By what a value is too frequent in a group.
#[derive(Clone, Copy)]
enum Excess {
    /// By its share of the group in parts of that of the table.
    Relative,
    /// By its share of the group.
    Absolute,
}

impl<'a> Sieve<'a> {
    fn new(problem: &'a Problem<'a>, observer: &'a dyn Observer) -> Self {
        let points = problem.points;
        let of_column = |aux_column: usize| {
            let mut rows = vec![0.0; points.width(aux_column)];
            for (point, &value) in points.aux_column(aux_column).iter().enumerate() {
                if let Some(rows) = rows.get_mut(value as usize) {
                    *rows += f64::from(points.count(point as u32));
                }
            }
            (aux_column, rows)
        };
        let shares = problem.conditions.aux_columns().into_iter().map(of_column).collect();
        Self { problem, observer, shares }
    }

    /// The classes of some groups, and the rows that are in none.
    fn over(&self, groups: &[Vec<Member>]) -> (Vec<Vec<Member>>, Vec<Member>) {
        if groups.len() < 2 {
            let rows = groups
                .iter()
                .flatten()
                .flat_map(|member| std::iter::repeat_n(Member { rows: 1, ..*member }, member.rows as usize));
            return self.largest(rows.collect());
        }
        let (one, two) = groups.split_at(groups.len() / 2);
        let ((mut classes, mut left), (more, other)) = match groups.len() > LARGE {
            true => rayon::join(|| self.over(one), || self.over(two)),
            false => (self.over(one), self.over(two)),
        };
        classes.extend(more);
        left.extend(other);
        let (more, left) = self.largest(left);
        classes.extend(more);
        (classes, left)
    }

    /// The most rows of some, one by one, that hold together, if any do, and the others.
    fn largest(&self, rows: Vec<Member>) -> (Vec<Vec<Member>>, Vec<Member>) {
        if (rows.len() as u64) < self.problem.conditions.least() || self.observer.is_stopped() {
            return (Vec::new(), rows);
        }
        let [one, two] = [Excess::Relative, Excess::Absolute].map(|excess| self.trim(&rows, excess));
        let best = if two.len() > one.len() { two } else { one };
        if best.is_empty() {
            return (Vec::new(), rows);
        }
        let mut is_in = vec![false; rows.len()];
        best.iter().for_each(|&at| is_in[at as usize] = true);
        let (mut class, mut left) = (Vec::new(), Vec::new());
        for (row, is_in) in rows.into_iter().zip(is_in) {
            if is_in { &mut class } else { &mut left }.push(row);
        }
        (vec![class], left)
    }

    /// Lets rows of the value that is most too frequent go until the others hold; none, if they never do.
    fn trim(&self, rows: &[Member], excess: Excess) -> Vec<u32> {
        let judge = Judge::new(&self.problem.conditions, self.problem.points);
        let mut tally = judge.tally();
        rows.iter().for_each(|&row| judge.add(row, &mut tally));
        let value_of = |column: usize, row: u32| {
            self.problem.points.aux_column(self.shares[column].0)[rows[row as usize].point as usize]
        };
        // For each companion the rows of each value, the last to go first.
        let mut counts: Vec<Vec<u32>> = self.shares.iter().map(|(_, all)| vec![0; all.len()]).collect();
        let mut of_value: Vec<Vec<Vec<u32>>> =
            self.shares.iter().map(|(_, all)| vec![Vec::new(); all.len()]).collect();
        for row in 0..rows.len() as u32 {
            for column in 0..self.shares.len() {
                let value = value_of(column, row) as usize;
                if value < counts[column].len() {
                    counts[column][value] += 1;
                    of_value[column][value].push(row);
                }
            }
        }
        let mut is_in = vec![true; rows.len()];
        let mut number = rows.len();
        while number as u64 >= self.problem.conditions.least() {
            if judge.holds_tally(&tally) {
                return (0..rows.len() as u32).filter(|&row| is_in[row as usize]).collect();
            }
            for _ in 0..(number / FINE).max(1) {
                let mut most: Option<(f64, usize, usize)> = None;
                for (column, counts) in counts.iter().enumerate() {
                    for (value, &count) in counts.iter().enumerate() {
                        let all = match excess {
                            Excess::Relative => self.shares[column].1[value],
                            Excess::Absolute => 1.0,
                        };
                        let ratio = f64::from(count) / all;
                        if count > 0 && most.is_none_or(|(highest, ..)| ratio > highest) {
                            most = Some((ratio, column, value));
                        }
                    }
                }
                // Rows without a value are too many of none.
                let rows_of_most = most.map(|(_, column, value)| &mut of_value[column][value]);
                let next = rows_of_most
                    .and_then(|rows| std::iter::from_fn(|| rows.pop()).find(|&row| is_in[row as usize]));
                let Some(row) = next else {
                    return Vec::new();
                };
                is_in[row as usize] = false;
                number -= 1;
                judge.remove(rows[row as usize], &mut tally);
                for (column, counts) in counts.iter_mut().enumerate() {
                    if let Some(count) = counts.get_mut(value_of(column, row) as usize) {
                        *count -= 1;
                    }
                }
            }
        }
        Vec::new()
    }

    /// Puts rows into the classes that they join at least cost and that hold with them. Gives back those that none takes in.
    fn absorb(&self, prices: &Prices, classes: &mut [Vec<Member>], left: Vec<Member>) -> Vec<Member> {
        let mut judge = Judge::new(&self.problem.conditions, self.problem.points);
        let mut rest = Vec::new();
        let shown = |class: &[Member]| Shown::new(self.problem, prices, class);
        let mut homes: Vec<Shown> = classes.par_iter().map(|class| shown(class)).collect();
        let mut costs: Vec<(u64, usize)> = Vec::new();
        for row in left {
            let own = shown(&[row]);
            let more = |(at, home): (usize, &Shown)| (own.more_with(home, prices), at);
            homes.par_iter().enumerate().with_min_len(LARGE).map(more).collect_into_vec(&mut costs);
            costs.par_sort_unstable();
            let holds = |&&(_, class): &&(u64, usize)| {
                let members = classes[class].iter().chain([&row]);
                judge.holds(members.map(|member| (member.point, member.rows)))
            };
            match costs.iter().take(TRIED).find(holds) {
                Some(&(_, class)) => {
                    classes[class].push(row);
                    homes[class] = own.with(&homes[class], prices);
                }
                None => rest.push(row),
            }
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::{Codes, Model, Requirement};
    use amidst_kernel::AuxColumn;
    use amidst_models::AlphaK;

    use super::*;
    use crate::{Axis, Conditions, Labels, Objective, Points, Split, rng::SeededRng};

    #[test]
    fn rows_that_are_too_many_look_for_company_and_the_others_stay_small() {
        let texts = (0..64).map(|at: u32| Some(at.to_string().into())).collect();
        let axes = [Axis::ranges("a", texts, (0..64).map(f64::from).collect())];
        for seed in 0..20 {
            let mut draw = SeededRng::new(seed, 0);
            let rows = 640;
            // Every place has a value of its own that most of its rows have.
            let codes: Vec<u8> = (0..rows).map(|at| (at / 10) as u8).collect();
            let mut value = |place: u8| if draw.below(2) == 0 { u32::from(place % 8) } else { draw.below(8) };
            let values = AuxColumn { codes: codes.iter().map(|&place| value(place)).collect(), width: 8 };
            let (points, _) = Points::collapse(&[(Codes::U8(codes), 64)], &[values]).unwrap();
            let asked = Requirement {
                aux_column: Some(0),
                ..Requirement::new(Model::Class(Box::new(AlphaK::new(0.25, 4, &[]).unwrap())))
            };
            let problem = Problem {
                axes: &axes,
                points: &points,
                conditions: Conditions::new(4, vec![asked]),
                objective: Objective::Gcp,
                split: Split::default(),
                labels: Labels::default(),
                seed,
            };
            let mut groups: Vec<Vec<Member>> = vec![Vec::new(); 64];
            for point in 0..points.len() as u32 {
                groups[points.codes(point)[0] as usize].push(Member { point, rows: points.count(point) });
            }
            let prices = Prices::new(&axes, problem.objective);
            let classes = sift(&problem, &prices, &groups, &());
            let mut judge = Judge::new(&problem.conditions, &points);
            assert!(classes.iter().all(|class| judge.holds(class.iter().map(|it| (it.point, it.rows)))));
            let all: u32 = classes.iter().flatten().map(|member| member.rows).sum();
            assert_eq!(all, rows);
            let merged = repair(&problem, &prices, groups);
            assert!(classes.len() > 60 && classes.len() > merged.len(), "{} {}", classes.len(), merged.len());
        }
    }
}
