//! A patient register of people who do not exist, and the spec of its release: something to try amidst on at once.
//!
//! The register is drawn, not copied: age, sex, marital status, occupation, diagnosis, length of stay and cost go
//! together as they would in a hospital, so that anonymizing it is neither trivial nor hopeless. The same seed gives the
//! same bytes on every machine.

mod folder;
mod hard;
mod names;
mod occupation;
mod person;
mod place;
mod stay;

use std::fmt::Write;

use amidst_spec::rng::SeededRng;
use jiff::civil::Date;

pub use folder::{Overwrite, write};
pub use hard::{HardInstance, HardTable};

/// How many people `amidst demo` draws.
pub const PEOPLE: usize = 20_000;

/// The seed `amidst demo` draws them with.
pub const SEED: u64 = 1;

/// The columns of the register.
pub const HEADER: &str = "patient_id,name,birth_date,sex,postcode,marital_status,occupation,admission_date,diagnosis,\
                          length_of_stay,cost";

/// The register as CSV: a header and one line per person, in the order of admission, as a hospital would keep it.
pub fn register(people: usize, seed: u64) -> String {
    let mut draw = SeededRng::new(seed);
    let mut lines: Vec<(Date, String)> = (0..people).map(|number| line(&mut draw, number)).collect();
    lines.sort_by_key(|&(admission, _)| admission);
    let mut csv = format!("{HEADER}\n");
    csv.extend(lines.iter().map(|(_, line)| line.as_str()));
    csv
}

/// The spec of a release of the register, with comments for people who read one for the first time.
pub fn spec_toml() -> &'static str {
    include_str!("release.toml")
}

fn line(draw: &mut SeededRng, number: usize) -> (Date, String) {
    let person = person::person(draw);
    let name = names::name(draw, person.sex);
    let postcode = place::postcode(draw);
    let occupation = occupation::occupation(draw, person);
    let stay = stay::stay(draw, person);
    let mut line = String::new();
    write!(line, "{},{name},{},{},", patient_id(number), stay.birth, person.sex.name())
        .and_then(|()| write!(line, "{postcode},{},{occupation},{},", person.marital, stay.admission))
        .and_then(|()| write!(line, "{},{},", stay.diagnosis, stay.days))
        .and_then(|()| writeln!(line, "{}.{:02}", stay.cost_cents / 100, stay.cost_cents % 100))
        .expect("writing to a string cannot fail");
    (stay.admission, line)
}

/// Eight digits, different for each number, and not in its order: multiplication modulo a prime permutes.
fn patient_id(number: usize) -> String {
    const PRIME: u64 = 99_999_989;
    format!("{:08}", (number as u64 + 1) % PRIME * 48_271_003 % PRIME)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The cells of one column, without the header. No cell of the register needs quotes.
    fn column<'a>(csv: &'a str, name: &str) -> Vec<&'a str> {
        let at = HEADER.split(',').position(|header| header == name).expect("a column of the register");
        csv.lines().skip(1).map(|line| line.split(',').nth(at).expect("a full line")).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        assert_eq!(register(500, 9), register(500, 9));
        assert_ne!(register(500, 9), register(500, 10));
    }

    #[test]
    fn every_line_has_a_cell_for_every_column() {
        let csv = register(2000, SEED);
        assert_eq!(csv.lines().count(), 2001);
        assert!(csv.lines().all(|line| line.split(',').count() == HEADER.split(',').count()));
        assert!(!csv.contains('"'));
    }

    #[test]
    fn no_two_patients_share_a_number() {
        let csv = register(PEOPLE, SEED);
        assert_eq!(column(&csv, "patient_id").into_iter().collect::<BTreeSet<_>>().len(), PEOPLE);
    }

    #[test]
    fn the_register_is_kept_in_order_of_admission() {
        assert!(column(&register(2000, SEED), "admission_date").is_sorted());
    }

    #[test]
    fn some_postcodes_begin_with_a_zero() {
        assert!(column(&register(2000, SEED), "postcode").iter().any(|code| code.starts_with('0')));
    }

    #[test]
    fn nobody_is_an_empty_register() {
        assert_eq!(register(0, SEED), format!("{HEADER}\n"));
    }

    #[test]
    fn the_spec_gives_every_column_a_role_and_no_other() {
        let spec: toml::Table = spec_toml().parse().expect("the spec is TOML");
        let described: BTreeSet<&str> =
            spec["columns"].as_table().expect("columns are a table").keys().map(String::as_str).collect();
        assert_eq!(described, HEADER.split(',').collect());
    }

    #[test]
    fn the_trees_of_the_spec_hold_every_value_drawn() {
        let spec: toml::Table = spec_toml().parse().expect("the spec is TOML");
        let csv = register(PEOPLE, SEED);
        for name in ["marital_status", "occupation"] {
            let mut leaves = BTreeSet::from([""]);
            collect_leaves(&spec["columns"][name]["hierarchy"]["tree"], &mut leaves);
            let drawn: BTreeSet<&str> = column(&csv, name).into_iter().collect();
            assert_eq!(drawn.difference(&leaves).count(), 0, "{name}");
        }
    }

    fn collect_leaves<'a>(tree: &'a toml::Value, leaves: &mut BTreeSet<&'a str>) {
        match tree {
            toml::Value::Table(groups) => groups.values().for_each(|group| collect_leaves(group, leaves)),
            toml::Value::Array(values) => leaves.extend(values.iter().filter_map(toml::Value::as_str)),
            _ => {}
        }
    }
}
