import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Via } from "@slipway/broker";

/** Where a request stands in a trace (W3C trace context). */
export interface Trace {
  /** The client's, so that its lines and ours are found together; else one of our own. */
  readonly traceId: string;
  /** Of this request at this gateway. */
  readonly spanId: string;
  /** What travels on with every call. */
  readonly traceparent: string;
}

// A later version may append fields; version ff and ids of zeros alone are invalid.
const incoming =
  /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-|$)/;

/** Continues the client's trace where its header is valid, and begins one where it is not. */
export function traceOf({ headers }: IncomingMessage): Trace {
  const given = headers["traceparent"];
  const parsed = typeof given === "string" ? incoming.exec(given) : null;
  const own = hexadecimal();
  const traceId = parsed?.[1] ?? own;
  const spanId = own.slice(16);
  // Nobody has asked for a trace of ours to be recorded.
  const flags = parsed?.[2] ?? "00";
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

/** A way onto the bus that takes the trace along; further on every context does so itself. */
export function traced(via: Via, { traceparent }: Trace): Via {
  return {
    call: (action, input, options) => {
      const { headers } = options as { headers?: object };
      return via.call(action, input, { ...options, headers: { ...headers, traceparent } });
    },
  };
}

/** 32 digits. A UUID is random enough, never zero, and the cheapest that Node has. */
function hexadecimal(): string {
  return randomUUID().replaceAll("-", "");
}
