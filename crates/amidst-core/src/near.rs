//! What somebody may have meant who wrote a word that is not there.

/// Words shorter than this stand at the end of too many others to mean one of them.
const LEAST_OF_AN_END: usize = 6;

/// The word that is nearest to what was written, if one is near enough to be meant; else the one whose end is, as
/// `l-diversity` is that of `distinct-l-diversity`. Letters, digits and their order count; case, spaces, `-` and `_` do not.
/// Of several that are equally near the first.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let written = plain(written);
    // One slip in three letters, and never a word of which nothing is left.
    let whole = known.iter().map(|word| (*word, plain(word)));
    let is_near = |slips: usize, letters: usize| slips <= (letters / 3).max(1) && slips < written.len();
    nearest_of(&written, whole, is_near).or_else(|| {
        let ends = known.iter().flat_map(|word| {
            word.match_indices(['-', '_', ' ']).map(|(at, _)| (*word, plain(&word[at + 1..])))
        });
        let is_near = |slips: usize, letters: usize| slips <= letters / 5;
        (written.len() >= LEAST_OF_AN_END).then(|| nearest_of(&written, ends, is_near)).flatten()
    })
}

/// The word of which the part that counts is nearest, if that many slips in so many letters are near enough.
fn nearest_of<'a>(
    written: &[char],
    words: impl Iterator<Item = (&'a str, Vec<char>)>,
    is_near: impl Fn(usize, usize) -> bool,
) -> Option<&'a str> {
    let slips = words.map(|(word, part)| (word, edits(written, &part), written.len().max(part.len())));
    let (word, slips, letters) = slips.min_by_key(|(_, slips, _)| *slips)?;
    is_near(slips, letters).then_some(word)
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
        assert_eq!(nearest("on-unmapped", ["on_unmapped"]), Some("on_unmapped"));
        assert_eq!(nearest("t-closness", ["t-closeness", "t-closeness-ordered"]), Some("t-closeness"));
    }

    #[test]
    fn a_word_that_is_the_end_of_another_is_understood() {
        let models = ["p-sensitive", "distinct-l-diversity", "entropy-l-diversity", "t-closeness"];
        assert_eq!(nearest("l-diversity", models), Some("distinct-l-diversity"));
        assert_eq!(nearest("l-diverstiy", models), Some("distinct-l-diversity"));
        assert_eq!(nearest("closeness", models), Some("t-closeness"));
        assert_eq!(nearest("date", ["birth_date"]), None);
        assert_eq!(nearest("diverse people", models), None);
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
