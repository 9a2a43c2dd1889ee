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
const productTypes = [
  "product.created",
  "product.updated",
  "product.deleted",
  "option.created",
  "option.updated",
  "option.deleted",
  "option.repriced",
  "option.unitsOrdered",
  "unit.created",
  "unit.updated",
  "unit.deleted",
  // An option has the times of its periods.
  "availabilityPeriod.created",
  "availabilityPeriod.deleted",
] as const;

/** The events that may concern channels. */
export const syncTypes = [...bookingTypes, ...otherTypes, ...productTypes];

type BookingEvent = EventOf<(typeof bookingTypes)[number]>;
type OtherEvent = EventOf<(typeof otherTypes)[number]>;
type ProductEvent = EventOf<(typeof productTypes)[number]>;
type Booking = NonNullable<BookingEvent["after"]>;
type AnyEvent = BookingEvent | OtherEvent | ProductEvent;

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

/** The change that channels may need to know from a committed event; null where there is none. */
export function changeOf(event: AnyEvent): Change | null {
  const { id, tenantId, at } = event;
  const nothing: Change = { id, tenantId, at, touched: [], booking: null, products: [] };
  if (isOf(productTypes, event)) return { ...nothing, products: [productIn(event)] };
  if (!isOf(bookingTypes, event)) {
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

/** The product that resellers see another of. */
function productIn(event: ProductEvent): Change["products"][number] {
  if (event.type === "option.repriced" || event.type === "option.unitsOrdered")
    return { optionId: event.entityId };
  const record = event.after ?? event.before;
  if ("optionId" in record) return { optionId: record.optionId };
  if ("productId" in record) return { productId: record.productId };
  return { productId: record.id, supplierId: record.supplierId };
}

function channelBookingOf(event: BookingEvent): Change["booking"] {
  if (!isBookingUpdate(event)) return null;
  // A record of an earlier release may lack the field.
  const channelConnectionId = event.after.sourceChannelConnectionId ?? null;
  if (channelConnectionId === null) return null;
  const update = bookingUpdateOf(event);
  const { bookingId, supplierId, externalId } = update.data;
  // A record of an earlier release has none; OCTO shows only bookings with tickets.
  const { tickets } = event.after as Partial<typeof event.after>;
  const isShown = tickets !== undefined && tickets.length > 0 && externalId !== null;
  return {
    channelConnectionId,
    bookingId,
    body: JSON.stringify(update),
    ...(isShown && { octo: { uuid: externalId, supplierId } }),
  };
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
  return windowOf(before) === windowOf(after) ? [] : [...previous, ...now];
}

/** Which places a booking takes, and when. */
function windowOf({ optionId, startAt, occupiedUntil, resourceUsageSnapshot }: Booking): string {
  return JSON.stringify([optionId, startAt, occupiedUntil, resourceUsageSnapshot]);
}

function placesOf(booking: Booking): Touched[] {
  const { optionId, startAt, occupiedUntil: endAt, resourceUsageSnapshot } = booking;
  const resourceIds = resourceUsageSnapshot?.items.map(({ resourceId }) => resourceId) ?? [];
  return resourceIds.length === 0 ? [] : [{ by: "booking", optionId, startAt, endAt, resourceIds }];
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
