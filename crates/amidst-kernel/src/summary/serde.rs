//! A summary inside other documents: its bytes, whatever the format makes of bytes.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};

use super::TupleSummary;

impl Serialize for TupleSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.to_bytes())
    }
}

impl<'de> Deserialize<'de> for TupleSummary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = TupleSummary;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a summary of tuples")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<TupleSummary, E> {
        TupleSummary::from_bytes(bytes).map_err(E::custom)
    }

    /// Formats without bytes, such as JSON, have a list of numbers instead.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TupleSummary, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
