//! Texts that may stand in a column of the file, numbered, whatever their spelling.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::text::Canon;

/// The texts of one column; texts that are spelled alike canonically are one.
pub(crate) struct Labels {
    codes: HashMap<Box<[u8]>, u32, FixedState>,
    missing: Option<u32>,
    canon: Canon,
    width: u32,
}

impl Labels {
    /// No texts yet.
    pub fn new(canon: Canon) -> Self {
        Self { codes: HashMap::default(), missing: None, canon, width: 0 }
    }

    /// How many numbers there are.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// The number that means missing, if any.
    pub fn missing(&self) -> Option<u32> {
        self.missing
    }

    /// A number that no text has.
    pub fn next(&mut self) -> u32 {
        self.width += 1;
        self.width - 1
    }

    /// The texts and what means missing, each by its number; the others stand for nothing that could be written.
    pub fn cells(&self) -> Vec<Option<Option<Box<[u8]>>>> {
        let mut cells = vec![None; self.width()];
        self.codes.iter().for_each(|(text, &code)| cells[code as usize] = Some(Some(text.clone())));
        self.missing.iter().for_each(|&code| cells[code as usize] = Some(None));
        cells
    }

    /// The number of a text; `None` is missing. A new one if it is not known.
    pub fn intern(&mut self, label: Option<&[u8]>) -> u32 {
        if let Some(code) = self.find(label) {
            return code;
        }
        let code = self.next();
        match label {
            None => self.missing = Some(code),
            Some(text) => {
                self.codes.insert(self.canon.spell(text, &mut Vec::new()).into(), code);
            }
        }
        code
    }

    /// The number of a text, if it is known; `None` is missing.
    pub fn find(&self, label: Option<&[u8]>) -> Option<u32> {
        let Some(text) = label else { return self.missing };
        // Most texts are spelled canonically already, and the canonical spelling of such a text is itself.
        let known = self.codes.get(text).copied();
        match self.canon {
            Canon::Text => known,
            _ => known.or_else(|| self.codes.get(self.canon.spell(text, &mut Vec::new())).copied()),
        }
    }
}
