//! Tallies of companion columns and people of a population, against counting row by row.

use std::collections::{BTreeMap, HashMap};

use amidst_kernel::{AuxColumn, ClassTable, Kernel, MILLIONTHS, QuasiColumn, Tuples, UNCOUNTED};
use amidst_testkit::generate::SeededRng;

use crate::support::{Rows, draw_levels};

/// Compares what the kernel says about companions with rows counted one by one.
#[track_caller]
pub fn check(columns: &[QuasiColumn], nodes: usize, seed: u64) {
    let mut draw = SeededRng::new(seed ^ 0x7a11);
    let rows = columns[0].codes.len();
    let few: Vec<u32> = (0..rows).map(|_| draw.low_between(0, 4)).collect();
    let many: Vec<u32> =
        (0..rows).map(|_| if draw.percent(5) { UNCOUNTED } else { draw.below(rows as u32) }).collect();
    let weights: Vec<u64> = (0..rows).map(|_| u64::from(draw.below(3_000_000))).collect();
    let aux_columns =
        [AuxColumn { codes: few.clone(), width: 5 }, AuxColumn { codes: many.clone(), width: rows }];
    let everyone: Vec<QuasiColumn> =
        columns.iter().enumerate().map(|(at, column)| population(at, column)).collect();
    let collapse =
        || Tuples::collapse(columns).unwrap().with_aux_columns(columns, &aux_columns, &()).unwrap();
    let weighted = collapse().with_weights(columns, &weights, &()).unwrap();
    let counted = collapse().with_population(Tuples::collapse(&everyone).unwrap());
    let mut kernels = [Kernel::new(&weighted, 1 << 20), Kernel::new(&counted, 1 << 20)];
    for _ in 0..nodes {
        let levels = draw_levels(&mut draw, columns);
        for (at, kernel) in kernels.iter_mut().enumerate() {
            let table = kernel.table(&levels);
            let class_of = classes(columns, kernel.tuples(), &table);
            let labels = Rows::new(columns).labels(&levels);
            let class_of_row: Vec<usize> = labels.iter().map(|labels| class_of[labels]).collect();
            let tallies = kernel.tallies(&table);
            for (tally, codes) in tallies.iter().zip([&few, &many]) {
                let mut expected = vec![BTreeMap::new(); table.len()];
                for (&class, &code) in class_of_row.iter().zip(codes).filter(|(_, code)| **code != UNCOUNTED)
                {
                    *expected[class].entry(code).or_insert(0_u32) += 1;
                }
                for (class, expected) in expected.into_iter().enumerate() {
                    let (values, counts) = tally.class(class);
                    assert!(values.iter().zip(counts).eq(expected.iter()), "{levels:?}");
                }
            }
            let mut people = vec![0; table.len()];
            match at {
                0 => class_of_row.iter().zip(&weights).for_each(|(&class, weight)| people[class] += weight),
                _ => Rows::new(&everyone)
                    .labels(&levels)
                    .iter()
                    .filter_map(|labels| class_of.get(labels))
                    .for_each(|&class| people[class] += MILLIONTHS),
            }
            assert_eq!(kernel.people(&table), people, "{levels:?}");
        }
    }
}

/// Everyone of the first half twice, and as many others who are put together from several rows, with leaves besides that no
/// row has.
fn population(at: usize, column: &QuasiColumn) -> QuasiColumn {
    let (rows, leaves) = (column.codes.len(), column.hierarchy.leaves());
    let own = (0..rows / 2).chain(0..rows / 2).map(|row| column.codes.at(row));
    let others = (0..rows).map(|row| match row % 5 {
        0 => ((row * 7 + at) % leaves) as u32,
        _ => column.codes.at((row + at * (row % 3)) % rows),
    });
    let codes = amidst_core::Codes::narrow(own.chain(others).collect(), leaves);
    QuasiColumn::new(&column.name, column.hierarchy.clone(), codes)
}

/// The class of a table by its labels in the hierarchies.
fn classes(columns: &[QuasiColumn], tuples: &Tuples, table: &ClassTable) -> HashMap<Vec<u32>, usize> {
    let label = |class: usize, column: usize| {
        let names = tuples.hierarchy_labels(column, table.levels()[column]);
        names[tuples.label(table, class, column) as usize]
    };
    let labels = |class: usize| (0..columns.len()).map(|column| label(class, column)).collect();
    (0..table.len()).map(|class| (labels(class), class)).collect()
}
