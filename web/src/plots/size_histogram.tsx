// Rows by the size of their class: small classes are what an attacker looks for.
import { scaleLinear } from "d3-scale";

import { count } from "../state/numbers";

export interface SizeBar {
  from: number;
  to: number | null;
  classes: number | string;
  rows: number | string | null;
}

const WIDTH = 640;
const HEIGHT = 170;
const FOOT = 34;

export function SizeHistogram({ sizes, k, title }: { sizes: SizeBar[]; k: number; title: string }) {
  const rows = sizes.map((size) => (typeof size.rows === "number" ? size.rows : 0));
  const height = scaleLinear([0, Math.max(1, ...rows)], [0, HEIGHT - FOOT - 18]);
  const width = WIDTH / Math.max(1, sizes.length);
  const small = sizes.reduce((sum, size, at) => sum + (size.to !== null && size.to < k ? (rows[at] ?? 0) : 0), 0);
  const name = `${title}: ${count(small)} rows in classes that are wholly below ${k}.`;
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      {sizes.map((size, at) => {
        const tall = height(rows[at] ?? 0);
        const label = size.to === null ? `${size.from}+` : size.from === size.to ? `${size.from}` : `${size.from}–${size.to}`;
        return (
          <g key={size.from}>
            <rect
              class={size.from < k ? "bar small" : "bar"}
              x={at * width + 4}
              y={HEIGHT - FOOT - tall}
              width={width - 8}
              height={tall}
            />
            <text class="value" x={at * width + width / 2} y={HEIGHT - FOOT - tall - 4} text-anchor="middle">
              {count(rows[at])}
            </text>
            <text x={at * width + width / 2} y={HEIGHT - FOOT + 15} text-anchor="middle">
              {label}
            </text>
          </g>
        );
      })}
      <text x={WIDTH / 2} y={HEIGHT - 4} text-anchor="middle" class="axis">
        size of the class; rows above
      </text>
    </svg>
  );
}
