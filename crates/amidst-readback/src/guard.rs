//! Panics of decoders on damaged files, caught: the words of such a panic may quote what the file holds.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

thread_local! {
    /// Whether the panics of this thread are answers.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// What a decoder gives; `None` if it panics.
pub(crate) fn caught<T>(decode: impl FnOnce() -> T) -> Option<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                before(panic);
            }
        }));
    });
    let outside = EXPECTED.replace(true);
    let given = catch_unwind(AssertUnwindSafe(decode));
    EXPECTED.set(outside);
    given.ok()
}
