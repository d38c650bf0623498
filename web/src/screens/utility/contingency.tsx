// Two columns against each other, before and after, side by side.
import { useEffect, useState } from "preact/hooks";

import { api } from "../../api/client";
import type { CrossTable } from "../../api/types";
import { HeatMap } from "../../plots/heat_map";
import { attempt, session, sessionId } from "../../state/store";

const MOST = 10;

export function Contingency({ columns }: { columns: string[] }) {
  const [first, setFirst] = useState(columns[0] ?? "");
  const [second, setSecond] = useState(columns.at(-1) ?? "");
  const [tables, setTables] = useState<[CrossTable, CrossTable] | null>(null);
  const release = session.value?.released?.summary.output.sha256;
  useEffect(() => {
    let isCurrent = true;
    void attempt(async () => {
      const of = (which: "table" | "release") => api.cross(sessionId.value, which, first, second, MOST);
      const found = await Promise.all([of("table"), of("release")]);
      if (isCurrent) setTables(found as [CrossTable, CrossTable]);
    });
    return () => {
      isCurrent = false;
    };
  }, [first, second, release]);
  const pick = (id: string, label: string, value: string, take: (value: string) => void) => (
    <>
      <label for={id}>{label}</label>{" "}
      <select id={id} value={value} onChange={(event) => take((event.currentTarget as HTMLSelectElement).value)}>
        {columns.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>{" "}
    </>
  );
  return (
    <section class="card">
      <h2>Two columns together</h2>
      {pick("first", "Rows", first, setFirst)}
      {pick("second", "Columns", second, setSecond)}
      {tables && (
        <div class="two">
          <HeatMap table={tables[0]} title="Before" />
          <HeatMap table={tables[1]} title="After" />
        </div>
      )}
    </section>
  );
}
