//! Cases with one value changed: a check that lets one of them pass does not look.

use toml::{Table, Value};

/// What a case is about rather than what it expects.
const SUBJECT: [&str; 3] = ["table", "quasi", "hierarchies"];

/// What an expectation is given; another value may do as well.
const GIVEN: [&str; 7] = ["given", "k", "max_suppressed", "on", "path", "quasi", "require"];

/// The case with each expected value changed in turn, and where; what else it expects is left out, so that nothing else fails.
pub fn mutants(case: &Table) -> Vec<(String, Table)> {
    let mut places = Vec::new();
    for (kind, value) in case.iter().filter(|(kind, _)| !SUBJECT.contains(&kind.as_str())) {
        collect(value, &mut vec![Step::Key(kind.clone())], &mut places);
    }
    let mutant = |place: &Vec<Step>| {
        let mut case = Value::Table(case.clone());
        change(at(&mut case, place));
        let Value::Table(mut case) = case else { unreachable!("a table stays one") };
        keep(&mut case, place);
        (format!("{place:?}"), case)
    };
    places.iter().map(mutant).collect()
}

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// The places of single values and of lists of such.
fn collect(value: &Value, place: &mut Vec<Step>, places: &mut Vec<Vec<Step>>) {
    let children: Vec<(Step, &Value)> = match value {
        Value::Table(table) => {
            let expected = table.iter().filter(|(key, _)| !GIVEN.contains(&key.as_str()));
            expected.map(|(key, value)| (Step::Key(key.clone()), value)).collect()
        }
        Value::Array(values) => {
            values.iter().enumerate().map(|(at, value)| (Step::Index(at), value)).collect()
        }
        _ => Vec::new(),
    };
    if children.iter().all(|(_, child)| !child.is_table()) && !value.is_table() {
        places.push(place.clone());
    }
    for (step, child) in children {
        place.push(step);
        collect(child, place, places);
        place.pop();
    }
}

fn at<'a>(case: &'a mut Value, place: &[Step]) -> &'a mut Value {
    place.iter().fold(case, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Index(index) => &mut value[*index],
    })
}

/// Keeps the expectation in which a place is, and what the case is about.
fn keep(case: &mut Table, place: &[Step]) {
    let Some(Step::Key(kept)) = place.first() else { unreachable!("a place begins with a kind") };
    case.retain(|kind, _| kind == kept || SUBJECT.contains(&kind));
    if let (Value::Array(all), Some(Step::Index(index))) = (&mut case[kept.as_str()], place.get(1)) {
        *all = vec![all.swap_remove(*index)];
    }
}

fn change(value: &mut Value) {
    match value {
        Value::Integer(number) => *number += 1,
        Value::Boolean(truth) => *truth = !*truth,
        // Of a table in CSV the last cell: a line break ends it.
        Value::String(text) => text.insert(text.trim_end().len(), 'x'),
        Value::Array(values) if values.is_empty() => values.push(Value::Integer(1)),
        Value::Array(values) => drop(values.pop()),
        other => unreachable!("no case holds a {}", other.type_str()),
    }
}
