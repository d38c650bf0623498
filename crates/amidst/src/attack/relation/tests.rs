//! Labels and values, spelled in many ways.

use super::*;
use amidst_core::hierarchy::builders::{Interval, IntervalParams, Prefix, PrefixParams};

fn dictionary(texts: &[&str]) -> Dictionary {
    texts.iter().map(|text| (!text.is_empty()).then_some(*text)).collect()
}

fn hierarchy(lines: &[&str]) -> Ladder {
    let path = |line: &&str| line.split(';').map(|label| Some(label.into())).collect();
    Ladder::Listed(Hierarchy::from_paths(lines.iter().map(path).collect()).expect("a valid hierarchy"))
}

/// The labels behind which the first value may stand, those that cannot be compared marked `?`.
#[track_caller]
fn check(labels: &[&str], values: &[&str], ladder: Option<Ladder>, expected: &[&str]) {
    let (released, register) = (dictionary(labels), dictionary(values));
    let relation = Relation::new(&released, &register, ladder.as_ref(), &Translation::new([("W", "female")]));
    let text = |fit: &Fit| {
        let mark = if fit.is_sure { "" } else { "?" };
        format!("{}{mark}", released.value(fit.label).unwrap_or_default())
    };
    let found: Vec<String> = relation.lists[relation.list_of[0] as usize].iter().map(text).collect();
    assert_eq!(found, expected);
}

#[test]
fn case_spaces_numbers_and_translated_words_are_spelling() {
    check(&["Male", "FEMALE"], &[" female "], None, &["FEMALE"]);
    check(&["male", "female"], &["W"], None, &["female"]);
    check(&["1", "2"], &["1.0"], None, &["1"]);
    check(&["01234", "01235"], &["1234"], None, &["01234"]);
}

#[test]
fn labels_tell_what_is_below_them() {
    check(&["941**", "942**", "*****"], &["94138"], None, &["941**", "*****"]);
    check(&["0123*", "0999*"], &["1234"], None, &["0123*"]);
    check(&["[20-30)", "[30-40)", ">=90"], &["30"], None, &["[30-40)"]);
    check(&["{A+, A, A-}", "{B, C}"], &["a"], None, &["{A+, A, A-}"]);
    check(&["{a, b}", "{c, d}", "*"], &["b", "c"], None, &["{a, b}", "*"]);
    check(&["[30, 40]", "[41, 50]"], &["40", "41"], None, &["[30, 40]"]);
    let days = ["[1961-09-01, 1961-09-15]", "[1961-09-16, 1961-12-31]", "1961-10-01"];
    check(&days, &["1961-09-15", "1961-10-01"], None, &days[..1]);
    check(&["1961", "1962"], &["15.9.1961"], None, &["1961"]);
    check(&["1945/12/**", "1946/12/**"], &["45/12/01"], None, &["1945/12/**"]);
}

#[test]
fn a_missing_cell_excludes_nobody() {
    check(&["a", ""], &["a", "b"], None, &["a", ""]);
    check(&["a", "b"], &["", "a"], None, &["a", "b"]);
}

#[test]
fn words_that_say_nothing_cannot_be_compared_unless_they_are_values_themselves() {
    check(&["been_married", "never_married"], &["divorced"], None, &["been_married?", "never_married?"]);
    check(&["married", "single"], &["divorced", "single"], None, &[]);
    check(&["20-29", "30-39"], &["young"], None, &["20-29?", "30-39?"]);
    check(&["34", "35"], &["36"], None, &[]);
}

#[test]
fn a_listed_hierarchy_says_what_words_mean() {
    let status = || Some(hierarchy(&["divorced;been;*", "widow;been;*", "single;never;*"]));
    check(&["been", "never"], &["Divorced"], status(), &["been"]);
    check(&["been", "single", "*"], &["single"], status(), &["single", "*"]);
    // A register may itself be coarse.
    check(&["divorced", "single", "never"], &["been"], status(), &["divorced"]);
    // A stranger may stand behind any word between leaf and root, and behind the root, but is no other leaf.
    check(&["been", "single", "*"], &["separated"], status(), &["been?", "*"]);
    check(&["9413*", "9414*"], &["94149"], Some(hierarchy(&["94138;9413*;*", "94141;9414*;*"])), &["9414*"]);
    check(&["been", "other"], &["widow"], status(), &["been", "other?"]);
}

#[test]
fn leaves_may_be_dates_in_another_spelling() {
    let born = hierarchy(&["09/15/61;early;*", "05/08/61;early;*", "03/13/63;late;*"]);
    check(&["early", "late"], &["15.9.1961"], Some(born), &["early"]);
}

#[test]
fn a_rule_gives_any_value_its_labels() {
    let ages: Interval = IntervalParams::new([5.into(), 10.into()]).check().expect("widths that nest");
    check(
        &["20-24", "25-29", "*"],
        &["24", "61"],
        Some(Ladder::Rule(Recipe::Interval(ages.clone()))),
        &["20-24", "*"],
    );
    check(
        &["20-24", "25-29"],
        &["old", "24"],
        Some(Ladder::Rule(Recipe::Interval(ages))),
        &["20-24?", "25-29?"],
    );
    let zips: Prefix = PrefixParams::default().check().expect("the default is valid");
    check(
        &["941**", "9413*"],
        &["94138", "10001"],
        Some(Ladder::Rule(Recipe::Prefix(zips))),
        &["941**", "9413*"],
    );
}

#[test]
fn dates_whose_order_is_not_certain_are_texts() {
    let (released, register) = (dictionary(&["9/8/64"]), dictionary(&["8/9/64"]));
    let relation = Relation::new(&released, &register, None, &Translation::default());
    assert!(relation.note.is_some_and(|note| note.contains("several ways")));
    assert_eq!(relation.via, Via::Labels);
}
