//! What is asked of combinations: every set of columns with its k, and what cannot be asked refused.

use amidst_core::Error as CoreError;

use super::{binomial, subsets};
use crate::{
    Error, Result, quoted,
    spec::{Combinations, MissingPolicy, UpTo},
};

/// More combinations are not judged: each is grouped anew at every node.
pub const MOST: usize = 10_000;

/// Some quasi columns, and how many rows must share their values wherever a row is released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinationRequirement {
    /// The columns, each once.
    pub columns: Vec<String>,
    /// The least number of rows.
    pub k: u64,
}

impl Combinations {
    /// Every combination with its k, each set of columns once. `k` is what is asked of all of them.
    ///
    /// # Errors
    /// If a column is not quasi, a quasi column is left out, there are none or too many, or no k is asked for.
    pub fn requirements(
        &self,
        quasi: &[&str],
        k: Option<u64>,
        missing: MissingPolicy,
    ) -> Result<Vec<CombinationRequirement>> {
        if quasi.is_empty() {
            return Err(Error::NoQuasi { known: Vec::new() });
        }
        if missing == MissingPolicy::Wildcard {
            return Err(Error::conflict(
                "combinations",
                "missing",
                "combinations are judged with missing cells as values of their own; take combinations away, or let missing \
                 cells be values of their own",
            ));
        }
        match self {
            Self::Listed(listed) => requirements_of_listed(listed, quasi, k.ok_or(Error::NoTarget)?),
            Self::UpTo(up_to) => up_to.requirements(quasi, k),
        }
    }
}

fn requirements_of_listed(
    listed: &[Vec<String>],
    quasi: &[&str],
    k: u64,
) -> Result<Vec<CombinationRequirement>> {
    if listed.is_empty() || listed.iter().any(Vec::is_empty) {
        return refuse(
            "combinations: one of them has no column, or there is none; name the columns of each, or take combinations \
             away to ask k of all quasi columns together",
        );
    }
    for columns in listed {
        if let Some(unknown) = columns.iter().find(|name| !quasi.contains(&name.as_str())) {
            return refuse(format!(
                "combinations: column {unknown:?} is not quasi; quasi columns are {}",
                quoted(quasi)
            ));
        }
        if let Some(twice) = columns.iter().enumerate().find(|(at, name)| columns[..*at].contains(name)) {
            return refuse(format!(
                "combinations: one of them names column {:?} twice; name it once",
                twice.1
            ));
        }
    }
    let left_out: Vec<&str> =
        quasi.iter().copied().filter(|name| !listed.iter().flatten().any(|column| column == name)).collect();
    if !left_out.is_empty() {
        return refuse(format!(
            "combinations: no combination has {}, so it would be released as it is; add it to one, or do not call it quasi",
            quoted(&left_out)
        ));
    }
    let set = |columns: &[String]| {
        let mut set = columns.to_vec();
        set.sort_unstable();
        set
    };
    let sets: Vec<Vec<String>> = listed.iter().map(|columns| set(columns)).collect();
    let distinct = listed.iter().enumerate().filter(|(at, _)| !sets[..*at].contains(&sets[*at]));
    let asked: Vec<CombinationRequirement> =
        distinct.map(|(_, columns)| CombinationRequirement { columns: columns.clone(), k }).collect();
    refuse_many(asked.len() as u128, "they are")?;
    Ok(asked)
}

impl UpTo {
    fn requirements(&self, quasi: &[&str], k: Option<u64>) -> Result<Vec<CombinationRequirement>> {
        let Self { max_size, k: by_size } = self;
        let columns = quasi.len();
        if *max_size == 0 {
            return refuse(
                "combinations: max_size = 0: a combination has at least 1 column; ask for 2 or more",
            );
        }
        if *max_size > columns {
            return refuse(format!(
                "combinations: max_size = {max_size}, but the quasi columns are {columns}; ask for at most {columns}"
            ));
        }
        if let Some(by_size) = by_size.as_ref().filter(|by_size| by_size.len() != *max_size) {
            return refuse(format!(
                "combinations: k has {} numbers for max_size = {max_size}; give one for each size from 1 on",
                by_size.len()
            ));
        }
        if by_size.iter().flatten().any(|&k| k == 0) {
            let expected = "a combination of values has at least 1 row; ask for 2 or more".into();
            return Err(CoreError::Parameter { name: "k", value: "0".into(), expected }.into());
        }
        if by_size.is_none() && k.is_none() {
            return Err(Error::NoTarget);
        }
        refuse_many(
            (1..=*max_size).fold(0, |all: u128, size| all.saturating_add(binomial(columns, size))),
            &format!("max_size = {max_size} of {columns} quasi columns makes"),
        )?;
        let of_size =
            |size: usize| by_size.as_ref().map_or(1, |by_size| by_size[size - 1]).max(k.unwrap_or(1));
        let named = |places: Vec<usize>| CombinationRequirement {
            k: of_size(places.len()),
            columns: places.into_iter().map(|at| quasi[at].to_owned()).collect(),
        };
        Ok((1..=*max_size).flat_map(|size| subsets(columns, size)).map(named).collect())
    }
}

/// Refuses more combinations than are judged. `what` tells where the number comes from.
fn refuse_many(number: u128, what: &str) -> Result<()> {
    if number <= MOST as u128 {
        return Ok(());
    }
    Err(Error::too_large(
        "combinations",
        format!(
            "combinations: {what} {number}, and at most {MOST} are judged; take smaller ones, or list those that matter"
        ),
    ))
}

fn refuse<T>(words: impl Into<String>) -> Result<T> {
    Err(Error::bad_value("combinations", words))
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUASI: [&str; 4] = ["age", "region", "sex", "job"];

    fn listed(text: &str) -> Result<Vec<CombinationRequirement>, String> {
        let combinations: Combinations = text.parse().expect("well written");
        combinations.requirements(&QUASI, Some(5), MissingPolicy::OwnValue).map_err(|error| error.to_string())
    }

    fn up_to(
        max_size: usize,
        by_size: Option<&[u64]>,
        k: Option<u64>,
    ) -> Result<Vec<CombinationRequirement>, String> {
        let up_to = UpTo { max_size, k: by_size.map(<[u64]>::to_vec) };
        let asked = Combinations::UpTo(up_to).requirements(&QUASI, k, MissingPolicy::OwnValue);
        asked.map_err(|error| error.to_string())
    }

    #[test]
    fn sets_named_twice_are_asked_for_once() {
        let asked = listed("age+region,sex+job,region+age").expect("all columns are there");
        let columns: Vec<String> = asked.iter().map(|one| one.columns.join("+")).collect();
        assert_eq!(columns, ["age+region", "sex+job"]);
        assert!(asked.iter().all(|one| one.k == 5));
    }

    #[test]
    fn each_size_has_its_k_or_the_larger_one_asked_of_all() {
        let ks = |asked: Result<Vec<CombinationRequirement>, String>| -> Vec<u64> {
            let asked = asked.expect("it can be asked");
            (1..=3)
                .map(|size| asked.iter().find(|one| one.columns.len() == size).expect("one of this size").k)
                .collect()
        };
        assert_eq!(up_to(3, None, Some(5)).expect("it can be asked").len(), 4 + 6 + 4);
        assert_eq!(ks(up_to(3, None, Some(5))), [5, 5, 5]);
        assert_eq!(ks(up_to(3, Some(&[20, 10, 5]), None)), [20, 10, 5]);
        assert_eq!(ks(up_to(3, Some(&[20, 10, 5]), Some(8))), [20, 10, 8]);
    }

    #[test]
    fn what_cannot_be_asked_is_refused_in_words() {
        let check = |asked: Result<Vec<CombinationRequirement>, String>, words: &str| {
            assert_eq!(asked, Err(words.into()))
        };
        check(
            listed("age+size,region+sex+job"),
            "combinations: column \"size\" is not quasi; quasi columns are \"age\", \"region\", \"sex\", \"job\"",
        );
        check(
            listed("age+age,region+sex+job"),
            "combinations: one of them names column \"age\" twice; name it once",
        );
        check(
            listed("age+region"),
            "combinations: no combination has \"sex\", \"job\", so it would be released as it is; add it to one, or do not \
             call it quasi",
        );
        check(
            up_to(0, None, Some(5)),
            "combinations: max_size = 0: a combination has at least 1 column; ask for 2 or more",
        );
        check(
            up_to(5, None, Some(5)),
            "combinations: max_size = 5, but the quasi columns are 4; ask for at most 4",
        );
        check(
            up_to(3, Some(&[20, 10]), None),
            "combinations: k has 2 numbers for max_size = 3; give one for each size from 1 on",
        );
        check(
            up_to(2, Some(&[5, 0]), None),
            "k = 0: a combination of values has at least 1 row; ask for 2 or more",
        );
        check(up_to(2, None, None), "no privacy is asked for; set k in [privacy] of the spec");
    }

    #[test]
    fn more_than_can_be_judged_are_refused() {
        let names: Vec<String> = (0..60).map(|at| format!("q{at}")).collect();
        let quasi: Vec<&str> = names.iter().map(String::as_str).collect();
        let ask = |max_size| {
            let up_to = Combinations::UpTo(UpTo { max_size, k: None });
            up_to.requirements(&quasi, Some(5), MissingPolicy::OwnValue).map_err(|error| error.to_string())
        };
        assert_eq!(ask(2).expect("few enough").len(), 60 + 1_770);
        let words = "combinations: max_size = 3 of 60 quasi columns makes 36050, and at most 10000 are judged; take smaller \
                     ones, or list those that matter";
        assert_eq!(ask(3), Err(words.into()));
        assert!(ask(60).is_err());
    }
}
