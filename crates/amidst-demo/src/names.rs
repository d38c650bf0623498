//! Names of people who do not exist.
//!
//! Family names are put together from two halves, so that there are hundreds of them and none is copied from a register.

use amidst_spec::rng::SeededRng;

use super::person::Sex;

const FEMALE: &[&str] = &[
    "Alma", "Birte", "Clara", "Dunja", "Edda", "Fenja", "Greta", "Hilde", "Ilva", "Jolanda", "Kira",
    "Leonie", "Marla", "Nele", "Odile", "Paula", "Rieke", "Selma", "Tilda", "Ulla", "Vera", "Wanda", "Yara",
    "Zita",
];

const MALE: &[&str] = &[
    "Arvid", "Bruno", "Caspar", "Detlev", "Emil", "Falk", "Gustav", "Henrik", "Ivo", "Joris", "Knut",
    "Levin", "Mats", "Nils", "Oskar", "Pelle", "Ruben", "Sven", "Tammo", "Udo", "Valentin", "Wim", "York",
    "Zeno",
];

const FAMILY_FIRST: &[&str] = &[
    "Alder", "Birk", "Brook", "Dorn", "Ebers", "Fald", "Gar", "Hasel", "Holm", "Kessel", "Linden", "Marsch",
    "Nord", "Ohl", "Rauten", "Sander", "Silber", "Steen", "Tann", "Ulmen", "Wester", "Wolken",
];

const FAMILY_LAST: &[&str] = &[
    "bach", "beck", "berger", "brand", "feld", "gard", "hage", "hof", "horst", "kamp", "lund", "mann",
    "rode", "see", "stein", "wald",
];

/// A given and a family name.
pub(super) fn name(draw: &mut SeededRng, sex: Sex) -> String {
    let given = draw.pick(match sex {
        Sex::Female => FEMALE,
        Sex::Male => MALE,
    });
    format!("{given} {}{}", draw.pick(FAMILY_FIRST), draw.pick(FAMILY_LAST))
}
