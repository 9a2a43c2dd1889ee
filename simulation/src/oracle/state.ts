import type { Document } from "../engine/document.ts";
import {
  type BookingDocument,
  type ClaimDocument,
  type ClaimEntry,
  type LedgerDocument,
  type OrderDocument,
  type ResourceDocument,
  newSteps,
  parsed,
} from "./records.ts";

interface Stored {
  readonly documents: ReadonlyMap<string, Document>;
}

/** The durable documents at this instant, and how far clocks may be off. */
export interface State {
  readonly bookings: Stored;
  readonly orders: Stored;
  readonly resources: Stored;
  readonly ledgers: Stored;
  readonly claims: Stored;
  /** Ledgers that were lost and do not count again yet. */
  readonly lost: Set<string>;
  /** The true time. */
  readonly now: () => number;
  /** The time by the databases' fastest clock so far: from then on a hold may count as over. */
  readonly fastest: () => number;
  /** The time as the fastest process takes it to be: from then on a hold may be refused as over. */
  readonly believed: () => number;
  /** The time as the slowest process takes it to be: until then it may count as lasting. */
  readonly slowest: () => number;
}

export function* bookingsIn({ bookings }: State): Iterable<BookingDocument> {
  for (const document of bookings.documents.values())
    if (document["live"] === true) yield document as unknown as BookingDocument;
}

export function* ordersIn({ orders }: State): Iterable<OrderDocument> {
  for (const document of orders.documents.values()) yield document as unknown as OrderDocument;
}

export function* resourcesIn({ resources }: State): Iterable<ResourceDocument> {
  for (const document of resources.documents.values())
    if (document["live"] === true) yield document as unknown as ResourceDocument;
}

export function* ledgersIn({ ledgers }: State): Iterable<LedgerDocument> {
  for (const document of ledgers.documents.values()) yield document as unknown as LedgerDocument;
}

/** The last step of every claim on a ledger, from its record or the log. */
export function lastSteps(
  { claims }: State,
  ledger: Pick<LedgerDocument, "_id" | "log">,
): Map<string, ClaimEntry> {
  const last = new Map<string, ClaimEntry>();
  const see = (claim: ClaimEntry): void => {
    const known = last.get(claim.id);
    if (!known || known.step < claim.step) last.set(claim.id, claim);
  };
  for (const document of claims.documents.values())
    if (document["ledger"] === ledger._id) see(entryOf(document as unknown as ClaimDocument));
  for (const claim of newSteps(undefined, ledger)) see(claim);
  return last;
}

/** A claim as its record has it. */
export function entryOf(document: ClaimDocument): ClaimEntry {
  return { ...document, id: document._id, use: parsed(document.use) as ClaimEntry["use"] };
}

/** Whether a booking has its places at this instant, whatever any clock may say. */
export function holdsPlaces(
  { status, expiresAt }: Pick<BookingDocument, "status" | "expiresAt">,
  now: number,
): boolean {
  if (status === "PENDING" || status === "CONFIRMED") return true;
  return status === "ON_HOLD" && expiresAt !== null && expiresAt.getTime() > now;
}

/** A number of places over a time. */
export interface Interval {
  from: number;
  to: number;
  amount: number;
}

/** The places that a departure takes beyond its expansion, between the instants at which its windows begin and end. */
export function beyond(all: readonly Interval[], expansion: number): Interval[] {
  const instants = [...new Set(all.flatMap(({ from, to }) => [from, to]))].toSorted(
    (a, b) => a - b,
  );
  return instants.slice(1).map((to, index) => {
    const from = instants[index] as number;
    const open = all.filter((each) => each.from <= from && each.to >= to);
    const sum = open.reduce((places, { amount }) => places + amount, 0);
    return { from, to, amount: Math.max(0, sum - expansion) };
  });
}

/** The largest sum of what covers one instant, from `after` on. */
export function highest(intervals: readonly Interval[], after: number): number {
  let most = 0;
  // The sum grows only where an interval begins.
  for (const { from } of [...intervals, { from: after }]) {
    const instant = Math.max(from, after);
    let sum = 0;
    for (const each of intervals) if (each.from <= instant && instant < each.to) sum += each.amount;
    most = Math.max(most, sum);
  }
  return most;
}
