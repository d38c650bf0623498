//! Places that cannot be written to. Whatever happens, a file appears whole or not at all.

use std::fs;

use crate::support::{Folder, MANY_ROLES, PEOPLE, ROLES, Run, many_people};

/// Outputs of six people that are refused; the table stays as it was.
#[track_caller]
fn check(folder: &Folder, outputs: &str, message: &str) {
    folder.refuses(&format!("anonymize people.csv {ROLES} {outputs}"), message);
    assert_eq!(folder.text("people.csv"), PEOPLE);
}

#[test]
fn the_output_is_the_input() {
    let folder = Folder::with_people();
    fs::create_dir(folder.path("folder")).expect("a folder");
    let absolute = folder.path("people.csv");
    let detours = ["people.csv", "./people.csv", "folder/../people.csv", absolute.to_str().expect("UTF-8")];
    for path in detours {
        for force in ["", "--force"] {
            let message = format!("the output {path} is an input; choose another path");
            check(&folder, &format!("-o {path} {force}"), &message);
            check(&folder, &format!("-o release.csv --plan {path} {force}"), &message);
        }
    }
}

#[cfg(unix)]
#[test]
fn the_output_is_the_input_by_another_name() {
    let folder = Folder::with_people();
    std::os::unix::fs::symlink("people.csv", folder.path("soft.csv")).expect("a link");
    fs::hard_link(folder.path("people.csv"), folder.path("hard.csv")).expect("a link");
    for path in ["soft.csv", "hard.csv"] {
        let message = format!("the output {path} is an input; choose another path");
        check(&folder, &format!("-o {path} --force"), &message);
    }
}

#[test]
fn an_output_that_is_a_hierarchy_or_the_spec() {
    let zip = "01234;0123*;*\n01235;0123*;*\n01299;0129*;*\n";
    let spec = "input.path = 'people.csv'\nprivacy.k = 2\ncolumns.zip = { role = 'quasi', hierarchy = { file = 'zip.csv' } }\n\
                columns.age.role = 'quasi'\ncolumns.ill.role = 'sensitive'\nsolve.suppression = '50%'\n";
    let folder = Folder::with_people().and("zip.csv", zip).and("release.toml", spec);
    for path in ["zip.csv", "release.toml"] {
        let message = format!("the output {path} is an input; choose another path");
        for command in [
            format!("anonymize release.toml -o {path} --force"),
            format!("anonymize release.toml -o out.csv --plan {path} --force"),
            format!("solutions release.toml -o {path} --force"),
            format!("solutions release.toml --svg {path} --force"),
        ] {
            folder.refuses(&command, &message);
        }
    }
    folder.succeed("anonymize release.toml -o out.csv --plan plan.json");
    folder.refuses(
        "apply plan.json people.csv -o zip.csv --force",
        "the output zip.csv is an input; choose another path",
    );
    assert_eq!((folder.text("zip.csv"), folder.text("release.toml")), (zip.to_owned(), spec.to_owned()));
}

#[test]
fn two_outputs_with_one_path() {
    let folder = Folder::with_people();
    fs::create_dir(folder.path("folder")).expect("a folder");
    let twice = |path: &str| format!("{path} is named twice as an output; give each its own path");
    check(&folder, "-o a.csv --report a.csv", &twice("a.csv"));
    check(&folder, "-o a.csv --report ./a.csv", &twice("./a.csv"));
    check(&folder, "-o a.csv --certificate c.json --plan folder/../c.json", &twice("folder/../c.json"));
}

#[test]
fn a_file_in_the_way() {
    let folder = Folder::with_people().and("old.csv", "old");
    let message = "old.csv exists; pass --force to overwrite it, or choose another path";
    check(&folder, "-o old.csv", message);
    check(&folder, "-o release.csv --certificate old.csv", message);
    folder.refuses("init people.csv -o old.csv", message);
    folder.refuses("hierarchy build people.csv --column zip -o old.csv", message);
    assert_eq!(folder.text("old.csv"), "old");
    folder.succeed(&format!("anonymize people.csv {ROLES} -o old.csv --force"));
    assert!(folder.text("old.csv").starts_with("zip,age,ill\n"));
}

#[test]
fn a_folder_that_is_not_there_or_is_none() {
    let folder = Folder::with_people();
    let missing =
        |path: &str, folder: &str| format!("{path}: the folder {folder:?} does not exist; create it first");
    check(&folder, "-o no/release.csv", &missing("no/release.csv", "no"));
    check(&folder, "-o release.csv --report no/r.html", &missing("no/r.html", "no"));
    check(&folder, "-o people.csv/release.csv", &missing("people.csv/release.csv", "people.csv"));
    folder.refuses("init people.csv -o no/release.toml", &missing("no/release.toml", "no"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_lets_nobody_in() {
    let message = "/sys/release.csv: no permission to write in the folder \"/sys\"; choose another folder or change its \
                   permissions";
    check(&Folder::with_people(), "-o /sys/release.csv", message);
    let run = Folder::with_people().run(&format!("anonymize people.csv {ROLES} -o /proc/release.csv"));
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("amidst: /proc/release.csv: "), "{}", run.stderr);
}

#[test]
fn what_is_no_file() {
    let folder = Folder::with_people();
    fs::create_dir(folder.path("folder")).expect("a folder");
    for force in ["", "--force"] {
        check(&folder, &format!("-o folder {force}"), "folder: this is a folder; name a file in it");
    }
    folder.refuses_with(
        &["anonymize", "people.csv", "--quasi", "zip,age", "--sensitive", "ill", "-k", "2", "-o", ""],
        "the path of the release is empty; name a file",
    );
}

#[test]
fn only_the_release_goes_to_standard_output() {
    let folder = Folder::with_people();
    for what in ["report", "certificate", "plan"] {
        let message =
            format!("only the release can go to standard output; give the {what} a path of its own");
        check(&folder, &format!("-o release.csv --{what} -"), &message);
    }
    let message = "the release and --json cannot both go to standard output; give the release a path with -o";
    check(&folder, "-o - --json", message);
    let run =
        Run::of(folder.command().args(format!("anonymize - {ROLES} --json").split(' ')).write_stdin(PEOPLE));
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), format!("amidst: {message}\n").as_str()));
    assert_eq!(run.json()["error"]["message"], message, "no release, only the error");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device() {
    let folder = Folder::with_people();
    let message = "/dev/full: not a regular file; use - for standard output";
    check(&folder, "-o /dev/full", message);
    check(&folder, "-o /dev/full --force", message);
    for args in [format!("anonymize people.csv {ROLES} -o -"), "check people.csv --quasi zip -k 2".into()] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("amidst"));
        command.current_dir(folder.path("")).args(args.split(' ')).stdout(full);
        let output = command.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            String::from_utf8(output.stderr).expect("UTF-8"),
            "amidst: standard output cannot be written to: No space left on device (os error 28)\n"
        );
    }
    assert_eq!(folder.names(), ["people.csv"]);
}

/// Runs the program where no file may grow beyond `blocks` of 512 bytes, a disk that fills up while it writes; `signal` says
/// what the shell does about the signal that comes with it.
#[cfg(target_os = "linux")]
fn run_with_little_space(folder: &Folder, blocks: u32, signal: &str, args: &str) -> Run {
    let mut shell = assert_cmd::Command::new("sh");
    let script = format!("ulimit -c 0; ulimit -f {blocks}; {signal} exec \"$0\" \"$@\"");
    shell.args(["-c", &script]).arg(assert_cmd::cargo::cargo_bin!("amidst")).args(args.split_whitespace());
    Run::of(shell.current_dir(folder.path("")).env("TMPDIR", folder.path("")))
}

#[cfg(target_os = "linux")]
fn run_on_a_small_disk(folder: &Folder, blocks: u32, args: &str) -> Run {
    run_with_little_space(folder, blocks, "trap '' XFSZ;", args)
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_while_the_release_is_written() {
    let folder = Folder::with("people.csv", many_people(20_000));
    for name in ["r.csv", "r.parquet", "r.jsonl", "r.arrow", "r.csv.gz", "r.csv.zst", "-"] {
        let run = run_on_a_small_disk(&folder, 4, &format!("anonymize people.csv {MANY_ROLES} -o {name}"));
        let file = if name == "-" { "standard output" } else { name };
        assert_eq!(run.stderr, format!("amidst: {file}: cannot be written: File too large (os error 27)\n"));
        assert_eq!((run.code, run.text()), (Some(2), ""));
        assert_eq!(folder.names(), ["people.csv"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_while_the_certificate_is_written() {
    let folder = Folder::with_people();
    for release in ["release.csv", "-"] {
        let args = format!("anonymize people.csv {ROLES} -o {release} --plan p.json --certificate c.json");
        let run = run_on_a_small_disk(&folder, 3, &args);
        assert_eq!(run.stderr, "amidst: c.json: cannot be written: File too large (os error 27)\n");
        assert_eq!((run.code, run.text()), (Some(2), ""));
        assert_eq!(folder.names(), ["people.csv"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_the_file_that_was_there() {
    let folder = Folder::with("people.csv", many_people(20_000)).and("r.csv", "old");
    let run = run_on_a_small_disk(&folder, 4, &format!("anonymize people.csv {MANY_ROLES} -o r.csv --force"));
    assert_eq!((run.code, folder.text("r.csv")), (Some(2), "old".into()));
    assert_eq!(folder.names(), ["people.csv", "r.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_ends_the_program_when_space_does_leaves_nothing() {
    let folder = Folder::with("people.csv", many_people(20_000));
    let run = run_with_little_space(&folder, 4, "", &format!("anonymize people.csv {MANY_ROLES} -o r.csv"));
    assert!(
        run.code != Some(0) && run.text().is_empty() && !run.stderr.contains("panicked"),
        "{}",
        run.stderr
    );
    assert_eq!(folder.names(), ["people.csv"]);
}

#[test]
fn an_ending_that_lies() {
    let folder = Folder::with_people();
    for (name, advice) in [
        ("release.xlsx", "choose .csv, .tsv, .jsonl, .parquet or .arrow"),
        ("release.docx", "choose .csv, .tsv, .jsonl, .parquet or .arrow"),
        ("release.pdf.gz", "choose .csv, .tsv, .jsonl, .parquet or .arrow"),
        ("release.parquet.gz", "Parquet and Arrow compress by themselves"),
    ] {
        folder.refuses(
            &format!("anonymize people.csv {ROLES} -o {name}"),
            &format!("{name}: no release can be written under this ending; {advice}"),
        );
    }
}

#[test]
fn an_ending_that_says_nothing_or_is_that_of_the_source_is_taken() {
    let folder = Folder::with_people();
    let folder = Folder::with("people.data", folder.text("people.csv"));
    for name in ["release", "release.txt", "release.data", "release.csv.gz"] {
        folder.succeed(&format!("anonymize people.data {ROLES} -o {name}"));
    }
    folder.succeed(&format!("anonymize people.data {ROLES}"));
    assert!(folder.names().contains(&"people.release.data".to_owned()), "{:?}", folder.names());
}
