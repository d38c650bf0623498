// The most frequent values of a column as bars.
import type { ValueCounts } from "../api/types";
import { count } from "../state/numbers";

export function ValueBars({ counts }: { counts: ValueCounts }) {
  const most = Math.max(1, ...counts.values.map(([, rows]) => rows));
  return (
    <table class="bars">
      <caption>
        {count(counts.distinct)} different values, {count(counts.missing)} missing cells
      </caption>
      <tbody>
        {counts.values.map(([value, rows]) => (
          <tr key={value}>
            <th scope="row">{value}</th>
            <td>
              <meter min={0} max={most} value={rows} aria-hidden="true" />
            </td>
            <td class="n">{count(rows)}</td>
          </tr>
        ))}
        {counts.others > 0 && (
          <tr>
            <th scope="row" class="quiet">
              all others
            </th>
            <td />
            <td class="n">{count(counts.others)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
