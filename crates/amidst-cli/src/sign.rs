//! `amidst keygen` and `amidst sign`: a key of one's own, and the signature of whoever answers for a release.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use amidst::{
    advanced::files::Guard,
    verify::{SigningKey, sign_certificate, signature_beside},
};
use clap::Args;

use crate::print;

/// The words of `amidst keygen`.
#[derive(Args)]
pub struct Keygen {
    /// Where to write the private key, which you alone can read then: steward.pem. The public half goes beside it: steward.pub.pem.
    #[arg(value_name = "KEY.pem")]
    key: PathBuf,
}

/// The words of `amidst sign`.
#[derive(Args)]
pub struct Sign {
    /// The certificate, as `anonymize --certificate` wrote it.
    certificate: PathBuf,
    /// Your private key, as `keygen` or OpenSSL wrote it.
    #[arg(long, value_name = "KEY.pem")]
    key: PathBuf,
    /// Overwrite a signature that is there.
    #[arg(long)]
    force: bool,
}

/// Makes a key. None is ever overwritten.
pub fn keygen(args: &Keygen) -> anyhow::Result<ExitCode> {
    let mut guard = Guard::new(Vec::<&Path>::new(), false);
    let private = guard.target("private key", &args.key)?.private();
    let public = guard.target("public key", &public_half(&args.key))?;
    let key = SigningKey::draw()?;
    let public = public.write(&key.public().to_pem())?;
    let private = private.write(&key.to_pem())?;
    print(&format!(
        "Written: {private}, for nobody but you to read, and {public}, for everybody who checks your signatures.\n"
    ))
}

/// Signs a certificate.
pub fn sign(args: &Sign) -> anyhow::Result<ExitCode> {
    let key = SigningKey::read(&args.key)?;
    let mut guard = Guard::new([&args.certificate], args.force).with_secrets([&args.key]);
    let target = guard.target("signature", &signature_beside(&args.certificate))?;
    let written = target.write_bytes(&sign_certificate(&args.certificate, &key)?)?;
    let certificate = args.certificate.display();
    print(&format!(
        "Written: {written}. Whoever has it, {certificate}, the release and your public key can run\n  \
         amidst verify {certificate} RELEASE --key KEY.pub.pem\n"
    ))
}

/// `steward.pem` becomes `steward.pub.pem`.
fn public_half(key: &Path) -> PathBuf {
    key.with_extension("pub.pem")
}
