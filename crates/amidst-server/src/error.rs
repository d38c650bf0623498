//! Why a request is refused, as JSON: the form of errors that every command has, and a status.

use amidst::{ErrorCode, ErrorKind, advanced::error::json};
use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

/// A refusal. It holds no cell of any table.
#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    body: String,
}

/// What a request comes to.
pub type Result<T> = std::result::Result<T, Refused>;

impl Refused {
    /// With words of one's own.
    pub fn new(status: StatusCode, message: &str) -> Self {
        Self { status, body: json(ErrorCode::Usage, message) }
    }

    /// What was asked for is not there.
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    /// What was asked for makes no sense.
    pub fn bad(message: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// What is asked for needs something that is not there yet.
    pub fn too_early(message: &str) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// Our own mistake.
    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal error; please report it")
    }

    /// The same as a value, for a job that failed.
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).expect("it was written as JSON")
    }
}

impl From<amidst::Error> for Refused {
    fn from(error: amidst::Error) -> Self {
        let status = match error.kind() {
            ErrorKind::Spec | ErrorKind::Data => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Environment | ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, body: error.to_json() }
    }
}

impl From<amidst::io::Error> for Refused {
    fn from(error: amidst::io::Error) -> Self {
        amidst::Error::from(error).into()
    }
}

impl From<std::io::Error> for Refused {
    fn from(error: std::io::Error) -> Self {
        let body = json(ErrorCode::Usage, &format!("the private folder cannot be used ({})", error.kind()));
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, body }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, [(header::CONTENT_TYPE, "application/json")], self.body).into_response()
    }
}
