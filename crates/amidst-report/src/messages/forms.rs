//! Annexes for readers who expect a form.

use super::messages;

messages! {
    /// Sections as the European Medicines Agency and Health Canada know them.
    Ema {
        Title: "Annex: anonymisation report for EMA Policy 0070 and Health Canada PRCI" | "Anhang: Anonymisierungsbericht nach EMA Policy 0070 und Health Canada PRCI";
        Words: "Shaped after the sections that both agencies ask for. What is blank only people know; their template has the last word."
            | "Gegliedert wie die Abschnitte, die beide Behörden verlangen. Was leer ist, wissen nur Menschen; maßgeblich ist die Vorlage der Behörden.";
        Data: "1. Data and use" | "1. Daten und Verwendung";
        Identifiers: "2. Direct and quasi identifiers, and the technique for each" | "2. Direkte und Quasi-Identifikatoren und das Verfahren für jeden";
        Retained: "retained" | "beibehalten";
        Generalised: "generalised" | "verallgemeinert";
        Redacted: "redacted" | "geschwärzt";
        Recoded: "recoded" | "umgeschlüsselt";
        Direct: "direct" | "direkt";
        Attackers: "3. Adversaries and plausible attacks" | "3. Angreifer und plausible Angriffe";
        AttackersWords: "Measured against someone who knows that a person is in the data, knows the quasi identifiers exactly, and tries for certain (the demonstration attack on public data). Attacks by acquaintances and by chance are no stronger on these columns."
            | "Gemessen an jemandem, der weiß, dass eine Person in den Daten ist, die Quasi-Identifikatoren genau kennt und es sicher versucht (Nachweisangriff auf öffentliche Daten). Angriffe durch Bekannte und durch Zufall sind über diese Spalten nicht stärker.";
        Threshold: "4. Threshold" | "4. Schwellenwert";
        ThresholdWords: "0.09 (9 %), met by classes of 11 or more. One over 11 is 0.0909: read strictly as at most 0.09, classes of 12 are needed."
            | "0,09 (9 %), eingehalten durch Klassen von 11 oder mehr. Eins durch 11 ist 0,0909: streng als höchstens 0,09 gelesen, braucht es Klassen von 12.";
        Measured: "5. Measured risk" | "5. Gemessenes Risiko";
        Initial: "Initial risk, worst case" | "Anfangsrisiko, schlimmster Fall";
        Residual: "Residual risk, worst case" | "Restrisiko, schlimmster Fall";
        Met: "Classes of 11 or more: met." | "Klassen von 11 oder mehr: eingehalten.";
        NotMet: "Classes of 11 or more: NOT met." | "Klassen von 11 oder mehr: NICHT eingehalten.";
        Utility: "6. Effect on the usefulness of the data" | "6. Wirkung auf die Brauchbarkeit der Daten";
        UtilityWords: "See above: {suppressed} rows left out; what each column lost. What that means for the analyses intended is for their authors to say:"
            | "Siehe oben: {suppressed} Zeilen weggelassen; was jede Spalte verlor. Was das für die vorgesehenen Auswertungen bedeutet, müssen deren Autoren sagen:";
        Residue: "7. Free text, rare events and pictures" | "7. Freitext, seltene Ereignisse und Bilder";
        ResidueWords: "This program recodes columns. It reads neither free text nor documents: say here who looked at them, and how."
            | "Dieses Programm schlüsselt Spalten um. Freitext und Dokumente liest es nicht: Geben Sie hier an, wer sie geprüft hat und wie.";
        Applicant: "8. Confirmed by" | "8. Bestätigt von";
    }
}

messages! {
    /// The Safe Harbor check list.
    SafeHarbor {
        Title: "Annex: HIPAA Safe Harbor check list, 45 CFR 164.514(b)(2)" | "Anhang: Prüfliste HIPAA Safe Harbor, 45 CFR 164.514(b)(2)";
        Words: "Columns are found by their names. A name says little of what is in a column, and free text is not looked at: confirm every line."
            | "Spalten werden an ihren Namen erkannt. Ein Name sagt wenig über den Inhalt, und Freitext wird nicht geprüft: Bestätigen Sie jede Zeile.";
        Kind: "Identifier" | "Identifikator";
        Found: "Columns, and what was done" | "Spalten, und was getan wurde";
        Confirmed: "Confirmed" | "Bestätigt";
        None: "none found by name" | "keine am Namen erkannt";
        Knowledge: "There is no actual knowledge that what is left could identify a person." | "Es gibt kein tatsächliches Wissen, dass das Verbliebene eine Person identifizieren könnte.";
        Zip: "The first three digits of a ZIP code may stay only where the area has more than 20,000 people, else they become 000; all parts of dates but the year go; ages over 89 become one value."
            | "Die ersten drei Ziffern eines ZIP-Codes dürfen nur bleiben, wo das Gebiet mehr als 20.000 Menschen hat, sonst werden sie 000; von Daten bleibt nur das Jahr; Alter über 89 werden ein Wert.";
    }
}

messages! {
    /// The eighteen kinds.
    SafeHarborKind {
        Names: "Names" | "Namen";
        Places: "Places smaller than a state: street, city, county, ZIP code" | "Orte kleiner als ein Bundesstaat: Straße, Stadt, Landkreis, ZIP-Code";
        Dates: "Dates but the year; ages over 89" | "Daten außer dem Jahr; Alter über 89";
        Phones: "Telephone numbers" | "Telefonnummern";
        Fax: "Fax numbers" | "Faxnummern";
        Emails: "E-mail addresses" | "E-Mail-Adressen";
        SocialSecurity: "Social security numbers" | "Sozialversicherungsnummern";
        MedicalRecords: "Medical record numbers" | "Nummern von Krankenakten";
        HealthPlans: "Health plan beneficiary numbers" | "Nummern von Krankenversicherten";
        Accounts: "Account numbers" | "Kontonummern";
        Licences: "Certificate and licence numbers" | "Nummern von Zeugnissen und Lizenzen";
        Vehicles: "Vehicle identifiers and plates" | "Fahrzeugnummern und Kennzeichen";
        Devices: "Device identifiers and serial numbers" | "Geräte- und Seriennummern";
        Urls: "Web addresses" | "Webadressen";
        IpAddresses: "IP addresses" | "IP-Adressen";
        Biometrics: "Biometric identifiers" | "Biometrische Merkmale";
        Photographs: "Full-face photographs" | "Fotografien des Gesichts";
        Other: "Any other unique number, code or feature" | "Jede andere eindeutige Nummer, jeder Code, jedes Merkmal";
    }
}

messages! {
    /// The annex to an expert's determination.
    Expert {
        Title: "Annex: technical facts for an Expert Determination, 45 CFR 164.514(b)(1)" | "Anhang: technische Angaben für ein Expert Determination, 45 CFR 164.514(b)(1)";
        Words: "This annex is no determination. It lists what was measured; that the risk is very small, for whom and for how long, is for the expert to say and to sign."
            | "Dieser Anhang ist kein Gutachten. Er nennt, was gemessen wurde; dass das Risiko sehr klein ist, für wen und wie lange, muss die Fachperson sagen und unterschreiben.";
        Data: "Data and version" | "Daten und Fassung";
        Recipient: "Anticipated recipient" | "Vorgesehener Empfänger";
        Attackers: "Attackers considered" | "Betrachtete Angreifer";
        AttackersWords: "prosecutor, journalist, marketer, each with exact knowledge of {quasi}" | "Ankläger (prosecutor), Journalist, Vermarkter (marketer), jeder mit genauer Kenntnis von {quasi}";
        Metric: "Metric" | "Maß";
        MetricWords: "the chance of a right guess within a class; rows in classes below 5, 11 and 20" | "Wahrscheinlichkeit, innerhalb einer Klasse richtig zu raten; Zeilen in Klassen unter 5, 11 und 20";
        Threshold: "Threshold taken, and why" | "Gewählter Schwellenwert, und warum";
        Result: "Result" | "Ergebnis";
        ResultWords: "worst case {before} before, {after} after; average {average_before} before, {average_after} after" | "schlimmster Fall {before} vorher, {after} nachher; Durchschnitt {average_before} vorher, {average_after} nachher";
        Assumptions: "Assumptions" | "Voraussetzungen";
        AssumptionsWords: "as listed in the report" | "wie im Bericht aufgeführt";
        Conditions: "Conditions on the recipient" | "Auflagen für den Empfänger";
        Valid: "Valid until" | "Gültig bis";
        Statement: "I have determined that the risk is very small that the information could be used, alone or with other reasonably available information, by an anticipated recipient to identify an individual who is a subject of it."
            | "Ich habe festgestellt, dass das Risiko sehr klein ist, dass ein vorgesehener Empfänger mit diesen Angaben, allein oder mit anderen vernünftigerweise verfügbaren, eine betroffene Person identifizieren könnte.";
        Expertise: "Name, qualification and experience" | "Name, Qualifikation und Erfahrung";
    }
}
