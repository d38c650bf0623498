//! Small tables of text.

/// How the cells of a column stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Rows of cells below one another, indented; the first is the header.
pub fn table(align: &[Align], rows: &[Vec<String>]) -> String {
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..align.len()).map(width).collect();
    let cell = |((text, align), &width): ((&String, &Align), &usize)| match align {
        Align::Left => format!("{text:width$}"),
        Align::Right => format!("{text:>width$}"),
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(align).zip(&widths).map(cell).collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// A row of cells.
pub fn row<const CELLS: usize>(cells: [&str; CELLS]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_below_one_another() {
        let rows = [row(["column", "rows", "what"]), row(["é", "1,200", ""]), row(["age", "7", "all of it"])];
        let text = table(&[Align::Left, Align::Right, Align::Left], &rows);
        assert_eq!(text, "  column   rows  what\n  é       1,200\n  age         7  all of it\n");
    }
}
