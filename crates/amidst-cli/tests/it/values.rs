//! What a value is: missing cells, codes for them, spellings, numbers, dates; and columns that point at people.

use crate::support::Folder;

/// The cell of each row.
type Cell<'a> = &'a dyn Fn(usize) -> String;

#[track_caller]
fn check(table: &str, args: &str, code: i32, words: &str) {
    let run = Folder::with("t.csv", table).run(&format!("check t.csv {args}"));
    assert_eq!(run.code, Some(code), "{args}: {} {}", run.text(), run.stderr);
    assert!(run.text().contains(words), "{args}: {}", run.text());
}

#[test]
fn a_missing_diagnosis_is_no_diagnosis() {
    let table = "zip,ill\n9,flu\n9,\n9,\n9,flu\n";
    for args in ["--quasi zip --sensitive ill --l 2", "--quasi zip --sensitive ill --l 2 --wildcard"] {
        check(table, args, 1, "");
        check(table, &format!("{args} --count-missing"), 0, "");
    }
    let folder = Folder::with("t.csv", table);
    let args = "anonymize t.csv --quasi zip --sensitive ill -k 2 --l 2 -o o.csv";
    assert_eq!(folder.run(args).code, Some(1));
    folder.succeed(&format!("{args} --count-missing"));
    // Of everybody of whom something is known all have the flu.
    let args =
        ["check", "t.csv", "--quasi", "zip", "--sensitive", "ill", "--require", "alpha-k alpha=0.9 k=2"];
    assert_eq!(folder.run_with(&args).code, Some(1));
    let spec = "[input]\npath = 't.csv'\n[output]\npath = 'p.csv'\n[privacy]\nk = 2\nmissing_sensitive = 'own-value'\n\
                [[privacy.require]]\nmodel = 'distinct-l-diversity'\nl = 2\n\
                [columns.zip]\nrole = 'quasi'\n[columns.ill]\nrole = 'sensitive'\n";
    folder.and("s.toml", spec).succeed("anonymize s.toml");
}

#[test]
fn telephone_numbers_in_released_texts_are_counted_and_never_shown() {
    let notes =
        ["klagt, Sohn informiert (Tel. 0171-5551234).", "o.B.", "nach Hause", "siehe a.b@example.org"];
    let rows: String = (0..40).map(|row| format!("{},{:?}\n", row % 2, notes[row % 4])).collect();
    let folder = Folder::with("t.csv", format!("q,note\n{rows}"));
    let told = "what looks like a telephone number or an e-mail address stands in 20 cells";
    for role in ["quasi", "sensitive", "other"] {
        let spec = format!(
            "[input]\npath = 't.csv'\n[output]\npath = '{role}.csv'\n[privacy]\nk = 2\n[columns.q]\nrole = 'quasi'\n\
             [columns.note]\nrole = '{role}'\nnot_identifying = {}\n",
            role != "quasi"
        );
        let folder = Folder::with("t.csv", folder.text("t.csv")).and("s.toml", spec);
        let run = folder.succeed("anonymize s.toml");
        assert!(run.text().contains(&format!("column \"note\": {told}")), "{role}: {}", run.text());
        assert!(!run.text().contains("5551234") && !run.text().contains("example.org"), "{role}");
    }
    let folder = Folder::with("t.csv", folder.text("t.csv").replace(notes[3], "wohlauf"));
    folder.succeed("init t.csv -o release.toml");
    let spec = folder.text("release.toml");
    assert!(spec.contains(&told.replace("20", "10")) && !spec.contains("5551234"), "{spec}");
}

#[test]
fn codes_for_missing_are_told_by_whatever_looks_at_the_column() {
    let folder = Folder::with("t.csv", "q,s\na,flu\na,NA\na,n/a\nb,cold\nb,-9\n");
    let told = "column \"s\" says \"-9\" in 1 cell, \"NA\" in 1 cell, \"n/a\" in 1 cell";
    for command in ["check t.csv -k 2", "risk t.csv", "anonymize t.csv -k 2 --l 2 --force -o o.csv"] {
        let command = format!("{command} --quasi q --sensitive s");
        let text = folder.succeed(&command).text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(told), "{command}: {text}");
        let warnings = folder.succeed(&format!("{command} --json")).json()["warnings"].clone();
        assert!(warnings.to_string().replace("\\\"", "\"").contains(told), "{command}: {warnings}");
    }
}

#[test]
fn spellings_of_one_value_count_once_and_are_told() {
    for cells in [
        ["flu", "Flu", "flu "],
        ["1", "1.0", "01"],
        ["caf\u{e9}", "cafe\u{301}", "CAF\u{c9}"],
        ["Straße", "STRASSE", "straße"],
        ["ΣΑΣ", "σας", "Σας"],
        ["flu", "f\u{200b}lu", "fl\u{ad}u"],
        ["2024-02-29", "2024-02-29T00:00:00", "29/02/2024"],
        ["2024-02-29 10:30", "29.02.2024 10:30:00", "2024-02-29T10:30Z"],
    ] {
        let table = format!("zip,ill\n9,{}\n9,{}\n9,{}\n", cells[0], cells[1], cells[2]);
        check(&table, "--quasi zip --sensitive ill --l 2", 1, "3 spellings of 1 value");
        let folder = Folder::with("t.csv", &table);
        assert_eq!(
            folder.run("anonymize t.csv --quasi zip --sensitive ill -k 2 --l 2 -o o.csv").code,
            Some(1)
        );
        let run = folder.succeed("anonymize t.csv --quasi zip --sensitive ill -k 2 -o o.csv");
        assert!(run.text().contains("column \"ill\" has 3 spellings of 1 value"), "{}", run.text());
        assert!(cells.iter().all(|cell| folder.text("o.csv").contains(cell)), "cells stay as they were");
    }
}

#[test]
fn equal_numbers_have_one_rank_however_they_are_spelled() {
    let verdict = |cells: [&str; 4]| {
        let rows: String = cells.iter().map(|cell| format!("a,{cell}\n")).collect();
        let table = format!("q,s\n{rows}b,0\nb,1\nb,1\nb,1\n");
        let args = ["check", "t.csv", "--quasi", "q", "--sensitive", "s", "--json", "--require"];
        let args = [&args[..], &["t-closeness-ordered column=s t=0.4"]].concat();
        Folder::with("t.csv", table).run_with(&args).json()["models"].clone()
    };
    assert_eq!(verdict(["-0", "-0", "0", "0.0"]), verdict(["0", "0", "0", "0"]));
}

#[test]
fn numbers_of_any_length_have_one_order_in_search_and_audit() {
    let table = "q,s\nb,18446744073709551616\nb,3\na,18446744073709551616\na,18446744073709551617\n";
    for t in ["0.1", "0.3", "0.6"] {
        let folder = Folder::with("t.csv", table);
        let require = format!("t-closeness-ordered column=s t={t}");
        let args = [
            "anonymize",
            "t.csv",
            "--quasi",
            "q",
            "--sensitive",
            "s",
            "-k",
            "1",
            "-o",
            "o.csv",
            "--require",
            &require,
        ];
        let run = folder.run_with(&args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{t}");
    }
}

#[test]
fn long_quasi_numbers_stay_apart_in_every_format() {
    for [a, b] in [
        ["123456789012345678901", "123456789012345678902"],
        ["0.12345678901234567891", "0.12345678901234567892"],
        ["0.1", "0.10000000000000000001"],
        ["-9007199254740993", "-9007199254740992"],
    ] {
        let folder = Folder::with("t.csv", format!("q,s\n{a},x\n{a},y\n{b},x\n"));
        for ending in ["csv", "jsonl", "parquet", "arrow"] {
            for algorithm in ["optimal", "local", "mondrian"] {
                let asked = format!("--quasi q --sensitive s --suppression 40% --algorithm {algorithm}");
                folder.succeed(&format!("anonymize t.csv {asked} -k 2 -o o.{ending} --force"));
                folder.succeed(&format!("anonymize t.csv {asked} -k 1 -o o.{ending} --force"));
            }
        }
    }
}

#[test]
fn codes_for_missing_that_nobody_declared_are_told_with_their_counts() {
    let table = "zip,age,ill\n9,34,flu\n9,35,NA\n9,36,NA\n9,999,unknown\n9,37,cold\n9,38,flu\n";
    let folder = Folder::with("t.csv", table);
    let run = folder.succeed("anonymize t.csv --quasi zip,age --sensitive ill -k 2 -o o.csv");
    for words in [
        "column \"ill\" says \"NA\" in 2 cells, \"unknown\" in 1 cell",
        "column \"age\" says \"999\" in 1 cell",
    ] {
        assert!(run.text().contains(words), "{}", run.text());
    }
    check(table, "--quasi zip --sensitive ill --l 2", 0, "column \"ill\" says \"NA\" in 2 cells");
    let told = folder.run("check t.csv --quasi zip --sensitive ill --l 2 --json").json();
    assert!(
        told["warnings"][0]
            .as_str()
            .is_some_and(|words| words.contains("missing = [\"\", \"NA\", \"unknown\"]")),
        "{told}"
    );
    let run = folder.run("check t.csv --quasi zip --sensitive ill --l 2 --missing ,NA,unknown");
    assert!(!run.text().contains("Warning"), "{}", run.text());
    let spec = folder.run("init t.csv -o -");
    let words = ["missing = [\"\", \"NA\", \"unknown\"]", "\"NA\" in 2 cells", "\"999\" in 1 cell may mean"];
    assert!(words.iter().all(|words| spec.text().contains(words)), "{}", spec.text());
}

#[test]
fn dates_in_any_form_get_calendar_steps_from_flags_too() {
    let rows =
        |cell: Cell| -> String { (0..40).map(|row| format!("{},flu{}\n", cell(row), row % 3)).collect() };
    let folder = |cell: Cell| Folder::with("t.csv", format!("when,ill\n{}", rows(cell)));
    let recipe =
        |cell: Cell| folder(cell).succeed("hierarchy build t.csv --column when -o h.csv").text().to_owned();
    let released = |cell: Cell| {
        folder(cell).succeed("anonymize t.csv --quasi when --sensitive ill -k 4 -o o.csv").text().to_owned()
    };
    let european = |row: usize| format!("{:02}/{:02}/{}", 13 + row % 15, 1 + row % 12, 1960 + row % 4);
    assert!(released(&european).contains("(month"), "{}", released(&european));
    assert!(recipe(&european).contains("\"%d/%m/%Y\""), "{}", recipe(&european));
    let mixed = |row: usize| match row % 3 {
        0 => format!("{}-03-{:02}", 1960 + row % 4, 1 + row % 28),
        1 => format!("{:02}.03.{}", 1 + row % 28, 1960 + row % 4),
        _ => format!("{:02}/03/{}", 13 + row % 15, 1960 + row % 4),
    };
    assert!(released(&mixed).contains("(month"), "{}", released(&mixed));
    assert!(recipe(&mixed).contains("%Y-%m-%d|%d.%m.%Y|%d/%m/%Y"), "{}", recipe(&mixed));
    let ambiguous = |row: usize| format!("{:02}/03/{}", 1 + row % 12, 1930 + row);
    let told = released(&ambiguous);
    assert!(told.contains("with the day first or with the month first"), "{told}");
    let contradictory = |row: usize| format!("{}/{}", ["31/12", "12/31"][row % 2], 1960 + row % 4);
    assert!(released(&contradictory).contains("others only with the month first"));
}

#[test]
fn a_column_that_must_stay_as_it_is_is_not_blanked() {
    let table = "sex,zip,ill\nf,1,a\nf,1,b\nf,2,a\nm,3,b\nm,3,a\nm,4,b\n";
    let spec = |more: &str| {
        format!(
            "[input]\npath = 't.csv'\n[output]\npath = 'o.csv'\n[privacy]\nk = 3\n[solve]\n{more}\n\
             [columns.sex]\nrole = 'quasi'\nlevels = {{ max = 0 }}\n[columns.zip]\nrole = 'quasi'\n\
             [columns.ill]\nrole = 'sensitive'\n"
        )
    };
    for more in [
        "generalize = 'none'\nsuppress = 'cell'",
        "generalize = 'attribute'\nsuppress = 'cell'",
        "generalize = 'none'\nsuppress = 'attribute'",
    ] {
        let folder = Folder::with("t.csv", table).and("s.toml", spec(more));
        folder.succeed("anonymize s.toml");
        let release = folder.text("o.csv");
        assert!(
            release.lines().skip(1).all(|row| row.starts_with("f,") || row.starts_with("m,")),
            "{more}: {release}"
        );
        assert_eq!(release.lines().count(), 7, "{more}");
    }
}

#[test]
fn what_points_at_people_is_refused_unless_somebody_says_so() {
    let rows = |cell: Cell| -> String { (0..40).map(|row| format!("{},{}\n", row % 3, cell(row))).collect() };
    let born = |row: usize| format!("{:02}.{:02}.{}", 1 + row % 28, 1 + row % 12, 1930 + row * 2);
    let note = |row: usize| format!("she came {row} times and then she left again");
    let mail = |row: usize| format!("p{row}@example.org");
    let phone = |row: usize| format!("0171 {}", 2_345_000 + row * 37);
    let cases: [(&str, Cell, &str); 4] = [
        ("geboren", &born, "dates of birth"),
        ("bemerkung", &note, "free text"),
        ("kontakt", &mail, "e-mail"),
        ("nummer", &phone, "phone"),
    ];
    for (name, cell, what) in cases {
        let folder = Folder::with("t.csv", format!("zip,{name}\n{}", rows(cell)));
        for role in ["sensitive", "other"] {
            let args = format!("anonymize t.csv --quasi zip --{role} {name} -k 2 -o {role}.csv");
            let run = folder.run(&args);
            assert_eq!(run.code, Some(2), "{args}");
            let is_told =
                run.stderr.contains(&format!("column {name:?}")) && run.stderr.contains("not_identifying");
            assert!(is_told && run.stderr.to_lowercase().contains(what), "{}", run.stderr);
            assert!(!run.stderr.contains(&cell(3)), "no cell is told");
            folder.succeed(&format!("{args} --not-identifying {name}"));
        }
    }
    let admitted = |row: usize| format!("2023-{:02}-{:02}", 1 + row % 12, 1 + row % 28);
    let folder = Folder::with("t.csv", format!("zip,aufnahme\n{}", rows(&admitted)));
    folder.succeed("anonymize t.csv --quasi zip --other aufnahme -k 2 -o o.csv");
}

#[test]
fn numbers_for_missing_among_words_are_told_of() {
    let folder = Folder::with("t.csv", "q,ill\na,flu\na,-9\na,flu\na,999\na,flu\n");
    let words =
        r#"column "ill" says "-9" in 1 cell, "999" in 1 cell: mostly that means that nothing is known"#;
    let flags = "t.csv --quasi q --sensitive ill -k 2";
    for command in [format!("check {flags}"), format!("anonymize {flags} -o r.csv")] {
        let run = folder.succeed(&command);
        assert!(run.text().contains(words), "{}", run.text());
    }
    folder.succeed("init t.csv --header -o t.toml");
    assert!(folder.text("t.toml").contains(r#""-9" in 1 cell may mean that nothing is known"#));
}
