//! Two made-up rows before and after, so that readers see what was done without seeing anybody. Values are invented here, and recoded by
//! the recipe of the column's hierarchy where that needs nothing but itself.

use amidst_core::{Dictionary, hierarchy::builders::Recipe};
use amidst_spec::spec::Origin;
use maud::{Markup, html};

use super::{facts::Facts, findings::is_exact};
use crate::messages::{Cost, Heading, Word};
use crate::release::{ColumnTransformation, Transformation};

/// Columns that are shown: more do not fit on paper.
const MOST: usize = 8;
/// Two invented values of each sort.
const DATES: [&str; 2] = ["1984-03-12", "1986-11-02"];
const NUMBERS: [&str; 2] = ["34", "41"];
const CODES: [&str; 2] = ["52381", "52714"];

/// The rows, column by column.
pub fn example(facts: &Facts<'_>) -> Markup {
    html! {
        h2 { (facts.say(Heading::Example)) }
        p.note { (facts.say(Cost::Example)) }
        table {
            tr {
                th { (facts.say(Word::Column)) }
                @for row in [Cost::FirstRow, Cost::SecondRow] {
                    th { (facts.say(row)) ", " (facts.say(Word::Before)) }
                    th { (facts.say(row)) ", " (facts.say(Word::After)) }
                }
            }
            @for column in facts.released.columns.iter().take(MOST) {
                tr {
                    td { (column.name) }
                    @for (before, after) in invented(facts, column) { td { (before) } td { (after) } }
                }
            }
        }
    }
}

/// Two invented values of a column, and what becomes of them.
fn invented(facts: &Facts<'_>, column: &ColumnTransformation) -> [(String, String); 2] {
    let values = [Cost::AValue, Cost::AnotherValue].map(|message| facts.say(message));
    if let Some(pairs) = recoded(&column.transformation) {
        return pairs;
    }
    let after = match &column.transformation {
        it if is_exact(it) => Cost::SameValue,
        Transformation::Dropped | Transformation::SideTable { .. } => Cost::Removed,
        Transformation::Pseudonym => Cost::ACode,
        Transformation::Generalized { level, height, .. } if level == height => {
            return values.map(|value| (value, "*".to_owned()));
        }
        Transformation::Generalized { .. } => Cost::AGroup,
        _ => Cost::AClass,
    };
    values.map(|value| (value, facts.say(after)))
}

/// Invented values by the hierarchy itself, if it is one that places any value of its sort.
fn recoded(transformation: &Transformation) -> Option<[(String, String); 2]> {
    let Transformation::Generalized { level, pinned: Origin::Recipe(recipe), .. } = transformation else {
        return None;
    };
    let values = match recipe {
        Recipe::Date(_) => DATES,
        Recipe::Interval(_) => NUMBERS,
        Recipe::Prefix(_) => CODES,
        _ => return None,
    };
    if values.iter().any(|value| !recipe.places(value)) {
        return None;
    }
    let dictionary: Dictionary = values.iter().map(|value| Some(*value)).collect();
    let hierarchy = recipe.build(&dictionary, &[1, 1]).ok()?;
    let label = |value: &str| -> Option<String> {
        let path = hierarchy.path(hierarchy.leaf(Some(value))?);
        Some(path.get(usize::from(*level))?.as_deref()?.to_owned())
    };
    let [first, second] = values;
    Some([(first.into(), label(first)?), (second.into(), label(second)?)])
}
