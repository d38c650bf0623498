//! The classes of the recoded source, and beside each what the file holds of it.
//!
//! Sums are atomic and wrap, so threads may write in any order.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use amidst_core::{Aborted, Observer, observer::watched};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::{fingerprint::Fingerprint, image::Image};
use crate::{
    Crowd, Respondents, Subsets,
    classes::{Field, Index, Tuples},
    models::Parts,
};

/// Source classes and released classes, side by side.
pub(crate) struct Ledger {
    tuples: Tuples,
    index: Index,
    entries: Vec<Entry>,
    /// Rows of the file that no source row generalizes to, by a hash of their quasi cells.
    unmatched: Mutex<HashMap<u64, u64, FixedState>>,
}

/// What the file holds of a class, and how that differs from the source.
#[derive(Default)]
pub(crate) struct Entry {
    released: AtomicU64,
    /// The fingerprints of the source rows less those of the released rows: zero if they are the same.
    difference: [AtomicU64; 2],
}

/// One class, once everything is read.
pub(crate) struct Class {
    pub place: u32,
    pub source: u64,
    pub released: u64,
    pub difference: Fingerprint,
}

impl Ledger {
    /// Opens an entry for every class of the recoded source.
    pub fn new(images: &[Image], rows: usize, observer: &dyn Observer) -> Result<Self, Aborted> {
        let fields: Vec<Field> = images.iter().map(Image::field).collect();
        Self::of(Tuples::observed(&fields, rows, observer)?, observer)
    }

    /// The same, where each row of the images stands for so many.
    pub fn weighted(images: &[Image], weights: &[u64], observer: &dyn Observer) -> Result<Self, Aborted> {
        let fields: Vec<Field> = images.iter().map(Image::field).collect();
        Self::of(Tuples::weighted(&fields, weights, observer)?, observer)
    }

    fn of(tuples: Tuples, observer: &dyn Observer) -> Result<Self, Aborted> {
        let index = tuples.index(observer)?;
        let entries = (0..tuples.len()).map(|_| Entry::default()).collect();
        Ok(Self { tuples, index, entries, unmatched: Mutex::default() })
    }

    /// The classes of some source rows.
    pub fn locate(&self, fields: &[Field], rows: std::ops::Range<usize>) -> Vec<u32> {
        self.tuples.locate(&self.index, fields, rows)
    }

    /// The class of every source row, and the rows of each class.
    pub fn parts(&self, fields: &[Field], rows: usize, observer: &dyn Observer) -> Result<Parts, Aborted> {
        let of_row = Parts::located(rows, |rows| self.locate(fields, rows), observer)?;
        Ok(Parts::new(of_row, self.tuples.counts().to_vec()))
    }

    /// The rows of another table in each class; its last image in each column is none.
    pub fn counted(&self, fields: &[Field], rows: usize) -> Vec<f64> {
        self.tuples.counted(&self.index, fields, rows)
    }

    /// The class of a tuple of images.
    pub fn find(&self, images: &[u32]) -> Option<u32> {
        self.tuples.find(&self.index, images)
    }

    /// The images of a class.
    pub fn images(&self, place: u32, images: &mut [u32]) {
        self.tuples.unpack(place as usize, images);
    }

    /// All classes, for grouping them by some of their columns, each of so many images, of which one may mean missing.
    pub fn subsets(&self, widths: Vec<usize>, missing: Vec<Option<u32>>) -> Subsets {
        Subsets::of_tuples(&self.tuples, widths, missing)
    }

    /// k when a missing cell matches anything, for those classes and so many rows of each.
    pub fn k_wildcard(
        &self,
        places: &[u32],
        counts: &[u64],
        missing: &[Option<u32>],
        observer: &dyn Observer,
    ) -> Result<u64, Aborted> {
        self.tuples.k_wildcard(places, counts, missing, observer)
    }

    /// What is found of those rows by guessing among all that match when a missing cell matches anything.
    pub fn found_wildcard(
        &self,
        places: &[u32],
        counts: &[u64],
        missing: &[Option<u32>],
        observer: &dyn Observer,
    ) -> Result<f64, Aborted> {
        self.tuples.found_wildcard(places, counts, missing, observer)
    }

    /// What is known of the people of classes, of which one image of a column may mean missing.
    pub fn people(&self, crowd: &Crowd, missing: &[Option<u32>]) -> Respondents {
        crowd.people(&self.tuples, missing)
    }

    /// Adds the fingerprint of source rows.
    pub fn add_source(&self, class: u32, fingerprint: Fingerprint) {
        self.entries[class as usize].add_source(fingerprint);
    }

    /// Adds released rows.
    pub fn add_released(&self, class: u32, rows: u64, fingerprint: Fingerprint) {
        self.entries[class as usize].add_released(rows, fingerprint);
    }

    /// Adds a released row that no source row generalizes to.
    pub fn add_stranger(&self, hash: u64) {
        self.add_strangers(hash, 1);
    }

    /// Adds released rows that no source row generalizes to.
    pub fn add_strangers(&self, hash: u64, rows: u64) {
        let mut unmatched = self.unmatched.lock().expect("nobody panics while holding this lock");
        *unmatched.entry(hash).or_default() += rows;
    }

    /// All classes of the recoded source.
    pub fn classes(&self) -> impl Iterator<Item = Class> {
        self.entries.iter().zip(self.tuples.counts()).enumerate().map(|(place, (entry, &source))| Class {
            place: place as u32,
            source,
            released: entry.released(),
            difference: entry.difference(),
        })
    }

    /// The same, and the observer is asked: whoever went through them must ask once more.
    pub fn watched<'a>(&'a self, observer: &'a dyn Observer) -> impl Iterator<Item = Class> + 'a {
        watched(self.classes(), observer)
    }

    /// The sizes of released classes that no source row generalizes to.
    pub fn unmatched(&self) -> Vec<u64> {
        self.unmatched.lock().expect("nobody panics while holding this lock").values().copied().collect()
    }
}

impl Entry {
    /// Adds the fingerprint of source rows.
    pub fn add_source(&self, fingerprint: Fingerprint) {
        self.add(fingerprint);
    }

    /// Adds released rows.
    pub fn add_released(&self, rows: u64, fingerprint: Fingerprint) {
        self.released.fetch_add(rows, Relaxed);
        self.add(-fingerprint);
    }

    /// Rows in the file.
    pub fn released(&self) -> u64 {
        self.released.load(Relaxed)
    }

    /// Zero if the file holds the rows of the source.
    pub fn difference(&self) -> Fingerprint {
        Fingerprint([0, 1].map(|lane| self.difference[lane].load(Relaxed)))
    }

    fn add(&self, fingerprint: Fingerprint) {
        for (sum, add) in self.difference.iter().zip(fingerprint.0) {
            sum.fetch_add(add, Relaxed);
        }
    }
}
