import { type Request, call, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type availability,
  resourcesCapacity,
} from "@slipway/contracts";
import { dayMs, departuresOf } from "@slipway/departures";
import { isBlocked } from "../block/block.ts";
import type { Deps } from "../deps.ts";
import type { OptionFacts } from "../option-facts.ts";
import { type AvailabilityEntry, availabilityEntry } from "./entry.ts";
import { type Season, seasonKey } from "./load-season.ts";

type Input = InputOf<typeof availability.listAvailability>;
type Output = OutputOf<typeof availability.listAvailability>;
type Vacancies = OutputOf<typeof resourcesCapacity.listVacancies>;
interface Range {
  readonly from: number;
  readonly to: number;
}

const rangeMaxMs = 400 * dayMs;
/** So many departures are a client's answer at most. */
const answerMax = 20_000;
/**
 * A page of the bus: well below its limit of 512 KiB, whatever number of resources is linked, and of so
 * few entries that nobody waits for long while it is made.
 */
const page = { entriesMax: 500, bytesMax: 384 * 1024 };
const entryBytes = 350;
const resourceBytes = 90;

/**
 * Lists an option's departures in [from, to] with what is left of each: derived from its periods,
 * and the manual ones. Those that are over are listed too. The page token is where to go on. A client
 * that would get more than `answerMax` is refused with its first page, before any of them is looked at.
 *
 * Periods and blocks are cached under a lease, and each change invalidates them; manual departures
 * and what is left are read each time, so both are those of now on every replica.
 */
export function listAvailability(deps: Deps, request: Request, input: Input): Promise<Output> {
  return deps.catalogFacts.use(request, input.optionId, async (facts) => {
    const range = { from: Date.parse(input.from), to: Date.parse(input.to) };
    if (range.to - range.from > rangeMaxMs) throw tooLarge("The range is longer than", 400);
    if (facts.productArchived) return { items: [], next: null };
    const following = Number(input.page);
    const from = following >= range.from ? following : range.from;
    if (from > range.to) return { items: [], next: null };
    // The system itself, which tells channels of whatever has changed, reads page by page.
    const isBounded = input.page === undefined && request.caller.actorType !== "SYSTEM";
    return deps.seasons.use(request, seasonKey(facts), (season) =>
      listPage(deps, request, { facts, season, range: { from, to: range.to }, isBounded }),
    );
  });
}

function tooLarge(what: string, days: number): Error {
  return refuse("RANGE_TOO_LARGE", { detail: `${what} ${days} days`, maxDays: days });
}

interface Asked {
  readonly facts: OptionFacts;
  readonly season: Season;
  readonly range: Range;
  /** Whether the whole answer is looked at, not this page alone. */
  readonly isBounded: boolean;
}

async function listPage(deps: Deps, request: Request, asked: Asked): Promise<Output> {
  const { option, supplierId } = asked.facts;
  const found = await listStarts(deps, request, asked);
  if (found.length === 0) return { items: [], next: null };
  const beyond = found[answerMax];
  if (beyond) throw tooMany(asked.range, beyond);
  const starts = found.slice(0, page.entriesMax);
  const left = await call(request, resourcesCapacity.listVacancies, {
    supplierId,
    optionId: option.id,
    // An option whose pricingPer is null counts as UNIT.
    pricingPer: option.pricingPer ?? "UNIT",
    durationMinutes: option.durationMinutes,
    starts: starts.map(({ start }) => start),
  });
  const fitting = Math.floor(page.bytesMax / (entryBytes + left.resources.length * resourceBytes));
  const items = entriesOf(asked, { starts: starts.slice(0, fitting), left, now: deps.clock() });
  const following = found[items.length];
  return { items, next: following ? String(following.start) : null };
}

interface Start {
  readonly start: number;
  readonly manual: boolean;
}

/** Names the whole days from the beginning of the range that end before the first departure too many. */
function tooMany({ from }: Range, { start }: Start): Error {
  const days = Math.ceil((start - from) / dayMs) - 1;
  const departures = `The range has more than ${answerMax} departures; from its start it may have`;
  return tooLarge(departures, days);
}

/** The first departures in the range, at most one more than the page or the answer may have. */
async function listStarts(
  deps: Deps,
  request: Request,
  { facts: { option, timezone }, season, range, isBounded }: Asked,
): Promise<Start[]> {
  const limit = (isBounded ? answerMax : page.entriesMax) + 1;
  const derived = departuresOf(season.periods, timezone, { ...range, limit });
  const { tenantId } = request.caller;
  const manual = await deps.manualDepartures.listStarts(tenantId, option.id, { ...range, limit });
  if (manual.length === 0) return derived.map((start) => ({ start, manual: false }));
  const given = new Set(derived);
  return [...new Set([...derived, ...manual])]
    .toSorted((a, b) => a - b)
    .slice(0, limit)
    .map((start) => ({ start, manual: !given.has(start) }));
}

/** What each of the starts comes to, by the columns of what is left. */
function entriesOf(
  { facts, season }: Asked,
  { starts, left, now }: { starts: readonly Start[]; left: Vacancies; now: number },
): AvailabilityEntry[] {
  const { parties, resources } = left;
  return starts.map(({ start, manual }, index) => {
    const departure = {
      start,
      manual,
      blocked: isBlocked(season.blocked, start),
      capacity: parties?.capacity[index] ?? null,
      vacancies: parties?.vacancies[index] ?? null,
      resources: resources.map(({ resourceId, vacancies }) => ({
        resourceId,
        vacancies: vacancies[index] ?? 0,
      })),
    };
    return availabilityEntry(facts.option, departure, now);
  });
}
