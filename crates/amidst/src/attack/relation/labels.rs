//! The labels of a released column, ready to be asked which of them a value may stand behind.

use std::collections::{BTreeSet, HashMap};

use amidst_core::{
    Dictionary,
    hierarchy::{label_contains, read_set},
};

use super::super::{
    dates::{Order, Stretch},
    spelling::{Key, plain},
};

/// A value of the register.
pub(super) struct Value {
    /// In the words of the release.
    pub text: String,
    pub key: Key,
    pub stretch: Option<Stretch>,
}

/// The labels behind which a value may stand.
#[derive(Default)]
pub(super) struct Found {
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
    by_key: HashMap<Key, Vec<u32>>,
    masks: Masks,
    /// Intervals of numbers.
    ranges: Vec<u32>,
    /// `{a, b}`: the sets that each element is in.
    sets: HashMap<Key, Vec<u32>>,
    /// Labels of a single day.
    days: HashMap<u32, Vec<(u32, Stretch)>>,
    /// Labels of several days.
    stretches: Vec<(u32, Stretch)>,
    /// Words and numbers that say nothing about what is below them.
    words: Vec<(u32, Key)>,
    is_word: Vec<bool>,
    /// Labels of a column of dates that are none.
    opaque: Vec<u32>,
    /// Whether some word is also a value of the register: then words stand for themselves only.
    words_are_values: bool,
}

impl Labels {
    /// Reads the labels; as dates if their order is given.
    pub fn new(dictionary: &Dictionary, dates: Option<Order>) -> Self {
        let texts: Vec<Option<String>> = dictionary.iter().map(|text| text.map(plain)).collect();
        let mut labels = Self { is_word: vec![false; texts.len()], ..Self::default() };
        for (code, text) in (0..).zip(dictionary.iter()) {
            if let Some(text) = text {
                labels.add(code, text, dates);
            }
        }
        Self { texts, ..labels }
    }

    fn add(&mut self, code: u32, text: &str, dates: Option<Order>) {
        let key = Key::of(text);
        self.by_key.entry(key.clone()).or_default().push(code);
        if let Some(stretch) = dates.and_then(|order| Stretch::read(text, order)) {
            match stretch.day() {
                Some(day) => self.days.entry(day).or_default().push((code, stretch)),
                None => self.stretches.push((code, stretch)),
            }
        } else if let Some(members) = read_set(text) {
            members.iter().for_each(|member| self.sets.entry(Key::of(member)).or_default().push(code));
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
            self.words.push((code, key));
            self.is_word[code as usize] = true;
        }
    }

    /// Tells which values the register has.
    pub fn with_values(mut self, values: &HashMap<Key, Vec<u32>>) -> Self {
        self.words_are_values = self.words.iter().any(|(_, key)| values.contains_key(key));
        self
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
        self.by_key.get(&Key::of(text)).map_or(&[], Vec::as_slice)
    }

    /// What the labels themselves tell about a value.
    pub fn read(&self, value: &Value) -> Found {
        let mut found = Found::default();
        found.fitting.extend(self.by_key.get(&value.key).into_iter().flatten());
        found.fitting.extend(self.sets.get(&value.key).into_iter().flatten());
        found.unknown.extend(&self.opaque);
        self.read_masks(value, &mut found);
        self.read_ranges(value, &mut found);
        self.read_dates(value, &mut found);
        if !self.words_are_values {
            let differs = |key: &Key| key.is_number() && value.key.is_number();
            found.unknown.extend(self.words.iter().filter(|(_, key)| !differs(key)).map(|(code, _)| *code));
        }
        found
    }

    fn read_masks(&self, value: &Value, found: &mut Found) {
        let text = plain(&value.text);
        let number = match &value.key {
            Key::Number(number) if !text.starts_with('0') => Some(number.to_string()),
            _ => None,
        };
        for text in [Some(&text), number.as_ref().filter(|number| **number != text)].into_iter().flatten() {
            let holds = |code: &&u32| label_contains(self.text(**code), text) == Some(true);
            found.fitting.extend(self.masks.candidates(text).iter().filter(holds));
        }
    }

    fn read_ranges(&self, value: &Value, found: &mut Found) {
        for &code in &self.ranges {
            match label_contains(self.text(code), &value.text) {
                Some(true) => found.fitting.push(code),
                Some(false) => {}
                None => found.unknown.push(code),
            }
        }
    }

    fn read_dates(&self, value: &Value, found: &mut Found) {
        let Some(stretch) = value.stretch else {
            found.unknown.extend(self.days.values().flatten().chain(&self.stretches).map(|(code, _)| *code));
            return;
        };
        let meets = |(_, label): &&(u32, Stretch)| label.meets(stretch);
        let meeting = self.stretches.iter().filter(meets).map(|(code, _)| *code);
        found.fitting.extend(meeting);
        match stretch.day() {
            Some(day) => {
                let same = self.days.get(&day).into_iter().flatten();
                found.fitting.extend(same.filter(meets).map(|(code, _)| *code));
            }
            None => found.fitting.extend(self.days.values().flatten().filter(meets).map(|(code, _)| *code)),
        }
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

/// Whether a label is an interval of numbers.
fn is_range(text: &str) -> bool {
    let plain = plain(text);
    // A label contains itself whatever it is.
    let probe = if plain == "0" { "1" } else { "0" };
    label_contains(&plain, probe).is_some()
}
