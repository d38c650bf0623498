//! Lists of the command line: `2..100`, `2..100:7`, `2,5,10`, and several limits or algorithms.

use amidst::{spec::Limit, sweep::Grid};
use anyhow::bail;

use crate::format;

/// Each k if none is given.
const USUAL: [u64; 7] = [2, 3, 5, 10, 20, 50, 100];
/// More are a mistake.
const MOST: usize = 10_000;

/// The grid that flags ask for.
pub fn grid(k: Option<&str>, suppression: Option<&str>, algorithm: Option<&str>) -> anyhow::Result<Grid> {
    let limits = items(suppression).map(|text| text.parse().map_err(anyhow::Error::msg));
    Ok(Grid {
        k: k.map_or_else(|| Ok(USUAL.to_vec()), ks)?,
        suppression: limits.collect::<anyhow::Result<Vec<Limit>>>()?,
        algorithms: items(algorithm).map(str::to_owned).collect(),
    })
}

fn items(text: Option<&str>) -> impl Iterator<Item = &str> {
    text.into_iter().flat_map(|text| text.split(',')).map(str::trim)
}

/// Each k: numbers and ranges, comma separated. A range goes from its first number to its last, in steps of 1 or as told.
fn ks(text: &str) -> anyhow::Result<Vec<u64>> {
    let mut all = Vec::new();
    for item in items(Some(text)) {
        let (range, step) = item.split_once(':').unwrap_or((item, "1"));
        let Some((first, last)) = range.split_once("..") else {
            all.push(format::k(item)?);
            continue;
        };
        let (first, last) = (format::k(first)?, format::k(last)?);
        let step = step.trim().parse::<usize>().ok().filter(|step| *step > 0);
        let Some(step) = step.filter(|_| first <= last) else {
            bail!("-k {item}: write a range such as 2..100, or 2..100:7 for steps of 7");
        };
        all.extend((first..=last).step_by(step).take(MOST + 1));
        if all.len() > MOST {
            bail!("-k {text}: that is more than {MOST} values; take larger steps, such as 2..100:7");
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends_and_steps_begin_at_the_first() {
        let check = |text: &str, expected: &[u64]| assert_eq!(ks(text).expect("a list"), expected, "{text}");
        check("2..5", &[2, 3, 4, 5]);
        check("2..20:7", &[2, 9, 16]);
        check("2, 5,10..12", &[2, 5, 10, 11, 12]);
        check("7", &[7]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for text in ["", "2..", "..5", "5..2", "2..9:0", "2..9:x", "0..3", "a", "2,,3", "1..1000000000"] {
            assert!(ks(text).is_err(), "{text}");
        }
    }
}
