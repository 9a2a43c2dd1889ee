/** The HTTP request of a call. Pure. */
import type { CreateOptions } from "./call.ts";
import type { NamedOperation } from "./operation.ts";
import type { Settings } from "./settings.ts";

/** A call: an operation, and what it was called with. */
export interface Asked {
  readonly operation: NamedOperation;
  /** The values of the path's parameters, in order. */
  readonly path: readonly string[];
  readonly input: Readonly<Record<string, unknown>> | undefined;
  readonly options: CreateOptions;
}

export interface HttpRequest {
  readonly url: string;
  readonly init: RequestInit;
}

export function requestOf(
  settings: Settings,
  { operation, path, input, options }: Asked,
): HttpRequest {
  const { origin, headers, credentials } = settings;
  const query = operation.input === "query" ? queryOf(input ?? {}) : "";
  const body =
    operation.input === "body" && input !== undefined ? JSON.stringify(input) : undefined;
  return {
    url: `${origin}/api/v1${pathOf(operation, path)}${query}`,
    init: {
      method: operation.method,
      headers: joined(
        options.headers,
        headers,
        body === undefined ? {} : { "content-type": "application/json" },
      ),
      credentials,
      // A redirect would make a GET of a POST.
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** The later ones replace those of the same name, in any case: `Headers` would send both values. */
function joined(...parts: readonly (Readonly<Record<string, string>> | undefined)[]): Headers {
  const headers = new Headers();
  for (const part of parts)
    for (const [name, value] of Object.entries(part ?? {})) headers.set(name, value);
  return headers;
}

function pathOf({ name, path }: NamedOperation, values: readonly string[]): string {
  let at = 0;
  return path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value: unknown = values[at++];
    // Such an id would make the path of another operation.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name}: ${field} must be an id.`);
    return encodeURIComponent(value);
  });
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return given.length === 0 ? "" : `?${query.toString()}`;
}
