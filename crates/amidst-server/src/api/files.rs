//! Files: handed over as a stream into the private folder, and downloaded once they are released.

use std::{path::Path as FilePath, sync::Arc};

use axum::{
    Json,
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_util::StreamExt;
use tokio::{fs, io::AsyncWriteExt};
use tokio_util::io::ReaderStream;

use super::sessions::SessionView;
use crate::{
    app::App,
    error::{Refused, Result},
    session::FileName,
};

/// Takes a file beside the table: a hierarchy or a population.
pub async fn upload(
    State(app): State<Arc<App>>,
    Path((_, session, name)): Path<(String, String, String)>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<SessionView>> {
    let session = app.sessions.find(&session)?;
    let name = FileName::parse(&name)?;
    if session.state().table.as_ref() == Some(&name) {
        return Err(Refused::bad("the table has this name; rename the file"));
    }
    store(&session.files().join(name.as_str()), &headers, body, app.options.max_upload).await?;
    let mut state = session.state();
    // What was laid under a file of this name is laid anew.
    state.laid.clear();
    state.files.insert(name);
    drop(state);
    SessionView::of(&session).map(Json)
}

/// Writes a stream to a file, which has its name only when all of it is there.
pub async fn store(path: &FilePath, headers: &HeaderMap, body: Body, most: u64) -> Result<()> {
    let too_large = || {
        let message = format!("the file is too large; at most {most} bytes are taken");
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, &message)
    };
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > most) {
        return Err(too_large());
    }
    let parent = path.parent().expect("files lie in a folder");
    let part = tempfile::NamedTempFile::new_in(parent)?;
    let mut file = fs::File::from_std(part.reopen()?);
    let mut stream = body.into_data_stream();
    let mut taken = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Refused::bad("the file did not arrive whole"))?;
        taken += chunk.len() as u64;
        if taken > most {
            return Err(too_large());
        }
        file.write_all(&chunk).await?;
    }
    file.flush().await?;
    part.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Sends a file of the last release; there is no other way to any file.
pub async fn download(
    State(app): State<Arc<App>>,
    Path((_, session, name)): Path<(String, String, String)>,
) -> Result<Response> {
    let released = app.sessions.find(&session)?.released()?;
    let name = FileName::parse(&name)?;
    let file = fs::File::open(released.path(&name)?).await?;
    let length = file.metadata().await?.len().to_string();
    // Names that a header cannot hold are written as the standard for addresses has it.
    let coded: String = name.as_str().bytes().map(coded).collect();
    let disposition = format!("attachment; filename*=UTF-8''{coded}");
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CONTENT_LENGTH, length),
    ];
    Ok((headers, Body::from_stream(ReaderStream::new(file))).into_response())
}

fn coded(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}
