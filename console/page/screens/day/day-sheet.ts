/** The sheet of a day: its departures with who comes on each. Pure. */
import type { AvailabilityBlock, AvailabilityEntry, Booking } from "@slipway/client";
import { type Catalog, type SoldOption, soldWords } from "../../catalog.ts";
import { covers } from "../../parts/block-covers.ts";
import { customerOf, paxOf } from "../../parts/booking-facts.ts";

export interface Departure {
  /** Names it in addresses. */
  readonly key: string;
  readonly optionId: string;
  readonly startAt: string;
  readonly timezone: string;
  /** Absent where bookings stand without a departure: the timetable has changed since. */
  readonly entry: AvailabilityEntry | undefined;
  readonly sold: SoldOption | undefined;
  readonly productId: string;
  /** By the customer's name. */
  readonly bookings: readonly Booking[];
  /** Travellers by the state of their bookings. */
  readonly pax: { readonly confirmed: number; readonly held: number; readonly pending: number };
  /** Blocks that cover its start. */
  readonly blocks: readonly AvailabilityBlock[];
}

export interface SheetParts {
  readonly entries: readonly AvailabilityEntry[];
  readonly bookings: readonly Booking[];
  readonly blocks: readonly AvailabilityBlock[];
  readonly catalog: Pick<Catalog, "options">;
  /** The supplier's, for what has no other. */
  readonly timezone: string;
}

/** By start, then by name. Every booking stands on one departure. */
export function departuresOf(parts: SheetParts): readonly Departure[] {
  const bookings = Map.groupBy(parts.bookings, keyOf);
  const listed = parts.entries.map((entry) =>
    departureOf(parts, { ...entry, entry, bookings: bookings.get(keyOf(entry)) ?? [] }),
  );
  const known = new Set(listed.map(({ key }) => key));
  const alone = [...bookings.entries()]
    .filter(([key]) => !known.has(key))
    .flatMap(([, own]) =>
      own
        .slice(0, 1)
        .map(({ optionId, startAt }) =>
          departureOf(parts, { optionId, startAt, entry: undefined, bookings: own }),
        ),
    );
  return [...listed, ...alone].toSorted(
    (a, b) => compare(a.startAt, b.startAt) || compare(nameOf(a), nameOf(b)),
  );
}

/** "Sunset cruise", and the option where its name says more. */
export function nameOf({ sold, optionId }: Pick<Departure, "sold" | "optionId">): string {
  if (sold === undefined) return optionId;
  const { option, product } = sold;
  return option.name === product.name ? product.name : soldWords(sold);
}

const lateMs = 30 * 60_000;

/** The one with guests that leaves next: people come early, and some are late. Of a day that is over, the first. */
export function nextOf(departures: readonly Departure[]): Departure | undefined {
  const sold = departures.filter(({ bookings }) => bookings.length > 0);
  return sold.find(({ startAt }) => Date.parse(startAt) > Date.now() - lateMs) ?? sold[0];
}

/** Travellers of all live bookings. */
export function bookedOn({ pax }: Pick<Departure, "pax">): number {
  return pax.confirmed + pax.held + pax.pending;
}

/** How many of each unit, by the names of the units; most first. */
export function headsOf(bookings: readonly Booking[]): readonly [name: string, count: number][] {
  const heads = new Map<string, number>();
  for (const { unitItems, pricingSnapshot } of bookings) {
    const names = new Map(pricingSnapshot?.unitPricing.map(({ unitId, name }) => [unitId, name]));
    for (const { unitId, quantity } of unitItems) {
      const name = names.get(unitId) ?? unitId;
      heads.set(name, (heads.get(name) ?? 0) + quantity);
    }
  }
  return [...heads].toSorted(([a, many], [b, more]) => more - many || compare(a, b));
}

function keyOf({ optionId, startAt }: { optionId: string; startAt: string }): string {
  return `${optionId}@${startAt}`;
}

function departureOf(
  { catalog, blocks, timezone }: SheetParts,
  found: Pick<Departure, "optionId" | "startAt" | "entry" | "bookings">,
): Departure {
  const { optionId, startAt, entry, bookings } = found;
  const sold = catalog.options.get(optionId);
  const productId = sold?.product.id ?? bookings[0]?.productId ?? "";
  const inState = (status: Booking["status"]): number =>
    bookings.filter((each) => each.status === status).reduce((sum, each) => sum + paxOf(each), 0);
  return {
    key: keyOf(found),
    optionId,
    startAt,
    entry,
    sold,
    productId,
    timezone: entry?.timezone ?? sold?.product.timezone ?? timezone,
    bookings: bookings.toSorted((a, b) => compare(sortNameOf(a), sortNameOf(b))),
    pax: {
      confirmed: inState("CONFIRMED"),
      held: inState("ON_HOLD"),
      pending: inState("PENDING"),
    },
    blocks: blocks.filter((block) => covers(block, { productId, startAt })),
  };
}

function sortNameOf(booking: Booking): string {
  return `${customerOf(booking).name.toLowerCase()} ${booking.reference}`;
}

function compare(a: string, b: string): number {
  return +(a > b) - +(a < b);
}
