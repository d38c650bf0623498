//! Spoiled releases, each caught by the check that is there for it.

use amidst_audit::{AuditError, Check, NamingValues, NeighboursClaim, Path, ReadError, Report, Sorting};

use crate::fixture::{HEADER, RELEASED, Setup, assert_no_cell, csv_of, failed};

type Rows = Vec<[&'static str; 4]>;

fn lose_first(rows: &mut Rows) {
    rows.remove(0);
}

fn audit(setup: &Setup, spoil: impl FnOnce(&mut Rows)) -> Result<Report, AuditError> {
    let mut rows = RELEASED.to_vec();
    spoil(&mut rows);
    setup.audit_bytes(&csv_of(&HEADER, rows))
}

#[track_caller]
fn check(spoil: impl FnOnce(&mut Rows), expected: &[Check]) {
    assert_eq!(failed(audit(&Setup::new(), spoil)), expected);
}

/// The same, with row counts in the claim that fit the spoiled file.
#[track_caller]
fn check_counted(spoil: impl FnOnce(&mut Rows), expected: &[Check]) {
    let mut rows = RELEASED.to_vec();
    spoil(&mut rows);
    let (rows_out, suppressed) = (rows.len() as u64, 8_u64.saturating_sub(rows.len() as u64));
    let setup = Setup { rows_out, suppressed, ..Setup::new() };
    assert_eq!(failed(setup.audit_bytes(&csv_of(&HEADER, rows))), expected);
}

#[test]
fn a_class_below_k() {
    let setup = Setup { k: 3, ..Setup::new() };
    assert_eq!(failed(audit(&setup, |_| ())), [Check::KAnonymity]);
    // The lone man in 951* ought to have been suppressed.
    check_counted(|rows| rows.push(["951*", "m", "gout", "y"]), &[Check::KAnonymity]);
}

#[test]
fn a_row_lost() {
    check(lose_first, &[Check::Rows, Check::KAnonymity, Check::Truth, Check::Integrity]);
    check_counted(lose_first, &[Check::KAnonymity, Check::Truth, Check::Suppression, Check::Integrity]);
}

#[test]
fn a_row_written_twice() {
    check(|rows| rows.insert(0, rows[0]), &[Check::Rows, Check::Truth, Check::Integrity]);
    check_counted(|rows| rows.insert(0, rows[0]), &[Check::Truth, Check::Suppression, Check::Integrity]);
}

#[test]
fn a_value_changed_to_another_label() {
    check(
        |rows| {
            rows[2][0] = "951*";
            rows.sort_unstable();
        },
        &[Check::KAnonymity, Check::Truth, Check::Suppression, Check::Integrity],
    );
}

#[test]
fn a_whole_class_under_another_label() {
    let spoil = |rows: &mut Rows| {
        rows[4][0] = "941*";
        rows[5][0] = "941*";
        rows.sort_unstable();
    };
    check(spoil, &[Check::Truth, Check::Suppression, Check::Integrity]);
}

#[test]
fn a_value_left_as_it_was() {
    check(|rows| rows[0][0] = "9414", &[Check::KAnonymity, Check::Truth, Check::Integrity, Check::Order]);
}

#[test]
fn a_value_generalized_too_far() {
    check(|rows| rows.iter_mut().take(2).for_each(|row| row[0] = "*"), &[Check::Truth, Check::Suppression]);
}

/// The register with neighbouring zips joined, under these two names, in the file and in the claim.
fn audit_neighbours(names: [&'static str; 2]) -> Result<Report, AuditError> {
    let path = |zip: &str| -> Path {
        let name = if zip < "95" { names[0] } else { names[1] };
        [zip, name, "*"].map(|label| Some(label.into())).to_vec()
    };
    let zips = ["9413", "9414", "9418", "9419", "9511", "9512", "9513"];
    let missing: Path = vec![None, None, Some("*".into())];
    let neighbours = vec![NeighboursClaim {
        column: "zip".into(),
        sorting: Sorting::Natural,
        named: NamingValues::ByShown,
    }];
    let zip = zips.into_iter().map(path).chain([missing]).collect();
    let setup = Setup { zip, neighbours, ..Setup::new() };
    audit(&setup, |rows| {
        rows.iter_mut().for_each(|row| row[0] = if row[0] == "941*" { names[0] } else { names[1] });
        rows.sort_unstable();
    })
}

#[test]
fn a_label_that_names_a_value_of_suppressed_rows_only() {
    // 9513 is the zip of the man who is suppressed.
    assert_eq!(failed(audit_neighbours(["9413..9419", "9511..9513"])), [Check::Truth]);
    assert!(audit_neighbours(["9413..9419", "9511..9512"]).is_ok());
    assert!(audit_neighbours(["{9413, 9414, 9418, 9419}", "9511..9512 (2)"]).is_ok());
}

#[test]
fn a_label_of_neighbours_that_does_not_cover_its_rows() {
    assert_eq!(failed(audit_neighbours(["9413..9418", "9511..9512"])), [Check::Truth]);
    assert_eq!(failed(audit_neighbours(["9413..9419", "9512"])), [Check::Truth]);
    assert_eq!(failed(audit_neighbours(["9413..9419", "south"])), [Check::Truth]);
}

#[test]
fn sensitive_values_swapped_between_classes() {
    check(
        |rows| {
            (rows[3][2], rows[5][2]) = ("flu", "cold");
            rows[1][2] = "cold";
            rows.sort_unstable();
        },
        &[Check::Integrity],
    );
}

#[test]
fn values_of_one_class_paired_anew() {
    check(|rows| (rows[2][3], rows[3][3]) = (rows[3][3], rows[2][3]), &[Check::Integrity]);
}

#[test]
fn a_carried_cell_altered_lost_or_made_up() {
    check(|rows| rows[3][3] = "X", &[Check::Integrity]);
    check(|rows| rows[3][3] = "", &[Check::Integrity]);
    check(|rows| rows[0][3] = "?", &[Check::Integrity]);
    check(|rows| rows[5][3] = "x ", &[Check::Integrity]);
}

#[test]
fn rows_out_of_order() {
    check(|rows| rows.swap(0, 1), &[Check::Order]);
    check(|rows| rows.swap(0, 5), &[Check::Order]);
}

#[test]
fn rows_suppressed_needlessly() {
    check_counted(|rows| rows.truncate(4), &[Check::Suppression]);
}

#[test]
fn counts_that_do_not_add_up() {
    let setup = Setup { suppressed: 1, ..Setup::new() };
    assert_eq!(failed(audit(&setup, |_| ())), [Check::Rows, Check::Suppression]);
    let setup = Setup { rows_out: 5, suppressed: 3, ..Setup::new() };
    assert_eq!(failed(audit(&setup, |_| ())), [Check::Rows, Check::Suppression]);
}

#[test]
fn more_rows_suppressed_than_may_be() {
    let setup = Setup { suppression_limit: 1, ..Setup::new() };
    assert_eq!(failed(audit(&setup, |_| ())), [Check::Suppression]);
    assert!(audit(&Setup { suppression_limit: 2, ..Setup::new() }, |_| ()).is_ok());
}

#[test]
fn an_identifier_left_in() {
    let rows = RELEASED.map(|[zip, sex, disease, note]| ["Zoe", zip, sex, disease, note]);
    let bytes = csv_of(&["name", "zip", "sex", "disease", "note"], rows);
    let error = Setup::new().audit_bytes(&bytes).unwrap_err();
    let expected = "the release does not hold what it claims: 1 identifier column left in, \
                    the header has 5 columns that are not the 4 promised in their order";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_header_in_another_order() {
    let bytes = csv_of(&["sex", "zip", "disease", "note"], RELEASED);
    assert_eq!(failed(Setup::new().audit_bytes(&bytes)), [Check::Columns]);
}

#[test]
fn a_header_that_is_a_row() {
    let mut bytes = csv_of(&HEADER, RELEASED);
    bytes.drain(..bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1);
    let error = Setup::new().audit_bytes(&bytes).unwrap_err();
    assert_no_cell(&error.to_string());
    assert_eq!(failed(Err(error)), [Check::Columns]);
}

#[test]
fn a_file_cut_off_anywhere() {
    let bytes = csv_of(&HEADER, RELEASED);
    for length in 0..bytes.len() {
        let error = Setup::new().audit_bytes(&bytes[..length]).unwrap_err();
        assert_no_cell(&error.to_string());
    }
}

#[test]
fn a_byte_changed_anywhere() {
    let bytes = csv_of(&HEADER, RELEASED);
    for at in 0..bytes.len() {
        let mut spoiled = bytes.clone();
        spoiled[at] ^= 1;
        assert!(Setup::new().audit_bytes(&spoiled).is_err(), "byte {at}");
    }
}

#[test]
fn a_file_that_is_not_there() {
    let missing = std::env::temp_dir().join("no such folder").join("release.csv");
    assert!(matches!(Setup::new().audit(&missing), Err(AuditError::Read(ReadError::Io { .. }))));
}

#[test]
fn a_claim_that_cannot_be_checked() {
    let mut setup = Setup::new();
    setup.zip[0].truncate(1);
    let error = audit(&setup, |_| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "internal error: the audit cannot check this claim: column \"zip\": a path does not reach level 1; please report it"
    );
    let mut setup = Setup::new();
    setup.zip.push(vec![Some("9413".into()), Some("94**".into()), Some("*".into())]);
    assert!(matches!(audit(&setup, |_| ()), Err(AuditError::Claim(_))));
}
