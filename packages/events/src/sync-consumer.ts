import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import {
  type EventOf,
  bookingUpdateOf,
  bookingUpdateTypes,
  isBookingUpdate,
  sync,
} from "@slipway/contracts";
import type { Consumer } from "@slipway/store";
import { tenantsListening } from "./listeners.ts";
import { consumerOf } from "./typed-consumer.ts";

type Change = sync.Change;
type Touched = sync.Touched;

const bookingTypes = [...bookingUpdateTypes, "booking.repaired"] as const;
const otherTypes = [
  "availabilityBlock.created",
  "availabilityBlock.deleted",
  "resource.updated",
  "resourceRequirement.created",
  "resourceRequirement.updated",
  "resourceRequirement.deleted",
] as const;

/** The events that may concern channels. */
export const syncTypes = [...bookingTypes, ...otherTypes];

type BookingEvent = EventOf<(typeof bookingTypes)[number]>;
type OtherEvent = EventOf<(typeof otherTypes)[number]>;

/** The consumer that sends the sync service the changes that concern channels, and no others. */
export function syncConsumer(broker: ServiceBroker): Consumer {
  return consumerOf({
    name: "sync",
    types: syncTypes,
    async deliver(events) {
      const request = ownRequest(broker, "-");
      const tenants = events.map(({ tenantId }) => tenantId);
      const listening = await tenantsListening(request, sync.listListeners, tenants);
      const changes = events
        .filter(({ tenantId }) => listening.has(tenantId))
        .flatMap((event) => changeOf(event) ?? []);
      if (changes.length > 0) await call(request, sync.acceptChanges, { changes });
    },
  });
}

/** What a committed change means for channels; null where it means nothing. */
export function changeOf(event: BookingEvent | OtherEvent): Change | null {
  const isBooking = isOfBooking(event);
  const touched = isBooking ? placesTouched(event) : recordTouched(event);
  const booking = isBooking ? channelBookingOf(event) : null;
  if (touched.length === 0 && booking === null) return null;
  const { id, tenantId, at } = event;
  return { id, tenantId, at, touched, booking };
}

function isOfBooking(event: BookingEvent | OtherEvent): event is BookingEvent {
  return (bookingTypes as readonly string[]).includes(event.type);
}

function channelBookingOf(event: BookingEvent): Change["booking"] {
  if (!isBookingUpdate(event)) return null;
  // A record of an earlier release may lack the field.
  const channelConnectionId = event.after.sourceChannelConnectionId ?? null;
  if (channelConnectionId === null) return null;
  const update = bookingUpdateOf(event);
  return { channelConnectionId, bookingId: update.data.bookingId, body: JSON.stringify(update) };
}

const keepPlaces: ReadonlySet<BookingEvent["type"]> = new Set([
  "booking.confirmed",
  "booking.extended",
  "booking.approved",
  "booking.detailsUpdated",
]);

/** The places that a booking takes or gives back. */
function placesTouched(event: BookingEvent): Touched[] {
  const { type, before, after } = event;
  if (keepPlaces.has(type)) return [];
  if (!after) return [];
  const now = placesOf(after);
  if (type !== "booking.updated" || !before) return now;
  const previous = placesOf(before);
  const usages = [before.resourceUsageSnapshot, after.resourceUsageSnapshot];
  const [used, uses] = usages.map((usage) => JSON.stringify(usage));
  const isSameDeparture = before.startAt === after.startAt && before.optionId === after.optionId;
  return isSameDeparture && used === uses ? [] : [...previous, ...now];
}

function placesOf({
  optionId,
  startAt,
  resourceUsageSnapshot,
}: NonNullable<BookingEvent["after"]>): Touched[] {
  const resourceIds = resourceUsageSnapshot?.items.map(({ resourceId }) => resourceId) ?? [];
  return resourceIds.length === 0 ? [] : [{ by: "booking", optionId, startAt, resourceIds }];
}

function recordTouched(event: OtherEvent): Touched[] {
  switch (event.type) {
    case "availabilityBlock.created":
    case "availabilityBlock.deleted": {
      const { productId, startAt, endAt } = event.after ?? event.before;
      return [{ by: "block", productId, startAt, endAt }];
    }
    case "resource.updated": {
      const { before, after, entityId } = event;
      const isResized = sizes.some((size) => before[size] !== after[size]);
      return isResized ? [{ by: "resource", resourceId: entityId }] : [];
    }
    case "resourceRequirement.created":
    case "resourceRequirement.updated":
    case "resourceRequirement.deleted":
      return [{ by: "requirement", optionId: (event.after ?? event.before).optionId }];
  }
}

const sizes = ["quantity", "capacityPerResource"] as const;
