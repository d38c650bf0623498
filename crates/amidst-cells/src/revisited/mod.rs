//! k-anonymity revisited (Gionis, Mazza and Tassa 2008): anonymity by what rows might be, not by classes of equal ones.
//!
//! A row *lies within* what another shows if it might be the one behind it. (1,k): every row lies within what k rows show;
//! (k,1): within what every row shows lie k rows; (k,k): both; global (1,k): every row has k rows that it might be when
//! every row is given away once. All follow from k-anonymity and cost less.

mod components;
mod global;
mod ground;
mod k_one;
mod one_k;
mod shows;
mod trie;

use amidst_core::{Error, Method, Observer, Result, Solver, SolverInfo};

use crate::{PartitionResult, Problem};
use ground::Ground;
use one_k::End;
use shows::Shows;

/// More points than this take too long: every one is compared with all others.
pub const MOST_POINTS: usize = 200_000;

/// (1,k): `one-k`.
#[derive(Clone, Copy, Debug)]
pub struct OneK;

/// (k,1): `k-one`.
#[derive(Clone, Copy, Debug)]
pub struct KOne;

/// (k,k): `k-k`.
#[derive(Clone, Copy, Debug)]
pub struct KK;

/// Global (1,k): `global-one-k`.
#[derive(Clone, Copy, Debug)]
pub struct GlobalOneK;

impl Solver<Problem<'_>> for OneK {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new("one-k", "every original row may be k released ones", Method::Links)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        recode(self.name(), problem, observer, |ground| {
            let plain = Shows::plain(ground.axes, ground.points);
            let mut few = plain.clone();
            ground.widen_few(&mut few);
            let mut shows = plain;
            let end = one_k::solve(ground, &mut shows, ground.price(&few));
            let shows = if end == End::Done { shows } else { few };
            (Some(shows), end != End::Stopped)
        })
    }
}

impl Solver<Problem<'_>> for KOne {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new("k-one", "every released row may be k original ones", Method::Links)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        recode(self.name(), problem, observer, |ground| {
            let shows = k_one::solve(ground);
            let is_finished = shows.is_some();
            (shows, is_finished)
        })
    }
}

impl Solver<Problem<'_>> for KK {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new("k-k", "both of these", Method::Links)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        recode(self.name(), problem, observer, k_k)
    }
}

impl Solver<Problem<'_>> for GlobalOneK {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "global-one-k",
            "every original row may be k released ones, whatever the others are",
            Method::Links,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        recode(self.name(), problem, observer, |ground| {
            let (shows, is_finished) = k_k(ground);
            let Some(mut shows) = shows else { return (None, false) };
            let is_closed = global::solve(ground, &mut shows);
            (Some(shows), is_finished && is_closed)
        })
    }
}

/// What all rows show, and whether it came to its end.
fn k_k(ground: &Ground<'_>) -> (Option<Shows>, bool) {
    let Some(mut shows) = k_one::solve(ground) else { return (None, false) };
    let end = one_k::solve(ground, &mut shows, u64::MAX);
    if end == End::Stopped {
        ground.widen_few(&mut shows);
    }
    (Some(shows), end == End::Done)
}

/// Runs one of them. Without an answer all rows show the same.
fn recode(
    name: &'static str,
    problem: &Problem<'_>,
    observer: &dyn Observer,
    solve: impl Fn(&Ground<'_>) -> (Option<Shows>, bool),
) -> Result<PartitionResult> {
    check(name, problem)?;
    let ground = Ground::new(problem, observer);
    let (shows, is_finished) = match ground.k {
        0 | 1 => (Some(Shows::plain(ground.axes, ground.points)), true),
        _ => solve(&ground),
    };
    let shows = shows.unwrap_or_else(|| {
        let all = ground.all();
        let covers = std::iter::repeat_n(all, ground.points.len()).flatten();
        Shows::new(ground.points, covers.collect())
    });
    Ok(PartitionResult::new(shows.partition(), is_finished))
}

/// Refuses what cannot be taken on.
fn check(name: &'static str, problem: &Problem<'_>) -> Result<()> {
    let refuse = |expected: String| Error::Parameter { name: "algorithm", value: name.into(), expected };
    if !problem.conditions.only_rows() {
        return Err(refuse(
            "it has no classes that another model could look at; ask for k alone, or choose another algorithm".into(),
        ));
    }
    match problem.points.len() > MOST_POINTS {
        true => Err(refuse(format!(
            "it compares every row with every other and takes at most {MOST_POINTS} different ones; there are {}: choose \
             mondrian or local, or recode some columns first",
            problem.points.len()
        ))),
        false => Ok(()),
    }
}
