//! The hot path: from rows to distinct quasi tuples, and from tuples to the class table of any node.
//!
//! Rows are looked at twice in a whole run: once to collapse them to [`Tuples`], once to say which class each of them
//! falls into ([`Tuples::assign`]). In between a search asks a [`Kernel`] for class tables. Nothing here knows what is
//! good or bad about a class.
//!
//! Where the rows of a table lie in parts, each part is collapsed to a [`TupleSummary`], which needs no hierarchy; summaries
//! merge, and what was merged is taken like a table whose rows stand for several each.
//!
//! `packed.rs` is the one place where rows become distinct tuples: in parallel, by address, by hash or by sorting, over
//! codes that stand for anything. Three things are made of it. `CodeTuples` are bare codes with counts (the points of
//! `amidst-cells`). `TupleSummary` (`summary/`) is what a table, or a part of it, amounts to before hierarchies come in: the
//! distinct quasi tuples by the texts of their columns, counts, and sparse histograms of auxiliary columns, one by one or
//! jointly; no row numbers. Everything in it is in an order of its own, so `collapse(a ++ b) == merge(collapse(a),
//! collapse(b))` as structures and as bytes (`summary/bytes.rs` states the form and its version). People are merged by a
//! histogram over the column that names them: whoever is in both parts is one value of it. It holds cell values, so it is
//! data like the table. `Tuples` are tuples under hierarchies, from rows of leaves, or of coarser labels where `Marginals`
//! (`marginals.rs`) tell that no finer node is feasible; rows may stand for several each, as those of a summary do
//! (`summary/rows.rs`); class tables are rolled up from them (`rollup.rs`, `cache.rs`).
//!
//! ```
//! use std::sync::Arc;
//!
//! use amidst_core::{Coded, Codes, Hierarchy};
//! use amidst_kernel::{CodedRows, QuasiColumn, TupleSummary, Tuples};
//!
//! let part = |cells: [&str; 2]| {
//!     let column = Coded::from_texts(cells.map(Some));
//!     TupleSummary::collapse(&CodedRows::new(&[("age", &column)]))
//! };
//! let whole = part(["35", "36"])?.merge(part(["36", "41"])?)?;
//! assert_eq!((whole.rows(), whole.counts()), (4, &[1, 2, 1][..]));
//!
//! let path = |leaf: &str, label: &str| [leaf, label, "*"].map(|text| Some(text.into())).to_vec();
//! let ages = Hierarchy::from_paths(vec![path("35", "30s"), path("36", "30s"), path("41", "40s")])?;
//! let (name, rows) = whole.counted_rows()?.remove(0);
//! let leaf = |code: u32| ages.leaf(rows.dictionary.value(code)).unwrap();
//! let leaves = Codes::narrow(rows.codes.iter().map(leaf).collect(), ages.leaves());
//! let column = QuasiColumn::new(&name, Arc::new(ages.clone()), leaves).with_counts(rows.counts().cloned());
//! assert_eq!(Tuples::collapse(&[column])?.rows(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod assign;
mod aux_column;
mod block;
mod blocks;
mod cache;
mod class_histograms;
mod code_tuples;
mod collapse;
mod column;
mod distinct;
mod domain;
mod field;
mod grouper;
mod groups;
mod hash_index;
mod histogram;
mod layout;
mod locate;
mod marginals;
mod node_map;
mod packed;
mod people;
mod ranks;
mod rollup;
mod row_classes;
mod row_keys;
mod summary;
mod table;
mod tuples;

pub use amidst_core::{MILLIONTHS, UNCOUNTED};
pub use assign::Assignment;
pub use aux_column::AuxColumn;
pub use blocks::{mapped, per_row};
pub use cache::Kernel;
pub use class_histograms::ClassHistograms;
pub use code_tuples::CodeTuples;
pub use column::QuasiColumn;
pub use histogram::Histograms;
pub use marginals::Marginals;
pub use row_classes::SUPPRESSED;
pub use summary::{CodedRows, JointHistogram, NamedValues, SummaryError, TupleSummary};
pub use table::ClassTable;
pub use tuples::Tuples;
