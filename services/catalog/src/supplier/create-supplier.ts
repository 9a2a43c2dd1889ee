import type { Request } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { findTakenReferences, issueReference } from "../record/issue-reference.ts";
import { type SupplierRecord, supplierRecord } from "../record/supplier.ts";

/**
 * Makes a supplier; every call makes one. Refuses QUOTA_EXCEEDED, and REFERENCE_TAKEN for an explicit reference. The
 * quota may be exceeded by the suppliers that other requests are making at this moment.
 */
export async function createSupplier(
  deps: RecordDeps,
  request: Request,
  { reference: explicit, metadata, ...fields }: InputOf<typeof catalog.createSupplier>,
): Promise<SupplierRecord> {
  const { tenantId } = request.caller;
  const quota = deps.config.quotas.suppliers;
  quota.check(await deps.suppliers.count(tenantId, {}));
  const now = deps.clock();
  const supplier = {
    _id: newId("sup", now),
    createdAt: new Date(now),
    ...fields,
    nameKey: fields.name.toLowerCase(),
    metadata: JSON.stringify(metadata),
    deletedAt: null,
    copying: null,
  };
  return issueReference(
    deps,
    { explicit, name: fields.name, kind: "supplier", scope: tenantId },
    (wanted) => findTakenReferences(deps.suppliers.collection, tenantId, { wanted }),
    async (reference) => {
      const whole = { ...supplier, reference };
      const after = supplierRecord({ ...whole, tenantId, updatedAt: whole.createdAt });
      const event = createdEvent(request.caller, "supplier.created", after);
      await deps.suppliers.insert(tenantId, whole, event);
      return after;
    },
  );
}
