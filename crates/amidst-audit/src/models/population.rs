//! The people whom the rows of classes stand for.

/// The people of a population.
#[derive(Clone, Debug, PartialEq)]
pub struct PopulationCounts {
    /// Those in each class.
    pub of_class: Vec<f64>,
    /// All of them, in a class or not.
    pub all: f64,
}

impl PopulationCounts {
    /// Those who are in none of the classes that have rows.
    pub(super) fn elsewhere(&self, sizes: &[u64]) -> f64 {
        let in_classes: f64 = self.of_class.iter().sum();
        let empty = self.of_class.iter().zip(sizes).filter(|(_, rows)| **rows == 0);
        self.all - in_classes + empty.map(|(people, _)| people).sum::<f64>()
    }
}
