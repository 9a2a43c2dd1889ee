/** A closure of several products over several days, as the blocks that make it. Pure. */
import type { CreateAvailabilityBlockRequest } from "@slipway/client";
import { dayAfter, dayIn, instantOf, timeIn } from "../../../page/zone.ts";

export interface Closing {
  /** The first and the last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** On each of the days only from one time until another, HH:MM. Undefined: all of the days. */
  readonly hours: { readonly from: string; readonly to: string } | undefined;
}

export type Block = CreateAvailabilityBlockRequest;

const daysMax = 366;

/** Undefined: the end is not after the start, or there are too many days. */
export function spansOf({ from, to, hours }: Closing, zone: string) {
  if (from === "" || to === "" || to < from) return undefined;
  const at = (local: string): string => new Date(instantOf(local, zone)).toISOString();
  if (!hours) return [{ startAt: at(`${from}T00:00`), endAt: at(`${dayAfter(to)}T00:00`) }];
  if (hours.from === "" || hours.to <= hours.from) return undefined;
  const spans: { startAt: string; endAt: string }[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) {
    if (spans.length === daysMax) return undefined;
    spans.push({ startAt: at(`${day}T${hours.from}`), endAt: at(`${day}T${hours.to}`) });
  }
  return spans;
}

/** The first day behind all of the blocks. */
export function dayBehind(blocks: readonly Pick<Block, "endAt">[], zone: string): string {
  const lastEnd = blocks.reduce((last, { endAt }) => (endAt > last ? endAt : last), "");
  const end = dayIn(lastEnd, zone);
  // A closure of whole days ends at the midnight behind them.
  return timeIn(lastEnd, zone) === "00:00" ? end : dayAfter(end);
}

export function isWithin(
  startAt: string,
  spans: readonly { readonly startAt: string; readonly endAt: string }[],
): boolean {
  return spans.some((span) => span.startAt <= startAt && startAt < span.endAt);
}
