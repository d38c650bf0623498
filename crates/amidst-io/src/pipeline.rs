//! Reading, parsing and merging at once: while workers parse one round of blocks, the next is read.

use amidst_core::Observer;

use crate::{Error, Result};

/// Blocks read ahead for every thread.
const PER_THREAD: usize = 4;

/// Runs a stream of blocks through `parse` on all cores and hands the results to `merge` in the order of the stream.
/// `parse` sees the state as the round before the last left it, `merge` changes it.
///
/// The observer is asked before every block is read and before it is parsed; `merge` tells it how far things are.
///
/// Errors come out in the order of the stream as well: that of the first bad block is the one reported.
pub(crate) fn in_rounds<S: Sync + Send, B: Send, P: Send>(
    observer: &dyn Observer,
    state: &mut S,
    mut next: impl FnMut() -> Result<Option<B>>,
    parse: impl Fn(&S, B) -> Result<P> + Sync,
    mut merge: impl FnMut(&mut S, Vec<P>) -> Result<()>,
) -> Result<()> {
    use rayon::prelude::*;

    let size = PER_THREAD * rayon::current_num_threads();
    let mut read = || {
        let mut round = Vec::with_capacity(size);
        while round.len() < size {
            match observer.go_on().map_err(Error::from).and_then(|()| next()) {
                Ok(Some(block)) => round.push(block),
                Ok(None) => break,
                Err(error) => return (round, Err(error)),
            }
        }
        (round, Ok(()))
    };
    let (mut round, mut outcome) = read();
    while !round.is_empty() {
        let mut parsed = Vec::new();
        let ahead = rayon::in_place_scope(|scope| {
            let (state, parse, parsed) = (&*state, &parse, &mut parsed);
            scope.spawn(move |_| {
                let parse = |block| {
                    observer.go_on()?;
                    parse(state, block)
                };
                *parsed = round.into_par_iter().map(parse).collect();
            });
            if outcome.is_ok() { Some(read()) } else { None }
        });
        let parsed: Vec<P> = Vec::into_iter(parsed).collect::<Result<_>>()?;
        merge(state, parsed)?;
        match ahead {
            Some(ahead) => (round, outcome) = ahead,
            None => break,
        }
    }
    outcome
}
