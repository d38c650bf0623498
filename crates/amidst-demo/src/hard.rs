//! Tables that are hard to anonymize, written as CSV: what `amidst demo --hard` makes.

use std::path::{Path, PathBuf};

use amidst_approximation::hard::{GRAPHS, Graph, blocks, edge_table, ternary_table};
use amidst_spec::{Error, Result, files::Guard};

/// The edges of a graph, and what is known of it if it has a name.
#[derive(Clone, Debug)]
pub struct HardInstance {
    edges: Vec<(u32, u32)>,
    known: Option<Graph>,
}

/// One of the two tables of a graph.
#[derive(Clone, Debug)]
pub struct HardTable {
    /// Where it was written.
    pub path: PathBuf,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: usize,
    /// The least number of blanks at k = 3 if the edges fall apart as the proof has it, which takes a multiple of three.
    pub target: Option<u32>,
    /// The least number of blanks at k = 3, if it is known.
    pub optimum: Option<u32>,
}

/// The tables may have so many edges, and vertices.
const MOST: usize = 1_000;

impl HardInstance {
    /// A graph by its name, or by its edges: `1-2,2-3,1-3`.
    ///
    /// # Errors
    /// In words, if it is neither, or a vertex is joined to itself or twice to another.
    pub fn parse(text: &str) -> std::result::Result<Self, String> {
        if let Some(graph) = GRAPHS.into_iter().find(|graph| graph.name == text) {
            return Ok(Self { edges: graph.edges.to_vec(), known: Some(graph) });
        }
        let names = GRAPHS.map(|graph| graph.name).join(", ");
        let wrong = || {
            format!(
                "expected one of {names}, or edges between vertices from 1 to {MOST}, such as 1-2,2-3,1-3"
            )
        };
        let vertex = |text: &str| {
            let number: usize = text.trim().parse().ok()?;
            (1..=MOST).contains(&number).then(|| number as u32 - 1)
        };
        let edge = |text: &str| {
            let (a, b) = text.split_once('-')?;
            Some((vertex(a)?, vertex(b)?))
        };
        let edges: Vec<(u32, u32)> = text.split(',').map(edge).collect::<Option<_>>().ok_or_else(wrong)?;
        let mut sorted: Vec<(u32, u32)> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < edges.len() || sorted.iter().any(|(a, b)| a == b) || edges.len() > MOST {
            return Err(format!(
                "a graph has at most {MOST} edges, no two between the same vertices and none from a vertex to itself"
            ));
        }
        Ok(Self { edges, known: None })
    }

    /// Writes both tables into a folder: with one column for each vertex, and with one for each vertex and bit.
    ///
    /// # Errors
    /// If a file is there already and may not be overwritten, or cannot be written.
    pub fn write(&self, folder: &Path, may_overwrite: bool) -> Result<[HardTable; 2]> {
        let thirds = (self.edges.len() as u32).is_multiple_of(3).then_some(self.edges.len() as u32 / 3);
        let columns =
            |prefix: &str, number: usize| (1..=number).map(|at| format!("{prefix}{at}")).collect::<Vec<_>>();
        let (plain, ternary) = (edge_table(&self.edges), ternary_table(&self.edges));
        let vertices = plain.first().map_or(0, Vec::len);
        let bits = blocks(self.edges.len());
        let blocked: Vec<String> =
            (1..=bits).flat_map(|bit| columns(&format!("b{bit}v"), vertices)).collect();
        let mut guard = Guard::new::<PathBuf>([], may_overwrite);
        let mut table = |name: &str, columns: Vec<String>, rows: &[Vec<u32>], numbers: [Option<u32>; 2]| {
            let path = folder.join(name);
            let cells = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",") + "\n";
            let text: String =
                std::iter::once(columns.join(",") + "\n").chain(rows.iter().map(cells)).collect();
            guard.target("demo", &path)?.write(&text)?;
            Ok::<HardTable, Error>(HardTable {
                path,
                columns,
                rows: rows.len(),
                target: numbers[0],
                optimum: numbers[1],
            })
        };
        let numbers = [thirds.map(|thirds| 9 * thirds), self.known.map(|known| known.optimum)];
        let first = table("edges.csv", columns("v", vertices), &plain, numbers)?;
        let numbers = [thirds.map(|thirds| 9 * thirds * bits), self.known.map(|known| known.ternary_optimum)];
        Ok([first, table("edges-ternary.csv", blocked, &ternary, numbers)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_have_names_or_edges() {
        assert_eq!(HardInstance::parse("k3,3").unwrap().edges.len(), 9);
        assert_eq!(HardInstance::parse("1-2, 2-3").unwrap().edges, [(0, 1), (1, 2)]);
        for wrong in ["", "k5", "1-1", "1-2,2-1", "0-1", "1-2-3"] {
            assert!(HardInstance::parse(wrong).is_err(), "{wrong}");
        }
    }
}
