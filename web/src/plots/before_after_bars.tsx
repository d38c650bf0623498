// Parts of the rows over groups of values, before and after, back to back.
import { scaleLinear } from "d3-scale";

const WIDTH = 240;
const HALF = 32;

export function BeforeAfterBars({ before, after, name }: { before: number[]; after: number[]; name: string }) {
  const tall = scaleLinear([0, Math.max(0.0001, ...before, ...after)], [0, HALF - 1]);
  const width = WIDTH / Math.max(1, before.length);
  return (
    <svg class="plot small" viewBox={`0 0 ${WIDTH} ${2 * HALF}`} role="img" aria-label={`${name}: distribution before (up) and after (down)`}>
      {before.map((part, at) => (
        <rect key={`b${at}`} class="before" x={at * width} y={HALF - tall(part)} width={Math.max(0.5, width - 0.5)} height={tall(part)} />
      ))}
      {after.map((part, at) => (
        <rect key={`a${at}`} class="after" x={at * width} y={HALF} width={Math.max(0.5, width - 0.5)} height={tall(part)} />
      ))}
    </svg>
  );
}
