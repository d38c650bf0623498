//! The spec as text, what it was before, and what was taken back.

use amidst::Spec;

use crate::error::Result;

/// So many steps can be taken back.
const LONGEST: usize = 200;

/// A spec and its history. The text is the state: what screens show is read from it, and the command line runs it.
#[derive(Default)]
pub struct History {
    steps: Vec<String>,
    /// The step that holds now, counted from 1; 0 before there is any.
    at: usize,
    /// Goes up with every change, back and forth alike.
    revision: u64,
}

impl History {
    /// The text that holds now.
    pub fn toml(&self) -> Option<&str> {
        self.at.checked_sub(1).map(|at| self.steps[at].as_str())
    }

    /// The spec that holds now.
    pub fn spec(&self) -> Result<Option<Spec>> {
        Ok(self.toml().map(Spec::from_toml).transpose()?)
    }

    /// Takes a new text; what was taken back before is forgotten. A text that is the same is no step.
    pub fn push(&mut self, toml: String) {
        if self.toml() == Some(&toml) {
            return;
        }
        self.steps.truncate(self.at);
        self.steps.push(toml);
        if self.steps.len() > LONGEST {
            self.steps.remove(0);
        }
        self.at = self.steps.len();
        self.revision += 1;
    }

    /// Forgets everything: another table begins.
    pub fn clear(&mut self) {
        *self = Self { revision: self.revision + 1, ..Self::default() };
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        self.at > 1
    }

    /// Whether there is one to do again.
    pub fn can_redo(&self) -> bool {
        self.at < self.steps.len()
    }

    /// Takes a step back, if there is one.
    pub fn undo(&mut self) {
        if self.can_undo() {
            self.at -= 1;
            self.revision += 1;
        }
    }

    /// Does it again, if it was taken back.
    pub fn redo(&mut self) {
        if self.can_redo() {
            self.at += 1;
            self.revision += 1;
        }
    }

    /// Which change this is, so that answers can be told from older ones.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_taken_back_and_done_again() {
        let mut history = History::default();
        assert_eq!(history.toml(), None);
        for text in ["a", "b", "b", "c"] {
            history.push(text.into());
        }
        history.undo();
        assert_eq!((history.toml(), history.can_redo()), (Some("b"), true));
        history.undo();
        history.undo();
        assert_eq!((history.toml(), history.can_undo()), (Some("a"), false));
        history.redo();
        history.push("d".into());
        assert_eq!((history.toml(), history.can_redo()), (Some("d"), false));
        history.undo();
        assert_eq!(history.toml(), Some("b"));
    }

    #[test]
    fn every_change_has_a_number_of_its_own() {
        let mut history = History::default();
        history.push("a".into());
        history.push("b".into());
        let before = history.revision();
        history.undo();
        history.redo();
        assert!(history.revision() > before);
        history.clear();
        assert_eq!(history.toml(), None);
        assert!(history.revision() > before + 2);
    }
}
