/** packages/client/src/generated/operations.ts: what the client sends for each of its methods. */
import assert from "node:assert";
import type { Operation } from "./operations.ts";

export function operationsFile(operations: readonly Operation[], version: string): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group)].map(
    ([group, own]) => `${group}: {\n${own.map(rowText).join("\n")}\n},`,
  );
  return `import type { Operation } from "../operation.ts";

/** Version of the API that this client was made for. */
export const apiVersion = ${JSON.stringify(version)};

/** The request of each method. */
export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
${groups.join("\n")}
};`;
}

/** A field that is absent from a row has its usual value (operation.ts). */
function rowText({ name, answer, isBytes, ...operation }: Operation): string {
  const { method, path, input, repeat, pages, deadlineMs } = operation;
  const isGet = method === "GET";
  assert(!isGet || repeat === "read", `${path}: a GET may be repeated`);
  // JSON leaves out what is undefined.
  const row = {
    method: isGet ? undefined : method,
    path,
    input: input?.place,
    repeat: isGet ? undefined : repeat,
    pages,
    hasChanges: answer.changes === undefined ? undefined : true,
    isBytes: isBytes || undefined,
    deadlineMs,
  };
  return `${name}: ${JSON.stringify(row)},`;
}
