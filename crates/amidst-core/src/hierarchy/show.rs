//! A hierarchy in print: a tree for people, rows for tools.
//!
//! Both hold leaves, which may be values of the data: for those who asked to see them, never for a log.

use std::fmt::Write;

use super::Hierarchy;

/// Leaves named on the line of their group.
const LEAVES_SHOWN: usize = 8;

impl Hierarchy {
    /// The rows of its file in the ARX format: leaf first, root last, depth-first. A missing value is the empty text.
    pub fn to_csv_rows(&self) -> impl ExactSizeIterator<Item = Vec<&str>> {
        let ancestors: Vec<Vec<u32>> = (0..=self.height()).map(|level| self.ancestors(0, level)).collect();
        (0..self.leaves()).map(move |leaf| {
            let label =
                |(level, above): (usize, &Vec<u32>)| self.label(level as u8, above[leaf]).unwrap_or("");
            ancestors.iter().enumerate().map(label).collect()
        })
    }

    /// The tree drawn for people, at most `max_lines` lines (and at least 2), each ended by a line feed.
    ///
    /// Groups of leaves are one line; a label that repeats on the next level is drawn once.
    pub fn tree(&self, max_lines: usize) -> String {
        let mut lines = Vec::new();
        self.draw(self.height(), 0, ["", ""], &mut lines);
        let shown = if lines.len() <= max_lines.max(2) { lines.len() } else { max_lines.max(2) - 1 };
        let mut text = String::new();
        for line in &lines[..shown] {
            text.push_str(line);
            text.push('\n');
        }
        if shown < lines.len() {
            writeln!(text, "… {} more lines", lines.len() - shown).expect("writing to a string never fails");
        }
        text
    }

    /// Draws a label and what is below it; `lead` begins its own line and those of its children.
    fn draw(&self, level: u8, index: u32, [own, below]: [&str; 2], lines: &mut Vec<String>) {
        let label = self.label(level, index);
        let (level, children) = self.children(level, index);
        let mut line = format!("{own}{}", printable(label));
        if level == 1 {
            line.push_str(": ");
            line.push_str(&self.describe_leaves(&children));
        } else if level > 1 {
            let leaves: usize = children.iter().map(|&child| self.leaf_range(level - 1, child).len()).sum();
            write!(line, " ({leaves} {})", if leaves == 1 { "value" } else { "values" })
                .expect("a string takes it");
        }
        lines.push(line);
        if level > 1 {
            for (at, &child) in children.iter().enumerate() {
                let last = at + 1 == children.len();
                let own = format!("{below}{}", if last { "└─ " } else { "├─ " });
                let further = format!("{below}{}", if last { "   " } else { "│  " });
                self.draw(level - 1, child, [&own, &further], lines);
            }
        }
    }

    /// The children of a label and its level, after following an only child of the same name down.
    fn children(&self, level: u8, index: u32) -> (u8, Vec<u32>) {
        if level == 0 {
            return (0, Vec::new());
        }
        let parents = self.parents(level - 1);
        let first = parents.partition_point(|&parent| parent < index) as u32;
        let end = parents.partition_point(|&parent| parent <= index) as u32;
        match end - first {
            1 if self.label(level - 1, first) == self.label(level, index) => self.children(level - 1, first),
            _ => (level, (first..end).collect()),
        }
    }

    fn describe_leaves(&self, leaves: &[u32]) -> String {
        // Leaving out a single one would save nothing.
        let shown = if leaves.len() <= LEAVES_SHOWN + 1 { leaves.len() } else { LEAVES_SHOWN };
        let mut words: Vec<String> =
            leaves[..shown].iter().map(|&leaf| printable(self.label(0, leaf))).collect();
        if shown < leaves.len() {
            words.push(format!("… {} more", leaves.len() - shown));
        }
        words.join(", ")
    }
}

fn printable(label: Option<&str>) -> String {
    match label {
        None => "(missing)".into(),
        Some("") => "\"\"".into(),
        Some(label) => label.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Path;
    use super::*;

    fn hierarchy(lines: &[&str]) -> Hierarchy {
        let label = |label: &str| (label != "NA").then(|| label.into());
        let path = |line: &&str| line.split(';').map(label).collect::<Path>();
        Hierarchy::from_paths(lines.iter().map(path).collect()).expect("a valid hierarchy")
    }

    #[track_caller]
    fn check(lines: &[&str], expected: &[&str]) {
        assert_eq!(hierarchy(lines).tree(100).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn groups_are_branches_and_their_leaves_one_line() {
        let lines = ["1;0-4;0-9;*", "4;0-4;0-9;*", "5;5-9;0-9;*", "12;10-14;10-19;*"];
        let expected = [
            "* (4 values)",
            "├─ 0-9 (3 values)",
            "│  ├─ 0-4: 1, 4",
            "│  └─ 5-9: 5",
            "└─ 10-19 (1 value)",
            "   └─ 10-14: 12",
        ];
        check(&lines, &expected);
    }

    #[test]
    fn repeated_labels_are_drawn_once() {
        check(
            &["a;g;*", "b;g;*", "c;c;*", "NA;NA;*"],
            &["* (4 values)", "├─ g: a, b", "├─ c", "└─ (missing)"],
        );
    }

    #[test]
    fn a_single_value_is_a_single_line() {
        check(&["a"], &["a"]);
        check(&["a;a;a"], &["a"]);
        check(&["\u{7};*", ";*"], &["*:  , \"\""]);
    }

    #[test]
    fn long_lists_and_trees_are_cut_with_a_count() {
        let leaves: Vec<String> = (0..20).map(|leaf| format!("{leaf};*")).collect();
        let leaves: Vec<&str> = leaves.iter().map(String::as_str).collect();
        assert_eq!(hierarchy(&leaves).tree(5), "*: 0, 1, 2, 3, 4, 5, 6, 7, … 12 more\n");
        let groups: Vec<String> = (0..20).map(|leaf| format!("{leaf};group {leaf};*")).collect();
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        assert_eq!(hierarchy(&groups).tree(3), "* (20 values)\n├─ group 0: 0\n… 19 more lines\n");
    }

    #[test]
    fn rows_are_those_of_the_file() {
        let lines = ["a;g;*", "b;g;*", "NA;NA;*"];
        let rows: Vec<String> = hierarchy(&lines).to_csv_rows().map(|row| row.join(";")).collect();
        assert_eq!(rows, ["a;g;*", "b;g;*", ";;*"]);
    }
}
