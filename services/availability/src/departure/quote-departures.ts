import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type availability, channelOf } from "@slipway/contracts";
import { travellersOf } from "@slipway/departures";
import { pageEntriesMax } from "../constants.ts";
import type { DepartureDeps } from "./deps.ts";
import type { OptionFacts } from "../option-facts.ts";
import { refuseManyDays } from "./check-range.ts";
import { fitting } from "./departure-page.ts";
import { type QuoteTravellers, departureQuote } from "./departure-quote.ts";
import { listManualStarts } from "./list-manual-starts.ts";
import { listStarts } from "./list-starts.ts";
import { localDaysOf, spanOfDays } from "./local-days.ts";
import { readDepartures } from "./read-departures.ts";
import { readOptions } from "./read-options.ts";
import { type OptionSchedule, type Start, isShownToResellers, startsOf } from "./starts.ts";

type QuoteDeparturesInput = InputOf<typeof availability.quoteDepartures>;

/**
 * Answers whether and at what price travellers could be sold each departure to come. The rules are those of a
 * sale, and the departures are those of `listAvailability`, just as current. It holds nothing.
 */
export async function quoteDepartures(
  deps: DepartureDeps,
  request: Request,
  input: QuoteDeparturesInput,
): Promise<OutputOf<typeof availability.quoteDepartures>> {
  const found = { optionIds: [input.optionId], isNamed: true };
  return readOptions(deps, request, found, async ([option]) => {
    if (isHidden(request, input, option)) throw refuse("NOT_FOUND");
    if (!option) return { items: [], next: null };
    const asked = input.party && quoteTravellersOf(input.party, option.facts);
    const starts = await startsAsked(deps, request, input, option);
    const departures = await readDepartures(request, {
      starts: starts.slice(0, pageEntriesMax),
      withPrices: true,
      own: asked?.travellers,
    });
    const now = deps.clock();
    const isPriced = input.include === "prices";
    const items = fitting(departures).map((each) => {
      const { departure, ...quote } = departureQuote(each, asked, now);
      const { prices, ...unpriced } = departure;
      return { departure: isPriced ? { ...unpriced, prices } : unpriced, ...quote };
    });
    const following = starts[items.length];
    return { items, next: following ? String(following.start) : null };
  });
}

/** Whether the caller sees no such option: it is another supplier's, or not one of the product that is sold. */
function isHidden(
  { caller }: Request,
  { productId }: QuoteDeparturesInput,
  option: OptionSchedule | undefined,
): boolean {
  const supplierId = channelOf(caller)?.supplierId ?? option?.facts.supplierId;
  if (supplierId !== option?.facts.supplierId) return true;
  if (productId === undefined) return false;
  return option?.facts.productId !== productId || !isShownToResellers(option);
}

function quoteTravellersOf(
  unitItems: QuoteTravellers["unitItems"],
  { units }: OptionFacts,
): QuoteTravellers {
  const travellers = travellersOf({ unitItems }, units);
  if (travellers !== "UNKNOWN_UNIT") return { unitItems, travellers };
  const sold = new Set(units.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id));
  const index = unitItems.findIndex(({ unitId }) => !sold.has(unitId));
  const detail = "names no unit that the option sells";
  const pointer = `#/party/${index}/unitId`;
  throw refuse("UNKNOWN_UNIT", {
    errors: [{ in: "body", pointer, code: "INVALID_VALUE", detail }],
  });
}

/** Ascending, from those of this page on. */
async function startsAsked(
  deps: DepartureDeps,
  request: Request,
  input: QuoteDeparturesInput,
  option: OptionSchedule,
): Promise<Start[]> {
  const { days, starts = [], page } = input;
  const now = deps.clock();
  if (!days) {
    const from = Math.max(now, Number(page ?? 0));
    const instants = [...new Set(starts.map((start) => Date.parse(start)))];
    const coming = instants.filter((instant) => instant >= from).toSorted((a, b) => a - b);
    const found = coming.map((instant) => startAt(deps, request, option, instant));
    return (await Promise.all(found)).flat();
  }
  const localDays = localDaysOf(days);
  refuseManyDays(localDays);
  const { from, to } = spanOfDays(option.facts, localDays);
  const range = { from: Math.max(now, from), to };
  return listStarts(deps, request, { options: [option], range, isOne: true, page });
}

/** The departure at this instant, if there is one. Others are asked at the same time, and share the read. */
async function startAt(
  deps: DepartureDeps,
  request: Request,
  option: OptionSchedule,
  instant: number,
): Promise<Start[]> {
  const span = { option, from: instant, to: instant };
  const derived = startsOf([span], []);
  if (derived.length > 0) return derived;
  const asked = { options: [option], from: instant, to: instant, limit: 1 };
  return startsOf([span], await listManualStarts(deps, request, asked));
}
