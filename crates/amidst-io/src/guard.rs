//! Panics of decoders, caught at the edge: what a damaged file makes a library do is a fault of the file, and the words
//! of such a panic may quote what the file holds.

use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    /// Whether this thread is inside a decoder.
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Runs a decoder on this thread; `None` if it panics, about which nothing is printed.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !DECODING.get() {
                loud(panic);
            }
        }));
    });
    let outer = DECODING.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(outer);
    outcome.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        assert_eq!(guarded(|| 1), Some(1));
        assert_eq!(guarded(|| -> u8 { panic!("cells") }), None);
        assert_eq!(guarded(|| guarded(|| -> u8 { panic!("cells") })), Some(None));
        assert!(!DECODING.get());
    }
}
