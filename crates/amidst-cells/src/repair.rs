//! Classes that do not hold are merged with near ones until they do.

use rayon::prelude::*;

use crate::{Cover, Judge, Member, Partition, Prices, Problem, member::tidy, partition::covers};

/// How many classes before and after one are looked at.
const REACH: usize = 64;

/// Of these, so many are tried until one is found with which it holds.
const TRIED: usize = 24;

/// What a class costs.
pub(crate) fn cost(problem: &Problem<'_>, prices: &Prices, class: &[Member]) -> u64 {
    let rows: u64 = class.iter().map(|member| u64::from(member.rows)).sum();
    rows * prices.of_row(&covers(problem.axes, problem.points, class))
}

/// Classes that all hold, from some that may not, by merging. All rows together must hold.
pub fn repaired(problem: &Problem<'_>, classes: Vec<Vec<Member>>) -> Partition {
    let prices = Prices::new(problem.axes, problem.objective);
    Partition::new(repair(problem, &prices, classes).into_iter().map(tidy))
}

/// Merges every class that does not hold with the one not far from it in the order given that makes it cheapest, until
/// all hold. All rows together must hold.
pub(crate) fn repair(
    problem: &Problem<'_>,
    prices: &Prices,
    mut classes: Vec<Vec<Member>>,
) -> Vec<Vec<Member>> {
    let judge = || Judge::new(&problem.conditions, problem.points);
    let fails = |judge: &mut Judge<'_>, class: &Vec<Member>| {
        !judge.holds(class.iter().map(|member| (member.point, member.rows)))
    };
    let only_rows = problem.conditions.only_rows();
    loop {
        let failing: Vec<bool> = classes.par_iter().map_init(judge, fails).collect();
        if classes.len() < 2 || !failing.contains(&true) {
            return classes;
        }
        let mut judge = judge();
        let mut shown: Vec<Shown> =
            classes.par_iter().map(|class| Shown::new(problem, prices, class)).collect();
        for at in (0..classes.len()).filter(|&at| failing[at]) {
            if classes[at].is_empty() {
                continue;
            }
            let near = at.saturating_sub(REACH)..(at + REACH + 1).min(classes.len());
            let others = near.filter(|&other| other != at && !classes[other].is_empty());
            let more = |other: usize| (shown[at].more_with(&shown[other], prices), other);
            let mut others: Vec<(u64, usize)> = others.map(more).collect();
            others.sort_unstable();
            // Where more than rows is asked, one with which it holds comes before any other.
            let mut holds = |&&(_, other): &&(u64, usize)| {
                only_rows || !fails(&mut judge, &[&classes[at][..], &classes[other]].concat())
            };
            let found = others.iter().take(TRIED).find(&mut holds).or(others.first());
            // If all of these are gone already, it waits for the next round, when classes have moved up.
            if let Some(&(_, to)) = found {
                let own = std::mem::take(&mut classes[at]);
                classes[to].extend(own);
                shown[to] = shown[at].with(&shown[to], prices);
            }
        }
        classes.retain(|class| !class.is_empty());
    }
}

/// What a class shows, and its rows.
pub(crate) struct Shown {
    covers: Vec<Cover>,
    rows: u64,
    price: u64,
}

impl Shown {
    pub(crate) fn new(problem: &Problem<'_>, prices: &Prices, class: &[Member]) -> Self {
        let covers = covers(problem.axes, problem.points, class);
        let rows = class.iter().map(|member| u64::from(member.rows)).sum();
        Self { rows, price: prices.of_row(&covers), covers }
    }

    /// Both as one.
    pub(crate) fn with(&self, other: &Self, prices: &Prices) -> Self {
        let joined = self.covers.iter().zip(&other.covers).enumerate();
        let covers: Vec<Cover> = joined.map(|(column, (&a, &b))| prices.join(column, a, b)).collect();
        Self { rows: self.rows + other.rows, price: prices.of_row(&covers), covers }
    }

    /// What both cost as one, above what the other costs.
    pub(crate) fn more_with(&self, other: &Self, prices: &Prices) -> u64 {
        let joined = self.covers.iter().zip(&other.covers).enumerate();
        let price: u64 =
            joined.map(|(column, (&a, &b))| u64::from(prices.of(column, prices.join(column, a, b)))).sum();
        (self.rows + other.rows) * price - other.rows * other.price
    }
}
