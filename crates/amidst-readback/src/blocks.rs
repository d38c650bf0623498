//! Cutting text into blocks that end where a row ends, quotes honoured.

use std::io::{self, Read};

use memchr::{memchr_iter, memrchr, memrchr2};

/// How much is read at a time.
const BLOCK: usize = 1 << 20;

/// A text, block by block.
pub(crate) struct Blocks {
    from: Box<dyn Read + Send>,
    quote: Option<u8>,
    /// Read, but not yet given out; begins with a row.
    ahead: Vec<u8>,
    ended: bool,
}

impl Blocks {
    /// Cuts a text in which `quote` is around cells that may hold line ends.
    pub fn new(from: Box<dyn Read + Send>, quote: Option<u8>) -> Self {
        Self { from, quote, ahead: Vec::new(), ended: false }
    }

    /// The beginning of what is left: at least one row, unless there is none.
    pub fn peek(&mut self) -> io::Result<&[u8]> {
        self.fill()?;
        Ok(&self.ahead)
    }

    /// Leaves out so many bytes of what was peeked at.
    pub fn skip(&mut self, bytes: usize) {
        self.ahead.drain(..bytes);
    }

    /// The next whole rows. A last row that has no line end is an error: the file was cut off.
    pub fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(end) = self.fill()? else {
            return if self.ahead.is_empty() { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
        };
        let rest = self.ahead[end..].to_vec();
        let mut block = std::mem::replace(&mut self.ahead, rest);
        block.truncate(end);
        Ok(Some(block))
    }

    /// Reads until the text ahead holds whole rows, and tells where the last of them ends; `None` at the end.
    fn fill(&mut self) -> io::Result<Option<usize>> {
        loop {
            if self.ahead.len() >= BLOCK || self.ended {
                if let Some(end) = self.last_row_end() {
                    return Ok(Some(end));
                }
                if self.ended {
                    return Ok(None);
                }
            }
            // A row longer than a block doubles the reach, so that the search stays linear.
            let wanted = BLOCK.max(self.ahead.len() * 2) - self.ahead.len();
            self.ahead.reserve(wanted);
            let read = self.from.by_ref().take(wanted as u64).read_to_end(&mut self.ahead)?;
            self.ended = read < wanted;
        }
    }

    /// Behind the last line end that is not inside quotes. Doubled quotes count twice and change nothing.
    fn last_row_end(&self) -> Option<usize> {
        let Some(quote) = self.quote else {
            return memrchr(b'\n', &self.ahead).map(|at| at + 1);
        };
        let mut inside = memchr_iter(quote, &self.ahead).count() % 2 == 1;
        let mut end = self.ahead.len();
        while let Some(at) = memrchr2(quote, b'\n', &self.ahead[..end]) {
            if self.ahead[at] == quote {
                inside = !inside;
            } else if !inside {
                return Some(at + 1);
            }
            end = at;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Blocks {
        Blocks::new(Box::new(io::Cursor::new(text.as_bytes().to_vec())), Some(b'"'))
    }

    #[test]
    fn rows_are_never_cut_in_two() {
        let row = format!("\"{}\n\"\"{}\n\",b\n", "x".repeat(700), "y".repeat(700));
        let text = row.repeat(3 * BLOCK / row.len());
        let mut blocks = blocks(&text);
        let mut whole = Vec::new();
        let mut count = 0;
        while let Some(block) = blocks.next_block().unwrap() {
            assert!(block.ends_with(b"\",b\n") && block.starts_with(b"\"x"));
            assert_eq!(block.len() % row.len(), 0);
            whole.extend(block);
            count += 1;
        }
        assert!(whole == text.as_bytes() && count >= 3);
    }

    #[test]
    fn a_row_longer_than_a_block_stays_whole() {
        let text = format!("\"{}\"\n", "x\n".repeat(2 * BLOCK));
        let mut blocks = blocks(&text);
        assert_eq!(blocks.next_block().unwrap().map(|block| block.len()), Some(text.len()));
        assert!(blocks.next_block().unwrap().is_none());
    }

    #[test]
    fn a_text_that_was_cut_off_is_an_error() {
        let mut cut = blocks("a,b\nc,d");
        assert_eq!(cut.next_block().unwrap(), Some(b"a,b\n".to_vec()));
        assert!(cut.next_block().is_err());
        assert!(blocks("a,\"b\nc,d\n").next_block().is_err());
        assert!(blocks("").next_block().unwrap().is_none());
    }
}
