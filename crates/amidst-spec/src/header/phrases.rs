//! Where the phrases of a list stand among the words of a header.

use std::{collections::HashMap, ops::Range};

use super::lexicon;

/// Phrases and what they stand for. Those that may stand in a header are found by its words, not tried one after the other.
pub(super) struct Phrases<T> {
    phrases: Vec<(T, Phrase)>,
    /// Phrases by their first word, and by all of them written as one.
    by_words: HashMap<String, Vec<usize>>,
}

/// One or several words.
struct Phrase {
    words: Vec<&'static str>,
    /// All of them written as one.
    joined: String,
    /// Whether it counts only if it is all there is, but for words that add nothing.
    is_whole: bool,
}

impl<T: Copy> Phrases<T> {
    /// Those of some lists; a phrase that begins with `=` must be the whole header.
    pub(super) fn new(lists: impl IntoIterator<Item = (T, &'static str)>) -> Self {
        let of_list =
            |(stands_for, list)| lexicon::phrases(list).map(move |it| (stands_for, Phrase::new(it)));
        let phrases: Vec<(T, Phrase)> = lists.into_iter().flat_map(of_list).collect();
        let mut by_words: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (_, phrase)) in phrases.iter().enumerate() {
            for words in [phrase.words[0], &phrase.joined] {
                by_words.entry(words.to_owned()).or_default().push(at);
            }
        }
        Self { phrases, by_words }
    }

    /// What the phrases among these words stand for, and where each is first, in the order of the lists.
    pub(super) fn among(&self, tokens: &[String]) -> impl Iterator<Item = (T, Range<usize>)> {
        let telling = tokens.iter().filter(|token| !lexicon::adds_nothing(token));
        let joined = [tokens.concat(), telling.map(String::as_str).collect()];
        let spellings = tokens.iter().chain(&joined).flat_map(|it| [Some(it.as_str()), it.strip_suffix('s')]);
        let mut places: Vec<usize> =
            spellings.flatten().filter_map(|it| self.by_words.get(it)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|at| {
            let (stands_for, phrase) = &self.phrases[at];
            phrase.position(tokens).map(|place| (*stands_for, place))
        })
    }
}

impl Phrase {
    fn new(phrase: &'static str) -> Self {
        let whole = phrase.strip_prefix('=');
        let words: Vec<&str> = whole.unwrap_or(phrase).split(' ').collect();
        Self { joined: words.concat(), words, is_whole: whole.is_some() }
    }

    /// Where it stands among tokens.
    fn position(&self, tokens: &[String]) -> Option<Range<usize>> {
        if !self.is_whole {
            return self.first(tokens);
        }
        let telling = |token: &&String| !lexicon::adds_nothing(token) || same(token, &self.joined);
        let rest: Vec<String> = tokens.iter().filter(telling).cloned().collect();
        (self.first(&rest)?.len() == rest.len()).then_some(0..tokens.len())
    }

    /// Where it stands first: word by word, written as one, or as all tokens written as one.
    fn first(&self, tokens: &[String]) -> Option<Range<usize>> {
        let is_spelled =
            |window: &[String]| window.iter().zip(&self.words).all(|(token, word)| same(token, word));
        let spelled = tokens.windows(self.words.len()).position(is_spelled);
        spelled
            .map(|at| at..at + self.words.len())
            .or_else(|| tokens.iter().position(|token| same(token, &self.joined)).map(|at| at..at + 1))
            .or_else(|| same(&tokens.concat(), &self.joined).then_some(0..tokens.len()))
    }
}

/// Equal, or the English plural.
fn same(token: &str, word: &str) -> bool {
    token == word || (word.len() > 3 && token.strip_suffix('s') == Some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_by_words_is_what_trying_every_phrase_finds() {
        let lists = lexicon::WORDS.iter().map(|&(sort, list)| (sort, list));
        let all = Phrases::new(lists);
        let words: Vec<&str> = all.phrases.iter().flat_map(|(_, phrase)| phrase.words.clone()).collect();
        let (mut step, mut found) = (7, 0);
        for (at, (_, phrase)) in all.phrases.iter().enumerate().step_by(6) {
            step = step * 31 % words.len();
            let other = words[step];
            let spelled = phrase.words.join(" ");
            for header in [
                spelled.clone(),
                phrase.joined.clone(),
                format!("{spelled}s"),
                format!("the {spelled} of {other}"),
                format!("{other} patient {}", phrase.joined),
                format!("{}code", words[(at * 17) % words.len()]),
                format!("{} {other}", &phrase.joined[..phrase.joined.len() / 2]),
                phrase.joined.chars().map(|symbol| format!("{symbol} ")).collect(),
            ] {
                let tokens: Vec<String> = header.split_whitespace().map(str::to_owned).collect();
                let tried = all.phrases.iter().filter_map(|(sort, it)| Some((*sort, it.position(&tokens)?)));
                let tried: Vec<_> = tried.collect();
                assert_eq!(all.among(&tokens).collect::<Vec<_>>(), tried, "{header}");
                found += tried.len();
            }
        }
        assert!(found > all.phrases.len() / 2);
    }
}
