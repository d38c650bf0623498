//! `k-member` (Byun, Kamra, Bertino, Li 2007): one class after the other, from the row farthest from the last one, by the
//! rows that add least.

use amidst_core::{Method, Observer, Result, Solver, SolverInfo, Stage};

use crate::{
    Judge, Member, PartitionResult, Prices, Problem,
    cluster::{Growing, in_pieces, least},
    rng::SeededRng,
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KMember;

impl Solver<Problem<'_>> for KMember {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new("k-member", "clusters that grow by the row that costs least", Method::LocalRecoding)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        in_pieces(problem, observer, |problem, prices, piece, members| {
            cluster(problem, prices, piece, members, observer)
        })
    }
}

/// Classes are completed up to so many times k rows, by one of so many rows that add least.
const MOST: u64 = 4;
const NEAR: usize = 64;

fn cluster(
    problem: &Problem<'_>,
    prices: &Prices,
    piece: u64,
    mut left: Vec<Member>,
    observer: &dyn Observer,
) -> (Vec<Vec<Member>>, bool) {
    let k = problem.conditions.least();
    let mut rows: u64 = left.iter().map(|member| u64::from(member.rows)).sum();
    let all = rows;
    let first = SeededRng::new(problem.seed, piece).below(left.len() as u32) as usize;
    let mut last = left[first].point;
    let mut classes: Vec<Growing> = Vec::new();
    while rows >= k {
        if observer.is_stopped() {
            let classes = classes.into_iter().map(|class| class.members);
            return (classes.chain([left]).collect(), false);
        }
        observer.progress(Stage::Solving, all - rows, Some(all));
        let from = Growing::new(problem, prices, Member { point: last, rows: 1 });
        let far = |it: &Member, _| u64::MAX - 1 - from.price_with(problem, prices, it.point, u64::MAX);
        let at = least(&left, far).expect("rows are left");
        last = left[at].point;
        let mut class = Growing::new(problem, prices, take(&mut left, at, 1));
        while class.rows < k {
            let value = |it: &Member, most| class.increase(problem, prices, it.point, most);
            let at = least(&left, value).expect("rows are left");
            let member = take(&mut left, at, k - class.rows);
            class.add(problem, prices, member);
        }
        complete(problem, prices, &mut class, &mut left);
        rows -= class.rows;
        classes.push(class);
    }
    for member in left {
        for _ in 0..member.rows {
            let value = |it: &Growing, most| it.increase(problem, prices, member.point, most);
            let member = Member { rows: 1, ..member };
            match least(&classes, value) {
                Some(at) => classes[at].add(problem, prices, member),
                None => classes.push(Growing::new(problem, prices, member)),
            }
        }
    }
    (classes.into_iter().map(|class| class.members).collect(), true)
}

/// Where more than its rows is asked of a class, adds rows until it holds: of those that add least the first that does it,
/// or just the first. What still fails with several times k rows is merged later.
fn complete(problem: &Problem<'_>, prices: &Prices, class: &mut Growing, left: &mut Vec<Member>) {
    if problem.conditions.only_rows() {
        return;
    }
    let mut judge = Judge::new(&problem.conditions, problem.points);
    let mut holds = |class: &Growing, more: Option<u32>| {
        let more = more.map(|point| (point, 1));
        judge.holds(class.members.iter().map(|member| (member.point, member.rows)).chain(more))
    };
    while class.rows < MOST * problem.conditions.least() && !left.is_empty() && !holds(class, None) {
        let mut near: Vec<(u64, usize)> = (0..left.len())
            .map(|at| (class.increase(problem, prices, left[at].point, u64::MAX), at))
            .collect();
        near.sort_unstable();
        near.truncate(NEAR);
        let fit = near.iter().find(|(_, at)| holds(class, Some(left[*at].point)));
        let at = fit.unwrap_or(&near[0]).1;
        let member = take(left, at, 1);
        class.add(problem, prices, member);
    }
}

/// Takes rows of a point, at most so many.
fn take(left: &mut Vec<Member>, at: usize, most: u64) -> Member {
    let member = left[at];
    let rows = u64::from(member.rows).min(most) as u32;
    if rows == member.rows {
        left.swap_remove(at);
    } else {
        left[at].rows -= rows;
    }
    Member { rows, ..member }
}
