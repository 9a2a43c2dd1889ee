import assert from "node:assert";
import { type Request, call, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type availability,
  resourcesCapacity,
} from "@slipway/contracts";
import { dayMs, departuresOf } from "@slipway/departures";
import { isBlocked } from "../block/block.ts";
import type { Deps, OptionFacts } from "../deps.ts";
import type { Period } from "../period/period.ts";
import { type AvailabilityEntry, availabilityEntry } from "./entry.ts";

type Input = InputOf<typeof availability.listAvailability>;
type Output = OutputOf<typeof availability.listAvailability>;
interface Range {
  readonly from: number;
  readonly to: number;
}

const rangeMaxMs = 400 * dayMs;
/** A page of the bus: well below its limit of 512 KiB, whatever number of resources is linked. */
const page = { entriesMax: 1_000, bytesMax: 384 * 1024 };
const entryBytes = 350;
const resourceBytes = 90;
/** Departures asked for before it is known how many resources each of them names. */
const firstAskMax = 250;
const windowMs = 31 * dayMs;

/**
 * Lists an option's departures in [from, to] with what is left of each: derived from its periods,
 * and the manual ones. Those that are over are listed too. The page token is where to go on.
 */
export function listAvailability(deps: Deps, request: Request, input: Input): Promise<Output> {
  return deps.catalogFacts.use(request, input.optionId, async (facts) => {
    const range = { from: Date.parse(input.from), to: Date.parse(input.to) };
    if (range.to - range.from > rangeMaxMs) throw refuse("RANGE_TOO_LARGE");
    if (facts.productArchived) return { items: [], next: null };
    const following = Number(input.page);
    const from = following >= range.from ? following : range.from;
    if (from > range.to) return { items: [], next: null };
    return listPage(deps, request, facts, { from, to: range.to });
  });
}

async function listPage(
  deps: Deps,
  request: Request,
  facts: OptionFacts,
  range: Range,
): Promise<Output> {
  const starts = await listStarts(deps, request, facts, range);
  const [first, last] = [starts.at(0), starts.at(-1)];
  if (!first || !last) return { items: [], next: null };
  const { tenantId } = request.caller;
  const blocks = await deps.blocks.listOfProduct(tenantId, facts.productId, {
    from: new Date(first.start),
    to: new Date(last.start),
  });
  const isBlockedAt = (start: number): boolean => isBlocked(blocks, start);
  const items = await judgeStarts(deps, request, facts, { starts, isBlockedAt });
  const following = starts[items.length];
  return { items, next: following ? String(following.start) : null };
}

interface Start {
  readonly start: number;
  readonly manual: boolean;
}

/** The first departures in the range, at most one more than a page holds. */
async function listStarts(
  deps: Deps,
  request: Request,
  facts: OptionFacts,
  range: Range,
): Promise<Start[]> {
  const { tenantId } = request.caller;
  const limit = page.entriesMax + 1;
  const [periods, manual] = await Promise.all([
    deps.periods.listActive(tenantId, facts.option.id),
    deps.manualDepartures.listStarts(tenantId, facts.option.id, { ...range, limit }),
  ]);
  const derived = new Set(firstDepartures(periods, facts.timezone, range, limit));
  return [...new Set([...derived, ...manual])]
    .toSorted((a, b) => a - b)
    .slice(0, limit)
    .map((start) => ({ start, manual: !derived.has(start) }));
}

/** The departures of the first months that hold `limit` of them: a page does not pay for the rest. */
function firstDepartures(
  periods: readonly Period[],
  zone: string,
  range: Range,
  limit: number,
): number[] {
  const found: number[] = [];
  for (let from = range.from; from <= range.to && found.length < limit; from += windowMs) {
    const to = Math.min(range.to, from + windowMs - 1);
    found.push(...departuresOf(periods, zone, { from, to }));
  }
  return found;
}

/** Entries of as many of the starts, from the first on, as fit a page. */
async function judgeStarts(
  deps: Deps,
  request: Request,
  { option, supplierId }: OptionFacts,
  { starts, isBlockedAt }: { starts: readonly Start[]; isBlockedAt: (start: number) => boolean },
): Promise<AvailabilityEntry[]> {
  const entries: AvailabilityEntry[] = [];
  let entriesMax = firstAskMax;
  while (entries.length < Math.min(starts.length, entriesMax)) {
    const asked = starts.slice(entries.length, entriesMax);
    const { departures } = await call(request, resourcesCapacity.listVacancies, {
      supplierId,
      optionId: option.id,
      // An option whose pricingPer is null counts as UNIT.
      pricingPer: option.pricingPer ?? "UNIT",
      durationMinutes: option.durationMinutes,
      startAts: asked.map(({ start }) => new Date(start).toISOString()),
    });
    assert(departures.length === asked.length, "one answer per departure asked for");
    const now = deps.clock();
    for (const [index, vacancies] of departures.entries()) {
      const { start, manual } = asked[index] as Start;
      const departure = { start, manual, blocked: isBlockedAt(start), ...vacancies };
      entries.push(availabilityEntry(option, departure, now));
    }
    const resources = departures[0]?.resources.length ?? 0;
    const fitting = Math.floor(page.bytesMax / (entryBytes + resources * resourceBytes));
    entriesMax = Math.max(entries.length, Math.min(page.entriesMax, fitting));
  }
  return entries;
}
