import type { Request } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { ResourceDeps } from "./deps.ts";
import { listLinks } from "./list-links.ts";
import { type RequirementRecord, requirementRecord } from "../ledger/resource.ts";

/**
 * What an option needs, in order of creation. Requirements that are being deleted are left out:
 * availability asks after it has written a period, so one of the two sees the other.
 */
export async function listRequirements(
  deps: ResourceDeps,
  request: Request,
  { optionId }: InputOf<typeof resourcesCapacity.listRequirements>,
): Promise<RequirementRecord[]> {
  const links = await listLinks(deps, request.caller.tenantId, optionId);
  return links
    .filter(({ requirement }) => !requirement.closing)
    .map(({ resource, requirement }) => requirementRecord(resource, requirement));
}
