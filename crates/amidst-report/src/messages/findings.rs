//! What must be read before a report is signed.

use super::messages;

messages! {
    /// The headline.
    Verdict {
        Good: "What was asked holds in the file as it was written, and nothing stands out."
            | "Was gefordert war, gilt in der geschriebenen Datei, und nichts fällt auf.";
        Caution: "What was asked holds in the file as it was written. Read the warnings below before you sign."
            | "Was gefordert war, gilt in der geschriebenen Datei. Lesen Sie vor der Unterschrift die Warnungen.";
        Alarm: "What was asked holds in the file as it was written, but people may still be harmed: do not release it before the warnings in red have an answer."
            | "Was gefordert war, gilt in der geschriebenen Datei, aber Menschen können trotzdem geschädigt werden: Geben Sie sie nicht frei, bevor die roten Warnungen beantwortet sind.";
    }
}

messages! {
    /// The findings.
    FindingWords {
        NothingLeft: "Nothing is left of the quasi columns: every one of them shows one value for all rows; ask for less, allow more suppression, or name fewer quasi columns."
            | "Von den Quasi-Spalten bleibt nichts: Jede zeigt in allen Zeilen denselben Wert. Fordern Sie weniger, lassen Sie mehr Zeilen weg, oder nennen Sie weniger Quasi-Spalten.";
        GivenAway: "Column {column}: in some class all rows share one value (l = 1). Whoever knows that a person is in that class knows the value. Ask for l = 2 or more."
            | "Spalte {column}: In mindestens einer Klasse haben alle Zeilen denselben Wert (l = 1). Wer weiß, dass eine Person in dieser Klasse ist, kennt den Wert. Fordern Sie l = 2 oder mehr.";
        NotPromised: "Nothing is promised about the sensitive columns {columns}: all rows of a class may share one value, and whoever knows a person's class would know it."
            | "Über die sensiblen Spalten {columns} ist nichts zugesagt: Alle Zeilen einer Klasse können denselben Wert haben, und wer die Klasse einer Person kennt, würde ihn kennen.";
        BirthDate: "Column {column} holds exact dates of birth. Few people share a day of birth, and many know it of others."
            | "Spalte {column} enthält genaue Geburtsdaten. Wenige Menschen haben denselben Geburtstag, und viele kennen ihn von anderen.";
        ExactDates: "Column {column} holds exact dates. Whoever knows when something happened to a person may find the row."
            | "Spalte {column} enthält genaue Daten. Wer weiß, wann einer Person etwas geschah, kann ihre Zeile finden.";
        Pseudonym: "Column {column} is pseudonymised, not anonymous: whoever has the key can link it to people, and equal codes link rows of one person."
            | "Spalte {column} ist pseudonymisiert, nicht anonym: Wer den Schlüssel hat, kann sie Personen zuordnen, und gleiche Codes verbinden die Zeilen einer Person.";
        RowsNotPeople: "Column {column} repeats: people have several rows, and k counts rows. Fewer than k people may share a class. Name a respondent, so that people are counted."
            | "Spalte {column} wiederholt sich: Personen haben mehrere Zeilen, und k zählt Zeilen. Eine Klasse kann aus weniger als k Personen bestehen. Nennen Sie einen Respondenten, damit Personen gezählt werden.";
        UniqueProfile: "Whoever knows which rows are one person's sees more: by all their rows together 1 person is unique."
            | "Wer weiß, welche Zeilen zu einer Person gehören, sieht mehr: Durch alle Zeilen zusammen ist 1 Person einzigartig.";
        UniqueProfiles: "Whoever knows which rows are one person's sees more: by all their rows together {number} people are unique."
            | "Wer weiß, welche Zeilen zu einer Person gehören, sieht mehr: Durch alle Zeilen zusammen sind {number} Personen einzigartig.";
        SmallK: "k = {k}: a guess at whose row it is may be right with a chance of {risk}. Releases to the public commonly ask for classes of 5, 11 or 20."
            | "k = {k}: Wer rät, wessen Zeile es ist, kann mit {risk} Wahrscheinlichkeit recht haben. Für öffentliche Daten sind Klassen von 5, 11 oder 20 üblich.";
        ManySuppressed: "{share} of the rows were left out. What is left may not be like the whole: check it before results are drawn from it."
            | "{share} der Zeilen wurden weggelassen. Der Rest ist vielleicht nicht wie das Ganze: Prüfen Sie das, bevor Ergebnisse daraus gezogen werden.";
        Averages: "Quasi columns show averages of classes (the release is perturbative): the values of a single row are not true."
            | "Quasi-Spalten zeigen Mittelwerte von Klassen: Die Werte einer einzelnen Zeile sind nicht wahr.";
        NoSensitive: "No column was called sensitive. Nothing was looked at of what a class gives away without anybody being found."
            | "Keine Spalte wurde sensibel genannt. Was eine Klasse verrät, ohne dass jemand gefunden wird, wurde nicht betrachtet.";
    }
}
