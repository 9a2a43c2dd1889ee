import type { Action, Caller } from "@slipway/contracts";
import { deadlineMs } from "./constants.ts";
import type { Repeat } from "./repeat.ts";

/** One request as a use case sees it: who asks, until when an answer counts, and the way onwards. */
export interface Request {
  readonly caller: Caller;
  /** Milliseconds since the epoch. Work is not begun past it. */
  readonly deadline: number;
  /**
   * The role of the node that has sent it, as NATS vouches for it (docs/decisions/0020). Absent: it is of this process,
   * or the installation has one NATS user for all.
   */
  readonly sender?: string | undefined;
  /** Absent unless the client has named the change by a key. A call takes it along only where it is told to. */
  readonly repeat?: Repeat | undefined;
  /** The trace header that calls of a broker take along; a context has its own. */
  readonly traceparent?: string | undefined;
  /** Where further calls leave from; a context keeps the trace, a broker begins one. */
  readonly via: Via;
}

/** Whether nothing may be begun for this request any more. */
export function isLate({ deadline }: Request): boolean {
  return Date.now() > deadline;
}

/** The method that a context and a broker have in common. */
export interface Via {
  call<Answer>(action: string, input: object, options: object): Promise<Answer>;
}

/** A request that nobody sent: a sweep, a relay, the command line. @param kind decides how long it may take. */
export function ownRequest(
  broker: Via,
  tenantId: string,
  source: "system" | "cli" = "system",
  kind: Action["kind"] = "mutation",
): Request {
  const caller: Caller = Object.freeze({
    tenantId,
    actorType: "SYSTEM",
    actorId: null,
    credentialId: null,
    scopes: ["*"],
    source,
    requestId: "own",
  });
  return { caller, deadline: Date.now() + deadlineMs[kind], via: broker };
}
