//! Just enough of Thrift's compact protocol to see how a Parquet footer nests its columns, and what pages claim to hold.

use std::io::{self, Read, Take};

/// A reader of bytes.
pub(super) struct Thrift<R> {
    bytes: Take<R>,
}

/// What the header of a page takes, and what it says of the bytes behind it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageSizes {
    pub(super) header: u64,
    pub(super) packed: u64,
    pub(super) unpacked: u64,
}

/// Types of the compact protocol.
mod kind {
    pub const TRUE: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const BYTE: u8 = 3;
    pub const I16: u8 = 4;
    pub const I32: u8 = 5;
    pub const I64: u8 = 6;
    pub const DOUBLE: u8 = 7;
    pub const BINARY: u8 = 8;
    pub const LIST: u8 = 9;
    pub const SET: u8 = 10;
    pub const MAP: u8 = 11;
    pub const STRUCT: u8 = 12;
}

/// Structs within structs; Parquet's own go six deep.
const DEPTH: usize = 32;

/// The list of schema elements in a footer, and in an element how many children it has.
const SCHEMA: i16 = 2;
const CHILDREN: i16 = 5;

/// The sizes of a page in its header.
const UNPACKED: i16 = 2;
const PACKED: i16 = 3;

impl<'a> Thrift<&'a [u8]> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self::within(bytes, bytes.len() as u64)
    }
}

impl<R: Read> Thrift<R> {
    /// Reads no more than so many bytes.
    pub(super) fn within(bytes: R, limit: u64) -> Self {
        Self { bytes: bytes.take(limit) }
    }

    /// The sizes in the header of a page; `None` if the bytes are no such header.
    pub(super) fn page_sizes(mut self) -> Option<PageSizes> {
        let limit = self.bytes.limit();
        let (mut id, mut packed, mut unpacked) = (0, None, None);
        while let Some(kind) = self.field(&mut id)? {
            let size = match id {
                PACKED => &mut packed,
                UNPACKED => &mut unpacked,
                _ => {
                    self.skip(kind, DEPTH)?;
                    continue;
                }
            };
            // A size that is said twice is read by some as the first and by others as the second.
            if kind != kind::I32 || size.replace(self.size()?).is_some() {
                return None;
            }
        }
        Some(PageSizes { header: limit - self.bytes.limit(), packed: packed?, unpacked: unpacked? })
    }

    /// A size of 32 bits. Decoders cut longer ones off, each in its own way.
    fn size(&mut self) -> Option<u64> {
        let size = i32::try_from(self.zigzag()?).ok()?;
        u64::try_from(size).ok()
    }

    /// The number of children of every schema element, in their order; `None` if the bytes are no footer.
    pub(super) fn children_of_schema(mut self) -> Option<Vec<i64>> {
        let mut id = 0;
        while let Some(kind) = self.field(&mut id)? {
            if id != SCHEMA || kind != kind::LIST {
                self.skip(kind, DEPTH)?;
                continue;
            }
            let (element, count) = self.list()?;
            if element != kind::STRUCT {
                return None;
            }
            return (0..count).map(|_| self.children()).collect();
        }
        None
    }

    fn children(&mut self) -> Option<i64> {
        let (mut id, mut children) = (0, 0);
        while let Some(kind) = self.field(&mut id)? {
            match (id, kind) {
                (CHILDREN, kind::I32) => children = self.zigzag()?,
                _ => self.skip(kind, DEPTH)?,
            }
        }
        Some(children)
    }

    /// The type of the next field, whose number becomes `id`; `Some(None)` at the end of the struct.
    fn field(&mut self, id: &mut i16) -> Option<Option<u8>> {
        let byte = self.byte()?;
        if byte == 0 {
            return Some(None);
        }
        *id = match byte >> 4 {
            0 => i16::try_from(self.zigzag()?).ok()?,
            step => id.checked_add(i16::from(step))?,
        };
        Some(Some(byte & 0x0f))
    }

    fn list(&mut self) -> Option<(u8, u64)> {
        let byte = self.byte()?;
        let count = if byte >> 4 == 15 { self.varint()? } else { u64::from(byte >> 4) };
        // Each element takes a byte at least.
        (count <= self.bytes.limit()).then_some((byte & 0x0f, count))
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            kind::TRUE | kind::FALSE => {}
            kind::BYTE => self.take(1)?,
            kind::I16 | kind::I32 | kind::I64 => drop(self.varint()?),
            kind::DOUBLE => self.take(8)?,
            kind::BINARY => {
                let length = self.varint()?;
                self.take(length)?;
            }
            kind::LIST | kind::SET => {
                let (element, count) = self.list()?;
                (0..count).try_for_each(|_| self.skip_element(element, depth))?;
            }
            kind::MAP => {
                let count = self.varint()?;
                let kinds = if count == 0 { 0 } else { self.byte()? };
                for _ in 0..count {
                    self.skip_element(kinds >> 4, depth)?;
                    self.skip_element(kinds & 0x0f, depth)?;
                }
            }
            kind::STRUCT => {
                let mut id = 0;
                while let Some(kind) = self.field(&mut id)? {
                    self.skip(kind, depth)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// In lists a truth value takes a byte; as a field it has none of its own.
    fn skip_element(&mut self, kind: u8, depth: usize) -> Option<()> {
        match kind {
            kind::TRUE | kind::FALSE => self.take(1),
            kind => self.skip(kind, depth),
        }
    }

    fn zigzag(&mut self) -> Option<i64> {
        let number = self.varint()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        self.bytes.read_exact(&mut byte).ok()?;
        Some(byte[0])
    }

    fn take(&mut self, count: u64) -> Option<()> {
        let skipped = io::copy(&mut self.bytes.by_ref().take(count), &mut io::sink()).ok()?;
        (skipped == count).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_counted_and_everything_else_is_skipped() {
        // A version, then two elements: a name and two children; a name and none.
        let footer = b"\x15\x02\x19\x2c\x48\x01r\x15\x04\x00\x48\x01a\x00\x00";
        assert_eq!(Thrift::new(footer).children_of_schema(), Some(vec![2, 0]));
    }

    #[test]
    fn what_ends_early_or_claims_too_much_is_no_footer() {
        assert_eq!(Thrift::new(b"\x15\x02\x19\x2c\x48\x01r\x15\x04").children_of_schema(), None);
        assert_eq!(Thrift::new(b"\x19\xfc\xff\xff\xff\x7f\x00").children_of_schema(), None);
        assert_eq!(Thrift::new(&[0x1c; 1000]).children_of_schema(), None);
        assert_eq!(Thrift::new(b"").children_of_schema(), None);
    }

    #[test]
    fn the_sizes_of_a_page_are_those_in_its_header() {
        // A dictionary page that unpacks from 7 bytes to 5, the header of its kind, and what follows.
        let header = b"\x15\x04\x15\x0a\x15\x0e\x4c\x15\x02\x15\x00\x00\x00page";
        let sizes = PageSizes { header: 13, packed: 7, unpacked: 5 };
        assert_eq!(Thrift::new(header).page_sizes(), Some(sizes));
    }

    #[test]
    fn sizes_that_are_left_out_or_said_twice_or_negative_or_too_large_are_none() {
        let check = |header: &[u8]| assert_eq!(Thrift::new(header).page_sizes(), None, "{header:?}");
        check(b"\x15\x04\x15\x0a\x00");
        check(b"\x15\x04\x15\x0a\x15\x0e\x05\x04\x0a\x00");
        check(b"\x15\x04\x15\x0b\x15\x0e\x00");
        check(b"\x15\x04\x15\xcf\xab\xec\x8a\xf5\xe9\x0a\x15\x0e\x00");
        check(b"\x15\x04\x16\x0a\x15\x0e\x00");
    }
}
