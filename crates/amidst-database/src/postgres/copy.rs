//! The text form of COPY: tabs between cells, `\N` for none, and backslashes before what would be mistaken.

use crate::cells::Column;

/// Reads the cells of a line; nothing if it has more or fewer than columns, or ends in the middle of an escape.
pub(super) fn cells(line: &str, columns: &mut [Column]) -> Option<()> {
    let mut cells = line.split('\t');
    for column in columns.iter_mut() {
        match cells.next()? {
            "\\N" => column.push(None),
            cell if !cell.contains('\\') => column.push(Some(cell)),
            cell => column.push(Some(&unescaped(cell)?)),
        }
    }
    cells.next().is_none().then_some(())
}

fn unescaped(cell: &str) -> Option<String> {
    let mut text = String::with_capacity(cell.len());
    let mut signs = cell.chars();
    while let Some(sign) = signs.next() {
        text.push(match sign {
            '\\' => match signs.next()? {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\u{b}',
                other => other,
            },
            other => other,
        });
    }
    Some(text)
}

/// Writes a line of cells.
pub(super) fn line<'a>(text: &mut String, cells: impl Iterator<Item = Option<&'a str>>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push('\t');
        }
        let Some(cell) = cell else {
            text.push_str("\\N");
            continue;
        };
        for sign in cell.chars() {
            match sign {
                '\\' => text.push_str("\\\\"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                '\t' => text.push_str("\\t"),
                other => text.push(other),
            }
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{CellType, batches, end_of_part};
    use amidst_io::texts_of;
    use arrow_array::Array;

    #[test]
    fn what_is_written_reads_back() {
        let cells = [Some("a\tb\\n\n\r"), None, Some(""), Some("\\N"), Some("Köln 𝄞")];
        let mut text = String::new();
        line(&mut text, cells.into_iter());
        let mut columns: Vec<Column> = (0..5).map(|at| Column::new(at.to_string(), CellType::Text)).collect();
        super::cells(text.trim_end_matches('\n'), &mut columns).expect("five cells");
        end_of_part(&mut columns);
        let read = batches("a", columns).expect("texts");
        for (at, cell) in cells.into_iter().enumerate() {
            let texts = texts_of(read.batches()[0].column(at));
            assert_eq!(texts.is_valid(0).then(|| texts.value(0)), cell);
        }
    }

    #[test]
    fn lines_of_other_lengths_are_refused() {
        let columns = || vec![Column::new("a", CellType::Text), Column::new("b", CellType::Text)];
        for line in ["a", "a\tb\tc", "a\tb\\"] {
            assert!(super::cells(line, &mut columns()).is_none(), "{line}");
        }
    }
}
