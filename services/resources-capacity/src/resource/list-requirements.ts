import type { Request } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { ResourceDeps } from "./deps.ts";
import { listLinks } from "./list-links.ts";
import { type RequirementRecord, requirementRecord } from "../ledger/resource.ts";

/**
 * Lists the requirements of an option, in order of creation. It leaves out those that are being deleted. Availability
 * asks after it has written a period, so one of the two sees the other.
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
