/** The list of the console: a table with a caption, whose rows become cards on a telephone. */
import type { ComponentChildren } from "preact";
import { texts } from "../texts/texts.ts";

export interface Column<Row> {
  readonly title: string;
  cell(row: Row): ComponentChildren;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
}

interface Given<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** Columns of what several lists have fit each of them. */
  readonly columns: readonly Column<NoInfer<Row>>[];
  readonly keyOf: (row: Row) => string;
  /** The words in place of a list without rows. */
  readonly empty?: ComponentChildren;
  /** The row that is opened elsewhere on the page. */
  readonly isCurrent?: (row: Row) => boolean;
}

/** The first column names the row. */
export function DataList<Row>({ caption, rows, columns, keyOf, empty, isCurrent }: Given<Row>) {
  if (rows.length === 0) return <p class="minor">{empty ?? texts.list.empty}</p>;
  return (
    <table class="data-list">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" class={isNumber ? "number" : ""}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} class={isCurrent?.(row) ? "current" : ""}>
            {columns.map((column, index) => (
              <Cell key={column.title} column={column} row={row} isName={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>(given: { column: Column<Row>; row: Row; isName: boolean }) {
  const { column, row, isName } = given;
  const shown = { "data-title": column.title, class: column.isNumber ? "number" : "" };
  if (isName)
    return (
      <th scope="row" {...shown}>
        {column.cell(row)}
      </th>
    );
  return <td {...shown}>{column.cell(row)}</td>;
}
