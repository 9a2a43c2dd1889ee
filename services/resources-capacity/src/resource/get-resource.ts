import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { ResourceDeps } from "./deps.ts";
import { requirementRecord, resourceRecord } from "../ledger/resource.ts";

/** A resource with its requirements, in order of creation. */
export async function getResource(
  deps: ResourceDeps,
  request: Request,
  { id }: InputOf<typeof resourcesCapacity.getResource>,
): Promise<OutputOf<typeof resourcesCapacity.getResource>> {
  const resource = await deps.resources.get(request.caller.tenantId, id);
  if (!resource) throw refuse("NOT_FOUND");
  const requirements = resource.requirements
    .toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime() || (a.id < b.id ? -1 : 1))
    .map((requirement) => requirementRecord(resource, requirement));
  return { ...resourceRecord(resource), requirements };
}
