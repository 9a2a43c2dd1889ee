import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, catalog, type orders } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { duplicateKey, newId } from "@slipway/store";
import { holderOf } from "../record/booking-document.ts";
import { holdExpiry } from "../record/booking.ts";
import { textOf } from "../record/details.ts";
import { searchTextOf } from "../record/list-filter.ts";
import type { Order } from "../record/order.ts";
import { orderChangeOf } from "../record/order-record.ts";
import { referenceOf, referencesMax } from "../record/reference.ts";
import type { OrderDeps } from "./deps.ts";
import { recordsOf } from "./get-order.ts";

type Created = OutputOf<typeof orders.createOrder>;
type Wanted = InputOf<typeof orders.createOrder>;

/** Opens an order without bookings. With an idempotencyKey a repeat answers the first order. Refuses QUOTA_EXCEEDED. */
export async function createOrder(
  deps: OrderDeps,
  request: Request,
  wanted: Wanted,
): Promise<Created> {
  const first = await replay(deps, request, wanted);
  if (first) return first;
  const { defaultCurrency } = await call(request, catalog.getCurrency, {});
  const order = orderOf(request, wanted, { now: deps.clock(), currency: defaultCurrency });
  const { tenantId } = request.caller;
  const heldBy = holderOf(request.caller);
  return deps.config.orderQuota.withinAllowance(
    `${tenantId}|${heldBy}`,
    (limit) => deps.orders.countOpen(tenantId, { heldBy, now: deps.clock(), limit }),
    () => insertNamed(deps, request, wanted, order),
  );
}

/** Inserts it under the first of its references that is free, or answers the first order of its key. */
async function insertNamed(
  deps: OrderDeps,
  request: Request,
  wanted: Wanted,
  order: Order,
): Promise<Created> {
  for (let attempt = 0; attempt < referencesMax; attempt++) {
    const named = { ...order, reference: referenceOf(order._id, attempt) };
    const index = await insert(deps, request, named);
    if (!index) return answerOf(deps, named, false);
    if ("reference" in index) continue;
    // The unique index has decided the race of two requests with one key.
    const winner = await replay(deps, request, wanted);
    if (winner) return winner;
    break;
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

/** The order of the key, or undefined if there is none. */
async function replay(
  deps: OrderDeps,
  { caller }: Request,
  { idempotencyKey }: Wanted,
): Promise<Created | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const found = await deps.orders.findByKey(caller.tenantId, idempotencyKey);
  return found ? answerOf(deps, found, true) : undefined;
}

async function answerOf(deps: OrderDeps, order: Order, replayed: boolean): Promise<Created> {
  const [record] = await recordsOf(deps, order.tenantId, [order]);
  if (!record) throw refuse("SERVICE_UNAVAILABLE");
  return { order: record, replayed };
}

function orderOf(
  { caller }: Request,
  wanted: Wanted,
  { now, currency }: { now: number; currency: string },
): Order {
  const { idempotencyKey } = wanted;
  const createdAt = new Date(now);
  const _id = newId("ord", now);
  return {
    _id,
    tenantId: caller.tenantId,
    reference: referenceOf(_id, 0),
    revision: 1,
    status: "OPEN",
    expiresAt: new Date(holdExpiry(now, wanted.expirationMinutes)),
    customer: textOf(wanted.customer),
    searchText: searchTextOf(wanted.customer),
    notes: wanted.notes ?? null,
    cancellationReason: null,
    resellerReference: wanted.resellerReference ?? null,
    externalId: wanted.externalId ?? null,
    metadata: textOf(wanted.metadata),
    currency,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    bookingIds: [],
    sold: [],
    confirmedAt: null,
    cancelledAt: null,
    createdAt,
    updatedAt: createdAt,
  };
}

/** The unique index that has refused the insert; undefined: it is done. */
async function insert(
  { orders: store }: OrderDeps,
  { caller }: Request,
  order: Order,
): Promise<object | undefined> {
  const { tenantId, revision: _revision, updatedAt: _updatedAt, ...fields } = order;
  const event = eventOf(caller, order.createdAt.getTime(), {
    type: "order.created",
    entityId: order._id,
    before: null,
    after: orderChangeOf(order),
  });
  try {
    await store.insert(tenantId, { ...fields, heldBy: holderOf(caller) }, event);
    return undefined;
  } catch (error) {
    const index = duplicateKey(error);
    if (index && ("reference" in index || "idempotencyKey" in index)) return index;
    throw error;
  }
}
