import type { Caller } from "@slipway/contracts";

/** Who does what nobody has asked for at this moment. */
export function systemCaller(tenantId: string): Caller {
  return {
    tenantId,
    actorType: "SYSTEM",
    actorId: null,
    credentialId: null,
    scopes: ["*"],
    source: "system",
    requestId: "own",
  };
}
