// Which columns, and which of them together, make people stand out.
import type { Risk } from "../../api/types";
import { count, percent } from "../../state/numbers";

const MOST = 8;

export function Drivers({ risk }: { risk: Risk }) {
  return (
    <details>
      <summary>Which columns drive it</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" class="n">
              Pairs of rows it tells apart
            </th>
            <th scope="col" class="n">
              Share of what makes rows unique
            </th>
          </tr>
        </thead>
        <tbody>
          {risk.columns.map((column) => (
            <tr key={column.column}>
              <th scope="row">{column.column}</th>
              <td class="n">{percent(column.separation)}</td>
              <td class="n">{percent(column.share_of_score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th scope="col">Columns together</th>
            <th scope="col" class="n">
              Smallest class
            </th>
            <th scope="col" class="n">
              Alone
            </th>
          </tr>
        </thead>
        <tbody>
          {risk.combinations.list.slice(0, MOST).map((one) => (
            <tr key={one.columns.join()}>
              <th scope="row">{one.columns.join(", ")}</th>
              <td class="n">{count(one.k)}</td>
              <td class="n">{count(one.uniques)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
