// A job: begun by a button, watched, ended by another.
import type { JobKind } from "../api/types";
import { count, decimal } from "../state/numbers";
import { begin, cancel, finish, isStale, jobs, session } from "../state/store";

interface Props {
  kind: JobKind;
  label: string;
  /** Why it cannot begin, if it cannot. */
  blocked?: string | null;
  /** Whether a search can end with the best so far. */
  canFinish?: boolean;
}

export function JobBar({ kind, label, blocked, canFinish }: Props) {
  const job = jobs.value[kind];
  const isRunning = job?.state === "running";
  const why = !session.value?.spec ? "choose a table first" : blocked;
  return (
    <div class="job" data-testid={`job-${kind}`} data-state={job?.state ?? "none"}>
      {!isRunning && (
        <button type="button" class="primary" onClick={() => void begin(kind)} disabled={Boolean(why)}>
          {label}
        </button>
      )}
      {isRunning && job && (
        <>
          <ProgressOf job={job} />
          <button type="button" onClick={() => void cancel(job)}>
            Cancel
          </button>
          {canFinish && (
            <button type="button" onClick={() => void finish(job)}>
              Stop with the best so far
            </button>
          )}
        </>
      )}
      {why && <span class="quiet">{why}</span>}
      {job?.state === "cancelled" && <span class="quiet">Cancelled; nothing was written.</span>}
      {job?.state === "done" && (
        <span class={isStale(kind) ? "warn" : "quiet"}>
          {isStale(kind) ? "From before your last change." : `Took ${job.seconds.toFixed(2)} s.`}
        </span>
      )}
    </div>
  );
}

function ProgressOf({ job }: { job: NonNullable<(typeof jobs.value)[JobKind]> }) {
  const { doing, done, of, best } = job.progress;
  const words = doing || "beginning";
  return (
    <span class="progress">
      <progress aria-label={words} max={of ?? undefined} value={of ? done : undefined} />
      <span>
        {words}
        {of ? `, ${count(done)} of ${count(of)}` : ""}
        {best !== null ? `, best ${decimal(best)}` : ""} ({job.seconds.toFixed(1)} s)
      </span>
    </span>
  );
}
