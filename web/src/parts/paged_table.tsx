// Rows of a table, a page at a time: the browser never holds more than one page.
import { useEffect, useState } from "preact/hooks";

import { api, type Which } from "../api/client";
import type { Page } from "../api/types";
import { count } from "../state/numbers";
import { session, sessionId } from "../state/store";

const ROWS = 25;

export function PagedTable({ of, label }: { of: Which; label: string }) {
  const [page, setPage] = useState<Page | null>(null);
  const [offset, setOffset] = useState(0);
  const table = session.value?.table;
  const version = of === "table" ? `${table}/${session.value?.is_read}` : session.value?.released?.summary.output.sha256;
  useEffect(() => setOffset(0), [table]);
  useEffect(() => {
    let isCurrent = true;
    api
      .rows(sessionId.value, of, offset, ROWS)
      .then((found) => isCurrent && setPage(found))
      .catch(() => isCurrent && setPage(null));
    return () => {
      isCurrent = false;
    };
  }, [of, offset, version]);
  if (!page) return <p class="quiet">No rows yet.</p>;
  const last = page.offset + page.rows.length;
  return (
    <section aria-label={label} data-testid={`rows-${of}`}>
      <div class="scroll" tabIndex={0} role="region" aria-label={`${label}, rows`}>
        <table>
          <thead>
            <tr>
              {page.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row, at) => (
              <tr key={page.offset + at}>
                {row.map((cell, place) => (
                  <td key={place}>{cell ?? <span class="quiet">missing</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="pager">
        <button type="button" disabled={page.offset === 0} onClick={() => setOffset(Math.max(0, offset - ROWS))}>
          Previous
        </button>
        <span>
          Rows {count(page.rows.length === 0 ? 0 : page.offset + 1)} to {count(last)}
          {page.total === null ? "" : ` of ${count(page.total)}`}
        </span>
        <button
          type="button"
          disabled={page.total === null || last >= page.total}
          onClick={() => setOffset(offset + ROWS)}
        >
          Next
        </button>
      </div>
    </section>
  );
}
