import { type Request, refuse } from "@slipway/broker";
import type { CommittedEvent } from "@slipway/contracts";
import assert from "node:assert";
import type { RecordDeps } from "../record/deps.ts";
import type { ProductDocument } from "../record/schema.ts";
import { type PendingDefault, decideDefault } from "../record/option-list.ts";
import { recordMovedDefault } from "./record-moved-default.ts";

/** A default that has moved, with what stood before. */
export interface MovedDefault {
  readonly before: ProductDocument;
  readonly after: ProductDocument;
  /** Kept back for the option's own change, which records both in one entry. */
  readonly pending: CommittedEvent | undefined;
}

interface Wanted {
  readonly productId: string;
  readonly id: string;
  readonly isDefault: boolean;
  /** More of the option is about to change. */
  readonly changesMore: boolean;
}

/**
 * Moves the default by one field of one document: of two options that become default at once, the later one is it.
 * Where the option's own change is to record it, the product keeps the event of the option that gets it. After a crash
 * in between, the sweep puts it into the outbox alone.
 */
export async function moveDefault(
  deps: RecordDeps,
  { caller }: Request,
  { productId, id, isDefault, changesMore }: Wanted,
): Promise<MovedDefault> {
  const { tenantId } = caller;
  let before: ProductDocument | undefined;
  let pending: CommittedEvent | undefined;
  const after = await deps.products.change(
    tenantId,
    productId,
    deps.clock(),
    async (product, at) => {
      const decision = decideDefault(product, id, isDefault);
      if (!decision.ok) throw refuse(decision.refusal);
      before = product;
      const move = { before: product, next: decision.next, at };
      const { next, events } = await recordMovedDefault(deps, caller, move);
      pending = changesMore ? events.find(({ entityId }) => entityId === id) : undefined;
      if (events.length === 0) return null;
      const delivered = events.filter((event) => event !== pending);
      const earlier = await stillPending(deps, tenantId, product.pendingDefault);
      const pendingDefault = pending ? { event: pending, since: at } : null;
      return { set: { ...next, pendingDefault }, unseen: true, event: [...earlier, ...delivered] };
    },
  );
  assert(before, "what was changed was read");
  return { before, after, pending };
}

/**
 * Ends the keeping back of an event: puts it into the outbox, unless the option's own change has. Repeatable; does
 * nothing where a later move has put it there.
 */
export async function settleDefault(
  deps: RecordDeps,
  { tenantId, _id }: Pick<ProductDocument, "tenantId" | "_id">,
  eventId: string,
): Promise<void> {
  await deps.products.change(tenantId, _id, deps.clock(), async ({ pendingDefault }) => {
    if (pendingDefault?.event.id !== eventId) return null;
    const event = await stillPending(deps, tenantId, pendingDefault);
    return { set: { pendingDefault: null }, unseen: true, event };
  });
}

async function stillPending(
  deps: RecordDeps,
  tenantId: string,
  kept: PendingDefault | null | undefined,
): Promise<CommittedEvent[]> {
  if (!kept) return [];
  const option = await deps.options.get(tenantId, kept.event.entityId);
  return option?.toldDefault === kept.event.id ? [] : [kept.event];
}
