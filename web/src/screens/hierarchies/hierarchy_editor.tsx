// One column's hierarchy: built by a rule, imported from a file, or edited as a tree. What is shown was built from the data.
import { useEffect, useState } from "preact/hooks";

import { api, Refused } from "../../api/client";
import type { Built, HierarchySpec } from "../../api/types";
import { count } from "../../state/numbers";
import { change, session, sessionId, spec, uploadFile } from "../../state/store";
import { fieldsOf, KINDS, kindOf, usual, type HierarchyKind } from "./kinds";
import { TreeEditor } from "./tree_editor";

export function HierarchyEditor({ column }: { column: string }) {
  const now = spec.value?.columns[column]?.hierarchy;
  const [built, setBuilt] = useState<Built | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const revision = session.value?.revision;
  useEffect(() => {
    let isCurrent = true;
    api
      .hierarchy(sessionId.value, column, now)
      .then((found) => isCurrent && (setBuilt(found), setProblem(null)))
      .catch((error: unknown) => isCurrent && setProblem(error instanceof Refused ? error.message : "it could not be built"));
    return () => {
      isCurrent = false;
    };
  }, [column, revision]);
  const put = (hierarchy: HierarchySpec | undefined) =>
    void change((next) => {
      const of = next.columns[column];
      if (!of) return;
      if (hierarchy) of.hierarchy = hierarchy;
      else delete of.hierarchy;
      delete of.levels;
    });
  const kind = kindOf(now);
  const choose = (next: HierarchyKind) => put(next === "tree" ? { tree: built?.tree ?? [] } : usual(next));
  return (
    <div>
      <label for="kind">Made</label>{" "}
      <select id="kind" value={kind} onChange={(event) => choose((event.currentTarget as HTMLSelectElement).value as HierarchyKind)}>
        {KINDS.map((one) => (
          <option key={one.kind} value={one.kind} disabled={one.kind === "file" && !now?.file}>
            {one.words}
          </option>
        ))}
      </select>{" "}
      <label for="hierarchy-file">or import a file</label>{" "}
      <input id="hierarchy-file" type="file" accept=".csv" onChange={(event) => void importFile(event, put)} />
      {now && fieldsOf(kind).map((field) => <FieldOf key={field.key} field={field} hierarchy={now} put={put} />)}
      {problem && (
        <p role="alert" class="faults">
          {problem}
        </p>
      )}
      {built && !problem && <Levels built={built} />}
      {kind === "tree" && built?.tree && <TreeEditor key={revision} tree={built.tree} onChange={(tree) => put({ ...now, tree })} />}
    </div>
  );
}

async function importFile(event: Event, put: (hierarchy: HierarchySpec) => void): Promise<void> {
  const file = (event.currentTarget as HTMLInputElement).files?.[0];
  if (file && (await uploadFile(file))) put({ file: file.name });
}

interface FieldProps {
  field: { key: string; label: string; read: (text: string) => unknown; show: (value: unknown) => string };
  hierarchy: HierarchySpec;
  put: (hierarchy: HierarchySpec) => void;
}

function FieldOf({ field, hierarchy, put }: FieldProps) {
  const id = `field-${field.key}`;
  const take = (text: string) => {
    const next = { ...hierarchy };
    const value = field.read(text);
    if (value === undefined) delete next[field.key];
    else next[field.key] = value;
    put(next);
  };
  return (
    <p class="field">
      <label for={id}>{field.label}</label>{" "}
      <input id={id} type="text" value={field.show(hierarchy[field.key])} onChange={(event) => take((event.currentTarget as HTMLInputElement).value)} />
    </p>
  );
}

function Levels({ built }: { built: Built }) {
  return (
    <>
      <p>
        Covers every value of the column. Made as <code>{built.recipe}</code>.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col" class="n">
              Level
            </th>
            <th scope="col" class="n">
              Labels
            </th>
            <th scope="col">Such as</th>
          </tr>
        </thead>
        <tbody>
          {built.levels.map((level, at) => (
            <tr key={at}>
              <td class="n">{at}</td>
              <td class="n">{count(level.labels)}</td>
              <td class="words">{level.examples.join(" · ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
