// Two candidates side by side: which column loses what.
import type { Explored } from "../../api/types";
import { count, decimal, percent } from "../../state/numbers";
import { keyOf, type Candidate } from "./candidates";

export function Comparison({ explored, pinned }: { explored: Explored; pinned: Candidate[] }) {
  const rows: [string, (one: Candidate) => string][] = [
    ...explored.columns.map((column, at): [string, (one: Candidate) => string] => [`level of ${column}`, (one) => String(one.levels[at])]),
    [explored.objective, (one) => decimal(one.loss)],
    ["average risk", (one) => percent(one.risk)],
    ["rows suppressed", (one) => `${count(one.suppressed)} (${percent(one.suppressed / explored.rows)})`],
    ["classes", (one) => count(one.classes)],
  ];
  return (
    <section class="card" data-testid="comparison" aria-label="Pinned candidates">
      <h2>Pinned: {pinned.length} of 2</h2>
      <table>
        <thead>
          <tr>
            <td />
            {pinned.map((one, at) => (
              <th key={keyOf(one)} scope="col" class="n">
                {at === 0 ? "first" : "second"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([words, of]) => {
            const texts = pinned.map(of);
            const differs = texts.length === 2 && texts[0] !== texts[1];
            return (
              <tr key={words} class={differs ? "differs" : ""}>
                <th scope="row">{words}</th>
                {texts.map((text, at) => (
                  <td key={at} class="n">
                    {text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {pinned.length < 2 && <p class="quiet">Pin another candidate to compare the two.</p>}
    </section>
  );
}
