//! Risk, attacker by attacker.

use super::messages;

messages! {
    /// What stands beside the numbers of risk.
    RiskWords {
        ProsecutorHighest: "Prosecutor, worst case" | "Ankläger (prosecutor), schlimmster Fall";
        ProsecutorAverage: "Prosecutor, average" | "Ankläger (prosecutor), Durchschnitt";
        Journalist: "Journalist" | "Journalist";
        Marketer: "Marketer" | "Vermarkter (marketer)";
        OfProsecutor: "Knows that a certain person is in the table and looks for the row: one over the smallest class"
            | "Weiß, dass eine bestimmte Person in der Tabelle ist, und sucht ihre Zeile: eins durch die kleinste Klasse";
        OfProsecutorPeople: "Knows that a certain person is in the table and looks for a row: one over the people of the smallest class"
            | "Weiß, dass eine bestimmte Person in der Tabelle ist, und sucht eine Zeile: eins durch die Personen der kleinsten Klasse";
        OfAverage: "The same, over all rows: classes over rows" | "Dasselbe über alle Zeilen: Klassen durch Zeilen";
        OfAveragePeople: "The same, over all people: the mean of one over the people of the smallest class that each is in"
            | "Dasselbe über alle Personen: das Mittel von eins durch die Personen der kleinsten Klasse, in der jede ist";
        OfJournalist: "Does not know who is in the table. How large classes are in the population is not known here, so the prosecutor's worst case is the most it can be"
            | "Weiß nicht, wer in der Tabelle ist. Wie groß Klassen in der Bevölkerung sind, ist hier nicht bekannt; der schlimmste Fall des Anklägers ist die Obergrenze";
        OfMarketer: "Wants to find as many people as possible, whoever they are: the share of rows expected to be found"
            | "Will möglichst viele Menschen finden, gleich welche: der erwartete Anteil gefundener Zeilen";
        BarHighestBefore: "worst case, before" | "schlimmster Fall, vorher";
        BarHighestAfter: "worst case, after" | "schlimmster Fall, nachher";
        BarAverageBefore: "average, before" | "Durchschnitt, vorher";
        BarAverageAfter: "average, after" | "Durchschnitt, nachher";
        Drawing: "risk of being singled out by the quasi columns, before and after" | "Risiko, durch die Quasi-Spalten herausgegriffen zu werden, vorher und nachher";
        Threshold: "Rows in classes of fewer than" | "Zeilen in Klassen von weniger als";
        ThresholdOf: "{size} (a risk above {risk})" | "{size} (ein Risiko über {risk})";
        ThresholdWords: "Classes of 5 are a rule of custodians of data, of 11 one for public releases (9.1 %), of 20 one for public data on patients (5 %)."
            | "Klassen von 5 sind eine Regel von Datenhaltern, von 11 eine für öffentliche Daten (9,1 %), von 20 eine für öffentliche Patientendaten (5 %).";
        OtherReading: "A missing cell is read as {missing} here. Read as {other}, the worst case is {highest_before} before and {highest_after} after, the average {average_before} and {average_after}."
            | "Eine fehlende Angabe wird hier als {missing} gelesen. Als {other} gelesen ist der schlimmste Fall vorher {highest_before} und nachher {highest_after}, der Durchschnitt {average_before} und {average_after}.";
        Households: "Households: in every class with their size at least {k} of them; the chance that any member of one is found is {highest} in the worst case, {average} on average."
            | "Haushalte: in jeder Klasse mit ihrer Größe mindestens {k}; die Wahrscheinlichkeit, dass irgendein Mitglied gefunden wird, ist im schlimmsten Fall {highest}, im Durchschnitt {average}.";
        SizesDrawing: "rows by the size of their class, before and after" | "Zeilen nach der Größe ihrer Klasse, vorher und nachher";
        Alone: "alone" | "allein";
        Range: "{from} to {to}" | "{from} bis {to}";
        AndMore: "{from} and more" | "{from} und mehr";
        Below: "fewer than {from}" | "weniger als {from}";
        Legend: "Left of each bar: how many rows show the same in the quasi columns. The longer the lower bars, the better people are hidden."
            | "Links vom Balken: wie viele Zeilen in den Quasi-Spalten dasselbe zeigen. Je länger die unteren Balken, desto besser sind Menschen verborgen.";
        RowsNotPeople: "Sizes are counted in rows, although people are counted elsewhere in this report."
            | "Größen sind in Zeilen gezählt, obwohl sonst in diesem Bericht Personen gezählt werden.";
    }
}
