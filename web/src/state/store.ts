// What all screens share: the session as the server has it, the answers of jobs, and what went wrong. The spec is the state; it is
// changed at the server, and what comes back is shown.
import { computed, signal } from "@preact/signals";

import { api, messagesIn, Refused } from "../api/client";
import type { Catalog, Job, JobKind, Profile, Session, Spec } from "../api/types";

const KEY = "amidst-session";
const POLL_MS = 200;

export const session = signal<Session | null>(null);
export const catalog = signal<Catalog | null>(null);
export const profile = signal<Profile | null>(null);
/** The last job of each kind, with its answer once it has one. */
export const jobs = signal<Partial<Record<JobKind, Job>>>({});
export const faults = signal<string[]>([]);
export const said = signal("");

export const spec = computed(() => session.value?.spec ?? null);
export const sessionId = computed(() => session.value?.id ?? "");

/** Runs something that may be refused; why is shown. */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    faults.value = [];
    return true;
  } catch (error) {
    faults.value = error instanceof Refused ? error.messages : ["The server does not answer. Does it still run?"];
    return false;
  }
}

/** Finds the session of this browser, or begins one. */
export async function open(): Promise<void> {
  await attempt(async () => {
    catalog.value = await api.catalog();
    const known = localStorage.getItem(KEY);
    const found = known ? await api.session(known).catch(() => null) : null;
    const current = found ?? (await api.begin());
    localStorage.setItem(KEY, current.id);
    take(current);
    if (current.is_read) profile.value = await api.profile(current.id);
    await Promise.all(latest(current.jobs).map((job) => follow(job)));
  });
}

function latest(all: Job[]): Job[] {
  const last = new Map<JobKind, Job>();
  all.forEach((job) => last.set(job.kind, job));
  return [...last.values()];
}

function take(next: Session): void {
  session.value = next;
}

function keep(job: Job): void {
  jobs.value = { ...jobs.value, [job.kind]: job };
}

/** Watches a job until it ends, unless another of its kind begins. */
async function follow(job: Job): Promise<void> {
  keep(job);
  if (job.state !== "running") {
    keep(await api.job(sessionId.value, job.id));
    return;
  }
  void watch(job);
}

async function watch(job: Job): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (jobs.value[job.kind]?.id !== job.id) return;
    const now = await api.job(sessionId.value, job.id).catch(() => null);
    if (!now) return;
    if (now.state !== "running") {
      await ended(now);
      return;
    }
    keep(now);
  }
}

async function ended(job: Job): Promise<void> {
  if (job.state === "done" && (job.kind === "profile" || job.kind === "release")) {
    take(await api.session(sessionId.value));
    if (job.kind === "profile") profile.value = await api.profile(sessionId.value);
  }
  if (job.state === "failed") faults.value = messagesIn(job.answer);
  said.value = `${job.kind.replaceAll("-", " ")}: ${job.state}`;
  keep(job);
}

export async function begin(kind: JobKind): Promise<void> {
  await attempt(async () => follow(await api.beginJob(sessionId.value, kind)));
}

export async function cancel(job: Job): Promise<void> {
  await attempt(async () => void (await api.cancelJob(sessionId.value, job.id)));
}

export async function finish(job: Job): Promise<void> {
  await attempt(async () => void (await api.finishJob(sessionId.value, job.id)));
}

export async function uploadTable(file: File): Promise<void> {
  await attempt(async () => {
    profile.value = null;
    jobs.value = {};
    const next = await api.uploadTable(sessionId.value, file);
    take(next);
    await Promise.all(latest(next.jobs).map((job) => follow(job)));
  });
}

export async function uploadFile(file: File): Promise<boolean> {
  return attempt(async () => take(await api.uploadFile(sessionId.value, file)));
}

/** Changes the spec: a copy is changed, sent, and shown as it came back. */
export async function change(edit: (spec: Spec) => void): Promise<boolean> {
  if (!spec.value) return false;
  const next = structuredClone(spec.value);
  edit(next);
  return attempt(async () => take(await api.changeSpec(sessionId.value, next)));
}

export async function changeToml(toml: string): Promise<boolean> {
  return attempt(async () => take(await api.changeToml(sessionId.value, toml)));
}

export async function undo(): Promise<void> {
  if (session.value?.can_undo) await attempt(async () => take(await api.undo(sessionId.value)));
}

export async function redo(): Promise<void> {
  if (session.value?.can_redo) await attempt(async () => take(await api.redo(sessionId.value)));
}

/** The answer of the last job of a kind. */
export function answer<T>(kind: JobKind): T | null {
  const job = jobs.value[kind];
  return job?.state === "done" && job.answer !== undefined ? (job.answer as T) : null;
}

/** Whether the spec was changed since a job began. */
export function isStale(kind: JobKind): boolean {
  const job = jobs.value[kind];
  return job !== undefined && session.value !== null && job.revision !== session.value.revision;
}

export function quasiColumns(of: Spec | null): string[] {
  return Object.entries(of?.columns ?? {})
    .filter(([, column]) => column.role === "quasi")
    .map(([name]) => name);
}
