//! Merges neighbouring groups until all of them hold.

use amidst_kernel::UNCOUNTED;

use super::{Anatomy, Diversity, deal::Dealt};
use crate::{Judge, Member, Partition, Points, Problem};

/// Whether rows together hold; asked of rows that become more and more.
struct Group<'a> {
    anatomy: &'a Anatomy,
    least: u64,
    judge: Judge<'a>,
    /// Whether the judge has more to say than how many rows there must be.
    is_judged: bool,
    rows: u64,
    tallies: Vec<ValueCounts<'a>>,
}

/// The rows of each value of a companion.
struct ValueCounts<'a> {
    value_of: &'a [u32],
    rows: Vec<u64>,
    values: Vec<u32>,
    known: u64,
    most: u64,
}

/// Merges; `None` if not even all rows together hold.
pub(super) fn merge(problem: &Problem<'_>, anatomy: &Anatomy, dealt: Dealt) -> Option<Partition> {
    let Dealt { members, ends: dealt, .. } = dealt;
    let mut group = Group::new(problem, anatomy);
    let (mut start, mut begin, mut again) = (0, 0, 0);
    let mut ends: Vec<usize> = Vec::new();
    for end in dealt {
        group.add(&members[begin..end]);
        begin = end;
        // Rows that did not hold are not asked again before there are some more of them.
        if end >= again {
            if group.holds(&members[start..end]) {
                ends.push(end);
                group.clear();
                (start, again) = (end, 0);
            } else {
                again = end + (end - start) / 8;
            }
        }
    }
    // What is left over joins the groups before it.
    while start < members.len() && !group.holds(&members[start..]) {
        let enough = (members.len() - start) / 8;
        let all = start;
        while all - start <= enough {
            ends.pop()?;
            start = ends.last().copied().unwrap_or(0);
            if start == 0 {
                break;
            }
        }
        group.clear();
        group.add(&members[start..]);
    }
    if start < members.len() {
        ends.push(members.len());
    }
    Some(joined(members, ends))
}

/// The partition, every point in a group once.
fn joined(mut members: Vec<Member>, mut ends: Vec<usize>) -> Partition {
    let (mut start, mut kept) = (0, 0);
    for end in &mut ends {
        members[start..*end].sort_unstable();
        let first = kept;
        for at in start..*end {
            let member = members[at];
            if kept > first && members[kept - 1].point == member.point {
                members[kept - 1].rows += member.rows;
            } else {
                members[kept] = member;
                kept += 1;
            }
        }
        (start, *end) = (*end, kept);
    }
    members.truncate(kept);
    Partition::from_parts(members, ends)
}

impl<'a> Group<'a> {
    fn new(problem: &'a Problem<'_>, anatomy: &'a Anatomy) -> Self {
        let (conditions, points) = (&problem.conditions, problem.points);
        Self {
            anatomy,
            least: conditions.least(),
            judge: Judge::new(conditions, points),
            is_judged: !conditions.only_rows(),
            rows: 0,
            tallies: anatomy
                .sensitive
                .iter()
                .map(|&aux_column| ValueCounts::new(points, aux_column))
                .collect(),
        }
    }

    fn add(&mut self, members: &[Member]) {
        self.rows += members.iter().map(|member| u64::from(member.rows)).sum::<u64>();
        self.tallies.iter_mut().for_each(|tally| tally.add(members));
    }

    fn clear(&mut self) {
        self.rows = 0;
        self.tallies.iter_mut().for_each(ValueCounts::clear);
    }

    /// Whether the rows that were added hold: these members.
    fn holds(&mut self, members: &[Member]) -> bool {
        let Anatomy { l, diversity, .. } = *self.anatomy;
        self.rows >= self.least
            && self.tallies.iter().all(|tally| tally.holds(l, diversity))
            && (!self.is_judged || self.judge.holds(members.iter().map(|member| (member.point, member.rows))))
    }
}

impl<'a> ValueCounts<'a> {
    fn new(points: &'a Points, aux_column: usize) -> Self {
        let rows = vec![0; points.width(aux_column)];
        Self { value_of: points.aux_column(aux_column), rows, values: Vec::new(), known: 0, most: 0 }
    }

    fn add(&mut self, members: &[Member]) {
        for member in members {
            let value = self.value_of[member.point as usize];
            if value != UNCOUNTED {
                let rows = &mut self.rows[value as usize];
                if *rows == 0 {
                    self.values.push(value);
                }
                *rows += u64::from(member.rows);
                self.most = self.most.max(*rows);
                self.known += u64::from(member.rows);
            }
        }
    }

    fn clear(&mut self) {
        self.values.drain(..).for_each(|value| self.rows[value as usize] = 0);
        (self.known, self.most) = (0, 0);
    }

    fn holds(&self, l: u64, diversity: Diversity) -> bool {
        match diversity {
            Diversity::Distinct => self.values.len() as u64 >= l,
            Diversity::Share => self.known > 0 && self.most.saturating_mul(l) <= self.known,
        }
    }
}
