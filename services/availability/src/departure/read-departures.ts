import { type Request, call } from "@slipway/broker";
import { type OutputOf, partsOf, resourcesCapacity } from "@slipway/contracts";
import { type Travellers, pricingPerOf } from "@slipway/departures";
import { startsAskedMax } from "../constants.ts";
import { isBlocked } from "../record/block.ts";
import type { Departure } from "./entry.ts";
import { createPricing, pricedTravellersOf } from "./prices.ts";
import type { OptionSchedule, Start } from "./starts.ts";

interface Wanted {
  readonly starts: readonly Start[];
  readonly withPrices: boolean;
  /** Travellers whose price is read too; the prices of units are then those of their number. */
  readonly own?: Travellers | undefined;
}

/** Reads the places left on each of these departures now and, if wanted, its prices; in their order. */
export async function readDepartures(
  request: Request,
  { starts, ...wanted }: Wanted,
): Promise<Departure[]> {
  const found = new Map<Start, Departure>();
  const byOption = Map.groupBy(starts, ({ option }) => option);
  await Promise.all(
    [...byOption].map(async ([option, own]) => {
      for (const some of partsOf(own, startsAskedMax)) {
        const departures = await readOfOption(request, option, { starts: some, ...wanted });
        for (const [index, departure] of departures.entries())
          found.set(some[index] as Start, departure);
      }
    }),
  );
  return starts.map((start) => found.get(start) as Departure);
}

async function readOfOption(
  request: Request,
  { facts, schedule }: OptionSchedule,
  { starts, withPrices, own }: Wanted,
): Promise<Departure[]> {
  const { option, supplierId } = facts;
  const pricingPer = pricingPerOf(facts);
  const travellersByUnit = withPrices ? pricedTravellersOf(facts, own?.quantity) : [];
  const priced = [...travellersByUnit.map(({ travellers }) => travellers), ...(own ? [own] : [])];
  const partySizes = priced.map(({ participants }) => participants);
  const left = await call(request, resourcesCapacity.listVacancies, {
    supplierId,
    optionId: option.id,
    pricingPer,
    durationMinutes: option.durationMinutes,
    starts: starts.map(({ start }) => start),
    ...(withPrices && pricingPer === "RESOURCE" && { partySizes }),
  });
  const unitsTaken = left.unitsTaken ?? [];
  const costsOf = createPricing({ facts, travellersByUnit, own, unitsTaken });
  return starts.map((each, index) => ({
    facts,
    start: each.start,
    manual: each.manual,
    blocked: isBlocked(schedule.blocked, each.start),
    ...leftOf(left, index),
    ...(withPrices ? costsOf(each) : { prices: undefined, retail: null }),
  }));
}

/** The columns of what is left, cut down to one departure. */
function leftOf(
  { parties, resources, runs }: OutputOf<typeof resourcesCapacity.listVacancies>,
  index: number,
): Pick<Departure, "runs" | "capacity" | "vacancies" | "resources"> {
  return {
    runs: runs?.[index] ?? null,
    capacity: parties?.capacity[index] ?? null,
    vacancies: parties?.vacancies[index] ?? null,
    resources: resources.map(({ resourceId, vacancies }) => ({
      resourceId,
      vacancies: vacancies[index] ?? 0,
    })),
  };
}
