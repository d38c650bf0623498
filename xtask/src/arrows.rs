//! Crates depend only on what stands above them in ARCHITECTURE.md.

use anyhow::{Result, bail};

use crate::cargo::{Dependency, Package, Workspace};

/// Which of our crates a crate may build on.
struct Arrow {
    from: &'static str,
    to: &'static [&'static str],
    /// Besides `to` and the testkit, for its tests alone.
    in_tests: &'static [&'static str],
}

const ARROWS: &[Arrow] = &[
    Arrow { from: "amidst-core", to: &[], in_tests: &[] },
    Arrow { from: "amidst-table", to: &["amidst-core"], in_tests: &[] },
    Arrow { from: "amidst-kernel", to: &["amidst-core"], in_tests: &[] },
    Arrow { from: "amidst-models", to: &["amidst-core"], in_tests: &[] },
    Arrow { from: "amidst-metrics", to: &["amidst-core"], in_tests: &[] },
    Arrow {
        from: "amidst-search",
        to: &["amidst-core", "amidst-kernel"],
        in_tests: &["amidst-models", "amidst-metrics"],
    },
    Arrow { from: "amidst-cells", to: &["amidst-core", "amidst-kernel"], in_tests: &["amidst-models"] },
    Arrow {
        from: "amidst-microaggregation",
        to: &["amidst-core", "amidst-cells"],
        in_tests: &["amidst-kernel", "amidst-models"],
    },
    Arrow { from: "amidst-approximation", to: &["amidst-core", "amidst-cells"], in_tests: &[] },
    Arrow { from: "amidst-cuts", to: &["amidst-core", "amidst-kernel", "amidst-cells"], in_tests: &[] },
    Arrow { from: "amidst-io", to: &["amidst-core", "amidst-table"], in_tests: &[] },
    Arrow { from: "amidst-database", to: &["amidst-core", "amidst-io"], in_tests: &[] },
    Arrow {
        from: "amidst-order",
        to: &["amidst-core", "amidst-table", "amidst-kernel", "amidst-io"],
        in_tests: &[],
    },
    Arrow { from: "amidst-readback", to: &["amidst-core"], in_tests: &[] },
    Arrow { from: "amidst-audit", to: &["amidst-core", "amidst-table", "amidst-readback"], in_tests: &[] },
    Arrow {
        from: "amidst-spec",
        to: &[
            "amidst-core",
            "amidst-table",
            "amidst-kernel",
            "amidst-models",
            "amidst-metrics",
            "amidst-search",
            "amidst-cells",
            "amidst-approximation",
            "amidst-cuts",
            "amidst-microaggregation",
            "amidst-database",
            "amidst-io",
            "amidst-audit",
        ],
        in_tests: &[],
    },
    Arrow {
        from: "amidst-release",
        to: &[
            "amidst-core",
            "amidst-table",
            "amidst-kernel",
            "amidst-cells",
            "amidst-database",
            "amidst-io",
            "amidst-order",
            "amidst-audit",
            "amidst-spec",
        ],
        in_tests: &[],
    },
    Arrow { from: "amidst-render", to: &[], in_tests: &[] },
    Arrow {
        from: "amidst-profile",
        to: &["amidst-core", "amidst-table", "amidst-io", "amidst-spec"],
        in_tests: &[],
    },
    Arrow { from: "amidst-demo", to: &["amidst-approximation", "amidst-io", "amidst-spec"], in_tests: &[] },
    Arrow {
        from: "amidst-assess",
        to: &[
            "amidst-core",
            "amidst-table",
            "amidst-kernel",
            "amidst-models",
            "amidst-io",
            "amidst-audit",
            "amidst-spec",
            "amidst-render",
        ],
        in_tests: &[],
    },
    Arrow {
        from: "amidst-verify",
        to: &["amidst-core", "amidst-table", "amidst-io", "amidst-audit", "amidst-spec"],
        in_tests: &[],
    },
    Arrow {
        from: "amidst-report",
        to: &[
            "amidst-core",
            "amidst-io",
            "amidst-audit",
            "amidst-spec",
            "amidst-release",
            "amidst-render",
            "amidst-verify",
        ],
        in_tests: &[],
    },
    Arrow {
        from: "amidst",
        to: &[
            "amidst-core",
            "amidst-table",
            "amidst-kernel",
            "amidst-models",
            "amidst-metrics",
            "amidst-search",
            "amidst-approximation",
            "amidst-cells",
            "amidst-microaggregation",
            "amidst-cuts",
            "amidst-release",
            "amidst-database",
            "amidst-io",
            "amidst-audit",
            "amidst-spec",
            "amidst-order",
            "amidst-render",
            "amidst-profile",
            "amidst-demo",
            "amidst-assess",
            "amidst-verify",
            "amidst-report",
        ],
        in_tests: &[],
    },
    Arrow { from: "amidst-server", to: &["amidst", "amidst-core", "amidst-table"], in_tests: &[] },
    Arrow { from: "amidst-cli", to: &["amidst", "amidst-core", "amidst-server"], in_tests: &[] },
    Arrow { from: "amidst-python", to: &["amidst"], in_tests: &[] },
    Arrow {
        from: "amidst-testkit",
        to: &[
            "amidst",
            "amidst-core",
            "amidst-table",
            "amidst-kernel",
            "amidst-models",
            "amidst-metrics",
            "amidst-search",
            "amidst-cells",
            "amidst-io",
        ],
        in_tests: &[],
    },
    Arrow {
        from: "amidst-fuzz",
        to: &["amidst", "amidst-core", "amidst-table", "amidst-io", "amidst-audit"],
        in_tests: &[],
    },
    Arrow { from: "xtask", to: &[], in_tests: &[] },
];

/// Where errors may be handed on without a type: programs, never libraries.
const MAY_USE_ANYHOW: &[&str] = &["amidst-cli", "xtask"];

/// What sees codes alone: whoever builds on these need not build Arrow.
const THEORY: &[&str] =
    &["amidst-core", "amidst-kernel", "amidst-models", "amidst-metrics", "amidst-search", "amidst-cells"];

/// Fails on any dependency that the picture does not have.
pub fn check(workspace: &Workspace) -> Result<()> {
    let faults: Vec<String> = workspace.members().flat_map(faults).collect();
    if !faults.is_empty() {
        bail!("{}\nsee \"Crates and their arrows\" in ARCHITECTURE.md", faults.join("\n"));
    }
    println!("{} crates", workspace.members().count());
    Ok(())
}

fn faults(package: &Package) -> Vec<String> {
    let Some(arrow) = ARROWS.iter().find(|arrow| arrow.from == package.name) else {
        return vec![format!(
            "{} is not in the table of arrows; add it to ARCHITECTURE.md and xtask",
            package.name
        )];
    };
    let refused = package.dependencies.iter().filter(|dependency| !allowed(arrow, dependency));
    refused.map(|dependency| format!("{} must not depend on {}", package.name, dependency.name)).collect()
}

fn allowed(arrow: &Arrow, dependency: &Dependency) -> bool {
    let name = dependency.name.as_str();
    match dependency.is_ours {
        true => {
            let in_tests = dependency.is_dev && (name == "amidst-testkit" || arrow.in_tests.contains(&name));
            in_tests || arrow.to.contains(&name)
        }
        false if name.starts_with("arrow-") => dependency.is_dev || !THEORY.contains(&arrow.from),
        false => name != "anyhow" || MAY_USE_ANYHOW.contains(&arrow.from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(from: &str, to: &str, is_dev: bool, expected: usize) {
        let is_ours = to.starts_with("amidst");
        let dependencies = vec![Dependency { name: to.into(), is_dev, is_ours }];
        let package = Package { name: from.into(), dependencies, ..Package::default() };
        assert_eq!(faults(&package).len(), expected);
    }

    #[test]
    fn downwards_is_allowed() {
        check("amidst-search", "amidst-kernel", false, 0);
        check("amidst-core", "hashbrown", false, 0);
    }

    #[test]
    fn upwards_is_refused() {
        check("amidst-core", "amidst-io", false, 1);
        check("amidst-kernel", "amidst-search", true, 1);
    }

    #[test]
    fn what_recodes_cells_and_what_walks_lattices_are_siblings() {
        check("amidst-cells", "amidst-search", false, 1);
        check("amidst-search", "amidst-cells", false, 1);
    }

    #[test]
    fn the_audit_stands_alone() {
        check("amidst-audit", "amidst-core", false, 0);
        check("amidst-audit", "amidst-table", false, 0);
        check("amidst-audit", "amidst-kernel", false, 1);
        check("amidst-audit", "amidst-io", false, 1);
        check("amidst-readback", "amidst-io", false, 1);
        check("amidst-io", "amidst-readback", false, 1);
    }

    #[test]
    fn the_testkit_is_for_tests() {
        check("amidst-search", "amidst-testkit", true, 0);
        check("amidst-search", "amidst-testkit", false, 1);
    }

    #[test]
    fn theory_needs_no_arrow() {
        for theory in THEORY {
            check(theory, "arrow-schema", false, 1);
            check(theory, "amidst-table", false, 1);
        }
        check("amidst-table", "arrow-schema", false, 0);
    }

    #[test]
    fn libraries_have_typed_errors() {
        check("amidst-io", "anyhow", false, 1);
        check("amidst-cli", "anyhow", false, 0);
    }

    #[test]
    fn a_new_crate_needs_a_place() {
        check("amidst-nowhere", "amidst", false, 1);
    }

    #[test]
    fn no_arrow_closes_a_circle() {
        // Each pass takes away the crates all of whose arrows end at crates taken before.
        let mut left: Vec<&Arrow> = ARROWS.iter().collect();
        for _ in ARROWS {
            let names: Vec<&str> = left.iter().map(|arrow| arrow.from).collect();
            left.retain(|arrow| arrow.to.iter().any(|to| names.contains(to)));
        }
        assert!(left.is_empty());
    }
}
