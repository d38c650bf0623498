//! Which cells of a row may be blanked together, the cheapest choice first.

use super::packed::Columns;

/// A choice of columns to blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subset {
    /// What it costs in one row.
    pub cost: u64,
    /// How many cells it blanks in one row.
    pub cells: u32,
    /// The columns.
    pub columns: Columns,
}

/// What blanking some columns costs in one row.
pub(super) fn cost(costs: &[u64], columns: Columns) -> u64 {
    costs.iter().enumerate().filter(|(column, _)| columns >> column & 1 == 1).map(|(_, cost)| cost).sum()
}

/// All subsets of some columns, by cost, then by cells. If there are more than `most`, only those of so few columns that
/// they are not too many; and behind them ever larger ones, up to all columns, that take the columns in the order given.
pub(super) fn subsets(columns: &[usize], costs: &[u64], most: usize) -> Vec<Subset> {
    let subset = |columns: Columns| Subset { cost: cost(costs, columns), cells: columns.count_ones(), columns };
    let mut all = vec![subset(0)];
    let mut from = 0;
    for cells in 1..=columns.len() {
        if all.len() as u128 + binomial(columns.len(), cells) > most as u128 {
            break;
        }
        // Each of the last size is extended by every column behind its last one.
        let end = all.len();
        for at in from..end {
            let own = all[at].columns;
            let is_behind = |place: usize| columns[place..].iter().all(|column| own >> column & 1 == 0);
            for (place, column) in columns.iter().enumerate() {
                if is_behind(place) {
                    all.push(subset(own | 1 << column));
                }
            }
        }
        from = end;
    }
    let largest = all.last().map_or(0, |last| last.cells as usize);
    all.sort_unstable();
    let chain = (largest + 1..=columns.len()).map(|cells| columns[..cells].iter().fold(0, |set, at| set | 1 << at));
    all.extend(chain.map(subset));
    all
}

fn binomial(n: usize, k: usize) -> u128 {
    (0..k.min(n - k)).fold(1_u128, |product, at| product.saturating_mul((n - at) as u128) / (at as u128 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_by_cost_then_by_cells() {
        let all = subsets(&[0, 1, 2], &[1, 1, 2], 100);
        let columns: Vec<Columns> = all.iter().map(|subset| subset.columns).collect();
        assert_eq!(columns, [0, 0b1, 0b10, 0b100, 0b11, 0b101, 0b110, 0b111]);
    }

    #[test]
    fn too_many_are_cut_to_small_ones_and_a_chain() {
        let columns: Vec<usize> = (0..6).rev().collect();
        let all = subsets(&columns, &[1; 6], 10);
        assert_eq!(all.len(), 1 + 6 + 5);
        assert_eq!(all[7].columns, 0b11_0000);
        assert_eq!(all.last().unwrap().columns, 0b11_1111);
        assert_eq!(subsets(&columns, &[1; 6], 64).len(), 64);
    }

    #[test]
    fn many_columns_do_not_overflow() {
        let columns: Vec<usize> = (0..127).collect();
        assert_eq!(subsets(&columns, &[1 << 56; 127], 200).len(), 1 + 127 + 126);
    }
}
