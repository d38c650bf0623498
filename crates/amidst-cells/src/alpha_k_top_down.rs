//! `alpha-k-top-down` (Wong, Li, Fu and Wang 2006): all rows begin as one class at the top, and are specialized column by column.
//!
//! Below the label that a class shows of a column stand *children*. Rows go to them; a child that does not hold gives its rows
//! back, and if those given back do not hold by themselves, other children that can spare some give of theirs. Of the columns in
//! which that works out the one in which most rows move down is taken; what was given back stays a class.

use std::{cmp::Reverse, collections::BTreeMap};

use amidst_core::{Error, Method, Observer, Result, Solver, SolverInfo};
use amidst_kernel::UNCOUNTED;

use crate::{
    Judge, Member, Partition, PartitionResult, Problem, RunningCounts,
    member::tidy,
    span::{Order, Span},
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlphaKTopDown;

impl Solver<Problem<'_>> for AlphaKTopDown {
    type Answer = PartitionResult;

    fn info(&self) -> SolverInfo {
        SolverInfo::new(
            "alpha-k-top-down",
            "classes specialized column by column; rows too few or too alike stay where they were",
            Method::LocalRecoding,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<PartitionResult> {
        let spans: Vec<Span> = problem.axes.iter().map(Span::new).collect();
        if !spans.iter().all(|span| matches!(span.order(), Order::Tree | Order::Single)) {
            return Err(Error::Parameter {
                name: "algorithm",
                value: self.name().into(),
                expected: "it needs a hierarchy for each quasi column, or generalize = \"none\" and suppress = \"cell\"; or take \
                           top-down-greedy or local"
                    .into(),
            });
        }
        let points = 0..problem.points.len() as u32;
        let all: Vec<Member> =
            points.map(|point| Member { point, rows: problem.points.count(point) }).collect();
        let specializer = Specializer {
            problem,
            spans,
            judge: Judge::new(&problem.conditions, problem.points),
            sensitive: problem.conditions.aux_column(),
        };
        let (mut classes, mut open) = (Vec::new(), Vec::new());
        open.extend((!all.is_empty()).then_some(all));
        while let Some(class) = open.pop() {
            let best = if observer.is_stopped() { None } else { specializer.best(&class) };
            match best {
                Some(Specialized { children, rest }) => {
                    open.extend(children);
                    classes.extend((!rest.is_empty()).then_some(rest));
                }
                None => classes.push(class),
            }
        }
        observer.go_on()?;
        Ok(PartitionResult::new(Partition::new(classes.into_iter().map(tidy)), !observer.is_stopped()))
    }
}

struct Specializer<'a> {
    problem: &'a Problem<'a>,
    spans: Vec<Span>,
    judge: Judge<'a>,
    /// The companion whose values are looked at first, if any is.
    sensitive: Option<usize>,
}

/// A class that was specialized: classes further down, and the rows that stay. All of them hold.
struct Specialized {
    children: Vec<Vec<Member>>,
    rest: Vec<Member>,
}

/// A child while rows come and go.
struct Child {
    members: Vec<Member>,
    rows: u64,
    counts: RunningCounts,
}

impl Specializer<'_> {
    /// Specializes a class in the column in which most rows move, the first of equals; nothing if none can.
    fn best(&self, class: &[Member]) -> Option<Specialized> {
        let mut best: Option<(u64, Specialized)> = None;
        for column in 0..self.spans.len() {
            if let Some(found) = self.specialize(class, column) {
                let moved = found.children.iter().flatten().map(|member| u64::from(member.rows)).sum();
                if best.as_ref().is_none_or(|(most, _)| moved > *most) {
                    best = Some((moved, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    fn specialize(&self, class: &[Member], column: usize) -> Option<Specialized> {
        let (holding, failing): (Vec<Child>, Vec<Child>) = self
            .children(class, column)?
            .into_iter()
            .partition(|child| self.judge.holds_tally(&child.counts));
        let mut rest = self.child(failing.into_iter().flat_map(|child| child.members));
        let mut children = holding;
        let is_done = rest.members.is_empty()
            || self.judge.holds_tally(&rest.counts)
            || self.complete(&mut rest, &mut children);
        let children: Vec<Vec<Member>> = children.into_iter().map(|child| child.members).collect();
        (is_done && !children.is_empty()).then_some(Specialized { children, rest: rest.members })
    }

    /// The rows below each child of the label that a class shows; nothing if it shows a single value.
    fn children(&self, class: &[Member], column: usize) -> Option<Vec<Child>> {
        let code = |member: &Member| self.problem.points.codes(member.point)[column];
        let mut codes: Vec<u32> = class.iter().map(code).collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.len() < 2 {
            return None;
        }
        let mut ends = Vec::new();
        self.spans[column].parts(&codes, &mut ends);
        let mut members: Vec<Vec<Member>> = vec![Vec::new(); ends.len()];
        for member in class {
            let place = codes.binary_search(&code(member)).expect("every code is there") as u32;
            members[ends.partition_point(|&end| end <= place)].push(*member);
        }
        Some(members.into_iter().map(|members| self.child(members)).collect())
    }

    fn child(&self, members: impl IntoIterator<Item = Member>) -> Child {
        let mut child = Child { members: Vec::new(), rows: 0, counts: self.judge.tally() };
        for member in members {
            self.judge.add(member, &mut child.counts);
            child.rows += u64::from(member.rows);
            child.members.push(member);
        }
        child
    }

    /// Moves rows from children to the rest until it holds: those first whose value is rare in the rest and common elsewhere,
    /// which are not the sensitive ones that are too many there. No child is left that does not hold. Whether it worked out.
    fn complete(&self, rest: &mut Child, children: &mut [Child]) -> bool {
        // For each value the rows of the rest, and of children.
        let mut rows_of: BTreeMap<Option<u32>, (u64, u64)> = BTreeMap::new();
        for member in &rest.members {
            rows_of.entry(self.value(member.point)).or_default().0 += u64::from(member.rows);
        }
        for member in children.iter().flat_map(|child| &child.members) {
            rows_of.entry(self.value(member.point)).or_default().1 += u64::from(member.rows);
        }
        while !self.judge.holds_tally(&rest.counts) {
            let mut order: Vec<(u64, Reverse<u64>, Option<u32>)> =
                rows_of.iter().map(|(&value, &(own, other))| (own, Reverse(other), value)).collect();
            order.sort_unstable();
            let moved = order
                .into_iter()
                .map(|(.., value)| value)
                .find(|&value| self.move_one(rest, children, value));
            let Some(value) = moved else { return false };
            let rows = rows_of.entry(value).or_default();
            *rows = (rows.0 + 1, rows.1 - 1);
        }
        true
    }

    /// The value of a point that is looked at first.
    fn value(&self, point: u32) -> Option<u32> {
        let values = self.sensitive.map(|column| self.problem.points.aux_column(column));
        values.map(|values| values[point as usize]).filter(|&value| value != UNCOUNTED)
    }

    /// Moves one row of a value from the largest child that holds without it. Whether there is one.
    fn move_one(&self, rest: &mut Child, children: &mut [Child], value: Option<u32>) -> bool {
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by_key(|&at| Reverse(children[at].rows));
        for at in order {
            let child = &mut children[at];
            let is_wanted = |member: &Member| self.value(member.point) == value;
            let Some(place) = child.members.iter().rposition(is_wanted) else { continue };
            let one = Member { rows: 1, ..child.members[place] };
            self.judge.remove(one, &mut child.counts);
            if !self.judge.holds_tally(&child.counts) {
                self.judge.add(one, &mut child.counts);
                continue;
            }
            self.judge.add(one, &mut rest.counts);
            rest.members.push(one);
            rest.rows += 1;
            child.rows -= 1;
            child.members[place].rows -= 1;
            if child.members[place].rows == 0 {
                child.members.remove(place);
            }
            return true;
        }
        false
    }
}
