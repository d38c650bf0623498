//! (k,1): every row shows enough that k rows might be meant by it.
//!
//! What one row shows does not depend on the others, so every point takes the cheaper of two answers: its own values and
//! those of its nearest, or values that are added one after the other where that costs least.

use amidst_core::Stage;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::{
    ground::Ground,
    shows::{Shows, joined, own},
    trie::is_inside,
};
use crate::Cover;

/// How far to look around for a first idea of what is near.
const REACH: usize = 8;

/// Covers of every point that k rows lie within; `None` if stopped.
pub(super) fn solve(ground: &Ground<'_>) -> Option<Shows> {
    let (done, all) = (AtomicUsize::new(0), ground.points.len());
    let solve = |point: u32| {
        let done = done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(256) {
            ground.observer.progress(Stage::Solving, done as u64, Some(all as u64));
        }
        (!ground.observer.is_stopped()).then(|| cheaper(ground, point))
    };
    let covers: Option<Vec<Vec<Cover>>> = (0..all as u32).into_par_iter().map(solve).collect();
    Some(Shows::new(ground.points, covers?.concat()))
}

fn cheaper(ground: &Ground<'_>, point: u32) -> Vec<Cover> {
    let own: Vec<Cover> = own(ground.axes, ground.points, point).collect();
    if u64::from(ground.points.count(point)) >= ground.k {
        return own;
    }
    let (expanded, nearest) = (expanded(ground, point, own.clone()), nearest(ground, point, own));
    match ground.prices.of_row(&nearest) < ground.prices.of_row(&expanded) {
        true => nearest,
        false => expanded,
    }
}

/// Adds the point that costs least until k rows lie within.
fn expanded(ground: &Ground<'_>, point: u32, mut covers: Vec<Cover>) -> Vec<Cover> {
    let trie = &ground.trie;
    loop {
        let costs = trie.costs(ground.axes, &ground.prices, &covers);
        let (mut rows, mut best) = (0, (u64::MAX, u32::MAX));
        let outside = trie.around(point, REACH).map(|other| (costs.of(trie, other), other));
        best = outside.filter(|(cost, _)| !is_inside(*cost)).fold(best, Ord::min);
        trie.below(&costs, best.0, |other, cost| {
            match is_inside(cost) {
                true => rows += u64::from(ground.points.count(other)),
                false => best = best.min((cost, other)),
            }
            best.0
        });
        if rows >= ground.k || best.1 == u32::MAX {
            return covers;
        }
        covers = joined(ground.axes, &covers, ground.points.codes(best.1));
    }
}

/// Covers a point and its nearest, k rows together.
fn nearest(ground: &Ground<'_>, point: u32, own: Vec<Cover>) -> Vec<Cover> {
    let costs = ground.trie.costs(ground.axes, &ground.prices, &own);
    // The nearest so far, ascending, as many as are needed for k rows.
    let mut near: Vec<(u64, u32)> = Vec::new();
    let mut rows = 0;
    ground.trie.below(&costs, u64::MAX, |other, cost| {
        let at = near.partition_point(|one| *one < (cost, other));
        near.insert(at, (cost, other));
        rows += u64::from(ground.points.count(other));
        while let Some(last) = near.last().map(|(_, last)| u64::from(ground.points.count(*last)))
            && rows - last >= ground.k
        {
            near.pop();
            rows -= last;
        }
        if rows < ground.k { u64::MAX } else { near.last().map_or(u64::MAX, |(cost, _)| *cost) }
    });
    debug_assert!(near.iter().any(|(_, other)| *other == point), "a point is its own nearest");
    near.iter().fold(own, |covers, (_, other)| joined(ground.axes, &covers, ground.points.codes(*other)))
}
