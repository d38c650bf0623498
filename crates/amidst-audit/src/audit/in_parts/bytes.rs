//! Sums as bytes.
//!
//! The first line and a number say what they are and in which form. Numbers are written seven bits at a time, the lowest first,
//! with the eighth bit where more follow; texts and lists after their length; sums of cells as 2 × 8 bytes, lowest first. What is
//! read is checked: nothing that was not written so is taken for sums.

use std::collections::BTreeMap;

use super::{
    PartAudit,
    file::FileSums,
    side::{Cell, Side, TupleSums},
};
use crate::{
    AuditError, FileReport,
    audit::{canons::Canons, fingerprint::Fingerprint, judge::Ends},
    text::Canon,
};

const HEAD: &[u8] = b"amidst audit of a part\n";
const VERSION: u64 = 1;

/// In the order of their numbers.
const CANONS: [Canon; 5] = [Canon::Text, Canon::Number, Canon::Float, Canon::Boolean, Canon::Time];

/// As bytes.
pub(super) fn written(part: &PartAudit) -> Vec<u8> {
    let mut to = Writer(HEAD.to_vec());
    to.number(VERSION);
    to.0.extend_from_slice(&part.key);
    to.list(&part.canons.of, |to, canon| {
        to.number(CANONS.iter().position(|it| it == canon).expect("all are listed") as u64);
    });
    to.list(&part.canons.order, |to, &column| to.number(column as u64));
    to.side(&part.source);
    to.side(&part.file);
    to.number(part.uncovered);
    to.number(part.files.len() as u64);
    for (number, file) in &part.files {
        to.number(*number);
        to.file(file);
    }
    to.0
}

/// From bytes.
pub(super) fn read(bytes: &[u8]) -> Result<PartAudit, AuditError> {
    const NO_SUMS: AuditError = AuditError::Parts("these are no sums of a part, or not all of them");
    let mut from = Reader(bytes.strip_prefix(HEAD).ok_or(NO_SUMS)?);
    if from.number() != Some(VERSION) {
        return Err(AuditError::Parts("they are in a form of another version"));
    }
    from.part().filter(|_| from.0.is_empty()).ok_or(NO_SUMS)
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 1 << 7 {
            self.0.push(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|one| each(self, one));
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text);
    }

    /// One more than the length of a text; 0 if there is none.
    fn maybe(&mut self, text: Option<&[u8]>) {
        self.number(text.map_or(0, |text| text.len() as u64 + 1));
        self.0.extend_from_slice(text.unwrap_or_default());
    }

    fn side(&mut self, side: &Side) {
        self.list(&side.dictionaries, |to, cells| {
            to.list(cells, |to, cell| match cell {
                None => to.number(0),
                Some(label) => {
                    to.number(1);
                    to.maybe(label.as_deref());
                }
            });
        });
        self.number(side.tallies.len() as u64);
        for (look, tally) in side.looks.iter().zip(&side.tallies) {
            self.list(look, |to, &column| to.number(column as u64));
            self.list(&tally.rows, |to, &rows| to.number(rows));
            tally.codes.iter().for_each(|&code| self.number(code.into()));
            self.list(&tally.fingerprints, |to, sum| {
                sum.0.iter().for_each(|lane| to.0.extend_from_slice(&lane.to_le_bytes()));
            });
        }
    }

    fn file(&mut self, file: &FileSums) {
        self.number(file.report.bytes);
        self.text(file.report.sha256.as_bytes());
        [file.rows, file.strange, file.descents].into_iter().for_each(|number| self.number(number));
        self.number(file.ends.is_some().into());
        for end in file.ends.iter().flat_map(|(first, last)| [first, last]) {
            self.list(end, |to, cell| to.maybe(cell.as_deref()));
        }
        self.maybe(file.residue.as_ref().map(String::as_bytes));
        self.maybe(file.columns.as_ref().map(String::as_bytes));
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7f);
            if shift >= u64::BITS || bits << shift >> shift != bits || (shift > 0 && byte == 0) {
                return None;
            }
            number |= bits << shift;
            if byte < 1 << 7 {
                break;
            }
        }
        Some(number)
    }

    /// A length; whatever is that long takes at least a byte each.
    fn length(&mut self) -> Option<usize> {
        self.number()?.try_into().ok().filter(|&length| length <= self.0.len())
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.length()?).map(|_| each(self)).collect()
    }

    fn text(&mut self) -> Option<String> {
        let length = self.length()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn maybe(&mut self) -> Option<Option<Box<[u8]>>> {
        match self.number()? {
            0 => Some(None),
            more => Some(Some(self.take(usize::try_from(more - 1).ok()?)?.into())),
        }
    }

    fn words(&mut self) -> Option<Option<String>> {
        self.maybe()?.map(|text| String::from_utf8(text.into_vec())).transpose().ok()
    }

    fn part(&mut self) -> Option<PartAudit> {
        let key = self.take(32)?.try_into().ok()?;
        let of = self.list(|from| CANONS.get(usize::try_from(from.number()?).ok()?).copied())?;
        let order = self.list(|from| from.number()?.try_into().ok())?;
        let (source, file, uncovered) = (self.side()?, self.side()?, self.number()?);
        let mut files = BTreeMap::new();
        for _ in 0..self.length()? {
            let number = self.number()?;
            if files.last_key_value().is_some_and(|(before, _)| *before >= number) {
                return None;
            }
            files.insert(number, self.file()?);
        }
        // Of a sum of all rows there must be a number.
        let rows = files.values().try_fold(0_u64, |rows, file: &FileSums| rows.checked_add(file.rows))?;
        let part = PartAudit { key, canons: Canons { of, order }, source, file, uncovered, files };
        (rows == part.file.rows()).then_some(part)
    }

    fn side(&mut self) -> Option<Side> {
        let dictionaries: Vec<Vec<Cell>> = self.list(|from| {
            let cells = from.list(|from| match from.number()? {
                0 => Some(None),
                1 => from.maybe().map(Some),
                _ => None,
            })?;
            cells.is_sorted_by(|a, b| a < b).then_some(cells)
        })?;
        let (mut looks, mut tallies) = (Vec::new(), Vec::new());
        for _ in 0..self.length()? {
            let look: Vec<usize> = self.list(|from| from.number()?.try_into().ok())?;
            tallies.push(self.tally(&look, &dictionaries)?);
            looks.push(look);
        }
        let rows = |tally: &TupleSums| tally.rows.iter().try_fold(0_u64, |all, &rows| all.checked_add(rows));
        let all = rows(tallies.first()?)?;
        let is_whole = tallies.iter().all(|tally| rows(tally) == Some(all))
            && tallies[0].fingerprints.len() == tallies[0].rows.len();
        is_whole.then_some(Side { dictionaries, looks, tallies })
    }

    fn tally(&mut self, look: &[usize], dictionaries: &[Vec<Cell>]) -> Option<TupleSums> {
        let rows = self.list(|from| from.number().filter(|&rows| rows > 0))?;
        let mut codes = Vec::new();
        for _ in 0..rows.len() {
            for &column in look {
                let code = self.number()?;
                (code < dictionaries.get(column)?.len() as u64).then(|| codes.push(code as u32))?;
            }
        }
        let fingerprints = self.list(|from| {
            let mut lane = || Some(u64::from_le_bytes(from.take(8)?.try_into().ok()?));
            Some(Fingerprint([lane()?, lane()?]))
        })?;
        let tally = TupleSums { codes, rows, fingerprints };
        let is_sorted = tally.tuples(look.len()).is_sorted_by(|a, b| a < b);
        (is_sorted && tally.rows.len() <= u32::MAX as usize).then_some(tally)
    }

    fn file(&mut self) -> Option<FileSums> {
        let report = FileReport { bytes: self.number()?, sha256: self.text()? };
        let (rows, strange, descents) = (self.number()?, self.number()?, self.number()?);
        let ends = match self.number()? {
            0 => None,
            1 => Some((self.end()?, self.end()?)),
            _ => return None,
        };
        Some(FileSums {
            report,
            rows,
            strange,
            descents,
            ends,
            residue: self.words()?,
            columns: self.words()?,
        })
    }

    fn end(&mut self) -> Option<Ends> {
        self.list(Self::maybe)
    }
}
