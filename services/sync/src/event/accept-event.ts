import { type Request, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, covers, hasOverride, type sync } from "@slipway/contracts";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { Channel } from "../record/channel.ts";
import type { EventDeps } from "./deps.ts";
import { type ChannelEvent, eventRecord, streamOf } from "./event.ts";

type AcceptEventInput = InputOf<typeof sync.acceptEvent>;

const attemptsMax = 20;

/**
 * Keeps an event that a channel has sent; it is carried out after those of the same booking that
 * were answered before. A repeated externalEventId answers the first, whatever else is sent. Refuses INSUFFICIENT_SCOPE,
 * NOT_FOUND, INVALID_STATE and OVERLOADED.
 */
export async function acceptEvent(
  deps: EventDeps,
  request: Request,
  input: AcceptEventInput,
): Promise<OutputOf<typeof sync.acceptEvent>> {
  const { tenantId, scopes } = request.caller;
  // A price or a capacity of its own is no message of a channel: it needs the right to sell by hand.
  if (hasOverride(input.payload) && !covers(scopes, "bookings:write"))
    throw refuse("INSUFFICIENT_SCOPE", {
      detail: "An override in the payload needs bookings:write",
    });
  const channel = await deps.channels.require(tenantId, input.id);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const first = await deps.events.findByExternalId(tenantId, channel.id, input.externalEventId);
    if (first) return { event: eventRecord(first), repeated: true };
    if (channel.status === "DISABLED")
      throw refuse("INVALID_STATE", { detail: "The channel connection is disabled." });
    const event = await insert(deps, request, channel, input);
    if (event) return { event: eventRecord(event), repeated: false };
  }
  // Many events of one booking came at once, and others were always faster.
  throw refuse("OVERLOADED");
}

/** Undefined where another event was faster: in this place of the stream, or with this very id. */
async function insert(
  deps: EventDeps,
  { caller }: Request,
  channel: Channel,
  input: AcceptEventInput,
): Promise<ChannelEvent | undefined> {
  const { tenantId, actorType, actorId, credentialId } = caller;
  const now = deps.clock();
  const at = new Date(now);
  const stream = streamOf(input.payload, input.externalEventId);
  const place = { tenantId, channelConnectionId: channel.id, stream };
  const event: ChannelEvent = {
    id: newId("cev", now),
    ...place,
    externalEventId: input.externalEventId,
    position: (await deps.events.lastPosition(place)) + 1,
    type: input.type,
    payload: JSON.stringify(input.payload),
    status: "RECEIVED",
    attempts: 0,
    error: null,
    bookingId: null,
    sender: { actorType, actorId, credentialId },
    nextAttemptAt: at,
    leasedUntil: null,
    isUnfinished: false,
    createdAt: at,
    updatedAt: at,
  };
  const created = createdEvent(caller, "channelEvent.created", eventRecord(event));
  if (await deps.events.insert(event, created)) return undefined;
  deps.wakeEvents();
  return event;
}
