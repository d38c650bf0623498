//! Pairs in the order that they are in, as objects of JSON.

use serde::{Serialize, Serializer, ser::SerializeMap};

/// Writes pairs as an object, in their order.
pub fn as_map<N: Serialize, V: Serialize, S: Serializer>(
    pairs: &[(N, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (name, value) in pairs {
        map.serialize_entry(name, value)?;
    }
    map.end()
}
