/** The kinds of messages that a webhook subscription may ask for. */
export const updateTypes = [
  "BOOKING_UPDATE",
  "ORDER_UPDATE",
  "AVAILABILITY_UPDATE",
  "PRODUCT_UPDATE",
  "DEPARTURE_UPDATE",
] as const;
