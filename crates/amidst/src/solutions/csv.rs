//! Nodes as CSV: one line each, the keys of the JSON as names of columns.

use super::{LatticeNode, Solutions};

impl Solutions {
    /// The nodes listed, as CSV: those of the lattice if they were wanted, else the minimal ones.
    pub fn to_csv(&self) -> String {
        let mut csv = ::csv::Writer::from_writer(Vec::new());
        let mut write = |record: Vec<String>| csv.write_record(record).expect("writing to memory succeeds");
        write(self.header());
        match &self.nodes {
            Some(nodes) => nodes.iter().for_each(|node| write(self.record(node))),
            None => self.minimal.iter().for_each(|node| write(self.record(&node.into()))),
        }
        String::from_utf8(csv.into_inner().expect("flushing to memory succeeds")).expect("names are UTF-8")
    }

    fn header(&self) -> Vec<String> {
        let levels = self.columns.iter().map(|column| format!("levels.{column}"));
        let counts = ["height", "suppressed", "classes"].map(String::from);
        let losses = self.preferred.loss.iter().map(|(name, _)| format!("loss.{name}"));
        let marks = ["satisfying", "judged", "minimal", "tied", "preferred", "best"].map(String::from);
        levels.chain(counts).chain(losses).chain(marks).collect()
    }

    fn record(&self, node: &LatticeNode) -> Vec<String> {
        let or_empty = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        let levels = node.levels.levels.iter().map(u8::to_string);
        let counts = [node.height.to_string(), or_empty(node.suppressed), or_empty(node.classes)];
        let known = node.loss.iter().map(|(_, value)| value.to_string());
        let losses = known.chain(std::iter::repeat(String::new())).take(self.preferred.loss.len());
        let marks = self.marks(&node.levels.levels);
        let satisfying = node.satisfying.map_or_else(String::new, |satisfying| satisfying.to_string());
        let marks = [node.judged, marks.is_minimal, marks.is_tied, marks.is_preferred, marks.is_best];
        levels
            .chain(counts)
            .chain(losses)
            .chain([satisfying])
            .chain(marks.iter().map(bool::to_string))
            .collect()
    }
}
