//! Tables that are hard to anonymize with few blanks, from the proofs that the problem is.
//!
//! One row for each edge of a graph, one column for each vertex, 1 at both ends: with k = 3, the least number of blanks is three
//! times the number of edges just if the edges fall into triangles and stars of three. Where ends are told apart by the bits of
//! the edge's number, block after block, only triangles will do.

/// A graph by its name, and what its tables cost at least at k = 3.
#[derive(Clone, Copy, Debug)]
pub struct Graph {
    /// Its name.
    pub name: &'static str,
    /// Its edges, by vertices from 0.
    pub edges: &'static [(u32, u32)],
    /// The least number of blanks of [`edge_table`].
    pub optimum: u32,
    /// The least number of blanks of [`ternary_table`].
    pub ternary_optimum: u32,
    /// Whether its edges fall into triangles and stars of three edges.
    pub has_triangles_and_stars: bool,
    /// Whether they fall into triangles.
    pub has_triangles: bool,
}

/// Graphs whose tables are solved.
pub const GRAPHS: [Graph; 5] = [
    Graph {
        name: "k4",
        edges: &[(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)],
        optimum: 18,
        ternary_optimum: 60,
        has_triangles_and_stars: true,
        has_triangles: false,
    },
    Graph {
        name: "bow-tie",
        edges: &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)],
        optimum: 18,
        ternary_optimum: 54,
        has_triangles_and_stars: true,
        has_triangles: true,
    },
    Graph {
        name: "k3,3",
        edges: &[(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)],
        optimum: 27,
        ternary_optimum: 132,
        has_triangles_and_stars: true,
        has_triangles: false,
    },
    Graph {
        name: "c6",
        edges: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)],
        optimum: 24,
        ternary_optimum: 72,
        has_triangles_and_stars: false,
        has_triangles: false,
    },
    Graph {
        name: "octahedron",
        edges: &[
            (0, 1),
            (0, 2),
            (0, 4),
            (0, 5),
            (1, 2),
            (1, 3),
            (1, 5),
            (2, 3),
            (2, 4),
            (3, 4),
            (3, 5),
            (4, 5),
        ],
        optimum: 36,
        ternary_optimum: 144,
        has_triangles_and_stars: true,
        has_triangles: true,
    },
];

fn vertices(edges: &[(u32, u32)]) -> usize {
    edges.iter().map(|&(a, b)| a.max(b) as usize + 1).max().unwrap_or(0)
}

/// One row for each edge: 1 at its ends, 0 elsewhere.
pub fn edge_table(edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let row = |&(a, b): &(u32, u32)| {
        let mut row = vec![0; vertices(edges)];
        row[a as usize] = 1;
        row[b as usize] = 1;
        row
    };
    edges.iter().map(row).collect()
}

/// The blocks of a ternary table: as many as the number of edges has bits.
pub fn blocks(edges: usize) -> u32 {
    usize::BITS - edges.leading_zeros()
}

/// One row for each edge and one block of columns for each bit of its number, counted from 1, the most significant first: 1 and
/// 2 at its ends if the bit is 0, 2 and 1 if it is 1.
pub fn ternary_table(edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let (vertices, blocks) = (vertices(edges), blocks(edges.len()));
    let row = |(at, &(a, b)): (usize, &(u32, u32))| {
        let mut row = vec![0; vertices * blocks as usize];
        for block in 0..blocks {
            let bit = (at as u32 + 1) >> (blocks - 1 - block) & 1;
            let start = vertices * block as usize;
            row[start + a as usize] = 1 + bit;
            row[start + b as usize] = 2 - bit;
        }
        row
    };
    edges.iter().enumerate().map(row).collect()
}

/// k rows that differ in columns of their own: all are equally far from each other.
pub fn apart(k: u32) -> Vec<Vec<u32>> {
    let own = 1 << (k - 2);
    (0..k).map(|row| (0..k * own).map(|column| u32::from(column / own == row)).collect()).collect()
}

/// k rows that are as far from each other, in columns that tell any of them from any others: fewer columns in all.
pub fn halves(k: u32) -> Vec<Vec<u32>> {
    (0..k).map(|row| (0..1 << k).map(|column: u32| column >> row & 1).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_apart_by_the_bits_of_the_edge() {
        let table = ternary_table(&[(2, 3), (0, 3), (0, 1), (0, 2), (1, 2)]);
        assert_eq!(table[0], [0, 0, 1, 2, 0, 0, 1, 2, 0, 0, 2, 1]);
        assert_eq!(table[1], [1, 0, 0, 2, 2, 0, 0, 1, 1, 0, 0, 2]);
        assert_eq!(table[2], [1, 2, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0]);
        assert_eq!(table[3], [2, 0, 1, 0, 1, 0, 2, 0, 1, 0, 2, 0]);
        assert_eq!(table[4], [0, 2, 1, 0, 0, 1, 2, 0, 0, 2, 1, 0]);
    }
}
