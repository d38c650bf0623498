//! How far two values are apart: the level on which they become one.

use super::Hierarchy;

impl Hierarchy {
    /// The lowest level on which two leaves have the same label: 0 for a leaf and itself, at most the height.
    ///
    /// One of these per column is the distance vector of two tuples.
    pub fn distance(&self, a: u32, b: u32) -> u8 {
        let (mut a, mut b, mut level) = (a, b, 0);
        while a != b {
            let parents = self.parents(level);
            (a, b) = (parents[a as usize], parents[b as usize]);
            level += 1;
        }
        level
    }
}

#[cfg(test)]
mod tests {
    use super::Hierarchy;

    fn zip() -> Hierarchy {
        let paths = [["94138", "9413*", "941**"], ["94141", "9414*", "941**"], ["94139", "9413*", "941**"]];
        let paths = paths.map(|path| path.map(|label| Some(label.into())).to_vec()).to_vec();
        Hierarchy::from_paths(paths).expect("valid")
    }

    #[test]
    fn values_are_as_far_apart_as_their_first_common_label_is_high() {
        let zip = zip();
        let leaf = |value| zip.leaf(Some(value)).expect("a leaf");
        for (a, b, expected) in [("94138", "94138", 0), ("94138", "94139", 1), ("94138", "94141", 2)] {
            assert_eq!(zip.distance(leaf(a), leaf(b)), expected);
            assert_eq!(zip.distance(leaf(b), leaf(a)), expected);
        }
    }

    #[test]
    fn distance_agrees_with_ancestors() {
        let zip = zip();
        let leaves = 0..zip.leaves() as u32;
        for (a, b) in leaves.clone().flat_map(|a| leaves.clone().map(move |b| (a, b))) {
            let met = (0..=zip.height()).find(|&level| {
                let ancestors = zip.ancestors(0, level);
                ancestors[a as usize] == ancestors[b as usize]
            });
            assert_eq!(met, Some(zip.distance(a, b)));
        }
    }
}
