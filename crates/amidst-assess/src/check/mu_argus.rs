//! mu-argus, as what it is: a diagnostic that looks at combinations of two and three columns, and what it overlooks.
//!
//! Every quasi column has an identification level, 1 the most identifying. Levels are nested, as in the manual of μ-Argus:
//! what is most identifying is also more identifying, and identifying. The test, as Samarati (2001) describes it, takes one
//! column from each of two or three levels, so it tests neither the least identifying columns together nor more than three
//! columns. Its answer is therefore no guarantee: k over all quasi columns is, and all smaller combinations follow from it.

use std::str::FromStr;

use amidst_audit::Subsets;
use amidst_spec::{
    Error, Result,
    combinations::{MOST, binomial, subsets},
    spec::split,
};
use rayon::prelude::*;
use serde::Serialize;

/// What mu-argus is told about the quasi columns.
///
/// As text: `all`, or the level of every quasi column such as `race=1,zip=3`, in numbers or in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MuArgus {
    /// Nothing: all combinations of two and three columns are tested.
    All,
    /// The level of every quasi column.
    Levels(Vec<(String, IdentificationLevel)>),
}

/// How much a column identifies a person, the most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IdentificationLevel {
    /// 1 or `most`.
    Most,
    /// 2 or `more`.
    More,
    /// 3 or `identifying`.
    Identifying,
    /// 0 or `not`: never tested.
    Not,
}

/// What mu-argus finds and what it misses. Columns and counts, no values.
///
/// A combination of values that holds a missing cell is never rare here: to mu-argus, which puts missing cells in the
/// place of what it suppresses locally, such a cell may be anything. k over all columns counts it as everywhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MuArgusFinding {
    /// The combinations it tests.
    pub tested: Vec<Tested>,
    /// Whether it would call the table safe: none of them has a rare combination of values.
    pub passes: bool,
    /// The combinations it does not test that have one: those of two and three columns, and all columns together.
    pub missed: Vec<Tested>,
    /// The smallest class over all quasi columns: what there really is.
    pub k: u64,
}

/// Some columns, counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tested {
    /// The columns.
    pub columns: Vec<String>,
    /// Combinations of their values in fewer than k rows.
    pub rare: u64,
    /// Rows that hold one of these.
    pub rows: u64,
}

/// Combinations by the places of their columns.
pub(super) struct Places {
    tested: Vec<Vec<usize>>,
    untested: Vec<Vec<usize>>,
}

impl MuArgus {
    /// The combinations that are tested, and those that are not.
    pub(super) fn tested(&self, quasi: &[&str]) -> Result<Places> {
        let levels = self.levels(quasi)?;
        let sizes = [2, 3];
        let number: u128 = sizes.map(|size| binomial(quasi.len(), size)).iter().sum();
        if number > MOST as u128 {
            return Err(Error::too_large(
                "mu_argus",
                format!(
                    "mu-argus: {} quasi columns make {number} combinations of two and three, and at most {MOST} are counted; \
                 name fewer columns",
                    quasi.len()
                ),
            ));
        }
        let all = sizes.into_iter().flat_map(|size| subsets(quasi.len(), size));
        let (tested, mut untested): (Vec<_>, Vec<_>) = all.partition(|places| are_tested(places, &levels));
        if !sizes.contains(&quasi.len()) {
            untested.push((0..quasi.len()).collect());
        }
        Ok(Places { tested, untested })
    }

    /// The level of each quasi column; none if no column has one.
    fn levels(&self, quasi: &[&str]) -> Result<Vec<IdentificationLevel>> {
        let Self::Levels(given) = self else { return Ok(Vec::new()) };
        let refuse = |words: String| Err(Error::bad_value("mu_argus", format!("mu-argus: {words}")));
        if let Some((unknown, _)) = given.iter().find(|(name, _)| !quasi.contains(&name.as_str())) {
            return refuse(format!("column {unknown:?} has an identification level but is not quasi"));
        }
        let is_twice = |name: &&str| given.iter().filter(|(column, _)| column == name).count() > 1;
        if let Some(twice) = quasi.iter().find(|name| is_twice(name)) {
            return refuse(format!("column {twice:?} has two identification levels; keep one"));
        }
        let level = |name: &&str| given.iter().find(|(column, _)| column == name).map(|(_, level)| *level);
        match quasi.iter().find(|name| level(name).is_none()) {
            Some(without) => refuse(format!(
                "column {without:?} has no identification level; add {without}=0 if it is not identifying, or 1 to 3"
            )),
            None => Ok(quasi.iter().filter_map(level).collect()),
        }
    }
}

/// Whether the columns can be taken from as many different levels, each of which holds those before it: two from two of the
/// three, three from all of them. Without levels all are tested.
fn are_tested(places: &[usize], levels: &[IdentificationLevel]) -> bool {
    use IdentificationLevel::{Identifying, More, Most};
    if levels.is_empty() {
        return true;
    }
    let mut taken: Vec<IdentificationLevel> = places.iter().map(|&place| levels[place]).collect();
    taken.sort_unstable();
    let from: &[IdentificationLevel] = match places.len() {
        2 => &[More, Identifying],
        _ => &[Most, More, Identifying],
    };
    taken.iter().zip(from).all(|(level, from)| level <= from)
}

impl Places {
    /// Counts, in a table whose smallest class over all columns has `all` rows.
    pub fn find(&self, subsets: &Subsets, quasi: &[&str], k: u64, all: u64) -> MuArgusFinding {
        let count = |places: &Vec<usize>| {
            let below = subsets.complete_below(places, k);
            let columns = places.iter().map(|&place| quasi[place].to_owned()).collect();
            Tested { columns, rare: below.classes, rows: below.rows }
        };
        let tested: Vec<Tested> = self.tested.par_iter().map(count).collect();
        let untested: Vec<Tested> = self.untested.par_iter().map(count).collect();
        MuArgusFinding {
            passes: tested.iter().all(|one| one.rare == 0),
            tested,
            missed: untested.into_iter().filter(|one| one.rare > 0).collect(),
            k: all,
        }
    }
}

impl FromStr for MuArgus {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let one = |part: &str| match part.rsplit_once('=') {
            Some((name, level)) if !name.is_empty() => Ok((name.to_owned(), level.parse()?)),
            _ => Err(format!(
                "mu-argus: {part:?} is no identification level; write COLUMN=LEVEL, such as race=1"
            )),
        };
        let parts = split(text, ',');
        parts.iter().map(|part| one(part)).collect::<Result<_, _>>().map(Self::Levels)
    }
}

impl FromStr for IdentificationLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "0" | "not" => Ok(Self::Not),
            "1" | "most" => Ok(Self::Most),
            "2" | "more" => Ok(Self::More),
            "3" | "identifying" => Ok(Self::Identifying),
            _ => Err(format!(
                "mu-argus: {text:?} is no identification level; write 1 or most, 2 or more, 3 or identifying, 0 or not"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUASI: [&str; 4] = ["race", "birth", "sex", "zip"];

    fn tested(text: &str) -> Result<Vec<String>, String> {
        let places = text.parse::<MuArgus>()?.tested(&QUASI).map_err(|error| error.to_string())?;
        let named = |places: &Vec<usize>| places.iter().map(|&at| QUASI[at]).collect::<Vec<_>>().join("+");
        assert_eq!(places.tested.len() + places.untested.len(), 6 + 4 + 1);
        Ok(places.tested.iter().map(named).collect())
    }

    #[test]
    fn one_column_from_each_of_two_or_three_nested_levels_is_tested() {
        let expected = ["race+birth", "race+sex", "race+zip"];
        assert_eq!(tested("race=1,birth=3,sex=3,zip=3").expect("levels"), expected);
        assert_eq!(tested("race=most,birth=identifying,sex=3,zip=3").expect("levels"), expected);
        assert_eq!(
            tested("race=1,birth=2,sex=3,zip=not").expect("levels"),
            ["race+birth", "race+sex", "birth+sex", "race+birth+sex"]
        );
        // What is most identifying is also more identifying, and identifying.
        assert_eq!(tested("race=1,birth=1,sex=1,zip=1").expect("levels").len(), 6 + 4);
        assert_eq!(
            tested("race=2,birth=2,sex=2,zip=0").expect("levels"),
            ["race+birth", "race+sex", "birth+sex"]
        );
        assert_eq!(tested("race=3,birth=3,sex=3,zip=0").expect("levels"), [""; 0]);
        assert_eq!(tested("all").expect("no levels").len(), 6 + 4);
    }

    #[test]
    fn levels_that_make_no_sense_are_refused() {
        let check = |text: &str, words: &str| assert_eq!(tested(text), Err(format!("mu-argus: {words}")));
        check("race", "\"race\" is no identification level; write COLUMN=LEVEL, such as race=1");
        check("=3", "\"=3\" is no identification level; write COLUMN=LEVEL, such as race=1");
        check(
            "race=4",
            "\"4\" is no identification level; write 1 or most, 2 or more, 3 or identifying, 0 or not",
        );
        check("size=1", "column \"size\" has an identification level but is not quasi");
        check("race=1,race=2", "column \"race\" has two identification levels; keep one");
        check(
            "race=1,sex=2,zip=0",
            "column \"birth\" has no identification level; add birth=0 if it is not identifying, or 1 to 3",
        );
    }
}
