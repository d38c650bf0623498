//! Names of tables and columns, as users write them and as databases take them.

/// A name between quotes, whatever it holds.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A table that users name, perhaps with its schema before it, quoted: a dot between quotes is part of a name.
pub(crate) fn table(name: &str) -> String {
    let mut parts = vec![String::new()];
    let mut is_quoted = false;
    for sign in name.trim().chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            '.' if !is_quoted => parts.push(String::new()),
            sign => parts.last_mut().expect("there is one").push(sign),
        }
    }
    parts.iter().map(|part| quoted(part)).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_stand_before_a_dot() {
        assert_eq!(table("people"), "\"people\"");
        assert_eq!(table("health.people"), "\"health\".\"people\"");
        assert_eq!(table("health.\"a.b\""), "\"health\".\"a.b\"");
        assert_eq!(table("x; drop table y"), "\"x; drop table y\"");
    }
}
