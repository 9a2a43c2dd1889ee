import type { Action, InputOf, OutputOf } from "@slipway/contracts";
import { operationRepeated } from "@slipway/metrics";
import type { z } from "zod";
import { refuse } from "./refuse.ts";
import { type Repeat, withoutRepeat } from "./repeat.ts";
import type { Request } from "./request.ts";

/** Where a call goes and how long its answer may take; both are seldom needed. */
interface CallOptions {
  /** This node alone, instead of any that serves the action. */
  nodeId?: string;
  /** By which the change may be repeated; says afterwards whether this was a repeat. */
  repeat?: Repeat | undefined;
}

const attemptsMax = 5;
/** A node that is leaving answers "not available" until every caller has heard that it goes. */
const pauseMs = [0, 10, 40, 100];

/**
 * Calls an action by its contract. The caller and the deadline travel along; the time-out is what
 * is left until the deadline, to the next tenth of a second. Repeats at once what has provably not
 * been begun, on another replica, and a read whose replica is gone; nothing else.
 */
export async function call<A extends Action>(
  request: Request,
  contract: A,
  input: z.input<A["input"]> | InputOf<A>,
  options: CallOptions = {},
): Promise<OutputOf<A>> {
  const { repeat } = options;
  for (let attempt = 1; ; attempt++) {
    const left = request.deadline - Date.now();
    if (left <= 0) throw refuse("DEADLINE_EXCEEDED");
    try {
      const answer = await request.via.call<OutputOf<A>>(contract.name, input as object, {
        meta: { caller: request.caller },
        headers: {
          deadline: request.deadline,
          ...(request.traceparent !== undefined && { traceparent: request.traceparent }),
          ...(repeat && { repeat }),
        },
        timeout: roundedMs(left),
        ...(options.nodeId === undefined ? {} : { nodeID: options.nodeId }),
      });
      return repeat ? withoutRepeat(repeat, answer) : answer;
    } catch (error) {
      // Moleculer has not called it: the time of the request that it belongs to is used up.
      if ((error as { type?: unknown }).type === "REQUEST_SKIPPED")
        throw refuse("DEADLINE_EXCEEDED");
      if (options.nodeId !== undefined || attempt === attemptsMax) throw error;
      if (!mayRepeat(error, contract)) throw error;
      operationRepeated("call");
      await new Promise((resume) => setTimeout(resume, pauseMs[attempt - 1]));
    }
  }
}

/** Up to the next tenth of a second: timers of few lengths cost a fraction of timers of many. */
function roundedMs(milliseconds: number): number {
  return Math.ceil(milliseconds / 100) * 100;
}

/** The bus names the action it has failed to call: a failure further on names another one. */
function mayRepeat(error: unknown, { name, kind }: Action): boolean {
  const { type, data } = error as { type?: unknown; data?: { action?: unknown } };
  if (data?.action !== name) return false;
  return type === "SERVICE_NOT_AVAILABLE" || (kind === "read" && type === "REQUEST_REJECTED");
}
