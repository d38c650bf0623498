//! The labels of a released column, ready to be asked which of them a value may stand behind.

use std::collections::{BTreeSet, HashMap, HashSet};

use amidst_core::hierarchy::{builders::DecimalMark, label_contains, read_set};
use amidst_spec::value::{Side, Value};

use super::super::{
    dates::{Calendar, Dated, Forms, Met},
    spelling::{Said, plain},
};

/// A value of the register.
pub(super) struct RegisterValue {
    /// In the words of the release.
    pub text: String,
    pub value: Value,
    /// The days that it means, if the columns are of dates.
    pub dated: Option<Dated>,
    /// It mostly means that nothing is known, and the release does not say it.
    pub says_nothing: bool,
}

/// The labels behind which a value may stand.
#[derive(Default)]
pub(super) struct MatchingLabels {
    /// It does, as far as the labels tell.
    pub fitting: Vec<u32>,
    /// What they tell cannot be compared with it.
    pub unknown: Vec<u32>,
}

/// Labels by what can be read from them.
#[derive(Default)]
pub(super) struct Labels {
    /// As they are compared; `None` is missing.
    texts: Vec<Option<String>>,
    by_value: HashMap<Value, Vec<u32>>,
    masks: Masks,
    /// Intervals of numbers.
    ranges: Vec<u32>,
    /// `{a, b}`: the sets that each element is in.
    sets: HashMap<Value, Vec<u32>>,
    /// Labels that are dates.
    dates: Calendar,
    /// Whether some of them can be read in several ways.
    are_ambiguous: bool,
    /// Words and numbers that say nothing about what is below them.
    words: Vec<(u32, Value)>,
    is_word: Vec<bool>,
    /// Labels of a column of dates that are none.
    opaque: Vec<u32>,
    /// Labels that mostly mean that nothing is known, and that the register does not use.
    of_nothing: Vec<u32>,
    /// How the release writes numbers.
    mark: DecimalMark,
    /// Whether some word is also a value of the register: then words stand for themselves only.
    words_are_values: bool,
}

impl Labels {
    /// Reads the labels; as dates if their forms are given.
    pub fn new(released: Said<'_>, dates: Option<Forms>) -> Self {
        let dictionary = &released.column.dictionary;
        let texts: Vec<Option<String>> = dictionary.iter().map(|text| text.map(plain)).collect();
        let mut labels = Self { is_word: vec![false; texts.len()], mark: released.mark, ..Self::default() };
        for (code, text) in (0..).zip(dictionary.iter()) {
            if let Some(text) = text {
                labels.add(code, text, dates);
            }
        }
        Self { texts, ..labels }
    }

    fn add(&mut self, code: u32, text: &str, dates: Option<Forms>) {
        let value = Value::of(text, self.mark);
        self.by_value.entry(value.clone()).or_default().push(code);
        if let Some(dated) = dates.and_then(|forms| forms.read(text)) {
            self.are_ambiguous |= dated.is_ambiguous();
            self.dates.add(code, dated);
        } else if let Some(members) = read_set(text) {
            let value = |member: &String| Value::of(member, self.mark);
            for member in members.iter().map(value).collect::<Vec<_>>() {
                self.sets.entry(member).or_default().push(code);
            }
        } else if text.contains('*') {
            let hides_all = text.trim().bytes().all(|byte| byte == b'*');
            match dates.is_none() || hides_all {
                true => self.masks.add(code, &plain(text)),
                // A value may spell its date in another way than the mask.
                false => self.opaque.push(code),
            }
        } else if is_range(text) {
            self.ranges.push(code);
        } else {
            self.words.push((code, value));
            self.is_word[code as usize] = true;
        }
    }

    /// Tells which values the register has, and which labels mostly mean that nothing is known.
    pub fn with_values(mut self, values: &HashSet<&Value>, codes: &[Value]) -> Self {
        self.words_are_values = self.words.iter().any(|(_, value)| values.contains(value));
        let foreign = codes.iter().filter(|code| !values.contains(code));
        self.of_nothing = foreign.filter_map(|code| self.by_value.get(code)).flatten().copied().collect();
        self
    }

    /// Labels that mostly mean that nothing is known, so that they exclude nobody.
    pub fn of_nothing(&self) -> impl Iterator<Item = u32> {
        self.of_nothing.iter().copied()
    }

    /// Whether some label says a value.
    pub fn have(&self, value: &Value) -> bool {
        self.by_value.contains_key(value) || self.sets.contains_key(value)
    }

    /// Whether labels are dates of which day and month cannot be told apart.
    pub fn are_ambiguous(&self) -> bool {
        self.are_ambiguous
    }

    /// The number of labels, missing included.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether nothing can be read from a label.
    pub fn is_word(&self, code: u32) -> bool {
        self.is_word[code as usize]
    }

    /// Whether a label hides everything.
    pub fn is_all_stars(&self, code: u32) -> bool {
        let text = self.texts[code as usize].as_deref().unwrap_or_default();
        !text.is_empty() && text.bytes().all(|byte| byte == b'*')
    }

    /// The label of a missing cell.
    pub fn missing(&self) -> Option<u32> {
        self.texts.iter().position(Option::is_none).map(|code| code as u32)
    }

    /// The labels that say the same as a text.
    pub fn alike(&self, text: &str) -> &[u32] {
        self.by_value.get(&Value::of(text, self.mark)).map_or(&[], Vec::as_slice)
    }

    /// What the labels themselves tell about a value.
    pub fn read(&self, sought: &RegisterValue) -> MatchingLabels {
        let mut found = MatchingLabels::default();
        found.fitting.extend(self.by_value.get(&sought.value).into_iter().flatten());
        found.fitting.extend(self.sets.get(&sought.value).into_iter().flatten());
        found.unknown.extend(self.opaque.iter().chain(&self.of_nothing));
        self.read_masks(sought, &mut found);
        self.read_ranges(sought, &mut found);
        self.read_dates(sought, &mut found);
        if !self.words_are_values {
            let differs = |word: &Value| word.is_number() && sought.value.is_number();
            found.unknown.extend(self.words.iter().filter(|(_, word)| !differs(word)).map(|(code, _)| *code));
        }
        found
    }

    fn read_masks(&self, sought: &RegisterValue, found: &mut MatchingLabels) {
        let text = plain(&sought.text);
        let number = number(&sought.value).filter(|_| !text.starts_with('0'));
        for text in [Some(&text), number.as_ref().filter(|number| **number != text)].into_iter().flatten() {
            let holds = |code: &&u32| label_contains(self.text(**code), text) == Some(true);
            found.fitting.extend(self.masks.candidates(text).iter().filter(holds));
        }
    }

    fn read_ranges(&self, sought: &RegisterValue, found: &mut MatchingLabels) {
        let number = number(&sought.value);
        let text = number.as_deref().unwrap_or(&sought.text);
        for &code in &self.ranges {
            match label_contains(self.text(code), text) {
                Some(true) => found.fitting.push(code),
                Some(false) => {}
                None => found.unknown.push(code),
            }
        }
    }

    fn read_dates(&self, sought: &RegisterValue, found: &mut MatchingLabels) {
        let Some(dated) = &sought.dated else {
            found.unknown.extend(self.dates.labels());
            return;
        };
        let Met { surely, perhaps } = self.dates.meet(dated);
        found.fitting.extend(surely);
        found.unknown.extend(perhaps);
    }

    fn text(&self, code: u32) -> &str {
        self.texts[code as usize].as_deref().expect("only labels that are there are read")
    }
}

/// Masks by what stands before their first star: no other can hold a text.
#[derive(Default)]
struct Masks {
    by_start: HashMap<String, Vec<u32>>,
    /// The lengths of these starts.
    starts: BTreeSet<usize>,
    /// The lengths of the masks.
    lengths: BTreeSet<usize>,
}

impl Masks {
    fn add(&mut self, code: u32, mask: &str) {
        let start = mask.split('*').next().unwrap_or_default();
        self.starts.insert(start.chars().count());
        self.lengths.insert(mask.chars().count());
        self.by_start.entry(start.to_owned()).or_default().push(code);
    }

    /// The masks that may hold a text, each once. A code of digits may have lost its leading zeros.
    fn candidates(&self, text: &str) -> Vec<u32> {
        let length = text.chars().count();
        let mut texts = vec![text.to_owned()];
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let longer = self.lengths.iter().filter(|&&mask| mask > length);
            texts.extend(longer.map(|mask| "0".repeat(mask - length) + text));
        }
        let starts = texts.iter().flat_map(|text| {
            self.starts.iter().filter_map(|&start| {
                let end = text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(start)?;
                self.by_start.get(&text[..end])
            })
        });
        let found: BTreeSet<u32> = starts.flatten().copied().collect();
        found.into_iter().collect()
    }
}

/// A number in digits, whatever its file writes between them.
fn number(value: &Value) -> Option<String> {
    match value {
        Value::Number(number, Side::At) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether a label is an interval of numbers.
fn is_range(text: &str) -> bool {
    let plain = plain(text);
    // A label contains itself whatever it is.
    let probe = if plain == "0" { "1" } else { "0" };
    label_contains(&plain, probe).is_some()
}
