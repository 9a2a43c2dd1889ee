import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import type { ResourceDeps } from "./deps.ts";
import { lockResource, unlockResource } from "./lock-resource.ts";
import { type Resizing, type Resource, resourceRecord } from "../ledger/resource.ts";

/**
 * Deletes a resource that no option requires and that was never booked. This is a resize to zero that
 * also reads the ledgers of past days: a usage names its resources for good.
 */
export async function deleteResource(
  deps: ResourceDeps,
  request: Request,
  { id }: InputOf<typeof resourcesCapacity.deleteResource>,
): Promise<{ deleted: true }> {
  const locked = await lockResource(deps, request, {
    id,
    numbersOf: ({ capacityPerResource }) => ({
      quantity: 0,
      capacityPerResource,
      isDeletion: true,
    }),
  });
  const { tenantId, supplierId } = locked;
  // First bump all versions: a claim decided on an older view is in a ledger already, or will fail.
  await deps.ledgers.bumpOpenVersions(tenantId, supplierId, deps.clock());
  if (await deps.ledgers.isResourceNamed(tenantId, supplierId, id)) {
    await unlockResource(deps, locked);
    throw refuse("RESOURCE_IN_USE");
  }
  await remove(deps, request, locked);
  return { deleted: true };
}

async function remove(
  deps: ResourceDeps,
  request: Request,
  { id, tenantId, resizing }: Resource & { resizing: Resizing },
): Promise<void> {
  for (;;) {
    const current = await deps.resources.getToChange(tenantId, id);
    // Another process removed the lock: the resource may be required or booked again.
    if (current?.resizing?.attempt !== resizing.attempt) throw refuse("SERVICE_UNAVAILABLE");
    const now = deps.clock();
    const event = eventOf(request.caller, now, {
      type: "resource.deleted",
      entityId: id,
      before: resourceRecord(current),
      after: null,
    });
    const change = { event, updatedAt: laterThan(current.updatedAt, now) };
    if (await deps.resources.save(current, { remove: true, change })) return;
  }
}
