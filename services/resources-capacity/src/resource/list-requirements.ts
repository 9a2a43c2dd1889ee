import type { Request } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { listLinks } from "./list-links.ts";
import { type RequirementRecord, requirementRecord } from "./resource.ts";

/**
 * What an option needs, first-made first. One that is being deleted is left out, so that whoever
 * makes a period and looks here afterwards sees the deletion, or is seen by it.
 */
export async function listRequirements(
  deps: Deps,
  request: Request,
  { optionId }: InputOf<typeof resourcesCapacity.listRequirements>,
): Promise<RequirementRecord[]> {
  const links = await listLinks(deps, request.caller.tenantId, optionId);
  return links
    .filter(({ requirement }) => !requirement.closing)
    .map(({ resource, requirement }) => requirementRecord(resource, requirement));
}
