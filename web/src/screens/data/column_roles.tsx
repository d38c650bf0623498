// Every column: what it looks like, and its role with the reason for it.
import { Fragment } from "preact";
import { useState } from "preact/hooks";

import { api } from "../../api/client";
import type { ColumnProfile, Profile, Role, ValueCounts } from "../../api/types";
import { ValueBars } from "../../plots/value_bars";
import { count, percent } from "../../state/numbers";
import { attempt, change, sessionId, spec } from "../../state/store";

const ROLES: { role: Role; words: string }[] = [
  { role: "identifier", words: "identifier: names a person, dropped" },
  { role: "quasi", words: "quasi: an outsider could know it, made coarser" },
  { role: "sensitive", words: "sensitive: nobody should learn it, kept and protected by grouping" },
  { role: "other", words: "other: neither, kept as it is" },
];
const MOST_VALUES = 12;

export function ColumnRoles({ profile }: { profile: Profile }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Columns and roles">
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Role</th>
            <th scope="col">Why proposed</th>
            <th scope="col">Type</th>
            <th scope="col" class="n">
              Distinct
            </th>
            <th scope="col" class="n">
              Missing
            </th>
            <th scope="col" class="n">
              Alone
            </th>
            <th scope="col">Values</th>
          </tr>
        </thead>
        <tbody>
          {profile.columns.map((column) => (
            <ColumnRow key={column.name} column={column} rows={profile.rows} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnRow({ column, rows }: { column: ColumnProfile; rows: number }) {
  const [counts, setCounts] = useState<ValueCounts | null>(null);
  const role = spec.value?.columns[column.name]?.role ?? "";
  const choose = (word: string) =>
    void change((next) => {
      if (word === "") delete next.columns[column.name];
      else next.columns[column.name] = { ...(word === role ? next.columns[column.name] : {}), role: word as Role };
    });
  const look = () =>
    counts ? setCounts(null) : void attempt(async () => setCounts(await api.values(sessionId.value, "table", column.name, MOST_VALUES)));
  return (
    <Fragment>
      <tr>
        <th scope="row">{column.name}</th>
        <td>
          <select
            aria-label={`Role of ${column.name}`}
            value={role}
            onChange={(event) => choose((event.currentTarget as HTMLSelectElement).value)}
          >
            <option value="">undecided</option>
            {ROLES.map((one) => (
              <option key={one.role} value={one.role} title={one.words}>
                {one.role}
              </option>
            ))}
          </select>
        </td>
        <td class="words">
          {!column.decided && <strong class="warn">decide: </strong>}
          {column.reason}
          {column.notes.map((note) => (
            <p key={note} class="warn">
              {note}
            </p>
          ))}
        </td>
        <td>{column.type}</td>
        <td class="n">{count(column.distinct)}</td>
        <td class="n">{percent(column.missing / Math.max(1, rows))}</td>
        <td class="n">{percent(column.unique_share)}</td>
        <td>
          <button type="button" aria-expanded={counts !== null} onClick={look}>
            {counts ? "Hide" : "Show"}
            <span class="unseen"> values of {column.name}</span>
          </button>
        </td>
      </tr>
      {counts && (
        <tr>
          <td colSpan={8}>
            <ValueBars counts={counts} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}
