import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { readSeasonVersions } from "./read-season-versions.ts";

/** The versions of what `getSellingFacts` says of these options, as it stands now. Internal. */
export async function listSellingVersions(
  deps: Deps,
  request: Request,
  { options }: InputOf<typeof availability.listSellingVersions>,
): Promise<OutputOf<typeof availability.listSellingVersions>> {
  return { versions: await readSeasonVersions(deps, request.caller.tenantId, options) };
}
