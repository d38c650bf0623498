//! Numbers and small words for people.

use std::path::PathBuf;

pub use amidst::reporting::{counted, grouped as count, percent};
use amidst::spec::split_pair;
use anyhow::bail;

/// One word for one, another for any other number.
pub fn plural(number: u64, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}

/// Lines and runs of spaces as one line.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words with a capital at the beginning.
pub fn sentence(words: &str) -> String {
    let mut signs = words.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// `COLUMN=FILE`; an equals sign that is part of the column's name has a backslash before it.
pub fn column_and_file(text: &str) -> anyhow::Result<(String, PathBuf)> {
    match split_pair(text, '=') {
        Some((column, file)) => Ok((column, file.into())),
        None => bail!("--hierarchy {text}: write COLUMN=FILE"),
    }
}

/// The k of the command line.
pub fn k(text: &str) -> anyhow::Result<u64> {
    match text.trim().parse::<u64>() {
        Ok(0) => bail!("k = 0: a class has at least 1 row; ask for 2 or more"),
        Ok(k) => Ok(k),
        Err(_) => bail!("k = {text}: write a whole number of rows, 2 or more"),
    }
}

/// A size of memory: `512M`, `2G`.
pub fn bytes(text: &str) -> anyhow::Result<usize> {
    let unit = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let number = &text[..text.len() - unit.len()];
    let factor: usize = match unit.trim().to_ascii_uppercase().as_str() {
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => bail!("{text:?} is not a size of memory; write 512M or 2G"),
    };
    match number.parse::<usize>().ok().and_then(|number| number.checked_mul(factor)) {
        Some(bytes) => Ok(bytes),
        None => bail!("{text:?} is not a size of memory; write 512M or 2G"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn sizes_need_a_unit() {
        assert_eq!(bytes("2G").expect("a size"), 2 << 30);
        assert_eq!(bytes("512 MiB").expect("a size"), 512 << 20);
        assert!(bytes("512").is_err() && bytes("G").is_err() && bytes("-1G").is_err());
    }

    #[test]
    fn k_is_a_whole_number_from_one_on() {
        assert!(k("0").is_err() && k("-3").is_err() && k("five").is_err() && k("2.5").is_err());
        assert_eq!(k("5").expect("a k"), 5);
    }
}
