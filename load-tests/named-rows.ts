/** The rows that a run is of, in the order of the table: all unless some are named. */
export function namedRows<Row>(
  rows: Readonly<Record<string, Row>>,
  only: readonly string[],
): [name: string, row: Row][] {
  const unknown = only.filter((name) => !(name in rows));
  if (unknown.length > 0)
    throw new Error(`There is ${Object.keys(rows).join(", ")}, not ${unknown.join(", ")}`);
  return Object.entries(rows).filter(([name]) => only.length === 0 || only.includes(name));
}
