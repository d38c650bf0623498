//! What became of a column, in German. In English the report has the words of the terminal; recipes of hierarchies stand as they do there.

use amidst_spec::{
    reporting::Count,
    spec::Language::{self, German},
};

use crate::messages::Numbers;
use crate::release::{Cells, Transformation};

/// The words; without counts for readers outside.
pub fn technique(transformation: &Transformation, is_internal: bool) -> String {
    match transformation {
        Transformation::Dropped => "entfernt".into(),
        Transformation::Pseudonym => {
            "pseudonymisiert: Wer den Schlüssel hat, kann sie der Person zuordnen".into()
        }
        Transformation::Kept => "unverändert".into(),
        Transformation::Linked => "unverändert, durch Gruppen verbunden".into(),
        Transformation::SideTable { file } => format!("getrennt, in {file}"),
        Transformation::Viewed { recoded, file } => {
            format!("{}; in einer eigenen Ansicht, {file}", technique(recoded, is_internal))
        }
        Transformation::Generalized { level: 0, height, recipe, .. } => {
            format!("unverändert (Stufe 0 von {height}; {recipe})")
        }
        Transformation::Generalized { level, height, recipe, .. } if level == height => {
            format!("unterdrückt: ein Wert für alle (Stufe {level} von {height}; {recipe})")
        }
        Transformation::Generalized { level, height, recipe, labels, .. } => {
            let shown = if is_internal { format!(", {}", values(*labels)) } else { String::new() };
            format!("verallgemeinert auf Stufe {level} von {height}{shown} ({recipe})")
        }
        Transformation::Recoded { cells: Cells { changed: 0, .. }, shown_as, .. } if is_internal => {
            format!("unverändert ({shown_as})")
        }
        Transformation::Recoded { cells, labels, is_by_cuts, shown_as } if is_internal => {
            format!("{}: {}, {} ({shown_as})", recoded(*is_by_cuts), changed(cells), values(*labels))
        }
        Transformation::Recoded { is_by_cuts, shown_as, .. } => {
            format!("{} ({shown_as})", recoded(*is_by_cuts))
        }
        Transformation::Averaged { cells, labels, aggregate } if is_internal => {
            format!("je Klasse ersetzt ({aggregate}): {}, {}", changed(cells), values(*labels))
        }
        Transformation::Averaged { aggregate, .. } => format!("je Klasse ersetzt ({aggregate})"),
    }
}

fn recoded(is_by_cuts: bool) -> &'static str {
    if is_by_cuts { "nach Schnitten umgeschlüsselt" } else { "Zelle für Zelle umgeschlüsselt" }
}

fn values(number: usize) -> String {
    counted(number as u64, "Wert", "Werte")
}

fn changed(cells: &Cells) -> String {
    format!("{} geändert", counted(cells.changed, "Zelle", "Zellen"))
}

fn counted(number: u64, one: &str, many: &str) -> String {
    let language: Language = German;
    format!("{} {}", language.count(Count::Value(number)), if number == 1 { one } else { many })
}
