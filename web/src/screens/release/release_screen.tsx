// Release: written, audited, told, downloaded; and the same for the command line.
import type { Infeasible, Summary } from "../../api/types";
import { JobBar } from "../../parts/job_bar";
import { PagedTable } from "../../parts/paged_table";
import { RowTable } from "../../parts/row_table";
import { Warnings } from "../../parts/warnings";
import { count, decimal, percent } from "../../state/numbers";
import { answer, change, profile, session, spec } from "../../state/store";
import { Downloads } from "./downloads";
import { ReportFieldset } from "./report_fieldset";
import { Signing } from "./signing";
import { SpecText } from "./spec_text";

export function ReleaseScreen() {
  const failed = answer<Infeasible | { outcome: "released" }>("release");
  const released = session.value?.released;
  return (
    <>
      <section class="card">
        <p>
          Finds the least change that keeps the promise, writes it, reads back what was written, and proves it. Only what passes can be downloaded.
        </p>
        <JobBar kind="release" label="Release" canFinish blocked={undecided()} />
        <ChosenLevels />
        <ReportFieldset />
      </section>
      {failed?.outcome === "infeasible" && (
        <p role="alert" class="faults" data-testid="infeasible">
          {failed.why.message}
        </p>
      )}
      {released && (
        <>
          <section class="card" data-testid="released">
            <Told summary={released.summary} />
            <Downloads files={released.files} />
            <Signing files={released.files} />
          </section>
          <section class="card">
            <h2>What readers will see</h2>
            <PagedTable of="release" label="The release" />
          </section>
        </>
      )}
      <SpecText />
    </>
  );
}

function undecided(): string | null {
  const all = profile.value?.columns ?? [];
  const open = all.filter((column) => !spec.value?.columns[column.name]).map((column) => column.name);
  return open.length > 0 ? `decide the role of ${open.join(", ")} first` : null;
}

function ChosenLevels() {
  const fixed = Object.entries(spec.value?.columns ?? {}).filter(([, column]) => column.role === "quasi" && column.levels?.min !== undefined && column.levels.min === column.levels.max);
  if (fixed.length === 0) return null;
  const free = () =>
    void change((next) => {
      for (const [name] of fixed) delete next.columns[name]?.levels;
    });
  return (
    <p>
      Levels chosen by you: {fixed.map(([name, column]) => `${name} ${column.levels?.min}`).join(", ")}.{" "}
      <button type="button" onClick={free}>
        Let amidst choose
      </button>
    </p>
  );
}

function Told({ summary }: { summary: Summary }) {
  const { rows, risk } = summary;
  return (
    <>
      <h2>
        {count(rows.out)} of {count(rows.in)} rows released in {count(summary.classes)} classes
      </h2>
      <Warnings of={summary.warnings} />
      <ul>
        {summary.privacy.map((one, at) => (
          <li key={at}>
            {one.model}
            {one.column ? ` of ${one.column}` : ""}: asked {one.asked ?? "–"}, reached {decimal(one.reached)}, {one.holds ? "verified on the bytes written" : "not held"}
          </li>
        ))}
      </ul>
      <dl class="figures">
        <div>
          <dt>rows suppressed</dt>
          <dd>
            {count(rows.suppressed)} ({percent(rows.suppressed / Math.max(1, rows.in))})
          </dd>
        </div>
        <div>
          <dt>a guess is right, at most ({summary.counted})</dt>
          <dd>
            {percent(risk.before.highest)} → {percent(risk.after.highest)}
          </dd>
        </div>
        <div>
          <dt>{summary.objective.name}: 0 keeps everything, 1 nothing</dt>
          <dd>{decimal(summary.objective.value)}</dd>
        </div>
        <div>
          <dt>the least possible</dt>
          <dd>{summary.optimal ? "proved" : `within ${percent(summary.gap)}`}</dd>
        </div>
      </dl>
      <RowTable
        head="Column"
        name={(one) => one.column}
        rows={summary.transformations}
        columns={[
          { head: "Role", of: (one) => one.role },
          { head: "What became of it", of: (one) => `${one.became}${one.role === "sensitive" ? "; protected by grouping, values kept" : ""}` },
        ]}
      />
      <p class="quiet">
        This protects against whoever knows the quasi columns and nothing else. It says nothing of what a whole class shares unless l or t was asked for,
        nor of columns that were not called quasi.
      </p>
    </>
  );
}
