// Hierarchies: how each quasi column becomes coarser, and what that does to classes.
import { useState } from "preact/hooks";

import { quasiColumns, session, spec } from "../../state/store";
import { ClassEffect } from "./class_effect";
import { HierarchyEditor } from "./hierarchy_editor";

export function HierarchiesScreen() {
  const columns = quasiColumns(spec.value);
  const [chosen, choose] = useState<string | null>(null);
  const current = chosen !== null && columns.includes(chosen) ? chosen : columns[0];
  if (!session.value?.is_read) return <p>Choose a table first; then every quasi column gets its hierarchy here.</p>;
  if (!current) return <p>No column is quasi. Give columns their roles on the screen Data first.</p>;
  return (
    <>
      <ClassEffect columns={columns} />
      <section class="card">
        <h2>How a column becomes coarser</h2>
        <label for="column">Column</label>{" "}
        <select id="column" value={current} onChange={(event) => choose((event.currentTarget as HTMLSelectElement).value)}>
          {columns.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <HierarchyEditor key={current} column={current} />
      </section>
    </>
  );
}
