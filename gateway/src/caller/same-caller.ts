import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@slipway/contracts";

type Identified = Omit<Caller, "requestId">;

/** Whether a credential, looked up again, stands for the same caller. Its proof is another one each minute. */
export function isSameCaller(one: Identified, other: Identified): boolean {
  return isDeepStrictEqual({ ...one, proof: undefined }, { ...other, proof: undefined });
}
