import { type Request, call, isRefusal, ownRequest, refuse } from "@slipway/broker";
import { availability, resourcesCapacity } from "@slipway/contracts";
import { deliverEach } from "@slipway/events";
import type { Consumer } from "@slipway/store";
import type { BookingEvent } from "../record/booking-document.ts";
import type { Booking } from "../record/booking.ts";
import type { ClaimsDeps } from "./deps.ts";
import { redateDelivered } from "../record/repair-late-insert.ts";

type Releases = NonNullable<BookingEvent["releases"]>;

/**
 * Releases the claims of a booking that has ended or, with `neverNamed`, of one that can never exist. The
 * places that those claims added by expansion go too. Repeatable.
 */
async function releaseClaims(
  request: Request,
  releases: Releases & { neverNamed?: true },
): Promise<void> {
  if (releases.claims.length === 0) return;
  await call(request, resourcesCapacity.releaseClaims, releases);
}

/** Undo of a claim that no booking names or ever will. Recovery repeats what fails here. */
export async function releaseUnnamed(
  deps: Pick<ClaimsDeps, "warn">,
  request: Request,
  { _id: bookingId, supplierId, claims }: Pick<Booking, "_id" | "supplierId" | "claims">,
): Promise<void> {
  const releases = { supplierId, bookingId, claims, neverNamed: true } as const;
  await releaseClaims(request, releases).catch((error: unknown) =>
    deps.warn(`claims of ${bookingId} left to recovery: ${String(error)}`),
  );
}

const pauseMs = 25;

/**
 * Releases claims before the client is answered: retries until capacity acknowledges or the deadline
 * passes. Then it throws OUTCOME_UNKNOWN: the booking has ended, and the outbox releases its claims.
 */
export async function releaseBeforeAnswer(request: Request, releases: Releases): Promise<void> {
  for (let pause = pauseMs; ; pause *= 2) {
    try {
      return await releaseClaims(request, releases);
    } catch (error) {
      if (isRefusal(error, "DEADLINE_EXCEEDED") || Date.now() + pause >= request.deadline)
        throw refuse("OUTCOME_UNKNOWN");
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/**
 * Records the manual departure of a committed write before the answer, and answers what is left to the outbox. A failure
 * fails no request: the write stands, and 503 would say that nothing was done.
 */
export async function departBeforeAnswer(
  deps: Pick<ClaimsDeps, "warn">,
  request: Request,
  { entityId, departs }: BookingEvent,
): Promise<Pick<BookingEvent, "departs">> {
  if (!departs) return {};
  try {
    await call(request, availability.recordManualDeparture, departs);
    return {};
  } catch (error) {
    deps.warn(`manual departure of ${entityId} left to the outbox: ${String(error)}`);
    return { departs };
  }
}

/** The event without its effects, which have been carried out. */
export function withoutEffects({
  releases: _releases,
  departs: _departs,
  redates: _redates,
  ...event
}: BookingEvent): BookingEvent {
  return event;
}

type EffectsDeps = Pick<ClaimsDeps, "broker" | "warn" | "clock" | "store">;

/**
 * The relay's consumer that carries out effects which a crash or an outage has prevented: it releases
 * claims, records manual departures and redates late inserts. All are repeatable.
 */
export function finishEffects(deps: EffectsDeps): Consumer {
  return {
    name: "effects",
    wants: ({ releases, departs, redates }: BookingEvent) =>
      (releases ?? departs ?? redates) !== undefined,
    deliver: (events: BookingEvent[]) =>
      deliverEach(events, async (event) => {
        try {
          await finishEffectsOf(deps, event);
        } catch (error) {
          deps.warn(`${event.type} of ${event.entityId} is not finished: ${String(error)}`);
          throw error;
        }
      }),
  };
}

async function finishEffectsOf(deps: EffectsDeps, event: BookingEvent): Promise<void> {
  const { tenantId, releases, departs, redates } = event;
  const request = ownRequest(deps.broker, tenantId);
  if (releases) await releaseClaims(request, releases);
  if (departs) await call(request, availability.recordManualDeparture, departs);
  if (redates) await redateDelivered(deps, event);
}
