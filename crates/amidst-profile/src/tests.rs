//! Columns as people really have them: what is recognized, what is proposed, what is written.

use amidst_spec::header::NumberedBy;
use std::collections::{BTreeMap, BTreeSet};

use amidst_spec::spec::{Input, Spec};

use super::*;

fn gate(name: &str, cells: &[String]) -> Option<SemanticType> {
    points_at_people(name, Subject::Unknown, cells, cells.len()).map(|detection| detection.what)
}

fn cells(rows: usize, cell: impl Fn(usize) -> String) -> Vec<String> {
    (0..rows).map(cell).collect()
}

/// Numbers without order that still come out the same every time.
fn scrambled(row: usize) -> usize {
    (row * 611_953 + 104_729) % 1_000_003
}

/// A number of nine digits with its 11-test digit.
fn bsn(row: usize) -> Option<String> {
    let body = format!("{:08}", 10_000_000 + scrambled(row) * 61);
    let sum: usize = body.bytes().enumerate().map(|(at, digit)| usize::from(digit - b'0') * (9 - at)).sum();
    (sum % 11 < 10).then(|| format!("{body}{}", sum % 11))
}

#[test]
fn direct_identifiers_are_recognized_by_name_and_by_values() {
    let names = ["Anna Schmidt", "Juan Pérez", "Marie Curie", "Paolo Bianchi", "Lisa van Dam", "Owen Grey"];
    let emails = cells(40, |row| format!("p{row}@example.org"));
    let phones = cells(40, |row| format!("+49 30 {}", 1_000_000 + scrambled(row)));
    let people =
        cells(30, |row| format!("{}{}", names[row % 6], "abcde".chars().nth(row / 6).expect("five")));
    for (name, cells, sort) in [
        ("x", &emails, SemanticType::Email),
        ("E-Mail", &emails, SemanticType::Email),
        ("x", &phones, SemanticType::Phone),
        ("Telefon", &cells(40, |row| (3_000_000 + scrambled(row)).to_string()), SemanticType::Phone),
        ("x", &people, SemanticType::PersonName),
        (
            "Nachname",
            &cells(30, |row| format!("Grey{}", (b'a' + row as u8 % 26) as char)),
            SemanticType::PersonName,
        ),
        (
            "last_name",
            &cells(500, |row| ["Grey", "Braun", "Novak"][row % 3].into()),
            SemanticType::PersonName,
        ),
        ("ssn", &cells(30, |row| (100_000_000 + scrambled(row)).to_string()), SemanticType::NationalId),
        (
            "x",
            &cells(30, |row| format!("{:03}-{:02}-{:04}", 100 + row, 1 + row, 1_000 + row)),
            SemanticType::NationalId,
        ),
        ("x", &(0..60).filter_map(bsn).collect(), SemanticType::NationalId),
        ("x", &cells(30, |row| format!("10.0.{}.{}", row, row * 3)), SemanticType::IpAddress),
        ("x", &cells(30, |row| format!("00:1a:2b:3c:4d:{row:02x}")), SemanticType::MacAddress),
        ("x", &cells(30, |row| format!("123e4567-e89b-12d3-a456-4266141740{row:02}")), SemanticType::Uuid),
        ("x", &cells(30, |row| format!("https://example.org/people/{row}")), SemanticType::Url),
        ("x", &cells(30, |row| format!("{} Main Street", row + 1)), SemanticType::StreetAddress),
        ("patient_id", &cells(60, |row| (1 + row).to_string()), SemanticType::IdNumber),
        ("patient_id", &cells(6, |row| (7_001 + row / 3).to_string()), SemanticType::IdNumber),
        ("id", &cells(60, |row| scrambled(row).to_string()), SemanticType::IdNumber),
        ("x", &cells(60, |row| format!("PAT-{:05}", scrambled(row) % 99_991)), SemanticType::IdNumber),
        ("x", &cells(60, |row| format!("{:08}", scrambled(row))), SemanticType::IdNumber),
        ("x", &cells(60, |row| (9_000_000_000_usize + scrambled(row)).to_string()), SemanticType::IdNumber),
    ] {
        assert_eq!(gate(name, cells), Some(sort), "{name}, expected {sort:?}");
    }
}

#[test]
fn free_text_and_dates_of_birth_point_at_people() {
    let iso = |row: usize| format!("19{:02}-{:02}-{:02}", row % 100, 1 + row % 12, 1 + row % 28);
    let dotted = |row: usize| format!("{:02}.{:02}.19{:02}", 1 + row % 28, 1 + row % 12, row % 100);
    let mixed = |row: usize| match row % 3 {
        0 => iso(row),
        1 => dotted(row),
        _ => "unknown".into(),
    };
    for (name, cells, sort) in [
        ("birth", cells(200, iso), SemanticType::BirthDate),
        ("Geburtsdatum", cells(200, dotted), SemanticType::BirthDate),
        ("x", cells(200, iso), SemanticType::BirthDate),
        ("born", cells(200, mixed), SemanticType::BirthDate),
        ("notes", cells(200, |row| format!("was seen {row} times in the last year")), SemanticType::FreeText),
        ("x", cells(200, |row| format!("she was seen {row} times in the last year")), SemanticType::FreeText),
    ] {
        assert_eq!(gate(name, &cells), Some(sort), "{name}");
    }
}

#[test]
fn record_numbers_lead_back_to_the_source() {
    for (name, cells) in [
        ("row", cells(200, |row| row.to_string())),
        ("id", cells(200, |row| (1 + row).to_string())),
        ("id", cells(200, |row| (1 + 1_000 * row).to_string())),
        ("x13", cells(60, |row| (100_000 + 7 * row).to_string())),
        ("x13", cells(300, |row| (5_000 + (row * 37) % 301).to_string())),
    ] {
        assert_eq!(gate(name, &cells), Some(SemanticType::RecordNumber), "{name}");
    }
    assert_eq!(gate("x13", &cells(10, |row| row.to_string())), Some(SemanticType::RecordNumber));
    assert_eq!(gate("x13", &cells(9, |row| row.to_string())), None);
}

#[test]
fn births_are_found_however_they_are_counted() {
    let digits = |row: usize| format!("{}{:02}{:02}", 1930 + scrambled(row) % 70, 1 + row % 12, 1 + row % 28);
    assert_eq!(gate("x2", &cells(80, digits)), Some(SemanticType::BirthDate));
    let day_number = |row: usize| (9_000 + scrambled(row) % 20_000).to_string();
    assert_eq!(gate("birth_date", &cells(80, day_number)), Some(SemanticType::BirthDate));
    let short =
        |row: usize| format!("{:02}.{:02}.{:02}", 1 + row % 28, 1 + row % 12, 30 + scrambled(row) % 70);
    assert_eq!(gate("x", &cells(80, short)), Some(SemanticType::BirthDate));
}

#[test]
fn remarks_in_a_few_rows_are_free_text() {
    let optional = |row: usize| match row % 4 {
        0 => format!("seen with her sister from the village about knee {row}"),
        _ => "ok".into(),
    };
    assert_eq!(gate("y7", &cells(60, optional)), Some(SemanticType::FreeText));
    let people = ["Anna", "Paul", "Lena", "Eva", "Klaus", "Laura"];
    let named = |row: usize| match row % 8 {
        0 => format!("called by {}, asks back", people[row / 8 % 6]),
        _ => "nothing found".into(),
    };
    assert_eq!(gate("y7", &cells(400, named)), Some(SemanticType::FreeText));
    let standard = |row: usize| match row % 4 {
        0 => "no further treatment is needed at present".into(),
        _ => "ok".to_owned(),
    };
    assert_eq!(gate("y7", &cells(400, standard)), None);
}

#[test]
fn amounts_with_a_currency_are_money() {
    let amounts = cells(80, |row| {
        format!("{}.{:03},{:02} {}", 1 + row, scrambled(row) % 1000, row % 100, ["€", "EUR"][row % 2])
    });
    let column = Column::from_texts("x", amounts.iter().map(|cell| Some(cell.as_str())));
    let found = &profile(&Table::new(vec![column]), DecimalMark::Comma)[0];
    assert_eq!((found.kind, found.role, found.decided), (Kind::Decimal, Role::Sensitive, true));
    assert_eq!(gate("x", &amounts), None);
}

#[test]
fn a_bare_name_is_that_of_a_person_where_the_table_is_about_people() {
    let surnames = cells(500, |row| ["Grey", "Braun", "Novak"][row % 3].into());
    let found = |names: &[&str]| {
        points_at_people("Name", Subject::of(names.iter().copied()), &surnames, 500).map(|found| found.what)
    };
    assert_eq!(found(&["Name", "Vorname"]), Some(SemanticType::PersonName));
    assert_eq!(found(&["Geburtsdatum", "Name"]), Some(SemanticType::PersonName));
    assert_eq!(found(&["Patient-Nr", "Name"]), Some(SemanticType::PersonName));
    assert_eq!(found(&["Name", "price"]), None);
}

#[test]
fn numbers_of_people_are_known_in_several_languages() {
    for (name, expected) in [
        ("PatientenID", NumberedBy::Keeper),
        ("Patient-Nr", NumberedBy::Keeper),
        ("Pat.-Nr.", NumberedBy::Keeper),
        ("N° patient", NumberedBy::Keeper),
        ("MRN", NumberedBy::Keeper),
        ("medical record number", NumberedBy::Keeper),
        ("IPP", NumberedBy::Keeper),
        ("Patiëntnummer", NumberedBy::Keeper),
        ("Versichertennr", NumberedBy::State),
        ("Versicherten-Nr.", NumberedBy::State),
        ("KVNR", NumberedBy::State),
        ("AHV-Nr", NumberedBy::State),
        ("SSN", NumberedBy::State),
        ("NHS number", NumberedBy::State),
        ("BSN", NumberedBy::State),
        ("N° sécurité sociale", NumberedBy::State),
        ("Fallnr", NumberedBy::Nobody),
        ("Fallnummer", NumberedBy::Nobody),
        ("case number", NumberedBy::Nobody),
        ("encounter_id", NumberedBy::Nobody),
        ("N° de séjour", NumberedBy::Nobody),
        ("E-Mail", NumberedBy::Nobody),
    ] {
        assert_eq!(by_whom(name), expected, "{name}");
    }
}

#[test]
fn the_number_of_a_patient_comes_before_other_identifiers_that_repeat() {
    let person = |row: usize| scrambled(row % 40);
    let columns = [
        ("E-Mail", cells(100, |row| format!("p{}@example.org", person(row)))),
        ("Versichertennr", cells(100, |row| format!("A{:09}", person(row) * 31))),
        ("PatientenID", cells(100, |row| format!("P{:07}", person(row)))),
        ("Fallnummer", cells(100, |row| (scrambled(row / 2) * 7).to_string())),
    ];
    let coded = |names: &[&str]| {
        let wanted = columns.iter().filter(|(name, _)| names.contains(name));
        let column = |(name, cells): &(&str, Vec<String>)| {
            Column::from_texts(name, cells.iter().map(|cell| Some(cell.as_str())))
        };
        profile(&Table::new(wanted.map(column).collect()), DecimalMark::Point)
    };
    for (names, expected) in [
        (&["E-Mail", "Versichertennr", "PatientenID", "Fallnummer"][..], "PatientenID"),
        (&["E-Mail", "Versichertennr", "Fallnummer"], "Versichertennr"),
    ] {
        let profiles = coded(names);
        assert_eq!(repeated(&profiles).map(|it| it.name.as_str()), Some(expected));
    }
}

#[test]
fn measures_dates_and_categories_are_no_direct_identifiers() {
    let word = |words: &'static [&'static str]| move |row: usize| words[row % words.len()].to_owned();
    for (name, cells) in [
        ("income", cells(200, |row| (20_000 + scrambled(row) % 80_000).to_string())),
        ("x", cells(200, |row| (100_000 + scrambled(row) % 800_000).to_string())),
        ("weight", cells(200, |row| format!("{}.{}", 40 + row % 60, scrambled(row) % 1_000))),
        ("fnlwgt", cells(200, |row| (12_285 + scrambled(row)).to_string())),
        ("date", cells(200, |row| format!("2020{:02}{:02}", 1 + row % 12, 1 + row % 28))),
        (
            "admission",
            cells(200, |row| format!("19{:02}-{:02}-{:02}", row % 100, 1 + row % 12, 1 + row % 28)),
        ),
        ("notes", cells(200, word(&["no further treatment is needed", "to be seen again in May"]))),
        ("time", cells(200, |row| format!("2020-01-{:02}T10:00:{:02}", 1 + row % 28, row % 60))),
        ("diagnosis", cells(200, |row| format!("E{}.{}", 10 + row % 5, row % 10))),
        ("department_id", cells(200, |row| (row % 7).to_string())),
        ("zip", cells(200, |row| (94_000 + row % 100).to_string())),
        ("postcode", cells(30, |row| format!("K1A 0B{}", row % 10))),
        ("city", cells(200, word(&["San Jose", "New York", "Paris", "St. Paul", "Santa Maria"]))),
        ("state", cells(200, word(&["Virginia", "Georgia", "Carolina", "Texas"]))),
        ("marital-status", cells(200, word(&["Never-married", "Divorced", "Widowed"]))),
        ("phone", cells(200, word(&["yes", "no"]))),
        ("phone_model", cells(200, |row| format!("Model {row}"))),
        ("email_verified", cells(200, word(&["true", "false"]))),
        ("Filename", cells(200, |row| format!("Scan{row}.png"))),
        ("name", cells(200, word(&["Lamp", "Chair", "Rug"]))),
        ("name", cells(200, |row| format!("lamp no. {row}"))),
        ("product name", cells(200, |row| format!("Lamp {row}"))),
        ("Company", cells(200, word(&["Acme", "Globex", "Initech"]))),
        ("Discount", cells(200, |row| (row % 50).to_string())),
        ("version", cells(200, word(&["1.2.3", "1.2.4"]))),
        ("year", cells(60, |row| (1_950 + row).to_string())),
        ("number of patients", cells(200, |row| (scrambled(row) % 500).to_string())),
        ("latitude", cells(200, |row| format!("48.{:05}", scrambled(row) % 99_999))),
        ("empty", Vec::new()),
        ("blank", cells(5, |_| String::new())),
    ] {
        assert_eq!(gate(name, &cells), None, "{name}");
    }
}

#[test]
fn an_address_inside_a_text_is_found() {
    let notes = cells(100, |row| {
        if row % 10 == 0 { format!("mail her at p{row}@example.org, please") } else { "nothing said".into() }
    });
    assert_eq!(gate("notes", &notes), Some(SemanticType::Email));
}

const COLOURS: [&str; 4] = ["red", "green", "blue", "grey"];
const DISEASES: [&str; 5] = ["asthma", "flu", "gout", "cough", "angina"];

type Cell = Box<dyn Fn(usize) -> String>;

/// A register of a hundred made-up patients.
fn patients() -> Table {
    let columns: Vec<(&str, Cell)> = vec![
        ("row", Box::new(|row| (row + 1).to_string())),
        ("patient_id", Box::new(|row| format!("P{:06}", scrambled(row)))),
        ("Full Name", Box::new(|row| format!("Anna Grey{}", (b'a' + row as u8 % 26) as char))),
        ("e-mail", Box::new(|row| format!("p{row}@example.org"))),
        ("sex", Box::new(|row| ["F", "M"][row % 2].into())),
        ("age", Box::new(|row| (18 + scrambled(row) % 75).to_string())),
        (
            "Geburtsdatum",
            Box::new(|row| format!("{:02}.{:02}.{}", 1 + row % 28, 1 + row % 12, 1_930 + row % 80)),
        ),
        ("ZIP code", Box::new(|row| format!("{:05}", 2_100 + row % 40))),
        ("city", Box::new(|row| format!("Town{}", if row < 60 { row % 3 } else { row }))),
        ("admission", Box::new(|row| format!("2023-{:02}-{:02}", 1 + row % 12, 1 + row % 28))),
        ("disease", Box::new(|row| DISEASES[row % 5].into())),
        ("income", Box::new(|row| (1_000 + scrambled(row) % 9_000).to_string())),
        ("colour", Box::new(|row| COLOURS[row % 4].into())),
        ("x1", Box::new(|row| format!("{}.{}", scrambled(row) % 97, scrambled(row) % 89))),
        ("notes", Box::new(|row| format!("patient came for visit number {row} and left"))),
        ("site.country", Box::new(|_| "NL".into())),
        ("clinic", Box::new(|_| "North".into())),
    ];
    let column = |(name, cell): &(&str, Cell)| {
        let cells =
            cells(100, |row| if *name == "city" && row % 10 == 0 { String::new() } else { cell(row) });
        let present = cells.iter().map(|cell| Some(cell.as_str()).filter(|cell| !cell.is_empty()));
        let mut column = Column::from_texts(name, present);
        column.kind = Kind::of(cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()));
        column
    };
    Table::new(columns.iter().map(column).collect())
}

#[test]
fn roles_of_a_register_are_proposed_as_a_person_would() {
    let profiles = profile(&patients(), DecimalMark::Point);
    let roles: Vec<(&str, Role, bool)> =
        profiles.iter().map(|profile| (profile.name.as_str(), profile.role, profile.decided)).collect();
    assert_eq!(
        roles,
        [
            ("row", Role::Identifier, true),
            ("patient_id", Role::Identifier, true),
            ("Full Name", Role::Identifier, true),
            ("e-mail", Role::Identifier, true),
            ("sex", Role::Quasi, true),
            ("age", Role::Quasi, true),
            ("Geburtsdatum", Role::Quasi, true),
            ("ZIP code", Role::Quasi, true),
            ("city", Role::Quasi, true),
            ("admission", Role::Quasi, true),
            ("disease", Role::Sensitive, true),
            ("income", Role::Sensitive, true),
            ("colour", Role::Quasi, false),
            ("x1", Role::Quasi, false),
            ("notes", Role::Identifier, true),
            ("site.country", Role::Other, true),
            ("clinic", Role::Other, true),
        ]
    );
}

#[test]
fn hierarchies_of_a_register_suit_their_columns() {
    let profiles = profile(&patients(), DecimalMark::Point);
    let of = |name: &str| {
        let profile = profiles.iter().find(|profile| profile.name == name).expect("a column of the register");
        profile.hierarchy.clone()
    };
    let age = of("age").expect("quasi");
    assert_eq!((age.interval, age.from, age.top), (Some(vec![5.0, 10.0, 20.0]), Some(0.0), Some(90.0)));
    let birth = of("Geburtsdatum").expect("quasi");
    assert_eq!(birth.format.as_deref(), Some("%d.%m.%Y"));
    assert_eq!(birth.date, Some(["month", "year", "5 years", "10 years"].map(String::from).to_vec()));
    assert!(of("ZIP code").expect("quasi").prefix.is_some());
    assert_eq!(of("sex").expect("quasi").suppression, Some(true));
    assert!(of("city").expect("quasi").frequency.is_some());
    assert_eq!(of("disease"), None);
}

#[test]
fn missing_cells_and_unique_rows_are_counted() {
    let profiles = profile(&patients(), DecimalMark::Point);
    let city = profiles.iter().find(|profile| profile.name == "city").expect("a column of the register");
    assert_eq!((city.rows, city.missing, city.distinct), (100, 10, 39));
    assert!((city.missing_share() - 0.1).abs() < 1e-9 && (city.unique_share - 0.36).abs() < 1e-9);
}

fn input() -> Input {
    Input {
        path: "data/patients.csv".into(),
        delimiter: Some(';'),
        encoding: Some("utf-8".into()),
        ..Input::default()
    }
}

#[test]
fn the_commented_spec_reads_back_with_every_column() {
    let profiles = profile(&patients(), DecimalMark::Point);
    let text = commented_spec(&input(), &profiles, 100, &BTreeMap::new());
    let spec = Spec::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(spec.input, input());
    assert_eq!(spec.privacy.k, Some(5));
    assert_eq!(spec.output.path.as_deref(), Some("patients.release.csv"));
    let named: BTreeSet<&str> = spec.columns.keys().map(String::as_str).collect();
    assert_eq!(named, profiles.iter().map(|profile| profile.name.as_str()).collect());
    for profile in &profiles {
        let column = &spec.columns[&profile.name];
        assert_eq!(
            (column.role.0, &column.hierarchy),
            (profile.role, &profile.hierarchy),
            "{}",
            profile.name
        );
    }
}

#[test]
fn no_value_of_the_data_is_in_the_commented_spec() {
    let table = patients();
    let profiles = profile(&table, DecimalMark::Point);
    let text = commented_spec(&input(), &profiles, 100, &BTreeMap::new());
    let said = |cell: &str| {
        text.split(|symbol: char| !symbol.is_alphanumeric() && symbol != '.').any(|word| word == cell)
    };
    for column in table.columns().iter().filter(|column| column.kind == Kind::Text) {
        let dictionary = &column.coded().expect("coded").dictionary;
        let leaked = dictionary.iter().flatten().filter(|cell| cell.len() > 1 && said(cell)).count();
        assert_eq!(leaked, 0, "{}", column.name);
    }
}

#[test]
fn what_is_proposed_to_be_kept_passes_the_gate() {
    let table = patients();
    for (column, profile) in table.columns().iter().zip(profile(&table, DecimalMark::Point)) {
        if matches!(profile.role, Role::Other | Role::Sensitive) {
            let coded = column.coded().expect("coded");
            let cells = coded.codes.iter().filter_map(|code| coded.dictionary.value(code));
            assert_eq!(
                points_at_people(&column.name, Subject::People, cells, table.rows()),
                None,
                "{}",
                column.name
            );
        }
    }
}

#[test]
fn many_unknown_columns_are_left_for_a_person_to_decide() {
    let header: Vec<String> = (0..30).map(|at| format!("q{at}")).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> =
        (0..50).map(|row| (0..30).map(|at| ((row + at) % 4).to_string()).collect()).collect();
    let profiles = profile(&Table::from_rows(&header, &rows), DecimalMark::Point);
    let text = commented_spec(&input(), &profiles, 50, &BTreeMap::new());
    assert!(Spec::from_toml(&text).expect("reads back").columns.is_empty());
    assert!(text.contains("# [columns.q"));
}

#[test]
fn empty_tables_and_odd_names_do_not_hurt() {
    let names = ["", "a.b", "a \"quoted\" name", "line\nbreak", "größe", "名前", "\u{7}"];
    let rows: [[&str; 7]; 0] = [];
    let profiles = profile(&Table::from_rows(&names, &rows), DecimalMark::Point);
    let text = commented_spec(&input(), &profiles, 0, &BTreeMap::new());
    let spec = Spec::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(spec.columns.len(), names.len());
}
