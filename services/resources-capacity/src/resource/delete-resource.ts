import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type resourcesCapacity } from "@slipway/contracts";
import { eventOf, laterThan } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { markResource, unmarkResource } from "./mark-resource.ts";
import { type Resizing, type Resource, resourceRecord } from "./resource.ts";

/**
 * Deletes a resource that nothing requires and that never was booked: a resize to nothing that also
 * looks at the ledgers that are over, since a line names its resources for good.
 */
export async function deleteResource(
  deps: Deps,
  request: Request,
  { id }: InputOf<typeof resourcesCapacity.deleteResource>,
): Promise<{ deleted: true }> {
  const marked = await markResource(deps, request, {
    id,
    numbersOf: ({ capacityPerResource }) => ({
      quantity: 0,
      capacityPerResource,
      isDeletion: true,
    }),
  });
  const { tenantId, supplierId } = marked;
  // First every view falls: a claim decided on an older one is in a ledger already, or is not made.
  await deps.ledgers.raiseAll(tenantId, supplierId, deps.clock());
  if (await deps.ledgers.isResourceNamed(tenantId, supplierId, id)) {
    await unmarkResource(deps, marked);
    throw refuse("RESOURCE_IN_USE");
  }
  await remove(deps, request, marked);
  return { deleted: true };
}

async function remove(
  deps: Deps,
  request: Request,
  { id, tenantId, resizing }: Resource & { resizing: Resizing },
): Promise<void> {
  for (;;) {
    const current = await deps.resources.getToChange(tenantId, id);
    // Somebody took the mark away: it may be required or booked again.
    if (current?.resizing?.attempt !== resizing.attempt) throw refuse("SERVICE_UNAVAILABLE");
    const now = deps.clock();
    const event = eventOf(request.caller, now, {
      entityType: "resource",
      entityId: id,
      verb: "delete",
      before: resourceRecord(current),
      after: null,
    });
    const told = { event, updatedAt: laterThan(current.updatedAt, now) };
    if (await deps.resources.save(current, { remove: true, told })) return;
  }
}
