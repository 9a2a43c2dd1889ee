import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  availability,
  type departures,
  resourcesCapacity,
} from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { countLive } from "./list-live.ts";

type Departure = InputOf<typeof departures.reopenDeparture>;
type Entry = OutputOf<typeof departures.reopenDeparture>;

/**
 * Has capacity decide whether a departure of the option runs, and answers with the departure, null where the timetable
 * has it no longer. By then it is decided: if the answer cannot be read, the client is told that the outcome is unknown.
 */
export async function setDeparture(
  deps: DepartureDeps,
  request: Request,
  decided: Departure & Pick<InputOf<typeof resourcesCapacity.setRuns>, "runs" | "reason">,
): Promise<Entry | null> {
  const { optionId } = decided;
  const found = await pointAtField("optionId", readDeparture(request, decided));
  const of = await deps.optionFacts.use(request, optionId, ({ supplierId, productId }) =>
    Promise.resolve({ supplierId, productId }),
  );
  if (!found && !(await isLeft(deps, request, { ...decided, ...of })))
    throw refuse("NOT_A_DEPARTURE");
  const { repeat } = request;
  await call(request, resourcesCapacity.setRuns, { ...of, ...decided }, { repeat });
  return readDecided(readDeparture(request, decided));
}

/**
 * Whether a departure that the timetable has no longer can be called off: it has bookings, which stay when a season
 * changes, or it was called off before.
 */
async function isLeft(
  deps: DepartureDeps,
  request: Request,
  { optionId, startAt, supplierId, runs }: InputOf<typeof resourcesCapacity.setRuns>,
): Promise<boolean> {
  if (runs === "OPEN") return false;
  const named = { optionId, startAt, supplierId };
  const { calledOff, claims } = await call(request, resourcesCapacity.getRuns, named);
  return calledOff !== null || claims > 0 || (await countLive(deps, request, named)) > 0;
}

/** Waits for a part of the answer to a decision that is made; a failure says that the outcome is unknown. */
export async function readDecided<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    throw refuse("OUTCOME_UNKNOWN", { detail: String(error) });
  }
}

async function readDeparture(
  request: Request,
  { optionId, startAt }: Departure,
): Promise<Entry | null> {
  const at = { optionId, from: startAt, to: startAt };
  const { items } = await call(request, availability.listAvailability, at);
  return items[0] ?? null;
}
