//! Runs of a finer class table whose lead entries fall together in a coarser one.

use std::ops::Range;

use crate::{
    node_map::NodeMap,
    row_keys::pieces,
    table::{ClassTable, Run},
};

/// Source runs, those that fall together next to each other.
pub(crate) struct RunGroups {
    /// Runs of the source, group by group.
    runs: Vec<u32>,
    /// `starts[group]..starts[group + 1]` are a group's runs.
    starts: Vec<u32>,
    /// For each group the lead entry that stands for it.
    leads: Vec<u32>,
}

/// Source runs that fall together.
pub(crate) struct Group<'a> {
    pub lead: u32,
    source: &'a ClassTable,
    runs: &'a [u32],
}

impl<'a> Group<'a> {
    /// The classes of each run.
    pub fn runs(&self) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let source = self.source;
        self.runs.iter().map(move |&run| source.run(run as usize))
    }
}

impl RunGroups {
    pub fn new(source: &ClassTable, map: &NodeMap) -> Self {
        let group_of = |run: &Run| map.lead.numbers[run.lead as usize] as usize;
        let mut starts = vec![0; map.lead.width() + 1];
        source.runs.iter().for_each(|run| starts[group_of(run) + 1] += 1);
        for group in 1..starts.len() {
            starts[group] += starts[group - 1];
        }
        let mut next = starts.clone();
        let mut runs = vec![0; source.runs.len()];
        for (at, run) in source.runs.iter().enumerate() {
            let place = &mut next[group_of(run)];
            runs[*place as usize] = at as u32;
            *place += 1;
        }
        Self { runs, starts, leads: map.lead.first.clone() }
    }

    pub fn len(&self) -> usize {
        self.leads.len()
    }

    fn runs(&self, group: usize) -> &[u32] {
        &self.runs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    pub fn iter<'a>(
        &'a self,
        source: &'a ClassTable,
        range: Range<usize>,
    ) -> impl Iterator<Item = Group<'a>> {
        range.map(move |group| Group { lead: self.leads[group], source, runs: self.runs(group) })
    }

    /// Cuts the groups into ranges of about as many classes each.
    pub fn shares(&self, source: &ClassTable, shares: usize) -> Vec<Range<usize>> {
        let ends: Vec<usize> = pieces(source.len(), shares).into_iter().map(|piece| piece.end).collect();
        let (mut ranges, mut start, mut classes) = (Vec::with_capacity(ends.len()), 0, 0);
        for group in 0..self.len() {
            classes += self.runs(group).iter().map(|&run| source.run(run as usize).len()).sum::<usize>();
            if ends.get(ranges.len()).is_some_and(|&end| classes >= end) {
                ranges.push(start..group + 1);
                start = group + 1;
            }
        }
        ranges.push(start..self.len());
        ranges
    }
}
