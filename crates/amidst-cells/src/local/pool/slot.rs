//! One pool after the other, each with a plan.

use super::{
    super::block::{Block, Ground},
    asked::Asked,
    cells::Cells,
    draft::{self, Plan},
    gather::Pool,
};
use crate::rng::SeededRng;

/// Cells that are looked at; fewer where more than rows is asked, since each of them is judged.
const CELLS: usize = 2048;
const JUDGED: usize = 512;

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
    asked: Asked<'a>,
}

impl<'a> Slot<'a> {
    pub(super) fn new(ground: &'a Ground<'a>, stream: u64) -> Self {
        let problem = ground.problem;
        Self {
            pool: Pool::default(),
            plan: Plan::default(),
            is_planned: false,
            cells: Cells::default(),
            draw: SeededRng::new(problem.seed, stream),
            asked: Asked::new(problem),
        }
    }

    /// Plans how to cut a few classes anew. Says how much work that was.
    pub(super) fn plan(&mut self, block: &Block<'_>, heat: f64) -> i64 {
        let Self { pool, plan, cells, draw, asked, is_planned } = self;
        *is_planned = false;
        let limit = (heat * draw.exponential()) as i64;
        let mut work = STEP + pool.gather(block, draw);
        if pool.classes.len() < 2 {
            return work;
        }
        let least = block.least as u32;
        let most = if asked.is_more() { JUDGED } else { CELLS };
        cells.find(&pool.lattice, &pool.all, (least, most), block.ground.prices);
        work += cells.work;
        let ground = draft::Ground {
            lattice: &pool.lattice,
            cells,
            prices: block.ground.prices,
            outside: &pool.prices,
            homes: &pool.has_home,
            least,
        };
        if asked.is_more() {
            let members = pool.units.iter().map(|&unit| block.units[unit as usize]);
            asked.fill(block.ground.problem, members, draw.below(2) == 0);
        }
        let noise = draw.below(3) * NOISE;
        let chance = || 1024 + i64::from(draw.below(noise + 1));
        plan.open(&ground, &pool.all, chance, asked);
        if plan.widen(&ground, asked) {
            plan.polish(&ground, asked);
            plan.polish(&ground, asked);
            let is_cheap = plan.cost(&ground) <= pool.cost + limit;
            *is_planned = is_cheap && pool.differs(plan, block) && pool.holds(plan, block, asked.judge());
        }
        work + plan.work + asked.judged
    }

    /// The classes that a plan changes, some of them more than once.
    pub(super) fn touched(&self) -> impl Iterator<Item = u32> {
        let (pool, plan) = (&self.pool, &self.plan);
        let is_left = |row: &usize| plan.left[row / 64] >> (row % 64) & 1 == 1;
        let homes = (0..pool.units.len()).filter(is_left).map(|row| pool.homes[row]);
        pool.classes.iter().chain(&pool.donors).copied().chain(homes)
    }
}
