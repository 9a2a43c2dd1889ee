import { type Request, refusalOf, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { type NewAggregate, newId } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { findTakenReferences, issueReference } from "../record/issue-reference.ts";
import type { OptionDocument, ProductDocument } from "../record/schema.ts";
import { refuseBelowArchived } from "../record/find-option.ts";
import { decideListing, sortOrderAfter } from "../record/option-list.ts";
import { type OptionRecord, optionRecord } from "../record/option.ts";
import { recordMovedDefault } from "./record-moved-default.ts";

type CreateOptionInput = InputOf<typeof catalog.createOption>;

/**
 * Makes an option; every call makes one. The first of a product is its default; `isDefault` moves
 * the default here. Refuses NOT_FOUND, ARCHIVED and QUOTA_EXCEEDED; the quota may be exceeded by the
 * options that other requests are making at this moment.
 */
export async function createOption(
  deps: RecordDeps,
  request: Request,
  input: CreateOptionInput,
): Promise<OptionRecord> {
  const { tenantId } = request.caller;
  const product = await deps.products.require(tenantId, input.id);
  await refuseBelowArchived(deps, tenantId, product);
  const quota = deps.config.quotas.options;
  quota.check(await deps.options.countAll(tenantId, quota.max));
  const option = await insertOption(deps, request, { input, product });
  try {
    const listed = await listOption(deps, request, { option, input });
    // Only saves the sweep a look.
    await deps.options.made(tenantId, option._id);
    return listed;
  } catch (error) {
    // Refused: nothing lists it. After any other error it may be listed: the sweep finds out.
    if (refusalOf(error)) await deps.options.discard(tenantId, option._id);
    throw error;
  }
}

/**
 * The write that makes the option exist: its product lists it. The product's revision decides the race with an archive.
 * This reads the supplier after the product, and a request that archives a supplier raises the revisions of its
 * products afterwards.
 */
async function listOption(
  deps: RecordDeps,
  request: Request,
  {
    option: made,
    input: { isDefault, sortOrder },
  }: { option: OptionDocument; input: CreateOptionInput },
): Promise<OptionRecord> {
  const { caller } = request;
  const { tenantId } = caller;
  const { _id: id, productId } = made;
  let option = made;
  const listing = await deps.products.change(
    tenantId,
    productId,
    deps.clock(),
    async (product, at) => {
      await refuseBelowArchived(deps, tenantId, product);
      const decision = decideListing(product, id, isDefault);
      if (!decision.ok) throw refuse(decision.refusal);
      if (sortOrder === undefined) option = await placeLast(deps, product, made);
      const after = { ...product, ...decision.next };
      const created = eventOf(caller, at.getTime(), {
        type: "option.created",
        entityId: id,
        before: null,
        after: optionRecord(option, after),
      });
      const move = { before: product, next: decision.next, at, except: id };
      const { next, events } = await recordMovedDefault(deps, caller, move);
      return { set: next, unseen: true, event: [created, ...events] };
    },
  );
  return optionRecord(option, listing);
}

/** Puts a new option behind all that its product lists. Of two made at once, the second finds the revision raised. */
async function placeLast(
  deps: RecordDeps,
  product: ProductDocument,
  option: OptionDocument,
): Promise<OptionDocument> {
  const { tenantId, _id } = option;
  const others = await deps.options.listHeads(tenantId, product.options);
  const sortOrder = sortOrderAfter(others);
  await deps.options.place(tenantId, _id, sortOrder);
  return { ...option, sortOrder };
}

function insertOption(
  deps: RecordDeps,
  request: Request,
  { input, product }: { input: CreateOptionInput; product: ProductDocument },
): Promise<OptionDocument> {
  const { tenantId } = request.caller;
  const now = deps.clock();
  const { id: productId, isDefault: _asked, metadata, ...fields } = input;
  const option: Omit<NewAggregate<OptionDocument>, "reference"> = {
    _id: newId("opt", now),
    createdAt: new Date(now),
    supplierId: product.supplierId,
    productId,
    ...fields,
    sortOrder: fields.sortOrder ?? 0,
    metadata: JSON.stringify(metadata),
    pricingPer: null,
    units: [],
    pricingPeriods: [],
    priced: false,
    making: true,
  };
  return issueReference(
    deps,
    { explicit: undefined, name: input.name, kind: "option", scope: productId },
    (wanted) => findTakenReferences(deps.options.collection, tenantId, { wanted, productId }),
    (reference) => deps.options.insert(tenantId, { ...option, reference }),
  );
}
