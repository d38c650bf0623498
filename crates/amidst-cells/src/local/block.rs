//! Some classes, and rows that move between them.

use crate::{Axis, Cover, Judge, Member, Prices, Problem, rng::SeededRng, span::Span};

/// What a block is made of.
pub(super) struct Ground<'a> {
    pub problem: &'a Problem<'a>,
    pub prices: &'a Prices,
    /// For each point the nearest ones.
    pub near: &'a Near,
    /// For each column what covers are shown as.
    pub spans: &'a [Span],
}

/// For each point some others, the nearest first.
#[derive(Default)]
pub(super) struct Near {
    ends: Vec<usize>,
    points: Vec<u32>,
}

impl Near {
    pub(super) fn push(&mut self, points: impl Iterator<Item = u32>) {
        self.points.extend(points);
        self.ends.push(self.points.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn of(&self, point: usize) -> &[u32] {
        let start = if point == 0 { 0 } else { self.ends[point - 1] };
        &self.points[start..self.ends[point]]
    }
}

/// Classes that exchange rows with each other and nobody else.
pub(super) struct Block<'a> {
    pub(super) ground: &'a Ground<'a>,
    /// Unless the number of rows is all that is asked.
    pub(super) judge: Option<Judge<'a>>,
    pub(super) least: u64,
    pub(super) is_mask: Vec<bool>,
    pub(super) columns: usize,
    pub(super) units: Vec<Member>,
    /// One cover per column, unit after unit.
    covers: Vec<Cover>,
    pub(super) class_of: Vec<u32>,
    /// Where a unit stands in its class.
    place: Vec<u32>,
    pub(super) classes: Vec<Class>,
    /// One cover per column, class after class.
    pub(super) class_covers: Vec<Cover>,
    /// Units by point: `starts[group]..starts[group + 1]` of `by_point` are those of one.
    pub(super) by_point: Vec<u32>,
    pub(super) starts: Vec<u32>,
    pub(super) group_of: Vec<u32>,
    /// `near_starts[group]..near_starts[group + 1]` of `near` are groups near to one.
    pub(super) near: Vec<u32>,
    pub(super) near_starts: Vec<u32>,
    /// Moves that may be taken back: a unit, and the class it came from.
    pub(super) log: Vec<(u32, u32)>,
    /// Classes without units.
    pub(super) empty: Vec<u32>,
    pub(super) scratch: Scratch,
    /// Rows of classes that were judged since this was last asked.
    pub(super) judged: i64,
}

/// Room that is used again and again.
#[derive(Default)]
pub(super) struct Scratch {
    pub pool: Vec<u32>,
    pub best: Vec<u32>,
    pub costs: Vec<i64>,
    pub covers: Vec<Cover>,
}

#[derive(Default)]
pub(super) struct Class {
    pub(super) units: Vec<u32>,
    pub(super) rows: u64,
    pub(super) price: u64,
}

impl Class {
    pub(super) fn cost(&self) -> i64 {
        (self.rows * self.price) as i64
    }
}

pub(super) const NONE: u32 = u32::MAX;

/// A block of fewer than one in so many points is a small part of a table.
const SMALL: usize = 16;

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
            scratch: Scratch::default(),
            judged: 0,
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
        // A table, unless the block is a small part of the whole.
        let mut group_of_point = Vec::new();
        if points.len() * SMALL > self.ground.near.len() {
            group_of_point.resize(self.ground.near.len(), NONE);
            points.iter().zip(0..).for_each(|(&point, group)| group_of_point[point as usize] = group);
        }
        let group_of = |point: u32| match group_of_point.is_empty() {
            true => points.binary_search(&point).ok().map(|at| at as u32),
            false => Some(group_of_point[point as usize]).filter(|&group| group != NONE),
        };
        for (group, &point) in points.iter().enumerate() {
            if self.starts[group + 1] - self.starts[group] > 1 {
                self.near.push(group as u32);
            }
            let near = self.ground.near.of(point as usize);
            self.near.extend(near.iter().filter_map(|&it| group_of(it)));
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

    pub(super) fn unit_cover(&self, unit: u32, column: usize) -> Cover {
        self.covers[unit as usize * self.columns + column]
    }

    /// Works out what a class costs by what it covers.
    fn reprice(&mut self, class: u32) {
        let covers = &self.class_covers[class as usize * self.columns..][..self.columns];
        let is_empty = self.classes[class as usize].units.is_empty();
        self.classes[class as usize].price = if is_empty { 0 } else { self.ground.prices.of_row(covers) };
    }

    /// What a class would cost without one unit and with another; above `most` anything above it.
    pub(super) fn changed(&self, class: u32, without: u32, with: u32, most: i64) -> i64 {
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

    pub(super) fn rows(&self, unit: u32) -> u64 {
        u64::from(self.units[unit as usize].rows)
    }

    /// Moves a unit to another class.
    pub(super) fn put(&mut self, unit: u32, to: u32) {
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
    pub(super) fn enter(&mut self, unit: u32, to: u32) {
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

    /// Whether two units have the same value of the companion that is looked at, if one is.
    pub(super) fn is_alike(&self, one: u32, other: u32) -> bool {
        let Problem { points, conditions, .. } = self.ground.problem;
        conditions.aux_column().is_none_or(|aux_column| {
            let values = points.aux_column(aux_column);
            values[self.units[one as usize].point as usize]
                == values[self.units[other as usize].point as usize]
        })
    }

    /// Whether a class, as it is now, holds.
    pub(super) fn holds(&mut self, class: u32) -> bool {
        let class = &self.classes[class as usize];
        let units = &self.units;
        let members = class.units.iter().map(|&unit| (units[unit as usize].point, units[unit as usize].rows));
        match &mut self.judge {
            Some(judge) => {
                self.judged += class.units.len() as i64;
                class.units.is_empty() || judge.holds(members)
            }
            None => class.units.is_empty() || class.rows >= self.least,
        }
    }

    /// The classes that have rows near to a unit, some of them more than once.
    pub(super) fn near_classes(&self, unit: u32) -> impl Iterator<Item = u32> {
        let group = self.group_of[unit as usize] as usize;
        let near = &self.near[self.near_starts[group] as usize..self.near_starts[group + 1] as usize];
        near.iter().map(|&group| self.class_of[self.by_point[self.starts[group as usize] as usize] as usize])
    }

    /// A unit near to one, the nearer the likelier.
    pub(super) fn neighbour(&self, unit: u32, draw: &mut SeededRng) -> Option<u32> {
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
}
