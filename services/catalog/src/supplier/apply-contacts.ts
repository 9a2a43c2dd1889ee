import { isRefusal } from "@slipway/broker";
import { type Caller, partsOf } from "@slipway/contracts";
import { changeAttemptsMax, contactsAtOnce } from "../constants.ts";
import type { RecordDeps } from "../record/deps.ts";
import { differing } from "@slipway/store";
import type { ProductFields } from "../record/product.ts";
import type { SupplierDocument } from "../record/schema.ts";

/**
 * Copies what a supplier's mark names to all its products, archived ones too, and takes the mark
 * away. Repeatable: a product that already has it stays as it is, without an event. The request that
 * changed the supplier does this before it answers, or else the sweep.
 */
export async function applyContacts(deps: RecordDeps, supplier: SupplierDocument): Promise<void> {
  const { tenantId, _id: id, copying } = supplier;
  if (!copying) return;
  // A product that is being made has read the supplier of before, or is found below.
  await deps.products.bumpVersions(tenantId, id);
  const products = await deps.products.listIds(tenantId, id);
  for (const some of partsOf(products, contactsAtOnce))
    await Promise.all(some.map((productId) => insist(() => applyTo(deps, supplier, productId))));
  await insist(() =>
    deps.suppliers.change(tenantId, id, deps.clock(), (current) =>
      current.copying?.attempt === copying.attempt
        ? { set: { copying: null }, unseen: true }
        : null,
    ),
  );
}

/** Every step is repeatable, and others who copy at the same time take races from this one. */
async function insist(step: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await step();
      return;
    } catch (error) {
      if (attempt === changeAttemptsMax || !isRefusal(error, "VERSION_CONFLICT")) throw error;
    }
  }
}

/**
 * The supplier is read again after the product. Where two changes of a supplier are copied at once, the first write to
 * the product makes the other request look again. So the later change stays.
 */
async function applyTo(
  deps: RecordDeps,
  supplier: SupplierDocument,
  productId: string,
): Promise<void> {
  const { tenantId, copying } = supplier;
  if (!copying) return;
  const requestId = copying.attempt;
  const caller: Caller = { ...copying.by, tenantId, credentialId: null, scopes: [], requestId };
  await deps.products.changeBy(caller, productId, deps.clock(), async (product) => {
    const current = (await deps.suppliers.get(tenantId, supplier._id)) ?? supplier;
    const contacts = Object.fromEntries(copying.fields.map((field) => [field, current[field]]));
    const set = differing<ProductFields>(product, contacts);
    return set && { type: "product.updated", set };
  });
}
