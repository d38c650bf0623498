//! From paths to a tree: the one validator.
//!
//! Checks run in a fixed order, each over all lines, so the same paths always give the same error: depth, gaps, formula
//! signs, roots, parents, cycles, and last whether the labels contain their values.

use super::{Hierarchy, HierarchyError, Level, Misplaced, contains::Claim, cycles::find_cycle};
use crate::Dictionary;

/// The labels of one leaf from level 0 to the root; `None` is the missing value.
pub type Path = Vec<Option<Box<str>>>;

/// More would be a mistake, and levels must fit a byte.
pub(super) const MAX_LEVELS: usize = 200;

impl Hierarchy {
    /// Builds and validates a hierarchy from one path per leaf, in any order.
    ///
    /// Siblings keep the order in which they first appear; leaves are numbered depth-first. A line that repeats an
    /// earlier one is harmless. The missing value, `None`, may be labelled like any other or stay `None` on some or all
    /// levels below the root. Lines in errors count from 1.
    ///
    /// Labels on level 1 and up must not begin with `=`, `+`, `-` or `@`, unless they repeat the very value of the
    /// leaf: a negative number may stay itself.
    ///
    /// Published files are not always right about their intervals; see [`Hierarchy::from_paths_as_given`].
    pub fn from_paths(paths: Vec<Path>) -> Result<Self, HierarchyError> {
        match Self::from_paths_as_given(paths)? {
            (hierarchy, None) => Ok(hierarchy),
            (_, Some(misplaced)) => Err(HierarchyError::DoesNotContain(misplaced)),
        }
    }

    /// Like [`Hierarchy::from_paths`], but labels that do not contain their values are counted instead of refused.
    ///
    /// For files made elsewhere: the age hierarchy published with the Adult data, for one, puts 5 below `0-4`. Recoding
    /// is as safe as ever, the labels are merely wrong: warn about them.
    pub fn from_paths_as_given(paths: Vec<Path>) -> Result<(Self, Option<Misplaced>), HierarchyError> {
        let draft = Draft::check(&paths)?;
        let misplaced = misplaced(&paths, &draft);
        Ok((draft.grow(), misplaced))
    }

    /// For builders whose labels are known to contain their values although a reader of labels could not tell.
    pub(super) fn from_trusted_paths(paths: Vec<Path>) -> Result<Self, HierarchyError> {
        Draft::check(&paths).map(Draft::grow)
    }
}

/// Labels of each level in the order of first appearance, with their parents: valid, but not yet in depth-first order.
struct Draft {
    /// Every label of every level.
    texts: Dictionary,
    /// `labels[level][code]` is a code of `texts`.
    labels: Vec<Vec<u32>>,
    /// `parents[level][code]` is a code of `labels[level + 1]`.
    parents: Vec<Vec<u32>>,
    /// The codes of all levels, line by line.
    lines: Vec<u32>,
}

impl Draft {
    fn check(paths: &[Path]) -> Result<Self, HierarchyError> {
        let depth = check_depth(paths)?;
        for (at, path) in paths.iter().enumerate() {
            check_gaps(at + 1, path)?;
        }
        for (at, path) in paths.iter().enumerate() {
            check_signs(at + 1, path)?;
        }
        let (texts, mut lines) = intern(paths, depth);
        let labels = number_by_level(&mut lines, depth, texts.len());
        let roots = labels[depth - 1].len();
        if roots > 1 {
            return Err(HierarchyError::SeveralRoots { roots });
        }
        let parents: Vec<Vec<u32>> = (0..depth - 1)
            .map(|level| parents(level, lines.chunks_exact(depth), labels[level].len()))
            .collect::<Result<_, _>>()?;
        if let Some(text) = find_cycle(&texts, &labels, &parents) {
            let at = lines.iter().enumerate().find(|(at, code)| labels[at % depth][**code as usize] == text);
            let (at, _) = at.expect("every label came from a line");
            return Err(HierarchyError::Cycle { level: at % depth, line: at / depth + 1 });
        }
        Ok(Self { texts, labels, parents, lines })
    }

    /// Renumbers every level depth-first, from the root down.
    fn grow(self) -> Hierarchy {
        let depth = self.labels.len();
        let mut orders: Vec<Vec<u32>> = vec![vec![0]];
        let mut parents: Vec<Vec<u32>> = Vec::new();
        for level in (0..depth - 1).rev() {
            let rank_above = inverse(orders.last().expect("starts with the root"));
            let rank_of_parent = |code: &u32| rank_above[self.parents[level][*code as usize] as usize];
            let mut order: Vec<u32> = (0..self.labels[level].len() as u32).collect();
            order.sort_by_key(|code| (rank_of_parent(code), *code));
            parents.push(order.iter().map(rank_of_parent).collect());
            orders.push(order);
        }
        parents.reverse();
        orders.reverse();
        let (orders, known, texts) = (&orders, &self.labels, &self.texts);
        let labels =
            |level: usize| orders[level].iter().map(move |&code| texts.value(known[level][code as usize]));
        let leaves: Dictionary = labels(0).collect();
        let mut starts: Vec<u32> = (0..=leaves.len() as u32).collect();
        let mut upper = Vec::new();
        for level in 1..depth {
            starts = starts_above(&starts, &parents[level - 1]);
            upper.push(Level {
                labels: labels(level).map(|label| label.map(Box::from)).collect(),
                starts: starts.clone(),
            });
        }
        Hierarchy { leaves, upper, parents }
    }
}

fn check_depth(paths: &[Path]) -> Result<usize, HierarchyError> {
    let expected = paths.first().map_or(0, Vec::len);
    if expected == 0 {
        return Err(HierarchyError::Empty);
    }
    if let Some((at, path)) = paths.iter().enumerate().find(|(_, path)| path.len() != expected) {
        return Err(HierarchyError::UnequalDepth { line: at + 1, found: path.len(), expected });
    }
    if expected > MAX_LEVELS {
        return Err(HierarchyError::TooDeep { levels: expected });
    }
    Ok(expected)
}

/// Only the missing value may stay without a label, from the leaf up to below the root; only the empty text may stay
/// empty. Anything else would turn up in a release as a missing cell.
fn check_gaps(line: usize, path: &Path) -> Result<(), HierarchyError> {
    let root = path.len() - 1;
    let gap = (1..=root).find(|&level| match path[level].as_deref() {
        None => path[level - 1].is_some() || level == root,
        Some("") => path[level - 1].as_deref() != Some(""),
        Some(_) => false,
    });
    gap.map_or(Ok(()), |level| Err(HierarchyError::NoLabel { line, level }))
}

fn check_signs(line: usize, path: &Path) -> Result<(), HierarchyError> {
    for (level, label) in path.iter().enumerate().skip(1).filter(|(_, label)| **label != path[0]) {
        if let Some(sign) = label.as_deref().and_then(formula_sign) {
            return Err(HierarchyError::FormulaLabel { line, level, sign });
        }
    }
    Ok(())
}

/// The first character of a text that a spreadsheet would run.
pub(super) fn formula_sign(label: &str) -> Option<char> {
    label.chars().next().filter(|first| matches!(first, '=' | '+' | '-' | '@'))
}

/// The code of every label, line by line, in one dictionary of all.
fn intern(paths: &[Path], depth: usize) -> (Dictionary, Vec<u32>) {
    let mut texts = Dictionary::default();
    let mut lines: Vec<u32> = Vec::with_capacity(paths.len() * depth);
    for (at, path) in paths.iter().enumerate() {
        for (level, label) in path.iter().enumerate() {
            // Neighbouring lines mostly share their upper labels: looking back is cheaper than looking up.
            let known = at.checked_sub(1).filter(|&above| paths[above][level] == *label);
            let code =
                known.map_or_else(|| texts.intern(label.as_deref()), |above| lines[above * depth + level]);
            lines.push(code);
        }
    }
    (texts, lines)
}

/// Renumbers each level by first appearance; gives the texts of each level in that order.
fn number_by_level(lines: &mut [u32], depth: usize, texts: usize) -> Vec<Vec<u32>> {
    const UNKNOWN: u32 = u32::MAX;
    let mut number = vec![UNKNOWN; texts];
    let mut number_level = |level: usize| {
        let mut labels = Vec::new();
        for code in lines.iter_mut().skip(level).step_by(depth) {
            let text = *code;
            if number[text as usize] == UNKNOWN {
                number[text as usize] = labels.len() as u32;
                labels.push(text);
            }
            *code = number[text as usize];
        }
        labels.iter().for_each(|&text| number[text as usize] = UNKNOWN);
        labels
    };
    (0..depth).map(&mut number_level).collect()
}

fn parents<'l>(
    level: usize,
    lines: impl Iterator<Item = &'l [u32]>,
    width: usize,
) -> Result<Vec<u32>, HierarchyError> {
    let mut first: Vec<Option<(u32, usize)>> = vec![None; width];
    for (at, line) in lines.enumerate() {
        let (parent, line_number) = (line[level + 1], at + 1);
        match first[line[level] as usize] {
            None => first[line[level] as usize] = Some((parent, line_number)),
            Some((known, _)) if known == parent => {}
            Some((_, other)) if level == 0 => {
                return Err(HierarchyError::TwoPlaces { line: line_number, other });
            }
            Some((_, other)) => return Err(HierarchyError::TwoParents { level, line: line_number, other }),
        }
    }
    Ok(first.into_iter().map(|known| known.expect("every label came from a line").0).collect())
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0; order.len()];
    order.iter().enumerate().for_each(|(rank, &code)| ranks[code as usize] = rank as u32);
    ranks
}

/// Where the leaves of each parent begin, given where those of its children do; `parents` never decreases.
pub(super) fn starts_above(starts: &[u32], parents: &[u32]) -> Vec<u32> {
    let mut above = Vec::new();
    for (child, &parent) in parents.iter().enumerate() {
        if parent as usize == above.len() {
            above.push(starts[child]);
        }
    }
    above.push(*starts.last().expect("ends with the number of leaves"));
    above
}

fn misplaced(paths: &[Path], draft: &Draft) -> Option<Misplaced> {
    let mut claims: Vec<Vec<Option<Claim>>> =
        draft.labels.iter().map(|labels| vec![None; labels.len()]).collect();
    let mut seen = vec![false; draft.labels[0].len()];
    let mut found: Option<Misplaced> = None;
    for (at, (path, codes)) in paths.iter().zip(draft.lines.chunks_exact(draft.labels.len())).enumerate() {
        let Some(value) = path[0].as_deref() else { continue };
        if std::mem::replace(&mut seen[codes[0] as usize], true) {
            continue;
        }
        let wrong = (1..path.len()).find(|&level| {
            let label = path[level].as_deref().expect("only the missing value has gaps");
            let claim = claims[level][codes[level] as usize].get_or_insert_with(|| Claim::read(label));
            label != value && claim.holds(value) == Some(false)
        });
        if let Some(level) = wrong {
            found.get_or_insert(Misplaced { values: 0, line: at + 1, level }).values += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(lines: &[&str]) -> Vec<Path> {
        let label = |label: &str| (label != "NA").then(|| label.into());
        lines.iter().map(|line| line.split(';').map(label).collect()).collect()
    }

    #[track_caller]
    fn check(lines: &[&str], expected: &[&str]) {
        let hierarchy = Hierarchy::from_paths(paths(lines)).expect("a valid hierarchy");
        assert_eq!(hierarchy.paths().collect::<Vec<_>>(), paths(expected));
    }

    #[track_caller]
    fn check_refused(lines: &[&str], expected: &str) {
        assert_eq!(
            Hierarchy::from_paths(paths(lines)).unwrap_err().to_string(),
            format!("its hierarchy {expected}")
        );
    }

    #[test]
    fn leaves_stand_depth_first_and_siblings_in_the_order_of_their_first_line() {
        check(&["c;y;*", "a;x;*", "b;y;*"], &["c;y;*", "b;y;*", "a;x;*"]);
    }

    #[test]
    fn codes_of_every_level_are_intervals_of_leaves() {
        let hierarchy = Hierarchy::from_paths(paths(&["c;y;n;*", "a;x;m;*", "b;y;n;*", "d;z;n;*"])).unwrap();
        assert_eq!(hierarchy.labels(1).flatten().collect::<Vec<_>>(), ["y", "z", "x"]);
        assert_eq!(
            (hierarchy.parents(0), hierarchy.parents(1), hierarchy.parents(2)),
            (&[0, 0, 1, 2][..], &[0, 0, 1][..], &[0, 0][..])
        );
        assert_eq!(
            (hierarchy.leaf_range(1, 0), hierarchy.leaf_range(2, 0), hierarchy.leaf_range(2, 1)),
            (0..2, 0..3, 3..4)
        );
        assert_eq!(hierarchy.leaf_range(3, 0), 0..4);
        assert_eq!(format!("{hierarchy:?}"), "Hierarchy { widths: [4, 3, 2, 1], .. }");
    }

    #[test]
    fn a_single_value_needs_no_root() {
        check(&["a"], &["a"]);
        assert_eq!(Hierarchy::from_paths(paths(&["a"])).unwrap().height(), 0);
    }

    #[test]
    fn a_repeated_line_is_harmless() {
        check(&["a;*", "b;*", "a;*"], &["a;*", "b;*"]);
    }

    #[test]
    fn labels_may_repeat_from_level_to_level() {
        check(&["x;x;*", "y;x;*", "*;*;*"], &["x;x;*", "y;x;*", "*;*;*"]);
    }

    #[test]
    fn the_missing_value_stays_itself_or_joins_a_group() {
        check(&["a;g;*", "NA;NA;*"], &["a;g;*", "NA;NA;*"]);
        check(&["a;g;*", "NA;unknown;*"], &["a;g;*", "NA;unknown;*"]);
    }

    #[test]
    fn nothing_is_no_hierarchy() {
        check_refused(&[], "is empty; give it at least one value");
        assert_eq!(Hierarchy::from_paths(vec![Vec::new()]), Err(HierarchyError::Empty));
    }

    #[test]
    fn unequal_depth_is_refused() {
        let expected = "has unequal depth: line 2 has 2 levels, line 1 has 3; repeat a label to keep it on the next level";
        check_refused(&["a;g;*", "b;*"], expected);
    }

    #[test]
    fn too_many_levels_are_refused() {
        let line = ["a"; 201].join(";");
        check_refused(&[&line], "has 201 levels; at most 200 are supported");
    }

    #[test]
    fn several_roots_are_refused() {
        let expected = "has 2 roots on its last level; add a level with one label, such as *, above them";
        check_refused(&["a;x", "b;y"], expected);
        check_refused(&["a", "b"], expected);
    }

    #[test]
    fn gaps_are_refused() {
        let gap = |level, line| {
            format!("has no label on level {level} of line {line}; repeat the label of the level below")
        };
        check_refused(&["a;g;*", "b;;*"], &gap(1, 2));
        check_refused(&["a;NA;*"], &gap(1, 1));
        check_refused(&["NA;NA"], &gap(1, 1));
        check(&[";;*"], &[";;*"]);
    }

    #[test]
    fn one_value_in_two_places_is_refused() {
        let expected = "gives the value of line 1 another place on line 3; keep one of the two lines";
        check_refused(&["a;x;*", "b;y;*", "a;y;*"], expected);
    }

    #[test]
    fn one_label_with_two_parents_is_refused() {
        let expected = "gives one label of level 1 two parents, on lines 1 and 2; rename one of the two labels or give \
                        them one parent";
        check_refused(&["a;x;m;*", "b;x;n;*"], expected);
    }

    #[test]
    fn cycles_of_parents_are_refused() {
        let cycle = |level, line| {
            format!(
                "has a cycle of parents: the label on level {level} of line {line} stands above itself; rename one of \
                 its two places"
            )
        };
        check_refused(&["a;b;a;*"], &cycle(0, 1));
        check_refused(&["x;y;*", "a;b;*", "b;a;*"], &cycle(0, 2));
        check_refused(&["*;a;*"], &cycle(0, 1));
        check_refused(&["p;a;b;c;*", "q;b;d;e;*", "r;c;e;e;*", "s;e;f;a;*"], &cycle(1, 1));
    }

    #[test]
    fn labels_that_do_not_contain_their_values_are_refused_or_counted() {
        let lines = ["4;0-4;0-9;*", "5;0-4;0-9;*", "10;5-9;0-9;*"];
        let expected = "has 2 values that stand below a label that does not contain them (first: line 2, level 1); \
                        correct the bounds or the places";
        check_refused(&lines, expected);
        let (hierarchy, misplaced) = Hierarchy::from_paths_as_given(paths(&lines)).unwrap();
        assert_eq!(misplaced, Some(Misplaced { values: 2, line: 2, level: 1 }));
        assert_eq!(hierarchy.paths().collect::<Vec<_>>(), paths(&lines));
    }

    #[test]
    fn labels_a_spreadsheet_would_run_are_refused() {
        for sign in ['=', '+', '-', '@'] {
            let expected = format!(
                "has a label of level 1 on line 2 that begins with {sign:?}, which spreadsheets run as a formula; put \
                 another character first"
            );
            check_refused(&["a;g;*", &format!("b;{sign}x;*")], &expected);
        }
    }

    #[test]
    fn a_negative_number_may_stay_itself() {
        check(&["-5;-5;*", "3;3;*"], &["-5;-5;*", "3;3;*"]);
    }

    #[test]
    fn hierarchies_of_the_papers_and_of_other_tools_are_understood() {
        check(&["94138;9413*;941**", "94141;9414*;941**"], &["94138;9413*;941**", "94141;9414*;941**"]);
        let births = ["09/27/64;09/64;64;[60-64];[60-69]", "1940/08/10;1940/08/**;1940/**/**;194*;[60-69]"];
        check(&births, &births);
        check(&["A+;{A+ A A-};*", "A;{A+ A A-};*"], &["A+;{A+ A A-};*", "A;{A+ A A-};*"]);
        check(&[">50K;*", "<=50K;*"], &[">50K;*", "<=50K;*"]);
    }
}
