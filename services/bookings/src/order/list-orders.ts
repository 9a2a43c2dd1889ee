import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, orders } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { Order } from "../record/order.ts";
import { orderRecordOf } from "../record/order-record.ts";
import { wantedText } from "../record/list-filter.ts";
import { referenceIn } from "../record/reference.ts";
import type { OrderDeps } from "./deps.ts";
import { recordsOf } from "./get-order.ts";

/** Bytes of a booking as its order shows it. */
const shownBookingBytes = 250;

type Input = InputOf<typeof orders.listOrders>;

/** Orders, newest first, with their bookings. */
export async function listOrders(
  deps: OrderDeps,
  { caller: { tenantId } }: Request,
  { limit, cursor, ...filters }: Input,
): Promise<OutputOf<typeof orders.listOrders>> {
  const after = readIdCursor(cursor);
  const now = deps.clock();
  const filter = filterOf(filters, new Date(now));
  // The page is cut before its bookings are read, so each counts by what it takes at most.
  const itemOf = (order: Order) => ({
    ...orderRecordOf(order, [], now),
    bookings: order.bookingIds.map(() => "-".repeat(shownBookingBytes)),
  });
  const page = await deps.orders.findNewest(tenantId, filter, { after, limit, itemOf });
  const items = await recordsOf(deps, tenantId, page.documents);
  return pageByIds({ items, more: page.more });
}

function filterOf(filters: Omit<Input, "limit" | "cursor">, now: Date): object {
  const { status, search, updatedSince, resellerReference, externalId } = filters;
  return {
    ...(status !== undefined && statusFilter(status, now)),
    ...(resellerReference !== undefined && { resellerReference }),
    ...(externalId !== undefined && { externalId }),
    ...(updatedSince !== undefined && { updatedAt: { $gte: new Date(updatedSince) } }),
    ...(search !== undefined && { $and: [searchFilter(search)] }),
  };
}

/** An open order past its end counts as expired, swept or not. */
function statusFilter(status: NonNullable<Input["status"]>, now: Date): object {
  if (status === "OPEN") return { status, expiresAt: { $gt: now } };
  if (status !== "EXPIRED") return { status };
  return { $or: [{ status }, { status: "OPEN", expiresAt: { $lte: now } }] };
}

function searchFilter(search: string): object {
  const text = wantedText(search);
  const reference = referenceIn(search);
  const literally = text?.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return {
    $or: [
      ...(literally === undefined ? [] : [{ searchText: { $regex: literally } }]),
      { reference: reference ?? "-" },
    ],
  };
}
