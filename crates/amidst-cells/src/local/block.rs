//! Some classes, and rows that move between them.

use amidst_core::Control;

use crate::{Axis, Cover, Judge, Member, Prices, Problem, draw::Draw};

/// What a block is made of.
pub(super) struct Ground<'a> {
    pub problem: &'a Problem<'a>,
    pub prices: &'a Prices,
    /// For each point the nearest ones.
    pub near: &'a [Vec<u32>],
}

/// Classes that exchange rows with each other and nobody else.
pub(super) struct Block<'a> {
    ground: &'a Ground<'a>,
    /// Unless the number of rows is all that is asked.
    judge: Option<Judge<'a>>,
    least: u64,
    is_mask: Vec<bool>,
    columns: usize,
    units: Vec<Member>,
    /// One cover per column, unit after unit.
    covers: Vec<Cover>,
    class_of: Vec<u32>,
    /// Where a unit stands in its class.
    place: Vec<u32>,
    classes: Vec<Class>,
    /// One cover per column, class after class.
    class_covers: Vec<Cover>,
    /// Units by point: `starts[group]..starts[group + 1]` of `by_point` are those of one.
    by_point: Vec<u32>,
    starts: Vec<u32>,
    group_of: Vec<u32>,
    /// `near_starts[group]..near_starts[group + 1]` of `near` are groups near to one.
    near: Vec<u32>,
    near_starts: Vec<u32>,
    log: Vec<(u32, u32)>,
    empty: Vec<u32>,
}

#[derive(Default)]
struct Class {
    units: Vec<u32>,
    rows: u64,
    price: u64,
}

impl Class {
    fn cost(&self) -> i64 {
        (self.rows * self.price) as i64
    }
}

const NONE: u32 = u32::MAX;

impl<'a> Block<'a> {
    /// Of some classes, all of which hold.
    pub(super) fn new(ground: &'a Ground<'a>, classes: &[Vec<Member>]) -> Self {
        let Problem { axes, points, conditions, .. } = ground.problem;
        let columns = axes.len();
        let units: Vec<Member> = classes.iter().flatten().copied().collect();
        let cover = |(axis, &code): (&Axis, &u32)| axis.cover(code);
        let covers = units.iter().flat_map(|it| axes.iter().zip(points.codes(it.point)).map(cover)).collect();
        let mut block = Self {
            ground,
            judge: (!conditions.only_rows()).then(|| Judge::new(conditions, points)),
            least: conditions.least(),
            is_mask: axes.iter().map(Axis::is_mask).collect(),
            columns,
            covers,
            class_of: vec![0; units.len()],
            place: vec![0; units.len()],
            classes: Vec::with_capacity(classes.len()),
            class_covers: vec![Cover::mask(0); classes.len() * columns],
            by_point: (0..units.len() as u32).collect(),
            starts: vec![],
            group_of: vec![0; units.len()],
            near: vec![],
            near_starts: vec![0],
            log: vec![],
            empty: vec![],
            units,
        };
        let mut unit = 0;
        for (at, members) in classes.iter().enumerate() {
            block.classes.push(Class::default());
            for _ in members {
                block.enter(unit, at as u32);
                unit += 1;
            }
        }
        block.meet();
        block
    }

    /// Finds out who is near whom.
    fn meet(&mut self) {
        let units = &self.units;
        self.by_point.sort_unstable_by_key(|&unit| (units[unit as usize].point, unit));
        let mut points = Vec::new();
        for (at, &unit) in self.by_point.iter().enumerate() {
            let point = units[unit as usize].point;
            if points.last() != Some(&point) {
                points.push(point);
                self.starts.push(at as u32);
            }
            self.group_of[unit as usize] = points.len() as u32 - 1;
        }
        self.starts.push(self.by_point.len() as u32);
        for (group, &point) in points.iter().enumerate() {
            if self.starts[group + 1] - self.starts[group] > 1 {
                self.near.push(group as u32);
            }
            let near = &self.ground.near[point as usize];
            self.near.extend(near.iter().filter_map(|it| points.binary_search(it).ok().map(|at| at as u32)));
            self.near_starts.push(self.near.len() as u32);
        }
    }

    /// The classes.
    pub(super) fn into_classes(self) -> impl Iterator<Item = Vec<Member>> {
        let units = self.units;
        let members = move |class: Class| {
            let mut members: Vec<Member> = class.units.iter().map(|&unit| units[unit as usize]).collect();
            members.sort_unstable();
            members
        };
        self.classes.into_iter().filter(|class| !class.units.is_empty()).map(members)
    }

    fn unit_cover(&self, unit: u32, column: usize) -> Cover {
        self.covers[unit as usize * self.columns + column]
    }

    /// Works out what a class costs by what it covers.
    fn reprice(&mut self, class: u32) {
        let covers = &self.class_covers[class as usize * self.columns..][..self.columns];
        let is_empty = self.classes[class as usize].units.is_empty();
        self.classes[class as usize].price = if is_empty { 0 } else { self.ground.prices.of_row(covers) };
    }

    /// What a class would cost without one unit and with another; above `most` anything above it.
    fn changed(&self, class: u32, without: u32, with: u32, most: i64) -> i64 {
        let prices = self.ground.prices;
        let own = &self.classes[class as usize];
        let covers = &self.class_covers[class as usize * self.columns..][..self.columns];
        let lost = if without == NONE { 0 } else { self.rows(without) };
        let rows = (own.rows + if with == NONE { 0 } else { self.rows(with) } - lost) as i64;
        let mut cost = 0;
        for (column, &whole) in covers.iter().enumerate() {
            let mut cover = whole;
            if without != NONE {
                let lost = self.unit_cover(without, column);
                if lost != whole && self.is_needed(column, whole, lost) {
                    cover = self.rest(class, without, column, whole);
                }
            }
            if with != NONE {
                cover = prices.join(column, cover, self.unit_cover(with, column));
            }
            cost += rows * i64::from(prices.of(column, cover));
            if cost > most {
                break;
            }
        }
        cost
    }

    /// Whether a cover may shrink when a part of it goes.
    fn is_needed(&self, column: usize, whole: Cover, part: Cover) -> bool {
        self.is_mask[column] || part.low() == whole.low() || part.high() == whole.high()
    }

    /// What covers a class without one unit.
    fn rest(&self, class: u32, without: u32, column: usize, whole: Cover) -> Cover {
        let prices = self.ground.prices;
        let mut others = self.classes[class as usize].units.iter().filter(|&&unit| unit != without);
        let Some(&first) = others.next() else { return whole };
        let mut cover = self.unit_cover(first, column);
        for &unit in others {
            cover = prices.join(column, cover, self.unit_cover(unit, column));
            if cover == whole {
                break;
            }
        }
        cover
    }

    fn rows(&self, unit: u32) -> u64 {
        u64::from(self.units[unit as usize].rows)
    }

    /// Moves a unit to another class.
    fn put(&mut self, unit: u32, to: u32) {
        let from = self.class_of[unit as usize];
        let rows = self.rows(unit);
        let place = self.place[unit as usize] as usize;
        let class = &mut self.classes[from as usize];
        class.units.swap_remove(place);
        class.rows -= rows;
        if let Some(&moved) = class.units.get(place) {
            self.place[moved as usize] = place as u32;
        }
        for column in 0..self.columns {
            let at = from as usize * self.columns + column;
            let (whole, lost) = (self.class_covers[at], self.unit_cover(unit, column));
            if whole != lost && self.is_needed(column, whole, lost) {
                self.class_covers[at] = self.rest(from, NONE, column, whole);
            }
        }
        self.reprice(from);
        self.enter(unit, to);
    }

    /// Adds a unit to a class.
    fn enter(&mut self, unit: u32, to: u32) {
        let rows = self.rows(unit);
        let class = &mut self.classes[to as usize];
        let is_first = class.units.is_empty();
        self.place[unit as usize] = class.units.len() as u32;
        class.units.push(unit);
        class.rows += rows;
        self.class_of[unit as usize] = to;
        for column in 0..self.columns {
            let at = to as usize * self.columns + column;
            let own = self.unit_cover(unit, column);
            let joined = self.ground.prices.join(column, self.class_covers[at], own);
            self.class_covers[at] = if is_first { own } else { joined };
        }
        self.reprice(to);
    }

    /// Whether a class, as it is now, holds.
    fn holds(&mut self, class: u32) -> bool {
        let class = &self.classes[class as usize];
        let units = &self.units;
        let members = class.units.iter().map(|&unit| (units[unit as usize].point, units[unit as usize].rows));
        match &mut self.judge {
            Some(judge) => class.units.is_empty() || judge.holds(members),
            None => class.units.is_empty() || class.rows >= self.least,
        }
    }

    /// Lets chance propose changes for so much work per unit, and makes those that cost at most about `heat` more.
    pub(super) fn shake(&mut self, work: u64, heat: f64, draw: &mut Draw, control: &dyn Control) {
        let mut left = (work * self.units.len() as u64) as i64;
        let mut proposals = 0_u32;
        while left > 0 {
            proposals = proposals.wrapping_add(1);
            if proposals.is_multiple_of(1 << 14) && control.stopped() {
                return;
            }
            let limit = (heat * draw.exponential()) as i64;
            let unit = self.costly(draw);
            let class = self.class_of[unit as usize];
            let size = self.classes[class as usize].units.len() as i64;
            left -= 16 + size;
            match draw.below(256) {
                0..12 if draw.below(self.least as u32 + 5) < 10 => {
                    left -= 40 * size;
                    self.dissolve(class, limit);
                }
                12..24 if draw.below(self.least as u32 + 5) < 10 => {
                    left -= 20 * self.least as i64;
                    self.found(unit, limit);
                }
                choice => self.propose(unit, choice, limit, draw),
            }
        }
    }

    /// Any unit, rather one of a class that costs something.
    fn costly(&self, draw: &mut Draw) -> u32 {
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
    fn propose(&mut self, unit: u32, choice: u32, limit: i64, draw: &mut Draw) {
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
    fn chain(&mut self, unit: u32, to: u32, keep: u32, limit: i64, draw: &mut Draw) {
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

    /// A unit near to one, the nearer the likelier.
    fn neighbour(&self, unit: u32, draw: &mut Draw) -> Option<u32> {
        let group = self.group_of[unit as usize] as usize;
        let near = &self.near[self.near_starts[group] as usize..self.near_starts[group + 1] as usize];
        let number = near.len() as u32;
        if number == 0 {
            return None;
        }
        let place = draw.below(number).min(draw.below(number));
        let group = near[place as usize] as usize;
        let (start, end) = (self.starts[group], self.starts[group + 1]);
        Some(self.by_point[(start + draw.below(end - start)) as usize])
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
    fn swap(&mut self, unit: u32, to: u32, keep: u32, limit: i64, draw: &mut Draw) {
        let new = &self.classes[to as usize];
        let other = new.units[draw.below(new.units.len() as u32) as usize];
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
    fn dissolve(&mut self, class: u32, limit: i64) {
        let own = &self.classes[class as usize];
        if own.price == 0 || own.units.len() > 64 {
            return;
        }
        self.log.clear();
        let mut gain = own.cost() + limit;
        while let Some(&unit) = self.classes[class as usize].units.last() {
            let Some(to) = self.best_home(unit, class) else { break };
            let before = self.classes[to as usize].cost();
            self.put(unit, to);
            self.log.push((unit, class));
            gain -= self.classes[to as usize].cost() - before;
            if gain < 0 {
                break;
            }
        }
        if gain >= 0 && self.classes[class as usize].units.is_empty() && self.all_hold(class) {
            self.empty.push(class);
        } else {
            self.take_back();
        }
    }

    /// Opens a class of one unit and the nearest others that their classes can spare.
    fn found(&mut self, unit: u32, limit: i64) {
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
