//! Hierarchies that are none, or do not fit their column, and the words that say so.

use crate::support::{Folder, ROLES, SECRET, SPEC};

/// A hierarchy file for the column zip that is refused, by every command that reads it.
#[track_caller]
fn check(hierarchy: &str, problem: &str) {
    let folder = Folder::with_people().and("zip.csv", hierarchy);
    folder.refuses(
        &format!("anonymize people.csv {ROLES} --hierarchy zip=zip.csv -o release.csv"),
        &format!("column \"zip\", zip.csv: {problem}"),
    );
    folder.refuses("hierarchy check zip.csv", &format!("zip.csv: {problem}"));
    folder.refuses("hierarchy show zip.csv", &format!("zip.csv: {problem}"));
}

/// A hierarchy in a spec for the column zip that is refused.
#[track_caller]
fn check_spec(hierarchy: &str, message: &str) {
    let spec = format!("{SPEC}hierarchy = {{ {hierarchy} }}\n[privacy]\nk = 2\n");
    Folder::with_people().and("release.toml", spec).refuses("anonymize release.toml", message);
}

#[test]
fn two_roots() {
    check(
        "01234;012\n01235;012\n01299;*\n",
        "its hierarchy has 2 roots on its last level; add a level with one label, such as *, above them",
    );
}

#[test]
fn unequal_depth() {
    check(
        "01234;0123;*\n01235;0123;*\n01299;*\n",
        "its hierarchy has unequal depth: line 3 has 2 levels, line 1 has 3; repeat a label to keep it on the next level",
    );
}

#[test]
fn a_cycle_of_parents() {
    check(
        "01234;a;b;a;*\n01235;b;a;b;*\n01299;a;b;a;*\n",
        "its hierarchy has a cycle of parents: the label on level 1 of line 1 stands above itself; rename one of its two \
         places",
    );
}

#[test]
fn one_label_with_two_parents() {
    check(
        "01234;a;b;*\n01235;a;c;*\n01299;a;b;*\n",
        "its hierarchy gives one label of level 1 two parents, on lines 1 and 2; rename one of the two labels or give \
         them one parent",
    );
}

#[test]
fn one_value_in_two_places() {
    check(
        "01234;a;*\n01235;b;*\n01234;b;*\n",
        "its hierarchy gives the value of line 1 another place on line 3; keep one of the two lines",
    );
}

#[test]
fn a_label_that_is_not_there_or_would_run_as_a_formula() {
    check(
        "01234;;*\n01235;b;*\n01299;b;*\n",
        "its hierarchy has no label on level 1 of line 1; repeat the label of the level below",
    );
    check(
        "01234;a;*\n01235;=b;*\n01299;a;*\n",
        "its hierarchy has a label of level 1 on line 2 that begins with '=', which spreadsheets run as a formula; put \
         another character first",
    );
}

#[test]
fn an_empty_file() {
    check("", "its hierarchy is empty; give it at least one value");
}

#[test]
fn no_file() {
    let message = "zip.csv: there is no such file; check the path";
    let folder = Folder::with_people();
    folder.refuses(&format!("anonymize people.csv {ROLES} --hierarchy zip=zip.csv -o release.csv"), message);
    folder.refuses("hierarchy check zip.csv", message);
    check_spec("file = 'zip.csv'", message);
}

/// A column whose values are not all in `word;*`, `1;*`.
#[track_caller]
fn check_uncovered(cells: &[&str], problem: &str) {
    let table = format!("word,ill\n{}", cells.iter().map(|cell| format!("{cell},x\n")).collect::<String>());
    let folder = Folder::with("people.csv", table).and("words.csv", "word;*\n1;*\n");
    let rest = "; add {}, or set on_unmapped = \"suppress\" or \"root\"";
    let rest = rest.replace("{}", if problem.starts_with("1 value ") { "it" } else { "them" });
    folder.refuses(
        "anonymize people.csv --quasi word --other ill -k 2 --hierarchy word=words.csv -o release.csv",
        &format!("column \"word\", words.csv: {problem}{rest}"),
    );
    folder.refuses(
        "hierarchy check words.csv --table people.csv --column word",
        &format!("column \"word\": {problem}{rest}"),
    );
}

#[test]
fn values_that_are_not_in_it_are_counted_with_near_misses_and_never_shown() {
    let missing = "is not in its hierarchy";
    check_uncovered(&["word", "word", SECRET, SECRET], &format!("1 value in 2 rows {missing}"));
    check_uncovered(
        &["word", "Word"],
        &format!("1 value in 1 row {missing}; 1 would match if case were ignored"),
    );
    check_uncovered(
        &["word", " word"],
        &format!("1 value in 1 row {missing}; 1 would match without spaces at its ends"),
    );
    check_uncovered(
        &["1", "1.0"],
        &format!("1 value in 1 row {missing}; 1 would match if numbers were spelled alike"),
    );
    check_uncovered(
        &["word", "WORD", "Word", "word ", "01", SECRET],
        "5 values in 5 rows are not in its hierarchy; 2 would match if case were ignored, 1 without spaces at its ends, 1 \
         if numbers were spelled alike",
    );
}

#[test]
fn more_rows_without_a_place_than_may_be_suppressed() {
    let spec =
        format!("{SPEC}hierarchy = {{ file = 'zip.csv' }}\non_unmapped = 'suppress'\n[privacy]\nk = 2\n");
    Folder::with_people().and("zip.csv", "01234;*\n01235;*\n").and("release.toml", spec).falls_short(
        "anonymize release.toml --suppression 20%",
        "values in 2 rows are not in their hierarchies, but only 1 row may be suppressed; complete the hierarchies, or \
         raise suppression",
    );
}

#[test]
fn forms_of_a_spec_that_contradict_themselves() {
    check_spec(
        "",
        "column \"zip\": its hierarchy has no form; give one of file, prefix, suffix, interval, date, tree, order, \
         ordered, frequency, most_frequent, keep, suppression",
    );
    check_spec(
        "prefix = 'all', suppression = true",
        "column \"zip\": its hierarchy has several forms, prefix and suppression; keep one",
    );
    check_spec(
        "prefix = 'all', top = 90",
        "column \"zip\": its hierarchy has top, which does not go with prefix",
    );
    check_spec(
        "prefix = 3",
        "release.toml: the spec cannot be read: line 11: write \"all\", or how many characters each level keeps, such as \
         [4, 3]",
    );
}

#[test]
fn parameters_that_no_builder_can_use() {
    check_spec("interval = [0]", "column \"zip\": interval widths must be above 0, but one is 0");
    check_spec(
        "interval = [5, 7]",
        "column \"zip\": interval widths must nest: each must be a multiple of the one before, but 7 is none of 5",
    );
    check_spec(
        "date = ['fortnight']",
        "column \"zip\": unknown date step \"fortnight\"; steps are day, week, month, quarter, year, \"5 years\", \
         decade, century",
    );
    check_spec(
        "order = 'natural', fanout = 1",
        "column \"zip\": fanout = 1: at least 2 neighbours must be joined on each level",
    );
}

#[test]
fn values_that_a_builder_cannot_place_are_counted_and_never_shown() {
    let folder = Folder::with("people.csv", format!("size\n{SECRET}\n{SECRET}2\n3\n"));
    let check = |using: &str, message: &str| {
        folder.refuses_with(
            &["hierarchy", "build", "people.csv", "--column", "size", "--using", using],
            message,
        );
    };
    check(
        "interval = [10]",
        "column \"size\": interval cannot place 2 values: not a number of at most 18 digits; declare such values missing, \
         or use another hierarchy",
    );
    check(
        "date = ['year']",
        "column \"size\": date cannot place 3 values: no date in ISO form (1999-12-31); set format (several \
         like \"%Y-%m-%d|%d.%m.%Y\"), or declare such values missing",
    );
    check(
        "tree = { small = ['1', '2', '3'] }",
        "column \"size\": 2 values in 2 rows are not in its hierarchy; add them, or set on_unmapped = \"suppress\" or \"root\"",
    );
    check("steps = 3", &format!("--using \"steps = 3\": unknown key `steps`; {EXPECTED}"));
    check("prefix = [3", "--using \"prefix = [3\": missing comma between array elements, expected `,`");
}

/// The keys of a hierarchy in a spec.
pub const EXPECTED: &str = "the keys here are `file`, `sha256`, `prefix`, `suffix`, `mask`, `pad`, `pad_side`, `pad_to`, \
                            `interval`, `from`, `bottom`, `top`, `decimal`, `whole`, `date`, `format`, `tree`, `root`, \
                            `order`, `ordered`, `fanout`, `groups`, `frequency`, `most_frequent`, `keep`, `other`, `suppression`, \
                            `height`";

#[test]
fn a_label_that_would_read_as_a_missing_cell() {
    let folder = Folder::with("t.csv", "a\n1\n2\n1\n2\n").and("a.csv", "1;NA;*\n2;NA;*\n");
    folder.refuses(
        "anonymize t.csv --quasi a --hierarchy a=a.csv --missing NA, -k 3 -o release.csv",
        "column \"a\": its hierarchy has a label on level 1 that counts as missing; rename the label, or change what \
         counts as missing",
    );
}
