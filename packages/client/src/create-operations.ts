/** A function for each operation of the API, made of the table of operations. */
import { type Answered, type Call, type CreateOptions, callOf } from "./call.ts";
import type { Operations } from "./generated/groups.ts";
import { operations } from "./generated/operations.ts";
import type { NamedOperation } from "./operation.ts";
import { type AskPage, changeFeed, cursorPages, offsetPages } from "./pages.ts";
import type { Asked } from "./request.ts";
import { sendRequest } from "./send-request.ts";
import type { Settings } from "./settings.ts";

/** What a client is made of. */
export function createOperations(settings: Settings): Operations {
  const groups = Object.entries(operations).map(([group, own]) => {
    const named = Object.entries(own).map(([method, operation]) => ({
      method,
      operation: { ...operation, name: `${group}.${method}` },
    }));
    const methods = named.flatMap((each) => methodsOf(settings, each.method, each.operation));
    return [group, Object.fromEntries(methods)] as const;
  });
  // The types of the groups and this table are made of the same rows.
  return Object.fromEntries(groups) as unknown as Operations;
}

type Method = (...given: readonly unknown[]) => unknown;

function methodsOf(
  settings: Settings,
  method: string,
  operation: NamedOperation,
): [name: string, method: Method][] {
  const own: [string, Method] = [method, (...given) => answer(settings, asked(operation, given))];
  const { pages, hasChanges } = operation;
  return [
    own,
    ...(pages ? [all(settings, method, { ...operation, pages })] : []),
    ...(hasChanges ? [changes(settings, method, operation)] : []),
  ];
}

function answer(settings: Settings, call: Asked): Call<unknown> {
  return callOf(sendRequest(settings, call));
}

/** What a method was called with: the path's parameters, the input where there is one, and options. */
function asked(operation: NamedOperation, given: readonly unknown[]): Asked {
  const count = operation.path.split("{").length - 1;
  const path = given.slice(0, count) as string[];
  const rest = given.slice(count);
  const input = operation.input === undefined ? undefined : (rest.shift() as Asked["input"]);
  const options = (rest[0] ?? {}) as CreateOptions;
  if (operation.repeat !== "by key") return { operation, path, input, options };
  // One for all attempts: however often the request arrives, it is one sale.
  const idempotencyKey = input?.["idempotencyKey"] ?? options.idempotencyKey ?? crypto.randomUUID();
  return { operation, path, input: { ...input, idempotencyKey }, options };
}

function all(
  settings: Settings,
  method: string,
  operation: NamedOperation & { readonly pages: "offset" | "cursor" },
): [name: string, method: Method] {
  const read: Method = (...given) => {
    const call = asked(operation, given);
    const ask: AskPage<never> = async (at) =>
      (await answer(settings, { ...call, input: { ...call.input, ...at } })) as never;
    return operation.pages === "offset" ? offsetPages(ask) : cursorPages(ask);
  };
  return [method.replace(/^list/, "all"), read];
}

function changes(
  settings: Settings,
  method: string,
  operation: NamedOperation,
): [name: string, method: Method] {
  const read: Method = (...given) => {
    const call = asked(operation, given);
    const { since, ...filters } = (call.input ?? {}) as { since: string };
    return changeFeed(since, async (at) => {
      const input = "cursor" in at ? at : { ...filters, ...at };
      const { data, response } = (await answer(settings, {
        ...call,
        input,
      }).withResponse()) as Answered<never>;
      return { page: data, watermark: response.headers.get("sync-watermark") };
    });
  };
  return [method.replace(/^list/, "changes"), read];
}
