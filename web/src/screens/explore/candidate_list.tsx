// The same candidates as a list, least loss first, for whoever does not use a mouse.
import { useMemo, useState } from "preact/hooks";

import type { Explored } from "../../api/types";
import { count, decimal, percent } from "../../state/numbers";
import { keyOf, type Candidate } from "./candidates";

const ROWS = 10;
type Order = "loss" | "risk" | "suppressed" | "classes";

interface Props {
  explored: Explored;
  candidates: Candidate[];
  pinned: Candidate[];
  onPin: (candidate: Candidate) => void;
  onChoose: (candidate: Candidate) => void;
}

export function CandidateList({ explored, candidates, pinned, onPin, onChoose }: Props) {
  const [order, setOrder] = useState<Order>("loss");
  const [page, setPage] = useState(0);
  const sorted = useMemo(() => candidates.toSorted((a, b) => a[order] - b[order]), [candidates, order]);
  const pages = Math.max(1, Math.ceil(sorted.length / ROWS));
  const at = Math.min(page, pages - 1);
  const minimal = useMemo(() => new Set(explored.minimal.map((levels) => levels.join(","))), [explored]);
  const head = (key: Order, words: string) => (
    <th scope="col" class="n" aria-sort={order === key ? "ascending" : "none"}>
      <button type="button" class="plain" onClick={() => setOrder(key)}>
        {words}
      </button>
    </th>
  );
  return (
    <section class="card" aria-label="Candidates">
      <h2>Candidates</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Candidates, sorted">
        <table data-testid="candidates">
          <thead>
            <tr>
              {explored.columns.map((column) => (
                <th key={column} scope="col" class="n">
                  {column}
                </th>
              ))}
              {head("loss", explored.objective)}
              {head("risk", "average risk")}
              {head("suppressed", "suppressed")}
              {head("classes", "classes")}
              <th scope="col">minimal</th>
              <th scope="col">
                <span class="unseen">Take it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(at * ROWS, (at + 1) * ROWS).map((one) => {
              const isPinned = pinned.some((other) => keyOf(other) === keyOf(one));
              return (
                <tr key={keyOf(one)}>
                  {one.levels.map((level, place) => (
                    <td key={place} class="n">
                      {level}
                    </td>
                  ))}
                  <td class="n">{decimal(one.loss)}</td>
                  <td class="n">{percent(one.risk)}</td>
                  <td class="n">{count(one.suppressed)}</td>
                  <td class="n">{count(one.classes)}</td>
                  <td>{minimal.has(keyOf(one)) ? "yes" : ""}</td>
                  <td>
                    <button type="button" onClick={() => onChoose(one)}>
                      Choose<span class="unseen"> {keyOf(one)}</span>
                    </button>{" "}
                    <button type="button" aria-pressed={isPinned} onClick={() => onPin(one)}>
                      {isPinned ? "Unpin" : "Pin"}
                      <span class="unseen"> {keyOf(one)}</span>
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div class="pager">
        <button type="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
          Previous
        </button>
        <span>
          Page {count(at + 1)} of {count(pages)}
        </span>
        <button type="button" disabled={at + 1 >= pages} onClick={() => setPage(at + 1)}>
          Next
        </button>
      </div>
    </section>
  );
}
