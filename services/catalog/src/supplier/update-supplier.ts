import { type Request, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import { differing, newId, requireUnchanged } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { refuseTaken } from "../record/issue-reference.ts";
import type { SupplierDocument } from "../record/schema.ts";
import { applyContacts } from "./apply-contacts.ts";
import {
  type SupplierFields,
  type SupplierRecord,
  copyingAfter,
  supplierRecord,
} from "../record/supplier.ts";

type UpdateSupplierInput = InputOf<typeof catalog.updateSupplier>;

/**
 * Changes a supplier and copies changed contacts to all its products before it answers. An
 * input that differs in nothing changes and records nothing. Refuses NOT_FOUND, ARCHIVED and REFERENCE_TAKEN.
 */
export async function updateSupplier(
  deps: RecordDeps,
  request: Request,
  input: UpdateSupplierInput,
): Promise<SupplierRecord> {
  const updated = await followUp(change(deps, request, input), async () => {
    const supplier = await deps.suppliers.require(request.caller.tenantId, input.id);
    try {
      await applyContacts(deps, supplier);
    } catch {
      // The supplier has changed and its mark stands: the sweep copies the rest.
      throw refuse("OUTCOME_UNKNOWN");
    }
    await invalidateCaches(deps.broker, request, [input.id]);
  });
  return supplierRecord(updated);
}

function change(
  deps: RecordDeps,
  { caller }: Request,
  { id, expectedUpdatedAt, metadata, ...fields }: UpdateSupplierInput,
): Promise<SupplierDocument> {
  const patch = { ...fields, metadata: metadata && JSON.stringify(metadata) };
  const written = deps.suppliers.changeBy(caller, id, deps.clock(), (supplier, at) => {
    requireUnchanged(supplier, expectedUpdatedAt);
    if (supplier.deletedAt) throw refuse("ARCHIVED");
    const changed = differing<SupplierFields>(supplier, patch);
    if (!changed) return null;
    const { actorType, actorId, source } = caller;
    const mark = { attempt: newId("cpy", at.getTime()), since: at };
    const set = {
      ...changed,
      nameKey: (changed.name ?? supplier.name).toLowerCase(),
      copying: copyingAfter(supplier, changed, { ...mark, by: { actorType, actorId, source } }),
    };
    return { type: "supplier.updated", set };
  });
  return written.catch(refuseTaken);
}
