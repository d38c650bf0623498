// Which columns, and which of them together, make people stand out.
import type { Risk } from "../../api/types";
import { RowTable } from "../../parts/row_table";
import { count, percent } from "../../state/numbers";

const MOST = 8;

export function Drivers({ risk }: { risk: Risk }) {
  return (
    <details>
      <summary>Which columns drive it</summary>
      <RowTable
        head="Column"
        name={(column) => column.column}
        rows={risk.columns}
        columns={[
          { head: "Pairs of rows it tells apart", of: (column) => percent(column.separation), isNumber: true },
          { head: "Share of what makes rows unique", of: (column) => percent(column.share_of_score), isNumber: true },
        ]}
      />
      <RowTable
        head="Columns together"
        name={(one) => one.columns.join(", ")}
        rows={risk.combinations.list.slice(0, MOST)}
        columns={[
          { head: "Smallest class", of: (one) => count(one.k), isNumber: true },
          { head: "Alone", of: (one) => count(one.uniques), isNumber: true },
        ]}
      />
    </details>
  );
}
