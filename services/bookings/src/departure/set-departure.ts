import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  availability,
  type departures,
  resourcesCapacity,
} from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { occupiedUntil } from "../offer/option-policy.ts";
import { listKnown } from "./list-live.ts";

type Departure = InputOf<typeof departures.reopenDeparture>;
type Of = Departure & Pick<InputOf<typeof resourcesCapacity.setRuns>, "runs" | "supplierId">;
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
  const { optionId, runs } = decided;
  const found = await pointAtField("optionId", readDeparture(request, decided));
  const startAt = Date.parse(decided.startAt);
  const { ends, ...of } = await deps.optionFacts.use(request, optionId, (facts) => {
    const { supplierId, productId } = facts;
    return Promise.resolve({ supplierId, productId, ends: occupiedUntil(facts, startAt) });
  });
  const endsAt = (await lastEnd(deps, request, { ...decided, ...of, ends })).toISOString();
  if (!found && !(await isLeft(deps, request, { ...decided, ...of }))) {
    const isEnded = runs === "CALLED_OFF" && Date.parse(endsAt) <= deps.clock();
    throw refuse(isEnded ? "IN_THE_PAST" : "NOT_A_DEPARTURE");
  }
  const { repeat } = request;
  const redeemed = runs === "OPEN" ? await listRedeemed(deps, request, { ...decided, ...of }) : [];
  const input = { ...of, ...decided, endsAt, redeemed };
  await call(request, resourcesCapacity.setRuns, input, { repeat });
  return readDecided(readDeparture(request, decided));
}

/** The end of a departure: of an option that was shortened, what was sold before ends later. */
async function lastEnd(
  deps: DepartureDeps,
  request: Request,
  { ends, runs, ...departure }: Of & { readonly ends: number },
): Promise<Date> {
  const now = new Date(deps.clock());
  const end = new Date(ends);
  if (runs === "OPEN" || end > now) return end;
  const ids = await listKnown(deps, request, departure);
  return (await deps.store.findEnd(request.caller.tenantId, ids, now)) ?? end;
}

/** Whether a departure that has left the timetable can be called off: it has bookings, or was called off before. */
async function isLeft(
  deps: DepartureDeps,
  request: Request,
  { optionId, startAt, supplierId, runs }: Of,
): Promise<boolean> {
  if (runs === "OPEN") return false;
  const named = { optionId, startAt, supplierId };
  const { calledOff, claims } = await call(request, resourcesCapacity.getRuns, named);
  return calledOff !== null || claims > 0 || (await listKnown(deps, request, named)).length > 0;
}

/** Bookings with claims on a departure that a call-off has left: their guests had come. */
async function listRedeemed(
  deps: DepartureDeps,
  request: Request,
  { optionId, startAt, supplierId }: Of,
): Promise<string[]> {
  const named = { optionId, startAt, supplierId };
  const { bookingIds } = await call(request, resourcesCapacity.getRuns, named);
  return deps.store.listRedeemed(request.caller.tenantId, bookingIds);
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
