//! How large classes are, before and after.

/// Every size of class that occurs in rows, ascending, with the number of classes that have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassSizes {
    /// In the source.
    pub before: Vec<(u64, u64)>,
    /// In the release; none where it is in groups.
    pub after: Vec<(u64, u64)>,
}

impl ClassSizes {
    /// The rows in classes of sizes from one number to below another.
    pub fn rows(sizes: &[(u64, u64)], from: u64, below: u64) -> u64 {
        let within = sizes.iter().filter(|(size, _)| (from..below).contains(size));
        within.map(|(size, classes)| size * classes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_from_a_size_to_below_another() {
        let sizes = [(1, 3), (4, 2), (5, 1), (20, 1)];
        assert_eq!(ClassSizes::rows(&sizes, 1, 5), 11);
        assert_eq!(ClassSizes::rows(&sizes, 5, u64::MAX), 25);
    }
}
