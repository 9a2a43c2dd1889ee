import { type Request, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { announce } from "@slipway/facts";
import { eventOf } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { findTakenReferences, issueReference } from "../issue-reference.ts";
import { differing } from "../patch.ts";
import type { ProductDocument } from "../product/product-store.ts";
import { findOption } from "./find-option.ts";
import { decideDefault } from "./option-list.ts";
import { type OptionFields, type OptionRecord, optionRecord } from "./option.ts";
import type { OptionDocument } from "./option-store.ts";
import { tellMovedDefault } from "./tell-moved-default.ts";

type Input = InputOf<typeof catalog.updateOption>;

/**
 * Changes an option; what differs in nothing changes and tells nothing. Its reference follows its
 * name. `isDefault` true moves the default here, by a write of its own on the product before all
 * else, so that what is refused has changed nothing. Refuses NOT_FOUND, DEFAULT_OPTION_REQUIRED,
 * and ARCHIVED for a default that is being deleted.
 */
export async function updateOption(
  deps: Deps,
  request: Request,
  { isDefault, ...input }: Input,
): Promise<OptionRecord> {
  const { option, product } = await findOption(deps, request.caller.tenantId, input.id);
  const listing =
    isDefault === undefined
      ? product
      : await moveDefault(deps, request, { productId: product._id, id: option._id, isDefault });
  const updated = await change(deps, request, { input, product: listing });
  await announce(deps.broker, request, [option._id]);
  return optionRecord(updated, listing);
}

/** One field of one document: of two options that become default at once, the later one is it. */
function moveDefault(
  deps: Deps,
  { caller }: Request,
  { productId, id, isDefault }: { productId: string; id: string; isDefault: boolean },
): Promise<ProductDocument> {
  return deps.products.change(caller.tenantId, productId, deps.clock(), async (product, at) => {
    const decision = decideDefault(product, id, isDefault);
    if (!decision.ok) throw refuse(decision.refusal);
    const after = { ...product, ...decision.next };
    const event = await tellMovedDefault(deps, caller, { before: product, after, at });
    return event.length === 0 ? null : { set: decision.next, unseen: true, event };
  });
}

async function change(
  deps: Deps,
  request: Request,
  {
    input: { id, metadata, ...fields },
    product,
  }: {
    input: Omit<Input, "isDefault">;
    product: ProductDocument;
  },
): Promise<OptionDocument> {
  const { caller } = request;
  const patch = { ...fields, metadata: metadata && JSON.stringify(metadata) };
  const write = (reference?: string): Promise<OptionDocument> =>
    deps.options.change(caller.tenantId, id, deps.clock(), (option, at) => {
      const changed = differing<OptionFields>(option, patch);
      if (!changed) return null;
      const isRenamed = reference !== undefined && changed.name !== undefined;
      const set = { ...changed, ...(isRenamed ? { reference } : {}) };
      const event = eventOf(caller, at.getTime(), {
        entityType: "option",
        entityId: id,
        verb: "update",
        before: optionRecord(option, product),
        after: optionRecord({ ...option, ...set, updatedAt: at }, product),
      });
      return { set, event };
    });
  if (patch.name === undefined) return write();
  const { _id: productId } = product;
  return issueReference(
    deps,
    { explicit: undefined, name: patch.name, kind: "option", scope: productId },
    (wanted) =>
      findTakenReferences(deps.options.collection, caller.tenantId, { wanted, own: id, productId }),
    write,
  );
}
