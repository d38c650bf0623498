//! From sets that cover all rows to classes that share none.
//!
//! A row of two sets leaves one that has more than k; two sets of just k become one, which has at most 2k − 1 rows. So no class
//! has more rows than a set may have, and each covers no more than the sets it came from.

/// No row.
const NONE: u32 = u32::MAX;

/// Classes of at least k rows each from sets of k to 2k − 1 that cover all rows.
pub(crate) fn disjoint(sets: Vec<Vec<u32>>, rows: usize, k: usize) -> Vec<Vec<u32>> {
    let mut class_of = vec![NONE; rows];
    let mut sizes: Vec<usize> = Vec::with_capacity(sets.len());
    for set in sets {
        let own = sizes.len() as u32;
        sizes.push(set.len());
        for row in set {
            let other = class_of[row as usize];
            if other == NONE {
                class_of[row as usize] = own;
            } else if other == own {
                // It came with a class that was taken in.
                sizes[own as usize] -= 1;
            } else if sizes[other as usize] > k {
                sizes[other as usize] -= 1;
                class_of[row as usize] = own;
            } else if sizes[own as usize] > k {
                sizes[own as usize] -= 1;
            } else {
                // Rows of this set that are still to come and in the other too are found to be its own.
                sizes[own as usize] += sizes[other as usize] - 1;
                sizes[other as usize] = 0;
                class_of.iter_mut().filter(|class| **class == other).for_each(|class| *class = own);
            }
        }
    }
    let mut classes: Vec<Vec<u32>> = vec![Vec::new(); sizes.len()];
    class_of.iter().enumerate().for_each(|(row, &class)| classes[class as usize].push(row as u32));
    classes.retain(|class| !class.is_empty());
    classes
}

#[cfg(test)]
mod tests {
    use amidst_testkit::generate::SeededRng;

    use super::*;

    #[test]
    fn sets_become_classes_of_enough_rows() {
        for seed in 0..2000 {
            let mut draw = SeededRng::new(seed);
            let k = draw.between(2, 5);
            let rows = draw.between(2 * k, 40);
            let mut sets: Vec<Vec<u32>> = Vec::new();
            let mut covered = vec![false; rows as usize];
            while let Some(first) = covered.iter().position(|&is_covered| !is_covered) {
                let size = draw.between(k, 2 * k - 1) as usize;
                let mut set = vec![first as u32];
                while set.len() < size {
                    let row = draw.below(rows);
                    if !set.contains(&row) {
                        set.push(row);
                    }
                }
                set.iter().for_each(|&row| covered[row as usize] = true);
                sets.push(set);
            }
            let classes = disjoint(sets, rows as usize, k as usize);
            let sizes = (k as usize)..=(2 * k as usize - 1);
            assert!(classes.iter().all(|class| sizes.contains(&class.len())), "seed {seed}: {classes:?}");
            assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), rows as usize);
        }
    }
}
