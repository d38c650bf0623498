//! The figures of docs/quality.md: what each way of recoding cell by cell keeps, as Markdown on standard output.
//!
//! Every figure is one of a release: the program writes it, verifies it and tells what it lost. What the figures must not
//! fall behind is compared after they are printed. Adult and the CASC files are not part of the repository: they are looked
//! for in `shared/data` beside it, and left out if they are not there.

mod blanks;
mod goldens;
mod instance;
mod large;
mod limits;
mod means;
mod methods;
mod models;
mod selection;
mod tables;

use anyhow::{Result, bail};

use super::Bench;
use instance::ROWS;
use methods::Setup;
use selection::Selection;

pub use instance::{Columns, Instance};
pub use large::run as run_large;

/// How the words after `quality` are written.
pub const USAGE: &str = "quality [part=recoding,limits,models,mondrian,microaggregation,suppression] [data=adult,generated,long-tailed,wide] [setup=a,b,c] [k=2,5,…] [method=local,…]";

/// Runs what is asked, everything by default, then says what fell behind.
pub fn run(bench: &Bench, words: &[&str]) -> Result<()> {
    let asked = Selection::new(words)?;
    let data = bench.root.join("../shared/data");
    let adult = Some(data.join("adult")).filter(|folder| folder.is_dir());
    let casc = Some(data.join("casc")).filter(|folder| folder.is_dir());
    if adult.is_none() {
        println!("\nshared/data/adult is not beside the repository: what needs it is left out.");
    }
    let mut behind = Vec::new();
    let nine = adult.as_deref().map(|folder| Instance::adult(folder, Columns::WithHierarchies));
    let eight = adult.as_deref().map(Instance::eight);
    if asked.is("part", "recoding") {
        for setup in Setup::ALL.iter().filter(|setup| asked.is("setup", setup.name)) {
            let instance = if setup.columns == Columns::Bare { &eight } else { &nine };
            if let Some(instance) = instance.as_ref().filter(|_| asked.is("data", "adult")) {
                behind.extend(methods::run(bench, &asked, setup, instance, true)?);
            }
            if asked.is("data", "generated") {
                let instance = Instance::generated(bench, setup.columns, ROWS)?;
                behind.extend(methods::run(bench, &asked, setup, &instance, false)?);
            }
        }
    }
    if asked.is("part", "recoding") && asked.is("setup", Setup::UNLIKE.name) {
        for (name, table) in [("long-tailed", tables::long_tailed as fn(&Bench) -> _), ("wide", tables::wide)]
        {
            if asked.is("data", name) {
                behind.extend(methods::run(bench, &asked, &Setup::UNLIKE, &table(bench)?, false)?);
            }
        }
    }
    if let Some(instance) = nine.as_ref().filter(|_| asked.is("part", "limits")) {
        behind.extend(limits::run(bench, &asked, instance)?);
    }
    if let Some(folder) = adult.as_deref().filter(|_| asked.is("part", "models")) {
        behind.extend(models::run(bench, folder)?);
    }
    if let Some(folder) = adult.as_deref().filter(|_| asked.is("part", "mondrian")) {
        behind.extend(goldens::run(bench, folder)?);
    }
    if asked.is("part", "microaggregation") {
        match &casc {
            Some(folder) => behind.extend(means::run(bench, folder)?),
            None => {
                println!("\nshared/data/casc is not beside the repository: microaggregation is left out.")
            }
        }
    }
    if let Some(folder) = adult.as_deref().filter(|_| asked.is("part", "suppression")) {
        behind.extend(blanks::run(bench, folder)?);
    }
    match behind.is_empty() {
        true => Ok(()),
        false => bail!("behind what is asked:\n{}", behind.join("\n")),
    }
}

/// The quasi columns where there are eight.
const EIGHT: [&str; 8] =
    ["age", "sex", "race", "marital-status", "education", "native-country", "workclass", "occupation"];

/// Words for a figure that is worse than asked, or nothing.
fn unless(holds: bool, words: impl FnOnce() -> String) -> Option<String> {
    (!holds).then(words)
}

/// A whole number with its thousands apart.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let comma = |(at, digit): (usize, char)| {
        let is_between = at > 0 && (digits.len() - at).is_multiple_of(3);
        is_between.then_some(',').into_iter().chain([digit])
    };
    digits.char_indices().flat_map(comma).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let all = [0.0, 999.0, 1000.0, 26_751.0, 59_199_546.0].map(grouped);
        assert_eq!(all, ["0", "999", "1,000", "26,751", "59,199,546"]);
    }
}
