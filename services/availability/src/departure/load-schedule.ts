import { type Interval, intervalsOf } from "../record/block.ts";
import type { Period } from "../record/period.ts";
import { dayMs } from "@slipway/departures";
import { type OptionPlace, placeOf } from "@slipway/reference-cache";
import { manualKeptMax } from "../constants.ts";
import type { BlockStore } from "../record/block-store.ts";
import type { ManualDepartureStore } from "../record/manual-departure-store.ts";
import type { PeriodStore } from "../record/period-store.ts";
import { readSellingVersions } from "./read-selling-versions.ts";
import { sellingVersion } from "./selling-version.ts";

/** The facts of this service about an option's departures. */
export interface Schedule {
  readonly optionId: string;
  readonly productId: string;
  readonly periods: readonly Period[];
  /** When the product takes no new bookings; what was over when this was read is left out. */
  readonly blocked: readonly Interval[];
  /** Starts of manual departures from `manualFrom` on, in milliseconds, ascending. */
  readonly manual: readonly number[];
  /** Infinity where they are too many to be kept. */
  readonly manualFrom: number;
  readonly version: string;
}

/** The tag of a schedule by its manual departures alone: no sale reads these from a cache, so none is waited for. */
export function manualTag(optionId: string): string {
  return `${optionId}|manual`;
}

interface ScheduleDeps {
  readonly periods: PeriodStore;
  readonly blocks: BlockStore;
  readonly manualDepartures: ManualDepartureStore;
  readonly clock: () => number;
}

/**
 * Reads the schedule of this key. It is kept under a lease as other services' facts are, because
 * another replica of this one may write what changes it, and invalidates it then.
 */
export async function loadSchedule(
  deps: ScheduleDeps,
  tenantId: string,
  key: string,
): Promise<Schedule> {
  const { optionId, productId } = placeOf(key);
  const [periods, notOver, manual] = await Promise.all([
    deps.periods.listActive(tenantId, optionId),
    deps.blocks.listOfProduct(tenantId, productId, { from: new Date(deps.clock()) }),
    readManual(deps, tenantId, optionId),
  ]);
  const version = joined(sellingVersion(periods, notOver), manual);
  return { optionId, productId, periods, blocked: intervalsOf(notOver), ...manual, version };
}

/** The versions of these schedules, in their order: three reads, however many they are. */
export async function readScheduleVersions(
  deps: ScheduleDeps,
  tenantId: string,
  places: readonly OptionPlace[],
): Promise<string[]> {
  const [selling, manual] = await Promise.all([
    readSellingVersions(deps, tenantId, places),
    Promise.all(places.map(({ optionId }) => readManual(deps, tenantId, optionId))),
  ]);
  return manual.map((own, index) => joined(selling[index] ?? "", own));
}

type KeptManual = Pick<Schedule, "manual" | "manualFrom">;

/** The last instant that the database can store as a date. */
const endOfTime = 8.64e15;

/** The manual departures of an option that are kept: those since yesterday. */
async function readManual(
  { manualDepartures, clock }: ScheduleDeps,
  tenantId: string,
  optionId: string,
): Promise<KeptManual> {
  const from = (Math.floor(clock() / dayMs) - 1) * dayMs;
  const range = { optionIds: [optionId], from, to: endOfTime, limit: manualKeptMax + 1 };
  const found = await manualDepartures.listStarts(tenantId, range);
  if (found.length > manualKeptMax) return { manual: [], manualFrom: Infinity };
  return { manual: found.map(({ start }) => start), manualFrom: from };
}

/** The starts themselves are the version: a fail-over that takes one back makes another version. */
function joined(selling: string, { manual, manualFrom }: KeptManual): string {
  // mark: version-of-manual
  return [selling, manualFrom, manual.join()].join("|");
}
