// The lattice of levels where it is small: coarser upwards, what keeps the promise filled.
import type { Explored, NodeRow } from "../../api/types";
import { candidatesOf, keyOf, type Candidate } from "./candidates";

const WIDTH = 900;
const STEP = 54;

interface Props {
  explored: Explored;
  chosen: Candidate | null;
  onChoose: (candidate: Candidate) => void;
}

export function Lattice({ explored, chosen, onChoose }: Props) {
  const rows = new Map<number, NodeRow[]>();
  for (const node of explored.nodes) {
    const height = node[0].reduce((sum, level) => sum + level, 0);
    rows.set(height, [...(rows.get(height) ?? []), node]);
  }
  const heights = [...rows.keys()].toSorted((a, b) => b - a);
  const places = new Map<string, [number, number]>();
  heights.forEach((height, row) => {
    const nodes = rows.get(height) ?? [];
    nodes.forEach((node, at) => places.set(node[0].join(","), [((at + 0.5) * WIDTH) / nodes.length, (row + 0.5) * STEP]));
  });
  const minimal = new Set(explored.minimal.map((levels) => levels.join(",")));
  const known = new Map(candidatesOf(explored).map((one) => [keyOf(one), one]));
  const total = heights.length * STEP;
  return (
    <section class="card" aria-label="Lattice">
      <h2>The lattice</h2>
      <p class="quiet">
        Each point is one combination of levels ({explored.columns.join(", ")}), coarser upwards. Filled: keeps the promise. Ringed: minimal.
      </p>
      <svg class="plot wide" viewBox={`0 0 ${WIDTH} ${total}`} role="img" aria-label={`Lattice of ${explored.lattice} nodes; the list above has the same`}>
        {explored.nodes.flatMap((node) => edges(node[0], places))}
        {explored.nodes.map((node) => {
          const key = node[0].join(",");
          const [x, y] = places.get(key) ?? [0, 0];
          const candidate = known.get(key);
          const classes = [node[1] ? "node holds" : "node", minimal.has(key) ? "minimal" : "", chosen && keyOf(chosen) === key ? "now" : ""];
          return (
            <circle key={key} class={classes.join(" ")} cx={x} cy={y} r={7} onClick={() => candidate && onChoose(candidate)}>
              <title>{key}</title>
            </circle>
          );
        })}
      </svg>
    </section>
  );
}

function edges(levels: number[], places: Map<string, [number, number]>) {
  const from = places.get(levels.join(","));
  return levels.flatMap((level, at) => {
    const to = places.get(levels.with(at, level + 1).join(","));
    return from && to ? [<line key={`${levels.join(",")}/${at}`} class="edge" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />] : [];
  });
}
