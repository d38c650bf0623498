//! Levels that merge nothing.

use super::{Hierarchy, Path};

impl Hierarchy {
    /// The same tree without levels that merge nothing, leaves and root excepted.
    ///
    /// Makes a lattice smaller, but renumbers levels: not for hierarchies whose levels somebody counts.
    pub fn without_idle_levels(&self) -> Self {
        let root = self.height();
        let merges = |level: u8| level == 0 || level == root || self.width(level) < self.width(level - 1);
        let kept: Vec<usize> = (0..=root).filter(|level| merges(*level)).map(usize::from).collect();
        let shorten = |path: Path| kept.iter().map(|&level| path[level].clone()).collect();
        Self::from_trusted_paths(self.paths().map(shorten).collect())
            .expect("a valid hierarchy without some of its inner levels is valid")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_levels_that_merge_nothing_go() {
        let lines = ["94138;9413*;941**;94***;*****", "94141;9414*;941**;94***;*****"];
        let path = |line: &&str| line.split(';').map(|label| Some(label.into())).collect();
        let hierarchy = Hierarchy::from_paths(lines.iter().map(path).collect()).unwrap();
        let rows: Vec<String> =
            hierarchy.without_idle_levels().to_csv_rows().map(|row| row.join(";")).collect();
        assert_eq!(rows, ["94138;941**;*****", "94141;941**;*****"]);
    }
}
