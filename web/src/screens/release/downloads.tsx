// The files that passed the audit, and the papers beside them.
import { api } from "../../api/client";
import type { ReleasedFile } from "../../api/types";
import { bytes } from "../../state/numbers";
import { sessionId } from "../../state/store";

const WORDS: Record<ReleasedFile["what"], string> = {
  release: "the release",
  report: "the report for people",
  certificate: "the certificate: asked, reached, verified",
  plan: "the plan, for the next batch",
  column: "a column kept apart",
};

export function Downloads({ files }: { files: ReleasedFile[] }) {
  return (
    <>
      <h3>Download</h3>
      <ul class="downloads">
        {files.map((file) => (
          <li key={file.name}>
            <a href={api.downloadAddress(sessionId.value, file.name)} download={file.name} data-what={file.what}>
              {file.name}
            </a>{" "}
            <span class="quiet">
              {WORDS[file.what]}, {bytes(file.bytes)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
