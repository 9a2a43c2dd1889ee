import { Violation } from "../violation.ts";
import type { BookingDocument, LedgerDocument } from "./records.ts";
import { type State, bookingsIn, holdsPlaces, ledgersIn } from "./state.ts";

interface Counted {
  seats: number;
  units: number;
}

/** A log without writes for so long has been emptied by a sweep. */
const sweptWithinMs = 30_000;

/** By ledger, line and resource. */
type Counts = Map<string, Counted>;

/**
 * I2 at any instant: what live bookings take stands in their ledgers (there may be more: claims of
 * bookings that are just being made or have just ended), and nothing is counted below nothing.
 */
export function checkHeld(state: State, supplierId: string): void {
  const now = state.fastest();
  const needed: Counts = new Map();
  for (const booking of bookingsIn(state))
    if (booking.supplierId === supplierId && holdsPlaces(booking, now)) addBooking(needed, booking);
  const counted: Counts = new Map();
  for (const ledger of ledgersIn(state))
    if (ledger.supplierId === supplierId) addLedger(counted, ledger, now);
  for (const [key, { seats, units }] of needed) {
    const has = counted.get(key) ?? { seats: 0, units: 0 };
    if (has.seats < seats || has.units < units)
      throw new Violation(
        "I2",
        `${key}: bookings take ${words(seats, units)}, it counts ${words(has.seats, has.units)}`,
      );
  }
}

/**
 * I3 and I6 once everything has come to rest: every counter equals its recomputation, so what was
 * given back was given back once, and nothing is held by nobody.
 */
export function checkBalanced(state: State): void {
  const now = state.fastest();
  const needed: Counts = new Map();
  for (const booking of bookingsIn(state))
    if (holdsPlaces(booking, now)) addBooking(needed, booking);
  const counted: Counts = new Map();
  for (const ledger of ledgersIn(state)) {
    addLedger(counted, ledger, now);
    const isAtRest = now - ledger.at.getTime() > sweptWithinMs;
    if (isAtRest && Object.keys(ledger.entries).length > 0)
      throw new Violation("I6", `${ledger._id} has steps that are not copied`);
  }
  for (const key of new Set([...needed.keys(), ...counted.keys()])) {
    const [is, has] = [needed.get(key), counted.get(key)];
    const [one, other] = [
      words(is?.seats ?? 0, is?.units ?? 0),
      words(has?.seats ?? 0, has?.units ?? 0),
    ];
    if (one !== other)
      throw new Violation("I6", `${key}: bookings take ${one}, it counts ${other}`);
  }
}

function addBooking(counts: Counts, booking: BookingDocument): void {
  const { claims, optionId, startAt, occupiedUntil, resourceUsageSnapshot } = booking;
  const line = `${optionId}:${startAt.getTime()}:${occupiedUntil.getTime()}`;
  for (const { ledger } of claims)
    for (const item of resourceUsageSnapshot?.items ?? []) {
      const { resourceId, capacityPlaces, resourceQuantity: units } = item;
      const taken = units === undefined ? { seats: capacityPlaces, units: 0 } : { seats: 0, units };
      add(counts, `${ledger} ${line} ${resourceId}`, taken);
    }
}

function addLedger(counts: Counts, { _id, lines }: LedgerDocument, now: number): void {
  for (const [line, { use }] of Object.entries(lines))
    for (const [resourceId, { seats, units, holds }] of Object.entries(use)) {
      const key = `${_id} ${line} ${resourceId}`;
      addCounted(counts, key, { seats, units });
      const live = Object.entries(holds).filter(([until]) => Number(until) * 1000 > now);
      for (const [, held] of live) addCounted(counts, key, held);
    }
}

function addCounted(counts: Counts, key: string, counted: Counted): void {
  const { seats, units } = counted;
  if (seats < 0 || units < 0) throw new Violation("I3", `${key} counts ${words(seats, units)}`);
  add(counts, key, counted);
}

function add(counts: Counts, key: string, { seats, units }: Counted): void {
  if (seats === 0 && units === 0) return;
  const sum = counts.get(key) ?? { seats: 0, units: 0 };
  counts.set(key, { seats: sum.seats + seats, units: sum.units + units });
}

function words(seats: number, units: number): string {
  return `${seats} places and ${units} units`;
}
