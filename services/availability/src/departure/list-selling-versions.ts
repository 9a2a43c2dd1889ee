import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { readSellingVersions } from "./read-selling-versions.ts";

/** The versions of what `getSellingFacts` says of these options, as it stands now. Internal. */
export async function listSellingVersions(
  deps: DepartureDeps,
  request: Request,
  { options }: InputOf<typeof availability.listSellingVersions>,
): Promise<OutputOf<typeof availability.listSellingVersions>> {
  return { versions: await readSellingVersions(deps, request.caller.tenantId, options) };
}
