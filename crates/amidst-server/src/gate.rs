//! Who may pass: requests that carry the token, name this host, and come from no other page. And what every answer says to the
//! browser: ask nobody else, run nothing but our own script, be framed by nobody, tell nobody where you were.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{app::App, error::Refused};

/// Scripts, styles, pictures and questions from here only; nothing inline, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Lets a request through, or refuses it; an answer of either kind carries the headers.
pub async fn gate(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&app, &request) {
        Some(refused) => refused.into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request may not pass, if it may not.
fn refusal(app: &App, request: &Request) -> Option<Refused> {
    let forbidden = |why| Some(Refused::new(StatusCode::FORBIDDEN, why));
    let port = app.address.port();
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let headers = request.headers();
    match one(headers, &header::HOST) {
        Some(host) if hosts.iter().any(|own| own == host) => {}
        _ => return forbidden("the request names another host"),
    }
    let is_own =
        |origin: &str| origin.strip_prefix("http://").is_some_and(|host| hosts.iter().any(|own| own == host));
    if headers.contains_key(header::ORIGIN) && !one(headers, &header::ORIGIN).is_some_and(is_own) {
        return forbidden("the request comes from another page");
    }
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
        return forbidden("the request comes from another page");
    }
    let path = request.uri().path();
    let token = path.strip_prefix('/').and_then(|path| path.split('/').next()).unwrap_or_default();
    match app.token.is(token) {
        true => None,
        false => {
            forbidden("the address lacks the token; open the one that was printed when the server began")
        }
    }
}

/// The value of a header that is there once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().and_then(|value| value.to_str().ok());
    first.filter(|_| values.next().is_none())
}
