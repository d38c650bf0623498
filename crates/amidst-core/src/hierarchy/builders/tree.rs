//! A tree written out by hand.

use std::{collections::HashMap, fmt};

use super::{BuilderInfo, info, quoted, refuse};
use crate::{Hierarchy, HierarchyError, hierarchy::Path};

/// Parameters of [`Tree`], unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeParams {
    /// The label above everything.
    pub root: String,
    /// What stands directly below the root.
    pub nodes: Vec<Node>,
}

/// A value, or a group with what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A value of the data.
    Leaf(String),
    /// A label and its children.
    Inner(String, Vec<Node>),
}

impl Node {
    fn label(&self) -> &str {
        match self {
            Self::Leaf(label) | Self::Inner(label, _) => label,
        }
    }

    /// Steps down to the farthest leaf.
    fn height(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Inner(_, children) => 1 + children.iter().map(Self::height).max().unwrap_or(0),
        }
    }
}

impl TreeParams {
    /// These nodes below the root `*`.
    pub fn new(nodes: impl IntoIterator<Item = Node>) -> Self {
        Self { root: "*".into(), nodes: nodes.into_iter().collect() }
    }

    /// Checks them: a label may stand in two places only if one is directly below the other.
    pub fn check(self) -> Result<Tree, HierarchyError> {
        Seen::default().visit_all(&self.nodes, &mut vec![&self.root])?;
        let tree = Tree(self);
        tree.build()?;
        Ok(tree)
    }
}

/// The values and groups of a tree. Where branches differ in depth, a value repeats upwards until its group's level:
/// groups stand as far below the root as they were written.
///
/// Its leaves are those written out, whatever the data holds. Lines in errors count its values from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree(TreeParams);

impl Tree {
    /// What it is and takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "tree",
        takes: "groups such as `{ lung = [\"cough\", \"asthma\"] }`, groups of groups, and so on",
        doc: "a tree written out",
        parameters: &[info::ROOT],
    };

    /// `a tree of three levels`: its values, its root, and what is between.
    pub(super) fn describe(&self) -> String {
        fn depth(nodes: &[Node]) -> usize {
            let below = nodes.iter().map(|node| match node {
                Node::Leaf(_) => 0,
                Node::Inner(_, nodes) => depth(nodes),
            });
            1 + below.max().unwrap_or(0)
        }
        let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let levels = 1 + depth(&self.0.nodes);
        let levels = words.get(levels).map_or_else(|| levels.to_string(), |word| (*word).into());
        format!("a tree of {levels} levels")
    }

    /// Its leaves.
    pub(super) fn values(&self) -> Vec<&str> {
        fn collect<'t>(nodes: &'t [Node], values: &mut Vec<&'t str>) {
            for node in nodes {
                match node {
                    Node::Leaf(value) => values.push(value),
                    Node::Inner(_, children) => collect(children, values),
                }
            }
        }
        let mut values = Vec::new();
        collect(&self.0.nodes, &mut values);
        values
    }

    pub(super) fn build(&self) -> Result<Hierarchy, HierarchyError> {
        let height = 1 + self.0.nodes.iter().map(Node::height).max().unwrap_or(0);
        let (mut above, mut paths) = (vec![self.0.root.as_str()], Vec::new());
        self.0.nodes.iter().for_each(|node| descend(node, height, &mut above, &mut paths));
        Hierarchy::from_paths(paths)
    }
}

/// Collects the path of every leaf; `above` holds the labels from the root down.
fn descend<'t>(node: &'t Node, height: usize, above: &mut Vec<&'t str>, paths: &mut Vec<Path>) {
    match node {
        Node::Leaf(leaf) => {
            let groups = above.iter().rev().map(|label| Some((*label).into()));
            let repeats = std::iter::repeat_n(Some(leaf.as_str().into()), height + 1 - above.len());
            paths.push(repeats.chain(groups).collect());
        }
        Node::Inner(label, children) => {
            above.push(label);
            children.iter().for_each(|child| descend(child, height, above, paths));
            above.pop();
        }
    }
}

/// Where labels were met on the walk through a tree.
#[derive(Default)]
struct Seen<'t> {
    /// The node each label was met at first, counting from 1 in the order they are written.
    first: HashMap<&'t str, usize>,
    nodes: usize,
}

impl<'t> Seen<'t> {
    fn visit(&mut self, node: &'t Node, above: &mut Vec<&'t str>) -> Result<(), HierarchyError> {
        self.nodes += 1;
        let label = node.label();
        if above.last() != Some(&label) {
            if above.contains(&label) {
                let message = format!("entry {} of the tree has the label of a group around it", self.nodes);
                return Err(refuse(format!("cycle in the tree: {message}; rename one of the two")));
            }
            if let Some(other) = self.first.insert(label, self.nodes) {
                let entries = format!("entries {other} and {} of the tree have the same label", self.nodes);
                return Err(refuse(format!("{entries}; keep or rename one of the two")));
            }
        }
        match node {
            Node::Leaf(_) => Ok(()),
            Node::Inner(_, children) if children.is_empty() => {
                let advice = "fill or remove it";
                Err(refuse(format!("entry {} of the tree is a group without values; {advice}", self.nodes)))
            }
            Node::Inner(_, children) => {
                above.push(label);
                self.visit_all(children, above)?;
                above.pop();
                Ok(())
            }
        }
    }

    fn visit_all(&mut self, nodes: &'t [Node], above: &mut Vec<&'t str>) -> Result<(), HierarchyError> {
        nodes.iter().try_for_each(|node| self.visit(node, above))
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{ tree = {}", Children(&self.0.nodes))?;
        if self.0.root != "*" {
            write!(f, ", root = {}", quoted(&self.0.root))?;
        }
        f.write_str(" }")
    }
}

/// An inline table if all children are groups, otherwise an array of texts and one-key tables.
struct Children<'t>(&'t [Node]);

impl fmt::Display for Children<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups_only = self.0.iter().all(|node| matches!(node, Node::Inner(..)));
        let print = |node: &Node| match node {
            Node::Leaf(leaf) => quoted(leaf),
            Node::Inner(label, children) if groups_only => {
                format!("{} = {}", quoted(label), Children(children))
            }
            Node::Inner(label, children) => format!("{{ {} = {} }}", quoted(label), Children(children)),
        };
        let items = self.0.iter().map(print).collect::<Vec<_>>().join(", ");
        if groups_only { write!(f, "{{ {items} }}") } else { write!(f, "[{items}]") }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::check};
    use super::*;

    fn leaf(label: &str) -> Node {
        Node::Leaf(label.into())
    }

    fn inner(label: &str, children: impl IntoIterator<Item = Node>) -> Node {
        Node::Inner(label.into(), children.into_iter().collect())
    }

    fn diseases() -> TreeParams {
        let cardiac = inner("cardiac", [leaf("heart attack"), leaf("pericarditis")]);
        TreeParams::new([cardiac, inner("lung", [leaf("cough")])])
    }

    fn recipe(params: TreeParams) -> Recipe {
        Recipe::Tree(params.check().expect("a valid tree"))
    }

    #[track_caller]
    fn check_refused(nodes: impl IntoIterator<Item = Node>, expected: &str) {
        assert_eq!(TreeParams::new(nodes).check().unwrap_err().to_string(), expected);
    }

    #[test]
    fn the_tree_is_taken_as_written_whatever_the_data_holds() {
        let expected = ["heart attack;cardiac;*", "pericarditis;cardiac;*", "cough;lung;*"];
        check(&recipe(diseases()), &["cough", "unheard of"], &expected);
    }

    #[test]
    fn branches_of_unequal_depth_repeat_their_values_upwards() {
        let params = TreeParams::new([inner("a", [inner("b", [leaf("c")]), leaf("d")]), leaf("e")]);
        check(&recipe(params), &[], &["c;b;a;*", "d;d;a;*", "e;e;e;*"]);
    }

    #[test]
    fn a_group_may_have_the_name_of_its_value() {
        check(&recipe(TreeParams::new([inner("x", [leaf("x"), leaf("y")])])), &[], &["x;x;*", "y;x;*"]);
    }

    #[test]
    fn cycles_are_refused() {
        let expected = "cycle in the tree: entry 3 of the tree has the label of a group around it; rename one of the two";
        check_refused([inner("a", [inner("b", [leaf("a")])])], expected);
        let expected = "cycle in the tree: entry 2 of the tree has the label of a group around it; rename one of the two";
        check_refused([inner("a", [leaf("*")])], expected);
    }

    #[test]
    fn labels_in_two_places_are_refused() {
        let expected = "entries 2 and 4 of the tree have the same label; keep or rename one of the two";
        check_refused([inner("a", [leaf("x")]), inner("b", [leaf("x")])], expected);
        let expected = "entries 1 and 3 of the tree have the same label; keep or rename one of the two";
        check_refused([inner("a", [leaf("x")]), inner("a", [leaf("y")])], expected);
    }

    #[test]
    fn empty_groups_and_trees_are_refused() {
        check_refused([inner("a", [])], "entry 1 of the tree is a group without values; fill or remove it");
        check_refused([], "its hierarchy is empty; give it at least one value");
    }

    #[test]
    fn labels_must_be_true_here_too() {
        assert!(matches!(
            TreeParams::new([inner("0-4", [leaf("5")])]).check(),
            Err(HierarchyError::DoesNotContain(_))
        ));
    }

    #[test]
    fn it_prints_as_toml() {
        let expected = r#"{ tree = { "cardiac" = ["heart attack", "pericarditis"], "lung" = ["cough"] } }"#;
        assert_eq!(recipe(diseases()).to_string(), expected);
        let mixed = TreeParams { root: "any".into(), nodes: vec![inner("a", [leaf("b")]), leaf("c")] };
        assert_eq!(recipe(mixed).to_string(), r#"{ tree = [{ "a" = ["b"] }, "c"], root = "any" }"#);
    }
}
