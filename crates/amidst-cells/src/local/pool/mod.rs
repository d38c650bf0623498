//! A few classes near each other are thrown together, and cut anew over the closed cells of their rows.
//!
//! Several pools are planned at the same time, each by the classes as they are. Plans are then carried out one after the
//! other, but for those that touch what an earlier one has changed; so the number of threads does not matter.

mod asked;
mod cells;
mod draft;
mod gather;
mod lattice;
mod slot;

use amidst_core::Observer;
use rayon::prelude::*;

use super::block::{Block, Class};
use crate::Cover;
use lattice::each;
use slot::Slot;

/// So many pools are planned at the same time, of at most one in so many classes.
const SLOTS: usize = 64;
const SHARE: usize = 16;

impl<'a> Block<'a> {
    /// Cuts classes anew, some at a time, for so much work per unit. Changes cost at most about `heat` more.
    pub(super) fn regroup(&mut self, work: u64, heat: f64, stream: u64, observer: &dyn Observer) {
        let mut left = (work * self.units.len() as u64) as i64;
        let number = (self.classes.len() / SHARE).clamp(1, SLOTS);
        let mut slots: Vec<Slot<'a>> =
            (0..number as u64).map(|at| Slot::new(self.ground, stream << 8 | at)).collect();
        let mut changed = vec![0_u32; self.classes.len()];
        let mut batch = 0;
        while left > 0 && !observer.is_stopped() {
            let block = &*self;
            let plan = |slot: &mut Slot<'a>| if observer.is_stopped() { 0 } else { slot.plan(block, heat) };
            left -= slots.par_iter_mut().map(plan).sum::<i64>();
            // Some pools may not have been planned.
            if observer.is_stopped() {
                return;
            }
            batch += 1;
            for slot in slots.iter().filter(|slot| slot.is_planned) {
                let is_free = |class: u32| changed.get(class as usize).is_none_or(|&last| last != batch);
                if slot.touched().all(is_free) {
                    slot.touched().for_each(|class| changed[class as usize] = batch);
                    self.carry_out(slot);
                    changed.resize(self.classes.len(), batch);
                }
            }
        }
    }

    /// Makes the classes of a plan.
    fn carry_out(&mut self, slot: &Slot<'_>) {
        let (pool, plan) = (&slot.pool, &slot.plan);
        for &class in &pool.classes {
            let class = &mut self.classes[class as usize];
            class.units.clear();
            (class.rows, class.price) = (0, 0);
        }
        let mut free = pool.classes.clone();
        let settle = |block: &mut Self, row: usize, to: u32| {
            let unit = pool.units[row];
            if row < pool.own {
                block.enter(unit, to);
            } else if block.class_of[unit as usize] != to {
                block.put(unit, to);
            }
        };
        for draft in &plan.drafts {
            let to = free.pop().or_else(|| self.empty.pop()).unwrap_or_else(|| {
                self.classes.push(Class::default());
                self.class_covers.resize(self.classes.len() * self.columns, Cover::mask(0));
                self.classes.len() as u32 - 1
            });
            each(&draft.rows, |row| settle(self, row, to));
        }
        self.empty.extend(free);
        each(&plan.left, |row| settle(self, row, pool.homes[row]));
    }
}
