//! The words of headers, in English, German, French, Italian, Spanish, Dutch and Portuguese; lower case, no accents,
//! separated by commas.
//!
//! A word counts wherever it stands in a header. One that begins with `=` is ambiguous beside others and counts only if
//! it is the whole header, words of [`adds_nothing`] aside.

use std::{collections::HashSet, sync::OnceLock};

use super::SemanticType;

/// A list of single words, taken apart once.
pub(super) struct Words {
    list: &'static str,
    words: OnceLock<HashSet<&'static str>>,
}

impl Words {
    const fn new(list: &'static str) -> Self {
        Self { list, words: OnceLock::new() }
    }

    /// Whether it holds a word.
    pub(super) fn holds(&self, word: &str) -> bool {
        self.words.get_or_init(|| phrases(self.list).collect()).contains(word)
    }
}

/// The phrases of a list.
pub(super) fn phrases(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim)
}

/// Words that do not change what the rest of a header says.
pub(super) fn adds_nothing(word: &str) -> bool {
    EMPTY_WORDS.holds(word) || PERSONS.holds(word)
}

/// What words stand for.
pub(super) const WORDS: &[(SemanticType, &str)] = &[
    (
        SemanticType::PersonName,
        "=name, =names, first name, firstname, fname, forename, given name, last name, lastname, lname, \
         surname, family name, full name, fullname, middle name, maiden name, preferred name, person name, \
         =nom, prenom, nom de famille, nom complet, =nome, cognome, nome cognome, cognome nome, \
         nome completo, =nombre, apellido, nombre completo, nombre apellidos, sobrenome, =naam, voornaam, \
         achternaam, vorname, nachname, familienname, zuname, vor und nachname, name vorname, initials, \
         geburtsname, madchenname, maedchenname, nom de naissance, nom usuel, nom de jeune fille, \
         roepnaam, geboortenaam, next of kin, emergency contact, hausarzt, huisarts, medecin traitant",
    ),
    (
        SemanticType::Email,
        "email, e mail, email address, e mail address, mail address, =mail, courriel, correo, \
         correo electronico, mailadresse, mailadres, emailadres, emailadresse, adresse mail, \
         adresse electronique",
    ),
    (
        SemanticType::Phone,
        "phone, phone number, phone no, telephone, telephone number, tel, tel no, telno, mobile, \
         mobile number, mobile phone, cell phone, cellphone, cell number, fax, fax number, telefon, \
         telefonnummer, handy, handynummer, mobilnummer, rufnummer, numero de telephone, portable, \
         telefono, numero telefono, cellulare, celular, movil, telefone, telemovel, telefoonnummer, \
         telefoon, gsm, whatsapp, msisdn, telefon nr, tel nr, telefoon nr, mobil nr, handy nr, mobiel, \
         mobiele nummer, numero de portable, tel mobile",
    ),
    (SemanticType::Iban, "iban, bank account, kontonummer, bankverbindung, rekeningnummer"),
    (
        SemanticType::CreditCard,
        "credit card, card number, credit card number, =pan, kreditkarte, kreditkartennummer, \
         carte bancaire, numero tarjeta, numero carta",
    ),
    (SemanticType::IpAddress, "ip, ip address, ip addr, ipaddr, ipv, client ip, remote addr, remote address"),
    (SemanticType::MacAddress, "mac, mac address, mac addr, hardware address"),
    (SemanticType::Url, "url, website, homepage, web address, web site, profile link, linkedin"),
    (
        SemanticType::NationalId,
        "ssn, social security, social security number, socsec, national id, national identity, \
         national insurance, nino, nhs number, nhs no, nhs, passport, passport number, passport no, \
         passnummer, reisepass, tax id, tax number, tin, steuer id, steuernummer, \
         steueridentifikationsnummer, sozialversicherungsnummer, versichertennummer, versicherungsnummer, \
         krankenversichertennummer, kvnr, ahv, ahv nummer, personalausweis, numero de securite sociale, \
         securite sociale, nir, numero secu, codice fiscale, tessera sanitaria, dni, nie, nif, bsn, \
         burgerservicenummer, sofinummer, cpf, rg, cartao de cidadao, pesel, personnummer, cpr number, \
         driving licence, drivers license, driver license, driver licence, fuhrerschein, fuehrerschein, \
         id card, aadhaar, medicare number, beneficiary number, health plan number, versicherten nr, \
         versicherten nummer, versicherten id, versicherungs nr, versicherungs nummer, \
         krankenversicherungs nr, krankenversicherungs nummer, krankenversicherten nr, \
         krankenkassen nummer, kv nr, kv nummer, egk nummer, sozialversicherungs nr, sv nr, sv nummer, \
         rentenversicherungs nr, rentenversicherungs nummer, steuer nr, ausweis nr, ausweisnummer, \
         pass nr, ahv nr, ahvn, avs, numero avs, no avs, no secu, no securite sociale, numero ss, \
         numero d assure, bsn nummer, bsn nr, burgerservice nr, verzekerden nummer, verzekerings nummer, \
         zorgverzekerings nummer, nhs id, ni number, social insurance number, health insurance number, \
         health card number, health number, insurance number, insurance no, insurance id, medicare id, \
         medicaid id, medicaid number, mbi, hicn, nuss, numero seguridad social, \
         numero de la seguridad social, tarjeta sanitaria, numero utente, numero tessera",
    ),
    (
        SemanticType::StreetAddress,
        "address, addr, street, street address, home address, house number, strasse, adresse, \
         anschrift, hausnummer, rue, indirizzo, =via, direccion, calle, domicilio, endereco, morada, \
         rua, adres, straat, huisnummer, straatnaam",
    ),
    (
        SemanticType::Username,
        "username, user name, login, login name, screen name, nickname, benutzername, \
         nom utilisateur, nome utente, usuario, gebruikersnaam",
    ),
    (SemanticType::Uuid, "uuid, guid"),
    (
        SemanticType::IdNumber,
        "mrn, medical record, medical record number, account number, account no, acct no, policy number, \
         license plate, licence plate, number plate, kennzeichen, vin, imei, imsi, device id, \
         serial number, certificate number, kundennummer, kundennr, patientennummer, patientennr, \
         fallnummer, personalnummer, mitgliedsnummer, matrikelnummer, aktenzeichen, numero client, \
         numero patient, matricule, matricola, numero cliente, numero paziente, numero de historia, \
         historia clinica, klantnummer, patientnummer, lidnummer, student number, hashed id, pseudonym, \
         fingerprint, fall nr, fall nummer, fall id, pat nr, pat id, pat no, pat nummer, pers nr, pers id, subj id, usubjid, patienten nr, \
         patienten nummer, piz, kunden nr, mitglieds nr, mitglieds nummer, personal nr, matrikel nr, \
         akten nr, akten nummer, aufnahme nr, aufnahme nummer, auftrags nr, auftrags nummer, rechnungs nr, \
         rechnungs nummer, vertrags nr, vertrags nummer, beleg nr, beleg nummer, probennummer, proben nr, \
         mrn no, hospital number, hospital no, chart number, chart no, case number, case no, \
         accession number, unit number, mpi, empi, ipp, iep, ndos, no dossier, \
         numero dossier, numero de dossier, no sejour, numero sejour, numero de sejour, \
         dossiernummer, dossier nr, opnamenummer, opname nr, clientnummer, client nr, patient nr, \
         polisnummer, zorgnummer, verblijfsnummer",
    ),
    (
        SemanticType::RecordNumber,
        "=row, =index, =idx, row number, row num, rownum, row id, rowid, row no, record number, \
         record no, line number, zeilennummer, lfd nr, laufende nummer, =unnamed, =obs",
    ),
    (
        SemanticType::FreeText,
        "notes, comment, remark, free text, freetext, bemerkung, bemerkungen, kommentar, anmerkung, \
         anmerkungen, notiz, notizen, befund, befundtext, anamnese, verlaufsbericht, arztbrief, freitext, \
         commentaire, remarque, osservazioni, commento, observaciones, comentario, observacoes, opmerking, \
         opmerkingen, narrative, description, =note, beschreibung, verlauf, verlaufsnotiz, epikrise, \
         befundbericht, bericht, arztbericht, entlassbrief, entlassungsbrief, beurteilung, hinweis, \
         hinweise, compte rendu, observation, observations, conclusion, antecedents, notes cliniques, \
         aantekening, aantekeningen, notitie, notities, toelichting, verslag, ontslagbrief, beloop, \
         bijzonderheden, annotazioni, referto, anamnesi, informe, notas, clinical notes, report, =text, \
         =history",
    ),
    (
        SemanticType::BirthDate,
        "date of birth, birth date, birthdate, birthday, dob, bdate, =birth, born, date born, \
         geburtsdatum, geburtstag, geb datum, gebdat, geboren, date de naissance, date naissance, \
         naissance, data di nascita, data nascita, nascita, fecha de nacimiento, fecha nacimiento, \
         nacimiento, data de nascimento, nascimento, geboortedatum, =geb, geb am, geb dat, geboren am, \
         geboren op, geburt, geboorte, date naiss, ddn, date nais, ne le, fecha nac, data nasc",
    ),
    (
        SemanticType::BirthYear,
        "year of birth, birth year, yob, byear, geburtsjahr, annee de naissance, annee naissance, \
         anno di nascita, anno nascita, ano de nacimiento, ano nacimiento, ano de nascimento, \
         geboortejaar",
    ),
    (
        SemanticType::Age,
        "age, ages, agegroup, =alter, lebensalter, altersgruppe, edad, =eta, idade, leeftijd, \
         years old",
    ),
    (
        SemanticType::Sex,
        "sex, gender, geschlecht, sexe, =genre, sesso, genere, sexo, genero, geslacht, male, female, \
         pronouns, =geschl",
    ),
    (
        SemanticType::Postcode,
        "zip, zip code, zipcode, postcode, post code, postal code, =postal, plz, postleitzahl, \
         code postal, =cap, codice postale, codigo postal, =cp, cep",
    ),
    (
        SemanticType::Coordinates,
        "lat, latitude, lon, lng, longitude, breitengrad, langengrad, laengengrad, coordinates, \
         coords, gps, geolocation, latitudine, longitudine, latitud, longitud, breedtegraad, \
         lengtegraad",
    ),
    (SemanticType::Country, "country, countries, =land, pays, paese, pais, =nation"),
    (
        SemanticType::Region,
        "region, =state, home state, state of residence, province, county, district, canton, kanton, \
         bundesland, landkreis, kreis, departement, regione, provincia, comunidad autonoma, =estado, \
         distrito, provincie, nuts, territory, borough, parish, census tract, neighborhood, \
         neighbourhood, fips, lsoa, msoa, puma",
    ),
    (
        SemanticType::City,
        "city, town, village, municipality, =stadt, =ort, wohnort, gemeinde, geburtsort, ville, \
         commune, lieu de naissance, citta, comune, luogo di nascita, ciudad, municipio, localidad, \
         lugar de nacimiento, cidade, concelho, =stad, =plaats, woonplaats, geboorteplaats, \
         place of birth, birthplace, birth place, residence, =location",
    ),
    (
        SemanticType::Nationality,
        "nationality, citizenship, native country, country of birth, birth country, \
         country of origin, staatsangehorigkeit, staatsangehoerigkeit, staatsburgerschaft, \
         nationalitat, geburtsland, herkunftsland, nationalite, pays de naissance, cittadinanza, \
         nazionalita, nacionalidad, nacionalidade, nationaliteit, geboorteland, \
         migration background, migrationshintergrund",
    ),
    (
        SemanticType::Ethnicity,
        "race, ethnicity, ethnic, ethnic group, ethnie, ethnizitat, etnia, raza, raca, razza, caste, \
         tribe, etniciteit, skin color, skin colour",
    ),
    (
        SemanticType::Religion,
        "religion, religious, faith, =denomination, konfession, religione, religiao, godsdienst, \
         geloof",
    ),
    (
        SemanticType::Marital,
        "marital, marital status, marriage, civil status, married, relationship, familienstand, \
         verheiratet, etat civil, situation familiale, situation matrimoniale, stato civile, \
         estado civil, burgerlijke staat, spouse",
    ),
    (
        SemanticType::Household,
        "household size, hh size, family size, children, number of children, dependents, dependants, \
         siblings, kids, sib sp, parch, haushaltsgrosse, haushaltsgroesse, kinder, enfants, figli, \
         hijos, filhos, kinderen, persons in household",
    ),
    (
        SemanticType::Occupation,
        "occupation, job, job title, profession, workclass, work class, employment, \
         employment status, employed, employer, industry, beruf, tatigkeit, taetigkeit, branche, \
         arbeitgeber, metier, emploi, professione, lavoro, occupazione, profesion, ocupacion, \
         empleo, profissao, ocupacao, beroep, werkgever, isco, nace",
    ),
    (
        SemanticType::Education,
        "education, educ, degree, school, schooling, college, university, qualification, major, \
         bildung, bildungsabschluss, schulabschluss, schule, abschluss, ausbildung, diplome, \
         niveau etudes, formation, istruzione, titolo di studio, titolo studio, educacion, estudios, \
         nivel educativo, escolaridade, educacao, opleiding",
    ),
    (
        SemanticType::Language,
        "language, mother tongue, native language, sprache, muttersprache, langue, lingua, idioma, \
         lengua, taal, moedertaal",
    ),
    (
        SemanticType::Institution,
        "hospital, clinic, ward, facility, department, company, company name, branch, organisation, \
         organization, krankenhaus, klinik, station, abteilung, firma, hopital, service, entreprise, \
         societe, ospedale, reparto, azienda, empresa, departamento, ziekenhuis, afdeling, bedrijf, \
         krankenkasse, kostentrager, kostentraeger, insurer, health insurer, mutuelle, zorgverzekeraar",
    ),
    (
        SemanticType::Date,
        "date, day, datum, =tag, jour, data, fecha, dia, timestamp, datetime, admission, admitted, \
         discharge, discharged, aufnahmedatum, entlassungsdatum, sterbedatum, date of death, death date, \
         visit date, created, updated, =aufnahme, entlassung, entlassdatum, einweisung, behandlungsdatum, \
         untersuchungsdatum, opname, opnamedatum, ontslag, ontslagdatum, date entree, date d entree, \
         date sortie, date de sortie, entree, sortie, ingreso, fecha de ingreso, fecha de alta, ricovero, \
         dimissione",
    ),
    (SemanticType::Year, "year, jahr, annee, anno, =ano, jaar, yr"),
    (
        SemanticType::Health,
        "health, health problem, health status, diagnosis, diagnoses, diag, dx, icd, disease, illness, \
         condition, comorbidity, comorbidities, symptom, treatment, therapy, medication, medicine, \
         prescription, drug, dose, dosage, surgery, procedure, allergy, allergies, vaccine, vaccination, \
         disability, pregnant, pregnancy, smoker, smoking, alcohol, diabetes, diabetic, hypertension, \
         cancer, tumor, tumour, hiv, covid, asthma, depression, mental health, bmi, body mass index, \
         blood, blood type, blood pressure, systolic, diastolic, heart rate, pulse, glucose, cholesterol, \
         hemoglobin, haemoglobin, creatinine, lab result, birth weight, length of stay, verweildauer, \
         liegedauer, aufenthaltsdauer, genotype, mutation, diagnose, krankheit, erkrankung, hauptdiagnose, \
         nebendiagnose, befund, behandlung, therapie, medikament, blutdruck, blutgruppe, behinderung, \
         raucher, maladie, diagnostic, traitement, medicament, handicap, grossesse, malattia, diagnosi, \
         patologia, trattamento, terapia, farmaco, enfermedad, diagnostico, tratamiento, medicamento, \
         doenca, tratamento, ziekte, aandoening, behandeling, medicatie, sick leave, drg, icd code, ops, \
         atc, prozedur, medikation, wirkstoff, dosierung, allergie, pflegegrad, laborwert, kreatinin, \
         cholesterin, blutzucker, glukose, hba, hba c, crp, leukozyten, hamoglobin, egfr, systolisch, diastolisch, \
         bloeddruk, tension arterielle, glycemie, body weight, korpergewicht, koerpergewicht, ligduur, \
         verblijfsduur, duree de sejour, duree sejour, hoofddiagnose, diagnosecode, \
         diagnostic principal, diagnosis code",
    ),
    (
        SemanticType::Money,
        "salary, salaries, wage, income, earnings, pay, payroll, bonus, balance, debt, loan, credit, \
         credit score, mortgage, rent, expense, expenditure, spending, charges, cost, amount, \
         capital gain, capital loss, net worth, wealth, assets, fare, gehalt, einkommen, lohn, vermogen, \
         vermoegen, schulden, miete, kosten, betrag, salaire, revenu, dette, loyer, montant, stipendio, \
         reddito, debito, affitto, costo, importo, salario, sueldo, ingresos, deuda, renta, renda, divida, \
         salaris, inkomen, loon, schuld, bedrag, financial, revenue, profit, turnover, sales, tax, \
         capital, funds, price, fee, premium, payment, savings, deposit, =rechnung, rechnungsbetrag, \
         rechnungssumme, umsatz, eigenanteil, zuzahlung, gebuhr, gebuehr, entgelt, erlos, erloes, =preis, \
         =summe, cout, frais, prix, tarif, =facture, facture totale, montant facture, prijs, =rekening, \
         =factuur, factuurbedrag, tarief, vergoeding, coste, precio, importe, factura, custo, preco, \
         spesa, prezzo, fattura, bill, billing, billed, charge, copay, reimbursement, eur, euro, usd, chf, \
         gbp",
    ),
    (
        SemanticType::Performance,
        "grade, score, gpa, =mark, =marks, exam, test score, test result, rating, punktzahl, zensur, \
         schulnote, punteggio, voto, =nota, calificacion, cijfer, performance, evaluation, iq",
    ),
    (
        SemanticType::Opinion,
        "vote, political, politics, party, opinion, satisfaction, job satisfaction, \
         work satisfaction, trade union, union member, belief, partei, parteizugehorigkeit, meinung, \
         zufriedenheit, gewerkschaft, partito, partido, parti politique, opinione, avis, partij, \
         mening, opiniao",
    ),
    (
        SemanticType::PrivateLife,
        "sexual orientation, orientation, sexuality, conviction, offence, offense, crime, criminal, \
         criminal record, arrest, arrested, sentence, straftat, vorstrafe, delit, reato, delito, \
         misdrijf, crime committed",
    ),
];

/// Words that make a header speak about an identifier instead of holding one.
pub(super) static ABOUT: Words = Words::new(
    "\
    count, flag, is, has, type, status, valid, verified, opt, consent, provider, domain, length, \
    len, group, category, class, avg, average, mean, median, total, sum, ratio, rate, percent, pct, \
    share, source, date, time, year, month, day, cost, price, amount, minutes, calls, bill, bills, \
    model, brand, os, plan, usage, confirmed, bounced, clicks, sent, opened, missing, available, \
    known, present, score, version, level, service, change, changes, changed, typ, art, anzahl, \
    datum, tipo",
);

/// The word for a name, of whatever.
pub(super) static NAME: Words = Words::new("name, names, nom, nome, nombre, naam");

/// People, as headers speak of them.
pub(super) static PERSONS: Words = Words::new(
    "\
    patient, patients, person, customer, client, user, member, employee, emp, staff, worker, \
    student, pupil, subject, participant, respondent, child, mother, father, parent, spouse, \
    husband, wife, guardian, contact, owner, tenant, donor, victim, applicant, beneficiary, \
    insured, doctor, physician, nurse, teacher, holder, cardholder, citizen, resident, individual, \
    household, passenger, guest, visitor, candidate, voter, people, personal, kunde, kunden, \
    patienten, mitarbeiter, versicherter, arzt, eleve, etudiant, salarie, personne, paziente, \
    utente, cliente, dipendente, studente, persona, paciente, empleado, alumno, usuario, pessoa, \
    funcionario, aluno, medewerker, klant, leerling, persoon, author, driver",
);

/// One person, as the whole name of a column that numbers them. Plurals count, and a subject may be one of a mail: what the
/// cells are like must say the rest.
pub(super) static ONE_PERSON: Words = Words::new(
    "\
    patient, patientin, person, subject, participant, respondent, proband, member, customer, client, \
    student, employee, insured, user, who, kunde, mitarbeiter, versicherter, versicherte, personne, \
    paziente, paciente, persona, pessoa, persoon, cliente, klant",
);

/// Things whose number points at one record.
pub(super) static RECORDS: Words = Words::new(
    "\
    case, record, account, file, chart, order, invoice, contract, policy, certificate, \
    registration, licence, license, reference, ref, ticket, application, claim, card, serial, \
    device, vehicle, visit, encounter, episode, transaction, booking, rechnung, auftrag, vertrag, \
    dossier, pratica, expediente, processo",
);

/// Numbers of what happened to a person, who may have several of them: they do not tell people apart.
pub(super) const CASES: &str = "\
    fall nr, fall nummer, fall id, fallnummer, aufnahme nr, aufnahme nummer, akten nr, akten nummer, aktenzeichen, \
    auftrags nr, auftrags nummer, rechnungs nr, rechnungs nummer, vertrags nr, vertrags nummer, beleg nr, \
    beleg nummer, proben nr, probennummer, case number, case no, case id, visit, encounter, episode, stay, \
    accession number, account number, account no, acct no, policy number, polisnummer, serial number, \
    certificate number, device id, license plate, licence plate, number plate, kennzeichen, order, invoice, \
    contract, claim, transaction, booking, dossier, sejour, iep, ndos, opnamenummer, opname nr, dossiernummer, \
    verblijfsnummer";

/// Words for an id.
pub(super) static IDS: Words = Words::new(
    "\
    id, ids, identifier, identifiant, identificador, identificativo, kennung, uid, pid, pseudonym, \
    eid",
);

/// Words for a number that may be an id beside the right noun.
pub(super) static NUMBERS: Words =
    Words::new("number, nr, no, num, nummer, numero, code, key, codigo, codice");

/// Those of them that Romance languages put before the noun.
pub(super) static NUMBERS_FIRST: Words = Words::new("numero, code, codigo, codice");

/// Words that turn a number into a count.
pub(super) static OF: Words = Words::new("of, de, di, van, von, do, der");

static EMPTY_WORDS: Words = Words::new(
    "\
    of, the, a, de, du, des, la, le, del, della, di, van, der, da, do, my, your, his, her, code, \
    cd, nm, txt, text, desc, label, value, val, var, field, col, column, primary, current, home, \
    at, in, years, yrs, original, raw, s, legal, x, y, title",
);
