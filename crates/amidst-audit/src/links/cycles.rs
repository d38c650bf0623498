//! Which nodes of a graph lie on ways around together.

/// Not seen yet.
const NEW: usize = usize::MAX;

/// The component of each node: nodes from which each leads to the other share one. `follow` gives the edges of a node, one
/// after the other.
pub(super) fn components(nodes: usize, follow: impl Fn(usize, usize) -> Option<usize>) -> Vec<usize> {
    // By the way walked: where it comes back to itself, all between become one.
    let mut entered = vec![NEW; nodes];
    let mut component = vec![NEW; nodes];
    let (mut clock, mut number) = (0, 0);
    let (mut waiting, mut ends): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut walk: Vec<(usize, usize)> = Vec::new();
    for root in 0..nodes {
        if entered[root] == NEW {
            walk.push((root, 0));
        }
        while let Some((node, at)) = walk.last_mut() {
            let here = *node;
            if *at == 0 && entered[here] == NEW {
                entered[here] = clock;
                clock += 1;
                waiting.push(here);
                ends.push(here);
            }
            match follow(here, *at) {
                Some(next) => {
                    *at += 1;
                    if entered[next] == NEW {
                        walk.push((next, 0));
                    } else if component[next] == NEW {
                        while ends.last().is_some_and(|end| entered[*end] > entered[next]) {
                            ends.pop();
                        }
                    }
                }
                None => {
                    walk.pop();
                    if ends.last() == Some(&here) {
                        ends.pop();
                        while let Some(member) = waiting.pop() {
                            component[member] = number;
                            if member == here {
                                break;
                            }
                        }
                        number += 1;
                    }
                }
            }
        }
    }
    component
}
