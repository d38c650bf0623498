//! Strongly connected components of a graph, without recursion.

/// The component of each node, of a graph whose edges from a node are `targets[starts[node]..starts[node + 1]]`.
pub(super) fn components(starts: &[usize], targets: &[u32]) -> Vec<u32> {
    let nodes = starts.len() - 1;
    let mut search = Search {
        found: vec![UNSEEN; nodes],
        low: vec![0; nodes],
        component: vec![UNSEEN; nodes],
        open: Vec::new(),
        components: 0,
        seen: 0,
    };
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..nodes as u32 {
        if search.found[root as usize] != UNSEEN {
            continue;
        }
        search.enter(root);
        path.push((root, starts[root as usize]));
        while let Some((node, next)) = path.last_mut() {
            let from = *node;
            if *next == starts[from as usize + 1] {
                path.pop();
                search.leave(from);
                if let Some((above, _)) = path.last() {
                    search.lower(*above, search.low[from as usize]);
                }
                continue;
            }
            let to = targets[*next];
            *next += 1;
            if search.found[to as usize] == UNSEEN {
                search.enter(to);
                path.push((to, starts[to as usize]));
            } else if search.component[to as usize] == UNSEEN {
                search.lower(from, search.found[to as usize]);
            }
        }
    }
    search.component
}

const UNSEEN: u32 = u32::MAX;

struct Search {
    /// When each node was found.
    found: Vec<u32>,
    /// The earliest open node that each is known to lead to.
    low: Vec<u32>,
    component: Vec<u32>,
    /// Nodes whose component is not complete yet.
    open: Vec<u32>,
    components: u32,
    seen: u32,
}

impl Search {
    fn enter(&mut self, node: u32) {
        (self.found[node as usize], self.low[node as usize]) = (self.seen, self.seen);
        self.seen += 1;
        self.open.push(node);
    }

    fn lower(&mut self, node: u32, low: u32) {
        self.low[node as usize] = self.low[node as usize].min(low);
    }

    /// Closes a component if this node was the first of it.
    fn leave(&mut self, node: u32) {
        if self.low[node as usize] != self.found[node as usize] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member as usize] = self.components;
            if member == node {
                break;
            }
        }
        self.components += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_lead_to_each_other_are_one_component() {
        // 0 → 1 → 2 → 0, 2 → 3 → 4 → 3, 5 alone.
        let starts = [0, 1, 2, 4, 5, 6, 6];
        let component = components(&starts, &[1, 2, 0, 3, 4, 3]);
        assert!(component[0] == component[1] && component[1] == component[2]);
        assert!(component[3] == component[4] && component[3] != component[0]);
        assert!(!component[..5].contains(&component[5]));
    }
}
