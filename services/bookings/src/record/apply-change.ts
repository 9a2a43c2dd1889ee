import { type Repeat, type Request, keysAfter, refusalOf, refuse } from "@slipway/broker";
import { refusals } from "@slipway/contracts";
import { changeAttemptsMax } from "../constants.ts";
import type { Booking, WantedBooking } from "./booking.ts";
import type { RecordDeps } from "./deps.ts";

/**
 * Reads a booking and has it changed on the version that was read; starts again if `change` finds that
 * version gone (undefined). A refusal is answered only once the read is confirmed: another change may have
 * caused it, or a fail-over may undo what was read. Where `change` writes nothing, it confirms the read by
 * `ifStill`, unless its caller reads anew. A request that a client has named by a key changes the booking once.
 */
export async function applyChange(
  deps: RecordDeps,
  request: Request,
  wanted: WantedBooking,
  change: (booking: Booking) => Promise<Booking | undefined>,
): Promise<Booking> {
  const { tenantId } = request.caller;
  let missed: Booking | undefined;
  const { repeat } = request;
  const attemptOn = (booking: Booking) => changeOrRefuse(deps, booking, change);
  const once = repeat ? onceByKey(deps, { ...request, repeat }, attemptOn) : attemptOn;
  for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
    const booking = await deps.store.getToChange(tenantId, wanted);
    if (!booking) throw refuse("NOT_FOUND");
    // mark: measure-again
    if (isSameVersion(missed, booking)) await deps.measureTime();
    const changed = await once(booking);
    if (changed) return changed;
    missed = booking;
  }
  throw await refuseMissed(deps, missed);
}

/**
 * Changes a booking that does not have the key of the request. Race: of two requests with one key, at once or after a lost
 * answer, one writes the key with its change. The other misses the version that it has read, reads again and finds it.
 * The key alone confirms what rests on it, a refusal too.
 */
function onceByKey(
  { store, clock }: RecordDeps,
  request: Request & { readonly repeat: Repeat },
  change: (booking: Booking) => Promise<Booking | undefined>,
): typeof change {
  return async (booking) => {
    const now = clock();
    const kept = await store.findKept(booking, request, now);
    if (kept) return kept;
    const changed = await change(booking);
    if (changed !== booking) return changed;
    // Nothing was to change, but the key is kept: repeated later, the request might change something.
    return store.mark(booking, keysAfter(request.repeat, booking.usedKeys, now, true));
  };
}

/** Undefined: the booking has changed since the read. */
async function changeOrRefuse(
  deps: RecordDeps,
  booking: Booking,
  change: (booking: Booking) => Promise<Booking | undefined>,
): Promise<Booking | undefined> {
  try {
    return await change(booking);
  } catch (error) {
    // mark: confirmed-refusal
    const isAnswered = !isFinal(error) || (await deps.store.isStill(booking));
    if (isAnswered) throw error;
    return undefined;
  }
}

/** The booking as it was read, to be answered without a write; undefined: it has changed since. */
export async function ifStill(deps: RecordDeps, booking: Booking): Promise<Booking | undefined> {
  // mark: confirmed-answer
  return (await deps.store.isStill(booking)) ? booking : undefined;
}

/** Whether the error refuses the change itself, so that nothing was done. */
export function isFinal(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && refusals[refusal.code].status < 500;
}

/** The error of what follows a committed write. That stands, so a failure in passing must not say that nothing was done. */
export function errorAfterWrite(error: unknown): unknown {
  return isFinal(error) ? error : Object.assign(refuse("OUTCOME_UNKNOWN"), { cause: error });
}

/** Whether a booking still has the version that a write has just missed. */
export function isSameVersion(missed: Booking | undefined, booking: Booking): boolean {
  return missed?.revision === booking.revision && missed.commit === booking.commit;
}

/**
 * The error of a write that found nothing. If another write came first, it is VERSION_CONFLICT. The database's clock may also
 * differ from this process's estimate, for example after a fail-over, or decisions about its order may have marked the booking.
 * Then it is unchanged for clients, and it is no conflict.
 */
async function refuseMissed(deps: RecordDeps, missed: Booking | undefined): Promise<Error> {
  // mark: no-conflict
  const isUnchanged = missed !== undefined && (await deps.store.hasToken(missed));
  return refuse(isUnchanged ? "SERVICE_UNAVAILABLE" : "VERSION_CONFLICT");
}
