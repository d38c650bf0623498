//! Lists on a command line: several names in one text. Whatever separates them belongs to a name if a backslash stands
//! before it.

/// The parts of a text between separators: `a,b` is two names, `a\,b` is one.
pub fn split(text: &str, separator: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let part = parts.last_mut().expect("there is a first part");
        match sign {
            '\\' if signs.peek() == Some(&separator) => {
                part.push(separator);
                signs.next();
            }
            sign if sign == separator => parts.push(String::new()),
            sign => part.push(sign),
        }
    }
    parts
}

/// What stands before the first separator and what stands behind it: `a=b.csv`, and `a\=b=c.csv` of a column `a=b`.
/// Behind it nothing is escaped.
pub fn split_pair(text: &str, separator: char) -> Option<(String, &str)> {
    let mut before = None;
    for (at, sign) in text.char_indices() {
        if sign == separator && before != Some('\\') {
            let name = split(&text[..at], separator).pop().expect("a text has a part");
            return Some((name, &text[at + separator.len_utf8()..]));
        }
        before = Some(sign);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_makes_a_separator_part_of_a_name() {
        assert_eq!(split("a,b", ','), ["a", "b"]);
        assert_eq!(split(r"a\,b,c", ','), ["a,b", "c"]);
        assert_eq!(split(r"C:\data,x\+y", ','), [r"C:\data", r"x\+y"]);
        assert_eq!(split("", ','), [""]);
        assert_eq!(split("a,", ','), ["a", ""]);
    }

    #[test]
    fn a_pair_is_cut_where_no_backslash_stands() {
        assert_eq!(split_pair(r"zip=C:\zip=1.csv", '='), Some(("zip".into(), r"C:\zip=1.csv")));
        assert_eq!(split_pair(r"a\=b=c.csv", '='), Some(("a=b".into(), "c.csv")));
        assert_eq!(split_pair(r"a\=b", '='), None);
    }
}
