import { type Request, call, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type availability,
  catalog,
  resourcesCapacity,
} from "@slipway/contracts";
import { dayMs, departuresOf, isoOf, localDateOf, pricingPerOf } from "@slipway/departures";
import { departuresMax } from "../constants.ts";
import { createPricing, pricedTravellersOf } from "../departure/prices.ts";
import type { OptionFacts } from "../option-facts.ts";
import { checkDepartures } from "./check-departures.ts";
import type { PeriodDeps } from "./deps.ts";

interface Start {
  readonly start: number;
  readonly manual: boolean;
}

/**
 * Answers on which local days other prices would change the lowest one, as the calendar shows it. Nothing is written.
 * Refuses NOT_FOUND, UNKNOWN_UNIT and RANGE_TOO_LARGE.
 */
export async function quotePrices(
  deps: PeriodDeps,
  request: Request,
  { id: optionId, pricingPer, periods, days }: InputOf<typeof availability.quotePrices>,
): Promise<OutputOf<typeof availability.quotePrices>> {
  const facts = await call(request, catalog.getOptionFacts, { optionId });
  const units = new Set(facts.units.map(({ id }) => id));
  if (periods.some(({ retailPrices }) => Object.keys(retailPrices).some((id) => !units.has(id))))
    throw refuse("UNKNOWN_UNIT");
  const starts = await readStarts(deps, request, { facts, days });
  const at = isoOf(deps.clock());
  const { tenantId } = request.caller;
  const stamps = { tenantId, optionId, createdAt: at, updatedAt: at };
  const pricingPeriods = periods.map((each, index) => ({ ...each, ...stamps, id: `${index}` }));
  const changed = { ...facts, option: { ...facts.option, pricingPer }, pricingPeriods };
  const [before, after] = await Promise.all(
    [facts, changed].map((each) => lowestByDay(request, each, starts)),
  );
  const dates = [...(before?.keys() ?? [])].toSorted();
  const compared = dates.map((date) => ({
    date,
    before: before?.get(date) ?? null,
    after: after?.get(date) ?? null,
  }));
  return { days: compared.filter((day) => day.before !== day.after) };
}

async function readStarts(
  deps: PeriodDeps,
  request: Request,
  { facts: { option, timezone }, days }: { facts: OptionFacts; days: number },
): Promise<Start[]> {
  const { tenantId } = request.caller;
  const active = await deps.periods.listActive(tenantId, option.id);
  const from = deps.clock();
  const range = { from, to: from + days * dayMs - 1 };
  checkDepartures(active, timezone, { from, days });
  const asked = { optionIds: [option.id], ...range, limit: departuresMax };
  const manual = await deps.manualDepartures.listStarts(tenantId, asked);
  const derived = new Set(departuresOf(active, timezone, range));
  return [
    ...[...derived].map((start) => ({ start, manual: false })),
    ...manual
      .filter(({ start }) => !derived.has(start))
      .map(({ start }) => ({ start, manual: true })),
  ];
}

/** The lowest price of each local day's departures; null where none has a price. */
async function lowestByDay(
  request: Request,
  facts: OptionFacts,
  starts: readonly Start[],
): Promise<Map<string, number | null>> {
  const travellersByUnit = pricedTravellersOf(facts);
  const unitsTaken = await readUnitsTaken(request, facts, travellersByUnit);
  const costsOf = createPricing({ facts, travellersByUnit, own: undefined, unitsTaken });
  const lowest = new Map<string, number | null>();
  for (const start of starts) {
    const date = localDateOf(facts.timezone, start.start);
    const { from } = costsOf(start).prices;
    const known = lowest.get(date) ?? null;
    lowest.set(date, known === null || from === null ? (known ?? from) : Math.min(known, from));
  }
  return lowest;
}

/** Whole units that each unit's smallest travellers take; only a price per resource depends on it. */
async function readUnitsTaken(
  request: Request,
  facts: OptionFacts,
  travellersByUnit: ReturnType<typeof pricedTravellersOf>,
): Promise<readonly (number | null)[]> {
  const pricingPer = pricingPerOf(facts);
  if (pricingPer !== "RESOURCE") return [];
  const { option, supplierId } = facts;
  const { unitsTaken = [] } = await call(request, resourcesCapacity.listVacancies, {
    supplierId,
    optionId: option.id,
    pricingPer,
    durationMinutes: option.durationMinutes,
    starts: [],
    partySizes: travellersByUnit.map(({ travellers }) => travellers.participants),
  });
  return unitsTaken;
}
