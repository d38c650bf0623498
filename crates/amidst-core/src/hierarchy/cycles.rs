//! Labels that stand above themselves.
//!
//! Each line of a hierarchy has a last level, so levels alone never run in a circle; the texts may: `a` below `b` on one
//! line and `b` below `a` on another. Then a released label does not tell what it stands for.

use crate::Dictionary;

/// Follows parents by label text, whatever the level, and gives the first text on a cycle. A label repeated on the next
/// level stands for itself there and is no step.
///
/// `labels[level]` holds codes of `texts`; `parents[level]` places in `labels[level + 1]`.
pub(super) fn find_cycle(texts: &Dictionary, labels: &[Vec<u32>], parents: &[Vec<u32>]) -> Option<u32> {
    if !any_on_two_levels(texts, labels) {
        return None;
    }
    let mut above: Vec<Vec<u32>> = vec![Vec::new(); texts.len()];
    for (level, parents) in parents.iter().enumerate() {
        for (&text, &parent) in labels[level].iter().zip(parents) {
            let parent = labels[level + 1][parent as usize];
            if text != parent && !above[text as usize].contains(&parent) {
                above[text as usize].push(parent);
            }
        }
    }
    text_on_a_cycle(&above)
}

/// A walk only climbs, so it comes back to no text that stands on one level; nor to the missing value, which is nobody's
/// parent but its own.
fn any_on_two_levels(texts: &Dictionary, labels: &[Vec<u32>]) -> bool {
    let mut met = vec![false; texts.len()];
    let missing = texts.missing();
    let mut told = labels.iter().flatten().filter(|text| Some(**text) != missing);
    told.any(|&text| std::mem::replace(&mut met[text as usize], true))
}

/// The first text that a walk upwards from itself comes back to.
fn text_on_a_cycle(above: &[Vec<u32>]) -> Option<u32> {
    let may_return = not_clear_from_below(above);
    let returns = |start: u32| {
        let (mut seen, mut stack) = (vec![false; above.len()], above[start as usize].clone());
        while let Some(text) = stack.pop() {
            if text == start {
                return true;
            }
            if !std::mem::replace(&mut seen[text as usize], true) {
                stack.extend(&above[text as usize]);
            }
        }
        false
    };
    (0..above.len() as u32).find(|&text| may_return[text as usize] && returns(text))
}

/// Takes away texts with nothing below them until there are none: the rest is on a cycle or above one.
fn not_clear_from_below(above: &[Vec<u32>]) -> Vec<bool> {
    let mut below = vec![0_usize; above.len()];
    above.iter().flatten().for_each(|&parent| below[parent as usize] += 1);
    let mut clear: Vec<u32> = (0..above.len() as u32).filter(|&text| below[text as usize] == 0).collect();
    let mut remains = vec![true; above.len()];
    while let Some(text) = clear.pop() {
        remains[text as usize] = false;
        for &parent in &above[text as usize] {
            below[parent as usize] -= 1;
            if below[parent as usize] == 0 {
                clear.push(parent);
            }
        }
    }
    remains
}
