//! One spelling of a text for all that read the same.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// A text without characters that take no room: zero-width spaces and joiners, soft hyphens, marks of direction or of
/// variants.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    match !text.is_ascii() && text.contains(is_invisible) {
        true => text.replace(is_invisible, "").into(),
        false => text.into(),
    }
}

/// Whether nothing of a text can be seen.
pub fn is_blank(text: &str) -> bool {
    visible(text).trim().is_empty()
}

fn is_invisible(char: char) -> bool {
    matches!(
        char,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A text without regard to case, accents composed, with single spaces.
///
/// Case is folded in full, as Unicode has it: `Straße` and `STRASSE` are one, so are `ΣΑΣ` and `σας`.
pub(super) fn folded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_graphic();
    if text.bytes().all(is_plain) {
        return text.to_ascii_lowercase();
    }
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Small letters of capitals: a letter without a capital of its own, such as ß, becomes those that stand for it.
    let folded = words.nfd().flat_map(char::to_lowercase).flat_map(char::to_uppercase);
    let folded: String = folded.flat_map(char::to_lowercase).collect();
    folded.nfc().collect()
}
