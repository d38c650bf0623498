//! No command writes over what it reads, over what came meanwhile, or over what somebody changed; and nobody gets to read
//! what they could not read before.

use std::fs;

use crate::support::{Folder, PEOPLE, ROLES, Run, rows};

const ZIP: &str = "01234;0123*;*\n01235;0123*;*\n01299;0129*;*\n";

fn is_input(path: &str) -> String {
    format!("the output {path} is an input; choose another path")
}

/// The table under its name, and under others that lead to it.
fn by_all_names() -> (Folder, Vec<&'static str>) {
    let folder = Folder::with_people();
    let mut names = vec!["people.csv", "./people.csv"];
    fs::hard_link(folder.path("people.csv"), folder.path("hard.csv")).expect("a link");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("people.csv", folder.path("soft.csv")).expect("a link");
        names.extend(["hard.csv", "soft.csv"]);
    }
    (folder, names)
}

#[test]
fn no_command_writes_over_its_table() {
    let (folder, names) = by_all_names();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv"));
    let before = folder.text("release.csv");
    for path in names {
        for command in [
            format!("init people.csv -o {path} --force"),
            format!("init people.csv -o {path}"),
            format!("hierarchy build people.csv --column zip -o {path} --force"),
            format!("hierarchy build people.csv --column zip -o {path}"),
            format!("anonymize people.csv {ROLES} -o out.csv --report {path} --force"),
            format!("solutions people.csv {ROLES} -o {path} --force"),
            format!("risk people.csv --quasi zip,age --html {path} --force"),
            format!("compare people.csv release.csv --html {path} --force"),
        ] {
            folder.refuses(&command, &is_input(path));
            assert_eq!(folder.text("people.csv"), PEOPLE, "{command}");
        }
    }
    folder.refuses("compare people.csv release.csv --html release.csv --force", &is_input("release.csv"));
    assert_eq!(folder.text("release.csv"), before);
}

#[test]
fn no_command_writes_over_another_file_it_reads() {
    let spec = "input.path = 'people.csv'\nprivacy.k = 2\ncolumns.zip = { role = 'quasi', hierarchy = { file = 'zip.csv' } }\n\
                columns.age.role = 'quasi'\ncolumns.ill.role = 'sensitive'\nsolve.suppression = '50%'\n";
    let folder = Folder::with_people().and("zip.csv", ZIP).and("release.toml", spec).and("all.csv", PEOPLE);
    folder.succeed("anonymize release.toml -o release.csv --plan plan.json");
    let plan = folder.text("plan.json");
    for (command, path) in [
        ("hierarchy build people.csv --column zip --using file='zip.csv' -o zip.csv", "zip.csv"),
        ("compare people.csv release.csv --spec release.toml --html release.toml", "release.toml"),
        ("compare people.csv release.csv --spec release.toml --html zip.csv", "zip.csv"),
        ("compare people.csv release.csv --plan plan.json --html plan.json", "plan.json"),
        ("risk people.csv --quasi zip,age --population all.csv --html all.csv", "all.csv"),
        ("apply plan.json people.csv -o plan.json", "plan.json"),
        ("apply plan.json people.csv --with release.csv -o release.csv", "release.csv"),
        ("apply plan.json people.csv --with release.csv -o b.csv --certificate release.csv", "release.csv"),
    ] {
        folder.refuses(&format!("{command} --force"), &is_input(path));
    }
    assert_eq!(
        ["zip.csv", "release.toml", "plan.json", "all.csv"].map(|name| folder.text(name)),
        [ZIP.to_owned(), spec.to_owned(), plan, PEOPLE.to_owned()]
    );
}

#[test]
fn what_a_spec_names_is_not_written_over_whichever_table_is_looked_at() {
    let spec = "input.path = 'people.csv'\nprivacy.k = 2\ncolumns.zip = { role = 'quasi', hierarchy = { file = 'zip.csv' } }\n\
                columns.age.role = 'quasi'\n\
                columns.ill = { role = 'identifier', keep = 'pseudonym', key = { file = 'key' } }\n";
    let inputs = [
        ("people.csv", PEOPLE),
        ("zip.csv", ZIP),
        ("s.toml", spec),
        ("key", "0123456789abcdef0123456789abcdef"),
    ];
    let folder =
        inputs.into_iter().fold(Folder::with("other.csv", PEOPLE), |it, (name, text)| it.and(name, text));
    for (name, text) in inputs {
        for command in [
            format!("risk --spec s.toml --html {name} --force"),
            format!("risk other.csv --spec s.toml --html {name} --force"),
            format!("risk other.csv --spec s.toml --records {name} --force"),
            format!("compare other.csv other.csv --spec s.toml --html {name} --force"),
        ] {
            folder.refuses(&command, &is_input(name));
            assert_eq!(folder.text(name), text, "{command}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_from_standard_input_is_not_written_over_either() {
    let folder = Folder::with_people();
    for args in [
        format!("anonymize - {ROLES} -o people.csv --force"),
        "init - -o people.csv --force".into(),
        "hierarchy build - --column zip -o people.csv --force".into(),
    ] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("amidst"));
        let table = fs::File::open(folder.path("people.csv")).expect("it is there");
        command.current_dir(folder.path("")).args(args.split(' ')).stdin(table);
        let output = command.output().expect("the program starts");
        assert_eq!(
            String::from_utf8(output.stderr).expect("UTF-8"),
            format!("amidst: {}\n", is_input("people.csv"))
        );
        assert_eq!((output.status.code(), folder.text("people.csv").as_str()), (Some(2), PEOPLE));
    }
}

#[test]
fn a_hierarchy_goes_to_standard_output_where_that_is_asked() {
    let folder = Folder::with_people();
    let printed = folder.succeed("hierarchy build people.csv --column zip");
    let asked = folder.succeed("hierarchy build people.csv --column zip -o -");
    assert_eq!(asked.text(), printed.text());
    assert_eq!((rows(asked.text()).is_empty(), folder.names()), (false, vec!["people.csv".to_owned()]));
}

#[test]
fn the_demo_leaves_what_was_changed() {
    let folder = Folder::new();
    folder.succeed("demo --people 300");
    folder.succeed("demo --people 400 --seed 2");
    let release = folder.text("amidst-demo/release.csv");
    for name in ["release.toml", "patients.csv", "release.csv", "plan.json", "certificate.json"] {
        let path = format!("amidst-demo/{name}");
        let edited = if name == "certificate.json" { "mine".into() } else { folder.text(&path) + "# mine\n" };
        let before = folder.text(&path);
        fs::write(folder.path(&path), &edited).expect("writable");
        folder.refuses(
            "demo --people 300",
            &format!("{path} is not as the demo wrote it; pass --force to overwrite it, or choose another folder with -o"),
        );
        assert_eq!(folder.text(&path), edited);
        fs::write(folder.path(&path), before).expect("writable");
    }
    assert_eq!(folder.text("amidst-demo/release.csv"), release);
    fs::write(folder.path("amidst-demo/release.toml"), "mine").expect("writable");
    folder.succeed("demo --people 300 --force");
    assert_ne!(folder.text("amidst-demo/release.toml"), "mine");
}

#[cfg(unix)]
mod permissions {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn set(folder: &Folder, name: &str, mode: u32) {
        fs::set_permissions(folder.path(name), fs::Permissions::from_mode(mode)).expect("it is ours");
    }

    #[track_caller]
    fn check(folder: &Folder, names: &[&str], expected: u32) {
        for name in names {
            let found = fs::metadata(folder.path(name)).expect("it is there").permissions().mode() & 0o777;
            assert_eq!(found, expected, "{name} has {found:o}");
        }
    }

    const PAPERS: [&str; 4] = ["release.csv", "c.json", "p.json", "r.html"];
    const OUTPUTS: &str = "-o release.csv --certificate c.json --plan p.json --report r.html";

    #[test]
    fn what_comes_from_a_private_table_is_private() {
        let folder = Folder::with_people();
        set(&folder, "people.csv", 0o600);
        folder.succeed(&format!("anonymize people.csv {ROLES} {OUTPUTS}"));
        check(&folder, &PAPERS, 0o600);
        folder.succeed("init people.csv -o spec.toml");
        folder.succeed("hierarchy build people.csv --column zip -o zip.csv");
        folder.succeed("risk people.csv --quasi zip,age --html risk.html");
        folder.succeed("compare people.csv release.csv --html page.html");
        folder.succeed(&format!("solutions people.csv {ROLES} -o list.txt --svg lattice.svg"));
        check(&folder, &["spec.toml", "zip.csv", "risk.html", "page.html", "list.txt", "lattice.svg"], 0o600);
    }

    #[test]
    fn a_private_file_stays_private_when_it_is_overwritten() {
        let folder = Folder::with_people();
        set(&folder, "people.csv", 0o644);
        folder.succeed(&format!("anonymize people.csv {ROLES} {OUTPUTS}"));
        PAPERS.iter().for_each(|name| set(&folder, name, 0o600));
        folder.succeed(&format!("anonymize people.csv {ROLES} {OUTPUTS} --force"));
        check(&folder, &PAPERS, 0o600);
    }

    #[test]
    fn a_key_of_pseudonyms_does_not_make_the_release_private() {
        let spec = "input.path = 'people.csv'\noutput.path = 'release.csv'\nprivacy.k = 2\nsolve.suppression = '50%'\n\
                    columns.zip = { role = 'identifier', keep = 'pseudonym', key = { file = 'key' } }\n\
                    columns.age.role = 'quasi'\ncolumns.ill.role = 'sensitive'\n";
        let folder = Folder::with("people.csv", "zip,age,ill\n1,30,flu\n2,30,flu\n3,31,cold\n4,31,flu\n")
            .and("s.toml", spec)
            .and("key", "4f9c02d1a37be865 a key for this test");
        ["people.csv", "s.toml"].iter().for_each(|name| set(&folder, name, 0o644));
        set(&folder, "key", 0o600);
        // What the user lets others read is not known here: a plain file tells.
        fs::write(folder.path("plain"), "").expect("writable");
        let plain = fs::metadata(folder.path("plain")).expect("it is there").permissions().mode() & 0o644;
        folder.succeed("anonymize s.toml --quiet");
        check(&folder, &["release.csv"], plain);
        folder.refuses("anonymize s.toml -o key --force", &is_input("key"));
    }
}

#[test]
fn a_release_to_standard_output_that_fails_leaves_no_papers() {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let folder = Folder::with_people();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("amidst"));
    let args = format!("anonymize people.csv {ROLES} -o - --certificate c.json --plan p.json");
    command.current_dir(folder.path("")).args(args.split(' ')).stdout(full);
    assert_eq!(command.output().expect("the program starts").status.code(), Some(2));
    assert_eq!(folder.names(), ["people.csv"]);
    let run = Run::of(folder.command().args(args.split(' ')));
    assert_eq!((run.code, folder.names().len()), (Some(0), 3));
}
