//! One pool after the other, each with a plan.

use super::{
    super::block::{Block, Ground},
    cells::Cells,
    draft::{self, Plan, each},
    gather::Pool,
};
use crate::{Judge, Member, rng::SeededRng};

/// Cells that are looked at.
const CELLS: usize = 2048;

/// What a step takes whatever the pool.
const STEP: i64 = 24_000;

/// What a cell saves is taken for up to so much more, in parts of 1024: nothing, this or twice this.
const NOISE: u32 = 96;

/// Room for pools and plans.
pub(super) struct Slot<'a> {
    pub pool: Pool,
    pub plan: Plan,
    /// Whether the plan is worth carrying out.
    pub is_planned: bool,
    cells: Cells,
    draw: SeededRng,
    /// Unless the number of rows is all that is asked.
    judge: Option<Judge<'a>>,
}

impl<'a> Slot<'a> {
    pub(super) fn new(ground: &'a Ground<'a>, stream: u64) -> Self {
        let problem = ground.problem;
        let conditions = &problem.conditions;
        Self {
            pool: Pool::default(),
            plan: Plan::default(),
            is_planned: false,
            cells: Cells::default(),
            draw: SeededRng::new(problem.seed, stream),
            judge: (!conditions.only_rows()).then(|| Judge::new(conditions, problem.points)),
        }
    }

    /// Plans how to cut a few classes anew. Says how much work that was.
    pub(super) fn plan(&mut self, block: &Block<'_>, heat: f64) -> i64 {
        let Self { pool, plan, cells, draw, judge, is_planned } = self;
        *is_planned = false;
        let limit = (heat * draw.exponential()) as i64;
        let mut work = STEP + pool.gather(block, draw);
        if pool.classes.len() < 2 {
            return work;
        }
        let least = block.least as u32;
        // Where more than rows is asked, much smaller classes than there are would hardly hold.
        let smallest = pool.classes.iter().map(|&class| block.classes[class as usize].rows as u32).min();
        let fewest = if judge.is_some() { least.max(smallest.unwrap_or(0) / 2) } else { least };
        cells.find(&pool.lattice, &pool.all, (fewest, CELLS), block.ground.prices);
        work += cells.work;
        let ground = draft::Ground {
            lattice: &pool.lattice,
            cells,
            prices: block.ground.prices,
            outside: &pool.prices,
            homes: &pool.has_home,
            least,
        };
        let noise = draw.below(3) * NOISE;
        let chance = || 1024 + i64::from(draw.below(noise + 1));
        let units = &pool.units;
        let mut judged = 0;
        let mut may = |rows: &[u64]| match judge {
            None => true,
            Some(judge) => {
                let mut members: Vec<Member> = Vec::new();
                each(rows, |row| members.push(block.units[units[row] as usize]));
                judged += 2 * members.len() as i64;
                judge.holds(members.iter().map(|member| (member.point, member.rows)))
            }
        };
        plan.open(&ground, &pool.all, chance, &mut may);
        if plan.widen(&ground) {
            plan.polish(&ground, &mut may);
            plan.polish(&ground, &mut may);
            let is_cheap = plan.cost(&ground) <= pool.cost + limit;
            *is_planned = is_cheap && pool.differs(plan, block) && pool.holds(plan, block, judge);
        }
        work + plan.work + judged
    }

    /// The classes that a plan changes, some of them more than once.
    pub(super) fn touched(&self) -> impl Iterator<Item = u32> {
        let (pool, plan) = (&self.pool, &self.plan);
        let is_left = |row: &usize| plan.left[row / 64] >> (row % 64) & 1 == 1;
        let homes = (0..pool.units.len()).filter(is_left).map(|row| pool.homes[row]);
        pool.classes.iter().chain(&pool.donors).copied().chain(homes)
    }
}
