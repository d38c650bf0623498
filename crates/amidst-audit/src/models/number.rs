//! Texts as numbers.

/// A finite number, with a decimal point or comma.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_plain =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+' | b'e' | b'E');
    if !text.bytes().all(is_plain) {
        return None;
    }
    let parsed = match text.contains(',') && !text.contains('.') {
        true => text.replacen(',', ".", 1).parse::<f64>(),
        false => text.parse(),
    };
    parsed.ok().filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_words_are_not() {
        let read = ["7", "-1.5", "1,5", " 2 ", "1e3", "007"].map(number);
        assert_eq!(read, [7.0, -1.5, 1.5, 2.0, 1000.0, 7.0].map(Some));
        assert_eq!(["", "NaN", "inf", "1-2", "1,000.5", "a", "[20, 40["].map(number), [None; 7]);
    }
}
