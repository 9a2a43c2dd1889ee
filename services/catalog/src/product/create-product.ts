import { type Request, pointAtField, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import { changeAttemptsMax } from "../constants.ts";
import type { RecordDeps } from "../record/deps.ts";
import { findTakenReferences, issueReference } from "../record/issue-reference.ts";
import type { Supplier } from "../record/supplier.ts";
import type { ProductDocument } from "../record/schema.ts";
import { type ProductRecord, productRecord } from "../record/product.ts";

type CreateProductInput = InputOf<typeof catalog.createProduct>;

/**
 * Makes a product; every call makes one. Language and contacts left out are the supplier's. Refuses
 * NOT_FOUND, ARCHIVED below an archived supplier, QUOTA_EXCEEDED and REFERENCE_TAKEN. The quota may be
 * exceeded by the products that other requests are making at this moment.
 */
export async function createProduct(
  deps: RecordDeps,
  request: Request,
  input: CreateProductInput,
): Promise<ProductRecord> {
  const { tenantId } = request.caller;
  refuseArchived(
    await pointAtField("supplierId", deps.suppliers.require(tenantId, input.supplierId)),
  );
  const quota = deps.config.quotas.products;
  quota.check(await deps.products.countAll(tenantId, quota.max));
  const draft = draftOf(input, deps.clock());
  await deps.products.insertDraft(tenantId, draft);
  try {
    return await issueReference(
      deps,
      { explicit: input.reference, name: input.name, kind: "product", scope: tenantId },
      (wanted) => findTakenReferences(deps.products.collection, tenantId, { wanted }),
      (reference) => publishDraft(deps, request, { input, draft, reference }),
    );
  } catch (error) {
    // A draft that stays behind is seen by nobody and swept.
    await deps.products.removeDraft(tenantId, draft._id).catch(() => undefined);
    throw error;
  }
}

type Draft = ReturnType<typeof draftOf>;

/**
 * Makes the draft a product. The draft's version decides the race with a supplier that is being archived, or whose
 * contacts are being copied. The draft is in the database before this reads the supplier. A change of the supplier
 * raises the versions of its drafts afterwards. So either the change is read here, or this write loses and looks again.
 */
async function publishDraft(
  deps: RecordDeps,
  request: Request,
  { input, draft, reference }: { input: CreateProductInput; draft: Draft; reference: string },
): Promise<ProductRecord> {
  const { tenantId } = request.caller;
  const id = draft._id;
  for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
    const version = await deps.products.draftVersion(tenantId, id);
    if (version === null) break;
    const supplier = await pointAtField(
      "supplierId",
      deps.suppliers.require(tenantId, input.supplierId),
    );
    refuseArchived(supplier);
    const set = { reference, ...contactsOf(input, supplier) };
    const identity = { tenantId, updatedAt: draft.createdAt };
    const after = productRecord({ ...draft, ...set, ...identity });
    const change = { type: "product.created", entityId: id } as const;
    const event = eventOf(request.caller, deps.clock(), { ...change, before: null, after });
    if (await deps.products.publish(tenantId, version, set, event)) return after;
  }
  throw refuse("VERSION_CONFLICT");
}

function contactsOf(input: CreateProductInput, supplier: Supplier) {
  const { locale, website, email, telephone, address } = input;
  return {
    locale: locale ?? supplier.locale,
    website: website === undefined ? supplier.website : website,
    email: email === undefined ? supplier.email : email,
    telephone: telephone === undefined ? supplier.telephone : telephone,
    address: address === undefined ? supplier.address : address,
  };
}

function draftOf(input: CreateProductInput, now: number) {
  const id = newId("prd", now);
  return {
    _id: id,
    createdAt: new Date(now),
    supplierId: input.supplierId,
    name: input.name,
    nameKey: input.name.toLowerCase(),
    // Until the supplier is read once more and a free reference is found.
    reference: id,
    locale: "",
    website: null,
    email: null,
    telephone: null,
    address: null,
    description: input.description,
    timezone: input.timezone,
    metadata: JSON.stringify(input.metadata),
    deletedAt: null,
    options: [],
    defaultOptionId: null,
    closing: [],
    dropped: [],
    draft: true,
  } satisfies Partial<ProductDocument>;
}

function refuseArchived({ deletedAt }: Supplier): void {
  if (deletedAt) throw refuse("ARCHIVED");
}
