/** The places that a booking without its claims would have to take again, and how many are missing; for doctor. */
import type { OutputOf, bookings } from "@slipway/contracts";
import type { Ledger } from "../ledger/ledger.ts";
import { occupiedFrom } from "../ledger/day.ts";
import { departureKey, usageKeyOf } from "../ledger/departure-index.ts";
import { tallyAt } from "../ledger/departure-usage.ts";
import type { Resources } from "./oversold.ts";
import {
  type DepartureContext,
  countingOf,
  limitsOf,
  excessOf,
  placesOf,
} from "../ledger/fit-check.ts";

/** A departure and what a booking takes of it. */
type Taking = Pick<
  OutputOf<typeof bookings.listClaimHolders>["items"][number],
  "optionId" | "startAt" | "endAt" | "uses"
>;

/** The shortage in words, resource by resource; a missing ledger counts as an empty one. */
export function shortageOf(
  ledger: Ledger | undefined,
  { optionId, startAt, endAt, uses }: Taking,
  { resources, clock }: { resources: Resources; clock: number },
): string {
  const window = { from: Date.parse(startAt), to: Date.parse(endAt) };
  const context: DepartureContext = {
    usages: ledger?.usages ?? {},
    rebookings: ledger?.rebookings ?? {},
    tally: tallyAt(Math.max(clock, ledger?.at ?? 0)),
    day: ledger?.address.range ?? window,
    departure: departureKey(optionId, window.from),
    start: window.from,
    window,
  };
  const parts = uses.map((use) => {
    const missing = missingOf(context, resources, use);
    const taken = `${use.places} places of ${use.name} (${use.resourceId})`;
    return missing === 0 ? `${taken} are free` : `of ${taken} ${missing} are missing`;
  });
  return `departure ${optionId} at ${startAt}: ${parts.join(", ")}`;
}

function missingOf(
  context: DepartureContext,
  resources: Resources,
  use: Taking["uses"][number],
): number {
  const resource = resources.get(use.resourceId);
  if (!resource) return use.places;
  const { departure, window } = context;
  const key = usageKeyOf(`${departure}:${window.to}`, use);
  const over = excessOf(
    { ...context, key, window: occupiedFrom(window, use) },
    {
      resourceId: resource.id,
      counting: countingOf(resource),
      limits: limitsOf(resource, null),
      added: placesOf(use),
    },
  );
  return over.pool;
}
