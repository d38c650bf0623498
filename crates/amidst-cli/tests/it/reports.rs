//! The report: its headline, its fields, its languages and annexes.

use crate::support::{Folder, Run, tells};

/// Twelve patients in two towns, with two diagnoses each.
fn patients() -> Folder {
    let rows: String = (0..12)
        .map(|row| {
            let (town, ill) =
                (if row < 6 { "Aby" } else { "Bly" }, if row % 2 == 0 { "flu" } else { "cold" });
            format!("p{row},19{}-03-1{},{town},{ill},{row}\n", 60 + row, row % 10)
        })
        .collect();
    Folder::with("patients.csv", format!("id,birth_date,town,ill,ward\n{rows}"))
}

const ROLES: &str = "--identifier id --quasi birth_date,town --sensitive ill --other ward -k 3";

fn report(folder: &Folder, args: &str) -> String {
    folder.succeed(&format!("anonymize patients.csv {args} -o r.csv --report r.html --force"));
    folder.text("r.html")
}

#[track_caller]
fn check_colour(page: &str, colour: &str) {
    assert!(page.contains(&format!("class=\"headline {colour}\"")), "{colour}: {page}");
}

/// Tags that were opened and not closed, but those that need not be.
fn unclosed(page: &str) -> Vec<String> {
    let mut open = Vec::new();
    for piece in page.split('<').skip(1) {
        let tag = piece.split(['>', ' ']).next().expect("a tag");
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop().as_deref(), Some(closed), "{page}"),
            None if tag.starts_with('!') || tag == "meta" => {}
            None => open.push(tag.to_owned()),
        }
    }
    open
}

#[test]
fn a_release_with_which_nothing_is_wrong_opens_in_green() {
    let folder = patients();
    let page = report(&folder, &format!("{ROLES} --l 2"));
    check_colour(&page, "good");
    assert!(page.find("class=\"headline").expect("there") < page.find("class=\"claim\"").expect("there"));
}

#[test]
fn one_value_in_a_class_or_an_exact_date_of_birth_does_not_open_in_green() {
    let folder = patients();
    let same = folder.text("patients.csv").replace("cold", "flu");
    let folder = folder.and("patients.csv", same);
    let page = report(&folder, ROLES);
    check_colour(&page, "alarm");
    assert!(
        page.contains("<li class=\"alarm\">Column ill: in some class all rows share one value (l = 1)."),
        "{page}"
    );
    let folder = patients();
    let page = report(
        &folder,
        "--identifier id --quasi town --sensitive ill --other birth_date,ward --not-identifying birth_date -k 3",
    );
    check_colour(&page, "alarm");
    assert!(page.contains("Column birth_date holds exact dates of birth."), "{page}");
    let days = folder.text("patients.csv").replace("birth_date", "admission_date");
    let visits = Folder::with("patients.csv", days);
    let page =
        report(&visits, "--identifier id --quasi town --sensitive ill --other admission_date,ward -k 3");
    check_colour(&page, "caution");
    assert!(page.contains("Column admission_date holds exact dates."), "{page}");
    // Outside nothing is said of what was found, only that nothing was promised.
    let page = report(&folder, &format!("{ROLES} --external"));
    check_colour(&page, "caution");
    assert!(page.contains("Nothing is promised about the sensitive columns ill"), "{page}");
}

#[test]
fn smaller_classes_many_suppressed_rows_and_pseudonyms_are_named() {
    let folder = patients();
    let page = report(&folder, &ROLES.replace("-k 3", "-k 2 --l 2"));
    check_colour(&page, "caution");
    assert!(page.contains("k = 2: a guess at whose row it is may be right with a chance of 50 %"), "{page}");
    let spec = "input.path = 'patients.csv'\noutput.path = 'r.csv'\noutput.report = 'r.html'\nprivacy.k = 3\nprivacy.l = 2\n\
                columns.birth_date.role = 'quasi'\ncolumns.town.role = 'quasi'\ncolumns.ill.role = 'sensitive'\n\
                columns.ward.role = 'other'\n[columns.id]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = { file = 'key' }\n";
    let folder = folder.and("release.toml", spec).and("key", "0123456789abcdef0123456789abcdef");
    folder.succeed("anonymize release.toml --force");
    let page = folder.text("r.html");
    check_colour(&page, "alarm");
    assert!(page.contains("Column id is pseudonymised, not anonymous"), "{page}");
}

#[test]
fn a_report_has_every_item_and_stands_by_itself() {
    let folder = patients();
    let words = ["--dataset", "Patients <2026>", "--author", "A. Steward", "--date", "18 November 2026"];
    let args = format!("anonymize patients.csv {ROLES} --l 2 -o r.csv --report r.html");
    let all: Vec<&str> = args.split(' ').chain(words).collect();
    assert_eq!(folder.run_with(&all).code, Some(0));
    let page = folder.text("r.html");
    for heading in [
        "What was released",
        "Asked and reached",
        "Sensitive columns within classes",
        "Risk before and after",
        "How many rows share their class",
        "Columns, and what was done to each",
        "What it cost",
        "Two made-up rows, before and after",
        "What is assumed",
        "What it does not protect against",
        "Verified on the bytes written",
        "Where it comes from, and how to repeat and verify it",
        "Signature",
    ] {
        assert!(page.contains(&format!(">{heading}<")), "{heading}: {page}");
    }
    for told in [
        "Patients &lt;2026&gt;",
        "A. Steward",
        "18 November 2026",
        "Left exactly as they were: ",
        "Taken out: id.",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    let body = page.split_once("</style>").expect("a style").1;
    assert!(!page.contains("<script") && !page.contains("http") && !body.contains('{'), "{body}");
    assert_eq!(unclosed(&page), Vec::<String>::new());
    let drawings = page.matches("<svg").count();
    assert!(
        drawings == 3
            && page.matches("role=\"img\"><title>").count()
                + page.matches("font-size=\"13\"><title>").count()
                == drawings
    );
    assert_eq!(page.matches("<desc>").count(), drawings);
}

#[test]
fn made_up_rows_are_recoded_as_the_columns_were_and_hold_no_cell() {
    let spec = "input.path = 'p.csv'\noutput.path = 'r.csv'\noutput.report = 'r.html'\nprivacy.k = 2\n\
                columns.ill.role = 'sensitive'\ncolumns.zip.role = 'quasi'\ncolumns.zip.hierarchy = { prefix = [2] }\n\
                columns.zip.levels = { min = 1, max = 1 }\n\
                columns.age.role = 'quasi'\ncolumns.age.hierarchy = { interval = [10, 20], top = 90 }\n\
                columns.age.levels = { min = 1, max = 1 }\ncolumns.born.role = 'quasi'\n\
                columns.born.hierarchy = { date = ['year', '10 years'] }\ncolumns.born.levels = { min = 1, max = 1 }\n";
    let rows = "zip,age,born,ill\nZyx11,61,1961-02-03,a\nZyx12,62,1961-05-06,Zyx\nZyx13,63,1961-07-08,c\n";
    let folder = Folder::with("p.csv", rows).and("release.toml", spec);
    folder.succeed("anonymize release.toml");
    let page = folder.text("r.html");
    for (before, after) in [("52381", "52***"), ("34", "30-39"), ("1984-03-12", "1984")] {
        assert!(page.contains(&format!("<td>{before}</td><td>{after}</td>")), "{before} {after}: {page}");
    }
    assert!(!tells(&page), "{page}");
}

#[test]
fn the_same_report_in_german() {
    let folder = patients();
    let [english, german] =
        ["", "--language de"].map(|language| report(&folder, &format!("{ROLES} --l 2 {language}")));
    assert!(german.contains("<html lang=\"de\">") && english.contains("<html lang=\"en\">"));
    for words in ["Bericht zur Veröffentlichung", "Wovor es nicht schützt", "Zwei erfundene Zeilen", "16,7 %"]
    {
        assert!(german.contains(words), "{words}: {german}");
    }
    let headings = |page: &str| page.matches("<h2>").count();
    assert_eq!(headings(&english), headings(&german));
    assert_eq!(unclosed(&german), Vec::<String>::new());
    for words in ["What ", "Rows", " rows", "kept as it is"] {
        assert!(!german.contains(words), "{words}: {german}");
    }
}

#[test]
fn annexes_are_shaped_for_their_readers_and_leave_blank_what_people_know() {
    let folder = patients();
    let page = report(&folder, &format!("{ROLES} --l 2 --form ema,safe-harbor,expert-determination"));
    for words in [
        "Annex: anonymisation report for EMA Policy 0070 and Health Canada PRCI",
        "Classes of 11 or more: NOT met.",
        "Annex: HIPAA Safe Harbor check list",
        "<b>birth_date</b>: ",
        "Vehicle identifiers and plates",
        "Annex: technical facts for an Expert Determination",
        "This annex is no determination.",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert_eq!(page.matches("class=\"annex\"").count(), 3);
    assert_eq!(unclosed(&page), Vec::<String>::new());
    let plain = report(&folder, &format!("{ROLES} --l 2"));
    assert!(!plain.contains("class=\"annex\""));
}

#[test]
fn a_spec_says_what_flags_say() {
    let folder = patients();
    let flagged = report(&folder, &format!("{ROLES} --l 2 --dataset Patients --language de --form ema"));
    let spec = "input.path = 'patients.csv'\noutput.path = 'r.csv'\noutput.report = 'r.html'\nprivacy.k = 3\nprivacy.l = 2\n\
                columns.birth_date.role = 'quasi'\ncolumns.town.role = 'quasi'\ncolumns.ill.role = 'sensitive'\n\
                columns.ward.role = 'other'\ncolumns.id.role = 'identifier'\n\
                [report]\ndataset = 'Patients'\nlanguage = 'de'\nforms = ['ema']\n";
    let folder = folder.and("release.toml", spec);
    folder.succeed("anonymize release.toml --force");
    let of_spec = |page: &str| {
        page.lines().map(|line| line.split("<code>").next().unwrap_or(line).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of_spec(&flagged), of_spec(&folder.text("r.html")));
    let run: Run = folder.and("bad.toml", spec.replace("'de'", "'fr'")).run("anonymize bad.toml");
    assert!(run.code == Some(2) && run.stderr.contains("`fr`"), "{}", run.stderr);
}
