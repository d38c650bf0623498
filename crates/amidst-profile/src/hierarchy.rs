//! Which hierarchy to propose for a quasi column: what suits its meaning, or what the core proposes for any column.
//! Bounds are round numbers, never those of the data.

use std::collections::BTreeMap;

use amidst_core::{
    Kind,
    hierarchy::builders::{DecimalMark, Recipe, automatic},
};
use amidst_spec::spec::{Cut, HierarchySpec};

use super::{SemanticType, values::Values};

/// Longer postcodes lose several characters at once, lest there be a level for each.
const LONGEST_MASKED_SINGLY: usize = 6;

/// A hierarchy that suits the column.
pub(super) fn propose(what: Option<SemanticType>, values: &Values<'_>, mark: DecimalMark) -> HierarchySpec {
    match what {
        Some(SemanticType::Postcode) => postcode(values),
        Some(SemanticType::BirthDate | SemanticType::Date) if values.dates.is_some() => dates(what, values),
        Some(SemanticType::Age) if values.numbers.is_some() => ages(),
        Some(SemanticType::BirthYear | SemanticType::Year) if values.numbers.is_some() => years(),
        _ => general(what, values, mark),
    }
}

/// Full years up to 90: the very old are few, and known.
fn ages() -> HierarchySpec {
    HierarchySpec { from: Some(0.0), top: Some(90.0), ..years() }
}

fn years() -> HierarchySpec {
    HierarchySpec { interval: Some(vec![5.0, 10.0, 20.0]), ..HierarchySpec::default() }
}

fn postcode(values: &Values<'_>) -> HierarchySpec {
    let long = values.length.is_some_and(|(_, longest)| longest > LONGEST_MASKED_SINGLY);
    let kept = if long { Cut::Kept(vec![4, 3, 2, 1]) } else { Cut::Word("all".into()) };
    HierarchySpec { prefix: Some(kept), ..HierarchySpec::default() }
}

/// Months and years, as far as they part the dates. If day and month cannot be told apart, years only: they are right
/// either way.
fn dates(what: Option<SemanticType>, values: &Values<'_>) -> HierarchySpec {
    let written = values.dates.as_ref().expect("asked for columns of dates only");
    let years = values.years();
    let (first, last) = (years.first().copied().unwrap_or(0), years.last().copied().unwrap_or(0));
    let of_births = what == Some(SemanticType::BirthDate);
    let short = !of_births && last - first < 10;
    let parts = |years: i16| first / years != last / years;
    let steps = [
        ("day", values.kind == Kind::Timestamp),
        ("month", !written.is_ambiguous),
        ("quarter", !written.is_ambiguous && short),
        ("year", parts(1)),
        ("5 years", parts(5) && !short),
        ("10 years", parts(10) && of_births),
    ];
    let date: Vec<String> = steps.into_iter().filter(|step| step.1).map(|step| step.0.into()).collect();
    if date.is_empty() {
        return HierarchySpec { suppression: Some(true), ..HierarchySpec::default() };
    }
    HierarchySpec { date: Some(date), format: written.format.clone(), ..HierarchySpec::default() }
}

/// What the core proposes. Numbers known to be no codes get intervals, whatever they look like.
fn general(what: Option<SemanticType>, values: &Values<'_>, mark: DecimalMark) -> HierarchySpec {
    let may_be_codes = matches!(what, None | Some(SemanticType::Region | SemanticType::Occupation));
    let kind = match values.kind {
        Kind::Integer if !may_be_codes => Kind::Decimal,
        kind => kind,
    };
    let (dictionary, rows) = values.to_generalize();
    // Numbers come with decimal points.
    let mark = if values.numbers.is_some() { DecimalMark::Point } else { mark };
    let mut spec = spec_of(&automatic(kind, &dictionary, &rows, mark));
    // That of the input is known when it is read.
    spec.decimal = None;
    spec
}

/// A recipe prints as a spec writes it.
fn spec_of(recipe: &Recipe) -> HierarchySpec {
    let mut printed: BTreeMap<String, HierarchySpec> =
        toml::from_str(&format!("hierarchy = {recipe}")).expect("a recipe prints as a spec reads it");
    printed.remove("hierarchy").expect("the only key")
}

#[cfg(test)]
mod tests {
    use super::*;
    use amidst_table::Column;

    use amidst_spec::spec::Origin;

    /// Proposes, and builds what is proposed.
    fn propose_for(what: Option<SemanticType>, cells: impl IntoIterator<Item = String>) -> HierarchySpec {
        let cells: Vec<String> = cells.into_iter().collect();
        let column = Column::from_texts("x", cells.iter().map(|cell| Some(cell.as_str())));
        let spec = propose(what, &Values::of(&column).expect("coded"), DecimalMark::Point);
        let coded = column.coded().expect("coded");
        let Ok(Origin::Recipe(recipe)) = spec.origin(DecimalMark::Point) else { panic!("{spec:?}") };
        let histogram = coded.histogram();
        assert!(recipe.build(&coded.dictionary, &histogram).is_ok(), "{spec:?}");
        spec
    }

    #[test]
    fn numbers_get_nested_intervals() {
        let spec =
            propose_for(Some(SemanticType::Household), (0..1_000).map(|row| (10_137 + row * 7).to_string()));
        let widths = spec.interval.expect("intervals, although five digits could be codes");
        assert!(widths.windows(2).all(|pair| pair[1] % pair[0] == 0.0));
    }

    #[test]
    fn decimal_commas_are_numbers_too() {
        let cells: Vec<String> = (0..500).map(|row| format!("{},5", row % 90)).collect();
        let mut column = Column::from_texts("x", cells.iter().map(|cell| Some(cell.as_str())));
        column.kind = Kind::Decimal;
        assert!(propose(None, &Values::of(&column).expect("coded"), DecimalMark::Point).interval.is_some());
    }

    fn steps(what: SemanticType, cells: impl IntoIterator<Item = String>) -> Vec<String> {
        propose_for(Some(what), cells).date.unwrap_or_default()
    }

    #[test]
    fn date_steps_follow_the_span() {
        let births = (0..80).map(|row| format!("{:02}.03.{}", 1 + row % 28, 1930 + row));
        assert_eq!(steps(SemanticType::BirthDate, births), ["month", "year", "5 years", "10 years"]);
        let visits = (0..28).map(|row| format!("20{:02}-{:02}-03", 20 + row % 2, 1 + row % 12));
        assert_eq!(steps(SemanticType::Date, visits), ["month", "quarter", "year"]);
        let stamps = (1..=28).map(|day| format!("2020-03-{day:02} 10:00:00"));
        assert_eq!(steps(SemanticType::Date, stamps), ["day", "month", "quarter"]);
    }

    #[test]
    fn ambiguous_dates_get_years_only() {
        let births = (0..80).map(|row| format!("{:02}/03/{}", 1 + row % 12, 1930 + row));
        assert_eq!(steps(SemanticType::BirthDate, births), ["year", "5 years", "10 years"]);
        let one_year = propose_for(Some(SemanticType::Date), (1..=12).map(|day| format!("{day:02}/03/1980")));
        assert_eq!(one_year.suppression, Some(true));
    }

    #[test]
    fn every_way_of_writing_dates_builds() {
        let ways = [
            "31.12.1999",
            "31/12/1999",
            "12/31/1999",
            "31-12-1999",
            "12-31-1999",
            "1999/12/31",
            "1999.12.31",
            "19991231",
        ];
        for date in ways {
            let dates = [date.to_owned(), date.replace("1999", "2000")];
            assert_eq!(
                steps(SemanticType::BirthDate, dates),
                ["month", "year", "5 years", "10 years"],
                "{date}"
            );
        }
    }

    #[test]
    fn rare_texts_are_joined() {
        let mixed = (0..1_000).map(|row| format!("v{}", if row < 900 { row % 3 } else { row }));
        assert!(propose_for(None, mixed).frequency.is_some());
        assert_eq!(
            propose_for(None, (0..100).map(|row| ["a", "b"][row % 2].to_owned())).suppression,
            Some(true)
        );
    }

    #[test]
    fn long_postcodes_lose_several_characters_at_once() {
        let short = propose_for(Some(SemanticType::Postcode), ["94139", "94141"].map(String::from));
        assert_eq!(short.prefix, Some(Cut::Word("all".into())));
        let long = propose_for(Some(SemanticType::Postcode), ["SW1A 1AA", "M1 1AE"].map(String::from));
        assert_eq!(long.prefix, Some(Cut::Kept(vec![4, 3, 2, 1])));
    }
}
