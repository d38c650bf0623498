//! Groups of rows while they are being made.

use amidst_cells::{Member, Partition};

/// Groups of rows, one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GroupList {
    members: Vec<Member>,
    ends: Vec<usize>,
}

impl GroupList {
    /// Adds one, which is not empty. Members of one point become one member.
    pub fn push(&mut self, mut group: Vec<Member>) {
        group.sort_unstable_by_key(|member| member.point);
        let first = self.members.len();
        for member in group {
            match self.members[first..].last_mut() {
                Some(last) if last.point == member.point => last.rows += member.rows,
                _ => self.members.push(member),
            }
        }
        self.ends.push(self.members.len());
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The members of a group.
    pub fn group(&self, group: usize) -> &[Member] {
        let from = if group == 0 { 0 } else { self.ends[group - 1] };
        &self.members[from..self.ends[group]]
    }

    /// The members of every group.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Member]> {
        (0..self.len()).map(|group| self.group(group))
    }

    /// The groups as classes.
    pub fn into_partition(self) -> Partition {
        Partition::from_parts(self.members, self.ends)
    }
}
