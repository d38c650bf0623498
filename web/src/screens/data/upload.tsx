// Choosing a table, with a button or by dropping it.
import { useRef, useState } from "preact/hooks";

import { session, uploadTable } from "../../state/store";

const KINDS = ".csv,.tsv,.jsonl,.ndjson,.parquet,.arrow,.feather,.xlsx,.gz,.zst";

export function Upload() {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) void uploadTable(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section class={isOver ? "card drop over" : "card drop"} onDrop={drop} onDragOver={over} onDragLeave={() => setOver(false)}>
      <label for="table">{session.value?.table ? "Choose another table" : "Choose a table"}</label>
      <input ref={field} id="table" type="file" accept={KINDS} onChange={() => take(field.current?.files)} />
      <span class="quiet">
        CSV, Parquet, Arrow, JSON Lines; or drop it here. It is copied into a private folder of this computer, which is
        removed when amidst ends.
      </span>
    </section>
  );
}
