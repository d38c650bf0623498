//! A server on loopback for one test, and requests as anybody could send them.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use amidst_server::{ServeOptions, Server};
use serde_json::Value;
use tokio::sync::oneshot;

/// A small table: an identifier, three quasi columns, a sensitive one.
pub const TABLE: &str = "patient_id,age,zip,sex,diagnosis\n\
    1,34,1101,f,flu\n2,36,1102,f,cough\n3,35,1101,m,flu\n4,31,1102,m,asthma\n\
    5,52,2201,f,flu\n6,58,2202,f,gout\n7,51,2201,m,flu\n8,57,2202,m,cough\n";

/// A server that ends with the test.
pub struct Served {
    pub port: u16,
    pub token: String,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("an answer in JSON")
    }
}

impl Served {
    pub fn start() -> Self {
        Self::with(ServeOptions::default())
    }

    pub fn with(options: ServeOptions) -> Self {
        let (tell, told) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let server = Server::bind(options).await.expect("a port");
                tell.send(server.address()).expect("the test waits");
                server.run(async { drop(ended.await) }).await.expect("it ends well");
            });
        });
        let address: String = told.recv().expect("an address");
        let rest = address.strip_prefix("http://127.0.0.1:").expect("loopback");
        let (port, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
        Self {
            port: port.parse().expect("a port"),
            token: token.into(),
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// Ends it, and waits until it has.
    pub fn stop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends well");
        }
    }

    /// Sends a request as it is.
    pub fn raw(&self, head: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        stream.write_all(head.as_bytes()).expect("it is sent");
        // A server that refuses early may close before all of it is there.
        let _ = stream.write_all(body);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let end = all.windows(4).position(|part| part == b"\r\n\r\n").expect("an answer");
        let head = String::from_utf8_lossy(&all[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        let body = if head.to_lowercase().contains("transfer-encoding: chunked") {
            unchunked(&all[end + 4..])
        } else {
            all[end + 4..].to_vec()
        };
        Answer { status, head, body }
    }

    /// Sends a request with further lines in its head.
    pub fn sent(&self, method: &str, path: &str, lines: &str, body: &[u8]) -> Answer {
        let host = if lines.to_lowercase().contains("host:") {
            String::new()
        } else {
            format!("Host: 127.0.0.1:{}\r\n", self.port)
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}{lines}Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        self.raw(&head, body)
    }

    /// Asks below the token.
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let text = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        self.sent(method, &format!("/{}{path}", self.token), "Content-Type: application/json\r\n", &text)
    }

    /// Begins a session, and gives its place.
    pub fn session(&self) -> String {
        let begun = self.ask("POST", "/api/sessions", &Value::Null).json();
        format!("/api/sessions/{}", begun["id"].as_str().expect("a name"))
    }

    /// Hands a table over and waits until it was looked at.
    pub fn upload(&self, session: &str, name: &str, table: &str) -> Value {
        let path = format!("/{}{session}/table?name={name}", self.token);
        let answer = self.sent("PUT", &path, "", table.as_bytes());
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        let job = answer.json()["jobs"][0]["id"].as_u64().expect("a job");
        self.finished(session, job);
        self.ask("GET", session, &Value::Null).json()
    }

    /// Runs a job to its end.
    pub fn job(&self, session: &str, kind: &str) -> Value {
        let begun = self.ask("POST", &format!("{session}/jobs"), &serde_json::json!({ "kind": kind }));
        assert_eq!(begun.status, 200, "{}", String::from_utf8_lossy(&begun.body));
        self.finished(session, begun.json()["id"].as_u64().expect("a number"))
    }

    /// Waits until a job has ended.
    pub fn finished(&self, session: &str, job: u64) -> Value {
        let begun = Instant::now();
        loop {
            let now = self.ask("GET", &format!("{session}/jobs/{job}"), &Value::Null).json();
            if now["state"] != "running" {
                return now;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{now}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop();
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|part| part == b"\r\n") {
        let size =
            std::str::from_utf8(&rest[..end]).ok().and_then(|word| usize::from_str_radix(word, 16).ok());
        let Some(size) = size.filter(|&size| size > 0) else { break };
        whole.extend(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    whole
}
