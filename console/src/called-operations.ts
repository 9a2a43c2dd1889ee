/** Which of the client's operations the page calls. Pure. */

type Table<Operation> = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * The operations that the sources name, such as `bookings.create`, also where a chain of calls breaks the line. A method that
 * pages through a list, such as `suppliers.all`, is made of the operation `suppliers.list`.
 */
export function calledOperations<Operation>(
  operations: Table<Operation>,
  sources: string,
): Table<Operation> {
  const named = new Set(
    [...sources.matchAll(/\b(\w+)\s*\.\s*(?=(\w+))/g)].map(([, group, method]) =>
      nameOf(group, method?.replace(/^(all|changes)/, "list")),
    ),
  );
  const groups = Object.entries(operations).map(([group, own]) => {
    const called = Object.entries(own).filter(([method]) => named.has(nameOf(group, method)));
    return [group, Object.fromEntries(called)] as const;
  });
  return Object.fromEntries(groups.filter(([, own]) => Object.keys(own).length > 0));
}

function nameOf(group = "", method = ""): string {
  return `${group}.${method}`;
}
