//! The cheapest way to cut a sequence of rows into runs, by dynamic programming.

use crate::{Cover, Prices};

/// Rows in a sequence: for each what it covers, and how many rows it stands for.
pub(super) struct Sequence<'a> {
    pub prices: &'a Prices,
    pub columns: usize,
    /// One cover per column, item after item.
    pub covers: &'a [Cover],
    pub rows: &'a [u32],
}

impl Sequence<'_> {
    /// Where runs of at least `least` rows end so that they cost least. Runs of one item more than
    /// are needed for twice the rows are not looked at. All items are one run if they are too few.
    pub(super) fn cut(&self, least: u64) -> Vec<usize> {
        let items = self.rows.len();
        let mut best = vec![(u64::MAX, 0_usize); items + 1];
        best[0].0 = 0;
        let mut covers = vec![Cover::mask(0); self.columns];
        for end in 1..=items {
            covers.copy_from_slice(self.item(end - 1));
            let mut rows = 0_u64;
            for start in (0..end).rev() {
                if start + 1 < end {
                    for (column, (cover, &own)) in covers.iter_mut().zip(self.item(start)).enumerate() {
                        *cover = self.prices.join(column, *cover, own);
                    }
                }
                rows += u64::from(self.rows[start]);
                if rows >= least && best[start].0 < u64::MAX {
                    let cost = best[start].0 + rows * self.prices.of_row(&covers);
                    best[end] = best[end].min((cost, start));
                }
                if rows >= 2 * least {
                    break;
                }
            }
        }
        if best[items].0 == u64::MAX {
            return vec![items];
        }
        let mut ends = Vec::new();
        let mut end = items;
        while end > 0 {
            ends.push(end);
            end = best[end].1;
        }
        ends.reverse();
        ends
    }

    fn item(&self, at: usize) -> &[Cover] {
        &self.covers[at * self.columns..][..self.columns]
    }
}
