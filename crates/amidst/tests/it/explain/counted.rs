//! What is said of values, and of the others when a column is dropped: counted row by row, in the plainest way.

use std::collections::BTreeMap;

use amidst::explain::Reveal;
use amidst_core::Hierarchy;
use amidst_metrics::{Entropy, Gcp, Height, KlDivergence, LevelSum, Loss, NormalizedEntropy, Precision};
use amidst_testkit::oracle::{OracleColumn, OracleNode};
use serde_json::{Value, json};

use super::{Case, explained};

impl Case {
    /// The rows with a place in every hierarchy: for each column a leaf.
    fn columns(&self) -> Vec<OracleColumn> {
        let small = &self.small;
        let hierarchies: Vec<Hierarchy> = small.hierarchies();
        let leaves = |row: &Vec<Option<String>>| -> Option<Vec<u32>> {
            row.iter().zip(&hierarchies).map(|(cell, hierarchy)| hierarchy.leaf(cell.as_deref())).collect()
        };
        let rows: Vec<Vec<u32>> = small.rows.iter().filter_map(leaves).collect();
        let column = |(at, hierarchy): (usize, &Hierarchy)| OracleColumn {
            hierarchy: hierarchy.clone(),
            leaves: rows.iter().map(|row| row[at]).collect(),
            weight: self.spec.columns[&small.header[at]].weight.unwrap_or(1.0),
            min: 0,
            max: hierarchy.height(),
        };
        hierarchies.iter().enumerate().map(column).collect()
    }

    /// What is said of a column.
    fn said<'a>(&self, explanation: &'a Value, at: usize) -> &'a Value {
        let all = explanation["holds_back"].as_array().expect("a list");
        all.iter().find(|one| one["column"] == json!(self.small.header[at])).expect("every column is there")
    }

    fn node(&self, explanation: &Value) -> Vec<u8> {
        let level = |at: usize| self.said(explanation, at)["level"].as_u64().expect("a level") as u8;
        (0..self.small.header.len()).map(level).collect()
    }
}

/// Of each label on its level: rows, and those of them that stand out.
fn by_label(node: &OracleNode, at: usize) -> BTreeMap<u32, (u64, u64)> {
    let mut counts = BTreeMap::new();
    for (labels, &is_out) in node.labels.iter().zip(&node.suppressed) {
        let (rows, outliers) = counts.entry(labels[at]).or_insert((0, 0));
        *rows += 1;
        *outliers += u64::from(is_out);
    }
    counts
}

/// Compares what is said of a column's values with a node; tells how many are named.
fn check(values: &Value, of: &str, node: &OracleNode, column: &OracleColumn, at: usize) -> usize {
    assert_eq!((&values["of"], &values["level"]), (&json!(of), &json!(node.levels[at])));
    let counts = by_label(node, at);
    let (all, out) = (node.labels.len() as u64, node.out());
    let above: BTreeMap<_, _> =
        counts.iter().filter(|(_, (rows, outliers))| outliers * all > out * rows).collect();
    let rows: u64 = above.values().map(|(rows, _)| rows).sum();
    let outliers: u64 = above.values().map(|(_, outliers)| outliers).sum();
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    assert_eq!((&values["occurring"], &values["count"]), (&json!(counts.len()), &json!(above.len())));
    assert_eq!((&values["rows"], &values["outliers"]), (&json!(rows), &json!(outliers)));
    assert_eq!(values["share_of_rows"], json!(share(rows, all)));
    assert_eq!(values["share_of_outliers"], json!(share(outliers, out)));

    let named = values["named"].as_array().expect("names were asked for");
    let text = |label: &u32| json!(column.hierarchy.label(node.levels[at], *label));
    let expected: Vec<Value> = above
        .iter()
        .map(|(label, (rows, outliers))| json!({"value": text(label), "rows": rows, "outliers": outliers}))
        .collect();
    assert!(named.len() == expected.len() && expected.iter().all(|value| named.contains(value)));
    let excess = |value: &Value| {
        let count = |key: &str| value[key].as_i64().expect("a count");
        count("outliers") * all as i64 - out as i64 * count("rows")
    };
    assert!(named.is_sorted_by(|a, b| excess(a) >= excess(b)));
    named.len()
}

#[test]
fn the_values_in_which_rows_stand_out_are_those_that_counting_finds() {
    let (mut node_cases, mut table_cases, mut several, mut in_the_way) = (0, 0, 0, 0);
    for seed in 0..300 {
        let case = Case::draw(seed);
        let columns = case.columns();
        if columns[0].leaves.is_empty() {
            continue;
        }
        let explanation = explained(&case.spec, Reveal::Names);
        let (k, levels) = (case.spec.privacy.k.expect("it was drawn"), case.node(&explanation));
        let at_node = OracleNode::new(&columns, &levels, k);
        let (of, node) = match at_node.out() {
            0 => ("table", OracleNode::new(&columns, &vec![0; levels.len()], k)),
            _ => ("node", at_node),
        };
        for (at, column) in columns.iter().enumerate() {
            let said = case.said(&explanation, at);
            several += u32::from(check(&said["values"], of, &node, column, at) > 1);
            if !said["finer"].is_null() {
                let mut below = levels.clone();
                below[at] -= 1;
                let below = OracleNode::new(&columns, &below, k);
                in_the_way += u32::from(check(&said["finer"]["values"], "finer", &below, column, at) > 0);
            }
        }
        (node_cases, table_cases) =
            (node_cases + u32::from(of == "node"), table_cases + u32::from(of == "table"));
    }
    assert!(node_cases > 60 && table_cases > 60, "{node_cases} {table_cases}");
    assert!(several > 60 && in_the_way > 60, "{several} {in_the_way}");
}

#[test]
fn what_the_others_lose_now_is_the_objective_without_the_column() {
    let mut compared = 0;
    for seed in 0..400 {
        let case = Case::draw(seed);
        let explanation = explained(&case.spec, Reveal::Counts);
        let columns = case.columns();
        let k = case.spec.privacy.k.expect("it was drawn");
        let objective = case.spec.solve.objective.clone().expect("it was drawn");
        let aggregate = match &*objective {
            Loss::NAME => Loss::AGGREGATE.name(),
            Precision::NAME => Precision::AGGREGATE.name(),
            LevelSum::NAME => LevelSum::AGGREGATE.name(),
            Height::NAME => Height::AGGREGATE.name(),
            Entropy::NAME => Entropy::AGGREGATE.name(),
            NormalizedEntropy::NAME => NormalizedEntropy::AGGREGATE.name(),
            Gcp::NAME => Gcp::AGGREGATE.name(),
            _ => "",
        };
        for dropped in explanation["dropped"].as_array().expect("a list") {
            let name = dropped["column"].as_str().expect("a name");
            let at = case.small.header.iter().position(|column| column == name).expect("a column");
            let mut node = OracleNode::new(&columns, &case.node(&explanation), k);
            node.levels.remove(at);
            node.labels.iter_mut().for_each(|labels| _ = labels.remove(at));
            if objective == KlDivergence::NAME {
                // What is released without the column spreads over fewer tuples, those of several classes together.
                node.sizes.clear();
                let released = node.labels.iter().zip(&node.suppressed).filter(|(_, is_out)| !**is_out);
                released.for_each(|(labels, _)| *node.sizes.entry(labels.clone()).or_default() += 1);
            }
            let mut others = columns.clone();
            others.remove(at);
            let (expected, now) = (node.score(&others, &objective, aggregate)[0], dropped["now"].as_f64());
            let now = now.expect("a number");
            assert!((now - expected).abs() < 1e-8 * expected.max(1.0), "seed {seed}: {now} {expected}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}
