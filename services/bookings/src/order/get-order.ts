import { type Request, refuse } from "@slipway/broker";
import type { InputOf, orders } from "@slipway/contracts";
import type { Order, OrderRecord } from "../record/order.ts";
import { orderRecordOf } from "../record/order-record.ts";
import type { OrderDeps } from "./deps.ts";

/** Refuses NOT_FOUND. */
export async function getOrder(
  deps: OrderDeps,
  { caller }: Request,
  { id }: InputOf<typeof orders.getOrder>,
): Promise<OrderRecord> {
  return readOrder(deps, caller.tenantId, id);
}

/** The order as a majority has it, with its bookings. Refuses NOT_FOUND. */
export async function readOrder(
  deps: OrderDeps,
  tenantId: string,
  id: string,
): Promise<OrderRecord> {
  const order = await deps.orders.get(tenantId, id);
  if (!order) throw refuse("NOT_FOUND");
  const [record] = await recordsOf(deps, tenantId, [order]);
  if (!record) throw refuse("NOT_FOUND");
  return record;
}

/** The records of orders, whose bookings are read at once, archived ones too. */
export async function recordsOf(
  { store, clock }: OrderDeps,
  tenantId: string,
  found: readonly Order[],
): Promise<OrderRecord[]> {
  const ids = found.flatMap(({ bookingIds }) => bookingIds);
  const bookings = ids.length === 0 ? [] : await store.listInOrders(tenantId, ids);
  const now = clock();
  return found.map((order) => orderRecordOf(order, bookings, now));
}
