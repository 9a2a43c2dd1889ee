import { type Request, call, deadlineMs, outcomeOf, refusalOf } from "@slipway/broker";
import { bookings, sync } from "@slipway/contracts";
import type { Channel } from "../record/channel.ts";
import type { EventDeps } from "./deps.ts";
import { type ChannelEvent, type Outcome, isPassing, outcomeAfter } from "./event.ts";

/**
 * Brings about what an event asks for, as the API would for its sender. Repeatable: what an
 * attempt has done whose end is not known is found, and not done again.
 */
export async function applyEvent(deps: EventDeps, event: ChannelEvent): Promise<Outcome> {
  try {
    const channel = await deps.channels.get(event.tenantId, event.channelConnectionId);
    if (!channel) return failed("NOT_FOUND");
    const request = requestOf(deps, event, channel);
    if (event.type === "BOOKING_CREATE") return await createBooking(request, event, channel);
    return await moveBooking(deps, request, event, channel);
  } catch (error) {
    return missed(deps, event, error, null);
  }
}

function missed(
  deps: EventDeps,
  event: ChannelEvent,
  error: unknown,
  bookingId: string | null,
): Outcome {
  const code = refusalOf(error)?.code;
  if (code !== undefined && !isPassing(code)) return failed(code, bookingId);
  const isFault = outcomeOf(error) === "failed";
  if (isFault) deps.warn(`channel event ${event.id}: ${String(error)}`);
  const failure = { error: code ?? (isFault ? "INTERNAL" : "SERVICE_UNAVAILABLE"), isFault };
  return outcomeAfter(event, failure, deps.clock(), bookingId);
}

function failed(error: string, bookingId: string | null = null): Outcome {
  return { status: "FAILED", error, bookingId, isUnfinished: false };
}

/** Under the name of the event's sender, with the channel as the source. */
function requestOf(deps: EventDeps, event: ChannelEvent, { code }: Channel): Request {
  const caller = Object.freeze({
    tenantId: event.tenantId,
    ...event.sender,
    scopes: ["*"],
    source: code,
    requestId: event.id,
  });
  return { caller, deadline: Date.now() + deadlineMs.mutation, via: deps.broker };
}

async function createBooking(
  request: Request,
  event: ChannelEvent,
  { supplierId }: Channel,
): Promise<Outcome> {
  const payload = JSON.parse(event.payload) as { externalId?: unknown };
  const externalId = sync.externalId.safeParse(payload.externalId);
  const booking = sync.bookingOfEvent.safeParse(payload);
  if (!externalId.success || !booking.success) return failed("VALIDATION_FAILED");
  const created = await call(request, bookings.createChannelBooking, {
    channelConnectionId: event.channelConnectionId,
    externalId: externalId.data,
    supplierId,
    booking: booking.data,
  });
  return { status: "PROCESSED", bookingId: created.booking.id };
}

async function moveBooking(
  deps: EventDeps,
  request: Request,
  event: ChannelEvent,
  { supplierId }: Channel,
): Promise<Outcome> {
  const named = sync.bookingNamed.safeParse(JSON.parse(event.payload));
  if (!named.success) return failed("VALIDATION_FAILED");
  const { externalId, reason } = named.data;
  const { channelConnectionId } = event;
  const place = { channelConnectionId, externalId };
  const { booking } = await call(request, bookings.findChannelBooking, place);
  if (!booking) return failed("NOT_FOUND");
  // The channel may have been another supplier's when it made this booking.
  if (supplierId !== null && supplierId !== booking.supplierId) return failed("NOT_FOUND");
  const { id } = booking;
  const isConfirm = event.type === "BOOKING_CONFIRM";
  try {
    if (isConfirm) await call(request, bookings.confirmBooking, { id });
    else await call(request, bookings.cancelBooking, { id, ...(reason && { reason }) });
  } catch (error) {
    // An attempt whose end is not known may have done it: then it is done.
    const reached = isConfirm ? ["CONFIRMED", "PENDING"] : ["CANCELLED"];
    const isDone = event.isUnfinished && refusalOf(error)?.code === "INVALID_STATE";
    if (!isDone || !reached.includes(booking.status)) return missed(deps, event, error, id);
  }
  return { status: "PROCESSED", bookingId: id };
}
