//! Classes that do not hold are merged with near ones until they do.

use rayon::prelude::*;

use crate::{Judge, Member, Partition, Prices, Problem, partition::covers};

/// How many classes before and after one are looked at.
const REACH: usize = 64;

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
    loop {
        let failing: Vec<bool> = classes.par_iter().map_init(judge, fails).collect();
        if classes.len() < 2 || !failing.contains(&true) {
            return classes;
        }
        let mut judge = judge();
        for at in (0..classes.len()).filter(|&at| failing[at]) {
            if classes[at].is_empty() {
                continue;
            }
            // Where more than rows is asked, one with which it holds comes before any other.
            let mut more = |other: usize| {
                let both = [&classes[at][..], &classes[other]].concat();
                let more = cost(problem, prices, &both) - cost(problem, prices, &classes[other]);
                (!problem.conditions.only_rows() && fails(&mut judge, &both), more)
            };
            let near = at.saturating_sub(REACH)..(at + REACH + 1).min(classes.len());
            let others = near.filter(|&other| other != at && !classes[other].is_empty());
            // If all of these are gone already, it waits for the next round, when classes have moved up.
            if let Some(to) = others.min_by_key(|&other| more(other)) {
                let own = std::mem::take(&mut classes[at]);
                classes[to].extend(own);
            }
        }
        classes.retain(|class| !class.is_empty());
    }
}

/// Members of one point become one member.
pub(crate) fn tidy(mut class: Vec<Member>) -> Vec<Member> {
    class.sort_unstable();
    class.dedup_by(|next, kept| {
        let is_same = next.point == kept.point;
        kept.rows += if is_same { next.rows } else { 0 };
        is_same
    });
    class
}
