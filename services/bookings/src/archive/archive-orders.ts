/** Orders go after their bookings: an order is as old as the last of them. */
import { type Request, unlessRefused } from "@slipway/broker";
import type { InputOf, OutputOf, bookingArchive } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { orderChangeOf } from "../record/order-record.ts";
import type { ArchiveDeps } from "./deps.ts";
import { endedBefore } from "./list-ended-bookings.ts";

/** A page of the orders that may be archived. Changes nothing. */
export async function listEndedOrders(
  deps: ArchiveDeps,
  _request: Request,
  { page = "" }: InputOf<typeof bookingArchive.listEndedOrders>,
): Promise<OutputOf<typeof bookingArchive.listEndedOrders>> {
  if (deps.config.keepDays === 0) return { items: [], next: null };
  const { items, next } = await deps.orders.listEnded(endedBefore(deps), page);
  const live = new Set(await deps.archive.listLive(items.flatMap(({ item }) => item.bookingIds)));
  const ended = items.filter(({ item }) => !item.bookingIds.some((id) => live.has(id)));
  return {
    items: ended.map(({ line, item: { tenantId, _id: id, revision, commit = null } }) => ({
      line,
      version: { tenantId, id, revision, commit },
    })),
    next,
  };
}

/**
 * Removes orders, each by one write on the version that the file has. A decided order gets no booking any more, and an
 * archived booking never comes back: so nothing but the version is looked at again.
 */
export async function archiveOrders(
  deps: ArchiveDeps,
  request: Request,
  { versions }: InputOf<typeof bookingArchive.archiveOrders>,
): Promise<OutputOf<typeof bookingArchive.archiveOrders>> {
  if (deps.config.keepDays === 0) return { archived: 0 };
  const removed = await Promise.all(versions.map((version) => remove(deps, request, version)));
  const { pending } = await deps.relay.backlog(1);
  return { archived: removed.filter(Boolean).length, pending };
}

type Version = InputOf<typeof bookingArchive.archiveOrders>["versions"][number];

async function remove(
  { orders, clock }: ArchiveDeps,
  request: Request,
  { tenantId, id, revision, commit }: Version,
): Promise<boolean> {
  let isRemoved = false;
  const changed = orders.change(tenantId, id, clock(), (order, updatedAt) => {
    isRemoved = order.revision === revision && (order.commit ?? null) === commit;
    if (!isRemoved) return null;
    const event = eventOf({ ...request.caller, tenantId }, updatedAt.getTime(), {
      type: "order.archived",
      entityId: id,
      before: orderChangeOf(order),
      after: null,
    });
    return { remove: true, event };
  });
  return (await unlessRefused("NOT_FOUND", changed)) !== null && isRemoved;
}
