import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { dayMs } from "@slipway/departures";
import type { Deps } from "../deps.ts";
import { checkRange, departuresMax, refuseDays } from "./check-range.ts";
import { type Departure, availabilityEntry } from "./entry.ts";
import { findOptions } from "./find-options.ts";
import { readDepartures } from "./read-departures.ts";
import { readOptions } from "./read-options.ts";
import { type OptionSeason, type OptionSpan, type Span, type Start, startsOf } from "./starts.ts";

type Input = InputOf<typeof availability.listAvailability>;
type Output = OutputOf<typeof availability.listAvailability>;

/** Of one option; of several. */
const daysMax = { ofOne: 400, ofSeveral: 31 };
/**
 * A page of the bus: well below its limit of 512 KiB, whatever number of resources is linked, and of so
 * few entries that nobody waits for long while it is made.
 */
const page = { entriesMax: 350, bytesMax: 384 * 1024 };
const bytesOf = { entry: 480, resource: 90, prices: 120, unit: 80 };

/**
 * Lists the departures of options in [from, to] with what is left of each: derived from their periods,
 * and the manual ones. Those that are over are listed too. The page token is where to go on. A client
 * that would get too many is refused with its first page.
 *
 * Periods, blocks and rates are cached under a lease, and each change invalidates them; manual departures
 * and what is left are read each time, so all are those of now on every replica.
 */
export async function listAvailability(
  deps: Deps,
  request: Request,
  input: Input,
): Promise<Output> {
  const found = await findOptions(request, input);
  return readOptions(deps, request, found, async (options) => {
    const asked: Asked = {
      options,
      range: { from: Date.parse(input.from), to: Date.parse(input.to) },
      isOne: input.optionId !== undefined && found.optionIds.length === 1,
      page: input.page,
    };
    refuseLongRange(asked);
    const starts = await listStarts(deps, request, asked);
    const departures = await readDepartures(request, {
      starts: starts.slice(0, page.entriesMax),
      withPrices: input.include === "prices",
    });
    const now = deps.clock();
    const items = fitting(departures).map((departure) => availabilityEntry(departure, now));
    const following = starts[items.length];
    return { items, next: following ? tokenOf(following, asked) : null };
  });
}

interface Asked {
  readonly options: readonly OptionSeason[];
  readonly range: Span;
  readonly isOne: boolean;
  readonly page: string | undefined;
}

function refuseLongRange({ range: { from, to }, isOne }: Asked): void {
  const days = isOne ? daysMax.ofOne : daysMax.ofSeveral;
  const whose = isOne ? "" : " of several options";
  if (to - from > days * dayMs) throw refuseDays(`The range${whose} is longer than`, days);
}

/** The departures of this page, and the one that follows. */
async function listStarts(deps: Deps, request: Request, asked: Asked): Promise<Start[]> {
  const { options, range, page: token } = asked;
  if (options.length === 0) return [];
  const limit = page.entriesMax + 1;
  const spans = spansFrom(asked);
  const manual = await deps.manualDepartures.listStarts(request.caller.tenantId, {
    optionIds: options.map(({ facts }) => facts.option.id),
    from: Math.min(...spans.map(({ from }) => from)),
    to: range.to,
    // A later page reads those of its first instant again that the page before has answered, one an option.
    limit: token === undefined ? departuresMax + 1 : limit + options.length,
  });
  if (token === undefined)
    checkRange(request, manual, {
      spans,
      days: Math.floor((range.to - range.from) / dayMs),
      firstDays: (days) => spans.map((span) => ({ ...span, to: span.from + days * dayMs })),
    });
  return startsOf(spans, manual, limit);
}

/** Of one option the token is the instant, as the release before has it; of several the option is in it too. */
function tokenOf({ option, start }: Start, { isOne }: Asked): string {
  return isOne ? String(start) : `${start}|${option.facts.option.id}`;
}

function spansFrom({ options, range, page: token }: Asked): OptionSpan[] {
  const [start, optionId = ""] = token?.split("|") ?? [];
  const from = start === undefined ? range.from : Number(start);
  return options.map((option) => {
    // At one instant options follow each other by their ids.
    const isAnswered = option.facts.option.id < optionId;
    return { option, from: isAnswered ? from + 1 : from, to: range.to };
  });
}

/** The first departures, as many as fit a message of the bus; at least one. */
function fitting(departures: readonly Departure[]): readonly Departure[] {
  let bytes = 0;
  const beyond = departures.findIndex((departure, index) => {
    bytes += bytesOfEntry(departure);
    return bytes > page.bytesMax && index > 0;
  });
  return beyond < 0 ? departures : departures.slice(0, beyond);
}

function bytesOfEntry({ resources, prices }: Departure): number {
  const ofPrices = prices ? bytesOf.prices + prices.units.length * bytesOf.unit : 0;
  return bytesOf.entry + resources.length * bytesOf.resource + ofPrices;
}
