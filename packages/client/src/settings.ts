/** The settings of a client. */
import { isBeforeSending } from "./before-sending.ts";

/** Unless other values are given. An attempt may take more than the server itself takes. */
export const patience = { timeoutMs: 30_000, attemptTimeoutMs: 12_000, maxRetries: 3 };

export interface ClientOptions {
  /** URL of the server, without `/api/v1`. An empty one is the origin of the page, in browsers. */
  readonly baseUrl: string;
  /** An API key `slw_...`, or a session's token `sls_...`. Left out, only operations without a credential are answered. */
  readonly apiKey?: string | undefined;
  /** In a browser on the server's own origin: its session cookie is the credential. */
  readonly session?: "cookie" | undefined;
  /** How long a call may take with all its attempts, in milliseconds: 30 000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** How long one attempt may take, in milliseconds: 12 000 unless given, more than the server itself takes. */
  readonly attemptTimeoutMs?: number | undefined;
  /** How often a call is repeated at most, where a repeat is safe: 3 unless given. */
  readonly maxRetries?: number | undefined;
  /** Ends each call that has no signal of its own. */
  readonly signal?: AbortSignal | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Hears once of each operation that the server is going to end; `console.warn` unless given. */
  readonly onWarning?: ((warning: DeprecationWarning) => void) | undefined;
}

/** The server's announcement that it will end an operation (RFC 9745 and RFC 8594). */
export interface DeprecationWarning {
  readonly message: string;
  /** Such as `bookings.create`. */
  readonly operation: string;
  /** Header `Deprecation`: since when, as `@` and seconds since 1970. */
  readonly deprecation: string;
  /** Header `Sunset`: when it ends; null where that is not said. */
  readonly sunset: string | null;
}

export interface Settings {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: "same-origin" | "omit";
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  readonly fetch: typeof fetch;
  /** Whether the cause of a failed connection says that nothing was sent. */
  readonly isBeforeSending: (cause: unknown) => boolean;
  /** Warns of an operation whose answer says that it will end; once. */
  readonly noteDeprecation: (operation: string, answer: Headers) => void;
}

export function settingsOf(options: ClientOptions, version: string): Settings {
  const { baseUrl, apiKey, session, headers = {} } = options;
  if (apiKey !== undefined && session !== undefined)
    throw new TypeError("A client has an apiKey or a session, not both.");
  if (baseUrl !== "" && !/^https?:\/\//.test(baseUrl))
    throw new TypeError("baseUrl must be the http or https URL of the server.");
  return {
    origin: baseUrl.replace(/\/+$/, ""),
    headers: {
      ...headers,
      accept: "application/json",
      "x-slipway-client": `slipway-js/${version}`,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    credentials: session === "cookie" ? "same-origin" : "omit",
    timeoutMs: options.timeoutMs ?? patience.timeoutMs,
    attemptTimeoutMs: options.attemptTimeoutMs ?? patience.attemptTimeoutMs,
    maxRetries: options.maxRetries ?? patience.maxRetries,
    signal: options.signal,
    // Called as a function of its own: browsers refuse it as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    isBeforeSending,
    noteDeprecation: deprecationNotes(options.onWarning ?? warnOnConsole),
  };
}

function deprecationNotes(
  warn: (warning: DeprecationWarning) => void,
): Settings["noteDeprecation"] {
  const warned = new Set<string>();
  return (operation, answer) => {
    const deprecation = answer.get("deprecation");
    if (deprecation === null || warned.has(operation)) return;
    warned.add(operation);
    const sunset = answer.get("sunset");
    const end = sunset === null ? "" : ` and ends at ${sunset}`;
    const message = `${operation} of Slipway's API is deprecated${end}: see its changelog.`;
    warn({ message, operation, deprecation, sunset });
  };
}

function warnOnConsole({ message }: DeprecationWarning): void {
  // oxlint-disable-next-line no-console -- A program that gave no onWarning hears of it nowhere else.
  console.warn(message);
}
