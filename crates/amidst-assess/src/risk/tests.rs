//! What is told of whole tables: the papers', those counted by hand, and what outsiders may see.

use std::{collections::BTreeMap, fs};

use amidst_testkit::generate::small::{Shape, Small};
use serde_json::{Value, json};

use super::*;

/// Samarati's Figure 8.
const FIGURE_8: &str = "Race,ZIP\nasian,94138\nasian,94138\nasian,94142\nasian,94142\nblack,94138\nblack,94141\n\
                        black,94142\nwhite,94138\n";

fn asked(quasi: &str) -> RiskOptions {
    RiskOptions {
        input: Input::default(),
        quasi: quasi.split(',').map(str::to_owned).collect(),
        sensitive: Vec::new(),
        limit: Limit::Risk(Threshold::new(0.2).unwrap()),
        population: Population::Unknown,
        respondent: None,
        household: None,
        records: false,
        max_size: MAX_SIZE,
        max_risk: None,
        reporting: Reporting::Internal,
    }
}

/// Asks a question of a table, and of a population that may go with it.
fn ask(table: &str, population: Option<&str>, options: RiskOptions) -> Result<Risk> {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        Input { path: path.display().to_string(), ..Input::default() }
    };
    let population = population.map(|text| Population::Table(Box::new(file("population.csv", text))));
    let population = population.unwrap_or(options.population.clone());
    risk(&RiskOptions { input: file("table.csv", table), population, ..options }, &())
}

fn told(table: &str, options: RiskOptions) -> Value {
    serde_json::to_value(ask(table, None, options).unwrap()).unwrap()
}

#[test]
fn samaratis_figure_8() {
    let risk = told(FIGURE_8, asked("Race,ZIP"));
    let prosecutor = &risk["attackers"]["prosecutor"];
    assert_eq!(
        (&risk["k"], &risk["classes"], &risk["uniques"]["sample"]["rows"]),
        (&json!(1), &json!(6), &json!(4))
    );
    assert_eq!((&prosecutor["highest"], &prosecutor["rows_at_highest"]), (&json!(1.0), &json!(4)));
    assert_eq!((&prosecutor["lowest"], &prosecutor["rows_at_lowest"]), (&json!(0.5), &json!(4)));
    assert_eq!((&prosecutor["average"], &prosecutor["success_rate"]), (&json!(0.75), &json!(0.75)));
    assert_eq!(prosecutor["records_at_risk"], json!({"rows": 8, "share": 1.0}));
    assert_eq!(risk["attackers"]["marketer"]["expected"], json!(6));
    assert_eq!(
        risk["combinations"]["list"],
        json!([
            {"columns": ["Race", "ZIP"], "k": 1, "uniques": 4, "minimal": 2, "distinction": 0.75, "separation": 52.0 / 56.0},
            {"columns": ["Race"], "k": 1, "uniques": 1, "minimal": 1, "distinction": 0.375, "separation": 38.0 / 56.0},
            {"columns": ["ZIP"], "k": 1, "uniques": 1, "minimal": 1, "distinction": 0.375, "separation": 38.0 / 56.0},
        ])
    );
    assert_eq!(
        risk["minimal_unique_sets"],
        json!({
            "max_size": 2, "sets": 4, "rows": {"rows": 4, "share": 0.5},
            "by_size": [{"size": 1, "sets": 2, "rows": 2}, {"size": 2, "sets": 2, "rows": 2}],
            "average_score": 0.5, "highest_score": 1,
        })
    );
    let column = |at: usize| {
        (risk["columns"][at]["share_of_sets"].clone(), risk["columns"][at]["share_of_score"].clone())
    };
    assert_eq!([column(0), column(1)], [(json!(0.75), json!(0.75)), (json!(0.75), json!(0.75))]);
}

#[test]
fn attackers_are_those_counted_by_hand() {
    for seed in 0..60 {
        let small = Small::draw(Shape { missing_percent: 10, ..Shape::default() }, seed);
        let lines = small.rows.iter().map(|row| {
            let cells: Vec<&str> = row.iter().map(|cell| cell.as_deref().unwrap_or("NA")).collect();
            cells.join(",") + "\n"
        });
        let csv = small.header.join(",") + "\n" + &lines.collect::<String>();
        let mut classes = BTreeMap::<_, f64>::new();
        small.rows.iter().for_each(|row| *classes.entry(row).or_default() += 1.0);
        let rows = small.rows.len() as f64;
        let sum = |of: &dyn Fn(f64) -> f64| classes.values().map(|&size| of(size)).sum::<f64>();
        let (least, most) =
            classes.values().fold((rows, 0.0_f64), |(a, b), &size| (a.min(size), b.max(size)));
        let risk = ask(&csv, None, asked(&small.header.join(","))).unwrap();
        let (it, share) =
            (risk.attackers.prosecutor, |part: f64| amidst_spec::reporting::Share::Value(part / rows));
        let count = |number: f64| amidst_spec::reporting::Count::Value(number as u64);
        assert_eq!((it.highest, it.lowest), (Chance::Value(1.0 / least), Chance::Value(1.0 / most)));
        assert_eq!(it.average, share(classes.len() as f64));
        assert_eq!(it.rows_at_highest, count(sum(&|size| if size == least { size } else { 0.0 })));
        assert_eq!(it.rows_at_lowest, count(sum(&|size| if size == most { size } else { 0.0 })));
        let at_risk = sum(&|size| if size < 5.0 { size } else { 0.0 });
        assert_eq!((it.records_at_risk.rows, it.records_at_risk.share), (count(at_risk), share(at_risk)));
        let alone = sum(&|size| if size == 1.0 { 1.0 } else { 0.0 });
        assert_eq!((risk.uniques.sample.rows, risk.uniques.sample.share), (count(alone), share(alone)));
        assert_eq!(
            risk.sizes
                .iter()
                .map(|range| range.rows.unwrap().to_string().parse::<f64>().unwrap())
                .sum::<f64>(),
            rows
        );
    }
}

#[test]
fn a_population_is_counted_in_its_table() {
    let population = format!(
        "ZIP,Race,name\n{}94141,black,x\n94142,black,y\n94139,white,z\n",
        "94138,asian,a\n".repeat(10)
    );
    let risk = ask(FIGURE_8, Some(&population), asked("Race,ZIP")).unwrap();
    let json = serde_json::to_value(&risk).unwrap();
    // Asian in 94138: 2 rows of 10 people. All others: as many as in the table, or nobody.
    let journalist = &json["attackers"]["journalist"];
    assert_eq!(journalist["classes_from"], "table");
    assert_eq!((&journalist["lowest"], &journalist["rows_at_lowest"]), (&json!(0.1), &json!(2)));
    assert_eq!(journalist["average"], json!((0.2 + 5.0) / 8.0));
    assert_eq!(json["uniques"]["population"]["counted"], json!(2));
    assert_eq!(json["uniques"]["population"]["fraction"], json!(8.0 / 13.0));
    assert_eq!(risk.warnings.len(), 1);
    assert!(
        risk.warnings[0].starts_with("4 rows belong to classes that have fewer people in the population")
    );
    let lacking = ask(FIGURE_8, Some("ZIP\n94138\n"), asked("Race,ZIP")).unwrap_err().to_string();
    assert!(lacking.ends_with(
        "population.csv: the population has no column \"Race\", its columns are \"ZIP\"; it needs every quasi column"
    ));
}

#[test]
fn known_counts_say_how_many_people_a_row_stands_for() {
    let table = "sex,w\nf,10.5\nf,0.5\nm,3\n";
    let options = RiskOptions { population: Population::Count("w".into()), ..asked("sex") };
    let risk = told(table, options.clone());
    let journalist = &risk["attackers"]["journalist"];
    assert_eq!((&journalist["lowest"], &journalist["highest"]), (&json!(1.0 / 11.0), &json!(1.0 / 3.0)));
    assert_eq!(risk["uniques"]["population"]["fraction"], json!(3.0 / 14.0));
    let comma = told("sex;w\nf;10,5\nf;0,5\nm;3\n", options.clone());
    assert_eq!(comma["attackers"]["journalist"], *journalist);
    let error = ask("sex,w\nf,-1\nf,\nm,Zyx\n", None, options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column \"w\": 3 of its cells hold no number above 0; every row stands for somebody"
    );
    assert!(journalist.get("estimated").is_none() && journalist["classes_from"] == "counts");
}

#[test]
fn survey_weights_are_estimates() {
    // Forty rows alone in the table, each of weight 10: were there others like them, some would be in it.
    let rows: String = (0..40).map(|row| format!("{row},10\n")).collect();
    let options = RiskOptions { population: Population::Weight("w".into()), ..asked("age") };
    let risk = ask(&format!("age,w\n{rows}"), None, options.clone()).unwrap();
    let json = serde_json::to_value(&risk).unwrap();
    let (journalist, marketer) = (&json["attackers"]["journalist"], &json["attackers"]["marketer"]);
    for found in [&journalist["highest"], &journalist["average"], &marketer["success_rate"]] {
        assert!((found.as_f64().unwrap() - 1.0).abs() < 1e-6, "{found}");
    }
    assert_eq!(journalist["estimator"], "larger of poisson-gamma and benedetti-franconi");
    let individual = &journalist["individual_risk"];
    for found in [&individual["highest"], &individual["average"]] {
        assert!((found.as_f64().unwrap() - 10_f64.ln() / 9.0).abs() < 1e-12, "{found}");
    }
    assert_eq!((&journalist["estimated"], &marketer["estimated"]), (&json!(true), &json!(true)));
    assert_eq!((&journalist["smallest_class"], &journalist["classes_from"]), (&json!(10), &json!("weights")));
    assert_eq!(journalist["records_at_risk"], json!({"rows": 40, "share": 1.0}));
    assert!(json["attackers"]["prosecutor"].get("estimated").is_none());
    let reading = journalist["reading"].as_str().unwrap();
    assert!(
        reading.contains("an estimated chance of")
            && reading.contains("about 10 people")
            && reading.contains("Benedetti and Franconi, which looks at each class alone, is "),
        "{reading}"
    );
    for bad in ["0", "-1", "", "ten", "inf"] {
        let error = ask(&format!("age,w\n1,1\n2,{bad}\n"), None, options.clone()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "column \"w\": 1 of its cells hold no number above 0; every row stands for somebody"
        );
    }
}

#[test]
fn a_hundred_rows_of_two_people_are_two_people() {
    let rows: String = (0..100).map(|row| format!("{},a\n", row % 2)).collect();
    let risk = told(
        &format!("who,zip\n{rows}"),
        RiskOptions { respondent: Some(Respondent::of("who")), ..asked("zip") },
    );
    let prosecutor = &risk["attackers"]["prosecutor"];
    assert_eq!((&risk["counted"], &risk["total"], &risk["k"]), (&json!("people"), &json!(2), &json!(2)));
    assert_eq!((&prosecutor["highest"], &prosecutor["average"]), (&json!(0.5), &json!(0.5)));
}

#[test]
fn of_a_person_in_several_classes_the_smallest_counts() {
    // Ann is alone in 2 and one of three in 1.
    let table = "who,zip\nann,1\nann,2\nann,2\nbob,1\ncid,1\n";
    let risk = told(table, RiskOptions { respondent: Some(Respondent::of("who")), ..asked("zip") });
    let prosecutor = &risk["attackers"]["prosecutor"];
    assert_eq!((&risk["total"], &risk["k"]), (&json!(3), &json!(1)));
    assert_eq!(risk["uniques"]["sample"], json!({"rows": 1, "share": 1.0 / 3.0}));
    assert_eq!((&prosecutor["highest"], &prosecutor["rows_at_highest"]), (&json!(1.0), &json!(1)));
    assert_eq!(prosecutor["average"], json!((1.0 + 1.0 / 3.0 + 1.0 / 3.0) / 3.0));
    assert_eq!(prosecutor["records_at_risk"]["rows"], json!(3));
}

#[test]
fn a_household_is_found_if_any_member_is() {
    // Two households of two in zip 1, one of one in zip 2, and one of one in zip 1.
    let table = "hid,zip\na,1\na,1\nb,1\nb,1\nc,2\nd,1\n";
    let options = RiskOptions { household: Some("hid".into()), ..asked("zip") };
    let risk = told(table, options.clone());
    assert_eq!(risk["quasi"], json!(["zip", "household size"]));
    let households = &risk["households"];
    assert_eq!(
        (&households["households"], &households["k"], &households["uniques"]),
        (&json!(4), &json!(1), &json!(2))
    );
    let pair = 1.0 - 0.75_f64 * 0.75;
    assert_eq!(
        (&households["highest"], &households["average"]),
        (&json!(1.0), &json!((2.0 * pair + 2.0) / 4.0))
    );
    let error = ask("hid,zip\na,1\n,1\n", None, options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column \"hid\" is missing in 1 of 2 rows; every row must say which household it belongs to"
    );
}

#[test]
fn people_are_counted_instead_of_rows() {
    let table = "who,sex\nann,f\nann,f\nbea,f\ncid,m\ncid,m\n";
    let options = RiskOptions { respondent: Some(Respondent::of("who")), ..asked("sex") };
    let risk = told(table, options.clone());
    assert_eq!((&risk["counted"], &risk["rows"], &risk["total"]), (&json!("people"), &json!(5), &json!(3)));
    assert_eq!((&risk["k"], &risk["k_wildcard"]), (&json!(1), &json!(1)));
    assert_eq!(risk["people"]["profile_k"], json!(1));
    assert_eq!(told(table, asked("sex"))["k"], json!(2));
    let error = ask("who,sex\nann,f\n,m\n", None, options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "respondent = \"who\": it is missing in 1 of 2 rows, and a row without a respondent is nobody's; complete the column, \
         or suppress these rows with respondent = { column = \"who\", missing = \"suppress\" }"
    );
}

#[test]
fn the_population_is_estimated_from_its_size_or_a_fraction() {
    let mut table = String::from("age,sex\n");
    (0..200).for_each(|row| table += &format!("{},{}\n", row * row % 97, row % 2));
    let of = |population| {
        told(&table, RiskOptions { population, ..asked("age,sex") })["uniques"]["population"].clone()
    };
    let (size, fraction) = (of(Population::Size(4_000)), of(Population::Fraction(0.05)));
    assert_eq!(size, fraction);
    for name in ["zayatz", "pitman", "dankar"] {
        assert!(size[name].as_f64().is_some_and(|share| share > 0.0 && share < 1.0), "{name}: {size}");
    }
    assert_eq!((&size["chosen"], &size["dankar"]), (&json!("pitman"), &size["pitman"]));
    let error =
        |population| ask(&table, None, RiskOptions { population, ..asked("age") }).unwrap_err().to_string();
    assert_eq!(
        error(Population::Size(100)),
        "population size = 100: the table alone has 200; write the size of the whole population"
    );
    assert_eq!(
        error(Population::Fraction(0.0)),
        "fraction = 0: write the share of the population that is in the table, above 0 and at most 1"
    );
}

/// Numbers of the question, which are no counts of people.
const ASKED: [&str; 8] = ["version", "cell_size", "max_size", "size", "from", "to", "number", "told"];

/// Every count that is told under other keys, and every whole number in a text; `<1` is a share.
fn numbers(value: &Value, key: &str, into: &mut Vec<f64>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| numbers(value, key, into)),
        Value::Array(list) => list.iter().for_each(|value| numbers(value, key, into)),
        Value::Number(number) if number.is_u64() && !ASKED.contains(&key) => into.extend(number.as_f64()),
        // Guidance is the same for every table.
        Value::String(text) if text != "<1" && !["guidance", "trap"].contains(&key) => {
            into.extend(numbers_in(text));
        }
        _ => {}
    }
}

/// The whole numbers in a text, those of per cent left out.
fn numbers_in(text: &str) -> Vec<f64> {
    let text = text.replace(',', "");
    let is_digit = |sign: char| sign.is_ascii_digit() || sign == '.';
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_digit) {
        let end = rest[start..].find(|sign| !is_digit(sign)).map_or(rest.len(), |length| start + length);
        if !rest[end..].starts_with(" %") {
            found.extend(rest[start..end].trim_end_matches('.').parse::<u64>().map(|whole| whole as f64));
        }
        rest = &rest[end..];
    }
    found
}

#[test]
fn outside_no_small_count_is_told() {
    let rows: Vec<&str> = FIGURE_8.lines().skip(1).collect();
    let table = |times: usize| {
        let rows = rows.iter().flat_map(|row| (0..times).map(move |at| format!("{row},{}\n", at % 3)));
        String::from("Race,ZIP,ill\n") + &rows.collect::<String>() + "green,94199,7\n"
    };
    let tables = [table(1), table(7)];
    for (table, limit) in tables.iter().zip([Limit::CellSize(11), asked("").limit]) {
        let reporting = Reporting::External { least: 11 };
        let options = RiskOptions { reporting, limit, sensitive: vec!["ill".into()], ..asked("Race,ZIP") };
        let risk = ask(table, None, options).unwrap();
        let json = serde_json::to_value(&risk).unwrap();
        let mut found = Vec::new();
        numbers(&json, "", &mut found);
        let is_small = |number: &f64| (1.0..11.0).contains(number);
        assert!(found.len() > 20 && !found.iter().any(is_small), "{found:?}");
        for key in ["k", "k_wildcard", "classes"] {
            let told = &json[key];
            assert!(
                told == "<11" || told.as_u64().is_some_and(|number| number.is_multiple_of(11)),
                "{key}: {told}"
            );
        }
        assert_eq!(
            (&json["minimal_unique_sets"]["average_score"], &json["k"]),
            (&json!(null), &json!("<11"))
        );
        assert_eq!(json["sizes"][0]["to"], json!(10));
        // Of so few rows not even a measure is told.
        assert_eq!(json["sensitive"][0]["t"], json!(null));
        // Of the page, only what stands between tags is read; drawings have numbers of their own inside of them.
        let page = html::html(&risk);
        let body = page.split_once("</style>").unwrap().1;
        let texts: String =
            body.split('<').filter_map(|piece| Some(piece.split_once('>')?.1.to_owned() + "\n")).collect();
        let texts = texts.replace(json["limit"]["guidance"].as_str().unwrap_or("-"), "");
        let texts = texts.replace(&format!("amidst {}", env!("CARGO_PKG_VERSION")), "");
        let texts = texts.replace("of up to 2 columns", "").replace("3 combinations of columns", "");
        let small: Vec<f64> = numbers_in(&texts).into_iter().filter(is_small).collect();
        let trap = numbers_in(
            json["limit"]["trap"].as_str().map(|trap| trap.split(':').next().unwrap()).unwrap_or(""),
        );
        let trap: Vec<f64> = trap.into_iter().filter(is_small).collect();
        assert_eq!(small, trap, "{texts}");
    }
}

#[test]
fn sensitive_columns_show_l_and_t_and_warn_at_one_value() {
    let table = "zip,ill,age\n1,flu,20\n1,flu,30\n2,flu,20\n2,cold,40\n";
    let options = RiskOptions { sensitive: vec!["ill".into(), "age".into()], ..asked("zip") };
    let risk = told(table, options);
    let ill = json!({
        "column": "ill", "l": 1, "entropy_l": 1.0, "t": 0.25, "t_ordered": null, "homogeneous_classes": 1,
        "homogeneous": {"rows": 2, "share": 0.5},
    });
    assert_eq!(risk["sensitive"][0], ill);
    let age = &risk["sensitive"][1];
    assert_eq!((&age["l"], &age["t"], &age["t_ordered"]), (&json!(2), &json!(0.25), &json!(0.125)));
    assert_eq!(
        risk["warnings"],
        json!([
            "column \"ill\" is given away (l = 1): in 1 class all rows share one value of it, so that 2 of 4 rows (50 %) give it \
                away to whoever knows their class, without being found"
        ])
    );
    let error = ask(table, None, RiskOptions { sensitive: vec!["zip".into()], ..asked("zip") }).unwrap_err();
    assert_eq!(error.to_string(), "column \"zip\" has two roles, quasi and sensitive; keep one");
}

#[test]
fn the_page_fetches_nothing_and_tells_no_cell() {
    let table = FIGURE_8.replace("Race", "<Race>");
    let page = html::html(&ask(&table, None, asked("<Race>,ZIP")).unwrap());
    assert!(!page.contains("http") && !page.contains("<script") && !page.contains("<link"));
    assert!(
        ["asian", "9413", "<Race>"].iter().all(|cell| !page.contains(cell)) && page.contains("&lt;Race&gt;")
    );
    assert!(page.contains("Prosecutor: 100 %.") && page.matches("<svg").count() == 2);
}

#[test]
fn what_classes_give_away_counts_people_where_people_are_counted() {
    // Of two people in the first class one has six rows; three in the other share one value.
    let cold = "p1,8001,cold\n".repeat(5);
    let table = format!(
        "pid,zip,ill\np1,8001,flu\n{cold}p2,8001,flu\nq1,8002,flu\nq2,8002,flu\nq3,8002,flu\nq3,8002,flu\n"
    );
    let by_people = RiskOptions {
        sensitive: vec!["ill".into()],
        respondent: Some(Respondent::of("pid")),
        ..asked("zip")
    };
    let risk = told(&table, by_people);
    let ill = &risk["sensitive"][0];
    assert_eq!(ill["homogeneous"], json!({"rows": 3, "share": 0.6}));
    assert!((ill["t"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-12, "{ill}");
    assert!(
        risk["warnings"][0].as_str().unwrap().contains("so that 3 of 5 people (60 %) give it away"),
        "{risk}"
    );
}
