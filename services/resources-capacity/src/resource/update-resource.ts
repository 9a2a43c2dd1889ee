import { type Request, refuse } from "@slipway/broker";
import type { InputOf, resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { isUnchanged, laterThan, requireUnchanged } from "@slipway/store";
import type { ResourceDeps } from "./deps.ts";
import { resizeResource } from "./resize-resource.ts";
import { type Resource, type ResourceRecord, resourceRecord } from "../ledger/resource.ts";
import type { ResourceChange } from "../ledger/resource-store.ts";
import { writeAttemptsMax } from "../constants.ts";

/** Changes a resource. A changed number is a resize (see `resizeResource`); no change writes nothing. */
export async function updateResource(
  deps: ResourceDeps,
  request: Request,
  { expectedUpdatedAt, ...input }: InputOf<typeof resourcesCapacity.updateResource>,
): Promise<ResourceRecord> {
  for (let attempt = 0; attempt < writeAttemptsMax; attempt++) {
    const resource = await deps.resources.getToChange(request.caller.tenantId, input.id);
    if (!resource) throw refuse("NOT_FOUND");
    const set = changeOf(resource, input);
    if (Object.keys(set).length === 0 || !isUnchanged(resource, expectedUpdatedAt)) {
      if (!(await deps.resources.confirmUnchanged(resource))) continue;
      // Before it refuses: a repeat by the token of a request that was cut off finds the name set, and a later updatedAt.
      if (set.name === undefined) await bumpForName(deps, resource, input);
      requireUnchanged(resource, expectedUpdatedAt);
      return resourceRecord(resource);
    }
    if (set.quantity !== undefined || set.capacityPerResource !== undefined)
      return resourceRecord(
        await resizeResource(deps, request, { resource, set, expectedUpdatedAt }),
      );
    const updated = await save(deps, request, { resource, set });
    if (updated) return resourceRecord(await bumpForName(deps, updated, input));
  }
  throw refuse("VERSION_CONFLICT");
}

function changeOf(
  resource: Resource,
  {
    name,
    quantity,
    capacityPerResource,
    metadata,
  }: Omit<InputOf<typeof resourcesCapacity.updateResource>, "expectedUpdatedAt">,
): ResourceChange {
  const text = metadata && JSON.stringify(metadata);
  return {
    ...(name === undefined || name === resource.name ? {} : { name }),
    ...(quantity === undefined || quantity === resource.quantity ? {} : { quantity }),
    ...(capacityPerResource === undefined || capacityPerResource === resource.capacityPerResource
      ? {}
      : { capacityPerResource }),
    ...(text === undefined || text === resource.metadata ? {} : { metadata: text }),
  };
}

async function save(
  deps: ResourceDeps,
  request: Request,
  { resource, set }: { resource: Resource; set: ResourceChange },
): Promise<Resource | null> {
  const now = deps.clock();
  const updatedAt = laterThan(resource.updatedAt, now);
  const event = eventOf(request.caller, now, {
    type: "resource.updated",
    entityId: resource.id,
    before: resourceRecord(resource),
    after: resourceRecord({ ...resource, ...set, updatedAt }),
  });
  return deps.resources.save(resource, { set, change: { event, updatedAt } });
}

/**
 * Claims store the name, so views with the old one are invalidated. Even if nothing changes: the process that changed the name
 * may have crashed before its bump. Where nobody repeats that request, a view lasts `viewMsMax` at most.
 */
async function bumpForName(
  deps: ResourceDeps,
  resource: Resource,
  { name }: { readonly name?: string | undefined },
): Promise<Resource> {
  const { tenantId, supplierId } = resource;
  if (name !== undefined) await deps.ledgers.bumpOpenVersions(tenantId, supplierId, deps.clock());
  return resource;
}
