import { type Interval, intervalsOf } from "../record/block.ts";
import type { BlockStore } from "../record/block-store.ts";
import type { OptionFacts } from "../option-facts.ts";
import type { Period } from "../record/period.ts";
import type { PeriodStore } from "../record/period-store.ts";
import { scheduleVersion } from "./schedule-version.ts";

/** The facts of this service about an option's departures. */
export interface Schedule {
  readonly optionId: string;
  readonly productId: string;
  readonly periods: readonly Period[];
  /** When the product takes no new bookings; what was over when this was read is left out. */
  readonly blocked: readonly Interval[];
  readonly version: string;
}

/** The key under which a schedule is kept. */
export function scheduleKey({ option, productId }: OptionFacts): string {
  return `${option.id}|${productId}`;
}

/** The option and the product that a schedule's key names. */
export function placeOf(key: string): { optionId: string; productId: string } {
  const [optionId = "", productId = ""] = key.split("|");
  return { optionId, productId };
}

/**
 * Reads the schedule of this key. It is kept under a lease as other services' facts are, because
 * another replica of this one may write what changes it, and invalidates it then.
 */
export async function loadSchedule(
  { periods, blocks, clock }: { periods: PeriodStore; blocks: BlockStore; clock: () => number },
  tenantId: string,
  key: string,
): Promise<Schedule> {
  const { optionId, productId } = placeOf(key);
  const [active, notOver] = await Promise.all([
    periods.listActive(tenantId, optionId),
    blocks.listOfProduct(tenantId, productId, { from: new Date(clock()) }),
  ]);
  const version = scheduleVersion(active, notOver);
  return { optionId, productId, periods: active, blocked: intervalsOf(notOver), version };
}
