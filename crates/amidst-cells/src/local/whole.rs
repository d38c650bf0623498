//! Changes of whole classes.

use super::block::{Block, Class, NONE};
use crate::{Cover, rng::SeededRng};

impl Block<'_> {
    /// The class near to a unit that it joins at least cost, other than one.
    fn best_home(&self, unit: u32, not: u32) -> Option<u32> {
        let group = self.group_of[unit as usize] as usize;
        let near = &self.near[self.near_starts[group] as usize..self.near_starts[group + 1] as usize];
        let mut best = None;
        for &group in near {
            let other = self.by_point[self.starts[group as usize] as usize];
            let class = self.class_of[other as usize];
            if class != not && best.is_none_or(|(_, one)| one != class) {
                let own = &self.classes[class as usize];
                let more = self.changed(class, NONE, unit, i64::MAX) - own.cost();
                if best.is_none_or(|(least, _)| more < least) {
                    best = Some((more, class));
                }
            }
        }
        best.map(|(_, class)| class)
    }

    /// Gives all units of a class away, each to the class that it joins at least cost.
    pub(super) fn dissolve(&mut self, class: u32, limit: i64) {
        let own = &self.classes[class as usize];
        if own.price == 0 || own.units.len() > 64 {
            return;
        }
        self.scratch.pool.clear();
        self.scratch.pool.extend_from_slice(&own.units);
        if self.give_away(class, limit) {
            self.empty.push(class);
        }
    }

    /// Gives away all units of a class that show what one of them shows in a column. Says how much work that was.
    pub(super) fn expel(&mut self, unit: u32, column: usize, limit: i64) -> i64 {
        let class = self.class_of[unit as usize];
        let own = &self.classes[class as usize];
        let cover = self.unit_cover(unit, column);
        if self.class_covers[class as usize * self.columns + column] == cover || own.units.len() > 512 {
            return 0;
        }
        self.scratch.pool.clear();
        for &unit in &own.units {
            if self.unit_cover(unit, column) == cover {
                self.scratch.pool.push(unit);
            }
        }
        let units = self.scratch.pool.len() as i64;
        let rows: u64 = self.scratch.pool.iter().map(|&unit| self.rows(unit)).sum();
        if own.rows < self.least + rows {
            return own.units.len() as i64;
        }
        self.give_away(class, limit);
        40 * units
    }

    /// Moves the pooled units of a class to the classes that they join at least cost, if that is cheap enough.
    fn give_away(&mut self, class: u32, limit: i64) -> bool {
        self.log.clear();
        let pool = std::mem::take(&mut self.scratch.pool);
        let mut left = self.classes[class as usize].cost() + limit;
        for &unit in &pool {
            let Some(to) = self.best_home(unit, class) else {
                left = -1;
                break;
            };
            let before = self.classes[to as usize].cost();
            self.put(unit, to);
            self.log.push((unit, class));
            left -= self.classes[to as usize].cost() - before;
            if left < 0 {
                break;
            }
        }
        self.scratch.pool = pool;
        let is_done = left >= self.classes[class as usize].cost() && self.all_hold(class);
        if !is_done {
            self.take_back();
        }
        is_done
    }

    /// Throws the class of a unit and one near to it together, and cuts them in two anew. Says how much work that was.
    pub(super) fn recut(&mut self, unit: u32, limit: i64, draw: &mut SeededRng) -> i64 {
        let Some(other) = self.neighbour(unit, draw) else { return 0 };
        let (a, b) = (self.class_of[unit as usize], self.class_of[other as usize]);
        let (one, two) = (&self.classes[a as usize], &self.classes[b as usize]);
        let units = one.units.len() + two.units.len();
        if a == b || units > 1024 || two.price == 0 {
            return 0;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.pool.clear();
        scratch.pool.extend(one.units.iter().chain(&two.units));
        let mut best = (one.cost() + two.cost() + limit + 1, 0);
        for column in 0..self.columns {
            let at = |class: u32| self.class_covers[class as usize * self.columns + column];
            let next = if column + 1 == self.columns { 0 } else { column + 1 };
            if at(a) == at(b) && self.ground.prices.of(column, at(a)) == 0 {
                continue;
            }
            scratch.pool.sort_unstable_by_key(|&unit| {
                (self.unit_cover(unit, column), self.unit_cover(unit, next), unit)
            });
            let found = self.best_cut(&scratch.pool, &mut scratch.costs, &mut scratch.covers);
            if found.0 < best.0 {
                best = found;
                scratch.best.clone_from(&scratch.pool);
            }
        }
        if best.1 > 0 {
            self.log.clear();
            for (place, &unit) in scratch.best.iter().enumerate() {
                let (from, to) = (self.class_of[unit as usize], if place < best.1 { a } else { b });
                if from != to {
                    self.put(unit, to);
                    self.log.push((unit, from));
                }
            }
            if !self.all_hold(a) {
                self.take_back();
            }
        }
        self.scratch = scratch;
        (2 * units * self.columns) as i64
    }

    /// The cheapest place to cut a sequence of units in two that have enough rows, and what both cost.
    fn best_cut(&self, pool: &[u32], costs: &mut Vec<i64>, covers: &mut Vec<Cover>) -> (i64, usize) {
        let prices = self.ground.prices;
        costs.clear();
        let mut add = |unit: u32, rows: &mut u64| {
            if *rows == 0 {
                covers.clear();
                covers.extend((0..self.columns).map(|column| self.unit_cover(unit, column)));
            } else {
                for (column, cover) in covers.iter_mut().enumerate() {
                    *cover = prices.join(column, *cover, self.unit_cover(unit, column));
                }
            }
            *rows += self.rows(unit);
            (*rows * prices.of_row(covers)) as i64
        };
        let mut rows = 0;
        for &unit in pool {
            let cost = add(unit, &mut rows);
            costs.push(if rows < self.least { i64::MAX } else { cost });
        }
        let mut rows = 0;
        let mut best = (i64::MAX, 0);
        for at in (1..pool.len()).rev() {
            let cost = add(pool[at], &mut rows);
            if rows >= self.least && costs[at - 1] < i64::MAX {
                best = best.min((cost + costs[at - 1], at));
            }
        }
        best
    }

    /// Opens a class of one unit and the nearest others that their classes can spare.
    pub(super) fn found(&mut self, unit: u32, limit: i64) {
        let from = self.class_of[unit as usize];
        let own = &self.classes[from as usize];
        if own.price == 0 || own.rows < self.least + self.rows(unit) {
            return;
        }
        let to = self.empty.pop().unwrap_or_else(|| {
            self.classes.push(Class::default());
            self.class_covers.resize(self.classes.len() * self.columns, Cover::mask(0));
            self.classes.len() as u32 - 1
        });
        self.log.clear();
        let mut change = self.transfer(unit, to);
        let group = self.group_of[unit as usize] as usize;
        for at in self.near_starts[group]..self.near_starts[group + 1] {
            let group = self.near[at as usize] as usize;
            for at in self.starts[group]..self.starts[group + 1] {
                let other = self.by_point[at as usize];
                let class = self.class_of[other as usize];
                let is_needed = self.classes[to as usize].rows < self.least;
                let rows = self.rows(other);
                if is_needed && class != to && self.classes[class as usize].rows >= self.least + rows {
                    change += self.transfer(other, to);
                }
            }
        }
        let is_done = self.classes[to as usize].rows >= self.least && change <= limit;
        if !(is_done && self.all_hold(to)) {
            self.take_back();
            self.empty.push(to);
        }
    }

    /// Moves a unit, and says what that costs.
    fn transfer(&mut self, unit: u32, to: u32) -> i64 {
        let from = self.class_of[unit as usize];
        let before = self.classes[from as usize].cost() + self.classes[to as usize].cost();
        self.put(unit, to);
        self.log.push((unit, from));
        self.classes[from as usize].cost() + self.classes[to as usize].cost() - before
    }

    /// Whether one class and all that the log names hold.
    fn all_hold(&mut self, class: u32) -> bool {
        if self.judge.is_none() {
            return true;
        }
        let mut touched: Vec<u32> =
            self.log.iter().flat_map(|&(unit, from)| [from, self.class_of[unit as usize]]).collect();
        touched.push(class);
        touched.sort_unstable();
        touched.dedup();
        touched.into_iter().all(|class| self.holds(class))
    }

    fn take_back(&mut self) {
        while let Some((unit, from)) = self.log.pop() {
            self.put(unit, from);
        }
    }
}
