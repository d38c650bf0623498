// People with several rows: then k must count people.
import type { Profile } from "../../api/types";
import { count } from "../../state/numbers";
import { change, spec } from "../../state/store";

export function RepeatedPeople({ profile }: { profile: Profile }) {
  const now = spec.value?.privacy.respondent;
  const chosen = typeof now === "string" ? now : (now?.column ?? "");
  const choose = (column: string) =>
    void change((next) => {
      if (column === "") delete next.privacy.respondent;
      else next.privacy.respondent = column;
    });
  return (
    <section class="card">
      <h2>Who is counted</h2>
      <p>
        {profile.repeated
          ? `${profile.repeated.column} has ${count(profile.repeated.values)} values in ${count(profile.repeated.rows)} rows: people may have several rows.`
          : "No identifier repeats: one row seems to be one person."}
      </p>
      <label for="respondent">Count people by</label>{" "}
      <select id="respondent" value={chosen} onChange={(event) => choose((event.currentTarget as HTMLSelectElement).value)}>
        <option value="">nothing: every row is a person</option>
        {profile.columns.map((column) => (
          <option key={column.name} value={column.name}>
            {column.name}
          </option>
        ))}
      </select>
    </section>
  );
}
