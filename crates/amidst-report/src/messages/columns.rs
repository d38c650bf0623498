//! What it cost, and what made-up rows show.

use super::messages;

messages! {
    /// What stands beside the numbers of loss.
    Cost {
        Drawing: "what each quasi column lost, from nothing to everything" | "was jede Quasi-Spalte verlor, von nichts bis alles";
        Columns: "How much detail each quasi column lost: 0 % keeps every value, 100 % keeps nothing. Rows left out count as lost."
            | "Wie viele Einzelheiten jede Quasi-Spalte verlor: 0 % behält jeden Wert, 100 % behält nichts. Weggelassene Zeilen zählen als verloren.";
        Compare: "How distributions and relations between columns changed is shown by: {command}" | "Wie sich Verteilungen und Zusammenhänge zwischen Spalten änderten, zeigt: {command}";
        Example: "Nobody in the table is meant: the rows are invented, and show what was done to values like these."
            | "Niemand in der Tabelle ist gemeint: Die Zeilen sind erfunden und zeigen, was mit solchen Werten geschah.";
        Removed: "removed" | "entfernt";
        AValue: "a value" | "ein Wert";
        AnotherValue: "another value" | "ein anderer Wert";
        AGroup: "a group of values with it" | "eine Gruppe von Werten mit ihm";
        AClass: "what its class shares" | "was seine Klasse gemeinsam hat";
        ACode: "a code" | "ein Code";
        SameValue: "the same value" | "derselbe Wert";
        FirstRow: "first row" | "erste Zeile";
        SecondRow: "second row" | "zweite Zeile";
    }
}

messages! {
    /// What measures of loss mean.
    Measure {
        Loss: "how much detail is lost over all quasi columns: 0 keeps everything, 1 keeps nothing" | "wie viele Einzelheiten über alle Quasi-Spalten verloren sind: 0 behält alles, 1 behält nichts";
        Precision: "levels climbed in the hierarchies, as a share of their heights: 0 none, 1 all" | "erstiegene Stufen der Hierarchien als Anteil ihrer Höhen: 0 keine, 1 alle";
        Discernibility: "every row costs as many as its class has rows: large classes cost most" | "jede Zeile kostet so viel, wie ihre Klasse Zeilen hat: Große Klassen kosten am meisten";
        AverageClassSize: "rows of the source over classes, suppressed rows being one more: the smaller the better" | "Zeilen der Quelle durch Klassen, weggelassene Zeilen zählen als eine weitere: je kleiner, desto besser";
        Entropy: "bits that the release no longer tells of the values, over all rows" | "Bits, die die Daten nicht mehr über die Werte aussagen, über alle Zeilen";
        NormalizedEntropy: "the same as a share of what each column told, added up over the columns" | "dasselbe als Anteil dessen, was jede Spalte aussagte, über die Spalten zusammengezählt";
        Gcp: "how wide a released value is on average, as a share of its column: 0 a single value, 1 any" | "wie breit ein veröffentlichter Wert im Durchschnitt ist, als Anteil seiner Spalte: 0 ein Wert, 1 beliebig";
        Height: "levels climbed, added up" | "erstiegene Stufen, zusammengezählt";
        Suppression: "rows left out, as a share of all" | "weggelassene Zeilen als Anteil aller";
        Ambiguity: "combinations of original values that each row may stand for, added up over all rows" | "Kombinationen von Ausgangswerten, für die jede Zeile stehen kann, über alle Zeilen zusammengezählt";
        KlDivergence: "bits by which the quasi columns together moved away from what they were" | "Bits, um die sich die Quasi-Spalten gemeinsam von dem entfernten, was sie waren";
        Classification: "rows whose class predicts another target than their own, as a share" | "Zeilen, deren Klasse ein anderes Ziel vorhersagt als ihr eigenes, als Anteil";
        Levels: "levels climbed as a share of heights, cell by cell, added up" | "erstiegene Stufen als Anteil der Höhen, Zelle für Zelle zusammengezählt";
        Other: "see the page on measures" | "siehe die Seite über Maße";
    }
}
