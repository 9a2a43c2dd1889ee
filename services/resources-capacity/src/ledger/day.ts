/** The days of a supplier; each has its own ledger. */
import { gapDaysMax } from "../constants.ts";

const minuteMs = 60_000;
const minutesPerDay = 1440;
export const dayMs = minutesPerDay * minuteMs;

/** Milliseconds since the epoch, [from, to). */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A supplier, and the UTC minute at which its days begin. */
export interface Supplier {
  readonly tenantId: string;
  readonly supplierId: string;
  readonly startMinute: number;
}

/** Identifies the ledger of a supplier's day. */
export interface LedgerAddress {
  readonly tenantId: string;
  readonly supplierId: string;
  readonly id: string;
  readonly range: Range;
}

/** The ledger with this id; undefined if it is no id of the supplier's. */
export function addressNamed(supplier: Supplier, id: string): LedgerAddress | undefined {
  const day = Number(id.slice(supplier.supplierId.length + 1));
  if (!Number.isSafeInteger(day)) return undefined;
  const address = addressOfDay(supplier, day);
  return address.id === id ? address : undefined;
}

/** The last instant that every client of the database shows as a date. */
const endOfTime = Date.UTC(9999, 11, 31);

/**
 * The ledger of no day, whose version is that of the supplier's resources. No claim is taken on it, and it is never over.
 * So each change of a resource or requirement bumps it with the supplier's open ledgers.
 */
export function resourcesAddress(tenantId: string, supplierId: string): LedgerAddress {
  const range = { from: 0, to: endOfTime };
  return { tenantId, supplierId, id: `${supplierId}:resources`, range };
}

/** The supplier in the id of one of its ledgers. */
export function supplierIn(ledgerId: string): string {
  return ledgerId.slice(0, ledgerId.lastIndexOf(":"));
}

function addressOfDay({ tenantId, supplierId, startMinute }: Supplier, day: number): LedgerAddress {
  const from = day * dayMs + startMinute * minuteMs;
  return { tenantId, supplierId, id: `${supplierId}:${day}`, range: { from, to: from + dayMs } };
}

/** The ledgers that a window touches, in order of time: two if it crosses a day boundary. */
export function addressesOf(supplier: Supplier, window: Range): LedgerAddress[] {
  const addresses: LedgerAddress[] = [];
  const first = Math.floor((window.from - supplier.startMinute * minuteMs) / dayMs);
  for (let day = first, at = window.from; at < window.to; day++) {
    const address = addressOfDay(supplier, day);
    addresses.push(address);
    at = address.range.to;
  }
  return addresses;
}

/** The ledgers that a departure touches: first those of its run, then those that margins add. */
export function addressesAround(
  supplier: Supplier,
  run: Range,
  margins: readonly Margins[],
): LedgerAddress[] {
  const own = addressesOf(supplier, run);
  const ids = own.map(({ id }) => id);
  const around = addressesOf(supplier, occupiedFrom(run, widestOf(margins)));
  return [...own, ...around.filter(({ id }) => !ids.includes(id))];
}

/** Ledgers of consecutive days of one supplier, by the ids of the first and the last. */
interface IdRange {
  readonly first: string;
  readonly last: string;
}

/**
 * Ranges that contain these ledger ids, and few others. Days of five digits, from 1997 to 2243, sort
 * as numbers do; every other day is a range of its own.
 */
export function rangesOf(ids: readonly string[]): IdRange[] {
  const ranges: { first: string; last: string; supplier: string; day: number }[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    const at = id.lastIndexOf(":");
    const [supplier, digits] = [id.slice(0, at), id.slice(at + 1)];
    const day = /^\d{5}$/.test(digits) ? Number(digits) : Number.NaN;
    const open = ranges.at(-1);
    if (open?.supplier === supplier && day - open.day <= gapDaysMax + 1)
      Object.assign(open, { last: id, day });
    else ranges.push({ first: id, last: id, supplier, day });
  }
  return ranges.map(({ first, last }) => ({ first, last }));
}

/** The time for which a departure runs. */
export function windowFrom(start: number, durationMinutes: number): Range {
  return { from: start, to: start + Math.max(durationMinutes, 1) * minuteMs };
}

/** Minutes for which a departure occupies a resource before and after its run; absent where both are 0. */
export interface Margins {
  readonly prepareMinutes?: number | undefined;
  readonly turnaroundMinutes?: number | undefined;
}

export function hasMargins({ prepareMinutes = 0, turnaroundMinutes = 0 }: Margins): boolean {
  return prepareMinutes + turnaroundMinutes > 0;
}

/** The time for which a departure occupies a resource. */
export function occupiedFrom(run: Range, margins: Margins): Range {
  const { prepareMinutes = 0, turnaroundMinutes = 0 } = margins;
  // mark: occupied-time
  return { from: run.from - prepareMinutes * minuteMs, to: run.to + turnaroundMinutes * minuteMs };
}

/** The largest margins of a departure's resources. */
export function widestOf(all: readonly Margins[]): Required<Margins> {
  const most = (of: keyof Margins): number => Math.max(0, ...all.map((each) => each[of] ?? 0));
  return { prepareMinutes: most("prepareMinutes"), turnaroundMinutes: most("turnaroundMinutes") };
}

/** The UTC minute of the day at which it is 04:00 in a zone, by the zone's offset at `now`. */
export function startMinuteOf(timezone: string, now: number): number {
  const minute = Math.floor(now / minuteMs) * minuteMs;
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(minute);
  const valueOf = (type: string): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = valueOf("hour") * 60 + valueOf("minute");
  const utc = (minute / minuteMs) % minutesPerDay;
  return (((4 * 60 - local + utc) % minutesPerDay) + minutesPerDay) % minutesPerDay;
}
