/** A function for each operation of the API, made of the table of operations. */
import { type Call, type CreateOptions, callOf } from "./call.ts";
import type { Operations } from "./generated/groups.ts";
import { operations } from "./generated/operations.ts";
import type { NamedOperation, Operation } from "./operation.ts";
import type { Asked } from "./request.ts";
import { sendRequest } from "./send-request.ts";
import type { Settings } from "./settings.ts";

/** Makes the methods of a client. `more` adds those that read whole lists: without it, some methods of the type are missing. */
export function createOperations(
  settings: Settings,
  more: readonly MoreMethods[] = [],
): Operations {
  const groups = Object.entries(operations).map(([group, own]) => {
    const named = Object.entries(own).map(([method, operation]) => ({
      method,
      operation: { ...usual(operation), ...operation, name: `${group}.${method}` },
    }));
    const methods = named.flatMap(({ method, operation }): NamedMethod[] => [
      [method, (...given) => answer(settings, asked(operation, given))],
      ...more.flatMap((make) => make(settings, method, operation)),
    ]);
    return [group, Object.fromEntries(methods)] as const;
  });
  // The types of the groups and this table are made of the same rows.
  return Object.fromEntries(groups) as unknown as Operations;
}

/** Defaults of an operation, which the table leaves out: GET, and a read may be repeated. */
function usual({ method = "GET" }: Operation): Pick<NamedOperation, "method" | "repeat"> {
  return method === "GET" ? { method, repeat: "read" } : { method };
}

export type NamedMethod = [name: string, method: (...given: readonly unknown[]) => unknown];

/** Makes a further method of an operation, or none. */
export type MoreMethods = (
  settings: Settings,
  method: string,
  operation: NamedOperation,
) => NamedMethod[];

export function answer(settings: Settings, call: Asked): Call<unknown> {
  return callOf(sendRequest(settings, call));
}

/** Sorts the arguments of a method: the path's parameters, the input if the operation has one, and options. */
export function asked(operation: NamedOperation, given: readonly unknown[]): Asked {
  const count = operation.path.split("{").length - 1;
  const path = given.slice(0, count) as string[];
  const rest = given.slice(count);
  const input = operation.input === undefined ? undefined : (rest.shift() as Asked["input"]);
  const options = (rest[0] ?? {}) as CreateOptions;
  if (operation.repeat === "by header")
    return { operation, path, input, options: withKey(options) };
  if (operation.repeat !== "by key") return { operation, path, input, options };
  // One for all attempts: however often the request arrives, it is one sale.
  const idempotencyKey = input?.["idempotencyKey"] ?? options.idempotencyKey ?? crypto.randomUUID();
  return { operation, path, input: { ...input, idempotencyKey }, options };
}

/** One key for all attempts of a change: however often the request arrives, the server makes it once. */
function withKey({
  idempotencyKey = crypto.randomUUID(),
  ...options
}: CreateOptions): CreateOptions {
  return { ...options, headers: { "idempotency-key": idempotencyKey, ...options.headers } };
}
