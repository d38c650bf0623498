//! Labels that are sets of values: `{a, b}`. A value that holds a sign of the label itself stands in quotes.

/// Signs that part members or enclose them.
const SIGNS: [char; 8] = [',', ';', '{', '}', '"', '*', '[', ']'];

/// The label of a set.
pub fn write_set<'a>(members: impl IntoIterator<Item = &'a str>) -> String {
    let members: Vec<&str> = members.into_iter().collect();
    // Without a comma, spaces part members.
    let is_cut = |text: &str| members.len() == 1 && text.contains(char::is_whitespace);
    let member = |&text: &&str| match text.contains(SIGNS) || text.trim() != text || text.is_empty() {
        false if !is_cut(text) => text.to_owned(),
        _ => format!("\"{}\"", text.replace('"', "\"\"")),
    };
    format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
}

/// The members of `{a, b}`, `{a; b}` or `{a b}`; `None` if a label is no set.
pub fn read_set(label: &str) -> Option<Vec<String>> {
    let inner = label.trim().strip_prefix('{')?.strip_suffix('}')?;
    let is_listed = inner.contains([',', ';']);
    let parts = |sign: char| if is_listed { matches!(sign, ',' | ';') } else { sign.is_whitespace() };
    let (mut members, mut rest) = (Vec::new(), inner.trim_start());
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let (member, after) = unquote(quoted)?;
            members.push(member);
            rest = after.trim_start().trim_start_matches(parts).trim_start();
        } else {
            let end = rest.find(parts).unwrap_or(rest.len());
            let member = rest[..end].trim();
            if !member.is_empty() {
                members.push(member.to_owned());
            }
            rest = rest[end..].trim_start_matches(parts).trim_start();
        }
    }
    Some(members)
}

/// What stands before the closing quotes, in which two quotes are one, and what follows them.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut member = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        member.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                member.push('"');
                rest = after;
            }
            None => return Some((member, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(members: &[&str], label: &str) {
        assert_eq!(write_set(members.iter().copied()), label);
        assert_eq!(
            read_set(label).as_deref(),
            Some(&members.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..])
        );
    }

    #[test]
    fn sets_are_read_as_they_are_written() {
        check(&["cook", "nurse"], "{cook, nurse}");
        check(&["a", "farming, fishing", "ward; 2"], "{a, \"farming, fishing\", \"ward; 2\"}");
        check(&["say \"no\"", "{x}", "5*", "[1, 2]"], "{\"say \"\"no\"\"\", \"{x}\", \"5*\", \"[1, 2]\"}");
        check(&["", " x"], "{\"\", \" x\"}");
        check(&["ward 2"], "{\"ward 2\"}");
    }

    #[test]
    fn sets_of_others_are_read_too() {
        assert_eq!(read_set("{a; b}").unwrap(), ["a", "b"]);
        assert_eq!(read_set("{a b}").unwrap(), ["a", "b"]);
        assert_eq!((read_set("a, b"), read_set("{\"a}")), (None, None));
    }
}
