//! What a run says about values before it trusts them: codes for missing that were not declared, spellings that count once,
//! dates that can be read in two ways.

use amidst_core::{
    Aborted, Observer, Role,
    hierarchy::builders::{Written, has_short_years},
};
use amidst_spec::{
    quasi::ParseContext,
    roles::Roles,
    spec::ColumnSpec,
    validated::ValidatedSpec,
    value::{Notice, describe_short_years, markers_with_codes},
};
use amidst_table::Column;

/// Everything worth a word, column by column.
pub fn of<'a>(
    roles: &Roles,
    validated: &ValidatedSpec,
    context: &ParseContext,
    of_name: impl Fn(&str) -> &'a Column,
    observer: &dyn Observer,
) -> Result<Vec<String>, Aborted> {
    let is_judged = |name: &str, spec: &ColumnSpec| match spec.role.0 {
        Role::Quasi => true,
        Role::Sensitive => roles.is_model_column(name),
        Role::Identifier | Role::Other => false,
    };
    let look = |column: &Column| {
        observer.go_on()?;
        Ok(column.coded().map(|coded| Notice::of(coded, context.decimal)))
    };
    let judged = roles.columns().filter(|(name, spec)| is_judged(name, spec));
    let noticed: Vec<(&Column, &ColumnSpec, Notice)> = judged
        .filter_map(|(name, spec)| {
            let column = of_name(name);
            Some(look(column).transpose()?.map(|notice| (column, spec, notice)))
        })
        .collect::<Result<_, _>>()?;
    let people = validated.respondent.iter().map(|respondent| (&respondent.column, "person"));
    let named = people.chain(validated.household.iter().map(|column| (column, "household")));
    let named: Vec<(&String, &str, Notice)> = named
        .filter_map(|(name, of)| Some(look(of_name(name)).transpose()?.map(|notice| (name, of, notice))))
        .collect::<Result<_, _>>()?;
    let all = noticed.iter().map(|(.., notice)| notice).chain(named.iter().map(|(.., notice)| notice));
    let markers = markers_with_codes(&context.missing, all);
    let of_values =
        noticed.iter().flat_map(|(column, spec, notice)| of_column(column, spec, notice, &markers));
    let of_names = named.iter().flat_map(|(name, of, notice)| {
        notice.describe_missing(name, &markers).into_iter().chain(notice.describe_names(name, of))
    });
    Ok(of_values.chain(of_names).collect())
}

fn of_column(column: &Column, spec: &ColumnSpec, notice: &Notice, markers: &[String]) -> Vec<String> {
    let mut words: Vec<String> = notice.describe_missing(&column.name, markers).into_iter().collect();
    match spec.role.0 {
        // Different spellings fall into different classes, which costs detail and no privacy.
        Role::Quasi => {
            words.extend(of_dates(column).filter(|_| spec.hierarchy.is_none()));
            words.extend(of_short_years(column, spec));
        }
        _ => words.extend(notice.describe_folded(&column.name)),
    }
    words
}

/// Dates whose century follows from a rule.
fn of_short_years(column: &Column, spec: &ColumnSpec) -> Option<String> {
    let values = || column.coded().into_iter().flat_map(|coded| coded.dictionary.iter().flatten());
    let is_short = match &spec.hierarchy {
        Some(hierarchy) => hierarchy.format.as_deref().is_some_and(has_short_years),
        None => Written::of(values()).is_some_and(|written| written.has_short_years()),
    };
    is_short.then(|| format!("column {:?}: {}", column.name, describe_short_years()))
}

/// Dates that can be read in two ways.
fn of_dates(column: &Column) -> Option<String> {
    let values = || column.coded().into_iter().flat_map(|coded| coded.dictionary.iter().flatten());
    let name = &column.name;
    match Written::of(values()) {
        Some(written) if written.is_ambiguous => Some(format!(
            "column {name:?}: all of its dates can be read with the day first or with the month first, so that only years are \
             used; say which: hierarchy = {{ date = [\"month\", \"year\"], format = {:?} }}",
            written.format.unwrap_or_default()
        )),
        None if Written::is_contradictory(values()) => Some(format!(
            "column {name:?}: some of its dates can only be read with the day first and others only with the month first, so \
             that they are not taken for dates; write them in one way"
        )),
        _ => None,
    }
}
