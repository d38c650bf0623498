//! Assumptions, limits, what was verified, and how to repeat it.

use amidst_audit::Check;
use amidst_spec::spec::Counted;

use super::messages;
use crate::summary::Summary;

messages! {
    /// What is assumed.
    Assumption {
        Quasi: "What an outsider can know of a person is in the quasi columns: {quasi}. Whoever released this table decided so, column by column."
            | "Was Außenstehende von einer Person wissen können, steht in den Quasi-Spalten: {quasi}. Wer diese Tabelle veröffentlicht, hat das Spalte für Spalte entschieden.";
        People: "Rows with the same {column} are one person's, and no others are." | "Zeilen mit gleichem Wert in {column} gehören zu einer Person, und keine anderen.";
        Rows: "Every row is one person, and no person has two." | "Jede Zeile ist eine Person, und keine Person hat zwei.";
        Attacker: "The attacker has the whole release, knows how it was made, and knows the exact quasi values of somebody; of how many people makes no difference."
            | "Der Angreifer hat die ganze Veröffentlichung, weiß, wie sie entstand, und kennt die genauen Quasi-Werte von jemandem; von wie vielen Menschen, ist gleich.";
        Missing: "A missing cell counts as {missing} when rows are compared." | "Eine fehlende Angabe zählt beim Vergleich von Zeilen als {missing}.";
        Hierarchies: "Hierarchies are taken as they were given: that values were recoded by them was verified, not that they are wise."
            | "Hierarchien gelten, wie sie gegeben wurden: Geprüft ist, dass nach ihnen umgeschlüsselt wurde, nicht, dass sie klug sind.";
        Nothing: "No agreement, law or technical barrier that keeps recipients from looking for people was counted in."
            | "Keine Vereinbarung, kein Gesetz und keine technische Hürde, die Empfänger vom Suchen abhält, ist eingerechnet.";
    }
}

messages! {
    /// What a release leaves open.
    Limit {
        RowsMay: "k counts rows, and people may have several: fewer than k people may share a class." | "k zählt Zeilen, und Personen können mehrere haben: Weniger als k Personen können eine Klasse teilen.";
        RowsHave: "k counts rows, and people have several: fewer than k people may share a class." | "k zählt Zeilen, und Personen haben mehrere: Weniger als k Personen können eine Klasse teilen.";
        Homogeneous: "A class whose rows all share one sensitive value gives that value away: k-anonymity does not look at sensitive columns."
            | "Eine Klasse, deren Zeilen alle denselben sensiblen Wert haben, verrät ihn: k-Anonymität betrachtet sensible Spalten nicht.";
        OtherColumns: "Columns that were called other or sensitive are released as they are; if an outsider knows them, they single people out."
            | "Spalten, die sonstige oder sensible genannt wurden, werden unverändert veröffentlicht; wenn Außenstehende sie kennen, greifen sie Menschen heraus.";
        OtherReleases: "Another release of the same people, earlier or later or with other columns, may be combined with this one."
            | "Eine andere Veröffentlichung über dieselben Menschen, früher, später oder mit anderen Spalten, kann mit dieser verbunden werden.";
        Minimality: "Someone who knows that the least change was made may undo part of it for some classes (minimality and downcoding attacks)."
            | "Wer weiß, dass so wenig wie möglich geändert wurde, kann für manche Klassen einen Teil davon rückgängig machen (Minimality- und Downcoding-Angriffe).";
        Learning: "What the data as a whole teach about groups of people is not hidden, and may be held against members of a group who are not in the table."
            | "Was die Daten als Ganzes über Gruppen von Menschen lehren, ist nicht verborgen und kann Mitgliedern einer Gruppe schaden, die nicht in der Tabelle sind.";
    }
}

messages! {
    /// What a check that holds means.
    Verified {
        Columns: "the promised columns in the promised order, identifiers gone" | "die zugesagten Spalten in der zugesagten Reihenfolge, Identifikatoren entfernt";
        Rows: "the rows read are those released and those suppressed" | "die gelesenen Zeilen sind die veröffentlichten und die weggelassenen";
        Groups: "every group has as many rows as asked" | "jede Gruppe hat so viele Zeilen wie gefordert";
        People: "as many people as asked share every combination of values" | "so viele Personen wie gefordert teilen jede Kombination von Werten";
        K: "as many rows as asked share every combination of values it was asked of" | "so viele Zeilen wie gefordert teilen jede Kombination von Werten, für die es gefordert war";
        Profile: "as many people as asked share the combinations of values of all their rows" | "so viele Personen wie gefordert teilen die Kombinationen aller ihrer Zeilen";
        Households: "what is said of households was found again in the file" | "was über Haushalte gesagt wird, fand sich in der Datei wieder";
        Models: "every other privacy model asked for holds" | "jedes weitere geforderte Modell gilt";
        TruthGroups: "every group has exactly the sensitive values of its rows" | "jede Gruppe hat genau die sensiblen Werte ihrer Zeilen";
        TruthAverages: "every released class shows what its rule gives on its rows" | "jede Klasse zeigt, was ihre Regel für ihre Zeilen ergibt";
        Truth: "every released class holds exactly the rows that generalize to it" | "jede Klasse enthält genau die Zeilen, die sich zu ihr verallgemeinern";
        SuppressionCells: "the rows that are gone are as many as was said" | "es fehlen so viele Zeilen wie gesagt";
        Suppression: "nothing was suppressed needlessly" | "nichts wurde unnötig weggelassen";
        Integrity: "in every class the carried cells are those of its source rows" | "in jeder Klasse sind die mitgeführten Zellen die ihrer Ausgangszeilen";
        Residue: "the files hold cells, and nothing besides" | "die Dateien enthalten Zellen und sonst nichts";
        Order: "rows are sorted by what is released" | "die Zeilen sind nach dem Veröffentlichten sortiert";
    }
}

impl Verified {
    /// What a check means of a release.
    pub fn of(check: Check, summary: &Summary) -> Self {
        let is_fragmented = summary.is_fragmented();
        match check {
            Check::Columns => Self::Columns,
            Check::Rows => Self::Rows,
            Check::KAnonymity if is_fragmented => Self::Groups,
            Check::KAnonymity if summary.counted == Counted::People => Self::People,
            Check::KAnonymity => Self::K,
            Check::Profile => Self::Profile,
            Check::Households => Self::Households,
            Check::Models => Self::Models,
            Check::Truth if is_fragmented => Self::TruthGroups,
            Check::Truth if summary.perturbative => Self::TruthAverages,
            Check::Truth => Self::Truth,
            Check::Suppression if summary.levels.is_empty() => Self::SuppressionCells,
            Check::Suppression => Self::Suppression,
            Check::Integrity => Self::Integrity,
            Check::Residue => Self::Residue,
            Check::Order => Self::Order,
        }
    }
}

messages! {
    /// Where it comes from.
    Closing {
        Program: "Program" | "Programm";
        Algorithm: "Algorithm" | "Verfahren";
        Order: "Order of rows" | "Reihenfolge der Zeilen";
        Source: "Source" | "Quelle";
        Spec: "Spec" | "Spezifikation";
        Plan: "Plan" | "Plan";
        Release: "Release" | "Veröffentlichung";
        Union: "Earlier releases" | "Frühere Veröffentlichungen";
        Independent: "The file was read back by code that shares nothing with the search, and all of this was found again in it."
            | "Die Datei wurde von Programmteilen zurückgelesen, die mit der Suche nichts gemein haben, und all das fand sich darin wieder.";
        Repeat: "To repeat it: the same source, spec and version of the program give the same bytes. Take the spec out of the certificate and run {command}."
            | "Zum Wiederholen: Gleiche Quelle, Spezifikation und Programmversion ergeben dieselben Bytes. Nehmen Sie die Spezifikation aus dem Zertifikat und rufen Sie {command} auf.";
        RepeatPlan: "To repeat it: the same table, plan and version of the program give the same bytes: {command}."
            | "Zum Wiederholen: Gleiche Tabelle, gleicher Plan und gleiche Programmversion ergeben dieselben Bytes: {command}.";
        RepeatShuffled: "The order of rows was drawn by a secret key that was not kept: another run gives the same rows in another order."
            | "Die Reihenfolge der Zeilen wurde mit einem geheimen Schlüssel gezogen, der nicht aufbewahrt wird: Ein weiterer Lauf ergibt dieselben Zeilen in anderer Reihenfolge.";
        Verify: "To verify it, without the source: {command}. If the certificate was signed, name the public key of whoever signed: a changed byte or another key fails."
            | "Zum Prüfen, ohne die Quelle: {command}. Wurde das Zertifikat unterschrieben, nennen Sie den öffentlichen Schlüssel: Ein geändertes Byte oder ein anderer Schlüssel fällt auf.";
        Sign: "I have read this report. I know the roles of the columns, the assumptions and what it does not protect against, and answer for the release."
            | "Ich habe diesen Bericht gelesen. Ich kenne die Rollen der Spalten, die Voraussetzungen und das, wovor nichts schützt, und stehe für die Veröffentlichung ein.";
    }
}
