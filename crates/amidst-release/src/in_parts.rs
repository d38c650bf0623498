//! A release of rows that are never in memory all at once: every part is recoded and sorted by itself, and laid on disk; what is written
//! is merged from there.

use std::{borrow::Cow, path::Path, sync::Arc, sync::mpsc::sync_channel, thread};

use amidst_core::{Coded, Codes, Observer, Role, Stage};
use amidst_io::{CHUNK_ROWS, Layout, RowChunk, gathered, is_formula, write_chunks};
use amidst_kernel::mapped;
use amidst_order::{Merged, Runs};
use amidst_spec::{Result, key::Key, roles::Roles};
use amidst_table::{Column, Data, Table};
use arrow_schema::DataType;

use super::{Destination, RecodedColumn, Recoding, SUPPRESSED, Staged, released_columns};

/// Chunks that are merged ahead of what is written.
const AHEAD: usize = 2;

/// What is released of parts, until all of them are there.
pub struct ReleaseInParts<'a> {
    /// The quasi columns, and the type that each has in the source.
    quasi: Vec<(&'a RecodedColumn, DataType)>,
    /// Each class's place when classes are sorted.
    rank_of_class: Vec<u32>,
    class_of_rank: Vec<u32>,
    /// What a missing cell is written as, if the format has no null.
    missing: Option<&'a str>,
    runs: Runs,
    rows: u64,
    /// The released columns without rows, once a part was added.
    head: Option<Table>,
    /// Cells that a spreadsheet would run as formulas.
    formulas: u64,
}

impl<'a> ReleaseInParts<'a> {
    /// Of no part yet. What is recoded is laid on the disk that has this folder.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn new(
        quasi: Vec<(&'a RecodedColumn, DataType)>,
        missing: Option<&'a str>,
        folder: &Path,
    ) -> Result<Self> {
        let columns: Vec<RecodedColumn> = quasi.iter().map(|(column, _)| (*column).clone()).collect();
        let rank_of_class = Recoding { class_of_row: &[], columns: &columns }.class_ranks(missing);
        let mut class_of_rank = vec![0; rank_of_class.len()];
        (0..).zip(&rank_of_class).for_each(|(class, &rank)| class_of_rank[rank as usize] = class);
        let runs = Runs::new(folder, missing)?;
        Ok(Self { quasi, rank_of_class, class_of_rank, missing, runs, rows: 0, head: None, formulas: 0 })
    }

    /// Recodes a part, of which these are the classes of rows, and adds it.
    ///
    /// # Errors
    /// If it has other types than the parts before, cannot be written, or the observer aborts.
    pub fn add(
        &mut self,
        source: &Table,
        roles: &Roles,
        keys: &[(String, Key)],
        class_of_row: &[u32],
        observer: &dyn Observer,
    ) -> Result<()> {
        observer.progress(Stage::Recoding, self.rows, None);
        let is_quasi = |column: &&Column| roles.role(&column.name) == Role::Quasi;
        let beside = source.columns().iter().filter(|column| !is_quasi(column)).cloned();
        let beside = Table::new(beside.collect());
        let beside = released_columns(&beside, roles, keys, |column| Ok(column.clone()), observer)?;
        self.check_types(source, roles, &beside)?;
        let rank = |&class: &u32| self.rank_of_class.get(class as usize).copied().unwrap_or(SUPPRESSED);
        let rank_of_row = mapped(class_of_row, observer, rank)?;
        let kept = Recoding { class_of_row, columns: &[] }.kept(observer)?;
        let beside: Vec<&Column> = beside.iter().collect();
        let order = amidst_order::sorted(&kept, &rank_of_row, &beside, self.missing, observer)?;
        self.formulas += self.formulas_of(&order, class_of_row, &beside, observer)?;
        self.runs.add(&order, &rank_of_row, &beside, observer)?;
        self.rows += order.len() as u64;
        Ok(())
    }

    /// Remembers the columns of the first part; those of others must be like them.
    fn check_types(&mut self, source: &Table, roles: &Roles, beside: &[Column]) -> Result<()> {
        let Some(head) = &self.head else {
            let released = source.columns().iter().filter(|column| roles.is_released(&column.name));
            let columns = released.map(|column| self.without_rows(column, beside));
            let columns: Vec<Column> = columns.collect::<Result<_>>()?;
            self.head = Some(Table::new(columns));
            return Ok(());
        };
        let is_like = |column: &Column| {
            head.column(&column.name).is_some_and(|known| known.source_type == column.source_type)
        };
        match beside.iter().find(|column| !is_like(column)) {
            None => Ok(()),
            Some(column) => {
                let words =
                    format!("column {:?}: it has another type in one part than in others", column.name);
                Err(amidst_io::Error::Internal(words).into())
            }
        }
    }

    /// A column without rows.
    fn without_rows(&self, column: &Column, beside: &[Column]) -> Result<Column> {
        if let Some((recoded, source_type)) = self.quasi.iter().find(|(quasi, _)| quasi.name == column.name) {
            let coded = Coded::new(Arc::clone(&recoded.labels), Codes::U8(Vec::new()));
            let (name, kind) = (column.name.clone(), column.kind);
            return Ok(Column { name, kind, source_type: source_type.clone(), data: Data::Coded(coded) });
        }
        let column = beside.iter().find(|known| known.name == column.name).expect("every column has a role");
        Ok(Column { data: Data::Carried(vec![gathered(column, &[])?]), ..column.clone() })
    }

    fn formulas_of(
        &self,
        order: &[u32],
        class_of_row: &[u32],
        beside: &[&Column],
        observer: &dyn Observer,
    ) -> Result<u64> {
        let mut formulas = 0;
        for column in beside {
            formulas += amidst_order::count(order, column, is_formula, observer)?;
        }
        for (column, _) in &self.quasi {
            let is_formula: Vec<bool> =
                column.labels.iter().map(|label| label.is_some_and(is_formula)).collect();
            if is_formula.contains(&true) {
                let label = |&row: &u32| column.of_class[class_of_row[row as usize] as usize];
                formulas += order.iter().filter(|row| is_formula[label(row) as usize]).count() as u64;
            }
        }
        Ok(formulas)
    }

    /// The released columns without rows, once a part was added.
    pub fn head(&self) -> Option<&Table> {
        self.head.as_ref()
    }

    /// How many cells and names of columns a spreadsheet would run as formulas.
    pub fn formulas(&self) -> u64 {
        let columns = self.head.iter().flat_map(|head| head.columns());
        self.formulas + columns.filter(|column| is_formula(&column.name)).count() as u64
    }

    /// Puts all rows in order and writes them: the bytes that are written of a table that is held as a whole.
    ///
    /// # Errors
    /// If they cannot be written, or the observer aborts.
    pub fn write(
        self,
        destination: &Destination,
        layout: &Layout,
        missing: &str,
        observer: &dyn Observer,
    ) -> Result<Staged> {
        let Self { quasi, class_of_rank, runs, rows, head, .. } = self;
        let head = head.unwrap_or_else(|| Table::new(Vec::new()));
        observer.progress(Stage::Writing, 0, Some(rows));
        let merged = runs.merged(observer)?;
        thread::scope(|scope| {
            let (ahead, chunks) = sync_channel(AHEAD);
            // It ends when nobody takes chunks any more.
            scope
                .spawn(move || merged.map(|chunk| ahead.send(chunk)).take_while(|sent| sent.is_ok()).count());
            let mut next = || -> amidst_io::Result<Option<RowChunk<'static>>> {
                let Ok(chunk) = chunks.recv() else { return Ok(None) };
                let table = table_of(&head, chunk?, &quasi, &class_of_rank);
                let order: Vec<u32> = (0..table.rows() as u32).collect();
                Ok(Some(RowChunk { table: Cow::Owned(table), order: Cow::Owned(order) }))
            };
            Staged::write_by(destination, layout, missing, observer, |options, sink| {
                write_chunks((&head, rows), &mut next, options, sink, observer)
            })
        })
    }
}

/// The rows of a chunk under all their columns.
fn table_of(
    head: &Table,
    Merged { ranks, cells }: Merged,
    quasi: &[(&RecodedColumn, DataType)],
    class_of_rank: &[u32],
) -> Table {
    let mut cells = cells.into_iter();
    let columns = head.columns().iter().map(|column| {
        let data = match quasi.iter().find(|(recoded, _)| recoded.name == column.name) {
            None => Data::Carried(vec![cells.next().expect("as many arrays as columns beside")]),
            Some((recoded, _)) => {
                let code = |&rank: &u32| recoded.of_class[class_of_rank[rank as usize] as usize];
                let codes = ranks.iter().map(code).collect();
                Data::Coded(Coded::new(
                    Arc::clone(&recoded.labels),
                    Codes::narrow(codes, recoded.labels.len()),
                ))
            }
        };
        Column { data, ..column.clone() }
    });
    debug_assert!(ranks.len() <= CHUNK_ROWS);
    Table::new(columns.collect())
}
