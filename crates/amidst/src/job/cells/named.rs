//! Labels of neighbours named after what is shown under them. The hierarchy that they were found with knows values of
//! which every row is suppressed and every cell blanked or shown as something wider.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use amidst_audit::{NamingValues, Path};
use amidst_core::{
    Aborted, Coded, Dictionary, Hierarchy, Observer, hierarchy::builders::Neighbours, observer::watched,
};
use amidst_release::{RecodedColumn, RowsInClasses, SUPPRESSED};

/// Names the groups that a column shows after the values that its rows have under them. Values and the root stay as they
/// are. `paths` get the names too.
pub fn rename(
    recoded: &mut RecodedColumn,
    paths: &mut [Path],
    neighbours: Neighbours,
    hierarchy: &Hierarchy,
    coded: &Coded,
    (in_classes, by, observer): (&RowsInClasses<'_>, NamingValues, &dyn Observer),
) -> Result<(), Aborted> {
    let root = hierarchy.label(hierarchy.height(), 0);
    let labels = || recoded.labels.iter().flatten();
    let is_group = |label: &&str| Some(*label) != root && hierarchy.leaf(Some(label)).is_none();
    let mut groups: Vec<&str> = labels().filter(is_group).collect();
    // Whatever order they were met in, the same ones get numbers.
    groups.sort_unstable();
    let members = match by {
        NamingValues::ByShown => shown(recoded, &groups, coded, in_classes, observer)?,
        NamingValues::ByReleased => released(hierarchy, &groups, coded, in_classes, observer)?,
    };
    let taken: Vec<&str> = labels().filter(|label| !is_group(label)).collect();
    let names = neighbours.names(&members, &taken);
    let names: HashMap<&str, String> = groups.into_iter().zip(names).collect();
    for label in paths.iter_mut().flat_map(|path| path.iter_mut().skip(1)).flatten() {
        if let Some(name) = names.get(&**label) {
            *label = name.as_str().into();
        }
    }
    let name =
        |label: Option<&'_ str>| label.map(|label| names.get(label).map_or(label, String::as_str).to_owned());
    let mut renamed = Dictionary::default();
    recoded.labels.iter().for_each(|label| {
        renamed.intern(name(label).as_deref());
    });
    assert_eq!(renamed.len(), recoded.labels.len(), "no two groups are named alike, so codes stay");
    recoded.labels = Arc::new(renamed);
    Ok(())
}

/// The values of released rows below each of some labels, whatever the rows show.
fn released<'c>(
    hierarchy: &Hierarchy,
    groups: &[&str],
    coded: &'c Coded,
    in_classes: &RowsInClasses<'_>,
    observer: &dyn Observer,
) -> Result<Vec<Vec<&'c str>>, Aborted> {
    let rows = watched(in_classes.iter(), observer);
    let rows = rows.filter(|(_, class)| *class != SUPPRESSED);
    let codes: BTreeSet<u32> = rows.map(|(row, _)| coded.codes.at(row)).collect();
    observer.go_on()?;
    let mut members = vec![Vec::new(); groups.len()];
    for value in codes.into_iter().filter_map(|code| coded.dictionary.value(code)) {
        let path = hierarchy.leaf(Some(value)).map(|leaf| hierarchy.path(leaf)).unwrap_or_default();
        let above: BTreeSet<usize> =
            path.iter().flatten().filter_map(|label| groups.binary_search(&&**label).ok()).collect();
        above.into_iter().for_each(|group| members[group].push(value));
    }
    Ok(members)
}

/// The values that rows have under each of some labels.
fn shown<'c>(
    recoded: &RecodedColumn,
    groups: &[&str],
    coded: &'c Coded,
    in_classes: &RowsInClasses<'_>,
    observer: &dyn Observer,
) -> Result<Vec<Vec<&'c str>>, Aborted> {
    let group_of = |label: Option<&str>| groups.binary_search(&label?).ok();
    let group_of: Vec<Option<usize>> = recoded.labels.iter().map(group_of).collect();
    let mut codes: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); groups.len()];
    for (row, class) in watched(in_classes.iter(), observer) {
        // Suppressed rows have no class.
        let label = recoded.of_class.get(class as usize);
        if let Some(group) = label.and_then(|&label| group_of[label as usize]) {
            codes[group].insert(coded.codes.at(row));
        }
    }
    observer.go_on()?;
    let values =
        |codes: BTreeSet<u32>| codes.into_iter().filter_map(|code| coded.dictionary.value(code)).collect();
    Ok(codes.into_iter().map(values).collect())
}
