//! The buffers of a batch, one by one: as long as their cells need, and zeros where there is no cell.

use arrow_ipc::RecordBatch;
use arrow_schema::DataType;

use super::{
    Account, besides,
    columns::Column,
    dictionaries::Dictionaries,
    overhead::{is_explained, is_padding},
    values::{Shown, bits, number, offsets, spread, zero_where_hidden},
};

const SHORT: &str = "a batch has fewer buffers than its columns need";
const LONG: &str = "a buffer is longer than its cells";
const HIDDEN: &str = "there is something below a null";

/// A batch whose buffers are taken one after another.
pub(super) struct Body<'a> {
    bytes: &'a [u8],
    batch: RecordBatch<'a>,
    node: usize,
    buffer: usize,
    views: usize,
    /// Where the last buffer ended.
    end: usize,
}

impl<'a> Body<'a> {
    pub fn new(described: &[u8], bytes: &'a [u8], batch: RecordBatch<'a>) -> Account<Self> {
        if batch.compression().is_some() {
            return besides("batches are compressed, which hides what they hold besides cells");
        }
        let nodes = batch.nodes().map_or(0, |nodes| nodes.len());
        let buffers = batch.buffers().map_or(0, |buffers| buffers.len());
        let views = batch.variadicBufferCounts().map_or(0, |counts| counts.len());
        is_explained(described.len(), 16 * (nodes + buffers) + 8 * views)?;
        Ok(Self { bytes, batch, node: 0, buffer: 0, views: 0, end: 0 })
    }

    /// The rows of the batch.
    pub fn rows(&self) -> usize {
        usize::try_from(self.batch.length()).unwrap_or(0)
    }

    /// Accounts for a column.
    pub fn column(&mut self, column: &Column, dictionaries: &mut Dictionaries) -> Account {
        self.walk(column, self.rows(), None, dictionaries)
    }

    /// Whether nothing is left.
    pub fn end(self) -> Account {
        let buffers = self.batch.buffers().map_or(0, |buffers| buffers.len());
        let is_over = self.buffer == buffers && is_padding(&self.bytes[self.end..]);
        if is_over { Ok(()) } else { besides("a batch holds more than its columns") }
    }

    fn walk(
        &mut self,
        column: &Column,
        rows: usize,
        shown: Shown,
        dictionaries: &mut Dictionaries,
    ) -> Account {
        self.take_node(rows)?;
        let (mut part, parts) = (0, column.parts.as_slice());
        let mut next_part = || {
            part += 1;
            parts.get(part - 1).ok_or(SHORT)
        };
        if let DataType::Null = column.data_type {
            return Ok(());
        }
        let shown = self.validity(rows, shown)?;
        match &column.data_type {
            DataType::Dictionary(key, _) => {
                let width = key.primitive_width().ok_or(SHORT)?;
                let keys = self.fixed(width, rows, &shown)?;
                let id = column.dictionary.ok_or(SHORT)?;
                let is_shown = |slot: usize| shown.as_ref().is_none_or(|shown| shown[slot]);
                let mut keys = keys.chunks_exact(width).enumerate().filter(|(slot, _)| is_shown(*slot));
                keys.try_for_each(|(_, key)| dictionaries.uses(id, number(key)))
            }
            DataType::Boolean => {
                let cells = bits(self.take_buffer()?, rows).ok_or(LONG)?;
                let shows =
                    |(slot, cell): (usize, bool)| !cell || shown.as_ref().is_none_or(|shown| shown[slot]);
                if cells.into_iter().enumerate().all(shows) { Ok(()) } else { besides(HIDDEN) }
            }
            DataType::Utf8 | DataType::Binary => self.texts(4, rows, &shown),
            DataType::LargeUtf8 | DataType::LargeBinary => self.texts(8, rows, &shown),
            DataType::Utf8View | DataType::BinaryView => self.seen_through_views(rows, &shown),
            DataType::List(_) | DataType::Map(..) => {
                let below = self.ends(4, rows, &shown)?;
                self.walk(next_part()?, below, None, dictionaries)
            }
            DataType::LargeList(_) => {
                let below = self.ends(8, rows, &shown)?;
                self.walk(next_part()?, below, None, dictionaries)
            }
            DataType::FixedSizeList(_, size) => {
                let size = usize::try_from(*size).unwrap_or(0);
                self.walk(next_part()?, rows * size, spread(&shown, size), dictionaries)
            }
            DataType::Struct(_) => {
                parts.iter().try_for_each(|part| self.walk(part, rows, shown.clone(), dictionaries))
            }
            DataType::FixedSizeBinary(width) => {
                self.fixed(usize::try_from(*width).unwrap_or(0), rows, &shown).map(drop)
            }
            other => match other.primitive_width() {
                Some(width) => self.fixed(width, rows, &shown).map(drop),
                None => besides("a column has a type that cannot be accounted for"),
            },
        }
    }

    fn take_node(&mut self, rows: usize) -> Account {
        let node =
            self.batch.nodes().and_then(|nodes| (self.node < nodes.len()).then(|| *nodes.get(self.node)));
        self.node += 1;
        let length = usize::try_from(node.ok_or(SHORT)?.length());
        if length == Ok(rows) {
            Ok(())
        } else {
            besides("a column has more or fewer slots than its cells need")
        }
    }

    /// The next buffer; it begins where the last one ended, but for padding.
    fn take_buffer(&mut self) -> Account<&'a [u8]> {
        let buffers = self.batch.buffers().ok_or(SHORT)?;
        if self.buffer >= buffers.len() {
            return besides(SHORT);
        }
        let buffer = buffers.get(self.buffer);
        self.buffer += 1;
        let start = usize::try_from(buffer.offset()).map_err(|_| SHORT)?;
        let end = usize::try_from(buffer.length()).ok().and_then(|length| start.checked_add(length));
        let end = end.filter(|&end| end <= self.bytes.len()).ok_or(SHORT)?;
        if start < self.end || !is_padding(&self.bytes[self.end..start]) {
            return besides("something stands between buffers");
        }
        self.end = end;
        Ok(&self.bytes[start..end])
    }

    fn validity(&mut self, rows: usize, above: Shown) -> Account<Shown> {
        let buffer = self.take_buffer()?;
        if buffer.is_empty() {
            return Ok(above);
        }
        let own = bits(buffer, rows).ok_or(LONG)?;
        Ok(Some(match above {
            None => own,
            Some(above) => own.into_iter().zip(above).map(|(own, above)| own && above).collect(),
        }))
    }

    fn fixed(&mut self, width: usize, rows: usize, shown: &Shown) -> Account<&'a [u8]> {
        let buffer = self.take_buffer()?;
        if buffer.len() != width * rows {
            return besides(LONG);
        }
        if zero_where_hidden(buffer, width, shown) { Ok(buffer) } else { besides(HIDDEN) }
    }

    /// The end of the last cell of cells that begin where the one before ended; those below nulls have no length.
    fn ends(&mut self, width: usize, rows: usize, shown: &Shown) -> Account<usize> {
        let ends = offsets(self.take_buffer()?, width, rows).ok_or(LONG)?;
        let has_length = |(slot, pair): (usize, &[usize])| {
            pair[0] == pair[1] || shown.as_ref().is_none_or(|shown| shown[slot])
        };
        if !ends.windows(2).enumerate().all(has_length) {
            return besides(HIDDEN);
        }
        Ok(ends.last().copied().unwrap_or(0))
    }

    fn texts(&mut self, width: usize, rows: usize, shown: &Shown) -> Account {
        let end = self.ends(width, rows, shown)?;
        if self.take_buffer()?.len() == end { Ok(()) } else { besides(LONG) }
    }

    /// Texts of up to twelve bytes stand in their views, others end to end in the buffers behind.
    fn seen_through_views(&mut self, rows: usize, shown: &Shown) -> Account {
        let views = self.fixed(16, rows, shown)?;
        let counts = self.batch.variadicBufferCounts().ok_or(SHORT)?;
        let count = if self.views < counts.len() { counts.get(self.views) } else { 0 };
        self.views += 1;
        let texts = (0..count).map(|_| self.take_buffer()).collect::<Account<Vec<_>>>()?;
        let (mut buffer, mut at) = (0, 0);
        for view in views.chunks_exact(16) {
            let length = number(&view[..4]);
            if length <= 12 {
                if view[4 + length..].iter().any(|&byte| byte != 0) {
                    return besides("something stands behind a short text");
                }
                continue;
            }
            while texts.get(buffer).is_some_and(|text| text.len() == at) {
                (buffer, at) = (buffer + 1, 0);
            }
            let text = texts.get(buffer).and_then(|text| text.get(at..at + length));
            let is_next = (number(&view[8..12]), number(&view[12..])) == (buffer, at);
            if !is_next || text.is_none_or(|text| text[..4] != view[4..8]) {
                return besides("texts do not stand in the order of their rows, end to end");
            }
            at += length;
        }
        let is_over = texts.iter().enumerate().all(|(number, text)| match number.cmp(&buffer) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => text.len() == at,
            std::cmp::Ordering::Greater => text.is_empty(),
        });
        if is_over { Ok(()) } else { besides(LONG) }
    }
}
