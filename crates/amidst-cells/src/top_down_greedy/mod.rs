//! `top-down-greedy` (Xu, Wang, Pei and others 2006): rows cut in two around two that are far apart, again and again.

use amidst_core::{Method, Observer, Result, Solver, SolverInfo};

use crate::{
    Judge, Member, PartitionResult, Prices, Problem,
    cluster::{Growing, in_pieces, least},
    rng::SeededRng,
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TopDownGreedy;

impl Solver<Problem<'_>> for TopDownGreedy {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "top-down-greedy",
            "clusters split between two rows that are far apart",
            Method::LocalRecoding,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        in_pieces(problem, observer, |problem, prices, piece, members| {
            let mut classes = Vec::new();
            let mut draw = SeededRng::new(problem.seed, piece);
            let cutter = Cutter { problem, prices, observer };
            let mut open = vec![members];
            while let Some(members) = open.pop() {
                if observer.is_stopped() {
                    // What is not cut yet stays together.
                    classes.push(members);
                    classes.extend(open);
                    return (classes, false);
                }
                match cutter.cut_that_holds(members, &mut draw) {
                    Ok(parts) => open.extend(parts),
                    Err(class) => classes.push(class),
                }
            }
            (classes, true)
        })
    }
}

struct Cutter<'a> {
    problem: &'a Problem<'a>,
    prices: &'a Prices,
    observer: &'a dyn Observer,
}

/// How often the two ends are moved apart.
const TURNS: usize = 3;

/// More rows than this are worth a question to the observer before they are cut.
const LARGE: usize = 1024;

/// How many cuts are tried until both parts hold, where more than their number is asked of rows.
const TRIES: usize = 8;

impl Cutter<'_> {
    /// Cuts rows in two parts that hold, or gives them back if none is found. Rows that do not hold by themselves are cut
    /// in any way: they are merged later.
    fn cut_that_holds(
        &self,
        members: Vec<Member>,
        draw: &mut SeededRng,
    ) -> std::result::Result<[Vec<Member>; 2], Vec<Member>> {
        let mut judge = Judge::new(&self.problem.conditions, self.problem.points);
        let mut holds = |members: &[Member]| judge.holds(members.iter().map(|it| (it.point, it.rows)));
        if self.problem.conditions.only_rows() || !holds(&members) {
            return self.cut(members, draw);
        }
        for _ in 0..TRIES {
            let parts = self.cut(members.clone(), draw)?;
            if parts.iter().all(|part| holds(part)) {
                return Ok(parts);
            }
        }
        Err(members)
    }

    /// Cuts rows in two, or gives them back if they are few or alike, or the observer stops.
    fn cut(
        &self,
        mut members: Vec<Member>,
        draw: &mut SeededRng,
    ) -> std::result::Result<[Vec<Member>; 2], Vec<Member>> {
        let k = self.problem.conditions.least();
        let rows: u64 = members.iter().map(|member| u64::from(member.rows)).sum();
        if rows < 2 * k || members.len() < 2 {
            return Err(members);
        }
        let mut one = draw.below(members.len() as u32) as usize;
        let mut two = self.farthest(&members, one);
        for _ in 1..TURNS {
            one = self.farthest(&members, two);
            two = self.farthest(&members, one);
        }
        if one == two || (members.len() >= LARGE && self.observer.is_stopped()) {
            return Err(members);
        }
        let seeds = [members[one], members[two]];
        members.retain(|member| !seeds.contains(member));
        draw.shuffle(&mut members);
        let mut parts = seeds.map(|seed| Growing::new(self.problem, self.prices, seed));
        for member in members {
            let [a, b] =
                [0, 1].map(|at| parts[at].increase(self.problem, self.prices, member.point, u64::MAX));
            parts[usize::from(b < a)].add(self.problem, self.prices, member);
        }
        let [a, b] = parts;
        let (small, large) = if a.rows < b.rows { (a, b) } else { (b, a) };
        Ok(self.even_out(small, large))
    }

    fn farthest(&self, members: &[Member], from: usize) -> usize {
        let from = Growing::new(self.problem, self.prices, members[from]);
        let far =
            |it: &Member, _| u64::MAX - 1 - from.price_with(self.problem, self.prices, it.point, u64::MAX);
        least(members, far).expect("there are rows")
    }

    /// Lets the smaller part have the rows of the larger that it grows least by, until it has enough.
    fn even_out(&self, mut small: Growing, large: Growing) -> [Vec<Member>; 2] {
        let k = self.problem.conditions.least();
        let mut rest = large.members;
        while small.rows < k {
            let value = |it: &Member, most| small.increase(self.problem, self.prices, it.point, most);
            let at = least(&rest, value).expect("there are enough rows");
            let rows = u64::from(rest[at].rows).min(k - small.rows) as u32;
            small.add(self.problem, self.prices, Member { rows, ..rest[at] });
            rest[at].rows -= rows;
            if rest[at].rows == 0 {
                rest.swap_remove(at);
            }
        }
        [small.members, rest]
    }
}
