//! Tables unlike Adult, made up from a seed: one with long tails, and one of twenty columns, three of them with deep
//! hierarchies.

use std::{fmt::Write as _, fs, path::Path};

use anyhow::Result;

use super::{super::Bench, instance::Instance};

const ROWS: usize = 20_000;
const DAYS: u64 = 3360;

/// Chance that is the same on every machine: a linear congruential generator with its high bits mixed.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Below a bound, with a long tail: each doubling of the value is about as likely as the one before.
    fn tail(&mut self, bound: u64) -> u64 {
        let doublings = u64::from(bound.ilog2());
        let high = 1 << self.below(doublings + 1);
        (high + self.below(high) - 1).min(bound - 1)
    }
}

/// Six columns whose values are rare but for a few: amounts and counts in ranges, words in sets.
pub fn long_tailed(bench: &Bench) -> Result<Instance> {
    let mut draw = Draw(1);
    let mut text = String::from("amount,visits,distance,town,product,channel\n");
    for _ in 0..ROWS {
        let [amount, visits, distance] = [4096, 64, 512].map(|bound| draw.tail(bound));
        let [town, product, channel] = [48, 32, 8].map(|bound| draw.tail(bound));
        writeln!(text, "{amount},{visits},{distance},t{town},p{product},c{channel}")?;
    }
    let table = bench.folder.join("long-tailed.csv");
    fs::write(&table, text)?;
    let columns = ["amount", "visits", "distance", "town", "product", "channel"];
    Ok(Instance::plain("Long tails, 20,000 rows", &table, &columns, &[]))
}

/// Seventeen columns of few values that hang together by a hidden kind of row, and three with deep hierarchies: a post code
/// by its digits, a day by month, quarter, year and decade, an age by wider and wider ranges.
pub fn wide(bench: &Bench) -> Result<Instance> {
    let mut draw = Draw(2);
    let words: Vec<String> = (1..=17).map(|at| format!("q{at}")).collect();
    let columns: Vec<&str> =
        ["zip", "day", "age"].into_iter().chain(words.iter().map(String::as_str)).collect();
    let mut text = columns.join(",") + "\n";
    for _ in 0..ROWS {
        let kind = draw.tail(24);
        let zip = (kind * 731 + draw.tail(2000)) % 9000 + 1000;
        let day = draw.below(DAYS);
        let age = 18 + (kind * 3 + draw.tail(40)) % 72;
        write!(text, "{zip},{},{age}", date(day))?;
        for at in 0..17 {
            let values = 2 + at % 7;
            // Three rows in four follow their kind.
            let value = if draw.below(4) > 0 { (kind * 7 + at * 5) % values } else { draw.below(values) };
            write!(text, ",v{value}")?;
        }
        text.push('\n');
    }
    let table = bench.folder.join("wide.csv");
    fs::write(&table, text)?;
    let zips =
        (1000..10_000).map(|zip: u64| format!("{zip};{}*;{}**;{}***;****", zip / 10, zip / 100, zip / 1000));
    let days = (0..DAYS).map(|day| {
        let (month, year) = (day / 28 % 12, 2010 + day / 336);
        format!("{};{year}-{:02};{year}Q{};{year};201*;*", date(day), month + 1, month / 3 + 1)
    });
    let ages = (18..90).map(|age: u64| {
        let range = |width: u64| format!("{}-{}", age / width * width, age / width * width + width - 1);
        format!("{age};{};{};{};{};*", range(5), range(10), range(20), range(40))
    });
    let hierarchies = [("zip", zips.collect::<Vec<_>>()), ("day", days.collect()), ("age", ages.collect())];
    let mut instance = Instance::plain("Twenty columns, 20,000 rows", &table, &columns, &[]);
    for (column, lines) in hierarchies {
        let file = bench.folder.join(format!("wide-{column}.csv"));
        fs::write(&file, lines.join("\n") + "\n")?;
        instance = instance.with_hierarchy(column, Path::new(&file));
    }
    Ok(instance)
}

/// A day of one of ten years: every month has 28 of them.
fn date(day: u64) -> String {
    format!("{}-{:02}-{:02}", 2010 + day / 336, day / 28 % 12 + 1, day % 28 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_long() {
        let mut draw = Draw(1);
        let values: Vec<u64> = (0..10_000).map(|_| draw.tail(4096)).collect();
        let small = values.iter().filter(|&&value| value < 16).count();
        assert!(values.iter().all(|&value| value < 4096) && values.iter().any(|&value| value > 2048));
        assert!((2500..4500).contains(&small), "{small}");
    }
}
