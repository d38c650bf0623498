//! The words of the command line: every command and what all of them have in common.

use clap::{Parser, Subcommand};

#[cfg(feature = "serve")]
use crate::serve::Serve;
use crate::{
    anonymize::Anonymize,
    apply::Apply,
    attack::Attack,
    check::CheckArgs,
    collapse::Collapse,
    compare::Compare,
    demo::Demo,
    explain::Explain,
    hierarchy::Hierarchy,
    init::Init,
    list::List,
    merge::Merge,
    risk::RiskArgs,
    sign::{Keygen, Sign},
    solutions::SolutionsArgs,
    solve::Solve,
    sweep::SweepArgs,
    verify::VerifyArgs,
};

/// Release tables about people so that everyone in them stands amidst at least k-1 others.
#[derive(Parser)]
#[command(name = "amidst", version, max_term_width = 110)]
#[command(after_help = "Start with `amidst demo`, or with `amidst init TABLE` on a table of your own.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Use at most this many threads.
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<usize>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Profile every column, propose roles and hierarchies, write a commented spec.
    Init(Init),
    /// Solve, recode, write, verify what was written, report.
    Anonymize(Box<Anonymize>),
    /// Recode the next batch as a plan says; re-checks k, and refuses if it no longer holds.
    Apply(Box<Apply>),
    /// Whether a table, as it stands, meets k and any other privacy model; for people and for CI. Needs no hierarchies.
    Check(Box<CheckArgs>),
    /// How likely someone is found in a table, by whom, and which columns make that possible. Needs no hierarchies.
    Risk(Box<RiskArgs>),
    /// What an attacker learns from a release: linking with a register, what classes show, what can be undone.
    Attack(Box<Attack>),
    /// What was lost between a table and its release, column by column.
    Compare(Box<Compare>),
    /// Why this result: what holds k back, what a level or 1 % more suppression would buy, what could be had instead.
    Explain(Box<Explain>),
    /// Find every minimal solution, or list the judged lattice; release nothing.
    Solutions(Box<SolutionsArgs>),
    /// Solve a grid over k, suppression and algorithms: curves of risk and loss; release nothing.
    Sweep(Box<SweepArgs>),
    /// Collapse a table to distinct quasi tuples with counts, as a file that can be merged and solved elsewhere.
    Collapse(Box<Collapse>),
    /// Merge collapsed tables of parts into that of the whole.
    Merge(Merge),
    /// Solve a collapsed table, and write the plan that recodes the table where it lies.
    Solve(Solve),
    /// Whether a release is the one that a certificate speaks of, and what is claimed of it holds; exit 1 if not.
    Verify(Box<VerifyArgs>),
    /// Sign a certificate with your own key: that you have read the report and answer for the release.
    Sign(Sign),
    /// Make a key to sign with.
    Keygen(Keygen),
    /// Make, validate or print a hierarchy.
    #[command(subcommand)]
    Hierarchy(Hierarchy),
    /// The same in the browser, on this machine only: prints one line with the address, which holds a secret token.
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// The whole job on built-in data, no files needed.
    Demo(Demo),
    /// List what a spec may name, with parameters: models, measures, algorithms, ways to make a hierarchy.
    List(List),
    /// Print the JSON schema of a spec.
    Schema,
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
}

impl Command {
    /// Whether the answer is for programs.
    pub fn is_json(&self) -> bool {
        match self {
            Self::Anonymize(args) => args.json,
            Self::Apply(args) => args.json,
            Self::Check(args) => args.json,
            Self::Risk(args) => args.json,
            Self::Attack(args) => args.json,
            Self::Compare(args) => args.json,
            Self::Explain(args) => args.json,
            Self::Solutions(args) => args.json,
            Self::Sweep(args) => args.json,
            Self::Collapse(args) => args.json,
            Self::Merge(args) => args.json,
            Self::Solve(args) => args.json,
            Self::Verify(args) => args.json,
            Self::Init(args) => args.json,
            Self::Hierarchy(args) => args.is_json(),
            Self::List(args) => args.json,
            Self::Demo(_) | Self::Sign(_) | Self::Keygen(_) => false,
            #[cfg(feature = "serve")]
            Self::Serve(_) => false,
            Self::Schema | Self::Completions { .. } | Self::Man => false,
        }
    }
}
