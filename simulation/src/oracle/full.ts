/** Whether a departure can have been full, from the stored usages alone: refusals need a reason. */
import type { InputOf, bookings } from "@slipway/contracts";
import { optionOf } from "../fixture.ts";
import type { Need, Needs } from "./needs.ts";
import {
  type LedgerDocument,
  type ResourceDocument,
  lineOfUse,
  newSteps,
  withMargins,
} from "./records.ts";
import { type Added, departureOf } from "./oversell.ts";
import { type State, type Interval, beyond, highest, ledgersIn, resourcesIn } from "./state.ts";

/** The places that an order takes. */
export interface Wanted {
  readonly supplierId: string;
  readonly optionId: string;
  readonly from: number;
  readonly to: number;
  readonly participants: number;
  readonly pricingPer: string;
}

/** An order that is under way. */
export interface Order {
  readonly wanted: Wanted | undefined;
  /** At every instant since it was sent, as far as was seen, it fitted. */
  alwaysFitted: boolean;
  readonly input: InputOf<typeof bookings.createBooking>;
  /** The block of its departure, if a client had got the answer before the order was sent. */
  readonly block: object | undefined;
  /** The same of its call-off. */
  readonly calledOff: object | undefined;
}

/** A resize that is under way. */
export interface Resize {
  readonly resourceId: string;
  readonly numbers: { quantity?: number; capacityPerResource?: number };
  /** At every instant since it was sent, as far as was seen, the reserved places fitted. */
  alwaysFitted: boolean;
}

/** A ledger after a write; new claims of that write count even if others were released by it. */
export interface LedgerAt {
  readonly ledger: LedgerDocument;
  readonly before: LedgerDocument | undefined;
}

/** Whether an order may not have fitted, on any of its resources and ledgers. */
export function mayBeFull(
  state: State,
  { wanted, needs }: { wanted: Wanted; needs: Needs },
  written?: LedgerAt,
): boolean {
  return [...resourcesIn(state)].some((resource) => {
    const present = resource.requirements.filter(({ optionId }) => optionId === wanted.optionId);
    const all = [...present, ...needs.former(resource._id, wanted.optionId)];
    // During a resize either numbers may be the reason.
    if (resource.resizing !== undefined) return all.length > 0;
    return all.some((need) => isFull(state, wanted, { resource, need, written }));
  });
}

interface Linked {
  readonly resource: ResourceDocument;
  readonly need: Need;
  readonly written: LedgerAt | undefined;
}

function isFull(state: State, wanted: Wanted, { resource, need, written }: Linked): boolean {
  const { optionId, participants, pricingPer } = wanted;
  const { from, to } = withMargins([wanted.from, wanted.to], need);
  const perUnit = resource.capacityPerResource;
  const units = Math.max(need.quantity, Math.ceil(participants / perUnit));
  const places = pricingPer === "RESOURCE" ? units * perUnit : participants * need.quantity;
  const most = need.maxQuantity === null ? Infinity : need.maxQuantity * perUnit;
  const all = resource.quantity * perUnit;
  if (places > Math.min(most, all)) return true;
  const touched = [...ledgersIn(state)].filter(
    ({ startAt, endAt }) => endAt.getTime() > from && startAt.getTime() < to,
  );
  return touched.some((ledger) => {
    const before = written?.ledger._id === ledger._id ? written.before : undefined;
    const lines = drawn(state, { ledger, before }, resource);
    const key = lineOfUse(`${optionId}:${wanted.from}:${wanted.to}`, need);
    lines.set(key, { from, to, amount: (lines.get(key)?.amount ?? 0) + places });
    const departures = Map.groupBy(lines, ([line]) => departureOf(line));
    const intervals = [...departures].flatMap(([departure, own]) => {
      const held = own.map(([, interval]) => interval);
      const { pool } = addedTo(departure, { ledger, before }, resource);
      return beyond(held, pool);
    });
    const name = departureOf(key);
    const { beyondMax } = addedTo(name, { ledger, before }, resource);
    const held = departures.get(name)?.reduce((sum, [, { amount }]) => sum + amount, 0) ?? 0;
    const within = intervals.filter((each) => each.from < to && each.to > from);
    return held > most + beyondMax || highest(within, from) > all;
  });
}

/** The smaller expansion of a departure, before and after the ledger's last write. */
function addedTo(
  departure: string,
  { ledger, before = ledger }: LedgerAt,
  { _id, epoch }: ResourceDocument,
): Added {
  const [was, is] = [before, ledger].map(({ usages }) => {
    const added = { pool: 0, beyondMax: 0 };
    for (const [line, { use }] of Object.entries(usages)) {
      const expansion = use[_id]?.expansion;
      if (departureOf(line) !== departure || expansion?.epoch !== epoch) continue;
      added.pool += expansion.pool;
      added.beyondMax += expansion.beyondMax;
    }
    return added;
  }) as [Added, Added];
  return {
    pool: Math.min(was.pool, is.pool),
    beyondMax: Math.min(was.beyondMax, is.beyondMax),
  };
}

/** Whether more than these numbers allow may be reserved at an instant that is not over. */
export function mayExceed(
  state: State,
  { resource, places }: { resource: ResourceDocument; places: number },
  written?: LedgerAt,
): boolean {
  for (const ledger of ledgersIn(state)) {
    if (ledger.supplierId !== resource.supplierId) continue;
    const before = written?.ledger._id === ledger._id ? written.before : undefined;
    const lines = [...drawn(state, { ledger, before }, resource).values()];
    if (highest(lines, state.slowest()) > places) return true;
  }
  return false;
}

/** The most places of a resource that are reserved at one instant. */
export function reservedOf(state: State, resource: ResourceDocument): number {
  let places = 0;
  while (mayExceed(state, { resource, places })) places++;
  return places;
}

/** The most that each usage may take, by any clock, without expansions. */
function drawn(
  state: State,
  { ledger, before }: LedgerAt,
  { _id, capacityPerResource: perUnit }: ResourceDocument,
): Map<string, Interval> {
  const lines = new Map<string, Interval>();
  const base = before ?? ledger;
  for (const [key, { start, end, use }] of Object.entries(base.usages)) {
    const own = use[_id];
    if (!own) continue;
    const held = Object.entries(own.holds).filter(
      ([until]) => Number(until) * 1000 > state.slowest(),
    );
    const counted = [own, ...held.map(([, places]) => places)];
    const amount = counted.reduce((sum, { seats, units }) => sum + seats + units * perUnit, 0);
    lines.set(key, { from: start, to: end, amount });
  }
  if (before) addNewClaims(lines, { ledger, before }, { _id, perUnit });
  return lines;
}

function addNewClaims(
  lines: Map<string, Interval>,
  { ledger, before }: LedgerAt,
  { _id, perUnit }: { _id: string; perUnit: number },
): void {
  for (const { line, use } of newSteps(before, ledger)) {
    const taken = use.find(({ resourceId }) => resourceId === _id);
    if (!taken) continue;
    const [, from = "0", to = "0"] = line.split(":");
    const key = lineOfUse(line, taken);
    const window = withMargins([Number(from), Number(to)], taken);
    const known = lines.get(key) ?? { ...window, amount: 0 };
    const places = taken.units === null ? taken.places : taken.units * perUnit;
    lines.set(key, { ...known, amount: known.amount + places });
  }
}

/** The places that a request for a booking would take. */
export function wantedOf({
  optionId,
  startAt = "",
  unitItems,
}: InputOf<typeof bookings.createBooking>): Wanted | undefined {
  const option = optionOf(optionId);
  if (!option) return undefined;
  const from = Date.parse(startAt);
  return {
    supplierId: option.supplierId,
    optionId,
    from,
    // The longer duration: it is full whenever the shorter one is.
    to: from + Math.max(...option.durationsMinutes) * 60_000,
    participants: unitItems.reduce((sum, { quantity }) => sum + quantity, 0),
    pricingPer: option.pricingPer,
  };
}
