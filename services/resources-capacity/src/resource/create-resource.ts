import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import { type InputOf, catalog, type resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import { startMinuteOf } from "../ledger/day.ts";
import type { ResourceDeps } from "./deps.ts";
import { type ResourceRecord, resourceRecord } from "../ledger/resource.ts";

/** Creates a resource. A supplier's first one fixes for good when its days begin. Refuses QUOTA_EXCEEDED. */
export async function createResource(
  deps: ResourceDeps,
  request: Request,
  input: InputOf<typeof resourcesCapacity.createResource>,
): Promise<ResourceRecord> {
  const { tenantId } = request.caller;
  const { supplierId, name, quantity, capacityPerResource } = input;
  const supplier = await pointAtField(
    "supplierId",
    call(request, catalog.getSupplierFacts, { supplierId }),
  );
  if (supplier.archived) throw refuse("ARCHIVED");

  const now = deps.clock();
  await deps.days.fix(tenantId, supplierId, startMinuteOf(supplier.timezone, now));
  const createdAt = new Date(now);
  const resource = {
    id: newId("res", now),
    supplierId,
    name,
    quantity,
    capacityPerResource,
    metadata: JSON.stringify(input.metadata),
    epoch: 1,
    requirements: [],
    createdAt,
  };
  const record = resourceRecord({ ...resource, tenantId, revision: 1, updatedAt: createdAt });
  const change = { type: "resource.created", entityId: resource.id } as const;
  const event = eventOf(request.caller, now, { ...change, before: null, after: record });
  await deps.config.resourceQuota.within(
    tenantId,
    (limit) => deps.resources.countAll(tenantId, limit),
    () => deps.resources.insert(tenantId, resource, event),
  );
  return record;
}
