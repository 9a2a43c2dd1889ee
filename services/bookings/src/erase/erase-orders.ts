import { type Request, ownRequest } from "@slipway/broker";
import { customers } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { followOrder } from "../lifecycle/follow-order.ts";
import { textOf } from "../record/details.ts";
import { searchTextOf } from "../record/list-filter.ts";
import type { Order } from "../record/order.ts";
import { orderChangeOf } from "../record/order-record.ts";
import type { EraseDeps } from "./deps.ts";

const texts = [
  "customer",
  "notes",
  "cancellationReason",
  "metadata",
  "externalId",
  "resellerReference",
  "idempotencyKey",
] as const;

/**
 * Erases the person of an e-mail address from all orders of the tenant. The audit log has no persons of orders. Race: a
 * confirmation that has read the person gives it to bookings. The write of the order has another revision then, or the
 * bookings have followed it before.
 */
export async function eraseOrders(
  deps: EraseDeps,
  { caller }: Request,
  emailAddress: string,
): Promise<void> {
  const { orders, clock } = deps;
  const { tenantId } = caller;
  const text = { $regex: customers.addressPattern(emailAddress), $options: "i" };
  const filter = { $or: texts.map((each) => ({ [each]: text })) };
  const found = await orders.find(tenantId, filter, { sort: { _id: -1 } });
  for (const { _id } of found) {
    await followOrder(deps, ownRequest(deps.broker, tenantId), _id);
    await orders.change(tenantId, _id, clock(), (order, updatedAt) => {
      const set = withoutPerson(order, emailAddress, updatedAt);
      if (!set) return null;
      const event = eventOf(caller, updatedAt.getTime(), {
        type: "order.updated",
        entityId: _id,
        before: orderChangeOf(order),
        after: orderChangeOf({ ...order, updatedAt }),
      });
      return { set, event };
    });
  }
}

/** The fields that change; undefined: the order says nothing of the person. */
function withoutPerson(
  order: Order,
  emailAddress: string,
  at: Date,
): Partial<Pick<Order, (typeof texts)[number] | "searchText" | "usedKeys">> | undefined {
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
