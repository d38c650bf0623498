//! What a certificate claims of its release: what was asked and [reached](Privacy), the [claim] in words, and whether files are
//! those of its run and hold what it states ([`verify`](fn@verify)); and who [signed](SigningKey) it. Nothing here writes a table.

pub mod claim;
mod privacy;
mod signature;
mod verify;

pub use privacy::{KResult, ModelResult, Privacy, SensitiveResult};
pub use signature::{PublicKey, SigningKey, signature_beside};
pub use verify::{Claimed, Figure, Standing, Verified, VerifyOptions, sign_certificate, verify};
