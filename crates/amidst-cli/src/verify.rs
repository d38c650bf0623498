//! `amidst verify`: whether a release is the one that a certificate speaks of, and what of its claims can be found again.

use std::{path::PathBuf, process::ExitCode};

use amidst::verify::{VerifyOptions, verify};
use clap::Args;

use crate::{
    NOT_MET,
    advice::note,
    args::LayoutArgs,
    format, print,
    progress::{Progress, ShownTo},
};

/// The words of `amidst verify`.
#[derive(Args)]
pub struct VerifyArgs {
    /// The certificate, as `anonymize --certificate` wrote it.
    certificate: PathBuf,
    /// The release.
    release: String,
    /// The plan of the same run.
    #[arg(long, value_name = "JSON")]
    plan: Option<PathBuf>,
    /// The report of the same run.
    #[arg(long, value_name = "HTML")]
    report: Option<PathBuf>,
    /// The public key of whoever is said to have signed the certificate: exit 1 if this key did not.
    #[arg(long, value_name = "KEY.pub.pem")]
    key: Option<PathBuf>,
    /// The signature; that beside the certificate (CERTIFICATE.sig) if not given.
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// Runs the command.
pub fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let options = VerifyOptions {
        certificate: args.certificate.clone(),
        release: args.layout.input(&args.release),
        plan: args.plan.clone(),
        report: args.report.clone(),
        key: args.key.clone(),
        signature: args.signature.clone(),
    };
    let progress = Progress::new(ShownTo::Terminal)?;
    let verified = verify(&options, &progress)?;
    drop(progress);
    let line = |claim: &amidst::verify::Claimed| format!("{}.\n", format::sentence(&note(&claim.words)));
    print(&match args.json {
        true => format!("{}\n", serde_json::to_string(&verified)?),
        false => verified.claims.iter().map(line).collect(),
    })?;
    Ok(if verified.holds { ExitCode::SUCCESS } else { ExitCode::from(NOT_MET) })
}
