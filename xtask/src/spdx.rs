//! Licence expressions, as packages state them: `MIT OR (Apache-2.0 AND BSD-3-Clause)`.

use std::{fmt, iter::Peekable, vec::IntoIter};

/// A parsed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// One licence, with its exception if it has one: `Apache-2.0 WITH LLVM-exception`.
    Licence(String),
    /// Both must be complied with.
    And(Box<Expression>, Box<Expression>),
    /// One may be chosen.
    Or(Box<Expression>, Box<Expression>),
}

/// Why a text is not a licence expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// Ends where a licence should follow.
    Ends,
    /// A word that cannot stand there.
    Unexpected(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends => write!(f, "the licence expression ends too soon"),
            Self::Unexpected(word) => write!(f, "{word:?} cannot stand there in a licence expression"),
        }
    }
}

impl std::error::Error for ParseError {}

impl Expression {
    /// Reads an expression. AND binds tighter than OR; a slash, as old packages write it, is an OR.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
        let mut words = words.into_iter().peekable();
        let expression = parse_or(&mut words)?;
        match words.next() {
            None => Ok(expression),
            Some(word) => Err(ParseError::Unexpected(word)),
        }
    }

    /// Whether it can be complied with using only licences that are allowed.
    pub fn is_satisfied_by(&self, allowed: &impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Licence(name) => allowed(name),
            Self::And(left, right) => left.is_satisfied_by(allowed) && right.is_satisfied_by(allowed),
            Self::Or(left, right) => left.is_satisfied_by(allowed) || right.is_satisfied_by(allowed),
        }
    }
}

type Words = Peekable<IntoIter<String>>;

fn parse_or(words: &mut Words) -> Result<Expression, ParseError> {
    let mut left = parse_and(words)?;
    while words.next_if(|word| word == "OR").is_some() {
        left = Expression::Or(Box::new(left), Box::new(parse_and(words)?));
    }
    Ok(left)
}

fn parse_and(words: &mut Words) -> Result<Expression, ParseError> {
    let mut left = parse_one(words)?;
    while words.next_if(|word| word == "AND").is_some() {
        left = Expression::And(Box::new(left), Box::new(parse_one(words)?));
    }
    Ok(left)
}

fn parse_one(words: &mut Words) -> Result<Expression, ParseError> {
    let word = words.next().ok_or(ParseError::Ends)?;
    if word == "(" {
        let inner = parse_or(words)?;
        return match words.next() {
            Some(word) if word == ")" => Ok(inner),
            Some(word) => Err(ParseError::Unexpected(word)),
            None => Err(ParseError::Ends),
        };
    }
    let name = identifier(word)?;
    if words.next_if(|word| word == "WITH").is_none() {
        return Ok(Expression::Licence(name));
    }
    let exception = identifier(words.next().ok_or(ParseError::Ends)?)?;
    Ok(Expression::Licence(format!("{name} WITH {exception}")))
}

fn identifier(word: String) -> Result<String, ParseError> {
    match word.as_str() {
        ")" | "(" | "AND" | "OR" | "WITH" => Err(ParseError::Unexpected(word)),
        _ => Ok(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, allowed: &[&str], expected: bool) {
        let expression = Expression::parse(text).expect("a licence expression");
        assert_eq!(expression.is_satisfied_by(&|name| allowed.contains(&name)), expected);
    }

    #[test]
    fn one_side_of_or_is_enough() {
        check("MIT OR GPL-3.0", &["MIT"], true);
        check("GPL-3.0 OR MIT", &["MIT"], true);
        check("GPL-3.0 OR AGPL-3.0", &["MIT"], false);
    }

    #[test]
    fn and_needs_both_sides() {
        check("MIT AND BSD-3-Clause", &["MIT"], false);
        check("MIT AND BSD-3-Clause", &["MIT", "BSD-3-Clause"], true);
    }

    #[test]
    fn and_binds_tighter_than_or() {
        check("MIT OR Apache-2.0 AND GPL-3.0", &["MIT"], true);
        check("GPL-3.0 AND MIT OR Apache-2.0", &["Apache-2.0"], true);
        check("GPL-3.0 AND MIT OR Apache-2.0", &["MIT"], false);
    }

    #[test]
    fn parentheses_bind_tightest() {
        check("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT"], false);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Unicode-3.0"], true);
        check("((MIT))", &["MIT"], true);
    }

    #[test]
    fn an_exception_belongs_to_its_licence() {
        check("Apache-2.0 WITH LLVM-exception", &["Apache-2.0"], false);
        check("Apache-2.0 WITH LLVM-exception OR MIT", &["Apache-2.0 WITH LLVM-exception"], true);
    }

    #[test]
    fn a_slash_is_an_or() {
        check("MIT/Apache-2.0", &["Apache-2.0"], true);
        check("Unlicense / MIT", &["MIT"], true);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "MIT OR", "(MIT", "MIT)", "MIT Apache-2.0", "OR MIT", "MIT WITH", "MIT WITH )", "()"]
        {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
    }
}
