//! The rows of a pool, column by column: which of them have which code, and how the codes fall apart.

use crate::{
    Cover, Prices,
    rng::SeededRng,
    span::{Order, Span},
};

/// Every column of a pool. Sets of rows are masks of so many words.
#[derive(Default)]
pub(super) struct Lattice {
    pub words: usize,
    pub columns: Vec<Column>,
    order: Vec<usize>,
    /// For each code of a column, if there are not too many, its place.
    places: Vec<u32>,
    ends: Vec<u32>,
}

/// A column of a pool.
#[derive(Default)]
pub(super) struct Column {
    /// Its place in the table.
    pub column: usize,
    /// Its codes, in an order in which those that fall apart together stand together.
    codes: Vec<u32>,
    /// The rows of each code, code after code.
    rows: Vec<u64>,
    /// Whether a node is shown as the same whatever rows below it there are.
    is_exact: bool,
    is_mask: bool,
    pub nodes: Vec<Node>,
    /// The rows below each node, node after node.
    masks: Vec<u64>,
}

/// Some codes of a column.
#[derive(Clone, Copy)]
pub(super) struct Node {
    from: u32,
    to: u32,
    /// Nodes that it falls apart into.
    pub first: u32,
    pub last: u32,
    price: u32,
}

/// Codes below this have their place in a table.
const PLACES: usize = 1 << 12;

/// The words of one mask among many.
pub(super) fn mask_of(masks: &[u64], words: usize, at: usize) -> &[u64] {
    &masks[at * words..][..words]
}

/// How many rows a mask has.
pub(super) fn count(mask: &[u64]) -> u32 {
    mask.iter().map(|word| word.count_ones()).sum()
}

/// Whether all rows of one mask are in another.
pub(super) fn is_within(mask: &[u64], other: &[u64]) -> bool {
    mask.iter().zip(other).all(|(a, b)| a & !b == 0)
}

fn meets(mask: &[u64], other: &[u64]) -> bool {
    mask.iter().zip(other).any(|(a, b)| a & b != 0)
}

impl Lattice {
    /// Of rows, given their codes, row after row.
    pub(super) fn fill(&mut self, codes: &[u32], (spans, prices): (&[Span], &Prices), draw: &mut SeededRng) {
        let width = spans.len();
        self.words = (codes.len() / width).div_ceil(64);
        self.columns.resize_with(width, Column::default);
        self.order.clear();
        self.order.extend(0..width);
        draw.shuffle(&mut self.order);
        for (own, &at) in self.columns.iter_mut().zip(&self.order) {
            let span = &spans[at];
            own.column = at;
            own.is_exact = matches!(span.order(), Order::Tree | Order::Single);
            own.is_mask = span.order() == Order::Free;
            let codes = codes.iter().skip(at).step_by(width).copied();
            own.sort(codes, &mut self.places, self.words, draw);
            own.grow(span, prices, self.words, &mut self.ends, draw);
        }
    }

    /// What a row costs in the smallest cell around some rows. If asked, also all rows in that cell.
    pub(super) fn closure(&self, mask: &[u64], mut around: Option<&mut [u64]>, prices: &Prices) -> u64 {
        if let Some(around) = around.as_deref_mut() {
            around.fill(u64::MAX);
        }
        let mut price = 0;
        for column in &self.columns {
            let node = column.descend(mask, 0, self.words);
            price += u64::from(column.price(mask, node, self.words, prices));
            if let Some(around) = around.as_deref_mut() {
                column.restrict(mask, node, around, self.words);
            }
        }
        price
    }

    /// Keeps of some rows those that a class of these spans takes in as it is.
    pub(super) fn covered(&self, spans: impl Fn(usize) -> Cover, mask: &mut [u64]) {
        for column in &self.columns {
            let span = spans(column.column);
            column.restrict_to(mask, self.words, |code| {
                if column.is_mask {
                    span.bits() >> code & 1 == 1
                } else {
                    (span.low()..=span.high()).contains(&code)
                }
            });
            if mask.iter().all(|&word| word == 0) {
                return;
            }
        }
    }
}

impl Column {
    /// Finds the codes, and the rows of each.
    fn sort(
        &mut self,
        codes: impl Iterator<Item = u32> + Clone,
        places: &mut Vec<u32>,
        words: usize,
        draw: &mut SeededRng,
    ) {
        self.codes.clear();
        let most = codes.clone().max().unwrap_or(0) as usize;
        let is_small = most < PLACES;
        if is_small {
            places.clear();
            places.resize(most + 1, 0);
            for code in codes.clone() {
                if places[code as usize] == 0 {
                    self.codes.push(code);
                }
                places[code as usize] += 1;
            }
        } else {
            self.codes.extend(codes.clone());
        }
        self.codes.sort_unstable();
        self.codes.dedup();
        if self.is_mask {
            // Those that stand together are another choice each time, frequent ones rather first.
            self.codes.sort_by_cached_key(|&code| {
                (u64::from(u32::MAX) / u64::from(places[code as usize])) * u64::from(16 + draw.below(48))
            });
        }
        if is_small {
            self.codes.iter().zip(0..).for_each(|(&code, place)| places[code as usize] = place);
        }
        self.rows.clear();
        self.rows.resize(self.codes.len() * words, 0);
        for (row, code) in codes.enumerate() {
            let place = match is_small {
                true => places[code as usize] as usize,
                false => self.codes.binary_search(&code).unwrap_or_default(),
            };
            self.rows[place * words + row / 64] |= 1 << (row % 64);
        }
    }

    pub(super) fn mask(&self, node: u32, words: usize) -> &[u64] {
        mask_of(&self.masks, words, node as usize)
    }

    /// The codes as nodes: the first node is all of them.
    fn grow(
        &mut self,
        span: &Span,
        prices: &Prices,
        words: usize,
        ends: &mut Vec<u32>,
        draw: &mut SeededRng,
    ) {
        self.nodes.clear();
        self.masks.clear();
        self.nodes.push(Node { from: 0, to: self.codes.len() as u32, first: 0, last: 0, price: 0 });
        let mut at = 0;
        while at < self.nodes.len() {
            let Node { from, to, .. } = self.nodes[at];
            let start = self.masks.len();
            self.masks.resize(start + words, 0);
            for place in from as usize..to as usize {
                for word in 0..words {
                    self.masks[start + word] |= self.rows[place * words + word];
                }
            }
            let codes = &self.codes[from as usize..to as usize];
            if codes.len() > 1 {
                match span.order() {
                    Order::Tree | Order::Single => span.parts(codes, ends),
                    Order::Line | Order::Free => {
                        let number = codes.len() as u32;
                        let last = codes[number as usize - 1];
                        let is_missing_last = !self.is_mask && span.missing() == Some(last);
                        let cut = if is_missing_last { number - 1 } else { cut(codes, self.is_mask, draw) };
                        ends.clear();
                        ends.extend([cut, number]);
                    }
                }
                let price = if self.is_exact {
                    prices.of(self.column, Cover::interval(codes[0], codes[codes.len() - 1]))
                } else {
                    0
                };
                let first = self.nodes.len() as u32;
                let mut begin = from;
                for &end in ends.iter() {
                    self.nodes.push(Node { from: begin, to: from + end, first: 0, last: 0, price: 0 });
                    begin = from + end;
                }
                let last = self.nodes.len() as u32;
                let node = &mut self.nodes[at];
                (node.first, node.last, node.price) = (first, last, price);
            }
            at += 1;
        }
    }

    /// The node below one, or that itself, that is the lowest above all rows of a mask.
    pub(super) fn descend(&self, mask: &[u64], mut node: u32, words: usize) -> u32 {
        while let Some(child) = self.only_child(mask, node, words) {
            node = child;
        }
        node
    }

    /// The node that a node falls apart into that has all rows of a mask, if there is one.
    pub(super) fn only_child(&self, mask: &[u64], node: u32, words: usize) -> Option<u32> {
        let Node { first, last, .. } = self.nodes[node as usize];
        let child = (first..last).find(|&child| meets(mask, self.mask(child, words)))?;
        is_within(mask, self.mask(child, words)).then_some(child)
    }

    /// What a row costs in this column where rows of a mask, all below a node, are a class.
    pub(super) fn price(&self, mask: &[u64], node: u32, words: usize, prices: &Prices) -> u32 {
        let own = self.nodes[node as usize];
        if self.is_exact || own.first == own.last {
            return own.price;
        }
        prices.of(self.column, self.cover(mask, own, words))
    }

    fn cover(&self, mask: &[u64], node: Node, words: usize) -> Cover {
        let places = node.from as usize..node.to as usize;
        let mut met =
            places.filter(|&at| meets(mask, mask_of(&self.rows, words, at))).map(|at| self.codes[at]);
        if self.is_mask {
            return Cover::mask(met.fold(0, |bits, code| bits | 1 << code));
        }
        let first = met.next().unwrap_or(0);
        let (low, high) = met.fold((first, first), |(low, high), code| (low.min(code), high.max(code)));
        Cover::interval(low, high)
    }

    /// Keeps of some rows those that the smallest cell around others takes in.
    fn restrict(&self, mask: &[u64], node: u32, rows: &mut [u64], words: usize) {
        let own = self.nodes[node as usize];
        if self.is_exact || own.first == own.last {
            rows.iter_mut().zip(self.mask(node, words)).for_each(|(row, own)| *row &= own);
            return;
        }
        let cover = self.cover(mask, own, words);
        self.restrict_to(rows, words, |code| match self.is_mask {
            true => cover.bits() >> code & 1 == 1,
            false => (cover.low()..=cover.high()).contains(&code),
        });
    }

    fn restrict_to(&self, rows: &mut [u64], words: usize, is_kept: impl Fn(u32) -> bool) {
        for (at, &code) in self.codes.iter().enumerate() {
            if !is_kept(code) {
                let own = mask_of(&self.rows, words, at);
                rows.iter_mut().zip(own).for_each(|(row, own)| *row &= !own);
            }
        }
    }
}

/// Calls with every row of a mask.
pub(super) fn each(mask: &[u64], mut act: impl FnMut(usize)) {
    for (at, &word) in mask.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            act(at * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// Where codes fall in two: of two places the one with more between them.
fn cut(codes: &[u32], is_free: bool, draw: &mut SeededRng) -> u32 {
    let places = codes.len() as u32 - 1;
    let [a, b] = [1 + draw.below(places), 1 + draw.below(places)];
    if is_free {
        return a.min(b);
    }
    let gap = |at: u32| codes[at as usize] - codes[at as usize - 1];
    if gap(b) > gap(a) { b } else { a }
}
