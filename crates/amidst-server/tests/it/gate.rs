//! Whoever should not pass does not.

use amidst_server::ServeOptions;
use serde_json::{Value, json};

use crate::support::{Served, TABLE};

#[test]
fn nothing_is_served_without_the_token() {
    let served = Served::start();
    let wrong = "0".repeat(64);
    for path in
        ["/", "/index.html", "/api/catalog", "/api/sessions", "/assets/index.js", &format!("/{wrong}/"), "//"]
    {
        assert_eq!(served.sent("GET", path, "", b"").status, 403, "{path}");
    }
    let short = format!("/{}/", &served.token[..63]);
    assert_eq!(served.sent("GET", &short, "", b"").status, 403);
    assert_eq!(served.sent("POST", &format!("/{wrong}/api/sessions"), "", b"").status, 403);
    assert_eq!(served.ask("GET", "/", &Value::Null).status, 200);
}

#[test]
fn a_foreign_host_is_refused_even_with_the_token() {
    let served = Served::start();
    let path = format!("/{}/api/catalog", served.token);
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"] {
        assert_eq!(served.sent("GET", &path, &format!("Host: {host}\r\n"), b"").status, 403, "{host}");
    }
    let twice = format!("Host: 127.0.0.1:{0}\r\nHost: evil.example\r\n", served.port);
    assert!([400, 403].contains(&served.sent("GET", &path, &twice, b"").status));
    let own = format!("Host: localhost:{}\r\n", served.port);
    assert_eq!(served.sent("GET", &path, &own, b"").status, 200);
}

#[test]
fn a_foreign_page_is_refused_even_with_the_token() {
    let served = Served::start();
    let path = format!("/{}/api/sessions", served.token);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(served.sent("POST", &path, &format!("Origin: {origin}\r\n"), b"").status, 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        assert_eq!(
            served.sent("POST", &path, &format!("Sec-Fetch-Site: {site}\r\n"), b"").status,
            403,
            "{site}"
        );
    }
    let own = format!("Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\n", served.port);
    assert_eq!(served.sent("POST", &path, &own, b"").status, 200);
}

#[test]
fn every_answer_tells_the_browser_to_ask_nobody_else() {
    let served = Served::start();
    for answer in [served.ask("GET", "/", &Value::Null), served.sent("GET", "/", "", b"")] {
        let head = answer.head.to_lowercase();
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'")
        );
        assert!(!head.contains("unsafe"));
        for line in [
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "x-frame-options: deny",
            "cache-control: no-store",
        ] {
            assert!(head.contains(line), "{line}");
        }
        assert!(!head.contains("access-control-allow-origin"));
    }
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let served = Served::start();
    let session = served.session();
    let token = &served.token;
    for name in [
        "..%2Fx.csv",
        "%2Fetc%2Fpasswd",
        "a%2Fb.csv",
        "..",
        ".x",
        "a%5Cb",
        "sqlite%3Ax",
        "%2A.csv",
        "x%00.csv",
        "",
    ] {
        let path = format!("/{token}{session}/table?name={name}");
        assert_eq!(served.sent("PUT", &path, "", TABLE.as_bytes()).status, 400, "{name}");
    }
    for name in ["..%2F..%2Fetc%2Fpasswd", "%2e%2e", "a%5Cb"] {
        let path = format!("/{token}{session}/files/{name}");
        assert!([400, 404].contains(&served.sent("PUT", &path, "", b"x").status), "{name}");
    }
    for path in ["/assets/../../Cargo.toml", "/assets/..%2F..%2FCargo.toml", "/assets/%2Fetc%2Fpasswd"] {
        assert_eq!(served.sent("GET", &format!("/{token}{path}"), "", b"").status, 404, "{path}");
    }
}

#[test]
fn a_spec_cannot_reach_outside_its_session() {
    let served = Served::start();
    let session = served.session();
    let before = served.upload(&session, "patients.csv", TABLE);
    for (place, value) in [
        ("/input/path", "/etc/passwd"),
        ("/input/path", "../patients.csv"),
        ("/input/path", "other.csv"),
        ("/output/path", "/tmp/stolen.csv"),
        ("/output/certificate", "../certificate.json"),
    ] {
        let mut spec = before["spec"].clone();
        *spec.pointer_mut(place).expect("a place in the spec") = json!(value);
        let answer = served.ask("PUT", &format!("{session}/spec"), &json!({ "spec": spec }));
        assert_eq!(answer.status, 400, "{place} {value}");
    }
    let after = served.ask("GET", &session, &Value::Null).json();
    assert_eq!(after["toml"], before["toml"]);
}

#[test]
fn what_was_not_released_cannot_be_downloaded() {
    let served = Served::start();
    let session = served.session();
    served.upload(&session, "patients.csv", TABLE);
    let get = |name: &str| served.ask("GET", &format!("{session}/released/{name}"), &Value::Null).status;
    assert_eq!(get("patients.csv"), 409);
    let with_k = |k: u64| {
        let toml =
            served.ask("GET", &session, &Value::Null).json()["toml"].as_str().expect("a spec").to_owned();
        let lines =
            toml.lines().map(|line| if line.starts_with("k = ") { format!("k = {k}") } else { line.into() });
        let toml = lines.collect::<Vec<String>>().join("\n");
        assert_eq!(served.ask("PUT", &format!("{session}/spec"), &json!({ "toml": toml })).status, 200);
        served.job(&session, "release")
    };
    let done = with_k(9);
    assert_ne!(done["answer"]["outcome"], "released", "eight rows have no nine alike: {done}");
    assert_eq!(get("patients.release.csv"), 409);
    let done = with_k(2);
    assert_eq!(done["answer"]["outcome"], "released", "{done}");
    assert_eq!(get("patients.release.csv"), 200);
    assert_eq!(get("patients.csv"), 404);
    assert_eq!(get("..%2Ffiles%2Fpatients.csv"), 400);
}

#[test]
fn files_over_the_limit_are_refused_and_not_kept() {
    let served = Served::with(ServeOptions { max_upload: 1000, ..ServeOptions::default() });
    let session = served.session();
    let path = format!("/{}{session}/table?name=t.csv", served.token);
    assert_eq!(served.sent("PUT", &path, "", &vec![b'x'; 1001]).status, 413);
    // One that does not say how large it is.
    let head = format!(
        "PUT {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        served.port
    );
    let chunk = [b"400\r\n".as_slice(), &[b'x'; 0x400], b"\r\n0\r\n\r\n"].concat();
    assert_eq!(served.raw(&head, &chunk).status, 413);
    let now = served.ask("GET", &session, &Value::Null).json();
    assert_eq!((&now["table"], &now["files"]), (&Value::Null, &json!([])));
}
