//! Pseudonyms: the same person, the same code, for whoever holds the key. Not anonymization, and said so where used.

use std::fmt::Write;

use amidst_core::{Aborted, Coded, Codes, Dictionary, Kind, Observer, observer::watched};
use amidst_table::{Column, Data};
use arrow_schema::DataType;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Pseudonyms made between two questions.
const AT_ONCE: usize = 1 << 12;

/// The column with every value replaced by its pseudonym; missing stays missing.
///
/// # Errors
/// If the observer aborts.
pub fn pseudonymize(
    name: &str,
    coded: &Coded,
    key: &[u8],
    observer: &dyn Observer,
) -> Result<Column, Aborted> {
    let mut dictionary = Dictionary::with_capacity(coded.dictionary.len());
    let mut map = Vec::with_capacity(coded.dictionary.len());
    // A pseudonym takes far longer than a row.
    for (at, value) in coded.dictionary.iter().enumerate() {
        if at.is_multiple_of(AT_ONCE) {
            observer.go_on()?;
        }
        map.push(dictionary.intern(value.map(|value| pseudonym(key, value)).as_deref()));
    }
    let codes = watched(coded.codes.iter(), observer).map(|code| map[code as usize]).collect();
    observer.go_on()?;
    let codes = Codes::narrow(codes, dictionary.len());
    let data = Data::Coded(Coded::new(dictionary, codes));
    Ok(Column { name: name.into(), kind: Kind::Text, source_type: DataType::Utf8, data })
}

/// The pseudonym of a value: HMAC-SHA-256 in hexadecimal.
fn pseudonym(key: &[u8], value: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(value.as_bytes());
    mac.finalize().into_bytes().iter().fold(String::with_capacity(64), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string succeeds");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pseudonyms_are_hmac_sha_256() {
        // RFC 4231, test case 2, whose key is shorter than we accept from users.
        assert_eq!(
            pseudonym(b"Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn equal_values_share_a_pseudonym_and_missing_stays_missing() {
        let column = Column::from_texts("id", [Some("a"), None, Some("b"), Some("a")]);
        let result =
            pseudonymize("id", column.coded().expect("coded"), &[7; 32], &()).expect("nobody aborts");
        let coded = result.coded().expect("coded");
        assert_eq!(coded.codes, Codes::U8(vec![0, 1, 2, 0]));
        assert_eq!(coded.dictionary.value(1), None);
        assert_eq!(coded.dictionary.value(0).map(str::len), Some(64));
    }
}
