/** Which of the client's operations the page calls. Pure. */
import assert from "node:assert";

type Table<Operation> = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * The operations that the sources name, such as `bookings.create`, also where a chain of calls breaks the line. The build
 * fails for a method that reads a list whole, such as `suppliers.all`, `sync.allJobs` or `bookings.changes`, because the page loads none. It
 * also fails for a call by a computed name, such as `bookings[action](id)`, which would go unseen.
 */
export function calledOperations<Operation>(
  operations: Table<Operation>,
  sources: string,
): Table<Operation> {
  for (const [computed, group = ""] of sources.matchAll(/\b(\w+)\[[a-zA-Z]\w*\]\(/g))
    assert(!(group in operations), `call a method of ${group} by its name, not by ${computed}`);
  for (const [whole, group = ""] of sources.matchAll(/\b(\w+)\s*\.\s*(?:all|changes)(?![a-z])\w*/g))
    assert(!(group in operations), `the page loads no ${whole}`);
  const named = new Set(
    [...sources.matchAll(/\b(\w+)\s*\.\s*(?=(\w+))/g)].map(([, group, method]) =>
      nameOf(group, method),
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
