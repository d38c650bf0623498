//! Labels and values, spelled in many ways.

use super::*;
use amidst_core::hierarchy::builders::{DecimalMark, Interval, IntervalParams, Prefix, PrefixParams};
use amidst_table::Column;

fn column(texts: &[&str]) -> Column {
    Column::from_texts("x", texts.iter().map(|text| (!text.is_empty()).then_some(*text)))
}

fn said(column: &Column) -> Said<'_> {
    Said { column: column.coded().expect("it is coded"), mark: DecimalMark::Point }
}

fn hierarchy(lines: &[&str]) -> Ladder {
    let path = |line: &&str| line.split(';').map(|label| Some(label.into())).collect();
    Ladder::Listed(Hierarchy::from_paths(lines.iter().map(path).collect()).expect("a valid hierarchy"))
}

/// The labels behind which the first value may stand, those that cannot be compared marked `?`.
#[track_caller]
fn check(labels: &[&str], values: &[&str], ladder: Option<Ladder>, expected: &[&str]) {
    let (released, register) = (column(labels), column(values));
    let (released, register) = (said(&released), said(&register));
    let relation = Relation::new(released, register, ladder.as_ref(), &Translation::new([("W", "female")]));
    let text = |fit: &Fit| {
        let mark = if fit.is_sure { "" } else { "?" };
        format!("{}{mark}", released.column.dictionary.value(fit.label).unwrap_or_default())
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
fn dates_whose_order_is_not_certain_exclude_only_what_fits_in_no_order() {
    check(&["9/8/64", "7/6/64"], &["8/9/64"], None, &["9/8/64?"]);
    let (released, register) = (column(&["9/8/64"]), column(&["8/9/64"]));
    let relation = Relation::new(said(&released), said(&register), None, &Translation::default());
    assert!(relation.note.is_some_and(|note| note.contains("several ways")));
    assert_eq!(relation.via, Via::Dates);
}

#[test]
fn dates_in_several_forms_and_years_alone_are_compared_and_what_is_none_is_left_to_the_person() {
    let labels = ["1984-05-17", "1990-12-31"];
    for value in ["1984-05-17", "17.5.84", "17051984", "19840517", "1984", "30819"] {
        check(&labels, &[value, "31.12.1990", "1961"], None, &labels[..1]);
        check(&["1984", "1990"], &[value, "31.12.1990", "1961"], None, &["1984"]);
    }
    check(&labels, &["17 May 1984", "31.12.1990"], None, &["1984-05-17?", "1990-12-31?"]);
    check(&["1984", "1990"], &["170584", "311290"], None, &["1984?", "1990?"]);
    let days = || Some(hierarchy(&["1984-05-17;1984;*", "1990-12-31;1990;*"]));
    check(&labels, &["May 84"], days(), &["1984-05-17?", "1990-12-31?"]);
    check(&["1984", "1990"], &["17.05.84", "May 84"], days(), &["1984"]);
}

#[test]
fn words_for_nothing_known_exclude_nobody_unless_both_say_them() {
    check(&["male", "female"], &["NA", "male"], None, &["male?", "female?"]);
    check(&["34", "35"], &["-9", "34", "36"], None, &["34?", "35?"]);
    check(&["male", "unknown"], &["female", "male"], None, &["unknown?"]);
    check(&["male", "unknown"], &["female", "male", "Unknown"], None, &[]);
    check(&["male", "unknown"], &["unknown", "male"], None, &["unknown"]);
    let sexes = || Some(hierarchy(&["male;*", "female;*", "unknown;*"]));
    check(&["male", "unknown"], &["female"], sexes(), &["unknown?"]);
    check(&["male", "female"], &["n/a", "female"], sexes(), &["male?", "female?"]);
}

#[test]
fn accents_and_thousands_are_spelling() {
    check(&["Zu\u{308}rich", "Bern"], &["Z\u{fc}rich", "Bern"], None, &["Zu\u{308}rich"]);
    let (released, register) = (column(&["1234", "[1000, 2000)", "1.234"]), column(&["1.234"]));
    let german = Said { mark: DecimalMark::Comma, ..said(&register) };
    let relation = Relation::new(said(&released), german, None, &Translation::default());
    assert_eq!(relation.lists[0].iter().map(|fit| fit.label).collect::<Vec<_>>(), [0, 1]);
}
