import { Violation } from "../violation.ts";
import { type BookingDocument, type LedgerDocument, lineOfUse, usageOf } from "./records.ts";
import { type State, bookingsIn, holdsPlaces, ledgersIn } from "./state.ts";

interface Counted {
  seats: number;
  units: number;
}

interface Taken extends Counted {
  /** Milliseconds. */
  until: number;
}

const nothing: Counted = { seats: 0, units: 0 };

/** By then a sweep has emptied the log of an idle ledger and ended every expired hold. */
const sweptWithinMs = 30_000;

/** By ledger, line and resource. */
type Counts = Map<string, Counted>;

/**
 * I2 at any instant: ledgers count the places of live bookings for at least as long as these hold
 * them. They may count more, for bookings that are just being made or have just ended.
 */
export function checkHeld(state: State, supplierId: string): void {
  const now = state.fastest();
  const needed = new Map<string, Taken[]>();
  for (const booking of bookingsIn(state)) {
    if (booking.supplierId !== supplierId || !holdsPlaces(booking, now)) continue;
    const until = booking.expiresAt?.getTime() ?? Infinity;
    for (const [key, taken] of takenBy(booking, state)) push(needed, key, { ...taken, until });
  }
  const counted = new Map<string, Taken[]>();
  for (const ledger of ledgersIn(state))
    if (ledger.supplierId === supplierId)
      for (const [key, taken] of countedBy(ledger)) push(counted, key, taken);
  for (const [key, all] of needed) checkKey(key, all, counted.get(key) ?? []);
}

function checkKey(key: string, needed: readonly Taken[], counted: readonly Taken[]): void {
  for (const { until } of needed) {
    const [is, has] = [sumFrom(needed, until), sumFrom(counted, until)];
    if (has.seats >= is.seats && has.units >= is.units) continue;
    const end = Number.isFinite(until) ? new Date(until).toISOString() : "the end";
    const detail = `bookings take ${words(is)}, it counts ${words(has)}`;
    throw new Violation("I2", `${key} until ${end}: ${detail}`);
  }
}

/**
 * I3 and I6 at rest: every counter equals its recomputation. So places were released once, and no
 * place is held without a booking.
 */
export function checkBalanced(state: State, archived: readonly BookingDocument[]): void {
  const now = state.fastest();
  const needed: Counts = new Map();
  const unsure: Counts = new Map();
  for (const booking of [...bookingsIn(state), ...archived]) {
    if (holdsPlaces(booking, now))
      for (const [key, taken] of takenBy(booking, state)) add(needed, key, taken);
    // After a confirm or extend that failed halfway, an ended hold may count until it is swept.
    else if (holdsPlaces(booking, state.slowest() - sweptWithinMs))
      for (const [key, taken] of takenBy(booking, state)) add(unsure, key, taken);
  }
  const counted: Counts = new Map();
  for (const ledger of ledgersIn(state)) {
    for (const [key, taken] of countedBy(ledger)) if (taken.until > now) add(counted, key, taken);
    const isAtRest = now - ledger.at.getTime() > sweptWithinMs;
    if (isAtRest && Object.keys(ledger.log).length > 0)
      throw new Violation("I6", `${ledger._id} has steps that are not copied`);
  }
  for (const key of new Set([...needed.keys(), ...counted.keys()])) {
    const [is, has] = [needed.get(key), counted.get(key)];
    if (isBetween(has, is, unsure.get(key))) continue;
    throw new Violation("I6", `${key}: bookings take ${words(is)}, it counts ${words(has)}`);
  }
}

function isBetween(counted = nothing, needed = nothing, unsure = nothing): boolean {
  const [seats, units] = [counted.seats - needed.seats, counted.units - needed.units];
  return seats >= 0 && seats <= unsure.seats && units >= 0 && units <= unsure.units;
}

/** The places that a booking takes, by ledger, line and resource; a closed or lost ledger counts nothing. */
function* takenBy(booking: BookingDocument, state: State): Iterable<[string, Counted]> {
  const { claims, optionId, startAt, occupiedUntil } = booking;
  const line = `${optionId}:${startAt.getTime()}:${occupiedUntil.getTime()}`;
  for (const { ledger } of claims.filter((each) => isCounting(state, each.ledger)))
    for (const item of usageOf(booking)) {
      const { resourceId, capacityPlaces, resourceQuantity: units } = item;
      const taken = units === undefined ? { seats: capacityPlaces, units: 0 } : { seats: 0, units };
      yield [`${ledger} ${lineOfUse(line, item)} ${resourceId}`, taken];
    }
}

function isCounting({ ledgers, lost }: State, id: string): boolean {
  return !lost.has(id) && ledgers.documents.get(id)?.["closedAt"] === undefined;
}

/** The places that a ledger counts; throws at a negative number. */
function* countedBy({ _id, usages }: LedgerDocument): Iterable<[string, Taken]> {
  for (const [line, { use }] of Object.entries(usages))
    for (const [resourceId, { seats, units, holds }] of Object.entries(use)) {
      const key = `${_id} ${line} ${resourceId}`;
      const held = Object.entries(holds).map(([until, places]) => ({
        ...places,
        until: Number(until) * 1000,
      }));
      yield* [{ seats, units, until: Infinity }, ...held].map((taken): [string, Taken] => {
        if (taken.seats < 0 || taken.units < 0)
          throw new Violation("I3", `${key} counts ${words(taken)}`);
        return [key, taken];
      });
    }
}

function push(all: Map<string, Taken[]>, key: string, taken: Taken): void {
  const known = all.get(key);
  if (known) known.push(taken);
  else all.set(key, [taken]);
}

function sumFrom(all: readonly Taken[], until: number): Counted {
  const sum = { seats: 0, units: 0 };
  for (const taken of all) {
    if (taken.until < until) continue;
    sum.seats += taken.seats;
    sum.units += taken.units;
  }
  return sum;
}

function add(counts: Counts, key: string, { seats, units }: Counted): void {
  const sum = counts.get(key) ?? nothing;
  counts.set(key, { seats: sum.seats + seats, units: sum.units + units });
}

function words({ seats, units }: Counted = nothing): string {
  return `${seats} places and ${units} units`;
}
