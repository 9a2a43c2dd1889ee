/** The events that may concern channels: the sync service receives these alone. */
import { bookingUpdateTypes } from "./booking-update.ts";

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

/** Resellers see another product after these. */
export const channelProductTypes = [
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
  "availabilityPeriod.updated",
  "availabilityPeriod.deleted",
] as const;

export const channelEventTypes = [
  ...channelBookingTypes,
  ...channelPlacesTypes,
  ...channelProductTypes,
];
