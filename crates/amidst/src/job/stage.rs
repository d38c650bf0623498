//! From a solution to files on disk, none of them under its name yet.

use amidst_core::{Aborted, Observer, Role};
use amidst_io::{Format, Layout};
use amidst_release::{Arrangement, Fragments, Release, Staged, released_columns, views};
use amidst_spec::{Result, validated::ValidatedSpec};
use amidst_table::Column;

use super::{
    Dataset,
    links::Links,
    solution::{RecodingKind, RecodingSolution},
};
use crate::outputs::Outputs;

/// Files on disk, and what only writing them tells.
pub struct OnDisk {
    pub staged: Staged,
    /// What links the tables, if the release is in fragments.
    pub links: Option<Links>,
    /// The rows of each file beside the release.
    pub rows_beside: Vec<u64>,
    /// Cells of text that a spreadsheet would run as formulas.
    pub formulas: u64,
}

/// Recodes, orders and writes; the recoded tables are gone when this returns.
pub fn stage(
    read: &Dataset,
    solved: &RecodingSolution,
    validated: &ValidatedSpec,
    outputs: &Outputs,
    layout: &Layout,
    arrangement: &Arrangement,
    observer: &dyn Observer,
) -> Result<OnDisk> {
    let marker = validated.marker();
    let missing = (layout.format == Format::Csv).then_some(marker);
    observer.go_on()?;
    let (release, beside, links) = match &solved.kind {
        RecodingKind::Groups(grouped) => {
            let columns = |column: &Column| Ok(column.clone());
            let columns = released_columns(&read.table, &read.roles, &read.keys, columns, observer)?
                .into_iter()
                .filter(|column| read.roles.role(&column.name) != Role::Sensitive)
                .collect();
            let sensitive: Vec<&Column> =
                validated.side_tables.iter().map(|name| read.model_column(name)).collect();
            let Fragments { quasi, sensitive, group_of_row, group, count } =
                Fragments::new(columns, &sensitive, &grouped.groups(), missing, observer)?;
            (quasi, sensitive, Some(Links { group_of_row, group, count }))
        }
        RecodingKind::Levels(_) | RecodingKind::Cells(_) => {
            let recoding = solved.recoding();
            let confidential: Vec<&str> = validated.side_tables.iter().map(String::as_str).collect();
            let beside = views(&read.table, &recoding, &confidential, missing, observer)?;
            observer.go_on()?;
            let ways = (arrangement, missing);
            let release = Release::new(&read.table, &read.roles, &read.keys, &recoding, ways, observer)?;
            (release, beside, None)
        }
    };
    observer.go_on()?;
    let mut staged = Staged::write(&release, &outputs.release, layout, marker, observer)?;
    for (table, (_, destination)) in beside.iter().zip(&outputs.side_tables) {
        staged = staged.and(table, destination, layout, marker, observer)?;
    }
    observer.go_on()?;
    let formulas = match layout.format == Format::Csv && !layout.spreadsheet {
        true => {
            let formulas = beside.iter().chain([&release]).map(|table| table.formulas(observer));
            formulas.sum::<std::result::Result<u64, Aborted>>()?
        }
        false => 0,
    };
    let rows_beside = beside.iter().map(|table| table.order.len() as u64).collect();
    Ok(OnDisk { staged, links, rows_beside, formulas })
}
