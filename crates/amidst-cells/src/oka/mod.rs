//! `oka` (Lin, Wei 2008): one pass of k-means from seeds of chance, then classes that are too large give to those that are
//! too small.

use amidst_core::{Method, Observer, Result, Solver, SolverInfo};

use crate::{
    Member, PartitionResult, Prices, Problem,
    cluster::{Growing, in_pieces, least},
    rng::SeededRng,
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Oka;

impl Solver<Problem<'_>> for Oka {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "oka",
            "clusters around drawn rows, from which the farthest rows move on",
            Method::LocalRecoding,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        in_pieces(problem, observer, |problem, prices, piece, members| {
            match (Pass { problem, prices, observer }).cluster(piece, &members) {
                Some(classes) => (classes, true),
                None => (vec![members], false),
            }
        })
    }
}

struct Pass<'a> {
    problem: &'a Problem<'a>,
    prices: &'a Prices,
    observer: &'a dyn Observer,
}

impl Pass<'_> {
    fn cluster(&self, piece: u64, members: &[Member]) -> Option<Vec<Vec<Member>>> {
        let rows: u64 = members.iter().map(|member| u64::from(member.rows)).sum();
        let number = (rows / self.problem.conditions.least()).max(1);
        let mut draw = SeededRng::new(self.problem.seed, piece);
        let mut units: Vec<u32> =
            members.iter().flat_map(|it| std::iter::repeat_n(it.point, it.rows as usize)).collect();
        draw.shuffle(&mut units);
        let (seeds, others) = units.split_at(number as usize);
        let mut classes: Vec<Growing> =
            seeds.iter().map(|&point| self.grow(Growing::default(), point)).collect();
        self.join(&mut classes, others)?;
        let mut spare = Vec::new();
        let classes = classes.into_iter().zip(seeds).map(|(class, &seed)| self.trim(class, seed, &mut spare));
        let mut classes: Vec<Growing> = classes.collect();
        let spare = self.fill(&mut classes, spare)?;
        self.join(&mut classes, &spare)?;
        Some(classes.into_iter().map(|class| class.members).collect())
    }

    fn grow(&self, mut class: Growing, point: u32) -> Growing {
        class.add(self.problem, self.prices, Member { point, rows: 1 });
        class
    }

    /// Each row to the class that grows least by it.
    fn join(&self, classes: &mut [Growing], units: &[u32]) -> Option<()> {
        for &point in units {
            if self.observer.is_stopped() {
                return None;
            }
            let value = |it: &Growing, most| it.increase(self.problem, self.prices, point, most);
            let at = least(classes, value).expect("there is a class");
            classes[at].add(self.problem, self.prices, Member { point, rows: 1 });
        }
        Some(())
    }

    /// Takes the rows farthest from its seed out of a class that is too large.
    fn trim(&self, class: Growing, seed: u32, spare: &mut Vec<u32>) -> Growing {
        let k = self.problem.conditions.least() as usize;
        if class.members.len() <= k {
            return class;
        }
        let center = self.grow(Growing::default(), seed);
        let mut points: Vec<u32> = class.members.iter().map(|member| member.point).collect();
        points.sort_by_cached_key(|&it| (center.price_with(self.problem, self.prices, it, u64::MAX), it));
        spare.extend(points.drain(k..));
        points.into_iter().fold(Growing::default(), |class, point| self.grow(class, point))
    }

    /// Fills classes that are too small, and gives back what is left.
    fn fill(&self, classes: &mut [Growing], spare: Vec<u32>) -> Option<Vec<u32>> {
        let k = self.problem.conditions.least();
        let mut small: Vec<usize> = (0..classes.len()).filter(|&at| classes[at].rows < k).collect();
        let mut rest = spare.into_iter();
        while !small.is_empty() {
            if self.observer.is_stopped() {
                return None;
            }
            let Some(point) = rest.next() else { break };
            let value = |&at: &usize, most| classes[at].increase(self.problem, self.prices, point, most);
            let place = least(&small, value).expect("there is a small class");
            let class = &mut classes[small[place]];
            class.add(self.problem, self.prices, Member { point, rows: 1 });
            if class.rows >= k {
                small.swap_remove(place);
            }
        }
        Some(rest.collect())
    }
}
