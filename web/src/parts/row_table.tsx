// A table of a few rows, each named by its first cell: what screens show that is not paged.
import type { ComponentChildren } from "preact";

export interface RowColumn<Row> {
  head: string;
  of: (row: Row) => ComponentChildren;
  /** Numbers stand to the right. */
  isNumber?: boolean;
}

interface RowTableProps<Row> {
  /** What rows are named by. */
  head: string;
  name: (row: Row) => string;
  columns: RowColumn<Row>[];
  rows: Row[];
}

export function RowTable<Row>({ head, name, columns, rows }: RowTableProps<Row>) {
  const side = (column: RowColumn<Row>) => (column.isNumber ? "n" : "");
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((column) => (
            <th key={column.head} scope="col" class={side(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={name(row)}>
            <th scope="row">{name(row)}</th>
            {columns.map((column) => (
              <td key={column.head} class={side(column)}>
                {column.of(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
