/** How a route is held to the records of one supplier: a column of the table of routes. */

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
