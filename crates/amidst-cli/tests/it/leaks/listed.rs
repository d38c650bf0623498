//! Marked values that a spec lists itself, in a tree, an order or among values kept: what no released label stands for is
//! in nothing that is written about the release.

use super::{check, clear};
use crate::support::Folder;

/// Two towns in ten rows each, and a marked one in a row of its own.
fn people() -> String {
    let row = |town: &str| format!("{town},flu\n{town},cold\n");
    format!("town,ill\n{}{}LEAKtown,LEAKill\n", row("aachen").repeat(5), row("berlin").repeat(5))
}

fn spec(hierarchy: &str, level: u8) -> String {
    format!(
        "[input]\npath = 'people.csv'\n[output]\npath = 'out.csv'\n\
         plan = 'out.plan.json'\nreport = 'out.report.html'\n[privacy]\nk = 4\n[solve]\nsuppression = '1 rows'\n\
         [columns.town]\nrole = 'quasi'\nlevels = {{ min = {level}, max = {level} }}\nhierarchy = {{ {hierarchy} }}\n\
         [columns.ill]\nrole = 'sensitive'\n"
    )
}

/// Inside and outside the house (a certificate that stays inside holds the spec as it is), and the plan applied to the same table again.
#[track_caller]
fn check_listed(hierarchy: &str, level: u8) {
    let folder = Folder::with("people.csv", people()).and("spec.toml", spec(hierarchy, level));
    let json = check(&folder, "anonymize spec.toml --json").json();
    assert_eq!(json["rows"]["suppressed"], 1, "{hierarchy}");
    clear(&folder);
    check(&folder, "anonymize spec.toml --external=3 --certificate out.certificate.json");
    check(&folder, "apply out.plan.json people.csv -o out.again.csv");
    assert_eq!(folder.text("out.again.csv"), folder.text("out.csv"), "{hierarchy}");
}

#[test]
fn a_tree_in_the_spec_is_not_told_beyond_the_release() {
    let tree = "tree = { west = ['aachen'], east = ['berlin'], LEAKland = ['LEAKtown', 'LEAKunused'] }";
    check_listed(tree, 0);
    check_listed(tree, 1);
    check_listed("tree = ['aachen', 'berlin', 'LEAKtown', 'LEAKunused']", 0);
    // The deepest branch is one that goes.
    check_listed(
        "tree = ['aachen', 'berlin', { LEAKland = [{ LEAKpart = ['LEAKtown', 'LEAKunused'] }] }]",
        1,
    );
}

#[test]
fn an_order_listed_in_the_spec_is_not_told_beyond_the_release() {
    check_listed("order = ['aachen', 'berlin', 'LEAKtown', 'LEAKunused'], fanout = 2", 0);
    check_listed("order = ['aachen', 'berlin', 'LEAKtown', 'LEAKunused'], fanout = 2", 1);
    check_listed("order = ['aachen', 'berlin', 'LEAKtown', 'LEAKunused'], fanout = 4", 0);
}

#[test]
fn groups_cut_in_the_spec_are_not_told_beyond_the_release() {
    check_listed(
        "order = 'natural', groups = { 'a..b' = [['a', 'c']], 'LEAKgroup' = ['LEAKtown', 'LEAKunused'] }",
        1,
    );
}

#[test]
fn values_kept_by_the_spec_are_not_told_beyond_the_release() {
    let keep = "keep = ['aachen', 'berlin', 'LEAKtown', 'LEAKunused']";
    check_listed(keep, 0);
    check_listed(keep, 1);
}

/// Whether a row has a value behind a shown label must not be told: the plan lists what the spec listed there.
#[test]
fn a_plan_does_not_tell_which_values_stand_behind_a_label() {
    let tree = "tree = { west = ['aachen', 'bonn'], east = ['berlin', 'cottbus'], LEAKland = ['LEAKtown'] }";
    let folder = Folder::with("people.csv", people()).and("spec.toml", spec(tree, 1));
    check(&folder, "anonymize spec.toml");
    let plan = folder.text("out.plan.json");
    assert!(["aachen", "bonn", "berlin", "cottbus"].iter().all(|town| plan.contains(town)), "{plan}");
}

#[test]
fn a_column_shown_as_its_root_needs_no_list() {
    let tree = "tree = { west = ['aachen'], east = ['berlin', 'LEAKunused'], south = ['LEAKtown'] }";
    let folder =
        Folder::with("people.csv", people().replace("LEAKill", "flu")).and("spec.toml", spec(tree, 2));
    check(&folder, "anonymize spec.toml");
    check(&folder, "apply out.plan.json people.csv -o out.again.csv");
    assert_eq!(folder.text("out.again.csv"), folder.text("out.csv"));
}
