/** Scans of a check-in, in their order: what is known of each, and which wait for the server. Pure. */
import type { Booking, RedeemedTicket } from "@slipway/client";
import type { PartyLines } from "./party-lines.ts";

/** A ticket by its code, a booking by its reference, or a party by its booking. */
export interface Scan {
  readonly id: string;
  /** The code, reference or booking; two scans with one key are a double. */
  readonly key: string;
  readonly code?: string;
  readonly reference?: string;
  readonly bookingId?: string;
  /** Lines of the booking, where not all of it have come; undefined: all. */
  readonly items?: PartyLines;
  /** By this device's clock. */
  readonly at: string;
  /** The departure that is checked in; undefined: any. */
  readonly startAt?: string;
  /** The guest, as far as the list of the departure says it. */
  readonly name: string;
}

export type Outcome =
  | { readonly kind: "in"; readonly name: string; readonly count: number; readonly of: number }
  | { readonly kind: "double"; readonly name: string; readonly at: string; readonly by: string }
  | { readonly kind: "wrong"; readonly name: string; readonly startAt: string }
  | { readonly kind: "unknown" | "refused"; readonly name: string };

export interface Entry extends Scan {
  /** Undefined: it waits to be sent. */
  readonly outcome?: Outcome;
}

/** Scans that are done and stay in the list; those that wait are never dropped. */
const doneMax = 200;

const digits = "0-9A-HJKMNP-TV-Z";

/** The ticket or booking that a text of a scanner or of a keyboard names; undefined: it is part of a name. */
export function namedBy(text: string): Pick<Scan, "key" | "code" | "reference"> | undefined {
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, "");
  const key = typed.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (!new RegExp(`^[${digits}]+$`).test(key)) return undefined;
  if (key.length === 8) return { key, reference: key };
  return key.length === 12 || key.length === 16 ? { key, code: key } : undefined;
}

/** The scan of a party by name: all of it, or so many of each line. */
export function partyScan({ id }: Pick<Booking, "id">, items?: PartyLines) {
  if (!items) return { key: id, bookingId: id };
  const parts = items.map(({ unitItemId, quantity }) => `${unitItemId}:${quantity}`);
  return { key: [id, ...parts].join(" "), bookingId: id, items };
}

/** The booking on the list that a scan names, as far as one sees without the server. */
export function bookingOf(
  bookings: readonly Booking[],
  { code, reference, bookingId }: Pick<Scan, "code" | "reference" | "bookingId">,
): Booking | undefined {
  const named = code?.length === 16 ? code.slice(0, 8) : reference;
  return bookings.find(
    (each) =>
      each.id === bookingId ||
      each.reference === named ||
      (code !== undefined && each.tickets.some((ticket) => ticket.code === code)),
  );
}

/** The list with a scan behind it. One that this device has had before is a double at once, and is not sent. */
export function withScan(entries: readonly Entry[], scan: Scan): readonly Entry[] {
  const first = entries.find(
    ({ key, outcome }) => key === scan.key && (outcome === undefined || outcome.kind === "in"),
  );
  if (!first) return bounded([...entries, scan]);
  const outcome = { kind: "double", name: first.name, at: first.at, by: "" } as const;
  return bounded([...entries, { ...scan, name: first.name, outcome }]);
}

/** The first scan that waits: they are sent one after the other. */
export function nextOf(entries: readonly Entry[]): Entry | undefined {
  return entries.find(({ outcome }) => outcome === undefined);
}

export function settled(entries: readonly Entry[], id: string, outcome: Outcome): readonly Entry[] {
  return bounded(
    entries.map((each) => (each.id === id ? { ...each, name: outcome.name, outcome } : each)),
  );
}

/** The scans that a browser keeps of a user who logs out: those that wait, without the names of guests. */
export function waiting(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ outcome }) => !outcome).map((each) => ({ ...each, name: "" }));
}

/** The list without what has checked this booking in: its tickets may be scanned again. */
export function forgotten(entries: readonly Entry[], booking: Booking): readonly Entry[] {
  return entries.filter((each) => !each.outcome || bookingOf([booking], each) === undefined);
}

/** A repeat whose first answer was lost is this device's own, and no double. */
export function outcomeOfTicket(
  { ticket, booking, already }: RedeemedTicket,
  scan: Pick<Scan, "at">,
  device: string,
  name: string,
): Outcome {
  const isOwn = ticket.redeemedBy === device && ticket.redeemedAt === scan.at;
  if (already && !isOwn)
    return { kind: "double", name, at: ticket.redeemedAt ?? scan.at, by: ticket.redeemedBy ?? "" };
  return cameIn(booking, name);
}

/** A party of which nobody is new was there already, unless a lost answer of this very scan has said so. */
export function outcomeOfBooking(
  { before, after }: { readonly before: Booking; readonly after: Booking },
  { at }: Pick<Scan, "at">,
  name: string,
): Outcome {
  const had = before.redeemed;
  const isDouble = had !== null && had.count === after.redeemed?.count && had.lastAt !== at;
  return isDouble ? { kind: "double", name, at: had.lastAt, by: "" } : cameIn(after, name);
}

function cameIn({ redeemed }: Booking, name: string): Outcome {
  return { kind: "in", name, count: redeemed?.count ?? 0, of: redeemed?.of ?? 0 };
}

function bounded(entries: readonly Entry[]): readonly Entry[] {
  let surplus = entries.filter(({ outcome }) => outcome).length - doneMax;
  return entries.filter(({ outcome }) => outcome === undefined || surplus-- <= 0);
}

/** The list as this browser has kept it; empty where it cannot be read. */
export function entriesIn(kept: string | null): readonly Entry[] {
  if (kept === null) return [];
  try {
    const read: unknown = JSON.parse(kept);
    return Array.isArray(read) ? (read as Entry[]) : [];
  } catch {
    return [];
  }
}
