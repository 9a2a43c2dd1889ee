/** When the ledger of a past day may be closed, and what a closed one is. Pure. */
import type { Range } from "./day.ts";
import { type DepartureUsage, isDue } from "./departure-usage.ts";
import type { Ledger } from "./ledger.ts";

const dayMs = 86_400_000;

/** Days that ended before this instant may be closed. */
export function endedBefore(keepDays: number, now: number): number {
  return now - keepDays * dayMs;
}

/**
 * Whether no work needs this ledger's counts any more: its day ended long ago, every step is in its record, and no hold of a
 * backdated booking lasts. A claim that is taken after this look raises the ledger's version, which the closing write filters.
 */
export function isClosable(
  { address, usages, log, at, isClosed }: Closable,
  { keepDays, clock }: { readonly keepDays: number; readonly clock: number },
): boolean {
  if (isClosed || log.size > 0) return false;
  const now = Math.max(clock, at);
  const isHeldNow = /* mark: held-closable */ Object.values(usages).some(isHeld(now));
  return address.range.to < endedBefore(keepDays, now) && !isHeldNow;
}

type Closable = Pick<Ledger, "usages" | "log" | "at" | "isClosed"> & {
  readonly address: { readonly range: Range };
};

const isHeld =
  (now: number) =>
  ({ use }: DepartureUsage): boolean =>
    Object.values(use).some(({ holds }) =>
      Object.keys(holds).some((until) => !isDue(Number(until), now)),
    );
