//! Cells that a spreadsheet would run as formulas, and the apostrophe that keeps it from doing so.

/// Whether a spreadsheet would take a text for a formula: by its first character, unless it is a number with a sign, or a
/// sign alone, as a dash for nothing is.
pub fn is_formula(text: &str) -> bool {
    begins_like_one(text.as_bytes()) && !is_harmless(text.as_bytes())
}

/// Whether a text gets an apostrophe. So does one that begins with apostrophes and goes on like a formula, lest it be taken
/// for one that got its apostrophe here.
pub(super) fn needs_apostrophe(text: &[u8]) -> bool {
    let inner = text.iter().position(|&byte| byte != b'\'').map_or(&[][..], |at| &text[at..]);
    begins_like_one(inner) && !(inner.len() == text.len() && is_harmless(text))
}

fn begins_like_one(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r' | b'\n'))
}

fn is_harmless(text: &[u8]) -> bool {
    matches!(text, b"-" | b"+") || is_number(text)
}

/// A sign, digits with points or commas among them, and perhaps an exponent.
fn is_number(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    let end = unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')).unwrap_or(unsigned.len());
    let (digits, exponent) = unsigned.split_at(end);
    let is_exponent = |text: &[u8]| {
        let text = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
        !text.is_empty() && text.iter().all(u8::is_ascii_digit)
    };
    digits.iter().any(u8::is_ascii_digit)
        && digits.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
        && exponent.get(1..).is_none_or(is_exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_known_by_their_first_character() {
        for text in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "=",
            "@",
            "-a",
            "-1e",
            "--1",
            "--",
        ] {
            assert!(is_formula(text) && needs_apostrophe(text.as_bytes()), "{text:?}");
        }
        for text in
            ["", "a", "1+1", "-5", "+3.5", "-1,234.56", "-1e-5", "+49", "-", "+", " =1", "*", "'a", "''"]
        {
            assert!(!is_formula(text) && !needs_apostrophe(text.as_bytes()), "{text:?}");
        }
        for text in ["'=1", "''-5", "'-5", "'-"] {
            assert!(!is_formula(text) && needs_apostrophe(text.as_bytes()), "{text:?}");
        }
    }
}
