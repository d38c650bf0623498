//! Which modules a path leads through: those it names, and those that what it names is re-exported from.

use std::{collections::BTreeSet, slice};

use super::tree::{Name, Tree};

/// Every module that code in `from` depends on by a path. Whoever takes a thing from a module that has it from another
/// depends on both.
pub fn reached(tree: &Tree, from: &[String], path: &[String]) -> BTreeSet<Name> {
    let mut walk = Walk { tree, reached: BTreeSet::new(), asked: BTreeSet::new() };
    walk.start(from, path);
    walk.reached
}

struct Walk<'a> {
    tree: &'a Tree,
    reached: BTreeSet<Name>,
    /// Names looked up before, so that modules which import all of one another come to an end.
    asked: BTreeSet<(Name, String)>,
}

impl Walk<'_> {
    fn start(&mut self, from: &[String], path: &[String]) {
        match path.first().map(String::as_str) {
            Some("crate") => self.enter(&[], &path[1..]),
            Some("self" | "super") => {
                let path = path.strip_prefix(&["self".to_owned()]).unwrap_or(path);
                let up = path.iter().take_while(|word| *word == "super").count();
                self.enter(&from[..from.len().saturating_sub(up)], &path[up..]);
            }
            _ => self.look_up(from, path),
        }
    }

    fn enter(&mut self, module: &[String], path: &[String]) {
        self.reached.insert(module.to_vec());
        self.look_up(module, path);
    }

    /// Follows the first word if the module has it from its children or by an import. What it has by neither is its own,
    /// or of another crate.
    fn look_up(&mut self, module: &[String], path: &[String]) {
        let Some((word, rest)) = path.split_first() else { return };
        let child = [module, slice::from_ref(word)].concat();
        if self.tree.modules.contains_key(&child) {
            self.enter(&child, rest);
            // A function may have the name of a module, but nothing is inside of a function.
            if !rest.is_empty() {
                return;
            }
        }
        if !self.asked.insert((module.to_vec(), word.clone())) {
            return;
        }
        let tree = self.tree;
        for import in tree.modules.get(module).map(|module| &module.imports[..]).unwrap_or_default() {
            match &import.name {
                Some(name) if name == word => self.start(module, &[&import.source.path, rest].concat()),
                Some(_) => {}
                None => self.start(module, &[&import.source.path, path].concat()),
            }
        }
    }
}
