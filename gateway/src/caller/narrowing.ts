/** How a route is held to the records of one supplier: a column of the table of routes. */
import assert from "node:assert";

/** Kinds of records that an id can name. */
export type IdKind =
  | "supplier"
  | "product"
  | "option"
  | "unit"
  | "photo"
  | "period"
  | "requirement"
  | "resource"
  | "block"
  | "booking"
  | "order"
  | "calendarFeed"
  | "subscription"
  | "delivery"
  | "channel"
  | "channelEvent"
  | "syncJob";

/**
 * How a route limits a key of one supplier to that supplier's records.
 * - `tenant`: it concerns records of the whole tenant, so it refuses.
 * - `own`: it concerns the credential itself, or the service filters by the caller's supplier.
 * - `filter`: it is a list whose input has the filter `supplierId`, which is set.
 * - `entity`: it answers for one record that `entityId` names, and refuses without one of the supplier's.
 * - `ids`: these fields name records. An id of another supplier's record is replaced before the route runs
 *   by one that names nothing. So the answer is that of an unknown id, whatever the route checks first.
 */
export type Narrowing = "tenant" | "own" | "filter" | "entity" | NamedRecords;

export interface NamedRecords {
  /** By field; `resourceItems.resourceId` is that field of each item. */
  readonly ids: Readonly<Record<string, IdKind>>;
  /** One of these fields must name a record; else it would concern all suppliers, and is refused. */
  readonly oneOf?: readonly string[];
}

/** The kind of record that a path names at its beginning. */
const kindsByPath: Readonly<Record<string, IdKind>> = {
  "/suppliers/{id}": "supplier",
  "/products/{id}": "product",
  "/options/{id}": "option",
  "/units/{id}": "unit",
  "/resources/{id}": "resource",
  "/availability-blocks/{id}": "block",
  "/bookings/{id}": "booking",
  "/calendar-feeds/{id}": "calendarFeed",
  "/webhooks/subscriptions/{id}": "subscription",
  "/webhooks/deliveries/{id}": "delivery",
  "/channels/{id}": "channel",
  "/channel-events/{id}": "channelEvent",
  "/sync/jobs/{id}": "syncJob",
};

/** The narrowing of a route that concerns the record of its path alone. */
export function narrowingOf(path: string): Narrowing {
  const [, id] = Object.entries(kindsByPath).find(([start]) => path.startsWith(start)) ?? [];
  assert(id, `${path} names no known record: its row needs a narrowing`);
  return { ids: { id } };
}
