//! Cells that a spreadsheet would run as formulas: counted, never shown, and kept from running where that is asked.

use crate::support::{Folder, tells};

/// Ten cells and two names of columns that would be run; numbers with signs are none.
const TABLE: &str = "zip,=size,@ill\n\
    1,-5,=HYPERLINK(Zyx)\n\
    1,-5,+Zyx\n\
    1,-5,'=Zyx\n\
    1,-5,-Zyx\n\
    2,+7,@Zyx\n\
    2,+7,-1.5\n\
    2,+7,'Zyx\n\
    2,+7,\"\t=Zyx\"\n";

const ROLES: &str = "t.csv --quasi zip,=size --sensitive @ill -k 2";

#[test]
fn formulas_are_counted_and_not_shown() {
    let folder = Folder::with("t.csv", TABLE);
    let run = folder.succeed(&format!("anonymize {ROLES} -o r.csv"));
    let expected = "Warning: 7 cells begin with =, +, -, @ or a control character and are no numbers: a spreadsheet would \
                    run them as formulas; set spreadsheet = true in [output], or pass --spreadsheet, to put an apostrophe \
                    before each.\n";
    assert!(run.text().contains(expected) && !tells(run.text()), "{}", run.text());
    let run = folder.succeed(&format!("anonymize {ROLES} -o r.parquet"));
    assert!(!run.text().contains("formulas"));
}

#[test]
fn formulas_get_an_apostrophe_where_that_is_asked() {
    let folder = Folder::with("t.csv", TABLE);
    let run = folder.succeed(&format!("anonymize {ROLES} -o r.csv --spreadsheet"));
    assert!(!run.text().contains("formulas"), "{}", run.text());
    let text = folder.text("r.csv");
    assert!(text.starts_with("zip,'=size,'@ill\n"), "{text}");
    for cell in
        ["'=HYPERLINK(Zyx)", "'+Zyx", "''=Zyx", "'-Zyx", "'@Zyx", "-1.5", "'Zyx", "'\t=Zyx", "-5", "+7"]
    {
        assert!(
            text.lines().any(|line| line.split(',').any(|it| it.trim_matches('"') == cell)),
            "{cell}: {text}"
        );
    }
    let spec = "input.path = 't.csv'\noutput = { path = 's.tsv', spreadsheet = true }\nprivacy.k = 2\n\
                columns.zip.role = 'quasi'\ncolumns.'=size'.role = 'quasi'\ncolumns.'@ill'.role = 'sensitive'\n";
    let folder = folder.and("s.toml", spec);
    folder.succeed("anonymize s.toml --plan p.json");
    assert_eq!(folder.text("s.tsv").lines().next(), Some("zip\t'=size\t'@ill"));
    folder.succeed("apply p.json t.csv -o a.csv --spreadsheet");
    assert_eq!(folder.text("a.csv"), text);
}

#[test]
fn a_dash_alone_is_no_formula() {
    let folder = Folder::with("t.csv", "zip,ill\n1,-\n1,+\n1,flu\n2,-\n2,flu\n");
    for flag in ["", "--spreadsheet --force"] {
        let run =
            folder.succeed(&format!("anonymize t.csv --quasi zip --sensitive ill -k 2 -o r.csv {flag}"));
        assert!(!run.text().contains("formula"), "{}", run.text());
        assert!(folder.text("r.csv").lines().any(|line| line.ends_with(",-")));
    }
}

#[test]
fn only_text_has_apostrophes() {
    let folder = Folder::with("t.csv", TABLE);
    for name in ["r.parquet", "r.jsonl", "r.arrow"] {
        folder.refuses(
            &format!("anonymize {ROLES} -o {name} --spreadsheet"),
            "spreadsheet is for cells of text: csv and tsv; choose one of them, or take it away",
        );
    }
}
