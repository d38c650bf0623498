//! A small table for the tests of metrics: eight rows, two columns.
//!
//! `letter` has the leaves a, b, c, d below ab and cd below the root, `flag` the leaves yes and no below the root. The rows
//! are a yes (three times), b no, c no (twice), d no and d yes.

use amidst_core::{Areas, Attribute, Label, Majority, NodeFacts, RowBits, SuppressedColumn};

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
/// would have shown ab no and cd yes. A target column agrees in the class ab yes and differs once in cd no.
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
            SuppressedColumn { leaves: 4, singles: 0, bits: 2.0, leaf_bits: 2.0 },
            SuppressedColumn { leaves: 2, singles: 2, bits: 2.0, leaf_bits: 0.0 },
        ],
        row_bits: Some(RowBits {
            source: 3.0 * 3_f64.log2() + 2.0,
            released: 6.0 * 3_f64.log2(),
            all: 6.0 * 3_f64.log2(),
        }),
        areas: Some(Areas { released: 12, all: 16 }),
        majority: Some(Majority { released: 5, all: 7 }),
    }
}

/// Compares the score of [`node`] with what was worked out by hand.
#[track_caller]
pub fn check(metric: &dyn amidst_core::Metric, expected: f64) {
    let score = metric.score(&node()).value();
    assert!((score - expected).abs() < 1e-9, "{score}");
}
