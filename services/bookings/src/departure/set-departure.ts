import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  availability,
  type departures,
  resourcesCapacity,
} from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";

type Departure = InputOf<typeof departures.reopenDeparture>;
type Entry = OutputOf<typeof departures.reopenDeparture>;

/**
 * Has capacity decide whether a departure of the option runs, and answers with the departure. By then it is decided: if
 * the answer cannot be read, the client is told that the outcome is unknown.
 */
export async function setDeparture(
  deps: DepartureDeps,
  request: Request,
  decided: Departure & Pick<InputOf<typeof resourcesCapacity.setRuns>, "runs" | "reason">,
): Promise<Entry> {
  const { optionId } = decided;
  await pointAtField("optionId", readDeparture(request, decided));
  const of = await deps.optionFacts.use(request, optionId, ({ supplierId, productId }) =>
    Promise.resolve({ supplierId, productId }),
  );
  await call(request, resourcesCapacity.setRuns, { ...of, ...decided });
  return readDecided(readDeparture(request, decided));
}

/** Waits for a part of the answer to a decision that is made; a failure says that the outcome is unknown. */
export async function readDecided<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    throw refuse("OUTCOME_UNKNOWN", { detail: String(error) });
  }
}

async function readDeparture(request: Request, { optionId, startAt }: Departure): Promise<Entry> {
  const at = { optionId, from: startAt, to: startAt };
  const { items } = await call(request, availability.listAvailability, at);
  return items[0] ?? Promise.reject(refuse("NOT_A_DEPARTURE"));
}
