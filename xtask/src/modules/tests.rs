//! Circles and sizes, on crates of a few lines.

use super::*;

/// A crate of these files.
fn tree(files: &[(&str, &str)]) -> Tree {
    let read = |path: &Path| {
        files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| (*text).to_owned())
    };
    Tree::load(Path::new("lib.rs"), &read).expect("every module has its file")
}

/// The modules of each circle that is found.
#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let faults = faults(&[tree(files)]);
    let first = |fault: &String| fault.lines().next().map(str::to_owned);
    let found: Vec<String> = faults.iter().filter_map(first).collect();
    let expected: Vec<String> =
        expected.iter().map(|modules| format!("modules in a circle: {modules}")).collect();
    assert_eq!(found, expected, "{faults:?}");
}

const TWO: (&str, &str) = ("lib.rs", "mod a;\nmod b;\n");

#[test]
fn modules_that_use_one_another_one_way_pass() {
    check(&[TWO, ("a.rs", "use crate::b::B;\n"), ("b.rs", "pub struct B;\n")], &[]);
}

#[test]
fn two_in_a_circle_are_found() {
    check(&[TWO, ("a.rs", "use crate::b::B;\n"), ("b.rs", "use super::a;\n")], &["a -> b -> a"]);
}

#[test]
fn three_in_a_circle_are_found() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\n"),
        ("a.rs", "use crate::{b::{B, self}, d};\n"),
        ("b.rs", "fn f() -> super::c::C {}\n"),
        ("c.rs", "use super::a as z;\n"),
        ("d.rs", ""),
    ];
    check(&files, &["a -> b -> c -> a"]);
}

#[test]
fn each_step_of_a_circle_has_its_place() {
    let files =
        [TWO, ("a.rs", "//! A.\nuse crate::{\n    b::B,\n};\n"), ("b.rs", "fn f() { crate::a::g(); }\n")];
    assert_eq!(
        faults(&[tree(&files)]),
        [
            "modules in a circle: a -> b -> a\n  a uses b: crate::b::B at a.rs:3\n  b uses a: crate::a::g at b.rs:1"
        ]
    );
}

#[test]
fn a_circle_through_a_re_export_of_the_root_is_found() {
    let root = ("lib.rs", "mod a;\nmod b;\npub use a::{A, X as Y};\npub use b::*;\n");
    check(&[root, ("a.rs", "use crate::b;\n"), ("b.rs", "use crate::A;\n")], &["a -> b -> a"]);
    check(&[root, ("a.rs", "use crate::b;\n"), ("b.rs", "use crate::Y;\n")], &["a -> b -> a"]);
}

#[test]
fn a_circle_through_what_a_parent_imports_is_found() {
    let files = [
        ("lib.rs", "mod p;\n"),
        ("p/mod.rs", "mod a;\nmod b;\nuse a::A;\n"),
        ("p/a.rs", "use super::b::B;\n"),
        ("p/b.rs", "use super::A;\n"),
    ];
    check(&files, &["p::a -> p::b -> p::a"]);
    let all = ("p/b.rs", "use super::*;\nfn f(a: A) {}\n");
    check(&[files[0], files[1], files[2], all], &["p::a -> p::b -> p::a"]);
}

#[test]
fn a_child_speaks_for_its_parent_among_the_siblings_of_that() {
    let files = [
        TWO,
        ("a.rs", "mod inner;\n"),
        ("a/inner.rs", "use crate::b::B;\n"),
        ("b.rs", "use crate::a::inner::C;\n"),
    ];
    check(&files, &["a -> b -> a"]);
}

#[test]
fn parent_and_child_are_no_circle() {
    let files = [
        ("lib.rs", "mod a;\npub struct Root;\nuse a::A;\n"),
        ("a/mod.rs", "mod inner;\nuse inner::I;\npub struct A;\n"),
        ("a/inner.rs", "use super::A;\nuse crate::Root;\n"),
    ];
    check(&files, &[]);
}

#[test]
fn modules_within_a_file_count_too() {
    check(&[("lib.rs", "mod a { use crate::b::B; }\nmod b { use super::a::A; }\n")], &["a -> b -> a"]);
}

#[test]
fn uses_in_tests_are_none() {
    let one_way = ("b.rs", "pub struct B;\nuse crate::a::A;\n");
    let tests = [
        "#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n",
        "#[cfg(all(test, unix))]\nmod tests {\n    use crate::b::B;\n}\n",
        "#[cfg(test)]\nmod tests;\n",
        "#[cfg(test)]\nuse crate::b::B;\n",
        "impl A {\n    #[cfg(test)]\n    fn f(b: crate::b::B) {}\n}\n",
    ];
    for text in tests {
        check(&[TWO, ("a.rs", text), one_way], &[]);
    }
    check(&[TWO, ("a.rs", "#[cfg(not(test))]\nuse crate::b::B;\n"), one_way], &["a -> b -> a"]);
}

#[test]
fn paths_in_macros_and_attributes_are_uses() {
    let back = ("b.rs", "use crate::a::A;\n");
    let uses = [
        "fn f() { println!(\"{}\", [crate::b::B]); }\n",
        "struct S {\n    #[serde(default = \"super::b::b\")]\n    x: u8,\n}\n",
        "fn f() -> Vec<crate::b::B> {}\n",
        "fn f() { use super::b::B; }\n",
    ];
    for text in uses {
        check(&[TWO, ("a.rs", text), back], &["a -> b -> a"]);
    }
}

#[test]
fn words_in_texts_comments_and_other_crates_are_no_uses() {
    let back = ("b.rs", "use crate::a::A;\n");
    let texts = ["/// See [`crate::b`].\nfn f() { let x = \"crate::b\"; }\n", "use ::b::B;\n", "use b::B;\n"];
    for text in texts {
        check(&[TWO, ("a.rs", text), back], &[]);
    }
}

#[test]
fn modules_that_import_all_of_one_another_are_followed_once() {
    let files = [TWO, ("a.rs", "use crate::b::*;\nfn f() -> C {}\n"), ("b.rs", "use crate::a::*;\n")];
    check(&files, &["a -> b -> a"]);
}

#[test]
fn lines_are_counted_outside_of_tests() {
    let files = [
        ("lib.rs", "//! L.\nmod a;\n#[cfg(test)]\nmod tests;\n"),
        (
            "a.rs",
            "fn a() {}\n\n/// T.\n#[cfg(test)]\nmod tests {\n    const X: &str = \"\n}\n\";\n}\n// Last.\n",
        ),
    ];
    assert_eq!(tree(&files).lines, 5);
}

#[test]
fn a_crate_that_is_too_large_is_refused() {
    let (fits, long) = ("\n".repeat(MAX_LINES), "\n".repeat(MAX_LINES + 1));
    assert!(faults(&[tree(&[("lib.rs", &fits)])]).is_empty());
    assert_eq!(faults(&[tree(&[("lib.rs", &long)])]), ["12001 lines, more than 12000; split the crate"]);
}

#[test]
fn a_module_without_a_file_is_an_error() {
    let read = |path: &Path| (path == Path::new("lib.rs")).then(|| "mod a;\n".to_owned());
    let error = Tree::load(Path::new("lib.rs"), &read).err().expect("there is no a.rs");
    assert_eq!(error.to_string(), "lib.rs: module a has no file");
}
