/** The events that may concern channels: the sync service receives these alone. */
import { bookingUpdateTypes } from "./booking-update.ts";
import type { EventType } from "./events.ts";

export const channelBookingTypes = [...bookingUpdateTypes, "booking.repaired"] as const;

/** Vacancies of other departures may change by these. */
export const channelPlacesTypes = [
  "availabilityBlock.created",
  "availabilityBlock.deleted",
  "resource.updated",
  "resourceRequirement.created",
  "resourceRequirement.updated",
  "resourceRequirement.deleted",
  "departure.calledOff",
  "departure.reopened",
] as const;

/** Events of products and of what they are shown with. An option has the times of its periods. */
type ProductEventType = Extract<
  EventType,
  `${"product" | "photo" | "option" | "unit" | "availabilityPeriod"}.${string}`
>;

/** Resellers see another product after each of these. An event of products that is missing here does not compile. */
const productEvents: Record<ProductEventType, true> = {
  "product.created": true,
  "product.updated": true,
  "product.deleted": true,
  "product.photosOrdered": true,
  "photo.created": true,
  "photo.updated": true,
  "photo.deleted": true,
  "option.created": true,
  "option.updated": true,
  "option.deleted": true,
  "option.repriced": true,
  "option.charged": true,
  "option.unitsOrdered": true,
  "unit.created": true,
  "unit.updated": true,
  "unit.deleted": true,
  "availabilityPeriod.created": true,
  "availabilityPeriod.updated": true,
  "availabilityPeriod.deleted": true,
};

export const channelProductTypes = Object.keys(productEvents) as ProductEventType[];

export const channelEventTypes = [
  ...channelBookingTypes,
  ...channelPlacesTypes,
  ...channelProductTypes,
];
