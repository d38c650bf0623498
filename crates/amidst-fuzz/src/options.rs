//! What the command line asks for.

use std::path::PathBuf;

use crate::Target;

/// How to use the program.
pub const USAGE: &str =
    "cargo xtask fuzz [TARGET…] [--inputs N] [--seed S] [--from I] [--seconds T] [--file PATH]";

/// What to try, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The targets; all if none is named.
    pub targets: Vec<Target>,
    /// Inputs for each target.
    pub inputs: u64,
    /// What the inputs are drawn by.
    pub seed: u64,
    /// The number of the first input.
    pub from: u64,
    /// How long each target may take.
    pub seconds: u64,
    /// One input, from a file.
    pub file: Option<PathBuf>,
    /// Where a child notes what it is doing; not for people.
    pub notes: Option<PathBuf>,
}

impl Options {
    /// Reads the words of a command line.
    pub fn read(words: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            targets: Vec::new(),
            inputs: 20_000,
            seed: 1,
            from: 0,
            seconds: 600,
            file: None,
            notes: None,
        };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value\nusage: {USAGE}"));
            let number = |text: String| {
                text.replace('_', "").parse::<u64>().map_err(|_| format!("{text:?} is no whole number"))
            };
            match word.as_str() {
                "--inputs" => options.inputs = number(value()?)?,
                "--seed" => options.seed = number(value()?)?,
                "--from" => options.from = number(value()?)?,
                "--seconds" => options.seconds = number(value()?)?,
                "--file" => options.file = Some(value()?.into()),
                "--notes" => options.notes = Some(value()?.into()),
                name => options.targets.push(name.parse()?),
            }
        }
        if options.targets.is_empty() {
            options.targets = Target::ALL.to_vec();
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, String> {
        Options::read(line.split_whitespace().map(String::from))
    }

    #[test]
    fn words_are_understood() {
        let options = read("csv --inputs 1_000 --seed 7").expect("well-formed");
        assert_eq!((options.targets.len(), options.inputs, options.seed), (1, 1000, 7));
        assert_eq!(read("").expect("well-formed").targets, Target::ALL);
        assert!(read("--inputs").is_err() && read("--inputs many").is_err() && read("cvs").is_err());
    }
}
