/** What a booking whose places are gone would have to take anew, and what is missing; for doctor. */
import type { OutputOf, bookings } from "@slipway/contracts";
import type { Ledger } from "../ledger/ledger.ts";
import { departureKey } from "../ledger/line-index.ts";
import { tallyAt } from "../ledger/line.ts";
import type { Resources } from "./oversold.ts";
import { type Spot, countingOf, limitsOf, overOf, placesOf } from "../ledger/room.ts";

/** A departure and what a booking takes of it. */
export type Taking = Pick<
  OutputOf<typeof bookings.listClaimHolders>["items"][number],
  "optionId" | "startAt" | "endAt" | "uses"
>;

/** In words, resource by resource: on one ledger, or on the empty one that is not there yet. */
export function shortageOf(
  ledger: Ledger | undefined,
  { optionId, startAt, endAt, uses }: Taking,
  { resources, clock }: { resources: Resources; clock: number },
): string {
  const window = { from: Date.parse(startAt), to: Date.parse(endAt) };
  const spot: Spot = {
    lines: ledger?.lines ?? {},
    moves: ledger?.moves ?? {},
    tally: tallyAt(Math.max(clock, ledger?.at ?? 0)),
    day: ledger?.address.range ?? window,
    departure: departureKey(optionId, window.from),
    window,
  };
  const parts = uses.map((use) => {
    const missing = missingOf(spot, resources, use);
    const taken = `${use.places} places of ${use.name} (${use.resourceId})`;
    return missing === 0 ? `${taken} are free` : `of ${taken} ${missing} are missing`;
  });
  return `departure ${optionId} at ${startAt}: ${parts.join(", ")}`;
}

function missingOf(spot: Spot, resources: Resources, use: Taking["uses"][number]): number {
  const resource = resources.get(use.resourceId);
  if (!resource) return use.places;
  const over = overOf(spot, {
    resourceId: resource.id,
    counting: countingOf(resource),
    limits: limitsOf(resource, null),
    added: placesOf(use),
  });
  return over.pool;
}
