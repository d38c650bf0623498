//! A small table for the tests of metrics: eight rows, two columns.
//!
//! `letter` has the leaves a, b, c, d below ab and cd below the root; its rows are a, a, a, b, c, c, d, d. `flag` has the
//! leaves yes and no below the root, four rows each.

use amidst_core::{Attribute, Label, NodeFacts, SuppressedColumn};

pub fn attributes() -> Vec<Attribute> {
    let label = |leaves, rows, parent| Label { leaves, rows, parent };
    let letter = vec![
        vec![label(1, 3, 0), label(1, 1, 0), label(1, 2, 1), label(1, 2, 1)],
        vec![label(2, 4, 0), label(2, 4, 0)],
        vec![label(4, 8, 0)],
    ];
    let flag = vec![vec![label(1, 4, 0), label(1, 4, 0)], vec![label(2, 8, 0)]];
    vec![
        Attribute { weight: 1.0, height: 2, leaves: 4, levels: letter },
        Attribute { weight: 1.0, height: 1, leaves: 2, levels: flag },
    ]
}

/// Letters on level 1, flags as they are: classes of 3, 3, 1 and 1 rows, of which k = 2 suppresses the two ones. These
/// would have shown ab and cd, and the same flag.
pub fn node() -> NodeFacts {
    NodeFacts {
        levels: vec![1, 0],
        rows: 8,
        suppressed: 2,
        classes: 2,
        outliers: 2,
        squares: 18,
        outlier_squares: 2,
        smallest: 3,
        least: 2,
        suppressed_columns: vec![
            SuppressedColumn { leaves: 4, bits: 2.0 },
            SuppressedColumn { leaves: 2, bits: 0.0 },
        ],
    }
}

/// Compares the score of [`node`] with what was worked out by hand.
#[track_caller]
pub fn check(metric: &dyn amidst_core::Metric, expected: f64) {
    let score = metric.score(&node()).value();
    assert!((score - expected).abs() < 1e-9, "{score}");
}
