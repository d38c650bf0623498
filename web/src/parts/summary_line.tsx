// One line that always says what is decided: forgotten choices are the ones that hurt.
import { count } from "../state/numbers";
import { profile, session, spec } from "../state/store";
import type { Role, Spec } from "../api/types";

const ROLES: Role[] = ["identifier", "quasi", "sensitive", "other"];

export function SummaryLine() {
  const now = spec.value;
  if (!session.value?.table) return <p class="summary">No table yet. Choose one to begin.</p>;
  if (!now) return <p class="summary">Reading {session.value.table}…</p>;
  const parts = [rows(), roles(now), ...models(now), suppression(now), method(now)].filter(Boolean);
  return (
    <p class="summary" data-testid="summary">
      <strong>{session.value.table}</strong>: {parts.join(" · ")}
    </p>
  );
}

function rows(): string {
  return profile.value ? `${count(profile.value.rows)} rows` : "";
}

function roles(now: Spec): string {
  const all = Object.values(now.columns);
  const told = ROLES.map((role) => [all.filter((column) => column.role === role).length, role] as const);
  const open = (profile.value?.columns.length ?? all.length) - all.length;
  const words = told.filter(([number]) => number > 0).map(([number, role]) => `${number} ${role}`);
  return [...words, ...(open > 0 ? [`${open} undecided`] : [])].join(", ");
}

function models(now: Spec): string[] {
  const { k, l, t, respondent, require } = now.privacy;
  const who = typeof respondent === "string" ? respondent : respondent?.column;
  return [
    k === undefined ? "no k" : `k = ${k}${who ? ` people by ${who}` : " rows"}`,
    l === undefined ? "" : `l = ${l}`,
    t === undefined ? "" : `t = ${t}`,
    ...(require ?? []).map((one) => one.model),
  ];
}

function suppression(now: Spec): string {
  return `up to ${now.solve.suppression ?? "0%"} suppressed`;
}

function method(now: Spec): string {
  const fixed = Object.values(now.columns).filter((column) => {
    const levels = column.role === "quasi" ? column.levels : undefined;
    return levels?.min !== undefined && levels.min === levels.max;
  });
  const quasi = Object.values(now.columns).filter((column) => column.role === "quasi").length;
  if (quasi > 0 && fixed.length === quasi) return "levels chosen by you";
  return now.solve.algorithm && now.solve.algorithm !== "auto" ? now.solve.algorithm : "least loss";
}
