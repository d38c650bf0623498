//! Rows of classes that are left out, where their class then loses so much less that it pays.
//!
//! In each class, the rows that differ from the others in a column may go, or all that do not have one and the same part of
//! it: the class is then shown as something narrower. Of all classes, what saves most for each row goes first.

use std::{collections::BinaryHeap, ops::Range};

use crate::{
    Judge, Measured, Member, Objective, Partition, Prices, Problem,
    partition::covers,
    prices::weights,
    span::{Order, Span},
};

/// What rows cost, in classes and left out.
pub(super) struct Outliers<'a> {
    pub problem: &'a Problem<'a>,
    spans: Vec<Span>,
    pub prices: Prices,
    /// What a row costs that is left out.
    pub row: i64,
    pub judge: Judge<'a>,
}

/// Rows of a class that may go.
struct Change {
    saving: i64,
    rows: u64,
    stay: Vec<Member>,
    go: Vec<Member>,
}

impl<'a> Outliers<'a> {
    /// Costs by what small changes of a partition change its score by.
    pub(super) fn around(problem: &'a Problem<'a>, partition: &Partition) -> Self {
        let measured = Measured::new(problem.axes, problem.points, partition);
        let weights = weights(problem.axes).into_iter().zip(&measured.columns);
        let slopes: Vec<f64> = match problem.objective {
            Objective::Loss => {
                weights.map(|(weight, column)| weight / (1.0 + weight * column.loss)).collect()
            }
            Objective::Gcp | Objective::Levels => weights.map(|(weight, _)| weight).collect(),
        };
        Self {
            problem,
            spans: problem.axes.iter().map(Span::new).collect(),
            prices: Prices::with_weights(problem.axes, problem.objective, &slopes),
            row: slopes
                .iter()
                .map(|slope| (slope * f64::from(Prices::one(problem.objective))).round() as i64)
                .sum(),
            judge: Judge::new(&problem.conditions, problem.points),
        }
    }

    /// Leaves out at most so many further rows, as long as that pays.
    pub(super) fn leave_out(&mut self, partition: &Partition, limit: u64) -> Partition {
        let mut classes: Vec<Vec<Member>> = partition.classes().map(<[Member]>::to_vec).collect();
        let mut left_out = partition.left_out().to_vec();
        let mut left = limit;
        // The best change of each class, and of all classes what saves most for each row.
        let mut changes: Vec<Option<Change>> = classes.iter().map(|class| self.best(class, limit)).collect();
        let rank = |change: &Change| (change.saving << 8) / change.rows as i64;
        let ranked = |(at, change): (usize, &Option<Change>)| {
            change.as_ref().map(|it| (rank(it), u32::MAX - at as u32))
        };
        let mut queue: BinaryHeap<(i64, u32)> = changes.iter().enumerate().filter_map(ranked).collect();
        while let Some((_, at)) = queue.pop() {
            let at = (u32::MAX - at) as usize;
            let Some(change) = changes[at].take() else { continue };
            if change.rows <= left {
                left -= change.rows;
                left_out.extend(change.go);
                classes[at] = change.stay;
            }
            changes[at] = self.best(&classes[at], left);
            queue.extend(ranked((at, &changes[at])));
        }
        Partition::new(classes).with_left_out(left_out)
    }

    pub(super) fn cost(&self, class: &[Member]) -> i64 {
        (rows_of(class) * self.price(class)) as i64
    }

    /// What a row of a class costs.
    pub(super) fn price(&self, class: &[Member]) -> u64 {
        self.prices.of_row(&covers(self.problem.axes, self.problem.points, class))
    }

    /// The change of a class that saves most for each row, of at most so many.
    fn best(&mut self, class: &[Member], limit: u64) -> Option<Change> {
        let before = self.cost(class);
        let rows = rows_of(class);
        // Rows that cost more outside than the whole class does never pay.
        let pays = before.saturating_sub(1) / self.row.max(1);
        let spare = limit.min(rows.saturating_sub(self.problem.conditions.least())).min(pays.max(0) as u64);
        if spare == 0 {
            return None;
        }
        let mut best: Option<Change> = None;
        for column in 0..self.problem.axes.len() {
            let codes = self.rows_of_codes(class, column);
            for part in self.parts(&codes, column) {
                let within: u64 = codes[part.clone()].iter().map(|(_, rows)| rows).sum();
                let ends = codes[part.start].0..=codes[part.end - 1].0;
                for (stays_within, going) in [(true, rows - within), (false, within)] {
                    if going == 0 || going > spare {
                        continue;
                    }
                    let is_better = |saving: i64| {
                        let beats = |best: &Change| saving * best.rows as i64 > best.saving * going as i64;
                        saving > 0 && best.as_ref().is_none_or(beats)
                    };
                    let outside = going as i64 * self.row;
                    if !is_better(before - outside) {
                        continue;
                    }
                    let code = |member: &Member| self.problem.points.codes(member.point)[column];
                    let (stay, go): (Vec<Member>, Vec<Member>) =
                        class.iter().partition(|member| ends.contains(&code(member)) == stays_within);
                    let saving = before - self.cost(&stay) - outside;
                    if is_better(saving)
                        && self.judge.holds(stay.iter().map(|member| (member.point, member.rows)))
                    {
                        best = Some(Change { saving, rows: going, stay, go });
                    }
                }
            }
        }
        best
    }

    /// The codes of a class in a column, ascending, with their rows.
    fn rows_of_codes(&self, class: &[Member], column: usize) -> Vec<(u32, u64)> {
        let code = |member: &Member| self.problem.points.codes(member.point)[column];
        let mut codes: Vec<(u32, u64)> = class.iter().map(|it| (code(it), u64::from(it.rows))).collect();
        codes.sort_unstable();
        codes.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        codes
    }

    /// How the codes of a column fall apart: places among them that lie side by side.
    fn parts(&self, codes: &[(u32, u64)], column: usize) -> Vec<Range<usize>> {
        if codes.len() < 2 {
            return Vec::new();
        }
        let span = &self.spans[column];
        match span.order() {
            // What is below some place or above it.
            Order::Line => (1..codes.len()).map(|at| 0..at).collect(),
            Order::Free => (0..codes.len()).map(|at| at..at + 1).collect(),
            Order::Tree | Order::Single => {
                let codes: Vec<u32> = codes.iter().map(|(code, _)| *code).collect();
                let mut ends = Vec::new();
                span.parts(&codes, &mut ends);
                let starts = std::iter::once(0).chain(ends.iter().copied());
                starts.zip(&ends).map(|(start, &end)| start as usize..end as usize).collect()
            }
        }
    }
}

/// The rows of a class.
pub(super) fn rows_of(class: &[Member]) -> u64 {
    class.iter().map(|member| u64::from(member.rows)).sum()
}
