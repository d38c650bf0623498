//! Circles among the modules that share a parent.
//!
//! What a module and its children ask of one another does not count: a folder is one thing, seen from outside. What a child
//! asks of its parent's sibling, the parent asks.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt,
    path::PathBuf,
    slice,
};

use super::{
    reach::reached,
    tree::{Name, Tree},
};

/// One place where a module uses another.
#[derive(Clone)]
pub struct Link {
    from: String,
    to: String,
    path: String,
    file: PathBuf,
    line: usize,
}

/// For each module those it uses, with one place.
type Graph = BTreeMap<String, BTreeMap<String, Link>>;

/// Modules of one parent, each of which uses the next, the last the first.
pub struct Circle {
    parent: Name,
    links: Vec<Link>,
}

/// Circles that every module which is in any is in one of, as short as they can be.
pub fn circles(tree: &Tree) -> Vec<Circle> {
    let mut circles = Vec::new();
    for (parent, graph) in graphs(tree) {
        let mut named = BTreeSet::new();
        for module in graph.keys() {
            if named.contains(module) {
                continue;
            }
            if let Some(links) = shortest(&graph, module) {
                named.extend(links.iter().map(|link| link.from.clone()));
                circles.push(Circle { parent: parent.clone(), links });
            }
        }
    }
    circles
}

fn graphs(tree: &Tree) -> BTreeMap<Name, Graph> {
    let mut graphs = BTreeMap::<Name, Graph>::new();
    for (from, module) in &tree.modules {
        for used in &module.uses {
            for to in reached(tree, from, &used.path) {
                let shared = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
                let (Some(a), Some(b)) = (from.get(shared), to.get(shared)) else { continue };
                let graph = graphs.entry(from[..shared].to_vec()).or_default();
                graph.entry(a.clone()).or_default().entry(b.clone()).or_insert_with(|| Link {
                    from: a.clone(),
                    to: b.clone(),
                    path: used.path.join("::"),
                    file: module.file.clone(),
                    line: used.line,
                });
            }
        }
    }
    graphs
}

/// The shortest way from a module back to it.
fn shortest(graph: &Graph, module: &String) -> Option<Vec<Link>> {
    let mut ways = VecDeque::from([(module, Vec::new())]);
    let mut seen = BTreeSet::new();
    while let Some((at, way)) = ways.pop_front() {
        for (next, link) in graph.get(at).into_iter().flatten() {
            let longer = [&way[..], slice::from_ref(link)].concat();
            if next == module {
                return Some(longer);
            }
            if seen.insert(next) {
                ways.push_back((next, longer));
            }
        }
    }
    None
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place: String = self.parent.iter().map(|word| format!("{word}::")).collect();
        let modules: Vec<String> = self.links.iter().map(|link| format!("{place}{}", link.from)).collect();
        write!(f, "modules in a circle: {} -> {}", modules.join(" -> "), modules[0])?;
        for Link { from, to, path, file, line } in &self.links {
            write!(f, "\n  {from} uses {to}: {path} at {}:{line}", file.display())?;
        }
        Ok(())
    }
}
