// The release attacked by whoever knows how it was made.
import type { AttackFinding } from "../../api/types";
import { JobBar } from "../../parts/job_bar";
import { count, plural } from "../../state/numbers";
import { answer, session } from "../../state/store";

export function Attack() {
  const found = answer<AttackFinding>("attack");
  return (
    <section class="card">
      <h2>Attack the release</h2>
      <p>Tries what somebody learns who has the release and knows the spec, without a register of names.</p>
      <JobBar kind="attack" label="Attack it" blocked={session.value?.released ? null : "release something first"} />
      {found && (
        <>
          <p class={found.found > 0 ? "warn" : ""}>
            {found.found === 0
              ? `In none of ${plural(found.classes, "class", "classes")} is a sensitive value certain for all rows.`
              : `Of ${plural(found.found, "row", "rows")} of ${count(found.rows)} a sensitive value is certain for whoever knows the quasi columns.`}
          </p>
          {found.disclosure.length === 0 && <p class="quiet">No column is sensitive, so nothing was tried on one.</p>}
          <ul>
            {found.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
