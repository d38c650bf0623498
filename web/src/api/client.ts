// Asks the server. Every address is below the token, which the page's own address holds.
import type { Built, Catalog, ClassSizes, CrossTable, HierarchySpec, Job, JobKind, Page, Profile, Session, Spec, ValueCounts } from "./types";

/** Why the server refused, in words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly messages: string[],
  ) {
    super(messages.join("\n"));
  }
}

const base = new URL("api", location.href.endsWith("/") ? location.href : `${location.href}/`).pathname;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  let sent: BodyInit | undefined;
  if (body instanceof Blob) {
    sent = body;
    headers["content-type"] = "application/octet-stream";
  } else if (body !== undefined) {
    sent = JSON.stringify(body);
    headers["content-type"] = "application/json";
  }
  const response = await fetch(base + path, { method, body: sent, headers });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  throw new Refused(response.status, messagesOf(text));
}

export function messagesOf(text: string): string[] {
  try {
    return messagesIn(JSON.parse(text));
  } catch {
    return [text || "the server does not answer"];
  }
}

/** The messages of an answer that says why something could not run. */
export function messagesIn(answer: unknown): string[] {
  const { errors } = answer as { errors?: { message: string }[] };
  return errors?.map((error) => error.message) ?? ["it could not run"];
}

const query = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString();

export type Which = "table" | "release";

export const api = {
  catalog: () => ask<Catalog>("GET", "/catalog"),
  begin: () => ask<Session>("POST", "/sessions"),
  session: (id: string) => ask<Session>("GET", `/sessions/${id}`),
  uploadTable: (id: string, file: File) =>
    ask<Session>("PUT", `/sessions/${id}/table?${query({ name: file.name })}`, file),
  uploadFile: (id: string, file: File) => ask<Session>("PUT", `/sessions/${id}/files/${encodeURIComponent(file.name)}`, file),
  profile: (id: string) => ask<Profile>("GET", `/sessions/${id}/profile`),
  rows: (id: string, of: Which, offset: number, limit: number) =>
    ask<Page>("GET", `/sessions/${id}/rows?${query({ of, offset, limit })}`),
  values: (id: string, of: Which, column: string, most: number) =>
    ask<ValueCounts>("GET", `/sessions/${id}/values?${query({ of, column, most })}`),
  cross: (id: string, of: Which, first: string, second: string, most: number) =>
    ask<CrossTable>("GET", `/sessions/${id}/cross?${query({ of, first, second, most })}`),
  changeSpec: (id: string, spec: Spec) => ask<Session>("PUT", `/sessions/${id}/spec`, { spec }),
  changeToml: (id: string, toml: string) => ask<Session>("PUT", `/sessions/${id}/spec`, { toml }),
  undo: (id: string) => ask<Session>("POST", `/sessions/${id}/undo`),
  redo: (id: string) => ask<Session>("POST", `/sessions/${id}/redo`),
  hierarchy: (id: string, column: string, hierarchy: HierarchySpec | undefined) =>
    ask<Built>("POST", `/sessions/${id}/hierarchy`, { column, hierarchy }),
  classes: (id: string, levels: Record<string, number>) => ask<ClassSizes>("POST", `/sessions/${id}/classes`, { levels }),
  beginJob: (id: string, kind: JobKind) => ask<Job>("POST", `/sessions/${id}/jobs`, { kind }),
  job: (id: string, job: number) => ask<Job>("GET", `/sessions/${id}/jobs/${job}`),
  cancelJob: (id: string, job: number) => ask<Job>("POST", `/sessions/${id}/jobs/${job}/cancel`),
  finishJob: (id: string, job: number) => ask<Job>("POST", `/sessions/${id}/jobs/${job}/finish`),
  downloadAddress: (id: string, name: string) => `${base}/sessions/${id}/released/${encodeURIComponent(name)}`,
};
