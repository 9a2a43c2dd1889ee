import { type Request, keysAfter } from "@slipway/broker";
import { eventOf } from "@slipway/events";
import { laterThan } from "@slipway/store";
import { recordOf } from "../record/booking-record.ts";
import type { BookingEvent } from "../record/booking-document.ts";
import type { Change } from "../record/booking-store.ts";
import { type Booking, type TransitionFields, isLiveStatus, timesOf } from "../record/booking.ts";
import type { TransitionDeps } from "./deps.ts";
import { withoutEffects, releaseBeforeAnswer } from "../claims/release-claims.ts";

export type TransitionType =
  `booking.${"approved" | "cancelled" | "confirmed" | "expired" | "extended" | "rejected"}`;

interface Write {
  readonly type: TransitionType;
  readonly set: TransitionFields;
  /** Whether the transition applies to a hold before its expiry (the default), after it, or at any time. */
  readonly hold?: Change["hold"];
  readonly unmarks?: Change["unmarks"];
}

/** Steps 2 and 3 of the saga in apply-transition.ts; undefined: the version that was read is gone. */
export async function writeTransition(
  deps: TransitionDeps,
  request: Request,
  booking: Booking,
  { type, set: decided, hold = "pending", unmarks }: Write,
): Promise<Booking | undefined> {
  const updatedAt = laterThan(booking.updatedAt, deps.clock());
  const keys = request.repeat && keysAfter(request.repeat, booking.usedKeys, updatedAt.getTime());
  const set = { ...decided, ...timesOf(decided.status, updatedAt), ...keys };
  const changed: Booking = { ...booking, ...set, updatedAt, revision: booking.revision + 1 };
  if (unmarks) delete changed.orderRevision;
  const event = eventOfTransition(request, type, booking, changed);
  const change = { set, updatedAt, event, hold, unmarks };
  // mark: move-write
  if (!(await deps.store.change(booking, change))) return undefined;
  await finishTransition(deps, request, changed, event);
  return changed;
}

function eventOfTransition(
  request: Request,
  type: TransitionType,
  booking: Booking,
  changed: Booking,
): BookingEvent {
  const event = eventOf(request.caller, changed.updatedAt.getTime(), {
    type,
    entityId: booking._id,
    before: recordOf(booking),
    after: recordOf(changed),
  });
  if (isLiveStatus(changed.status) || changed.claims.length === 0) return event;
  return { ...event, releases: releasesOf(changed) };
}

/** The claims that a booking gives back once it has ended. */
function releasesOf({ _id: bookingId, supplierId, claims }: Booking) {
  return { supplierId, bookingId, claims };
}

/** Frees again the places of bookings that have ended, for a repeat by a key: the first request may not have done it yet. */
export async function releaseAgain(request: Request, bookings: readonly Booking[]): Promise<void> {
  if (!request.repeat?.isReplayed) return;
  const ended = bookings.filter(({ status }) => !isLiveStatus(status));
  await Promise.all(ended.map((each) => releaseBeforeAnswer(request, releasesOf(each))));
}

/** Step 3: releases the claims of a booking that has ended, before the answer. */
async function finishTransition(
  deps: TransitionDeps,
  request: Request,
  { _id }: Booking,
  event: BookingEvent,
): Promise<void> {
  let pending: BookingEvent = event;
  try {
    if (event.releases) await releaseBeforeAnswer(request, event.releases);
    pending = withoutEffects(event);
  } finally {
    deps.deliver(_id, pending);
  }
}
