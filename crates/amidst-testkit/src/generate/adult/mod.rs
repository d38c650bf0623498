//! Tables of any length that look like the census extract known as Adult: nine quasi columns and five others, with
//! marginals close to the real ones and the same dependences between columns.

mod row;
mod time;
mod words;

use std::io::{self, Write};

use super::SeededRng;

/// The columns, in the order of the census extract.
pub const HEADER: &str = "age,workclass,fnlwgt,education,education-num,marital-status,occupation,race,sex,capital-gain,\
                          capital-loss,hours-per-week,native-country,salary-class";

/// The quasi columns among them.
pub const QUASI: [&str; 9] = [
    "age",
    "workclass",
    "education",
    "marital-status",
    "occupation",
    "race",
    "sex",
    "native-country",
    "salary-class",
];

/// The column of times in front of them, where there is one.
pub const TIME: &str = "registered";

/// Writes a header and so many rows as CSV.
pub fn write_csv(rows: u64, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let mut draw = SeededRng::new(seed);
    writeln!(out, "{HEADER}")?;
    (0..rows).try_for_each(|_| row::Row::draw(&mut draw).write(out))
}

/// The same rows, each behind the second at which it was registered: nearly as many values as rows.
pub fn write_timed_csv(rows: u64, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let (mut draw, mut seconds) = (SeededRng::new(seed), SeededRng::new(!seed));
    writeln!(out, "{TIME},{HEADER}")?;
    (0..rows).try_for_each(|_| {
        time::write(&mut seconds, out)?;
        row::Row::draw(&mut draw).write(out)
    })
}

/// The columns of a spec for such a table: roles, and hierarchies shaped like those published for the real one.
pub fn columns_toml() -> &'static str {
    include_str!("columns.toml")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn csv(rows: u64, seed: u64) -> String {
        let mut bytes = Vec::new();
        write_csv(rows, seed, &mut bytes).expect("writing to memory cannot fail");
        String::from_utf8(bytes).expect("all words are ASCII")
    }

    fn column(csv: &str, name: &str) -> Vec<String> {
        let at = HEADER.split(',').position(|header| header == name).expect("a column of the table");
        csv.lines().skip(1).map(|line| line.split(',').nth(at).expect("a full line").to_owned()).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        assert_eq!(csv(300, 4), csv(300, 4));
        assert_ne!(csv(300, 4), csv(300, 5));
    }

    #[test]
    fn every_line_has_fourteen_cells() {
        assert!(csv(1000, 1).lines().all(|line| line.split(',').count() == 14));
    }

    #[test]
    fn times_stand_in_front_of_the_same_rows_and_hardly_repeat() {
        let mut bytes = Vec::new();
        write_timed_csv(2000, 4, &mut bytes).expect("writing to memory cannot fail");
        let timed = String::from_utf8(bytes).expect("all words are ASCII");
        let rows: Vec<(&str, &str)> = timed.lines().filter_map(|line| line.split_once(',')).collect();
        assert_eq!(rows.iter().map(|(_, row)| format!("{row}\n")).collect::<String>(), csv(2000, 4));
        let times: BTreeSet<&str> = rows[1..].iter().map(|(time, _)| *time).collect();
        let is_time = |time: &&str| time.len() == 19 && ("2019-01-01T".."2023").contains(time);
        assert!(times.len() > 1990 && times.iter().all(is_time));
    }

    #[test]
    fn marginals_are_close_to_the_census() {
        let csv = csv(20_000, 1);
        for (name, value, percent) in [
            ("sex", "Male", 67),
            ("race", "White", 86),
            ("native-country", "United-States", 91),
            ("workclass", "Private", 74),
            ("marital-status", "Married-civ-spouse", 47),
            ("salary-class", ">50K", 25),
        ] {
            let found = column(&csv, name).iter().filter(|cell| *cell == value).count() / 200;
            assert!(found.abs_diff(percent) <= 5, "{value}: {found} %");
        }
    }

    #[test]
    fn there_are_about_as_many_distinct_quasi_tuples_as_in_the_census() {
        let csv = csv(30_162, 1);
        let columns = QUASI.map(|name| column(&csv, name));
        let tuples: BTreeSet<Vec<&str>> =
            (0..30_162).map(|row| columns.iter().map(|column| column[row].as_str()).collect()).collect();
        assert!((15_000..24_000).contains(&tuples.len()), "{}", tuples.len());
    }

    #[test]
    fn every_word_drawn_is_in_its_hierarchy() {
        let csv = csv(20_000, 3);
        for name in QUASI.into_iter().filter(|&name| name != "age") {
            let words: BTreeSet<String> = column(&csv, name).into_iter().collect();
            let section = columns_toml()
                .split("[columns.")
                .find(|section| section.starts_with(name))
                .expect("every quasi column has its section");
            let plain = section.contains("suppression = true");
            assert!(
                plain || words.iter().all(|word| columns_toml().contains(&format!("\"{word}\""))),
                "{name}"
            );
        }
    }
}
