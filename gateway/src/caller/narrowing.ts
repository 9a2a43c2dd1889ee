/** How a route is held to the records of one supplier: a column of the table of routes. */
import assert from "node:assert";

interface Kind {
  /** Beginning of the paths that name its records first; absent: none does. */
  readonly path?: string;
  /** Prefix of its ids; absent: its owner is never looked up by an audited id. */
  readonly prefix?: string;
}

const kinds = {
  supplier: { path: "/suppliers", prefix: "sup" },
  product: { path: "/products", prefix: "prd" },
  option: { path: "/options", prefix: "opt" },
  unit: { path: "/units", prefix: "unt" },
  photo: { prefix: "pho" },
  period: { prefix: "avp" },
  requirement: { prefix: "req" },
  resource: { path: "/resources", prefix: "res" },
  block: { path: "/availability-blocks", prefix: "avb" },
  booking: { path: "/bookings", prefix: "bkg" },
  order: { prefix: "ord" },
  calendarFeed: { path: "/calendar-feeds", prefix: "fed" },
  subscription: { path: "/webhooks/subscriptions", prefix: "whs" },
  delivery: { path: "/webhooks/deliveries" },
  channel: { path: "/channels", prefix: "chn" },
  channelEvent: { path: "/channel-events", prefix: "cev" },
  syncJob: { path: "/sync/jobs", prefix: "job" },
} satisfies Record<string, Kind>;

export type IdKind = keyof typeof kinds;

const rows = Object.entries(kinds) as [IdKind, Kind][];

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

/** The narrowing of a route that concerns the record of its path alone. */
export function narrowingOf(path: string): Narrowing {
  const [id] = rows.find(([, kind]) => kind.path && path.startsWith(`${kind.path}/{id}`)) ?? [];
  assert(id, `${path} names no known record: its row needs a narrowing`);
  return { ids: { id } };
}

/** The kind of record that an audited id names; undefined for a kind whose owner is never looked up. */
export function kindOfId(id: string): IdKind | undefined {
  const [prefix] = id.split("_", 1);
  return rows.find(([, kind]) => kind.prefix === prefix)?.[0];
}
