//! Headings, fields, and what was released in plain words.

use super::messages;

messages! {
    /// Headings.
    Heading {
        Report: "Release report" | "Bericht zur Veröffentlichung";
        InShort: "What was released" | "Was veröffentlicht wird";
        Asked: "Asked and reached" | "Gefordert und erreicht";
        Sensitive: "Sensitive columns within classes{by}" | "Sensible Spalten innerhalb der Klassen{by}";
        Risk: "Risk before and after" | "Risiko vorher und nachher";
        Sizes: "How many rows share their class" | "Wie viele Zeilen ihre Klasse teilen";
        Columns: "Columns, and what was done to each" | "Die Spalten, und was mit jeder geschah";
        Cost: "What it cost" | "Was es kostet";
        Example: "Two made-up rows, before and after" | "Zwei erfundene Zeilen, vorher und nachher";
        Assumptions: "What is assumed" | "Was vorausgesetzt ist";
        Limits: "What it does not protect against" | "Wovor es nicht schützt";
        Verified: "Verified on the bytes written" | "An den geschriebenen Bytes geprüft";
        Provenance: "Where it comes from, and how to repeat and verify it" | "Woher es kommt, und wie man es wiederholt und prüft";
        Signature: "Signature" | "Unterschrift";
    }
}

messages! {
    /// Names of fields and columns of tables.
    Word {
        Dataset: "Dataset" | "Datensatz";
        Author: "Responsible" | "Verantwortlich";
        Date: "Date" | "Datum";
        Recipients: "Recipients and purpose" | "Empfänger und Zweck";
        Audience: "Readers" | "Leser";
        Internal: "internal: counts as they are; not to be passed on with the release"
            | "intern: Zahlen wie sie sind; nicht mit den Daten weiterzugeben";
        External: "external: counts below {least} are not told, all others are rounded down to multiples of {least}"
            | "extern: Zahlen unter {least} werden nicht angegeben, alle anderen auf Vielfache von {least} abgerundet";
        Model: "Model" | "Modell";
        Column: "Column" | "Spalte";
        Role: "Role" | "Rolle";
        Asked: "Asked" | "Gefordert";
        Reached: "Reached" | "Erreicht";
        Before: "Before" | "Vorher";
        After: "After" | "Nachher";
        Done: "What was done" | "Was getan wurde";
        Measure: "Measure" | "Maß";
        Value: "Value" | "Wert";
        Meaning: "What it means" | "Was es bedeutet";
        Attacker: "Attacker" | "Angreifer";
        Check: "Check" | "Prüfung";
        Result: "Result" | "Ergebnis";
        Holds: "holds" | "hält";
        Fails: "fails" | "hält nicht";
        Name: "Name and role" | "Name und Funktion";
        Fewest: "Fewest distinct values in a class (l)" | "Wenigste verschiedene Werte in einer Klasse (l)";
        Farthest: "Farthest from the whole table (t)" | "Weiteste Abweichung von der ganzen Tabelle (t)";
        SingleRows: ", by single rows only" | ", nur nach einzelnen Zeilen";
        OthersKnown: ", the other sensitive columns being known" | ", wobei die anderen sensiblen Spalten bekannt sind";
        Estimated: " (estimated)" | " (geschätzt)";
        SelfJudged: " (self-judged)" | " (nur vom Modell selbst beurteilt)";
        Identifier: "identifier" | "Identifikator";
        Quasi: "quasi" | "Quasi";
        SensitiveRole: "sensitive" | "sensibel";
        OtherRole: "other" | "sonstige";
        OneRow: "1 row" | "1 Zeile";
        ManyRows: "{number} rows" | "{number} Zeilen";
    }
}

messages! {
    /// What was released, in plain words.
    Short {
        Rows: "{out} of {read} rows are released, in {classes} classes: a class is all rows that show the same in the quasi columns. Left out (suppressed): {suppressed} rows ({share})."
            | "{out} von {read} Zeilen werden veröffentlicht, in {classes} Klassen: Eine Klasse sind alle Zeilen, die in den Quasi-Spalten dasselbe zeigen. Weggelassen (unterdrückt): {suppressed} Zeilen ({share}).";
        Groups: "{out} of {read} rows are released, in {classes} groups. Left out (suppressed): {suppressed} rows ({share})."
            | "{out} von {read} Zeilen werden veröffentlicht, in {classes} Gruppen. Weggelassen (unterdrückt): {suppressed} Zeilen ({share}).";
        People: "They are about {out} of {read} people." | "Sie handeln von {out} von {read} Personen.";
        LargestShare: "The most that one person has of the rows of a class is {share}." | "Der größte Anteil, den eine Person an den Zeilen einer Klasse hat, ist {share}.";
        Kept: "Left exactly as they were: {columns}." | "Genau wie zuvor: {columns}.";
        KeptNone: "No column is left exactly as it was." | "Keine Spalte ist genau wie zuvor.";
        Coarser: "Made coarser: {columns}." | "Vergröbert: {columns}.";
        Blank: "Shown as one value for all rows: {columns}." | "In allen Zeilen derselbe Wert: {columns}.";
        Apart: "In tables of their own: {columns}." | "In eigenen Tabellen: {columns}.";
        Removed: "Taken out: {columns}." | "Entfernt: {columns}.";
        Coded: "Replaced by codes: {columns}." | "Durch Codes ersetzt: {columns}.";
        Optimal: "No other choice within the limits loses less, measured as {objective} (proved)."
            | "Keine andere Wahl innerhalb der Grenzen verliert weniger, gemessen als {objective} (bewiesen).";
        ByPlan: "The levels are those of an earlier plan; no better ones were looked for." | "Die Stufen sind die eines früheren Plans; bessere wurden nicht gesucht.";
        Gap: "Another choice could lose at most {gap} less, measured as {objective}." | "Eine andere Wahl könnte höchstens {gap} weniger verlieren, gemessen als {objective}.";
        Unknown: "How much less another choice could lose, measured as {objective}, is not known." | "Wie viel weniger eine andere Wahl verlieren könnte, gemessen als {objective}, ist nicht bekannt.";
    }
}
