//! People and households: who is one is found by the audit's own reading of names, and figures are found again.

use amidst_audit::{AuditError, Check, HouseholdClaim, HouseholdFigures, Report, RespondentClaim};
use amidst_table::{Column, Table};

use crate::fixture::{HEADER, RELEASED, Setup, csv_of, failed, source};

fn audit(setup: &Setup) -> Result<Report, AuditError> {
    setup.audit_bytes(&csv_of(&HEADER, RELEASED))
}

/// A claim about the people who have these names.
fn named(names: [&str; 8]) -> Setup {
    let columns = source().into_columns().into_iter().skip(1);
    let name = Column::from_texts("name", names.map(Some));
    let respondent = RespondentClaim { column: "name".into(), aside: 0, before: None, by_profile: false };
    Setup {
        source: Table::new([name].into_iter().chain(columns).collect()),
        respondent: Some(respondent),
        ..Setup::new()
    }
}

#[test]
fn spellings_of_one_name_are_one_person() {
    let people = |names| audit(&named(names)).map(|report| report.people.expect("people are counted").people);
    assert_eq!(people(["a", "b", "c", "d", "e", "f", "g", "h"]).unwrap(), 6);
    // The two women of 941* are one.
    for other in ["A", " a ", "a"] {
        let names = ["a", "b", other, "d", "e", "f", "g", "h"];
        assert_eq!(failed(audit(&named(names))), [Check::KAnonymity], "{other:?}");
    }
    for (name, other) in [("1", "01"), ("1", "1.0"), ("\u{e9}", "e\u{301}")] {
        let names = [name, "b", other, "d", "e", "f", "g", "h"];
        assert_eq!(failed(audit(&named(names))), [Check::KAnonymity], "{other:?}");
    }
}

#[test]
fn one_person_too_few_who_shares_a_profile_is_too_few() {
    let by_profile = |names| {
        let setup = named(names);
        let respondent = setup.respondent.clone().map(|it| RespondentClaim { by_profile: true, ..it });
        audit(&Setup { respondent, ..setup })
    };
    let report = by_profile(["a", "b", "c", "d", "e", "f", "g", "h"]).expect("two people share each profile");
    assert_eq!(report.people.expect("people are counted").profile.k, 2);
    // One of the two women of 941* is one of those of 951*: every class has two people, and nobody else is in both.
    assert_eq!(failed(by_profile(["a", "b", "c", "d", "a", "f", "g", "h"])), [Check::Profile]);
}

/// Whoever has one disease lives in one household here: three, of which that of three members is alone with its size.
const FOUND: HouseholdFigures =
    HouseholdFigures { households: 3, k: 1, unique: 1, highest: 0.75, average: 0.75 };

#[track_caller]
fn check(figures: HouseholdFigures, expected: &[Check]) {
    let household = Some(HouseholdClaim { column: "disease".into(), figures });
    assert_eq!(failed(audit(&Setup { household, ..Setup::new() })), expected, "{figures:?}");
}

#[test]
fn what_is_said_of_households_is_found_again_or_refused() {
    let household = Some(HouseholdClaim { column: "disease".into(), figures: FOUND });
    let report = audit(&Setup { household, ..Setup::new() }).expect("the figures are right");
    assert_eq!(report.households, Some(FOUND));
    check(HouseholdFigures { households: 4, ..FOUND }, &[Check::Households]);
    check(HouseholdFigures { k: 2, ..FOUND }, &[Check::Households]);
    check(HouseholdFigures { unique: 0, ..FOUND }, &[Check::Households]);
    check(HouseholdFigures { highest: 0.5, ..FOUND }, &[Check::Households]);
    check(HouseholdFigures { average: 0.7, ..FOUND }, &[Check::Households]);
}
