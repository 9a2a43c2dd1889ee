import type { Request } from "@slipway/broker";
import { cancellationCutoff } from "@slipway/departures";
import type { Booking } from "../record/booking.ts";
import type { TransitionDeps } from "./deps.ts";
import { readOptionFacts } from "../offer/keep-facts.ts";

/** The last instant at which a booking can be cancelled, in milliseconds: its start where the option is deleted. */
export async function readCutoff(
  deps: TransitionDeps,
  request: Request,
  { optionId, startAt }: Pick<Booking, "optionId" | "startAt">,
): Promise<number> {
  const start = startAt.getTime();
  const known = await readOptionFacts(deps.optionFacts, request, optionId, (facts) =>
    cancellationCutoff(facts, start),
  );
  return known ?? start;
}
