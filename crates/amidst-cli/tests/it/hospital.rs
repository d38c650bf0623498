//! The export of a hospital, as a new user meets it: semicolons, a byte order mark, German numbers, dates in three forms,
//! patients who come again, free text, telephone numbers and words for missing. The messages alone lead to a release.

use std::fmt::Write;

use crate::support::Folder;

/// Numbers without order that come out the same every time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

fn day(year: u64, month: u64, day: u64, form: u64) -> String {
    match form {
        0 => format!("{year}-{month:02}-{day:02}"),
        1 => format!("{day:02}.{month:02}.{year}"),
        _ => format!("{day:02}/{month:02}/{year}"),
    }
}

/// `1234567` cents as `12.345,67`.
fn euros(cents: u64) -> String {
    let (whole, rest) = (cents / 100, cents % 100);
    match whole {
        0..1000 => format!("{whole},{rest:02}"),
        _ => format!("{}.{:03},{rest:02}", whole / 1000, whole % 1000),
    }
}

fn export(rows: usize) -> String {
    const GIVEN: [&str; 8] = ["Anna", "Hans", "Julia", "Lukas", "Emma", "Paul", "Laura", "Jonas"];
    const SURNAMES: [&str; 6] = ["Müller", "Schmidt", "Weber", "Wagner", "Koch", "Bauer"];
    const ILL: [&str; 8] = [
        "Grippe",
        "grippe",
        "Grippe ",
        "Migr\u{e4}ne",
        "Migra\u{308}ne",
        "Asthma",
        "Diabetes Typ 2",
        "unbekannt",
    ];
    let mut draw = Draw(7);
    let people: Vec<[u64; 6]> = (0..rows / 2)
        .map(|person| {
            let (month, day) = (1 + draw.below(12), 1 + draw.below(28));
            [person as u64, 1930 + draw.below(80), month, day, draw.below(2), draw.below(48)]
        })
        .collect();
    let mut text = String::from(
        "\u{feff}Patientennummer;Name;Geburtsdatum;Geschlecht;PLZ;Aufnahmedatum;Diagnose;Kosten;Telefon;E-Mail;Bemerkung\r\n",
    );
    for _ in 0..rows {
        let [person, year, month, born, sex, name] = people[draw.below(people.len() as u64) as usize];
        let (given, surname) = (GIVEN[name as usize % 8], SURNAMES[name as usize / 8]);
        let born = if draw.below(40) == 0 { "NA".into() } else { day(year, month, born, draw.below(3)) };
        let admitted = day(2023, 1 + draw.below(12), 13 + draw.below(16), draw.below(3));
        let cost = if draw.below(30) == 0 { "-9".into() } else { euros(20_000 + draw.below(900_000)) };
        let (hours, cause) = (1 + draw.below(90), draw.pick(&["Fieber", "Husten", "Schmerzen"]));
        writeln!(
            text,
            "P{:06};{given} {surname};{born};{};{};{admitted};{};{cost};0171 {};p{}@beispiel.de;{surname} kam wegen {cause} \
             und blieb {hours} Stunden hier\r",
            person * 7919 % 999_983,
            ["m", "w"][sex as usize],
            draw.pick(&["10115", "10117", "20095", "20097", "80331"]),
            draw.pick(&ILL),
            2_000_000 + person * 7_919,
            person * 31,
        )
        .expect("writing to a string");
    }
    text
}

#[test]
fn two_runs_lead_from_the_export_to_a_release() {
    let folder = Folder::with("export.csv", export(600));
    let told = folder.succeed("init export.csv -o release.toml");
    let spec = folder.text("release.toml");
    for line in [
        "delimiter = \";\"",
        "decimal = \",\"",
        "missing = [\"\", \"NA\", \"unbekannt\"]",
        "format = \"%Y-%m-%d|%d.%m.%Y|%d/%m/%Y\"",
        "\"-9\" in",
        "spellings of",
        "respondent = \"Patientennummer\"",
    ] {
        assert!(spec.contains(line), "{line}\n{spec}");
    }
    for (column, role) in [
        ("Patientennummer", "identifier"),
        ("Name", "identifier"),
        ("Geburtsdatum", "quasi"),
        ("Diagnose", "sensitive"),
        ("Telefon", "identifier"),
        ("E-Mail", "identifier"),
        ("Bemerkung", "identifier"),
    ] {
        let line = told.text().lines().find(|line| line.trim_start().starts_with(column)).expect("a line");
        assert!(line.contains(role), "{line}");
    }
    let run = folder.succeed("anonymize release.toml");
    for words in [
        "Asked k = 5 people, reached k = 6 people",
        "column \"Diagnose\" has 5 spellings of 2 values",
        "column \"Kosten\" says \"-9\"",
    ] {
        assert!(run.text().contains(words), "{words}\n{}", run.text());
    }
    let release = folder.text("export.release.csv");
    assert!(!release.contains("@beispiel.de") && !release.contains("Stunden") && !release.contains("P0"));
}

#[test]
fn what_the_export_must_not_show_is_refused_column_by_column() {
    let folder = Folder::with("export.csv", export(600));
    folder.succeed("init export.csv -o release.toml");
    let spec = folder.text("release.toml");
    for column in ["Telefon", "E-Mail", "Bemerkung", "Name"] {
        let released = spec.replace(
            &format!("[columns.{column}]\nrole = \"identifier\""),
            &format!("[columns.{column}]\nrole = \"other\""),
        );
        let folder = Folder::with("export.csv", export(600)).and("release.toml", released);
        let run = folder.run("anonymize release.toml");
        assert_eq!(run.code, Some(2), "{column}");
        assert!(
            run.stderr.contains(&format!("column {column:?} has the role other but looks like")),
            "{}",
            run.stderr
        );
    }
}

/// Another house: Latin-1, years of two digits, amounts with their currency, cases and insured people numbered, and remarks
/// in some rows only.
fn other_export(rows: usize) -> Vec<u8> {
    const NAMES: [&str; 4] = ["M\u{fc}ller", "Sch\u{e4}fer", "Kurz", "Gro\u{df}"];
    let mut draw = Draw(11);
    let mut text = String::from(
        "Fallnr;Versichertennr;Name;Vorname;geb;Sex;Ort;Aufnahmezeit;ICD;Rechnung;Gewicht;Befund\r\n",
    );
    let people: Vec<[u64; 5]> = (0..rows as u64 / 3)
        .map(|person| [person, 1930 + draw.below(90), 1 + draw.below(12), 1 + draw.below(28), draw.below(4)])
        .collect();
    for row in 0..rows as u64 {
        let [person, year, month, born, name] = people[draw.below(people.len() as u64) as usize];
        let born = match draw.below(3) {
            0 => format!("{born:02}.{month:02}.{:02}", year % 100),
            form => day(year, month, born, form - 1),
        };
        let cost = match draw.below(30) {
            0 => "k. A.".to_owned(),
            _ => euros(20_000 + draw.below(900_000)) + ["\u{80}", " EUR"][draw.below(2) as usize],
        };
        let weight = if draw.below(20) == 0 {
            "-1".into()
        } else {
            format!("{},{}", 50 + draw.below(60), draw.below(10))
        };
        let remark = match draw.below(4) {
            0 => format!("Pat. berichtet von Schmerzen nach Sturz vor {} Tagen", draw.below(9_000)),
            _ => "o.B.".into(),
        };
        writeln!(
            text,
            "{};A{:09};{};{};{born};{};{};{:02}.{:02}.2023 {:02}:{:02};{};{cost};{weight};{remark}\r",
            100_000 + row,
            person * 999_983,
            NAMES[name as usize],
            draw.pick(&["Hans", "Petra", "Klaus"]),
            ["m", "w"][person as usize % 2],
            ["K\u{f6}ln", "Bonn"][person as usize % 2],
            1 + draw.below(28),
            1 + draw.below(12),
            draw.below(24),
            draw.below(60),
            draw.pick(&["I10", "E11", "J45"]),
        )
        .expect("writing to a string");
    }
    text.chars().map(|sign| u8::try_from(u32::from(sign)).expect("Latin-1")).collect()
}

#[test]
fn three_runs_lead_from_the_export_of_another_house_to_a_release() {
    let folder = Folder::with("export.csv", other_export(900));
    folder.succeed("init export.csv -o release.toml");
    let spec = folder.text("release.toml");
    for (column, role) in [
        ("Fallnr", "identifier"),
        ("Versichertennr", "identifier"),
        ("Name", "identifier"),
        ("Vorname", "identifier"),
        ("geb", "quasi"),
        ("Sex", "quasi"),
        ("Ort", "quasi"),
        ("Aufnahmezeit", "quasi"),
        ("ICD", "sensitive"),
        ("Rechnung", "sensitive"),
        ("Befund", "identifier"),
    ] {
        assert!(spec.contains(&format!("[columns.{column}]\nrole = \"{role}\"")), "{column}\n{spec}");
    }
    for line in [
        "respondent = \"Versichertennr\"",
        "format = \"%Y-%m-%d|%d.%m.%Y|%d.%m.%y\"",
        "years of two digits are read as 1930 to 2029",
        "\"-1\" in",
    ] {
        assert!(spec.contains(line), "{line}\n{spec}");
    }
    let run = folder.succeed("anonymize release.toml");
    let advice = "missing = [\"\", \"k. A.\", \"-1\"]";
    assert!(run.text().contains(advice), "{}", run.text());
    let corrected = spec.replace("missing = [\"\", \"k. A.\"]", advice);
    assert_ne!(corrected, spec);
    let folder = folder.and("release.toml", corrected);
    let run = folder.succeed("anonymize release.toml --force");
    assert!(!run.text().contains("mostly that means"), "{}", run.text());
    assert!(run.text().contains("Asked k = 5 people"), "{}", run.text());
    assert!(!String::from_utf8_lossy(&folder.bytes("export.release.csv")).contains("Sturz"));
}
