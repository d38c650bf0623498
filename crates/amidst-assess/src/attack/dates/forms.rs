//! How a column writes its dates: every text by its own shape, day or month first as the whole column tells.

use super::{
    Dated,
    stretch::{Order, Stretch, day_number, whole},
};

/// Which orders a shape may have, as bits of [`ORDERS`].
type Orders = u8;

const ORDERS: [Order; 3] = [Order::YearMonthDay, Order::MonthDayYear, Order::DayMonthYear];
const ALL: Orders = 0b111;
/// Nobody sets months before days with dots between them.
const DOTTED: Orders = 0b101;
const DAY_FIRST: Orders = 0b100;
const YEAR_FIRST: Orders = 0b001;

/// The orders that dates may have which do not begin with four digits of a year; 0 if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// `03/04/2001`, `3-4-01`.
    marks: Orders,
    /// `3.4.2001`.
    dots: Orders,
    /// `03042001`.
    digits: Orders,
    /// Whether five digits are the day number of a spreadsheet.
    has_day_numbers: bool,
}

/// What a text is made of, which says who its kin are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    YearFirst,
    Marks,
    Dots,
    Digits,
}

impl Shape {
    fn of(text: &str) -> Self {
        let text = text.trim().trim_start_matches('[');
        let years = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'*').count();
        match text.chars().find(|sign| matches!(sign, '/' | '.' | '-' | '–')) {
            _ if years == 4 => Self::YearFirst,
            None if whole(text, Order::YearMonthDay).is_some() => Self::YearFirst,
            None => Self::Digits,
            Some('.') => Self::Dots,
            Some(_) => Self::Marks,
        }
    }
}

impl Forms {
    /// What all texts together tell.
    pub fn of(texts: &[&str]) -> Self {
        let of = |shape: Shape| {
            told(texts.iter().map(|text| without_fraction(text)).filter(|text| Shape::of(text) == shape))
        };
        let dots = of(Shape::Dots);
        Self {
            marks: of(Shape::Marks),
            dots: if dots & DAY_FIRST > 0 { DAY_FIRST } else { dots },
            digits: of(Shape::Digits),
            has_day_numbers: false,
        }
    }

    /// Where the own texts do not decide, those of the other column do if they can.
    pub fn helped_by(self, other: Self) -> Self {
        let helped = |own: Orders, other: Orders, any: Orders| match own {
            0 if other == 0 => any,
            0 => other,
            own if other.count_ones() == 1 && own & other > 0 => other,
            own => own,
        };
        Self {
            marks: helped(self.marks, other.marks, ALL),
            dots: helped(self.dots, other.dots, DOTTED),
            digits: helped(self.digits, other.digits, ALL),
            ..self
        }
    }

    /// Says whether five digits are the day number of a spreadsheet.
    pub fn with_day_numbers(self, has_day_numbers: bool) -> Self {
        Self { has_day_numbers, ..self }
    }

    /// The days that a text may mean; several if day and month cannot be told apart.
    pub fn read(&self, text: &str) -> Option<Dated> {
        let text = without_fraction(text);
        let orders = match Shape::of(text) {
            Shape::YearFirst => YEAR_FIRST,
            Shape::Marks => self.marks,
            Shape::Dots => self.dots,
            Shape::Digits => self.digits,
        };
        let read = each(orders).filter_map(|order| Stretch::read(text, order));
        let number = self.has_day_numbers.then(|| day_number(text)).flatten();
        Dated::new(read.chain(number))
    }
}

fn each(orders: Orders) -> impl Iterator<Item = Order> {
    (0..).zip(ORDERS).filter(move |(at, _)| orders >> at & 1 == 1).map(|(_, order)| order)
}

/// `1984` of `1984.0`, as tables come that took digits for numbers.
fn without_fraction(text: &str) -> &str {
    let whole = text.trim().strip_suffix(".0").filter(|whole| matches!(whole.len(), 4 | 5 | 8));
    whole.filter(|whole| whole.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or(text)
}

/// The orders that read nine of ten texts that not every order reads; all that read anything if none does, or if nothing
/// tells them apart.
fn told<'a>(texts: impl Iterator<Item = &'a str>) -> Orders {
    let mut read_by = [0_usize; ALL as usize + 1];
    for text in texts {
        let reads = (0..).zip(ORDERS).filter(|(_, order)| whole(text, *order).is_some());
        read_by[usize::from(reads.fold(0, |orders, (at, _)| orders | 1_u8 << at))] += 1;
    }
    let by = |orders: Orders| (1..=ALL).zip(&read_by[1..]).filter(move |(read, _)| read & orders > 0);
    let candidates = (0..3).map(|at| 1 << at).filter(|&order| by(order).any(|(_, &texts)| texts > 0));
    let candidates: Orders = candidates.sum();
    let telling = |(read, _): &(Orders, &usize)| *read != candidates;
    let count = |orders: Orders| by(orders).filter(telling).map(|(_, texts)| texts).sum::<usize>();
    let all = count(ALL);
    let is_meant = |order: &Orders| candidates & order > 0 && count(*order) >= all - all / 10;
    match (0..3).map(|at| 1 << at).filter(is_meant).sum() {
        0 => candidates,
        meant => meant,
    }
}
