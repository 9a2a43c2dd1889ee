import { type Request, ownRequest } from "@slipway/broker";
import { customers } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { followOrder } from "../lifecycle/follow-order.ts";
import { textOf } from "../record/details.ts";
import { searchTextOf } from "../record/list-filter.ts";
import type { Order } from "../record/order.ts";
import { orderChangeOf } from "../record/order-record.ts";
import type { EraseDeps } from "./deps.ts";

/**
 * Erases the person of an e-mail address from an order. The audit log has no persons of orders. Refuses NOT_FOUND, and
 * VERSION_CONFLICT where others keep changing it.
 *
 * Race: a decision has read the person and gives it to the bookings. Written after the erasure, it misses the order's revision.
 * Written between `followOrder` and the erasure, it still has the person in memory: so the bookings follow once more. Its own
 * writes then miss their versions, or came before the bookings are listed.
 */
export async function eraseOrder(
  deps: EraseDeps,
  { caller }: Request,
  id: string,
  emailAddress: string,
): Promise<void> {
  const { tenantId } = caller;
  const follow = () => followOrder(deps, ownRequest(deps.broker, tenantId), id);
  await follow();
  await deps.orders.change(tenantId, id, deps.clock(), (order, updatedAt) => {
    const set = withoutPerson(order, emailAddress, updatedAt);
    if (!set) return null;
    const event = eventOf(caller, updatedAt.getTime(), {
      type: "order.updated",
      entityId: id,
      before: orderChangeOf(order),
      after: orderChangeOf({ ...order, updatedAt }),
    });
    return { set, event };
  });
  await follow();
}

/** The fields that change; undefined: the order says nothing of the person. */
function withoutPerson(order: Order, emailAddress: string, at: Date): Partial<Order> | undefined {
  const { notes, cancellationReason, externalId, resellerReference, idempotencyKey } = order;
  const record = {
    customer: parsed(order.customer),
    metadata: parsed(order.metadata),
    notes,
    cancellationReason,
    externalId,
    resellerReference,
    idempotencyKey: idempotencyKey ?? null,
  };
  const left = customers.withoutPerson(record, emailAddress, at.toISOString()) as typeof record;
  if (left === record) return undefined;
  return {
    customer: textOf(left.customer),
    searchText: searchTextOf(left.customer ?? undefined),
    metadata: textOf(left.metadata),
    notes: left.notes,
    cancellationReason: left.cancellationReason,
    externalId: left.externalId,
    resellerReference: left.resellerReference,
    // Hashes of bodies that had the person, as of bookings.
    ...(order.usedKeys && { usedKeys: [] }),
    // Unique in the tenant, so it gets another name.
    ...(left.idempotencyKey !== record.idempotencyKey && { idempotencyKey: `erased ${order._id}` }),
  };
}

function parsed(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
