//! A summary as bytes.
//!
//! The form, version 1. Numbers are varints: seven bits a byte, low ones first, the high bit on all bytes but the last. A
//! list is its length and then its items; a text is the list of its UTF-8 bytes.
//!
//! ```text
//! "AMTS"  version  body  checksum (FNV-1a of all before it, 64 bits, low byte first)
//! body       columns  tuples  count of each tuple  list of histograms
//! columns    list of: name, 1 if a cell is missing or else 0, list of texts in ascending order
//! tuples     their number, then each packed into words: what its first word is above that of the one before, then the others
//! histogram  columns  combinations, as tuples  for each tuple the list of: what the combination is above the one before, rows
//! ```
//!
//! A column of n values takes the bits of n − 1 in a packed tuple, the first column those that are highest; a column
//! that does not fit into what is left of a word begins the next. The form says nothing of how wide counts are in memory.

use super::{JointHistogram, NamedValues, SummaryError, TupleSummary, error::TOO_MANY_ROWS};
use crate::{ClassHistograms, packed::Packed};

const MAGIC: &[u8; 4] = b"AMTS";
const CHECKSUM_BYTES: usize = size_of::<u64>();

impl TupleSummary {
    /// The version of the form that is written, and the newest that is read.
    pub const VERSION: u64 = 1;

    /// The summary as bytes, in the form above.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Writer(MAGIC.to_vec());
        bytes.number(Self::VERSION);
        bytes.columns(&self.columns);
        bytes.tuples(&self.tuples);
        self.counts.iter().for_each(|&rows| bytes.number(rows.into()));
        bytes.number(self.histograms.len() as u64);
        self.histograms.iter().for_each(|histogram| bytes.histogram(histogram, self.len()));
        let checksum = checksum(&bytes.0);
        bytes.0.extend_from_slice(&checksum.to_le_bytes());
        bytes.0
    }

    /// What was written.
    ///
    /// # Errors
    /// If the bytes are no summary, one of a newer version, or not as they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SummaryError> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC).ok_or(SummaryError::NotASummary)?);
        // A newer version may end otherwise, so it comes before the checksum.
        let found = reader.number()?;
        if found > Self::VERSION {
            return Err(SummaryError::Version { found });
        }
        let (body, end) = reader.0.split_last_chunk::<CHECKSUM_BYTES>().ok_or(CUT_OFF)?;
        let summed = &bytes[..bytes.len() - CHECKSUM_BYTES];
        if found == 0 || checksum(summed) != u64::from_le_bytes(*end) {
            return Err(SummaryError::Damaged("its checksum does not fit its bytes"));
        }
        let mut reader = Reader(body);
        let summary = reader.summary()?;
        if reader.0.is_empty() { Ok(summary) } else { Err(SummaryError::Damaged("it goes on after its end")) }
    }
}

const CUT_OFF: SummaryError = SummaryError::Damaged("it ends early");
const OUT_OF_ORDER: SummaryError = SummaryError::Damaged("what it holds is not in order");
const OUT_OF_RANGE: SummaryError = SummaryError::Damaged("a number is out of its range");

/// FNV-1a: finds damage, not forgery.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn columns(&mut self, columns: &[NamedValues]) {
        self.number(columns.len() as u64);
        for column in columns {
            self.text(column.name());
            let has_missing = column.iter().next() == Some(None);
            self.number(has_missing.into());
            self.number(column.len() as u64 - u64::from(has_missing));
            column.iter().flatten().for_each(|value| self.text(value));
        }
    }

    fn tuples(&mut self, tuples: &Packed) {
        self.number(tuples.len() as u64);
        let mut before = 0;
        for key in tuples.keys.chunks_exact(tuples.words) {
            self.number(key[0] - before);
            before = key[0];
            key[1..].iter().for_each(|&word| self.number(word));
        }
    }

    fn histogram(&mut self, histogram: &JointHistogram, tuples: usize) {
        self.columns(&histogram.columns);
        self.tuples(&histogram.combinations);
        for tuple in 0..tuples {
            let (combinations, counts) = histogram.tuple(tuple);
            self.number(combinations.len() as u64);
            let mut before = 0;
            for (&combination, &rows) in combinations.iter().zip(counts) {
                self.number((combination - before).into());
                self.number(rows.into());
                before = combination;
            }
        }
    }
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

type Read<T> = Result<T, SummaryError>;

impl<'a> Reader<'a> {
    fn number(&mut self) -> Read<u64> {
        let mut number = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or(CUT_OFF)?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(OUT_OF_RANGE);
            }
            number |= bits << shift;
            if byte == 0 && shift > 0 {
                // There is one way to write a number, so that there is one to write a summary.
                return Err(OUT_OF_RANGE);
            }
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(OUT_OF_RANGE)
    }

    fn count(&mut self) -> Read<u32> {
        u32::try_from(self.number()?).map_err(|_| OUT_OF_RANGE)
    }

    fn flag(&mut self) -> Read<bool> {
        match self.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(OUT_OF_RANGE),
        }
    }

    /// The length of a list, each item of which takes at least a byte: never more than there can be.
    fn length(&mut self) -> Read<usize> {
        let length = usize::try_from(self.number()?).map_err(|_| OUT_OF_RANGE)?;
        if length <= self.0.len() { Ok(length) } else { Err(CUT_OFF) }
    }

    fn text(&mut self) -> Read<&'a str> {
        let length = self.length()?;
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        str::from_utf8(text).map_err(|_| SummaryError::Damaged("a text is not UTF-8"))
    }

    fn list<T>(&mut self, length: usize, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        (0..length).map(|_| item(self)).collect()
    }

    fn columns(&mut self) -> Read<Vec<NamedValues>> {
        let length = self.length()?;
        self.list(length, Self::column)
    }

    fn column(&mut self) -> Read<NamedValues> {
        let name = self.text()?.to_owned();
        let mut values = if self.flag()? { vec![None] } else { Vec::new() };
        for _ in 0..self.length()? {
            values.push(Some(Box::from(self.text()?)));
        }
        NamedValues::new(name, values).ok_or(OUT_OF_ORDER)
    }

    /// Distinct tuples of all values of some columns.
    fn tuples(&mut self, columns: &[NamedValues]) -> Read<Packed> {
        if columns.is_empty() {
            return Err(SummaryError::Damaged("it has no column"));
        }
        let mut tuples = Packed::new(columns.iter().map(NamedValues::len).collect());
        let mut before = 0_u64;
        for _ in 0..self.length()? {
            before = before.checked_add(self.number()?).ok_or(OUT_OF_RANGE)?;
            tuples.keys.push(before);
            for _ in 1..tuples.words {
                tuples.keys.push(self.number()?);
            }
        }
        check_tuples(&tuples)?;
        Ok(tuples)
    }

    fn summary(&mut self) -> Read<TupleSummary> {
        let columns = self.columns()?;
        let tuples = self.tuples(&columns)?;
        let counts = self.list(tuples.len(), Self::count)?;
        check_counts(&counts)?;
        let length = self.length()?;
        let histograms = self.list(length, |reader| reader.histogram(&counts))?;
        Ok(TupleSummary { columns, tuples, counts, histograms })
    }

    fn histogram(&mut self, rows_of_tuples: &[u32]) -> Read<JointHistogram> {
        let columns = self.columns()?;
        let combinations = self.tuples(&columns)?;
        let mut entries = Vec::new();
        for (tuple, &rows) in rows_of_tuples.iter().enumerate() {
            let mut left = rows;
            let mut combination = 0_u32;
            for at in 0..self.length()? {
                let above = self.count()?;
                combination = combination.checked_add(above).ok_or(OUT_OF_RANGE)?;
                let count = self.count()?;
                if (at > 0 && above == 0) || combination as usize >= combinations.len() || count == 0 {
                    return Err(OUT_OF_RANGE);
                }
                left = left.checked_sub(count).ok_or(OUT_OF_RANGE)?;
                entries.push((tuple as u32, combination, count));
            }
            if left > 0 {
                return Err(SummaryError::Damaged("a histogram does not add up to its rows"));
            }
        }
        let mut occurs = vec![false; combinations.len()];
        entries.iter().for_each(|&(_, combination, _)| occurs[combination as usize] = true);
        if occurs.contains(&false) {
            return Err(UNUSED);
        }
        let tally =
            ClassHistograms::of_pairs(entries.iter().copied(), rows_of_tuples.len(), combinations.len());
        Ok(JointHistogram { columns, combinations, tally })
    }
}

const UNUSED: SummaryError = SummaryError::Damaged("a value occurs in no row");

/// Tuples must be packed as they would be here, ascend, and show every value of their columns.
fn check_tuples(tuples: &Packed) -> Read<()> {
    let mut occurs: Vec<Vec<bool>> = tuples.widths.iter().map(|&width| vec![false; width]).collect();
    let mut packed = Packed::new(tuples.widths.clone());
    for tuple in 0..tuples.len() {
        for (column, occurs) in occurs.iter_mut().enumerate() {
            *occurs.get_mut(tuples.number(tuple, column) as usize).ok_or(OUT_OF_RANGE)? = true;
        }
        packed.push((0..tuples.widths.len()).map(|column| tuples.number(tuple, column)));
    }
    if packed.keys != tuples.keys {
        return Err(OUT_OF_RANGE);
    }
    if occurs.iter().flatten().any(|occurs| !occurs) {
        return Err(UNUSED);
    }
    let keys = tuples.keys.chunks_exact(tuples.words);
    if keys.clone().zip(keys.skip(1)).all(|(a, b)| a < b) { Ok(()) } else { Err(OUT_OF_ORDER) }
}

fn check_counts(counts: &[u32]) -> Read<()> {
    if counts.contains(&0) {
        return Err(OUT_OF_RANGE);
    }
    let rows: u64 = counts.iter().map(|&rows| u64::from(rows)).sum();
    if rows <= u64::from(u32::MAX) { Ok(()) } else { Err(TOO_MANY_ROWS) }
}
