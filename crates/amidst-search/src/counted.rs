//! A node as it would be seen if some of its columns were cut out of the release.

use amidst_core::{NodeFacts, Result};
use amidst_kernel::{ClassTable, Kernel};

use crate::{
    Problem,
    combination::rows_of,
    facts::{areas, bits},
};

impl Problem<'_> {
    /// The facts of a node with only some columns counted. The classes and the rows suppressed stay what they are with all
    /// columns; what rows may have been is told by these columns alone.
    ///
    /// # Errors
    /// If there is not one level per column, each within its hierarchy.
    pub fn judge_counting(&self, levels: &[u8], columns: &[usize]) -> Result<NodeFacts> {
        let mut facts = self.judge(levels)?.facts;
        let mut kernel = Kernel::new(self.tuples, 0);
        let table = kernel.table(levels);
        let released = self.rule.released(&mut kernel, &table);
        let marks: Vec<bool> = (0..table.len()).map(|class| released.contains(&table, class)).collect();
        let bits_of = |table: &ClassTable, marks: &[bool]| {
            let rows = rows_of(self.tuples, table, columns, marks).into_iter().filter(|&rows| rows > 0);
            bits(rows.map(|rows| u32::try_from(rows).expect("a table has fewer rows")).collect())
        };
        let all = |table: &ClassTable| bits_of(table, &vec![true; table.len()]);
        if let Some(row_bits) = &mut facts.row_bits {
            row_bits.source = all(self.tuples.bottom());
            row_bits.released = bits_of(&table, &marks);
            row_bits.all = all(&table);
        }
        facts.areas = Some(areas(self.tuples, &table, &released, columns.iter().copied()));
        facts.suppressed_columns = columns.iter().map(|&column| facts.suppressed_columns[column]).collect();
        facts.levels = columns.iter().map(|&column| levels[column]).collect();
        Ok(facts)
    }
}
