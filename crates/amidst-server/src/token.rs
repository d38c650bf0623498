//! Secrets that cannot be guessed: the token in the address, and the names of sessions.

use std::io;

/// 256 random bits, written in hexadecimal.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Draws a new one from the operating system.
    ///
    /// # Errors
    /// If it has none to give.
    pub fn draw() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(amidst::io::hex(&bytes)))
    }

    /// As it stands in an address.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is this token. It takes as long for a near miss as for any other text of the same length.
    pub fn is(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        self.0.len() == text.len() && pairs.fold(0, |apart, (ours, theirs)| apart | (ours ^ theirs)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_is_the_token() {
        let token = Token::draw().expect("random bytes");
        let text = token.text().to_owned();
        assert_eq!(text.len(), 64);
        assert!(token.is(&text));
        assert!(!token.is(&text[1..]));
        assert!(!token.is(""));
        assert!(!token.is(&text.replace(&text[..1], if text.starts_with('0') { "1" } else { "0" })));
        assert_ne!(Token::draw().expect("random bytes").text(), text);
    }
}
