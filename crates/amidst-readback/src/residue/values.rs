//! Bits, numbers and offsets as they stand in buffers.

/// Which slots hold a cell; all do if there is nothing to say.
pub(super) type Shown = Option<Vec<bool>>;

/// The bits of so many slots; `None` if the buffer is of another length or says more.
pub(super) fn bits(buffer: &[u8], slots: usize) -> Option<Vec<bool>> {
    let bit = |slot: usize| buffer[slot / 8] >> (slot % 8) & 1 == 1;
    if buffer.len() != slots.div_ceil(8) || (slots..buffer.len() * 8).any(bit) {
        return None;
    }
    Some((0..slots).map(bit).collect())
}

/// A whole number of any width that is not negative; a negative one is larger than anything can be.
pub(super) fn number(bytes: &[u8]) -> usize {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    usize::try_from(u64::from_le_bytes(wide)).unwrap_or(usize::MAX)
}

/// Where so many cells begin and the last one ends, from 0 on; `None` if they do not.
pub(super) fn offsets(buffer: &[u8], width: usize, cells: usize) -> Option<Vec<usize>> {
    if cells == 0 && buffer.is_empty() {
        return Some(Vec::new());
    }
    let offsets: Vec<usize> = buffer.chunks(width).map(number).collect();
    let fits = buffer.len() == width * (cells + 1) && offsets[0] == 0 && offsets.is_sorted();
    fits.then_some(offsets)
}

/// Whether slots without a cell are zero.
pub(super) fn zero_where_hidden(buffer: &[u8], width: usize, shown: &Shown) -> bool {
    let Some(shown) = shown else { return true };
    let slots = buffer.chunks_exact(width.max(1)).zip(shown);
    slots.filter(|(_, shown)| !**shown).all(|(slot, _)| slot.iter().all(|&byte| byte == 0))
}

/// The same for so many slots below each.
pub(super) fn spread(shown: &Shown, size: usize) -> Shown {
    let shown = shown.as_ref()?;
    Some(shown.iter().flat_map(|&shown| std::iter::repeat_n(shown, size)).collect())
}
