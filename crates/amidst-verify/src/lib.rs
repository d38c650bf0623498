//! What a certificate claims of its release: what was asked and [reached](Privacy), the [claim] in words, and whether files are
//! those of its run and hold what it states ([`verify`](fn@verify)). Nothing here writes a table.

pub mod claim;
mod privacy;
mod verify;

pub use privacy::{KResult, ModelResult, Privacy, SensitiveResult};
pub use verify::{Claimed, Figure, Standing, Verified, VerifyOptions, verify};
