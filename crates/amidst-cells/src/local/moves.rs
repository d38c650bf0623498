//! The changes that blocks make.

use amidst_core::Observer;

use super::block::{Block, NONE};
use crate::rng::SeededRng;

/// So often a row of the same value is drawn for, where values are looked at.
const ALIKE: u32 = 8;

impl Block<'_> {
    /// Lets chance propose changes for so much work per unit, and makes those that cost at most about `heat` more.
    pub(super) fn shake(&mut self, work: u64, heat: f64, draw: &mut SeededRng, observer: &dyn Observer) {
        let mut left = (work * self.units.len() as u64) as i64;
        let mut proposals = 0_u32;
        while left > 0 {
            proposals = proposals.wrapping_add(1);
            if proposals.is_multiple_of(1 << 11) && observer.is_stopped() {
                return;
            }
            let limit = (heat * draw.exponential()) as i64;
            let unit = self.costly(draw);
            let class = self.class_of[unit as usize];
            let size = self.classes[class as usize].units.len() as i64;
            left -= 16 + size / 4;
            match draw.below(256) {
                0..12 => {
                    left -= 40 * size;
                    self.dissolve(class, limit);
                }
                12..24 => {
                    left -= 10 * self.least as i64;
                    self.found(unit, limit);
                }
                24..36 => {
                    let column = draw.below(self.columns as u32) as usize;
                    left -= self.expel(unit, column, limit);
                }
                36..60 => left -= self.recut(unit, limit, draw),
                choice => self.propose(unit, choice, limit, draw),
            }
            left -= std::mem::take(&mut self.judged);
        }
    }

    /// Any unit, rather one of a class that costs something.
    fn costly(&self, draw: &mut SeededRng) -> u32 {
        let units = self.units.len() as u32;
        let mut unit = draw.below(units);
        for _ in 0..4 {
            if self.classes[self.class_of[unit as usize] as usize].price > 0 {
                break;
            }
            unit = draw.below(units);
        }
        unit
    }

    /// Proposes that a unit goes to a class near to it.
    fn propose(&mut self, unit: u32, choice: u32, limit: i64, draw: &mut SeededRng) {
        let class = self.class_of[unit as usize];
        let Some(other) = self.neighbour(unit, draw) else { return };
        let to = self.class_of[other as usize];
        if to == class {
            return;
        }
        let is_spare = self.classes[class as usize].rows >= self.least + self.rows(unit);
        if is_spare && choice < 230 {
            self.shift(unit, to, limit);
        } else if choice.is_multiple_of(2) {
            self.swap(unit, to, other, limit, draw);
        } else {
            self.chain(unit, to, other, limit, draw);
        }
    }

    /// Puts a unit into another class, and one that is near to those it leaves into its place.
    fn chain(&mut self, unit: u32, to: u32, keep: u32, limit: i64, draw: &mut SeededRng) {
        let class = self.class_of[unit as usize];
        let own = &self.classes[class as usize];
        let left = own.units[draw.below(own.units.len() as u32) as usize];
        if left == unit {
            return;
        }
        let Some(other) = self.neighbour(left, draw) else { return };
        let from = self.class_of[other as usize];
        if from == to && other != keep {
            return self.exchange(unit, to, other, limit);
        }
        let source = &self.classes[from as usize];
        let (gained, lost) = (self.rows(other), self.rows(unit));
        if from == class
            || from == to
            || source.rows < self.least + gained
            || own.rows + gained < self.least + lost
        {
            return;
        }
        let mut most = own.cost() + source.cost() + self.classes[to as usize].cost() + limit;
        for (class, without, with) in [(to, NONE, unit), (class, unit, other), (from, other, NONE)] {
            most -= self.changed(class, without, with, most);
            if most < 0 {
                return;
            }
        }
        self.put(unit, to);
        self.put(other, class);
        self.conclude(&[from, class, to], |block| {
            block.put(other, from);
            block.put(unit, class);
        });
    }

    /// Moves a unit, if that is cheap enough.
    fn shift(&mut self, unit: u32, to: u32, limit: i64) {
        let from = self.class_of[unit as usize];
        let most = self.classes[from as usize].cost() + self.classes[to as usize].cost() + limit;
        let joined = self.changed(to, NONE, unit, most);
        if joined <= most && joined + self.changed(from, unit, NONE, most - joined) <= most {
            self.put(unit, to);
            self.conclude(&[from, to], |block| block.put(unit, from));
        }
    }

    /// Puts a unit into another class, and one of that class, not the given one, into its own.
    fn swap(&mut self, unit: u32, to: u32, keep: u32, limit: i64, draw: &mut SeededRng) {
        let new = &self.classes[to as usize];
        let mut other = new.units[draw.below(new.units.len() as u32) as usize];
        // Rows of one value change places whatever is asked of the values of a class.
        for _ in 0..ALIKE {
            if self.judge.is_none() || self.is_alike(unit, other) {
                break;
            }
            other = new.units[draw.below(new.units.len() as u32) as usize];
        }
        if other != keep {
            self.exchange(unit, to, other, limit);
        }
    }

    fn exchange(&mut self, unit: u32, to: u32, other: u32, limit: i64) {
        let from = self.class_of[unit as usize];
        let (old, new) = (&self.classes[from as usize], &self.classes[to as usize]);
        if self.group_of[other as usize] == self.group_of[unit as usize] {
            return;
        }
        let (gained, lost) = (self.rows(other), self.rows(unit));
        if (old.rows + gained).saturating_sub(lost).min((new.rows + lost).saturating_sub(gained)) < self.least
        {
            return;
        }
        let most = old.cost() + new.cost() + limit;
        let there = self.changed(to, other, unit, most);
        if there <= most && there + self.changed(from, unit, other, most - there) <= most {
            self.put(unit, to);
            self.put(other, from);
            self.conclude(&[from, to], |block| {
                block.put(unit, from);
                block.put(other, to);
            });
        }
    }

    /// Takes a change back if one of the classes it touched does not hold.
    fn conclude(&mut self, classes: &[u32], undo: impl FnOnce(&mut Self)) {
        if self.judge.is_some() && !classes.iter().all(|&class| self.holds(class)) {
            undo(self);
        }
    }
}
