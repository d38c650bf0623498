// Levels to try, and at once the classes they make. Nothing is decided here.
import { useEffect, useState } from "preact/hooks";

import { api } from "../../api/client";
import type { Built, ClassSizes } from "../../api/types";
import { SizeHistogram } from "../../plots/size_histogram";
import { count, percent } from "../../state/numbers";
import { attempt, session, sessionId, spec } from "../../state/store";

export function ClassEffect({ columns }: { columns: string[] }) {
  const [levels, setLevels] = useState<Record<string, number>>({});
  const [built, setBuilt] = useState<Record<string, Built>>({});
  const [sizes, setSizes] = useState<ClassSizes | null>(null);
  const revision = session.value?.revision;
  const k = spec.value?.privacy.k ?? 5;
  useEffect(() => {
    let isCurrent = true;
    const wanted = columns.map(async (column) => [column, await api.hierarchy(sessionId.value, column, spec.value?.columns[column]?.hierarchy)] as const);
    void Promise.allSettled(wanted).then((found) => {
      const good = found.filter((one) => one.status === "fulfilled").map((one) => one.value);
      if (isCurrent) setBuilt(Object.fromEntries(good));
    });
    return () => {
      isCurrent = false;
    };
  }, [revision]);
  useEffect(() => {
    let isCurrent = true;
    void attempt(async () => {
      const found = await api.classes(sessionId.value, levels);
      if (isCurrent) setSizes(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [revision, levels]);
  return (
    <section class="card two">
      <div>
        <h2>Try levels</h2>
        {columns.map((column) => (
          <LevelSlider
            key={column}
            column={column}
            built={built[column]}
            level={levels[column] ?? 0}
            onChange={(level) => setLevels({ ...levels, [column]: level })}
          />
        ))}
      </div>
      <div data-testid="effect">
        <h2>Classes they make</h2>
        {sizes && (
          <>
            <p>
              {count(sizes.classes)} classes, the smallest of {count(sizes.smallest)}.{" "}
              <strong class={sizes.rows_below > 0 ? "warn" : ""}>
                {count(sizes.rows_below)} rows ({percent(sizes.rows_below / Math.max(1, sizes.rows))}) stand in classes of fewer than {k}.
              </strong>
            </p>
            <SizeHistogram sizes={sizes.sizes} k={k} title="Rows by the size of their class" />
          </>
        )}
      </div>
    </section>
  );
}

interface SliderProps {
  column: string;
  built: Built | undefined;
  level: number;
  onChange: (level: number) => void;
}

function LevelSlider({ column, built, level, onChange }: SliderProps) {
  const height = (built?.levels.length ?? 1) - 1;
  const id = `level-${column}`;
  const now = built?.levels[Math.min(level, height)];
  return (
    <div class="level">
      <label for={id}>{column}</label>
      <div class="ends">
        <span aria-hidden="true">more detail</span>
        <input
          id={id}
          type="range"
          min={0}
          max={height}
          value={Math.min(level, height)}
          aria-valuetext={`level ${level} of ${height}`}
          onInput={(event) => onChange(Number((event.currentTarget as HTMLInputElement).value))}
        />
        <span aria-hidden="true">more protection</span>
      </div>
      <span class="quiet">
        level {Math.min(level, height)} of {height}
        {now ? `: ${count(now.labels)} labels, such as ${now.examples.slice(0, 3).join(", ")}` : ""}
      </span>
    </div>
  );
}
