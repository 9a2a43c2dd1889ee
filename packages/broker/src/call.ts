import type { Action, InputOf, OutputOf } from "@slipway/contracts";
import type { z } from "zod";
import { refuse } from "./refuse.ts";
import type { Request } from "./request.ts";

/** Where a call goes and how long its answer may take; both are seldom needed. */
export interface CallOptions {
  /** This node alone, instead of any that serves the action. */
  nodeId?: string;
}

/**
 * Calls an action by its contract. The caller and the deadline travel along; the time-out is what
 * is left until the deadline. Never repeats by itself.
 */
export async function call<A extends Action>(
  request: Request,
  contract: A,
  input: z.input<A["input"]> | InputOf<A>,
  options: CallOptions = {},
): Promise<OutputOf<A>> {
  const left = request.deadline - Date.now();
  if (left <= 0) throw refuse("DEADLINE_EXCEEDED");
  return request.via.call<OutputOf<A>>(contract.name, input as object, {
    meta: { caller: request.caller },
    headers: { deadline: request.deadline },
    timeout: left,
    ...(options.nodeId === undefined ? {} : { nodeID: options.nodeId }),
  });
}
