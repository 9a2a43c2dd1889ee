import {
  type EventOf,
  type StoredEvent,
  bookingUpdateOf,
  channelBookingTypes,
  channelEventTypes,
  type channelPlacesTypes,
  channelProductTypes,
  isBookingUpdate,
  readEvent,
} from "@slipway/contracts";
import type { Change, ChangedProduct, Touched } from "./change.ts";

type BookingEvent = EventOf<(typeof channelBookingTypes)[number]>;
type OtherEvent = EventOf<(typeof channelPlacesTypes)[number]>;
type ProductEvent = EventOf<(typeof channelProductTypes)[number]>;
type Booking = NonNullable<BookingEvent["after"]>;
type AnyEvent = BookingEvent | OtherEvent | ProductEvent;

/** The change that channels may need to know from a committed event; null where there is none. */
export function readChange(stored: StoredEvent): Change | null {
  const event = readEvent(stored, channelEventTypes);
  return event ? changeOf(event) : null;
}

function changeOf(event: AnyEvent): Change | null {
  const { id, tenantId } = event;
  const nothing: Change = { id, tenantId, touched: [], booking: null, products: [] };
  if (isOf(channelProductTypes, event)) return { ...nothing, products: productsIn(event) };
  if (!isOf(channelBookingTypes, event)) {
    const touched = recordTouched(event);
    return touched.length === 0 ? null : { ...nothing, touched };
  }
  const touched = placesTouched(event);
  const booking = channelBookingOf(event);
  return touched.length === 0 && booking === null ? null : { ...nothing, touched, booking };
}

function isOf<Type extends AnyEvent["type"]>(
  types: readonly Type[],
  event: AnyEvent,
): event is Extract<AnyEvent, { readonly type: Type }> {
  return (types as readonly string[]).includes(event.type);
}

/** The product that resellers see another of; a photo's of an earlier release is unknown. */
function productsIn(event: ProductEvent): ChangedProduct[] {
  if (isOf(ofOptions, event)) return [{ optionId: event.entityId }];
  if (event.type === "product.photosOrdered") return [{ productId: event.entityId }];
  const record = event.after ?? event.before;
  if ("optionId" in record) return [{ optionId: record.optionId }];
  if ("supplierId" in record) return [{ productId: record.id, supplierId: record.supplierId }];
  return record.productId === undefined ? [] : [{ productId: record.productId }];
}

/** Their records name nothing. */
const ofOptions = ["option.repriced", "option.charged", "option.unitsOrdered"] as const;

function channelBookingOf(event: BookingEvent): Change["booking"] {
  if (!isBookingUpdate(event)) return null;
  const { sourceChannelConnectionId: channelConnectionId, tickets } = event.after;
  if (channelConnectionId === null) return null;
  const update = bookingUpdateOf(event);
  const { bookingId, supplierId, externalId } = update.data;
  // OCTO shows only bookings with tickets.
  const isShown = tickets.length > 0 && externalId !== null;
  return {
    channelConnectionId,
    bookingId,
    supplierId,
    body: JSON.stringify(update),
    ...(isShown && { octoUuid: externalId }),
  };
}

const keepPlaces: ReadonlySet<BookingEvent["type"]> = new Set([
  "booking.confirmed",
  "booking.extended",
  "booking.approved",
  "booking.detailsUpdated",
  "booking.redeemed",
  "booking.unredeemed",
]);

/** The places that a booking takes or gives back. */
function placesTouched(event: BookingEvent): Touched[] {
  const { type, before, after } = event;
  if (keepPlaces.has(type)) return [];
  if (!after) return [];
  const now = placesOf(after);
  if (type !== "booking.updated" || !before) return now;
  const previous = placesOf(before);
  return windowOf(before) === windowOf(after) ? [] : [...previous, ...now];
}

/** Which places a booking takes, and when. */
function windowOf({ optionId, startAt, occupiedUntil, resourceUsageSnapshot }: Booking): string {
  return JSON.stringify([optionId, startAt, occupiedUntil, resourceUsageSnapshot]);
}

/** From the earliest preparation to the last turnaround of its resources. */
function placesOf(booking: Booking): Touched[] {
  const { optionId, resourceUsageSnapshot } = booking;
  const items = resourceUsageSnapshot?.items ?? [];
  if (items.length === 0) return [];
  const prepareMinutes = Math.max(...items.map((each) => each.prepareMinutes ?? 0));
  const turnaroundMinutes = Math.max(...items.map((each) => each.turnaroundMinutes ?? 0));
  const startAt = minutesAfter(booking.startAt, -prepareMinutes);
  const endAt = minutesAfter(booking.occupiedUntil, turnaroundMinutes);
  const resourceIds = items.map(({ resourceId }) => resourceId);
  return [{ by: "booking", optionId, startAt, endAt, resourceIds }];
}

function minutesAfter(instant: string, minutes: number): string {
  return new Date(Date.parse(instant) + minutes * 60_000).toISOString();
}

function recordTouched(event: OtherEvent): Touched[] {
  switch (event.type) {
    case "availabilityBlock.created":
    case "availabilityBlock.deleted": {
      const { productId, startAt, endAt } = event.after ?? event.before;
      return [{ by: "block", productId, startAt, endAt }];
    }
    case "departure.calledOff":
    case "departure.reopened": {
      const { productId, startAt } = event.after;
      const endAt = new Date(Date.parse(startAt) + 1).toISOString();
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
