//! What somebody may have meant who wrote a word that is not there.

/// The word that is nearest to what was written, if one is near enough to be meant. Letters, digits and their order count;
/// case, spaces, `-` and `_` do not. Of several that are equally near the first.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(written);
    let slips = |word: &&str| edits(&written, &plain(word));
    let (word, slips) = known.into_iter().map(|word| (word, slips(&word))).min_by_key(|(_, slips)| *slips)?;
    let letters = written.len().max(plain(word).len());
    // One slip in three letters, and never a word of which nothing is left.
    (slips <= (letters / 3).max(1) && slips < written.len()).then_some(word)
}

/// ` (did you mean "respondent"?)`, to stand behind what was written; nothing if no word is near.
pub fn did_you_mean(written: &str, known: &[impl AsRef<str>]) -> String {
    let word = nearest(written, known.iter().map(AsRef::as_ref));
    word.map_or_else(String::new, |word| format!(" (did you mean {word:?}?)"))
}

/// Names in quotes, joined for reading.
pub fn in_quotes(names: &[impl AsRef<str>]) -> String {
    names.iter().map(|name| format!("{:?}", name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// What counts of a word.
fn plain(word: &str) -> Vec<char> {
    word.chars().filter(|sign| !matches!(sign, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// How many letters were left out, added, changed or swapped with their neighbour.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (at, from) in a.iter().enumerate() {
        let mut line = vec![at + 1];
        for (to_at, to) in b.iter().enumerate() {
            let changed = last[to_at] + usize::from(from != to);
            let mut least = changed.min(last[to_at + 1] + 1).min(line[to_at] + 1);
            if at > 0 && to_at > 0 && *from == b[to_at - 1] && a[at - 1] == *to {
                least = least.min(before_last[to_at - 1] + 1);
            }
            line.push(least);
        }
        before_last = std::mem::replace(&mut last, line);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_understood() {
        let keys = ["k", "missing", "respondent", "weight", "require", "t"];
        assert_eq!(nearest("repondent", keys), Some("respondent"));
        assert_eq!(nearest("wieght", keys), Some("weight"));
        assert_eq!(nearest("Respondent", keys), Some("respondent"));
        assert_eq!(nearest("on-missing", ["on_missing"]), Some("on_missing"));
        assert_eq!(nearest("t-closness", ["t-closeness", "t-closeness-ordered"]), Some("t-closeness"));
    }

    #[test]
    fn other_words_are_left_alone() {
        assert_eq!(nearest("magic", ["optimal", "samarati", "local"]), None);
        assert_eq!(nearest("q", ["k", "t"]), None);
        assert_eq!(nearest("", ["k"]), None);
        assert_eq!(nearest("anything", []), None);
    }

    #[test]
    fn edits_are_counted_as_people_make_them() {
        let edits = |a: &str, b: &str| edits(&plain(a), &plain(b));
        assert_eq!(
            [edits("ab", "ba"), edits("abc", "ac"), edits("", "abc"), edits("ca", "abc")],
            [1, 1, 3, 3]
        );
    }
}
