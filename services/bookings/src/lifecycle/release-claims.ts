import { type Request, call, isRefusal, ownRequest, refuse } from "@slipway/broker";
import { availability, resourcesCapacity } from "@slipway/contracts";
import type { Consumer } from "@slipway/store";
import type { BookingEvent } from "../booking-document.ts";
import type { Deps } from "../deps.ts";

type Releases = NonNullable<BookingEvent["releases"]>;

/**
 * Gives back the places of a booking that has ended or, `neverNamed`, that can never be: what
 * those expanded goes with them. Repeatable.
 */
export async function releaseClaims(
  request: Request,
  releases: Releases & { neverNamed?: true },
): Promise<void> {
  if (releases.claims.length === 0) return;
  await call(request, resourcesCapacity.releaseClaims, releases);
}

const pauseMs = 25;

/**
 * The same before an answer that says so: again until it is acknowledged or the request's time is
 * up. Then OUTCOME_UNKNOWN: the booking has ended, the outbox gives its places back later.
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

/** The event as what it tells, without what it brings about. */
export function bare({ id, at, fact }: BookingEvent): BookingEvent {
  return { id, at, fact };
}

/**
 * The relay's consumer that finishes what a crash or an outage has left between a booking's write
 * and its effects: places given back, manual departures recorded. Both are repeatable.
 */
export function finishEffects({ broker, log }: Pick<Deps, "broker" | "log">): Consumer {
  return {
    name: "effects",
    wants: ({ releases, departs }: BookingEvent) => (releases ?? departs) !== undefined,
    tell: async (events: BookingEvent[]) => {
      const outcomes = await Promise.all(
        events.map(async ({ id, fact, releases, departs }) => {
          try {
            const request = ownRequest(broker, fact.tenantId);
            if (releases) await releaseClaims(request, releases);
            if (departs) await call(request, availability.recordManualDeparture, departs);
            return undefined;
          } catch (error) {
            log("warn", `${fact.action} of ${fact.entityId} is not finished: ${String(error)}`);
            return { id, error };
          }
        }),
      );
      return outcomes.filter((untold) => untold !== undefined);
    },
  };
}
