// Two columns against each other: the darker, the more rows.
import type { CrossTable } from "../api/types";
import { count } from "../state/numbers";

export function HeatMap({ table, title }: { table: CrossTable; title: string }) {
  const most = Math.max(1, ...table.rows.flat());
  return (
    <figure class="heat">
      <figcaption>{title}</figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <td />
              {table.second.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={table.first[at]}>
                <th scope="row">{table.first[at]}</th>
                {row.map((rows, place) => (
                  <td key={place} class={`heat-${Math.ceil((rows / most) * 8)}`}>
                    {count(rows)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
