//! Rows that match more than what agrees with them, because cells of theirs are blank.

use hashbrown::HashMap;

use super::packed::{Columns, GroupCounts, Packed};

/// Rows with blanks, counted for whoever asks by the columns in which they must agree.
pub(super) struct Donors<'a> {
    packed: &'a Packed,
    patterns: Vec<Pattern<'a>>,
    /// All of them as if they had no blanks.
    agreeing: HashMap<Columns, GroupCounts<'a>>,
}

/// Rows with the same blanks.
struct Pattern<'a> {
    open: Columns,
    members: Vec<(u32, i64)>,
    tallies: HashMap<Columns, GroupCounts<'a>>,
}

/// Rows with further patterns of blanks are counted as if they had none.
const PATTERNS: usize = 512;

impl<'a> Donors<'a> {
    /// None yet.
    pub fn new(packed: &'a Packed) -> Self {
        Self { packed, patterns: Vec::new(), agreeing: HashMap::new() }
    }

    /// Adds rows of a point with blanks; takes them away if they are less than none.
    pub fn add(&mut self, point: u32, rows: i64, open: Columns) {
        let place = match self.patterns.iter().position(|pattern| pattern.open == open) {
            Some(place) => place,
            None if self.patterns.len() == PATTERNS => return,
            None => {
                self.patterns.push(Pattern { open, members: Vec::new(), tallies: HashMap::new() });
                self.patterns.len() - 1
            }
        };
        let pattern = &mut self.patterns[place];
        pattern.members.push((point, rows));
        pattern.tallies.values_mut().for_each(|tally| tally.add(point, rows));
        self.agreeing.values_mut().for_each(|tally| tally.add(point, rows));
    }

    /// Moves a row of a point from some blanks to others; it may have had none.
    pub fn move_one(&mut self, point: u32, from: Columns, to: Columns) {
        if from != 0 {
            self.add(point, -1, from);
        }
        self.add(point, 1, to);
    }

    /// Whether at least k rows match a point with some blanks on some columns, of which so many agree with it anyway.
    pub fn suffice(&mut self, point: u32, open: Columns, columns: Columns, agreeing: i64, k: i64) -> bool {
        if agreeing >= k {
            return true;
        }
        let packed = self.packed;
        let keep = columns & !open;
        let patterns = &self.patterns;
        let counted = self.agreeing.entry(keep).or_insert_with(|| {
            let members = patterns.iter().flat_map(|pattern| &pattern.members);
            tally(packed, keep, members)
        });
        let mut matches = (agreeing - counted.rows(point)).max(0);
        for pattern in &mut self.patterns {
            let keep = keep & !pattern.open;
            let members = &pattern.members;
            let counted = pattern.tallies.entry(keep).or_insert_with(|| tally(packed, keep, members));
            matches += counted.rows(point);
            if matches >= k {
                return true;
            }
        }
        false
    }
}

fn tally<'a, 'b>(
    packed: &'a Packed,
    columns: Columns,
    members: impl IntoIterator<Item = &'b (u32, i64)>,
) -> GroupCounts<'a> {
    let mut tally = GroupCounts::new(packed, columns);
    members.into_iter().for_each(|&(point, rows)| tally.add(point, rows));
    tally
}
