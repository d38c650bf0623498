//! What is claimed.

use super::messages;

messages! {
    /// The claims of a report.
    Claim {
        OwnValue: "a value of its own" | "eigener Wert";
        AnyValue: "any value" | "beliebiger Wert";
        Other: "1 other" | "1 anderen";
        Others: "{number} others" | "{number} anderen";
        Rows: "rows" | "Zeilen";
        PeoplesRows: "people's rows" | "Zeilen verschiedener Personen";
        K: "In this release every combination of values in {quasi} appears in at least {k} rows (asked: {asked}; a missing cell counts as {missing}). Whoever knows only those columns of a person cannot tell that person's row from at least {others}."
            | "In dieser Veröffentlichung kommt jede Kombination von Werten in {quasi} in mindestens {k} Zeilen vor (gefordert: {asked}; eine fehlende Angabe zählt als {missing}). Wer von einer Person nur diese Spalten kennt, kann ihre Zeile nicht von mindestens {others} unterscheiden.";
        Outside: "In this release every combination of values in {quasi} appears in at least {k} {rows} (asked: {asked}; a missing cell counts as {missing})."
            | "In dieser Veröffentlichung kommt jede Kombination von Werten in {quasi} in mindestens {k} {rows} vor (gefordert: {asked}; eine fehlende Angabe zählt als {missing}).";
        Combined: "In this release {claim} (asked: {asked}; a missing cell counts as {missing}). Whoever knows only the columns of one such combination of a person cannot tell that person's row from at least {others}."
            | "Für diese Veröffentlichung gilt: {claim} (gefordert: {asked}; eine fehlende Angabe zählt als {missing}). Wer von einer Person nur die Spalten einer solchen Kombination kennt, kann ihre Zeile nicht von mindestens {others} unterscheiden.";
        CombinedOutside: "In this release {claim} (asked: {asked}; a missing cell counts as {missing})."
            | "Für diese Veröffentlichung gilt: {claim} (gefordert: {asked}; eine fehlende Angabe zählt als {missing}).";
        NotOverAll: "This is not k-anonymity over {quasi}: {caveat}." | "Das ist keine k-Anonymität über {quasi}: {caveat}.";
        Groups: "This release is in several tables, and only groups of at least {k} rows (asked: {asked}) link them. Whoever finds a person's row learns the group, and of sensitive columns no more than the values of that group."
            | "Diese Veröffentlichung besteht aus mehreren Tabellen, die nur durch Gruppen von mindestens {k} Zeilen (gefordert: {asked}) verbunden sind. Wer die Zeile einer Person findet, erfährt die Gruppe und von sensiblen Spalten nicht mehr als die Werte dieser Gruppe.";
        GroupsCaveat: "This is not k-anonymity: {quasi} are released as they were, so that who is in the table can be seen."
            | "Das ist keine k-Anonymität: {quasi} sind unverändert, so dass zu sehen ist, wer in der Tabelle steht.";
        Links: "In this release {claim} over {quasi}." | "Für diese Veröffentlichung gilt über {quasi}: {claim}.";
        LinksCaveat: "This is not k-anonymity: {k} rows at least show the same." | "Das ist keine k-Anonymität: Mindestens {k} Zeilen zeigen dasselbe.";
        Wildcard: "In this release every row matches at least {k} rows in {quasi} (asked: {asked}) if a missing cell is taken for {missing}."
            | "In dieser Veröffentlichung passt jede Zeile in {quasi} zu mindestens {k} Zeilen (gefordert: {asked}), wenn eine fehlende Angabe als {missing} gilt.";
        WildcardCaveat: "Taken as values of their own, missing cells leave classes of {k} rows: whoever takes a row that shows all of a person's values for that person's may be right."
            | "Gelten fehlende Angaben als eigene Werte, gibt es Klassen von {k} Zeilen: Wer eine Zeile, die alle Werte einer Person zeigt, für die dieser Person hält, kann recht haben.";
        People: "In this release every combination of values in {quasi} appears in rows of at least {k} people (asked: {asked}; a missing cell counts as {missing}), however many rows each has. Whoever knows only those columns of one row of a person cannot tell that person from at least {others}."
            | "In dieser Veröffentlichung kommt jede Kombination von Werten in {quasi} in Zeilen von mindestens {k} Personen vor (gefordert: {asked}; eine fehlende Angabe zählt als {missing}), gleich wie viele Zeilen jede hat. Wer von einer Zeile einer Person nur diese Spalten kennt, kann sie nicht von mindestens {others} unterscheiden.";
        Profile: "Whoever knows those columns of all rows of a person cannot tell that person from at least {others}: {k} people share every profile."
            | "Wer diese Spalten aus allen Zeilen einer Person kennt, kann sie nicht von mindestens {others} unterscheiden: Jedes Profil haben {k} Personen gemeinsam.";
    }
}
